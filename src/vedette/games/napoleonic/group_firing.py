"""The one shot of a Skirmish Group or a Screening Group."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.napoleonic.commands import GroupFire
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
from vedette.games.napoleonic.lookup import by_group
from vedette.games.napoleonic.marks import it_is_on_the_table
from vedette.games.napoleonic.sending import RULES, GroupRules
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import groups, house_rule, number, plays
from vedette.games.napoleonic.units import has_carbines


def _rules(battle: Battle, group: str) -> GroupRules:
    return RULES[battle.units[group].group]


def group_fire_understood(battle: Battle, command: GroupFire) -> GroupFire:
    """A group, and its targets; what is said of cavalry matters for groups that it stops."""
    by_group(battle, command)
    if command.model_fields_set & {"cavalry", "facing_away"} and not stopped_by_cavalry(battle, command.by):
        raise CommandError("Cavalry does not stop this group: say nothing of it.")
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


GROUP_COMMANDS: dict[str, CommandSpec[Battle]] = {
    "group_fire": CommandSpec(
        GroupFire,
        "The group fires",
        "unit",
        group_fire,
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
        key="a",
        aims="fire at",
    ),
}
