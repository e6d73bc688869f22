"""Fire: a Unit's skirmishers, its Regimental Gun, and the one shot of a Skirmish Group or a Screening Group."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.dice import Modifier, Remark
from vedette.engine.errors import ForbiddenError
from vedette.engine.play import Play
from vedette.games.napoleonic.firing import (
    FIRE_RULES,
    Shot,
    at_targets,
    facing_cavalry,
    fire,
    group_pool,
    its_side_still_fires,
    plain_pool,
    targets_are_on_the_table,
    too_far,
)
from vedette.games.napoleonic.lookup import actor, by_group
from vedette.games.napoleonic.marks import Count, it_is_on_the_table
from vedette.games.napoleonic.sending import RULES, GroupRules
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import groups, house_rule, number, plays
from vedette.games.napoleonic.units import (
    has_carbines,
    is_infantry,
    lost_groups_count,
    officers_count,
    profile,
    shot_parts,
    shots_available,
    shots_left,
    skirmisher_parts,
    skirmishers,
    too_few,
)
from vedette.kit.schema import Ids, Inches
from vedette.kit.tables import applying
from vedette.kit.words import count

COMMANDS = Commands[Battle]()


Shots = Annotated[int, Field(ge=1, le=100)]


Direction = Literal["front", "left", "right", "rear"]


class Fire(Command):
    """What all fire has in common: at whom, how far, and the Protection of the targets."""

    at: Annotated[str | Ids, Field(description="a Unit, or a list")]
    range: Annotated[Inches, Field(description="in BD")]
    protection: Annotated[Count, Field(description="of the targets")] = 0


class SkirmishFire(Fire):
    """A Unit's skirmishers fire."""

    direction: Direction = "front"
    shots: Annotated[Shots | None, Field(description="all that are left, or one to flank and rear")] = None
    cavalry: Annotated[Inches | None, Field(description="BD to cavalry that faces the shooters")] = None
    facing_away: Annotated[bool, Field(description="the cavalry faces away")] = False


class GunFire(Fire):
    """A Unit's Regimental Gun fires."""

    direction: Direction = "front"


def skirmish_understood(battle: Battle, command: SkirmishFire) -> SkirmishFire:
    """The targets, and the shots where they were left out: all to the front, one to flank or rear."""
    actor(battle, command)
    shots = command.shots
    if shots is None:
        aside = goes_aside(battle, command.by, command.direction)
        shots = 1 if aside else max(1, shots_left(battle, command.by))
    understood: SkirmishFire = at_targets(battle, command.model_copy(update={"shots": shots}))
    return understood


@forbids("NA-3.3.1.1")
def it_has_skirmishers(battle: Battle, command: Any) -> str | None:
    """Only Infantry Units have skirmishers."""
    return "Only Infantry Units have skirmishers." if not is_infantry(battle, command.by) else None


@forbids("NA-3.3.1.1")
def skirmishers_act_in_their_phase(battle: Battle, command: Any) -> str | None:
    """Skirmishers act in the phase of skirmish fire."""
    return "Skirmishers act in the phase of skirmish fire." if battle.phase != "skirmish" else None


@check("NA-3.3.1.3", reads=("range",))
def in_reach(battle: Battle, command: Any) -> Refusal | None:
    """Skirmishers and Regimental Guns reach up to 2BD (decisions 10 and 14)."""
    return too_far(command, "NA-3.3.1.3")


@forbids("NA-3.3.1.3.1", "NA-3.3.1.4.2", reads=("at",))
def no_cavalry_in_the_way(battle: Battle, command: SkirmishFire) -> WhyNot:
    """Enemy cavalry in the open, near and facing, stops skirmishers; as a target too (decisions 11 and 12)."""
    faced = facing_cavalry(battle, command)
    if faced is None:
        return None
    sentence, nearest = faced
    if not _its_gun_could_fire(battle, command):
        return sentence, nearest
    nearest = "; ".join(filter(None, (nearest, "its Regimental Gun may fire")))
    return Refusal("NA-3.3.1.3.1", sentence, nearest, also=("NA-3.3.1.4.2",))


def _its_gun_could_fire(battle: Battle, command: SkirmishFire) -> bool:
    """NA-3.3.1.4.2: toward cavalry, straight ahead, a Regimental Gun that has not fired may."""
    unit = battle.units[command.by]
    return unit.regimental_gun and not unit.gun_fired and command.direction == "front"


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
def it_has_so_many_shots(battle: Battle, command: Any) -> Refusal | None:
    """Type, then formation, then groups out, then skirmishers: the first limit that is broken (decision 5)."""
    unit, parts = command.by, shot_parts(battle, command.by)
    fired, left = battle.units[unit].shots_fired, shots_left(battle, unit)
    wanted, spent = fired + command.shots, f", {fired} fired already" if fired else ""
    nearest = count(left, "shot") if left else ""
    limit = profile(battle, unit).type
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
        reading = house_rule(battle, "lost_group_shot") if lost_groups_count(battle, unit) else None
        return Refusal("NA-3.3.1.2.3", sentence, nearest, reading=reading)
    few = skirmishers(battle, unit)
    if wanted > few:
        sentence = f"It has {few or 'no'} skirmisher{'' if few == 1 else 's'}{spent}."
        reading = house_rule(battle, "officers_with_groups") if officers_count(battle, unit) else None
        return Refusal("NA-3.3.1.2.4", sentence, nearest, reading=reading)
    return None


@COMMANDS.add(
    SkirmishFire,
    "Skirmishers fire",
    skirmish_understood,
    (
        it_is_on_the_table,
        targets_are_on_the_table,
        it_has_skirmishers,
        skirmishers_act_in_their_phase,
        its_side_still_fires,
        in_reach,
        no_cavalry_in_the_way,
        one_shot_to_flank_or_rear,
        it_has_so_many_shots,
    ),
    rules=("NA-3.3.1", "NA-3.3.1.2", "NA-3.3.1.6", "NA-3.3.1.6.1", *FIRE_RULES),
    reminders=("NA-3.3.1.3", "NA-3.3.1.3.1", "NA-3.3.1.6.1"),
    key="a",
    aims="fire at",
)
async def skirmish_fire(play: Play[Battle], command: SkirmishFire) -> None:
    """NA-3.3.1.2, NA-3.3.1.6: as many d10 as shots, and each 1 takes effect."""
    unit, shots = play.state.units[command.by], command.shots or 1
    if unit.group:
        raise ForbiddenError(f"{unit.name}: a group, without skirmishers to send.")
    aside = goes_aside(play.state, command.by, command.direction)
    at = tuple(command.at)
    pool = plain_pool(
        play.state, command.by, at, shots, command.protection, *arithmetic(play.state, command.by)
    )
    pool = replace(pool, readings=(*shot_readings(play.state, command.by, command.direction), *pool.readings))
    await fire(
        play,
        Shot(
            command.by,
            at,
            command.protection,
            "Skirmishers",
            pool,
            ("NA-3.3.1.6",),
            {"shots_fired": unit.shots_fired + shots, "side_shot_used": unit.side_shot_used or aside},
            paired=True,
        ),
    )


def shot_readings(battle: Battle, unit: str, direction: str) -> tuple[Remark, ...]:
    """How the table reads what a Unit may shoot, where that makes a difference (decisions 6 and 8)."""
    in_square = battle.units[unit].formation == "square" and direction != "front"
    return (
        *((house_rule(battle, "lost_group_shot"),) if lost_groups_count(battle, unit) else ()),
        *((house_rule(battle, "officers_with_groups"),) if officers_count(battle, unit) else ()),
        *((house_rule(battle, "square_fronts"),) if in_square else ()),
    )


def arithmetic(battle: Battle, unit: str) -> tuple[Remark, Remark]:
    """Where the skirmishers and the shots of a Unit come from, by name and rule."""
    few = applying(*skirmisher_parts(battle, unit).values())
    many = applying(*shot_parts(battle, unit).values(), too_few(battle, unit))
    return (
        Remark("Skirmishers", sum_words(skirmishers(battle, unit), few), rules_of(few)),
        Remark("Shots", sum_words(shots_available(battle, unit), many), rules_of(many)),
    )


def sum_words(value: int, parts: tuple[Modifier, ...]) -> str:
    """A number and its parts: `2 = Drill 2 + Experience 2 − Missing lives 2`."""
    said = ""
    for modifier in parts:
        sign = (" + " if modifier.value > 0 else " − ") if said else ("" if modifier.value > 0 else "− ")
        said += f"{sign}{modifier.name} {abs(modifier.value):g}"
    below = ", never below 0" if value > sum(modifier.value for modifier in parts) else ""
    return f"{value} = {said}{below}" if said else str(value)


def rules_of(parts: tuple[Modifier, ...]) -> tuple[str, ...]:
    """The rules behind the parts, each once."""
    return tuple(dict.fromkeys(rule for modifier in parts for rule in modifier.rules))


@forbids("NA-3.3.1.4")
def it_has_a_gun(battle: Battle, command: Any) -> str | None:
    """Only a Unit with a Regimental Gun fires one."""
    if not battle.units[command.by].regimental_gun:
        return f"{battle.units[command.by].name}: no Regimental Gun."
    return None


@forbids("NA-3.3.1.4")
def the_gun_fires_in_its_phase(battle: Battle, command: Any) -> str | None:
    """The gun's shot is a skirmish shot."""
    return "A Regimental Gun fires in the phase of skirmish fire." if battle.phase != "skirmish" else None


@forbids("NA-3.3.1.4")
def the_gun_fires_once(battle: Battle, command: Any) -> str | None:
    """One further shot in a phase (decision 14)."""
    return "Its gun has fired in this phase." if battle.units[command.by].gun_fired else None


@forbids("NA-3.3.1.4.1", reads=("direction",), alternative="to the front")
def the_gun_fires_straight_ahead(battle: Battle, command: GunFire) -> str | None:
    """Straight ahead, and nowhere else; that cavalry stands there does not stop it."""
    return "A Regimental Gun fires straight ahead only." if command.direction != "front" else None


def gun_understood(battle: Battle, command: GunFire) -> GunFire:
    """The targets."""
    actor(battle, command)
    understood: GunFire = at_targets(battle, command)
    return understood


@COMMANDS.add(
    GunFire,
    "Regimental Gun fires",
    gun_understood,
    (
        it_is_on_the_table,
        targets_are_on_the_table,
        it_has_a_gun,
        the_gun_fires_in_its_phase,
        its_side_still_fires,
        the_gun_fires_once,
        the_gun_fires_straight_ahead,
        in_reach,
    ),
    rules=("NA-3.3.1.4", "NA-3.3.1.6", "NA-3.3.1.6.1", *FIRE_RULES),
    reminders=("NA-3.3.1.4.1", "NA-3.3.1.4.2", "NA-3.3.1.6.1"),
    key="g",
    aims="fire its gun at",
)
async def gun_fire(play: Play[Battle], command: GunFire) -> None:
    """NA-3.3.1.4: one shot more, served by the gun's crew; it takes effect as a skirmish shot does."""
    unit = play.state.units[command.by]
    if not unit.regimental_gun:
        raise ForbiddenError(f"{unit.name}: no Regimental Gun.")
    at, rules = tuple(command.at), ("NA-3.3.1.4", "NA-3.3.1.6")
    pool = plain_pool(play.state, command.by, at, number("gun_shots"), command.protection)
    shot = Shot(
        command.by, at, command.protection, "Regimental Gun", pool, rules, {"gun_fired": True}, paired=True
    )
    await fire(play, shot)


# --- the one shot of a Skirmish Group or a Screening Group


def _rules(battle: Battle, group: str) -> GroupRules:
    return RULES[battle.units[group].group]


class GroupFire(Fire):
    """A group fires."""

    cavalry: Annotated[
        Inches | None,
        Field(description="BD to cavalry that faces the group, where that stops Skirmish Groups"),
    ] = None
    facing_away: Annotated[bool, Field(description="the cavalry faces away")] = False


def group_fire_understood(battle: Battle, command: GroupFire) -> GroupFire:
    """A group, and its targets; what is said of cavalry matters for groups that it stops."""
    by_group(battle, command)
    if command.model_fields_set & {"cavalry", "facing_away"} and not stopped_by_cavalry(battle, command.by):
        raise ForbiddenError("Cavalry does not stop this group: say nothing of it.")
    understood: GroupFire = at_targets(battle, command)
    return understood


@check("NA-3.3.2.3", "NA-3.3.3.3")
def groups_fire_in_the_phase(battle: Battle, command: Any) -> Refusal | None:
    """Groups shoot in the phase of skirmish fire."""
    if battle.phase != "skirmish":
        return Refusal(_rules(battle, command.by).fires, "Groups shoot in the phase of skirmish fire.")
    return None


def stopped_by_cavalry(battle: Battle, group: str) -> bool:
    """Whether cavalry stops such a group: a Skirmish Group, if the table reads it so (decision 13)."""
    return battle.units[group].group == "skirmish" and plays(battle, "cavalry_and_groups", "stopped")


@check("NA-3.3.1.3.1", reads=("at",))
def no_cavalry_before_the_group(battle: Battle, command: GroupFire) -> Refusal | None:
    """A Skirmish Group does not act toward cavalry in the open, near and facing it."""
    faced = facing_cavalry(battle, command) if stopped_by_cavalry(battle, command.by) else None
    reading = house_rule(battle, "cavalry_and_groups")
    return None if faced is None else Refusal("NA-3.3.1.3.1", *faced, reading=reading)


@forbids("NA-3.3.3.3.1")
def riders_have_carbines(battle: Battle, command: Any) -> str | None:
    """A Screening Group shoots if it has firearms."""
    if battle.units[command.by].group == "screening" and not has_carbines(battle, command.by):
        return "Its riders have no carbines."
    return None


@check("NA-3.3.2.3.1", "NA-3.3.3.3.1")
def one_shot_each(battle: Battle, command: Any) -> Refusal | None:
    """Each group has one shot."""
    if battle.units[command.by].fired:
        return Refusal(_rules(battle, command.by).shot, "Its one shot is spent.")
    return None


@check("NA-3.3.2.3.1", "NA-3.3.3.3.1", reads=("range",))
def in_reach_of_the_group(battle: Battle, command: GroupFire) -> Refusal | None:
    """In any direction, up to 2BD."""
    return too_far(command, _rules(battle, command.by).shot)


@COMMANDS.add(
    GroupFire,
    "The group fires",
    group_fire_understood,
    (
        it_is_on_the_table,
        targets_are_on_the_table,
        groups_fire_in_the_phase,
        its_side_still_fires,
        riders_have_carbines,
        one_shot_each,
        in_reach_of_the_group,
        no_cavalry_before_the_group,
    ),
    rules=("NA-3.3.2.4", "NA-3.3.2.4.1", "NA-3.3.3.4", "NA-3.3.3.4.1", *FIRE_RULES),
    reminders=("NA-3.3.2.3.1", "NA-3.3.2.4.1", "NA-3.3.3.4.1"),
    key="a",
    aims="fire at",
)
async def group_fire(play: Play[Battle], command: GroupFire) -> None:
    """NA-3.3.2.4: a Skirmish Group against its mother's Fire; NA-3.3.3.4: a Screening Group needs a 1."""
    kind, at = play.state.units[command.by].group, tuple(command.at)
    if kind == "skirmish":
        pool, rules = group_pool(play.state, command.by, at, command.protection), ("NA-3.3.2.4",)
    else:
        pool = plain_pool(play.state, command.by, at, number("group_shots"), command.protection)
        rules = ("NA-3.3.3.4",)
    shot = Shot(
        command.by,
        at,
        command.protection,
        groups()[kind].name,
        pool,
        rules,
        {"fired": True},
        paired=kind == "screening",
    )
    await fire(play, shot)
