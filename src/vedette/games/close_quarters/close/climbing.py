"""Out of a deep pit on a rope: `climb` (10.3, 6.4.1, CQ-MOV-15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters import dicing
from vedette.games.close_quarters.characters.places import STOWED
from vedette.games.close_quarters.facts import equipment as facts
from vedette.games.close_quarters.ground.hexes import distance
from vedette.games.close_quarters.ground.terrain import deep_pit, pit
from vedette.games.close_quarters.ground.walls import hemmed
from vedette.games.close_quarters.standing import is_able, is_enemy, is_free
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks, not_in_hth
from vedette.games.close_quarters.turn.arriving import arrive
from vedette.games.close_quarters.values.skills import knows
from vedette.games.close_quarters.words import by_unit, hex_name

ROPE, ACROBATICS = "rope", "acrobatics"


class Climb(Command):
    """Climb a rope out of a deep pit, towards a hex beside it."""

    to: str


def _understood(game: Fight, command: Climb) -> Climb:
    by_unit(game, command)
    hex_name(command.to)
    return command


@check("CQ-MOV-15")
def _he_stands_in_a_deep_pit(game: Fight, command: Any) -> Refusal | None:
    """On his feet at the bottom or on the rope, of a pit over 2 m deep; all others are walked out of."""
    one = game.units[command.by]
    if one.hex and deep_pit(game.map, one.hex) and not one.hanging:
        if one.posture == "standing":
            return None
        return Refusal("CQ-MOV-15", f"{one.name} has to stand up before climbing.", "stand up")
    return Refusal("CQ-MOV-15", f"{one.name} is in no pit over 2 m deep.", absolute=True)


@forbids("CQ-MOV-15", absolute=True)
def _there_is_a_rope(game: Fight, command: Any) -> str | None:
    """His own, or one that a friend holds beside the pit."""
    if any(has_rope(game, name) for name in (command.by, *helpers(game, command.by))):
        return None
    return "Out of a pit over 2 m deep one climbs on a rope only."


def has_rope(game: Fight, name: str) -> bool:
    """Whether he has a rope with him, wherever he keeps it."""
    return any(ROPE in getattr(game.units[name], place) for place in STOWED)


def helpers(game: Fight, name: str) -> list[str]:
    """Friends who could hold a rope for him: able, and in the next hexes above."""
    own = game.units[name].hex
    return [
        other
        for other, there in game.units.items()
        if other != name
        and not is_enemy(game, name, other)
        and is_able(game, other)
        and there.hex
        and own
        and distance(own, there.hex) == 1
        and not deep_pit(game.map, there.hex)
    ]


@forbids("CQ-MOV-15", reads=("to",), absolute=True)
def _he_can_get_there(game: Fight, command: Any) -> str | None:
    """A free hex next to the pit, that is no such pit itself."""
    one = game.units[command.by]
    if command.to is None or not one.hex:
        return None
    near = distance(one.hex, command.to) == 1 and is_free(game, command.to)
    if near and not hemmed(game.map, one.hex, command.to) and not deep_pit(game.map, command.to):
        return None
    return f"{one.name} can't get out into {command.to}."


async def climb(play: Play[Fight], command: Climb) -> None:
    """CQ-MOV-15, CQ-SKL-28: a metre a turn on 2d6 against DEX, two for acrobats, who roll no dice."""
    use_action(play, command.by)
    one = play.state.units[command.by]
    acrobat = knows(one, ACROBATICS)
    if not acrobat and not await _keeps_hold(play, command.by):
        play.says(facts.SlippedOnRope(command.by))
        return
    metres = one.climbed + number("climb_acrobatics" if acrobat else "climb")
    if metres < pit(play.state.map, one.hex):
        game = play.state.with_unit(command.by, climbed=metres)
        play.becomes(game, facts.Climbed(command.by, metres))
        return
    game = play.state.with_unit(command.by, climbed=0, hex=command.to, posture="prone")
    play.becomes(game, facts.ClimbedOut(command.by, command.to))
    await arrive(play, command.by, command.to)


async def _keeps_hold(play: Play[Fight], name: str) -> bool:
    told = f"{play.state.units[name].name} on the rope"
    rules = ("CQ-MOV-15", "CQ-SKL-28")
    return (
        await dicing.save(play, name, "dex", number("rope_dice"), why="rope", rules=rules, told=told)
    ).success


CLIMBING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "climb": CommandSpec(
        Climb,
        "Climb the rope",
        "unit",
        climb,
        _understood,
        (
            *action_checks("still", "CQ-MOV-15"),
            not_in_hth,
            _he_stands_in_a_deep_pit,
            _there_is_a_rope,
            _he_can_get_there,
        ),
        rules=("CQ-MOV-15", "CQ-SKL-28"),
        key="h",
        moves=True,
    ),
}
