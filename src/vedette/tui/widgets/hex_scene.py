"""What is to be drawn of a board: the game's board, and what the screen lays over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from vedette.tui.widgets.hex_signs import Spot
from vedette.view.board import Board, Cell, Edge, Figure, Weight, shade
from vedette.view.hexes import ARROWS, Direction, direction_between, neighbour

EMPTY = Cell()

START = "•"
"""Where a path begins."""


def _nothing(hex: str) -> str:
    return ""


class Scene(Struct, frozen=True, dict=True):
    """A board and who looks at it.

    roles: the colour role of each side, in order. chosen: the unit that is looked at; target: the one that is
    aimed at. steps: the hexes that may be picked now, with the key that does it ("" where there is none); refused:
    those that a rule is against. chances: how likely whoever stands there is hit or harmed, in words. path: replaces the board's own where a path is being said. look: what a hex
    is to the unit that is looked at, in words. numbers: every hex
    has its name; threats: threat zones are shown; lined: without colours, hexes are drawn with lines.
    filled: where colours can't tell the grounds apart, solid hexes are filled.
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
    look: Callable[[str], str] = _nothing
    numbers: bool = False
    threats: bool = True
    lined: bool = False
    filled: bool = False

    @cached_property
    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        """Who is in each hex."""
        found: dict[str, tuple[Figure, ...]] = {}
        for figure in self.board.figures:
            found[figure.hex] = (*found.get(figure.hex, ()), figure)
        return found

    @cached_property
    def level(self) -> Mapping[str, Weight]:
        """The walls that lie across, by the hex south of them; the heaviest counts."""
        across = sorted((e for e in self.board.edges if e.side in ("n", "s")), key=_weight)
        return {e.hex if e.side == "n" else neighbour(e.hex, "s"): e.weight for e in across}

    @cached_property
    def slanted(self) -> Mapping[tuple[str, Direction], Weight]:
        """The others, by the hex on their left and its side; the heaviest counts."""
        found: dict[tuple[str, Direction], Weight] = {}
        for edge in sorted(self.board.edges, key=_weight):
            if edge.side in ("ne", "se"):
                found[edge.hex, edge.side] = edge.weight
            elif edge.side in ("nw", "sw"):
                back: Direction = "se" if edge.side == "nw" else "ne"
                found[neighbour(edge.hex, edge.side), back] = edge.weight
        return found

    @cached_property
    def line_of_fire(self) -> Mapping[str, str]:
        """What the line of fire comes to in each of its hexes."""
        line = self.board.line
        if line is None:
            return {}
        stop = line.hexes.index(line.blocked) if line.blocked in line.hexes else len(line.hexes)
        return {
            hex: "open" if i < stop else "stop" if i == stop else "beyond" for i, hex in enumerate(line.hexes)
        }

    @cached_property
    def _steps(self) -> Mapping[str, tuple[str, int | None]]:
        """The hexes of the path: the arrow that leads into each, and what it has cost up to there."""
        if not self.path:
            return {}
        arrows = [START, *(_arrow(a, b) for a, b in pairwise(self.path))]
        spent = self.board.spent if len(self.board.spent) == len(self.path) else (None,) * len(self.path)
        return {hex: (arrow, cost) for hex, arrow, cost in zip(self.path, arrows, spent, strict=True)}

    @property
    def at(self) -> str:
        """The hex that is looked at: the cursor's, else the chosen figure's."""
        figure = self.board.figure(self.chosen)
        return self.cursor or self.board.cursor or (figure.hex if figure else "")

    def cell(self, hex: str) -> Cell:
        """What is in a hex."""
        return self.board.cells.get(hex, EMPTY)

    def spot(self, hex: str) -> Spot:
        """All that the tile of a hex is drawn from."""
        board, figures = self.board, self.figures.get(hex, ())
        arrow, spent = self._steps.get(hex, ("", None))
        reach = board.reach.get(hex)
        pointed = hex in (self.cursor, board.cursor)
        named = self.numbers or bool(arrow) or pointed
        return Spot(
            shade=shade(hex),
            cell=board.cells.get(hex, EMPTY),
            figures=figures,
            roles=tuple(self.roles.get(figure.side, "") for figure in figures),
            chosen=self.chosen if figures else "",
            target=self.target if figures else "",
            number=hex if named else "",
            at=pointed,
            path=arrow,
            spent=spent,
            unit=board.unit if figures else "",
            step=self.steps.get(hex, "" if hex in board.choices else None),
            refused=hex in self.refused,
            line=self.line_of_fire.get(hex, ""),
            threat=self.threats and hex in board.threats,
            reach=reach.cost if reach else None,
            acts=reach.acts if reach else False,
            blast=board.blast.get(hex, ""),
            chance=self.chances.get(hex, "") if figures else "",
            wall=self.level.get(hex, 0),
            lined=self.lined,
            filled=self.filled,
        )

    def changes(self, before: Scene) -> Set[str] | None:
        """The hexes that are drawn otherwise than before; None where all may be."""
        board, old = self.board, before.board
        if (board.cells, board.edges, self._manner) != (old.cells, old.edges, before._manner):
            return None
        pairs = (
            (self.figures, before.figures),
            (self._steps, before._steps),
            (self.line_of_fire, before.line_of_fire),
            (self.steps, before.steps),
            (self.chances, before.chances),
            (board.reach, old.reach),
            (board.blast, old.blast),
        )
        marked = {self.cursor, before.cursor, board.cursor, old.cursor}
        marked |= (
            (self.refused ^ before.refused) | (board.choices ^ old.choices) | (board.threats ^ old.threats)
        )
        same = (self.chosen, self.target) == (before.chosen, before.target)
        signed = set() if same else {self.chosen, self.target, before.chosen, before.target}
        marked |= {figure.hex for figure in (*board.figures, *old.figures) if figure.id in signed}
        return marked.union(*(_differing(one, other) for one, other in pairs)) - {""}

    @property
    def _manner(self) -> tuple[object, ...]:
        board = self.board
        wanted = self.numbers, self.threats, self.lined, self.filled
        return board.cols, board.rows, board.unit, self.roles, *wanted


def _arrow(here: str, there: str) -> str:
    way = direction_between(here, there)
    return ARROWS[way] if way else START


def _differing(one: Mapping[str, object], other: Mapping[str, object]) -> Set[str]:
    return (
        set()
        if one is other
        else {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}
    )


def _weight(edge: Edge) -> Weight:
    return edge.weight
