"""Making attacks: whether what is declared may be, and the attack itself (the dice are in volley.py)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vedette.engine.checks import Check, Refusal, check, forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.open_fire import attack_facts
from vedette.games.open_fire.commands import Attack, FreeAttack
from vedette.games.open_fire.declaring import (
    Aim,
    Declared,
    advanced,
    aims,
    circumstances_of,
    moved,
    spent,
    understand_attack,
    understand_free_attack,
)
from vedette.games.open_fire.lookup import inches
from vedette.games.open_fire.sequence import awaits_orders, is_active, stage_past, without_free_attack
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import house_rule, number, plays
from vedette.games.open_fire.units import has, leader_wounded, profile
from vedette.games.open_fire.vehicles import has_flown
from vedette.games.open_fire.volley import fire


@forbids("OF-ACT-2")
def attacks_in_order(battle: Battle, command: Any) -> str | None:
    """Actions go in their order, each at most once."""
    if stage_past(battle, command.by, "embark"):
        return "A unit attacks once, and before it secures an objective."
    return None


@forbids("OF-TRA-3")
def not_aboard(battle: Battle, command: Any) -> str | None:
    """A unit aboard neither attacks nor secures."""
    return "A unit aboard neither attacks nor secures." if battle.units[command.by].embarked_in else None


@forbids("OFS-INJ-2")
def wounded_moves_or_attacks(battle: Battle, command: Any) -> str | None:
    """A wounded model does not attack in an activation in which it moved."""
    has_moved = is_active(battle, command.by) and battle.activation.moved
    if has_moved and leader_wounded(battle, command.by):
        return "A wounded model that has moved does not attack."
    return None


@forbids("OF-TGT-1")
def there_is_a_target(battle: Battle, command: Any) -> str | None:
    """Attacks are made on enemy units on the table."""
    if any(unit.on_table and battle.enemies(command.by, name) for name, unit in battle.units.items()):
        return None
    return "No enemy is on the table."


@forbids("OF-TGT-1", reads=("target",))
def target_is_an_enemy(battle: Battle, aim: Aim) -> str | None:
    """Attacks are made on enemy units."""
    if not battle.enemies(aim.attack.by, aim.group.target):
        return f"{battle.units[aim.group.target].name}: not an enemy."
    return None


@check("OF-ATK-4", "OF-WSR-7", reads=("weapon",))
def somebody_left(battle: Battle, aim: Aim) -> Refusal | None:
    """A model is there to make the attack."""
    if aim.group.nobody == "OF-ATK-4":
        return Refusal("OF-ATK-4", "All models with this weapon attack with another one already.")
    return Refusal("OF-WSR-7", f"{aim.group.weapon.name}: used up.") if aim.group.nobody else None


@check("OF-ATK-4", "OF-VEH-5", "OF-WPN-1", reads=("weapon", "models"))
def one_weapon_each(battle: Battle, aim: Aim) -> Refusal | None:
    """Each model attacks with one weapon; a vehicle with each of its weapons once, in one profile."""
    vehicle = has(battle, aim.attack.by, "Vehicle")
    for earlier in aim.earlier:
        shared = set(earlier.models) & set(aim.group.models)
        if shared and not vehicle:
            return Refusal("OF-ATK-4", f"Model {min(shared)} attacks with only one weapon, once.")
        if shared and earlier.weapon.id == aim.group.weapon.id:
            return Refusal("OF-VEH-5", f"A vehicle uses each weapon once: {aim.group.weapon.name}.")
        if shared and earlier.weapon.is_same(aim.group.weapon):
            return Refusal("OF-WPN-1", "Of a weapon with several profiles one is used in an attack.")
    return None


@check("OF-VAL-1", reads=("target",))
def only_enemies_in_contact(battle: Battle, aim: Aim) -> Refusal | None:
    """A unit within assault range of enemies attacks only those."""
    contacts = battle.units[aim.attack.by].contacts
    if contacts and not aim.group.contact:
        names = ", ".join(battle.units[contact].name for contact in contacts)
        return Refusal("OF-VAL-1", "It may only attack enemies within its assault range.", names)
    return None


@forbids("OF-VAL-2", reads=("target",))
def no_friends_in_contact(battle: Battle, aim: Aim) -> str | None:
    """An enemy within assault range of another friendly unit is no target."""
    if aim.group.contact:
        return None
    for other in battle.units[aim.group.target].contacts:
        if not battle.enemies(aim.attack.by, other):
            return f"Within assault range: {battle.units[other].name}."
    return None


@forbids("OF-VAL-3", reads=("target", "screened", "weapon"))
def not_screened(battle: Battle, aim: Aim) -> str | None:
    """An enemy partly hidden by another unit is no target, except for Blast (OF-WSR-3)."""
    if aim.group.screened and not aim.group.contact and "Blast" not in aim.group.weapon.special:
        return "Another unit partly hides the target."
    return None


@check("OF-LOS-1", reads=("target", "los"))
def one_line_of_sight(battle: Battle, aim: Aim) -> Refusal | None:
    """One line of sight for each target unit."""
    for earlier in aim.earlier:
        if earlier.target == aim.group.target and earlier.los != aim.group.los:
            return Refusal("OF-LOS-1", "There is one line of sight for each target.", earlier.los)
    return None


@forbids("OF-LOS-4", reads=("los",))
def target_is_seen(battle: Battle, aim: Aim) -> str | None:
    """Blocked: no attack, not even with Blast (decisions 35 and 37)."""
    return "The line of sight is blocked." if aim.group.los == "blocked" else None


@check("OF-RNG-1", reads=("weapon", "range"))
def in_range(battle: Battle, aim: Aim) -> Refusal | None:
    """The target is within the weapon's range (OF-WPN-2, OF-MEA-3)."""
    weapon = aim.group.weapon
    if weapon.minimum <= aim.group.range <= weapon.maximum:
        return None
    least = f"{weapon.minimum:g}" if weapon.minimum else "up"
    reach = f"{least} to {inches(weapon.maximum)}"
    nearest = min(max(aim.group.range, weapon.minimum), weapon.maximum)
    return Refusal("OF-RNG-1", f"{weapon.name} reaches {reach}.", inches(nearest))


@forbids("OF-ATK-5", reads=("weapon",))
def assault_after_advance(battle: Battle, aim: Aim) -> str | None:
    """After an advance move only Assault weapons attack."""
    if advanced(battle, aim.attack) and "Assault" not in aim.group.weapon.special:
        return f"After an advance move only Assault weapons attack, not {aim.group.weapon.name}."
    return None


@check("OF-WSR-5", reads=("weapon",))
def heavy_stays_put(battle: Battle, aim: Aim) -> Refusal | None:
    """Heavy weapons do not attack in an activation in which the unit moved, nor after it (decision 81)."""
    if "Heavy" not in aim.group.weapon.special:
        return None
    said = f"{aim.group.weapon.name} is Heavy, and the unit has moved"
    if moved(battle, aim.attack):
        return Refusal("OF-WSR-5", f"{said}.")
    moved_before = aim.attack.free and battle.units[aim.attack.by].has_moved
    if moved_before and plays(battle, "heavy_free_attack", "holds"):
        return Refusal("OF-WSR-5", f"{said} in this round.", reading=house_rule(battle, "heavy_free_attack"))
    return None


@forbids("OF-WSR-7", reads=("weapon", "models"))
def one_use(battle: Battle, aim: Aim) -> str | None:
    """A One Use weapon is used once per battle."""
    if any(spent(battle, aim.attack.by, model, aim.group.weapon) for model in aim.group.models):
        return f"{aim.group.weapon.name}: used up."
    return None


@forbids("OF-WSR-4", reads=("weapon", "models"))
def one_grenade(battle: Battle, aim: Aim) -> str | None:
    """One Grenade attack per unit and activation."""
    thrown = sum(
        len(group.models) for group in (*aim.earlier, aim.group) if "Grenade" in group.weapon.special
    )
    if thrown > number("grenades_per_activation"):
        return "One model of a unit throws one grenade in an activation."
    return None


_VALID_TARGET: tuple[Check[Battle, Any], ...] = (only_enemies_in_contact, no_friends_in_contact, not_screened)
_BEFORE: tuple[Check[Battle, Any], ...] = (target_is_an_enemy, somebody_left, one_weapon_each)
_IN_SIGHT: tuple[Check[Battle, Any], ...] = (one_line_of_sight, target_is_seen, in_range)
_WEAPON: tuple[Check[Battle, Any], ...] = (heavy_stays_put, one_use, one_grenade)


async def attack(play: Play[Battle], declared: Declared) -> None:
    """OF-ATK-6: the procedure is repeated group by group, in the order declared."""
    if not declared.groups:
        raise CommandError("Nobody has left this unit's assault range.")
    circumstances = circumstances_of(play.state, declared)
    battle = replace(play.state, last_attack=())
    if declared.free:
        battle = without_free_attack(battle, declared.by)
    elif is_active(battle, declared.by):
        battle = battle.with_activation(stage="attack")
    targets = tuple(dict.fromkeys(group.target for group in declared.groups))
    play.commit(battle, attack_facts.AttackDeclared(declared.by, targets, declared.free))
    await fire(play, circumstances, declared.groups)


def _may_attack(battle: Battle, by: str) -> bool:
    armed = awaits_orders(battle, by) and not battle.units[by].embarked_in
    return armed and bool(profile(battle, by).weapons)


def _owes_a_free_attack(battle: Battle, by: str) -> bool:
    return by in battle.free_attacks


ATTACK_COMMANDS: dict[str, CommandSpec[Battle]] = {
    "attack": CommandSpec(
        Attack,
        "Attack",
        "unit",
        attack,
        understand_attack,
        (attacks_in_order, not_aboard, has_flown, wounded_moves_or_attacks, there_is_a_target),
        parts=aims,
        part_checks=(*_BEFORE, *_VALID_TARGET, *_IN_SIGHT, assault_after_advance, *_WEAPON),
        rules=(
            "OF-WPN-2", "OF-WPN-3", "OF-WPN-4", "OF-WPN-5", "OF-STR-5", "OF-ARC-5", "OF-TST-1", "OF-TST-2",
            "OF-TST-3", "OF-TST-4", "OF-TST-5", "OF-RRL-1", "OF-RRL-2", "OF-MEA-3", "OF-TGT-2", "OF-ASW-1",
            "OF-ATK-1", "OF-ATK-2", "OF-ATK-3", "OF-ATK-6", "OF-DFN-1", "OF-DFN-2", "OF-DMG-1", "OF-DMG-2",
            "OF-DMG-3", "OF-VEH-7", "OF-VEH-12", "OF-USR-7", "OF-USR-8", "OF-USR-10", "OF-USR-12", "OF-USR-15",
            "OF-USR-16", "OF-WSR-1", "OF-WSR-2", "OF-WSR-3", "OF-WSR-6", "OF-WSR-8", "OF-WSR-9", "OF-WSR-10",
            "OF-WSR-11", "OF-WSR-12", "OFS-INJ-1", "OFS-KIL-1", "OFS-KIL-2", "OFS-KIL-3", "OFS-ATT-1", "OFS-ATT-2",
        ),
        key="a",
        aims="attack",
        begins_with="activate",
        offered=_may_attack,
    ),
    "free_attack": CommandSpec(
        FreeAttack,
        "Free attack",
        "unit",
        attack,
        understand_free_attack,
        (not_aboard, has_flown),
        parts=aims,
        part_checks=(*_BEFORE, *_IN_SIGHT, *_WEAPON),
        rules=("OF-LAR-1", "OF-LAR-2"),
        key="f",
        offered=_owes_a_free_attack,
    ),
}  # fmt: skip
