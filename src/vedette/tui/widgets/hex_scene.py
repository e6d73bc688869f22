"""What is to be drawn of a board: the game's board with what the screen lays over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from vedette.view.board import Board, Cell, Figure, Weight
from vedette.view.hexes import ARROWS, Direction, direction_between, neighbour

EMPTY = Cell()


class Scene(Struct, frozen=True, dict=True):
    """A board and who looks at it.

    roles: the colour role of each side, in order. chosen: the unit that is looked at; target: the one that is
    aimed at. steps: the hexes that may be picked now, with the key that does it ("" where there is none); refused:
    those that a rule is against. chances: how likely whoever stands there is hit or harmed, in words. path: replaces
    the board's own where a path is being said. look: what a hex is to the unit that is looked at, in words. numbers:
    every hex has its name; threats: threat zones are shown; lined: without colours, the second side has brackets and
    reach has its costs. filled: where colours can't tell the grounds apart, solid hexes are filled.
    """

    board: Board
    roles: Mapping[str, str] = {}
    chosen: str = ""
    target: str = ""
    steps: Mapping[str, str] = {}
    refused: frozenset[str] = frozenset()
    chances: Mapping[str, str] = {}
    path: tuple[str, ...] = ()
    cursor: str = ""
    look: Callable[[str], str] = lambda _: ""
    numbers: bool = False
    threats: bool = True
    lined: bool = False
    filled: bool = False

    @cached_property
    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        """Who is drawn in each hex: those who are out of it only where nobody else is."""
        found: dict[str, tuple[Figure, ...]] = {}
        for figure in sorted(self.board.figures, key=lambda figure: figure.standing == "gone"):
            if figure.standing != "gone" or figure.hex not in found:
                found[figure.hex] = (*found.get(figure.hex, ()), figure)
        return found

    @cached_property
    def level(self) -> Mapping[str, Weight]:
        """The walls that lie across, by the hex south of them; the heaviest counts."""
        across = sorted((e for e in self.board.edges if e.side in ("n", "s")), key=lambda e: e.weight)
        return {e.hex if e.side == "n" else neighbour(e.hex, "s"): e.weight for e in across}

    @cached_property
    def slanted(self) -> Mapping[tuple[str, Direction], Weight]:
        """The others, by the hex on their left and its side; the heaviest counts."""
        found: dict[tuple[str, Direction], Weight] = {}
        for edge in sorted(self.board.edges, key=lambda edge: edge.weight):
            if edge.side in ("ne", "se"):
                found[edge.hex, edge.side] = edge.weight
            elif edge.side in ("nw", "sw"):
                found[neighbour(edge.hex, edge.side), "se" if edge.side == "nw" else "ne"] = edge.weight
        return found

    @cached_property
    def ways(self) -> Mapping[str, tuple[str, int | None]]:
        """The hexes that a path leads into: the arrow there, and what it has cost by then, where it is still planned."""
        arrows = [ARROWS[way] if (way := direction_between(*step)) else "•" for step in pairwise(self.path)]
        spent = self.board.spent[1:] if len(self.board.spent) == len(self.path) else (None,) * len(arrows)
        return {hex: (arrow, cost) for hex, arrow, cost in zip(self.path[1:], arrows, spent, strict=True)}

    @cached_property
    def mover(self) -> Figure | None:
        """Who goes along the path: the chosen figure, or another that stands on it."""
        there = [one for one in self.board.figures if one.hex in self.path[1:] and one.standing != "gone"]
        return next((one for one in there if one.id == self.chosen), next(iter(there), None))

    @cached_property
    def path_ahead(self) -> tuple[str, ...]:
        """The hexes of the path that the mover has not come to."""
        return self.path[self.path.index(self.mover.hex) + 1 :] if self.mover else ()

    @property
    def at(self) -> str:
        """The hex that is looked at: the cursor's, else that of the target or of the chosen figure."""
        figure = self.board.figure(self.target) or self.board.figure(self.chosen)
        return self.cursor or self.board.cursor or (figure.hex if figure else "")

    def cell(self, hex: str) -> Cell:
        return self.board.cells.get(hex, EMPTY)
