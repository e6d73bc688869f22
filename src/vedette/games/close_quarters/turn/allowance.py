"""How far a character may move (section 6.2): his allowance, and the half of it that still leaves him an action."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vedette.games.close_quarters.derived.defence import encumbrance
from vedette.games.close_quarters.derived.effective import e_mov
from vedette.games.close_quarters.map.terrain import ground
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number

LIFT = "lift"
"""The band of encumbrance in which even one hex takes a save (CQ-ENC-5)."""

PINNED = "pinned"
"""The band in which nobody moves (CQ-ENC-5)."""

TOO_LADEN = (LIFT, PINNED)
"""The bands in which nobody walks (CQ-ENC-5)."""


def allowance(game: Fight, name: str, path: Iterable[str] = ()) -> int:
    """MOV in hexes: the lowest that the ground from his hex to the end of the path leaves him, at least 1 (CQ-MOV-4).

    Crawling takes it down to 2 (CQ-MOV-5), and who is pinned under his load has none (CQ-ENC-5).
    """
    character = game.units[name]
    if encumbrance(game, name).id == PINNED:
        return 0
    mov = e_mov(game, name)
    lowest = min((_mov_in(game, hex, mov) for hex in (character.hex, *path) if hex), default=mov)
    most = max(number("least_mov"), lowest)
    return most if character.posture == "standing" else min(number("crawl"), most)


def _mov_in(game: Fight, hex: str, mov: int) -> int:
    """CQ-ENV-3, CQ-ENV-4: what water, mud and snow make of his MOV."""
    row = ground(game.map, hex)
    return -(-mov // row.divide) - row.less


def half(game: Fight, name: str, path: Iterable[str] = ()) -> int:
    """Half of the allowance, rounded up (CQ-MOV-3)."""
    return -(-allowance(game, name, path) // number("half_divisor"))


def with_halves(game: Fight, names: Iterable[str]) -> Fight:
    """The game with `half` of those characters as the ground gives it, where they are and where they have been."""
    units = dict(game.units)
    for name in names:
        character = game.units[name]
        if character.hex:
            units[name] = replace(character, half=half(game, name, character.path))
    return replace(game, units=units)


def goes_far(character: Character, moved: int) -> bool:
    """CQ-MOV-3, CQ-MOV-4: whether so much MOV is more than half of his allowance, and more than the one hex."""
    return moved > max(number("always_hexes"), character.half)


def is_too_laden(game: Fight, name: str) -> bool:
    """CQ-ENC-5: whether his load doesn't let him walk: neither disengage nor leave nor follow."""
    return encumbrance(game, name).id in TOO_LADEN
