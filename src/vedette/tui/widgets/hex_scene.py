"""What is to be drawn of a board: the game's board, and what the screen lays over it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vedette.view.board import ARROWS, Board, Cell, Figure, Weight, neighbour

EMPTY = Cell()

SAID_OF = {1: "low wall", 2: "wall", 3: "high wall"}
"""Walls that the game has no words for."""


@dataclass(frozen=True)
class Scene:
    """A board and who looks at it.

    roles: the colour role of each side, in order. chosen: the unit that is looked at. steps: the
    hexes that may be picked now, with the key that does it ("" where there is none); refused: those
    that a rule is against. path: replaces the board's own where a path is being said.
    """

    board: Board
    roles: Mapping[str, str] = field(default_factory=dict)
    chosen: str = ""
    steps: Mapping[str, str] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()
    path: tuple[str, ...] = ()
    cursor: str = ""
    figures: Mapping[str, tuple[Figure, ...]] = field(init=False, compare=False, repr=False)
    walled: Mapping[str, Weight] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Put the figures into their hexes, and the walls that lie across to the hexes south of them."""
        found: dict[str, tuple[Figure, ...]] = {}
        for figure in self.board.figures:
            found[figure.hex] = (*found.get(figure.hex, ()), figure)
        object.__setattr__(self, "figures", found)
        across = sorted((e for e in self.board.edges if e.side in ("n", "s")), key=lambda edge: edge.weight)
        walls = {e.hex if e.side == "n" else neighbour(e.hex, "s"): e.weight for e in across}
        object.__setattr__(self, "walled", walls)

    @property
    def at(self) -> str:
        """The hex that is looked at: the cursor's, else the chosen figure's."""
        figure = self.board.figure(self.chosen)
        return self.cursor or self.board.cursor or (figure.hex if figure else "")

    def cell(self, hex: str) -> Cell:
        """What is in a hex."""
        return self.board.cells.get(hex, EMPTY)

    def figure(self, hex: str) -> Figure | None:
        """Who is seen first in a hex: those who stand before those who are out of it."""
        here = self.figures.get(hex, ())
        return next((figure for figure in here if figure.standing != "gone"), here[0] if here else None)

    def told(self, hex: str) -> str:
        """All about a hex, in words."""
        if not self.board.has(hex):
            return ""
        walls = [f"{e.words or SAID_OF[e.weight]} {e.side}" for e in self.board.edges if e.hex == hex]
        zone = "in a threat zone" if hex in self.board.threats else ""
        parts = [hex, *map(person, self.figures.get(hex, ())), self.cell(hex).words, *walls, zone]
        return " · ".join(part for part in parts if part)


def person(figure: Figure) -> str:
    """Somebody in words."""
    facing = f"facing {figure.facing} {ARROWS[figure.facing]}" if figure.facing else ""
    return ", ".join(part for part in (figure.name, figure.posture, facing, figure.note) if part)
