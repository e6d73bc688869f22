"""A board of hexes, as a game shows it: ground, walls, figures, and what a draft lays over it.

Screens draw all of it; they know no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from vedette.view.hexes import ARROWS, Direction, neighbour, on_map, spot
from vedette.view.signs import Standing

Weight = Literal[1, 2, 3]
"""How much an edge stops: knee-high (thin), breast-high (medium), higher than a man (thick)."""


WALLS: Mapping[Weight, str] = {1: "low wall", 2: "wall", 3: "high wall"}
"""Walls that the game has no words for."""

SHADES = 3  # shades of a ground, so that no two neighbours are alike

Ground = Literal["clear", "wall", "broken", "water", "deep", "mud", "snow", "ice", "pit"]
"""What a hex is made of; nobody can be in a wall."""

Status = Literal["stunned", "held", "burning", "dodging", "defending", "aiming", "watching", "engaged"]
"""What is most to be known of a figure beside its hits, the most urgent first."""


class Cell(Struct, frozen=True):
    """What a hex is and what is in it, but for figures.

    smoke: how many clouds of it lie over each other. thing: a short name of what was dropped here, "" for
    nothing. grenade: the kind of a live one; due: the turns until it goes off, 0 for this turn.
    words: all of it for people, such as "broken ground, smoke, a knife lies here".
    """

    ground: Ground = "clear"
    fire: bool = False
    gas: bool = False
    smoke: int = 0
    thing: str = ""
    grenade: str = ""
    due: int = 0
    words: str = ""

    @property
    def solid(self) -> bool:
        """Whether nobody can be in it."""
        return self.ground == "wall"


class Edge(Struct, frozen=True):
    """A wall on one side of a hex; it need not be named from the other hex as well.

    words: what it is for people, such as "wall 1 m".
    """

    hex: str
    side: Direction
    weight: Weight
    words: str = ""

    @property
    def told(self) -> str:
        """What it is, in words."""
        return self.words or WALLS[self.weight]


class Figure(Struct, frozen=True):
    """Somebody on the board.

    id: the unit's, as on its card. letters: two that tell it from the others.
    side: the side's id. facing: "" for none. down: lies, and is drawn in lower case.
    low: kneels or crouches. posture: a word, such as "kneeling".
    left, full: hit points. statuses: the most urgent first. note: what matters most beside it, in words.
    alive: out of action, but not dead.
    Two in one hex are drawn as its two halves; of more the first two are, with a `+`.
    """

    id: str
    name: str
    hex: str
    letters: str
    side: str
    standing: Standing
    facing: Direction | Literal[""] = ""
    down: bool = False
    posture: str = ""
    note: str = ""
    low: bool = False
    left: int = 0
    full: int = 0
    statuses: tuple[Status, ...] = ()
    alive: bool = False

    @property
    def told(self) -> str:
        """Who this is and how they are, in words."""
        facing = f"facing {self.facing} {ARROWS[self.facing]}" if self.facing else ""
        return ", ".join(part for part in (self.name, self.posture, facing, self.note) if part)


class Reach(Struct, frozen=True):
    """How a hex is come to: the cheapest legal way, its cost, and whether one may still act after it."""

    way: tuple[str, ...]
    cost: int
    acts: bool


class FireLine(Struct, frozen=True):
    """A line of fire: its hexes in order, the shooter's own left out.

    blocked: the hex at which something stops it, "" where nothing does.
    """

    hexes: tuple[str, ...]
    blocked: str = ""


class Board(Struct, frozen=True):
    """The board at one moment, with what is laid over it.

    cols, rows: its size in hexes. cells: those that are not clear and empty. edges: the walls.
    figures: everybody on it. threats: hexes in threat zones that matter now. line: a planned line
    of fire. path: a planned or the latest move, the start first; spent: what a planned one has cost up to
    each of its hexes, in that unit. reach: where else a move could lead. choices: hexes that may be
    picked now. zones: where sides begin, each hex with the sign of its side. blast: the hexes of a blast, with the
    damage there. cursor: the hex that is looked at, "" for that of the acting figure. floor: what a clear hex is, in words.

    In a form the screens lay the value and the choices of the field at hand over it by themselves.
    """

    cols: int
    rows: int
    cells: Mapping[str, Cell] = {}
    edges: tuple[Edge, ...] = ()
    figures: tuple[Figure, ...] = ()
    threats: frozenset[str] = frozenset()
    line: FireLine | None = None
    path: tuple[str, ...] = ()
    spent: tuple[int, ...] = ()
    unit: str = ""
    reach: Mapping[str, Reach] = {}
    blast: Mapping[str, str] = {}
    choices: frozenset[str] = frozenset()
    zones: Mapping[str, str] = {}
    cursor: str = ""
    floor: str = ""

    def has(self, hex: str) -> bool:
        """Whether a name is that of a hex of the board."""
        return on_map(self, hex)

    def figure(self, id: str) -> Figure | None:
        """The figure of a unit."""
        return next((figure for figure in self.figures if figure.id == id), None)

    def told(self, hex: str) -> str:
        """All about a hex, in words."""
        if not self.has(hex):
            return ""
        here = [figure for figure in self.figures if figure.hex == hex]
        walls = [f"{edge.told} {edge.side}" for edge in self.edges if edge.hex == hex]
        cell = self.cells.get(hex)
        ground = cell.words if cell and cell.words else "" if here else self.floor
        parts = [hex, *(figure.told for figure in here), ground, *walls]
        return " · ".join(part for part in parts if part)

    def next(self, hex: str, way: str) -> str:
        """The hex on that side, "" beyond the edge of the board."""
        beside = neighbour(hex, way)
        return beside if self.has(beside) else ""


def shade(hex: str) -> int:
    """Which of the three shades a hex has: no two neighbours have the same."""
    x, z = spot(hex)
    return (x - z) % SHADES
