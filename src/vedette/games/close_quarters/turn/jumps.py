"""Jumps over 1 m walls and pits, and who clings to the edge (section 6.6, CQ-MOV-13, CQ-MOV-15)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from vedette.engine.play import Play
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.derived.defence import gravity
from vedette.games.close_quarters.derived.effective import e_dex, e_str
from vedette.games.close_quarters.facts import moving as facts
from vedette.games.close_quarters.map.terrain import deep_pit
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.footing import into_pit

WALL = 1
"""A wall is jumped like a pit of one hex."""


def jump_dice(game: Fight, hexes: int) -> int:
    """CQ-MOV-13, CQ-ENV-14, CQ-ENC-9: 2, 5, 8 … dice; gravity makes a jump wider or narrower."""
    width = max(number("least_width"), ceil(hexes * gravity(game)))
    return number("jump_dice_per_width") * width - number("jump_dice_less")


async def jumps(play: Play[Fight], name: str, hexes: int) -> bool:
    """CQ-MOV-13: whether he clears so many hexes, on STR + DEX."""
    game, character = play.state, play.state.units[name]
    result = await checks.check(
        play,
        jump_dice(game, hexes),
        e_str(game, name) + e_dex(game, name),
        why="jump",
        side=character.side,
        rules=("CQ-MOV-13",),
        told=f"{character.name}: the jump",
        remarks=(checks.explained(game, name, "str"), checks.explained(game, name, "dex")),
    )
    return result.success


async def missed_pit(play: Play[Fight], name: str, hexes: Sequence[str]) -> int:
    """CQ-MOV-13: into which of the hexes of the pit he comes down, counted from 0."""
    character = play.state.units[name]
    return await checks.pick(
        play,
        hexes,
        why="where",
        side=character.side,
        rules=("CQ-MOV-13",),
        told=f"{character.name}: where he comes down",
    )


async def grabs_or_falls(play: Play[Fight], name: str, landing: str) -> None:
    """CQ-MOV-15: over a pit of more than 2 m he may catch the edge where he would have landed; else he falls in."""
    character = play.state.units[name]
    if deep_pit(play.state.map, character.hex):
        result = await checks.save(
            play,
            name,
            "dex",
            number("grab_dice"),
            why="grab",
            rules=("CQ-MOV-15",),
            told=f"{character.name}: grabbing the edge",
        )
        if result.success:
            play.commit(play.state.with_unit(name, hanging=landing), facts.Hangs(name, landing))
            return
    await into_pit(play, name, character.hex)
