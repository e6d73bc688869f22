"""The map in sentences: who is where, in which direction and how far, seen or not, and what lies around."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, degrees, sqrt

from vedette.kit.words import count
from vedette.plain.speech import WAYS, spoken_list, spoken_sentence
from vedette.view.board import Board, Figure
from vedette.view.hexes import DIRECTIONS, distance, opposite, vector

Look = Callable[[str], str]
"""What a hex is to the unit that looks, in words."""

BEARINGS = (
    "north", "north-north-east", "north-east", "east", "south-east", "south-south-east",
    "south", "south-south-west", "south-west", "west", "north-west", "north-north-west",
)  # fmt: skip
"""Twelve directions, clockwise: the six ways out of a hex, and those between two of them."""


def bearing(start: str, end: str) -> str:
    """In which of twelve directions a hex lies from another; "" where it is the same."""
    if start == end:
        return ""
    across, down = vector(start, end)
    x, y = 1.5 * across, sqrt(3) * (down + across / 2)
    return BEARINGS[round(degrees(atan2(x, -y)) / 30) % 12]


def map_lines(board: Board, unit: str, side: str, look: Look) -> Iterator[str]:
    """Everybody else, seen from a unit, the nearest first and the other sides before its own; then what lies around it."""
    own = board.figure(unit)
    if own is None:
        yield spoken_sentence(f"The map has {board.cols} columns and {board.rows} rows")
        yield from map(figure_line, board.figures)
        return
    yield f"Seen from {figure_line(own)}"
    others = [figure for figure in board.figures if figure.id != unit and figure.standing != "gone"]
    for figure in sorted(others, key=lambda other: (other.side == side, distance(own.hex, other.hex))):
        yield f"{figure_line(figure)} {where_from(own.hex, figure.hex, look)}"
    gone = [f"{figure.name} in {figure.hex}" for figure in board.figures if figure.standing == "gone"]
    if gone:
        yield spoken_sentence(f"Out of it: {spoken_list(gone)}")
    yield from around(board, own.hex)


def figure_line(figure: Figure) -> str:
    name, *rest = figure.told.split(", ")
    facing = [
        f"facing {WAYS[figure.facing]}" if word.startswith("facing ") and figure.facing else word
        for word in rest
    ]
    return spoken_sentence(", ".join((f"{name} in {figure.hex}", *facing)))


def where_from(start: str, hex: str, look: Look) -> str:
    """Direction and distance of a hex, and whether it is seen."""
    seen = look(hex)
    way = bearing(start, hex) or "the same hex"
    return spoken_sentence(
        f"{way}, {seen}" if seen else f"{way}, {count(distance(start, hex), 'hex', 'hexes')} away"
    )


def around(board: Board, hex: str) -> Iterator[str]:
    """What lies in the six hexes around one, and the walls between, as far as there is anything."""
    told = [f"{WAYS[way]} {words}" for way in DIRECTIONS if (words := _beside(board, hex, way))]
    yield spoken_sentence(f"Around: {', '.join(told)}") if told else "Around: nothing but clear ground."


def _beside(board: Board, hex: str, way: str) -> str:
    beside = board.next(hex, way)
    if not beside:
        return "the edge of the map"
    walls = [
        edge.told for edge in board.edges if (edge.hex, edge.side) in ((hex, way), (beside, opposite(way)))
    ]
    cell = board.cells.get(beside)
    here = [figure.name for figure in board.figures if figure.hex == beside and figure.standing != "gone"]
    return spoken_list([*walls, *([cell.words or cell.ground] if cell else []), *here])


def hex_line(board: Board, hex: str, start: str, look: Look) -> str:
    told = [board.told(hex), where_from(start, hex, look) if start and start != hex else ""]
    return " ".join(filter(None, (spoken_sentence(told[0]), told[1])))
