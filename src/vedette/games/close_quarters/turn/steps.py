"""A path as the form builds it, hex by hex: where it may go on, and what it costs so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.engine.checks import Refusal
from vedette.games.close_quarters.ground.hexes import DIRECTIONS, is_hex_name, on_map, step
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn import way
from vedette.games.close_quarters.turn.costs import cost

Step = tuple[str, str, int, Refusal | None]
"""A hex, the direction that leads to it, the MOV that the path costs with it, and why it can't be entered, if so."""


def next_steps(
    game: Fight, name: str, path: Sequence[str], *, thing: str = "", delay: bool = False
) -> tuple[Step, ...]:
    """The hexes around the end of a path.

    Not refused are those that the path may end in, or at least cross: that a pit is jumped and that the fleeing run
    shows at the end. `thing` is picked up on the way, not on the run.
    """
    here = path[-1] if path else game.units[name].hex
    if not is_hex_name(here):
        return ()
    around = ((direction, step(here, direction)) for direction in DIRECTIONS)
    return tuple(
        (
            hex,
            direction,
            cost(game, name, (*path, hex), thing),
            _refused(game, name, (*path, hex), thing, delay),
        )
        for direction, hex in around
        if on_map(game.map, hex)
    )


def _refused(game: Fight, name: str, path: tuple[str, ...], thing: str, delay: bool) -> Refusal | None:
    return next(_refusals(game, name, path, thing, delay), None)


def _refusals(game: Fight, name: str, path: tuple[str, ...], thing: str, delay: bool) -> Iterator[Refusal]:
    """What no further hex could put right, in the order of the checks of `move`."""
    yield from way.obstacles(game, name, path, ends=False)
    found = (
        way.stuck(game, name, path),
        way.adrift(game, name, path),
        way.crooked_jump(game, name, path, ends=False),
        way.laden(game, name, path),
        way.shift(game, name, path),
        way.stopped(game, name, path),
        way.too_far(game, name, path, thing=thing, delay=delay),
    )
    yield from (one for one in found if one is not None)
