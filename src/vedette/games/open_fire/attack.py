"""Making attacks: what is declared, and whether it may be (the dice are in volley.py)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from vedette.engine.checks import Check, Refusal, check
from vedette.engine.commands import CommandSpec, shown
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.open_fire import attack_facts
from vedette.games.open_fire.commands import Attack, FreeAttack, GroupWords
from vedette.games.open_fire.profiles import Weapon
from vedette.games.open_fire.rounds import has_flown
from vedette.games.open_fire.sequence import is_active, stage_past, without_free_attack
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import has, leader_wounded, profile
from vedette.games.open_fire.volley import Circumstances, Group, fire
from vedette.games.open_fire.words import by_deployed_unit, living, near_units, present


@dataclass(frozen=True, slots=True)
class Declared:
    """An attack with everything that goes without saying. `free`: a free attack (OF-LAR-2)."""

    do: str
    by: str
    groups: tuple[Group, ...]
    near: tuple[str, ...]
    free: bool = False


@dataclass(frozen=True, slots=True)
class Aim:
    """One group, the groups before it, and the attack that they belong to."""

    attack: Declared
    group: Group
    earlier: tuple[Group, ...] = field(default=())


def aims(battle: Battle, attack: Declared) -> Iterator[Aim]:
    """The groups of an attack, each with those before it."""
    for i, group in enumerate(attack.groups):
        yield Aim(attack, group, attack.groups[:i])


def understand_attack(battle: Battle, command: Attack) -> Declared:
    """The groups with their defaults (4.11)."""
    by_deployed_unit(battle, command)
    return _declared(battle, command, free=False)


def understand_free_attack(battle: Battle, command: FreeAttack) -> Declared:
    """The target is the unit that left (4.9)."""
    by_deployed_unit(battle, command)
    if any(group.target is not None for group in (command, *(command.attacks or ()))):
        raise CommandError("A free attack is made on the unit that left; no target is named.")
    target = battle.left_by or battle.activation.unit
    if not target:  # nobody is leaving: the gate refuses it, and there is nothing to force
        return Declared(command.do, command.by, (), near_units(battle, command.near), free=True)
    living(battle, target)
    return _declared(battle, command.model_copy(update={"target": target}), free=True)


def _declared(battle: Battle, command: Attack, *, free: bool) -> Declared:
    if command.near and battle.units[command.by].embarked_in:
        raise CommandError(f"{battle.units[command.by].name} is aboard: nobody is near it.")
    words = [_merged(command, own) for own in command.attacks or (GroupWords(),)]
    taken: set[int] = set()
    named = {model for one in words for model in one["models"] or ()}
    groups = []
    for one in words:
        group = _group(battle, command.by, one, free=free)
        if one["models"] is None:
            group = _with_models(battle, command.by, group, named, taken)
            taken.update(() if group.nobody else group.models)
        groups.append(group)
    return Declared(command.do, command.by, tuple(groups), near_units(battle, command.near), free)


def _merged(command: Attack, own: GroupWords) -> dict[str, Any]:
    """Fields in the command hold for each group that does not give its own."""
    words = {name: getattr(own, name) for name in GroupWords.model_fields}
    return {name: getattr(command, name) if value is None else value for name, value in words.items()}


def _group(battle: Battle, by: str, words: dict[str, Any], *, free: bool) -> Group:
    target = _target(battle, by, words["target"], free=free)
    contact = free or target in battle.units[by].contacts
    reach = 1 if free else words["range"]
    if reach is None and not contact:
        raise CommandError("Say at what range.")
    models = words["models"] or ()
    if words["models"] == ():
        raise CommandError("Say which models attack, or leave that out.")
    weapon = _weapon(battle, by, words["weapon"])
    _check_models(battle, by, weapon, models)
    return Group(
        target=target,
        weapon=weapon,
        models=models,
        range=number("contact_range") if reach is None else reach,
        los=words["los"] or "clear",
        arc="front" if contact else words["arc"] or "front",
        contact=contact,
        screened=bool(words["screened"]),
        reroll_hits=bool(words["reroll_hits"]),
        modifier=words["modifier"] or 0,
        defence_modifier=words["defence_modifier"] or 0,
    )


def _target(battle: Battle, by: str, target: str | None, *, free: bool) -> str:
    if target is None:
        contacts = battle.units[by].contacts
        if len(contacts) != 1:
            raise CommandError("Say which unit is attacked.")
        return contacts[0]
    if not free:
        present(battle, target)
    return target


def _weapon(battle: Battle, by: str, weapon: str | None) -> Weapon:
    weapons = profile(battle, by).weapons
    if weapon is None:
        if len(weapons) != 1:
            name = battle.units[by].name
            raise CommandError(f"{name} has no weapon." if not weapons else "Say with which weapon.")
        return next(iter(weapons.values()))
    if weapon not in weapons:
        raise CommandError(f"{battle.units[by].name} has no weapon {shown(weapon)}.")
    return weapons[weapon]


def _check_models(battle: Battle, by: str, weapon: Weapon, models: tuple[int, ...]) -> None:
    unit = battle.units[by]
    if len(set(models)) != len(models):
        raise CommandError("A model is named twice in one group.")
    for model in models:
        if model not in unit.living:
            raise CommandError(f"{unit.name} has no living model {model}.")
        if weapon.id not in profile(battle, by).models[model].weapons:
            raise CommandError(f"Model {model} of {unit.name} does not carry {weapon.name}.")


def _with_models(battle: Battle, by: str, group: Group, named: set[int], taken: set[int]) -> Group:
    """The models that take part when none are named; `nobody` is the rule where none is left."""
    unit, weapon = battle.units[by], group.weapon
    carriers = tuple(n for n in unit.living if weapon.id in profile(battle, by).models[n].weapons)
    if not carriers:
        raise CommandError(f"No living model of {unit.name} carries {weapon.name}.")
    vehicle = has(battle, by, "Vehicle")
    free = tuple(n for n in carriers if vehicle or (n not in named and n not in taken))
    models = tuple(n for n in free if not spent(battle, by, n, weapon))
    if not models:
        return group.with_models(carriers, nobody="OF-WSR-7" if free else "OF-ATK-4")
    return group.with_models(models[:1] if "Grenade" in weapon.special else models)


def spent(battle: Battle, unit: str, model: int, weapon: Weapon) -> bool:
    """OF-WSR-7: a One Use weapon that this model has used."""
    return "One Use" in weapon.special and weapon.id in battle.units[unit].models[model].used


def moved(battle: Battle, attack: Declared) -> bool:
    """Whether the unit has moved in its activation; a free attack is outside of it (decision 31)."""
    return not attack.free and is_active(battle, attack.by) and battle.activation.moved


def advanced(battle: Battle, attack: Declared) -> bool:
    """Whether the unit has made an advance move in its activation."""
    return not attack.free and is_active(battle, attack.by) and battle.activation.advanced


@check("OF-ACT-2")
def attacks_in_order(battle: Battle, command: Any) -> Refusal | None:
    """Actions go in their order, each at most once."""
    if stage_past(battle, command.by, "embark"):
        return Refusal("OF-ACT-2", "A unit attacks once, and before it secures an objective.")
    return None


@check("OF-TRA-3")
def not_aboard(battle: Battle, command: Any) -> Refusal | None:
    """A unit aboard neither attacks nor secures."""
    if battle.units[command.by].embarked_in:
        return Refusal("OF-TRA-3", "A unit aboard neither attacks nor secures.")
    return None


@check("OFS-INJ-2")
def wounded_moves_or_attacks(battle: Battle, command: Any) -> Refusal | None:
    """A wounded model does not attack in an activation in which it moved."""
    has_moved = is_active(battle, command.by) and battle.activation.moved
    if has_moved and leader_wounded(battle, command.by):
        return Refusal("OFS-INJ-2", "A wounded model that has moved does not attack.")
    return None


@check("OF-TGT-1", reads=("target",))
def target_is_an_enemy(battle: Battle, aim: Aim) -> Refusal | None:
    """Attacks are made on enemy units."""
    if not battle.enemies(aim.attack.by, aim.group.target):
        return Refusal("OF-TGT-1", f"{battle.units[aim.group.target].name} is no enemy.")
    return None


@check("OF-ATK-4", "OF-WSR-7", reads=("weapon",))
def somebody_left(battle: Battle, aim: Aim) -> Refusal | None:
    """A model is there to make the attack."""
    if aim.group.nobody == "OF-ATK-4":
        return Refusal("OF-ATK-4", "All models with this weapon attack with another one already.")
    if aim.group.nobody:
        return Refusal("OF-WSR-7", f"{aim.group.weapon.name} has been used up.")
    return None


@check("OF-ATK-4", "OF-VEH-5", "OF-WPN-1", reads=("weapon", "models"))
def one_weapon_each(battle: Battle, aim: Aim) -> Refusal | None:
    """Each model attacks with one weapon; a vehicle with each of its weapons once, in one profile."""
    if aim.group.nobody:
        return None
    vehicle = has(battle, aim.attack.by, "Vehicle")
    for earlier in aim.earlier:
        shared = set(earlier.models) & set(aim.group.models)
        if shared and not vehicle:
            return Refusal("OF-ATK-4", f"Model {min(shared)} attacks with only one weapon, once.")
        if shared and earlier.weapon.id == aim.group.weapon.id:
            return Refusal("OF-VEH-5", f"A vehicle uses each weapon once: {aim.group.weapon.name}.")
        if (
            shared
            and aim.group.weapon.profile_of
            and earlier.weapon.profile_of == aim.group.weapon.profile_of
        ):
            return Refusal("OF-WPN-1", "Of a weapon with several profiles one is used in an attack.")
    return None


@check("OF-VAL-1", reads=("target",))
def only_enemies_in_contact(battle: Battle, aim: Aim) -> Refusal | None:
    """A unit within assault range of enemies attacks only those."""
    contacts = battle.units[aim.attack.by].contacts
    if contacts and not aim.group.contact:
        names = ", ".join(battle.units[one].name for one in contacts)
        return Refusal(
            "OF-VAL-1", "It may only attack enemies within its assault range.", f"Those are: {names}."
        )
    return None


@check("OF-VAL-2", reads=("target",))
def no_friends_in_contact(battle: Battle, aim: Aim) -> Refusal | None:
    """An enemy within assault range of another friendly unit is no target."""
    if aim.group.contact:
        return None
    for other in battle.units[aim.group.target].contacts:
        if other != aim.attack.by and not battle.enemies(aim.attack.by, other):
            return Refusal("OF-VAL-2", f"{battle.units[other].name} stands within its assault range.")
    return None


@check("OF-VAL-3", reads=("target", "screened", "weapon"))
def not_screened(battle: Battle, aim: Aim) -> Refusal | None:
    """An enemy partly hidden by another unit is no target, except for Blast (OF-WSR-3)."""
    if aim.group.screened and not aim.group.contact and "Blast" not in aim.group.weapon.special:
        return Refusal("OF-VAL-3", "Another unit partly hides the target.")
    return None


@check("OF-LOS-1", reads=("target", "los"))
def one_line_of_sight(battle: Battle, aim: Aim) -> Refusal | None:
    """One line of sight for each target unit."""
    for earlier in aim.earlier:
        if earlier.target == aim.group.target and earlier.los != aim.group.los:
            return Refusal("OF-LOS-1", "There is one line of sight for each target.", f"It is {earlier.los}.")
    return None


@check("OF-LOS-4", reads=("los",))
def target_is_seen(battle: Battle, aim: Aim) -> Refusal | None:
    """Blocked: no attack, not even with Blast (decisions 35 and 37)."""
    if aim.group.los == "blocked":
        return Refusal("OF-LOS-4", "The line of sight is blocked.")
    return None


@check("OF-RNG-1", reads=("weapon", "range"))
def in_range(battle: Battle, aim: Aim) -> Refusal | None:
    """The target is within the weapon's range (OF-WPN-2, OF-MEA-3)."""
    weapon = aim.group.weapon
    if weapon.minimum <= aim.group.range <= weapon.maximum:
        return None
    reach = f"{weapon.minimum:g} to {weapon.maximum:g}" if weapon.minimum else f"up to {weapon.maximum:g}"
    nearest = min(max(aim.group.range, weapon.minimum), weapon.maximum)
    return Refusal("OF-RNG-1", f"{weapon.name} reaches {reach} inches.", f"{nearest:g} inches.")


@check("OF-ATK-5", reads=("weapon",))
def assault_after_advance(battle: Battle, aim: Aim) -> Refusal | None:
    """After an advance move only Assault weapons attack."""
    if advanced(battle, aim.attack) and "Assault" not in aim.group.weapon.special:
        return Refusal(
            "OF-ATK-5", f"After an advance move only Assault weapons attack, not {aim.group.weapon.name}."
        )
    return None


@check("OF-WSR-5", reads=("weapon",))
def heavy_stays_put(battle: Battle, aim: Aim) -> Refusal | None:
    """Heavy weapons do not attack in an activation in which the unit moved."""
    if moved(battle, aim.attack) and "Heavy" in aim.group.weapon.special:
        return Refusal("OF-WSR-5", f"{aim.group.weapon.name} is Heavy, and the unit has moved.")
    return None


@check("OF-WSR-7", reads=("weapon", "models"))
def one_use(battle: Battle, aim: Aim) -> Refusal | None:
    """A One Use weapon is used once per battle."""
    if any(spent(battle, aim.attack.by, model, aim.group.weapon) for model in aim.group.models):
        return Refusal("OF-WSR-7", f"{aim.group.weapon.name} has been used up.")
    return None


@check("OF-WSR-4", reads=("weapon", "models"))
def one_grenade(battle: Battle, aim: Aim) -> Refusal | None:
    """One Grenade attack per unit and activation."""
    if "Grenade" not in aim.group.weapon.special:
        return None
    thrown = sum(
        len(group.models) for group in (*aim.earlier, aim.group) if "Grenade" in group.weapon.special
    )
    if thrown > number("grenades_per_activation"):
        return Refusal("OF-WSR-4", "One model of a unit throws one grenade in an activation.")
    return None


_VALID_TARGET: tuple[Check[Battle, Any], ...] = (only_enemies_in_contact, no_friends_in_contact, not_screened)
_BEFORE: tuple[Check[Battle, Any], ...] = (target_is_an_enemy, somebody_left, one_weapon_each)
_AFTER: tuple[Check[Battle, Any], ...] = (
    one_line_of_sight, target_is_seen, in_range, assault_after_advance, heavy_stays_put, one_use, one_grenade,
)  # fmt: skip


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
    play.becomes(battle, attack_facts.AttackDeclared(declared.by, targets, declared.free))
    await fire(play, circumstances, declared.groups)


def circumstances_of(battle: Battle, declared: Declared) -> Circumstances:
    """What holds for all groups of an attack, as it stands before the first die."""
    return Circumstances(
        declared.by,
        declared.near,
        moved=moved(battle, declared),
        advanced=advanced(battle, declared),
        free=declared.free,
    )


ATTACK_COMMANDS: dict[str, CommandSpec[Battle]] = {
    "attack": CommandSpec(
        Attack,
        "Attack",
        "unit",
        attack,
        understand_attack,
        (attacks_in_order, not_aboard, has_flown, wounded_moves_or_attacks),
        parts=aims,
        part_checks=(*_BEFORE, *_VALID_TARGET, *_AFTER),
        rules=(
            "OF-WPN-2", "OF-WPN-3", "OF-WPN-4", "OF-WPN-5", "OF-STR-5", "OF-ARC-5", "OF-TST-1", "OF-TST-2",
            "OF-TST-3", "OF-TST-4", "OF-TST-5", "OF-RRL-1", "OF-RRL-2", "OF-MEA-3", "OF-TGT-2", "OF-ASW-1",
            "OF-ATK-1", "OF-ATK-2", "OF-ATK-3", "OF-ATK-6", "OF-DFN-1", "OF-DFN-2", "OF-DMG-1", "OF-DMG-2",
            "OF-DMG-3", "OF-VEH-7", "OF-VEH-12", "OF-USR-7", "OF-USR-8", "OF-USR-10", "OF-USR-12", "OF-USR-15",
            "OF-USR-16", "OF-WSR-1", "OF-WSR-2", "OF-WSR-3", "OF-WSR-6", "OF-WSR-8", "OF-WSR-9", "OF-WSR-10",
            "OF-WSR-11", "OF-WSR-12", "OFS-INJ-1", "OFS-KIL-1", "OFS-KIL-2", "OFS-KIL-3", "OFS-ATT-1", "OFS-ATT-2",
        ),
    ),
    "free_attack": CommandSpec(
        FreeAttack,
        "Free attack",
        "unit",
        attack,
        understand_free_attack,
        (not_aboard, has_flown),
        parts=aims,
        part_checks=(*_BEFORE, *_AFTER),
        rules=("OF-LAR-1", "OF-LAR-2"),
    ),
}  # fmt: skip
