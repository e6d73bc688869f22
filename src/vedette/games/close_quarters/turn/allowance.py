"""What a path costs in MOV, and how much of it there is (section 6.2, CQ-MOV-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vedette.games.close_quarters.derived import e_mov, encumbrance
from vedette.games.close_quarters.near import in_hex, is_upright
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.terrain import ground
from vedette.games.close_quarters.turn.picking_up import lies_in


@dataclass(frozen=True, slots=True)
class Limit:
    """How much MOV a character may have spent after a move, and the rule that says so."""

    most: int
    rule: str
    sentence: str


def others_in(game: Fight, name: str, hex: str) -> list[str]:
    """The other figures in a hex."""
    return [other for other in in_hex(game, hex) if other != name]


def body_in(game: Fight, name: str, hex: str) -> bool:
    """CQ-MOV-8: whether somebody lies in a hex, and nobody is upright in it."""
    others = others_in(game, name, hex)
    return bool(others) and not any(is_upright(game, other) for other in others)


def hex_costs(game: Fight, name: str, path: Sequence[str], thing: str = "") -> tuple[int, ...]:
    """MOV for each hex of a path: 1, or 3 where a lying figure is jumped over.

    A `thing` that is picked up, not on the run, costs 3 more where it lies (CQ-MOV-16).
    """
    costs = [
        number("jump_over_body_cost") if body_in(game, name, hex) else number("hex_cost") for hex in path[:-1]
    ]
    costs += [number("hex_cost") for _ in path[-1:]]
    if thing and lies_in(game, thing) in path:
        costs[list(path).index(lies_in(game, thing))] += number("pick_up_cost")
    return tuple(costs)


def cost(game: Fight, name: str, path: Sequence[str], thing: str = "") -> int:
    """MOV that a path costs, with the `thing` that is picked up on the way, not on the run."""
    return sum(hex_costs(game, name, path, thing))


def turn_path(game: Fight, name: str, path: Sequence[str] = ()) -> tuple[str, ...]:
    """The hexes of this turn's move, the start first, if he goes on along this path."""
    character = game.units[name]
    return (*(character.path or (character.hex,)), *path)


def limit(game: Fight, name: str, path: Sequence[str], *, delay: bool = False) -> Limit:
    """How much MOV there is for a move along a path, in the whole turn."""
    character, way = game.units[name], turn_path(game, name, path)
    if character.stood == "half":
        return Limit(half(game, name, way), "CQ-MOV-11", "after standing up from his knees he moves half")
    if delay:
        return Limit(half(game, name, way), "CQ-OPT-16", "a move is broken off within its half")
    most = allowance(game, name, way)
    if character.posture != "standing":
        return Limit(most, "CQ-MOV-5", "kneeling or lying one crawls")
    return Limit(most, "CQ-MOV-2", "that is his allowance")


def is_run(total: int, half: int) -> bool:
    """Whether so much MOV is more than half of the allowance, and more than the 1 that is always allowed."""
    return total > max(number("always_hexes"), half)


# --- how far a character may move (section 6.2): his allowance, and the half of it that still leaves him an action

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
