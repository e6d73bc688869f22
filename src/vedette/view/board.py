"""A board of hexes, as a game shows it: ground, walls, figures, and what a draft lays over it.

Screens draw all of it; they know no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from vedette.engine.text import joined
from vedette.view.hexes import (
    ARROWS,
    COMPASS,
    DIRECTIONS,
    Direction,
    column_and_row,
    hex_name,
    neighbour,
    on_map,
)
from vedette.view.signs import Standing

Weight = Literal[1, 2, 3, 4]
"""How high an edge is: to the knee, to the breast, over a head, and too high to climb (thick)."""


WALLS: Mapping[Weight, str] = {1: "low wall", 2: "wall", 3: "high wall", 4: "very high wall"}
"""Walls that the game has no words for."""

Ground = Literal["clear", "wall", "broken", "water", "deep", "mud", "snow", "ice", "pit"]
"""What a hex is made of; nobody can be in a wall."""

Status = Literal["stunned", "held", "burning", "dodging", "defending", "aiming", "watching", "engaged"]
"""What is most to be known of a figure beside its hits, the most urgent first."""


class Cell(Struct, frozen=True):
    """What a hex is and what is in it, but for figures.

    smoke: how many clouds of it lie over each other. thing: a short name of what was dropped here, "" for
    nothing. depth: meters that a pit is deep. grenade: the kind of a live one; due: the turns until it goes off, 0 for this turn.
    words: all of it for people, such as "broken ground, smoke, a knife lies here".
    """

    ground: Ground = "clear"
    fire: bool = False
    gas: bool = False
    smoke: int = 0
    thing: str = ""
    depth: float = 0
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
    side: the side's id. facing: "" for none. down: lies, and is drawn flat.
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
        return ", ".join(part for part in (self.name, self.state, self.note) if part)

    @property
    def state(self) -> str:
        """The posture and the facing, in words."""
        faces = self.facing and self.standing != "gone"
        facing = f"facing {ARROWS[self.facing]} {COMPASS[self.facing]}" if faces else ""
        return ", ".join(part for part in (self.posture, facing) if part)


class Reach(Struct, frozen=True):
    """How a hex is come to: the cheapest legal way, its cost, and whether one may still act after it."""

    way: tuple[str, ...]
    cost: int
    acts: bool


class FireLine(Struct, frozen=True):
    """A line of fire: its hexes in order, the shooter's own left out.

    blocked: the hex at which something stops it, "" where nothing does. start: the shooter's hex. arc: all the hexes of a
    sweep.
    """

    hexes: tuple[str, ...]
    blocked: str = ""
    start: str = ""
    arc: tuple[str, ...] = ()


class Board(Struct, frozen=True):
    """The board at one moment, with what is laid over it.

    cols, rows: its size in hexes. cells: those that are not clear and empty. edges: the walls.
    figures: everybody on it. threats: hexes in threat zones that matter now. line: a planned line
    of fire. path: a planned or the latest move, the start first; spent: what a planned one has cost up to
    each of its hexes, in that unit. reach: where else a move could lead. choices: hexes that may be
    picked now. zones: where sides begin, each hex with the sign of its side. blast: the hexes of a blast, with the
    damage there. watched: hexes that a figure covers with its weapon. cursor: the hex that is looked at, "" for that of the acting figure. floor: what a clear hex is, in words.

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
    watched: frozenset[str] = frozenset()
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
        here = [figure.told for figure in self.figures if figure.hex == hex]
        return " · ".join(part for part in (hex, *here, self.ground_words(hex)) if part)

    def in_the_way(self) -> str:
        """Who stands in the line of fire, in words."""
        between = self.line.hexes[:-1] if self.line else ()
        names = [
            figure.name for figure in self.figures if figure.hex in between and figure.standing != "gone"
        ]
        return f"{joined(names)} in the way" if names else ""

    def ground_words(self, hex: str) -> str:
        """What a hex is and the walls on its sides, in words; the floor under somebody goes without saying."""
        cell, taken = self.cells.get(hex), any(figure.hex == hex for figure in self.figures)
        ground = cell.words if cell and cell.words else "" if taken or not self.has(hex) else self.floor
        walls = [f"{edge.told} {edge.side}" for edge in self.edges if edge.hex == hex]
        return " · ".join(part for part in (ground, *walls) if part)

    def next(self, hex: str, way: str) -> str:
        """The hex on that side, "" beyond the edge of the board."""
        beside = neighbour(hex, way)
        return beside if self.has(beside) else ""


def doorways(board: Board) -> frozenset[str]:
    """The hexes in which a door can stand: free ones between two solid ones, in a wall that runs along a row or a column."""
    solid = {hex for hex, cell in board.cells.items() if cell.solid}
    found = set()
    for hex in {neighbour(one, way) for one in solid for way in ("n", "s", "ne", "se")} - solid:
        if not board.has(hex):
            continue
        walls = {way for way in DIRECTIONS if neighbour(hex, way) in solid}
        col, row = column_and_row(hex)
        across = {hex_name(col - 2, row), hex_name(col + 2, row)} if col > 2 else {""}
        along_row = (
            across <= solid and not walls & {"n", "s"} and walls & {"ne", "se"} and walls & {"nw", "sw"}
        )
        if along_row or walls == {"n", "s"}:
            found.add(hex)
    return frozenset(found)
