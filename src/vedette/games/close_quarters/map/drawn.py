"""Maps as plain text, drawn by hand.

A drawing has two lines of text for each row of hexes. The odd columns stand on the first line, the even ones,
which lie half a hex lower, on the second. Each column is two characters wide, so that a line has a
symbol at every fourth place, and the second line begins two places further in:

    _   #   _   .           0101, 0301, 0501, 0701
      _   #   ~             0201, 0401, 0601
    o   _   _   .           0102, 0302, 0502, 0702
      _   _   ~             0202, 0402, 0602

    _  clear           .  broken ground    #  solid wall      i  ice
    ~  water, ankle    w  water, knee      W  deep water
    m  mud, ankle      M  mud, knee        s  snow, ankle     S  snow, knee
    o  pit of 1 m      O  pit of 3 m

The symbols of the ground are those of terrain.toml. What can't be drawn stands beside the drawing, in the
words of the map in a game file: `walls` on edges, `pits` of other depths, `wind`, `fog` and so on; a table beats
the drawing. A row of `walls` may name several `hexes` and the same `sides` of them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from textwrap import dedent
from typing import Any

from vedette.games.close_quarters.map.hexes import name
from vedette.games.close_quarters.map.terrain import metres
from vedette.games.close_quarters.rows import CLEAR
from vedette.games.close_quarters.tables import terrains

DRAWING = "drawn"
CAPTION = ("id", "text", DRAWING)
"""What a map as data has besides what a game file has."""

LINES = 2
"""Lines of text for each row: odd columns, then even ones."""

WIDTH = 2
"""Characters for each column."""


def read_map(row: Mapping[str, Any]) -> dict[str, Any]:
    """A map of the data, drawn or in tables, as the `[setup.map]` of a game file.

    Raises ValueError with one sentence for each fault of the drawing, joined by "; ". Whether the tables make sense
    is for the set-up to say.
    """
    table = {key: value for key, value in row.items() if key not in CAPTION}
    if DRAWING in row:
        drawing = _read_drawing(row[DRAWING])
        for size in ("cols", "rows"):
            if table.get(size, drawing[size]) != drawing[size]:
                raise ValueError(f"The drawing has {drawing[size]} {size}, the map {table[size]}")
        for part in ("terrain", "pits"):
            if isinstance(table.get(part), Mapping):
                table[part] = {**drawing[part], **table[part]}
        table = {**drawing, **table}
    if isinstance(table.get("walls"), list):
        table["walls"] = [wall for walls in table["walls"] for wall in _single(walls)]
    return table


def draw_map(table: Mapping[str, Any]) -> str:
    """The drawing of a map: its ground, and the pits of the depths that have a symbol."""
    columns, rows = table["cols"], table["rows"]
    lines = []
    for index in range(rows * LINES):
        places = [" "] * (columns * WIDTH)
        for column in _columns_of(index, columns):
            places[_place(column)] = _symbol(table, name(column, index // LINES + 1))
        lines.append("".join(places).rstrip())
    return "\n".join(lines) + "\n"


def _pit_symbols() -> dict[str, float]:
    """The symbols of pits, with their depths in metres."""
    return {"o": metres("drawn_pit"), "O": metres("drawn_deep_pit")}


def _symbol(table: Mapping[str, Any], hex: str) -> str:
    ground = table.get("terrain", {}).get(hex, CLEAR)
    depth = table.get("pits", {}).get(hex)
    pits = {depth: symbol for symbol, depth in _pit_symbols().items()}
    return pits[depth] if ground == CLEAR and depth in pits else terrains()[ground].symbol


def _single(walls: Any) -> Iterator[Any]:
    """Each wall of a row that names several hexes and sides; a row of one wall is left as it is."""
    several = walls if isinstance(walls, Mapping) else {}
    if not isinstance(several.get("hexes"), list) or not isinstance(several.get("sides", []), list):
        yield walls
        return
    rest = {key: value for key, value in walls.items() if key not in ("hexes", "sides")}
    for hex, side in product(walls["hexes"], walls.get("sides", [])):
        yield {"hex": hex, "side": side, **rest}


def _read_drawing(drawing: Any) -> dict[str, Any]:
    """The size, the ground and the pits of a drawing; ValueError with all its faults."""
    if not isinstance(drawing, str) or not drawing.strip():
        raise ValueError("The drawing is empty")
    lines = [line.rstrip() for line in dedent(drawing).strip("\n").split("\n")]
    columns = max(_columns(line) for line in lines[:LINES])
    faults = list(_faults(lines, columns))
    if faults:
        raise ValueError("; ".join(faults))
    grounds, depths = _grounds(), _pit_symbols()
    symbols = {
        name(column, index // LINES + 1): line[_place(column)]
        for index, line in enumerate(lines)
        for column in _columns_of(index, columns)
    }
    return {
        "cols": columns,
        "rows": len(lines) // LINES,
        "terrain": {
            hex: grounds[symbol] for hex, symbol in symbols.items() if grounds.get(symbol, CLEAR) != CLEAR
        },
        "pits": {hex: depths[symbol] for hex, symbol in symbols.items() if symbol in depths},
    }


def _faults(lines: list[str], columns: int) -> Iterator[str]:
    """Everything that is wrong with the lines of a drawing, lines and columns counted from 1."""
    if columns < LINES:
        yield f"The drawing has {columns} column; a map needs {LINES} at least"
        return
    if len(lines) % LINES:
        yield f"The drawing has {len(lines)} lines; every row of the map needs {LINES}"
    for index, line in enumerate(lines):
        where = f"Line {index + 1} of the drawing"
        last = _columns_of(index, columns)[-1]
        if _columns(line) > last:
            yield f"{where} goes on after column {last:02d}, its last one"
        elif _columns(line) < last:
            yield f"{where} ends before column {last:02d}, its last one"
        yield from _strangers(line[: _place(last) + WIDTH], index, where)


def _strangers(line: str, index: int, where: str) -> Iterator[str]:
    """What a line of a drawing has where it should have a symbol, or nothing."""
    symbols = _grounds().keys() | _pit_symbols().keys()
    for place, character in enumerate(line):
        column, rest = divmod(place, WIDTH)
        if rest == 0 and column % LINES == index % LINES:
            if character == " ":
                yield f"{where} has no symbol in column {column + 1:02d}"
            elif character not in symbols:
                yield f"{where} has `{character}` in column {column + 1:02d}, which is no symbol"
        elif character != " ":
            yield f"{where} has `{character}` at place {place + 1}, where no column of that line stands"


def _grounds() -> dict[str, str]:
    """The symbols of the ground, with its ids."""
    return {row.symbol: row.id for row in terrains().values()}


def _place(column: int) -> int:
    """The place of a column's symbol in its line, counted from 0."""
    return (column - 1) * WIDTH


def _columns(line: str) -> int:
    """The last column that a line reaches."""
    return (len(line) - 1) // WIDTH + 1


def _columns_of(index: int, columns: int) -> range:
    """The columns that stand on a line: odd ones on the first of each row, even ones on the second."""
    return range(1 + index % LINES, columns + 1, LINES)
