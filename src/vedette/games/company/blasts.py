"""Hits on whoever is near: a Group that Self-Destructs, and the hazards of a location, which no Group makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec.structs import replace
from pydantic import Field, field_validator

from vedette.engine.checks import WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.dice import Count, Remark
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.grammar import the
from vedette.engine.play import Play
from vedette.engine.text import require_text
from vedette.games.company import groups, shooting
from vedette.games.company.groups import Reason, by_group, in_a_turn, is_played, known, trait_row
from vedette.games.company.phase_check import FREE_GROUP_CHECKS, in_its_part_of_the_game, it_is_in_play
from vedette.games.company.resilience import TEST_RULES, after_losses, test_all, test_lines
from vedette.games.company.routing import Queue, rout
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import number
from vedette.games.company.turns import ACTIVATION_RULES, activates, activation_line
from vedette.kit.schema import Ids
from vedette.kit.sentences import fact
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Skirmish]()


@fact(
    "{unit} blew {unit:itself/themselves} up.",
    headline="{unit}: Self-Destruct",
    tale="{unit} blew {unit:itself/themselves} up",
)
class BlewUp(Fact, frozen=True):
    unit: str


def _everybody_else(game: Skirmish, by: str) -> Mapping[str, str]:
    return {name: group.name for name, group in game.units.items() if group.in_play and name != by}


def _those_hit(game: Skirmish, words: Words) -> Mapping[str, str]:
    return {name: game.units[name].name for name in words.get("targets", ())}


class SelfDestruct(Command):
    """Blow up, with everybody near, friends too."""

    targets: Annotated[
        Ids, Asked("Within 6 inches", "t", _everybody_else), "every Group within 6 inches"
    ] = ()
    covered: Annotated[
        Ids,
        Asked("Behind cover", "c", given=_those_hit, after=("targets",), judged=False),
        "those of them behind it",
    ] = ()


def _understood(game: Skirmish, command: SelfDestruct) -> SelfDestruct:
    by_group(game, command)
    for target in command.targets:
        known(game, target)
    if command.by in command.targets:
        raise CommandError("It is not a target of its own; it is Routed anyway.")
    if len({*command.targets}) < len(command.targets) or not {*command.covered} <= {*command.targets}:
        raise CommandError("Name every Group once, and behind cover only those that are hit.")
    return command


@forbids("CO-TRA-20")
def _it_can_blow_up(game: Skirmish, command: SelfDestruct) -> str | None:
    if groups.has(game, command.by, "self-destruct"):
        return None
    return f"{game.units[command.by].name}: it has no Self-Destruct."


@forbids("CO-ROU-1", reads=("targets",))
def _the_targets_are_in_play(game: Skirmish, command: SelfDestruct) -> WhyNot:
    gone = [game.units[name].name for name in command.targets if not game.units[name].in_play]
    return f"Not in play: {', '.join(gone)}." if gone else None


def _blast_lines(game: Skirmish, by: str, command: SelfDestruct | None) -> tuple[Detail, ...]:
    order = activation_line(game, by, "self_destruct")
    if command is None:
        return order
    rolls = (
        shooting.to_hit_line(
            game,
            game.units[target].name,
            by,
            target,
            blast_pool(game, by, target, cover=target in command.covered),
            weapons="MI",
            cover=target in command.covered,
        )
        for target in command.targets
    )
    return (
        *order,
        *rolls,
        Detail("Then", f"{the(game.unit_name(by))}: Routed"),
        *test_lines(game, *command.targets),
    )


@COMMANDS.add(
    SelfDestruct,
    "Self-Destruct",
    _understood,
    (*FREE_GROUP_CHECKS, _it_can_blow_up, _the_targets_are_in_play),
    rules=(*ACTIVATION_RULES, *TEST_RULES, "CO-TRA-20", "CO-TER-5"),
    reminders=("CO-GEN-2", "CO-TER-4"),
    key="d",
    deliberate=True,
    offered=lambda game, by: is_played(game, by) and groups.has(game, by, "self-destruct"),
    lines=_blast_lines,
)
async def self_destruct(play: Play[Skirmish], command: SelfDestruct) -> None:
    """CO-TRA-20: it is as if it Shot every Group near; all losses first, then the tests, then its own Rout and what that brings."""
    by = command.by
    if not await activates(play, by, "self_destruct"):
        return
    play.emit(BlewUp(by))
    hits = {}
    for target in command.targets:
        cover = target in command.covered
        hits[target] = await shooting.roll_to_hit(
            play,
            by,
            target,
            blast_pool(play.state, by, target, cover=cover),
            weapons="MI",
            why="blast",
            told=f"{play.state.units[by].name}: blast near {the(play.state.unit_name(target))}",
            rules=("CO-TRA-20",),
            cover=cover,
        )
    lost = {
        target: shooting.take_hits(play, target, some, by, shooting=True) for target, some in hits.items()
    }
    await after_losses(play, lost, dict.fromkeys(lost, by))
    queue: Queue = []
    rout(play, by, queue, "blast")
    await test_all(play, queue)


def blast_pool(game: Skirmish, by: str, target: str, *, cover: bool) -> Count:
    """CO-TRA-20: the dice of a Shoot, with the value of the trait."""
    trait = trait_row(game, "self-destruct")
    return shooting.to_hit_pool(game, by, target, trait.hit, weapons="MI", basis=trait.name, cover=cover)


# --- hits that no Group makes


class Hazard(Command):
    """Stones, blades, fissures and the like hit a Group."""

    reason: Annotated[Reason, Asked("Hazard", "r")]
    count: Annotated[int, Field(ge=1, le=100, description="dice"), Asked("Dice", "d")]
    value: Annotated[
        int,
        Field(ge=number("to_hit_least"), le=number("to_hit_most"), description="what each die needs to hit"),
        Asked("Hits on", "v", unit="+"),
    ]
    cover: Annotated[shooting.Covered, Asked("In cover", "c")] = False
    double: Annotated[bool, Asked("Each hit counts twice", "t", advanced=True), "each hit counts twice"] = (
        False
    )

    _said = field_validator("reason")(require_text)


def _hazard_lines(game: Skirmish, by: str, command: Hazard | None) -> tuple[Detail, ...]:
    if command is None:
        return ()
    dice = shooting.to_hit_line(
        game, "To hit", by, by, hazard_pool(game, command), weapons="", cover=command.cover
    )
    return (dice, *test_lines(game, by))


@COMMANDS.add(
    Hazard,
    "Hazard",
    by_group,
    (in_its_part_of_the_game, it_is_in_play),
    rules=(*TEST_RULES, "CO-LOC-4", "CO-TER-5"),
    reminders=("CO-RET-3", "CO-TER-4", "CO-LOC-7"),
    key="z",
    deliberate=True,
    of_table=True,
    lines=_hazard_lines,
)
async def hazard(play: Play[Skirmish], command: Hazard) -> None:
    """CO-LOC-4: rolled against the Group, divided by its T, and tested."""
    in_a_turn(play.state)
    unit = command.by
    hits = await shooting.roll_to_hit(
        play,
        unit,
        unit,
        hazard_pool(play.state, command),
        weapons="",
        why="hazard",
        told=f"{command.reason} against {the(play.state.unit_name(unit))}",
        rules=("CO-LOC-4",),
        cover=command.cover,
    )
    lost = shooting.take_hits(play, unit, hits)
    await after_losses(play, {unit: lost}, {})


def hazard_pool(game: Skirmish, command: Hazard) -> Count:
    pool = shooting.to_hit_pool(
        game,
        "",
        command.by,
        command.value,
        weapons="",
        basis=command.reason,
        cover=command.cover,
        dice=command.count,
    )
    if not command.double:
        return pool
    twice = Remark(command.reason, "hits count twice", ("CO-LOC-4",))
    return replace(pool, worth=2 * (pool.worth or 1), remarks=(*pool.remarks, twice))
