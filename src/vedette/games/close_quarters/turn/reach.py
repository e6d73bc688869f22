"""Where a move could lead: the cheapest legal way to every hex (section 6.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from vedette.games.close_quarters.hexes import DIRECTIONS, on_map, opposite, step
from vedette.games.close_quarters.near import is_enemy, is_engaged, is_upright, threat_zone
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import CLEAR, number
from vedette.games.close_quarters.terrain import jumped_pit, metres, solid
from vedette.games.close_quarters.turn.allowance import half, is_run, is_too_laden, limit, turn_path
from vedette.games.close_quarters.turn.path_checks import may_end, may_pass

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """The cheapest legal way to a hex, the MOV that is spent then in this turn, and whether an action is left."""

    path: Path
    spent: int
    acts: bool


def ways(game: Fight, name: str) -> Mapping[str, Way]:
    """The way to every hex that a move may end in.

    A dearer way may lead further, as slow ground lowers the allowance of the whole move: to each hex those ways are
    followed that are cheaper or leave a larger allowance than all before.
    """
    walk, found = _Walk(game, name), dict[str, Way]()
    followed: dict[tuple[str, str], int] = {}
    ahead: list[tuple[int, Path]] = [(game.units[name].moved, ())]
    while ahead:
        spent, path = heappop(ahead)
        most, arrival = walk.limits(path)[0], walk.arrival(path)
        if path and (spent > most or followed.get(arrival, -1) >= most or not walk.may_pass(path)):
            continue
        followed[arrival] = most
        if path and path[-1] not in found and walk.may_end(path):
            found[path[-1]] = Way(path, spent, not is_run(spent, walk.limits(path)[1]))
        for hex in walk.beside(path):
            heappush(ahead, (spent + walk.cost(path), (*path, hex)))
    return found


class _Walk:
    """What of the map and of everybody on it a move meets, looked up once.

    Where a path is a plain one, that is enough to judge it; wherever pits, the fallen, enemies beside him or his
    load are in play, the checks of the move are asked.
    """

    def __init__(self, game: Fight, name: str) -> None:
        self._game, self._name = game, name
        self._start = game.units[name].hex
        others = [other for other in game.units if other != name and game.units[other].hex]
        self._taken = {game.units[other].hex for other in others if is_upright(game, other)}
        self._bodies = {game.units[other].hex for other in others if not game.units[other].left} - self._taken
        self._pits = {hex for hex in game.map.pits if jumped_pit(game.map, hex)}
        self._limits: dict[Set[str], tuple[int, int]] = {}

    @cached_property
    def _zones(self) -> Set[str]:
        """CQ-MOV-6: the hexes in which an enemy stops the movement."""
        game, name = self._game, self._name
        enemies = (other for other in game.units if is_enemy(game, name, other))
        return {hex for other in enemies for hex in threat_zone(game, other)}

    @cached_property
    def _barred(self) -> Set[tuple[str, str]]:
        """CQ-ENV-11: the sides of hexes over which nobody steps, from both."""
        high = [wall for wall in self._game.map.walls if wall.height > metres("wall_high")]
        return {(wall.hex, wall.side) for wall in high} | {
            (step(wall.hex, wall.side), opposite(wall.side)) for wall in high
        }

    @cached_property
    def _hampered(self) -> bool:
        """Whether every path must be judged by the checks of the move."""
        character = self._game.units[self._name]
        return bool(
            is_engaged(self._game, self._name)
            or is_too_laden(self._game, self._name)
            or character.floating
            or character.hanging
            or self._start in self._game.map.pits
        )

    def limits(self, path: Path) -> tuple[int, int]:
        """The MOV that there is for a path, and half of the allowance; both hang on the kinds of ground along it."""
        kinds = frozenset(self._game.map.terrain.get(hex, CLEAR) for hex in path)
        if kinds not in self._limits:
            most = limit(self._game, self._name, path).most
            self._limits[kinds] = most, half(self._game, self._name, turn_path(self._game, self._name, path))
        return self._limits[kinds]

    def cost(self, path: Path) -> int:
        """CQ-MOV-8: MOV for a step on from the end of a path; who lies there is jumped over."""
        jump = number("jump_over_body_cost") - number("hex_cost") if path and path[-1] in self._bodies else 0
        return number("hex_cost") + jump

    def arrival(self, path: Path) -> tuple[str, str]:
        """The end of a path; where one jumps on from it, also the hex before."""
        here, before = (*("", self._start), *path)[-1], (*("", self._start), *path)[-2]
        return here, before if here in self._pits or here in self._bodies else ""

    def beside(self, path: Path) -> Iterator[str]:
        """The hexes into which nothing bars the way from the end of a path."""
        here = path[-1] if path else self._start
        if path and here in self._zones:
            return
        for direction in DIRECTIONS:
            hex = step(here, direction)
            free = hex not in self._taken and (here, direction) not in self._barred
            if free and on_map(self._game.map, hex) and not solid(self._game.map, hex):
                yield hex

    def may_pass(self, path: Path) -> bool:
        """Whether the rules let a move lead along it."""
        return not self._special(path) or may_pass(self._game, self._name, path)

    def may_end(self, path: Path) -> bool:
        """Whether it may end there."""
        return not self._special(path) or may_end(self._game, self._name, path)

    def _special(self, path: Path) -> bool:
        return self._hampered or any(hex in self._bodies or hex in self._game.map.pits for hex in path)
