"""Falling: on the spot, in a hex of the path, and into pits (section 6.6, CQ-MOV-14)."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.facts import moving as facts
from vedette.games.close_quarters.fight.falling import fall_from
from vedette.games.close_quarters.ground.terrain import pit
from vedette.games.close_quarters.state import Fight


async def fall_in(play: Play[Fight], name: str, hex: str) -> None:
    """He falls in a hex, where he is or somewhere on his path; if it is a pit, to its bottom."""
    if play.state.units[name].hex != hex:
        play.becomes(play.state.with_unit(name, hex=hex), facts.ComesDown(name, hex))
    await into_pit(play, name, hex)


async def into_pit(play: Play[Fight], name: str, hex: str) -> None:
    """He falls as deep as the pit in that hex is; on level ground that does no damage."""
    await fall_from(play, name, pit(play.state.map, hex))
