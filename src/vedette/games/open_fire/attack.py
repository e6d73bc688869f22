"""Making attacks: what is declared, whether it may be, and the attack itself (the dice are in volley.py)."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.conditions import condition_ends
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact, Names
from vedette.engine.play import Play
from vedette.games.open_fire import units
from vedette.games.open_fire.candidates import Near, Numbers
from vedette.games.open_fire.movement import has_flown
from vedette.games.open_fire.profiles import Weapon
from vedette.games.open_fire.sequence import acts_on_table, gone_past, is_active, without_free_attack
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import house_rule, number, plays, rules_of
from vedette.games.open_fire.units import Given
from vedette.games.open_fire.volley import Declared, Group, fire
from vedette.kit.schema import Inches
from vedette.kit.sentences import fact
from vedette.kit.words import inches

COMMANDS = Commands[Battle]()

AT_THE_TABLE = (
    "OF-UNI-1", "OF-MEA-1", "OF-MEA-2", "OF-LOS-2", "OF-LOS-3", "OF-ARC-1", "OF-ARC-2", "OF-ARC-3", "OF-ARC-4", "OF-VEH-6",
)  # fmt: skip
"""What only eyes at the table can judge of any attack."""


class Aim(Struct, frozen=True):
    """One group, the groups before it, and the attack that they belong to."""

    attack: Declared
    group: Group
    earlier: tuple[Group, ...] = ()


Modifier = Annotated[int, Field(ge=-100, le=100)]
Sight = Literal["clear", "obstructed", "blocked"]
Arc = Literal["front", "left", "right", "rear"]


class GroupWords(BaseModel):
    """One group of an attack: models with one weapon at one target."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)

    target: str | None = None
    weapon: str | None = None
    models: Annotated[Numbers | None, "those that attack, all with the weapon by default"] = None
    range: Annotated[Inches | None, "inches to the target"] = None
    los: Annotated[Sight | None, "line of sight"] = None
    arc: Annotated[Arc | None, "of the target"] = None
    screened: Annotated[bool | None, "another unit in the way"] = None
    reroll_hits: Annotated[bool | None, "for the sake of a critical"] = None
    modifier: Annotated[Modifier | None, "from abilities"] = None
    defence_modifier: Annotated[Modifier | None, "from abilities"] = None


class Attack(GroupWords, Command):
    """Attack with one or more groups."""

    attacks: Annotated[
        tuple[GroupWords, ...] | None,
        Field(strict=False, min_length=1, description="several groups, each a table"),
    ] = None
    near: Near = ()


class FreeAttack(Attack):
    """Strike at a unit that left assault range."""


def understood(battle: Battle, command: Attack) -> Declared:
    """The groups with their defaults (4.11). A free attack is made on the unit that left (4.9)."""
    unit, free = units.by_deployed_unit(battle, command), isinstance(command, FreeAttack)
    if free:
        if any(group.target is not None for group in (command, *(command.attacks or ()))):
            raise CommandError("A free attack is made on the unit that left; no target is named.")
        target = battle.left_by or battle.activation.unit
        if not target:  # nobody is leaving: the phase check refuses it, and there is nothing to force
            near = units.near_units(battle, command.near)
            return Declared(command.do, command.by, (), near, moved=False, advanced=False, free=True)
        command = command.model_copy(update={"target": target})
    if command.near and unit.embarked_in:
        raise ForbiddenError(f"{unit.name}: aboard, with nobody near.")
    said = []
    for own in command.attacks or (
        command,
    ):  # fields in the command hold for each group that does not give its own
        shared = [name for name in GroupWords.model_fields if getattr(own, name) is None]
        said.append(own.model_copy(update={name: getattr(command, name) for name in shared}))
    busy = {model for words in said for model in words.models or ()}
    groups = []
    for words in said:
        group = _group(battle, command.by, words, busy, free=free)
        groups.append(group)
        busy.update(group.models)
    acting = not free and is_active(battle, command.by)
    return Declared(
        command.do,
        command.by,
        tuple(groups),
        units.near_units(battle, command.near),
        moved=acting and (battle.activation.moved or units.deployed_is_moved(battle, command.by)),
        advanced=acting and battle.activation.advanced,
        free=free,
    )


def _group(battle: Battle, by: str, said: GroupWords, busy: set[int], *, free: bool) -> Group:
    """One group, by models that are not `busy` with another where none are named."""
    unit, own, target = battle.units[by], units.profile(battle, by), said.target
    if target is None:
        if len(unit.contacts) != 1:
            raise CommandError("Say which unit is attacked.")
        target = unit.contacts[0]
    elif not free:
        units.present(battle, target)
    contact = free or target in unit.contacts
    reach = None if free else said.range
    if reach is None and not contact:
        raise CommandError("Say at what range.")
    if said.models == ():
        raise CommandError("Say which models attack, or leave that out.")
    if said.weapon is None and len(own.weapons) != 1:
        raise CommandError("Say with which weapon." if own.weapons else f"{unit.name}: no weapon.")
    if said.weapon is not None and said.weapon not in own.weapons:
        raise CommandError(f"{unit.name}: no weapon {shown(said.weapon)}.")
    weapon = own.weapons[said.weapon or next(iter(own.weapons))]
    armed = units.carriers(battle, by, weapon.id)
    models, nobody = said.models or (), ""
    if len(set(models)) != len(models):
        raise CommandError("A model is named twice in one group.")
    for model in models:
        if model not in unit.living:
            raise CommandError(f"{unit.name}: no living model {model}.")
        if model not in armed:
            raise CommandError(f"Model {model} of {unit.name} does not carry {weapon.name}.")
    if not models:
        if not armed:
            raise CommandError(f"No living model of {unit.name} carries {weapon.name}.")
        ready = armed if units.has(battle, by, "Vehicle") else tuple(n for n in armed if n not in busy)
        models = tuple(n for n in ready if not spent(battle, by, n, weapon))
        if not models:
            models, nobody = armed, "OF-WSR-7" if ready else "OF-ATK-4"
        elif "Grenade" in weapon.special:
            models = models[:1]
    return Group(
        target=target,
        weapon=weapon,
        models=models,
        range=number("contact_range") if reach is None else reach,
        los=said.los or "clear",
        arc="front" if contact else said.arc or "front",
        contact=contact,
        screened=bool(said.screened),
        reroll_hits=bool(said.reroll_hits),
        modifier=said.modifier or 0,
        defence_modifier=said.defence_modifier or 0,
        nobody=nobody,
    )


def spent(battle: Battle, unit: str, model: int, weapon: Weapon) -> bool:
    """OF-WSR-7: a One Use weapon that this model has used, in whichever profile."""
    weapons, used = units.profile(battle, unit).weapons, battle.units[unit].models[model].used
    return "One Use" in weapon.special and any(weapon.is_same(weapons[one]) for one in used)


# --- whether what is declared may be


@forbids("OF-ACT-2")
def attacks_in_order(battle: Battle, command: Given) -> str | None:
    done, twice = gone_past(battle, command.by, "embark"), battle.activation.stage == "attack"
    instead = "a unit attacks only once" if twice else "attacking comes before that"
    return f"{done}; {instead}." if done else None


@forbids("OF-TRA-3")
def not_aboard(battle: Battle, command: Given) -> str | None:
    return "A unit aboard neither attacks nor secures." if battle.units[command.by].embarked_in else None


@forbids("OFS-INJ-2")
def wounded_moves_or_attacks(battle: Battle, command: Given) -> str | None:
    has_moved = is_active(battle, command.by) and battle.activation.moved
    if has_moved and units.leader_wounded(battle, command.by):
        return "A wounded model that has moved does not attack."
    return None


@forbids("OF-TGT-1")
def there_is_a_target(battle: Battle, command: Given) -> str | None:
    if any(unit.on_table and battle.enemies(command.by, name) for name, unit in battle.units.items()):
        return None
    return "No enemy is on the table."


@forbids("OF-TGT-1", reads=("target",))
def target_is_an_enemy(battle: Battle, aim: Aim) -> str | None:
    if not battle.enemies(aim.attack.by, aim.group.target):
        return f"{battle.units[aim.group.target].name}: not an enemy."
    return None


@check("OF-ATK-4", "OF-WSR-7", reads=("weapon",))
def somebody_left(battle: Battle, aim: Aim) -> Refusal | None:
    if aim.group.nobody == "OF-ATK-4":
        return Refusal("OF-ATK-4", "All models with this weapon attack with another one already.")
    return Refusal("OF-WSR-7", f"{aim.group.weapon.name}: used up.") if aim.group.nobody else None


@check("OF-ATK-4", reads=("weapon", "models"))
def one_weapon_each(battle: Battle, aim: Aim) -> Refusal | None:
    if units.has(battle, aim.attack.by, "Vehicle"):
        return None
    for earlier in aim.earlier:
        if shared := set(earlier.models) & set(aim.group.models):
            return Refusal("OF-ATK-4", f"Model {min(shared)} attacks with only one weapon, once.")
    return None


@check("OF-VEH-5", "OF-WPN-1", reads=("weapon",))
def each_weapon_once(battle: Battle, aim: Aim) -> Refusal | None:
    if not units.has(battle, aim.attack.by, "Vehicle"):
        return None
    for earlier in aim.earlier:
        shared = set(earlier.models) & set(aim.group.models)
        if shared and earlier.weapon.id == aim.group.weapon.id:
            return Refusal("OF-VEH-5", f"A vehicle uses each weapon once: {aim.group.weapon.name}.")
        if shared and earlier.weapon.is_same(aim.group.weapon):
            return Refusal("OF-WPN-1", "Of a weapon with several profiles one is used in an attack.")
    return None


@forbids("OF-VAL-1", reads=("target",))
def only_enemies_in_contact(battle: Battle, aim: Aim) -> WhyNot:
    contacts = battle.units[aim.attack.by].contacts
    if contacts and not aim.group.contact:
        names = ", ".join(battle.units[contact].name for contact in contacts)
        return "It may only attack enemies within its assault range.", names
    return None


@forbids("OF-VAL-2", reads=("target",))
def no_friends_in_contact(battle: Battle, aim: Aim) -> str | None:
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


@forbids("OF-LOS-1", reads=("target", "los"))
def one_line_of_sight(battle: Battle, aim: Aim) -> WhyNot:
    for earlier in aim.earlier:
        if earlier.target == aim.group.target and earlier.los != aim.group.los:
            return "There is one line of sight for each target.", earlier.los
    return None


@forbids("OF-LOS-4", reads=("los",))
def target_is_seen(battle: Battle, aim: Aim) -> str | None:
    """Blocked: no attack, not even with Blast (decisions 35 and 37)."""
    return "The line of sight is blocked." if aim.group.los == "blocked" else None


@forbids("OF-RNG-1", reads=("weapon", "range"))
def in_range(battle: Battle, aim: Aim) -> WhyNot:
    """The target is within the weapon's range (OF-WPN-2, OF-MEA-3)."""
    weapon = aim.group.weapon
    if weapon.minimum <= aim.group.range <= weapon.maximum:
        return None
    least = f"{weapon.minimum:g}" if weapon.minimum else "up"
    nearest = min(max(aim.group.range, weapon.minimum), weapon.maximum)
    return f"{weapon.name} reaches {least} to {inches(weapon.maximum)}.", inches(nearest)


@forbids("OF-ATK-5", reads=("weapon",))
def assault_after_advance(battle: Battle, aim: Aim) -> str | None:
    if aim.attack.advanced and "Assault" not in aim.group.weapon.special:
        return f"After an advance move only Assault weapons attack, not {aim.group.weapon.name}."
    return None


@forbids("OF-WSR-5", reads=("weapon",))
def heavy_stays_put(battle: Battle, aim: Aim) -> WhyNot:
    """Heavy weapons do not attack in an activation in which the unit moved, nor after it (decision 81)."""
    if "Heavy" not in aim.group.weapon.special:
        return None
    said = f"{aim.group.weapon.name} is Heavy, and the unit has moved"
    if aim.attack.moved:
        read = units.deployed_is_moved(battle, aim.attack.by)
        reading = house_rule(battle, "deploying_is_moving") if read else None
        return Refusal("OF-WSR-5", f"{said}.", reading=reading)
    moved_before = aim.attack.free and battle.units[aim.attack.by].has_moved
    if moved_before and plays(battle, "heavy_free_attack", "holds"):
        return Refusal("OF-WSR-5", f"{said} in this round.", reading=house_rule(battle, "heavy_free_attack"))
    return None


@forbids("OF-WSR-7", reads=("weapon", "models"))
def one_use(battle: Battle, aim: Aim) -> str | None:
    if any(spent(battle, aim.attack.by, model, aim.group.weapon) for model in aim.group.models):
        return f"{aim.group.weapon.name}: used up."
    return None


@forbids("OF-WSR-4", reads=("weapon", "models"))
def one_grenade(battle: Battle, aim: Aim) -> str | None:
    groups = (*aim.earlier, aim.group)
    thrown = sum(len(group.models) for group in groups if "Grenade" in group.weapon.special)
    if thrown > number("grenades_per_activation"):
        return "One model of a unit throws one grenade in an activation."
    return None


_TARGET: tuple[Check[Battle, Aim], ...] = (
    target_is_an_enemy,
    somebody_left,
    one_weapon_each,
    each_weapon_once,
)
_IN_SIGHT: tuple[Check[Battle, Aim], ...] = (one_line_of_sight, target_is_seen, in_range)
_WEAPON: tuple[Check[Battle, Aim], ...] = (heavy_stays_put, one_use, one_grenade)


# --- the attack itself (the dice are in volley.py)


@fact("{unit} {free:?made a free attack on|attacked} {targets}.")
class AttackDeclared(Fact, frozen=True):
    """Targets were named; once dice are rolled they no longer change (OF-TGT-2)."""

    unit: str
    targets: tuple[str, ...]
    free: bool

    def headline(self, names: Names) -> str:
        first, *others = self.targets
        more = f" and {len(others)} more" if others else ""
        return f"{names(self.unit)} → {names(first)}{more}{', free attack' if self.free else ''}"


def aims(battle: Battle, attack: Declared) -> Iterator[Aim]:
    for i, group in enumerate(attack.groups):
        yield Aim(attack, group, attack.groups[:i])


@COMMANDS.add(
    FreeAttack,
    "Free attack",
    understood,
    (not_aboard, has_flown),
    do="free_attack",
    parts=aims,
    part_checks=(*_TARGET, *_IN_SIGHT, *_WEAPON),
    rules=("OF-LAR-1", "OF-LAR-2"),
    reminders=AT_THE_TABLE,
    key="f",
    offered=lambda battle, by: by in battle.free_attacks,
)  # fmt: skip
@COMMANDS.add(
    Attack,
    "Attack",
    understood,
    (attacks_in_order, not_aboard, has_flown, wounded_moves_or_attacks, there_is_a_target),
    parts=aims,
    part_checks=(*_TARGET, only_enemies_in_contact, no_friends_in_contact, not_screened, *_IN_SIGHT, assault_after_advance, *_WEAPON),
    rules=(
        "OF-WPN-2", "OF-WPN-3", "OF-WPN-4", "OF-WPN-5", "OF-ARC-5", "OF-TST-1", "OF-TST-2", "OF-TST-3", "OF-TST-5",
        "OF-RRL-1", "OF-RRL-2", "OF-MEA-3", "OF-TGT-2", "OF-ASW-1", "OF-ATK-1", "OF-ATK-6", "OF-DFN-1", "OF-DMG-1",
        "OF-DMG-2", "OF-DMG-3", "OF-USR-8", "OF-USR-10", "OF-USR-12", "OF-WSR-2", "OF-WSR-3", "OF-WSR-6", "OF-WSR-8",
        "OF-WSR-9", "OF-WSR-10", "OF-WSR-11", "OFS-KIL-1", "OFS-KIL-3", *rules_of("attack", "defence", "killing"),
    ),
    reminders=AT_THE_TABLE,
    key="a",
    aims="attack",
    begins_with="activate",
    offered=lambda battle, by: acts_on_table(battle, by) and bool(units.profile(battle, by).weapons),
)  # fmt: skip
async def attack(play: Play[Battle], declared: Declared) -> None:
    """OF-ATK-6: the procedure is repeated group by group, in the order declared."""
    if not declared.groups:
        raise CommandError("Nobody has left this unit's assault range.")
    battle = replace(play.state, last_attack=())
    if declared.free:
        battle = without_free_attack(battle, declared.by)
    elif is_active(battle, declared.by):
        battle = battle.with_activation(stage="attack")
    targets = tuple(dict.fromkeys(group.target for group in declared.groups))
    play.commit(battle, AttackDeclared(declared.by, targets, declared.free))
    await fire(play, declared)
    for condition in play.state.conditions:
        brought = units.brought_by(play.state, condition)
        over = brought is not None and brought.once and condition.source != declared.by
        if over and condition.unit in targets:
            condition_ends(play, condition)
