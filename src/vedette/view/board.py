"""A board of hexes, as a game shows it: ground, walls, figures, and what a draft lays over it.

Hexes are flat-topped and named `CCRR`: the column from the left, then the row from the top, both
from 01. Even columns lie half a hex lower. Screens draw all of it; they know no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from vedette.view.tones import Standing, Tone

Direction = Literal["n", "ne", "se", "s", "sw", "nw"]
"""The six ways out of a hex, and the six sides of it."""

DIRECTIONS: tuple[Direction, ...] = ("n", "ne", "se", "s", "sw", "nw")
"""All six, clockwise; their places from 1 to 6 are their numbers."""

ARROWS: Mapping[str, str] = dict(zip(DIRECTIONS, "↑↗↘↓↙↖", strict=True))
"""A facing as people see it on the map."""

Weight = Literal[1, 2, 3]
"""How much an edge stops: knee-high (thin), breast-high (medium), higher than a man (thick)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a hex is and what is in it, but for figures.

    ground: the sign of the terrain, one character, "" for clear: `~` water, `.` broken, `o` pit.
    solid: nobody can be in it; it is filled out.
    marks: one character for each thing in it, the most important first: `*` fire, `░` smoke,
    `!` a live grenade, `'` something dropped.
    tone: how the marks, or else the ground, are meant.
    words: all of it for people, such as "broken ground, smoke, a knife lies here".
    """

    ground: str = ""
    solid: bool = False
    marks: str = ""
    tone: Tone = "plain"
    words: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A wall on one side of a hex; it need not be named from the other hex as well.

    words: what it is for people, such as "wall 1 m".
    """

    hex: str
    side: Direction
    weight: Weight
    words: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """Somebody on the board.

    id: the unit's, as on its card. letters: one to three, the first one tells the figure best.
    side: the side's id. facing: "" for none. down: lies, and is drawn in lower case.
    posture: a word, such as "kneeling". note: what matters most beside it, such as hits "7/11".
    low: kneels or crouches, which a sign tells where there is no room for the word.
    Of several figures in one hex the first is drawn, with a `+`.
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


@dataclass(frozen=True, slots=True)
class FireLine:
    """A line of fire: its hexes in order, the shooter's own left out.

    blocked: the hex at which something stops it, "" where nothing does.
    """

    hexes: tuple[str, ...]
    blocked: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """The board at one moment, with what is laid over it.

    cols, rows: its size in hexes. cells: those that are not clear and empty. edges: the walls.
    figures: everybody on it. threats: hexes in threat zones that matter now. line: a planned line
    of fire. path: a planned or the latest move, the start first. choices: hexes that may be
    picked now. cursor: the hex that is looked at, "" for that of the acting figure.

    In a form the screens lay the value and the choices of the field at hand over it by themselves.
    """

    cols: int
    rows: int
    cells: Mapping[str, Cell] = field(default_factory=dict)
    edges: tuple[Edge, ...] = ()
    figures: tuple[Figure, ...] = ()
    threats: frozenset[str] = frozenset()
    line: FireLine | None = None
    path: tuple[str, ...] = ()
    choices: frozenset[str] = frozenset()
    cursor: str = ""

    def has(self, hex: str) -> bool:
        """Whether a name is that of a hex of the board."""
        if len(hex) != 4 or not (hex.isascii() and hex.isdigit()):
            return False
        col, row = place(hex)
        return 1 <= col <= self.cols and 1 <= row <= self.rows

    def figure(self, id: str) -> Figure | None:
        """The figure of a unit."""
        return next((figure for figure in self.figures if figure.id == id), None)

    def next(self, hex: str, way: str) -> str:
        """The hex on that side, "" beyond the edge of the board."""
        beside = neighbour(hex, way)
        return beside if self.has(beside) else ""


def hex_name(col: int, row: int) -> str:
    """The name of the hex in a column and a row, both from 1."""
    return f"{col:02}{row:02}"


def place(hex: str) -> tuple[int, int]:
    """Column and row of a hex, both from 1."""
    return int(hex[:2]), int(hex[2:])


def neighbour(hex: str, way: str) -> str:
    """The hex on that side, whether the board goes so far or not."""
    col, row = place(hex)
    lower = col % 2 == 0
    across = -1 if "w" in way else 1 if "e" in way else 0
    if not across:
        return hex_name(col, row - 1 if way == "n" else row + 1)
    down = way.startswith("s")
    return hex_name(col + across, row + (1 if down and lower else -1 if not down and not lower else 0))


def way_to(hex: str, beside: str) -> Direction | None:
    """In which direction a neighbour lies; None for what is none."""
    return next((way for way in DIRECTIONS if neighbour(hex, way) == beside), None)
