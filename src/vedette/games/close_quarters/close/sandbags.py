"""Sandbags, half a metre high: `lay_sandbags` (15.2, 17.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.characters.places import STOWED
from vedette.games.close_quarters.facts import equipment as facts
from vedette.games.close_quarters.fight.dropping import without
from vedette.games.close_quarters.ground.hexes import on_map, step
from vedette.games.close_quarters.ground.terrain import metres
from vedette.games.close_quarters.ground.walls import wall_on
from vedette.games.close_quarters.state import Character, Direction, Fight, Wall
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks, disengaged, not_in_hth
from vedette.games.close_quarters.words import by_unit

SANDBAG = "sandbag"


class LaySandbags(Command):
    """Lay sandbags along one side of one's hex."""

    side: Direction


def has_sandbags(one: Character) -> bool:
    """Whether he has sandbags with him."""
    return any(SANDBAG in getattr(one, place) for place in STOWED)


@forbids("CQ-ACT-5", absolute=True)
def _he_has_sandbags(game: Fight, command: Any) -> str | None:
    """They are carried."""
    one = game.units[command.by]
    return None if has_sandbags(one) else f"{one.name} has no sandbags."


@forbids("CQ-ENV-9", reads=("side",), alternative="another side", absolute=True)
def _nothing_stands_there(game: Fight, command: Any) -> str | None:
    """Between two hexes of the map, where no wall as high stands yet."""
    one = game.units[command.by]
    if command.side is None or not one.hex:
        return None
    if not on_map(game.map, step(one.hex, command.side)):
        return "The map ends there."
    if wall_on(game.map, one.hex, command.side) >= metres("wall_low"):
        return "A wall stands there already."
    return None


async def lay_sandbags(play: Play[Fight], command: LaySandbags) -> None:
    """CQ-ENV-9: from now on a wall of half a metre stands there."""
    use_action(play, command.by)
    game, one = play.state, play.state.units[command.by]
    place = next(place for place in STOWED if SANDBAG in getattr(one, place))
    game = game.with_unit(command.by, **{place: without(getattr(one, place), SANDBAG)})
    wall = Wall(one.hex, command.side, metres("wall_low"))
    game = game.with_map(walls=(*game.map.walls, wall))
    play.becomes(game, facts.SandbagsLaid(command.by, one.hex, command.side))


SANDBAG_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "lay_sandbags": CommandSpec(
        LaySandbags,
        "Lay sandbags",
        "unit",
        lay_sandbags,
        by_unit,
        (
            *action_checks("pace", "CQ-ACT-5"),
            not_in_hth,
            disengaged("CQ-ACT-5", "disengage first"),
            _he_has_sandbags,
            _nothing_stands_there,
        ),
        rules=("CQ-ENV-9", "CQ-ITM-5"),
        key="j",
    ),
}
