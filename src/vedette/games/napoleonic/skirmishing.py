"""Fire: a Unit's skirmishers, its Regimental Gun, and the one shot of a Skirmish Group or a Screening Group."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.dice import Modifier, Remark
from vedette.engine.errors import ForbiddenError
from vedette.engine.play import Play
from vedette.games.napoleonic import firing, units
from vedette.games.napoleonic.exchange import its_side_still_fires
from vedette.games.napoleonic.firing import Fire, at_targets
from vedette.games.napoleonic.marks import it_is_on_the_table
from vedette.games.napoleonic.sending import RULES
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import groups, house_rule, modifier, number, plays
from vedette.kit.schema import Inches
from vedette.kit.tables import applying
from vedette.kit.words import count

COMMANDS = Commands[Battle]()


Direction = Literal["front", "left", "right", "rear"]


class SkirmishFire(Fire):
    """A Unit's skirmishers fire."""

    direction: Direction = "front"
    shots: Annotated[
        int | None, Field(ge=1, le=100, description="all that are left, or one to flank and rear")
    ] = None
    cavalry: Annotated[Inches | None, "BD to cavalry that faces the shooters"] = None
    facing_away: Annotated[bool, "the cavalry faces away"] = False


class GroupFire(Fire):
    """A group fires."""

    cavalry: Annotated[
        Inches | None, "BD to cavalry that faces the group, where that stops Skirmish Groups"
    ] = None
    facing_away: Annotated[bool, "the cavalry faces away"] = False


def skirmish_understood(battle: Battle, command: SkirmishFire) -> SkirmishFire:
    units.actor(battle, command)
    shots = command.shots
    if shots is None:
        aside = goes_aside(battle, command.by, command.direction)
        shots = 1 if aside else max(1, units.shots_left(battle, command.by))
    return at_targets(battle, command.model_copy(update={"shots": shots}))


@forbids("NA-3.3.1.1")
def _it_has_skirmishers(battle: Battle, command: Command) -> str | None:
    return "Only Infantry Units have skirmishers." if not units.is_infantry(battle, command.by) else None


@forbids("NA-3.3.1.1")
def _skirmishers_act_in_their_phase(battle: Battle, command: Command) -> str | None:
    return "Skirmishers act in the phase of skirmish fire." if battle.phase != "skirmish" else None


@check("NA-3.3.1.3", reads=("range",))
def in_reach(battle: Battle, command: Fire) -> Refusal | None:
    """Skirmishers and Regimental Guns reach up to 2BD (decisions 10 and 14)."""
    return firing.too_far(command, "NA-3.3.1.3")


def _facing_cavalry(battle: Battle, command: SkirmishFire | GroupFire) -> tuple[str, str] | None:
    """NA-3.3.1.3.1: how enemy cavalry in the open, near and facing, stops skirmishers, and what would do (decisions 11, 12)."""
    within = number("cavalry_within")
    if command.cavalry is not None and command.cavalry < within:
        return f"Enemy cavalry closer than {within} BD stops skirmishers in that direction.", ""
    faced = firing.cavalry_in_the_open(battle, command.at, command.protection)
    if command.facing_away or not faced:
        return None
    sentence = f"Cavalry in the open faces them: {battle.units[faced[0]].name}."
    return sentence, "facing away, or behind Protection"


@forbids("NA-3.3.1.3.1", "NA-3.3.1.4.2", reads=("at",))
def no_cavalry_in_the_way(battle: Battle, command: SkirmishFire) -> WhyNot:
    """Enemy cavalry in the open, near and facing, stops skirmishers; as a target too (decisions 11 and 12).

    Straight ahead a Regimental Gun that has not fired may.
    """
    faced, unit = _facing_cavalry(battle, command), battle.units[command.by]
    if faced is None or not unit.regimental_gun or unit.gun_fired or command.direction != "front":
        return faced
    sentence, nearest = faced
    nearest = "; ".join(filter(None, (nearest, "its Regimental Gun may fire")))
    return Refusal("NA-3.3.1.3.1", sentence, nearest, also=("NA-3.3.1.4.2",))


@check("NA-3.3.1.3", reads=("direction",))
def one_shot_to_flank_or_rear(battle: Battle, command: SkirmishFire) -> Refusal | None:
    """One shot in all goes to the flanks or rear, the others go to the front (decision 9)."""
    if not goes_aside(battle, command.by, command.direction):
        return None
    reading = house_rule(battle, "square_fronts") if battle.units[command.by].formation == "square" else None
    if battle.units[command.by].side_shot_used:
        sentence = "Its one shot to flank or rear is spent."
        return Refusal("NA-3.3.1.3", sentence, "to the front", reading=reading)
    most = number("side_shots")
    if (command.shots or 0) > most:
        sentence = f"Only {most} shot goes to a flank or the rear."
        return Refusal("NA-3.3.1.3", sentence, f"{most} shot", reading=reading)
    return None


def goes_aside(battle: Battle, unit: str, direction: str) -> bool:
    """NA-3.3.1.3: whether a shot goes to a flank or the rear; of a Square as the table reads it (decision 8)."""
    fronts = battle.units[unit].formation == "square" and plays(battle, "square_fronts", "all")
    return direction != "front" and not fronts


@check("NA-3.3.1.2.1", "NA-3.3.1.2.2", "NA-3.3.1.2.3", "NA-3.3.1.2.4", reads=("shots",))
def it_has_so_many_shots(battle: Battle, command: SkirmishFire) -> Refusal | None:
    """Type, then formation, then groups out, then skirmishers: the first limit that is broken (decision 5)."""
    unit, parts = command.by, units.shot_parts(battle, command.by)
    fired, left = battle.units[unit].shots_fired, units.shots_left(battle, unit)
    wanted, spent = fired + (command.shots or 1), f", {fired} fired already" if fired else ""
    nearest = count(left, "shot") if left else ""
    limit = units.profile(battle, unit).type
    if wanted > limit:
        sentence = f"Of Type {limit} it has at most {limit} shots in a phase{spent}."
        return Refusal("NA-3.3.1.2.1", sentence, nearest)
    limit += int(parts["formation"].value)
    if wanted > limit:
        sentence = f"In Square or garrison it has a shot less, {limit} in all{spent}."
        return Refusal("NA-3.3.1.2.2", sentence, nearest)
    limit += int(parts["groups"].value)
    if wanted > limit:
        sentence = f"Each Skirmish Group out costs a shot: it has {max(0, limit)} in all{spent}."
        reading = house_rule(battle, "lost_group_shot") if units.lost_groups_count(battle, unit) else None
        return Refusal("NA-3.3.1.2.3", sentence, nearest, reading=reading)
    few = units.skirmishers(battle, unit)
    if wanted > few:
        sentence = f"It has {few or 'no'} skirmisher{'' if few == 1 else 's'}{spent}."
        reading = house_rule(battle, "officers_with_groups") if units.officers_count(battle, unit) else None
        return Refusal("NA-3.3.1.2.4", sentence, nearest, reading=reading)
    return None


@COMMANDS.add(
    SkirmishFire,
    "Skirmishers fire",
    skirmish_understood,
    (
        it_is_on_the_table, firing.targets_are_on_the_table, _it_has_skirmishers, _skirmishers_act_in_their_phase,
        its_side_still_fires, in_reach, no_cavalry_in_the_way, one_shot_to_flank_or_rear,
        it_has_so_many_shots,
    ),
    rules=("NA-3.3.1", "NA-3.3.1.2", "NA-3.3.1.6", "NA-3.3.1.6.1", *firing.FIRE_RULES),
    reminders=("NA-3.3.1.3", "NA-3.3.1.3.1", "NA-3.3.1.6.1"),
    key="a",
    aims="fire at",
    offered=lambda battle, by: battle.phase == "skirmish" and units.is_infantry(battle, by),
)  # fmt: skip
async def skirmish_fire(play: Play[Battle], command: SkirmishFire) -> None:
    """NA-3.3.1.2, NA-3.3.1.6: as many d10 as shots, and each 1 takes effect."""
    battle, by, shots = play.state, command.by, command.shots or 1
    unit = battle.units[by]
    if unit.group:
        raise ForbiddenError(f"{unit.name}: a group, without skirmishers to send.")
    pool = firing.fire_pool(battle, by, tuple(command.at), shots, command.protection, *arithmetic(battle, by))
    pool = replace(pool, readings=(*shot_readings(battle, by, command.direction), *pool.readings))
    await firing.fire(
        play,
        command,
        pool,
        why="Skirmishers",
        rules=("NA-3.3.1.6",),
        paired=True,
        shots_fired=unit.shots_fired + shots,
        side_shot_used=unit.side_shot_used or goes_aside(battle, by, command.direction),
    )


def shot_readings(battle: Battle, unit: str, direction: str) -> tuple[Remark, ...]:
    """How the table reads what a Unit may shoot, where that makes a difference (decisions 6 and 8)."""
    aside = battle.units[unit].formation == "square" and direction != "front"
    matters = {
        house_rule(battle, "lost_group_shot"): units.lost_groups_count(battle, unit),
        house_rule(battle, "officers_with_groups"): units.officers_count(battle, unit),
        house_rule(battle, "square_fronts"): aside,
    }
    return tuple(remark for remark, does in matters.items() if does)


def arithmetic(battle: Battle, unit: str) -> tuple[Remark, Remark]:
    few = applying(*units.skirmisher_parts(battle, unit).values())
    limit, shots = units.shots_limit(battle, unit), units.shots_available(battle, unit)
    too_few = modifier("too-few", limit - shots)  # NA-3.3.1.2.4: the shots for which there is no skirmisher
    many = applying(*units.shot_parts(battle, unit).values(), too_few)
    return _sum("Skirmishers", units.skirmishers(battle, unit), few), _sum("Shots", shots, many)


def _sum(name: str, value: int, parts: tuple[Modifier, ...]) -> Remark:
    """A number and its parts, `2 = Drill 2 + Experience 2 − Missing lives 2`, with the rules behind them, each once."""
    said = ""
    for part in parts:
        sign = (" + " if part.value > 0 else " − ") if said else ("" if part.value > 0 else "− ")
        said += f"{sign}{part.name} {abs(part.value):g}"
    below = ", never below 0" if value > sum(part.value for part in parts) else ""
    rules = tuple(dict.fromkeys(rule for part in parts for rule in part.rules))
    return Remark(name, f"{value} = {said}{below}" if said else str(value), rules)


# --- the Regimental Gun


class GunFire(Fire):
    """A Unit's Regimental Gun fires."""

    direction: Direction = "front"


@forbids("NA-3.3.1.4")
def _it_has_a_gun(battle: Battle, command: Command) -> str | None:
    if not battle.units[command.by].regimental_gun:
        return f"{battle.units[command.by].name}: no Regimental Gun."
    return None


@forbids("NA-3.3.1.4")
def _the_gun_fires_in_its_phase(battle: Battle, command: Command) -> str | None:
    return "A Regimental Gun fires in the phase of skirmish fire." if battle.phase != "skirmish" else None


@forbids("NA-3.3.1.4")
def the_gun_fires_once(battle: Battle, command: Command) -> str | None:
    """One further shot in a phase (decision 14)."""
    return "Its gun has fired in this phase." if battle.units[command.by].gun_fired else None


@forbids("NA-3.3.1.4.1", reads=("direction",), alternative="to the front")
def the_gun_fires_straight_ahead(battle: Battle, command: GunFire) -> str | None:
    return "A Regimental Gun fires straight ahead only." if command.direction != "front" else None


@COMMANDS.add(
    GunFire,
    "Regimental Gun fires",
    at_targets,
    (
        it_is_on_the_table, firing.targets_are_on_the_table, _it_has_a_gun, _the_gun_fires_in_its_phase,
        its_side_still_fires, the_gun_fires_once, the_gun_fires_straight_ahead, in_reach,
    ),
    rules=("NA-3.3.1.4", "NA-3.3.1.6", "NA-3.3.1.6.1", *firing.FIRE_RULES),
    reminders=("NA-3.3.1.4.1", "NA-3.3.1.4.2", "NA-3.3.1.6.1"),
    key="g",
    aims="fire its gun at",
    offered=lambda battle, by: battle.phase == "skirmish" and battle.units[by].regimental_gun,
)  # fmt: skip
async def gun_fire(play: Play[Battle], command: GunFire) -> None:
    """NA-3.3.1.4: one shot more, served by the gun's crew; it takes effect as a skirmish shot does."""
    unit, rules = play.state.units[command.by], ("NA-3.3.1.4", "NA-3.3.1.6")
    if not unit.regimental_gun:
        raise ForbiddenError(f"{unit.name}: no Regimental Gun.")
    pool = firing.fire_pool(
        play.state, command.by, tuple(command.at), number("gun_shots"), command.protection
    )
    await firing.fire(play, command, pool, why="Regimental Gun", rules=rules, paired=True, gun_fired=True)


# --- the one shot of a Skirmish Group or a Screening Group


def group_fire_understood(battle: Battle, command: GroupFire) -> GroupFire:
    units.by_group(battle, command)
    if command.model_fields_set & {"cavalry", "facing_away"} and not stopped_by_cavalry(battle, command.by):
        raise ForbiddenError("Cavalry does not stop this group: say nothing of it.")
    return at_targets(battle, command)


@check("NA-3.3.2.3", "NA-3.3.3.3")
def _groups_fire_in_the_phase(battle: Battle, command: Command) -> Refusal | None:
    if battle.phase != "skirmish":
        rule = RULES[battle.units[command.by].group].fires
        return Refusal(rule, "Groups shoot in the phase of skirmish fire.")
    return None


def stopped_by_cavalry(battle: Battle, group: str) -> bool:
    """Whether cavalry stops such a group: a Skirmish Group, if the table reads it so (decision 13)."""
    return battle.units[group].group == "skirmish" and plays(battle, "cavalry_and_groups", "stopped")


@check("NA-3.3.1.3.1", reads=("at",))
def no_cavalry_before_the_group(battle: Battle, command: GroupFire) -> Refusal | None:
    """A Skirmish Group does not act toward cavalry in the open, near and facing it."""
    faced = _facing_cavalry(battle, command) if stopped_by_cavalry(battle, command.by) else None
    reading = house_rule(battle, "cavalry_and_groups")
    return None if faced is None else Refusal("NA-3.3.1.3.1", *faced, reading=reading)


@forbids("NA-3.3.3.3.1")
def _riders_have_carbines(battle: Battle, command: Command) -> str | None:
    if battle.units[command.by].group == "screening" and not units.has_carbines(battle, command.by):
        return "Its riders have no carbines."
    return None


@check("NA-3.3.2.3.1", "NA-3.3.3.3.1")
def _one_shot_each(battle: Battle, command: Command) -> Refusal | None:
    group = battle.units[command.by]
    return Refusal(RULES[group.group].shot, "Its one shot is spent.") if group.fired else None


@check("NA-3.3.2.3.1", "NA-3.3.3.3.1", reads=("range",))
def in_reach_of_the_group(battle: Battle, command: GroupFire) -> Refusal | None:
    return firing.too_far(command, RULES[battle.units[command.by].group].shot)


@COMMANDS.add(
    GroupFire,
    "The group fires",
    group_fire_understood,
    (
        it_is_on_the_table, firing.targets_are_on_the_table, _groups_fire_in_the_phase, its_side_still_fires,
        _riders_have_carbines, _one_shot_each, in_reach_of_the_group, no_cavalry_before_the_group,
    ),
    rules=(*RULES["skirmish"].hits, *RULES["screening"].hits, *firing.FIRE_RULES),
    reminders=("NA-3.3.2.3.1", "NA-3.3.2.4.1", "NA-3.3.3.4.1"),
    key="a",
    aims="fire at",
    offered=lambda battle, by: battle.phase == "skirmish" and bool(battle.units[by].group),
)  # fmt: skip
async def group_fire(play: Play[Battle], command: GroupFire) -> None:
    """NA-3.3.2.4: a Skirmish Group against its mother's Fire; NA-3.3.3.4: a Screening Group needs a 1."""
    kind, at = play.state.units[command.by].group, tuple(command.at)
    pool = firing.fire_pool(play.state, command.by, at, number("group_shots"), command.protection)
    why, rules, paired = groups()[kind].name, RULES[kind].hits[:1], kind == "screening"
    await firing.fire(play, command, pool, why=why, rules=rules, paired=paired, fired=True)
