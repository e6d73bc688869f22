"""The data of the game: rules, and the armies, characters and maps that a game file may name; maps may be drawn.

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
    o  pit of 1 m      O  pit of 3 m      1 2 3 4  clear, and where the first to the fourth side begin

The symbols of the ground are those of terrain.toml. What can't be drawn stands beside the drawing, in the
words of the map in a game file: `walls` on edges, `pits` of other depths, `zones` on other ground, `wind`, `fog` and
so on; a table beats the drawing. A row of `walls` may name several `hexes` and the same `sides` of them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from textwrap import dedent
from typing import Any

from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.errors import DataError
from vedette.games.close_quarters.tables import CLEAR, RULESET_ID, terrains
from vedette.games.close_quarters.terrain import metres
from vedette.kit.setup_resolver import SetupResolver, keys, with_profile
from vedette.view.hexes import hex_name

DRAWING = "drawn"
CAPTION = ("id", "text", DRAWING)
"""What a map as data has besides what a game file has."""

ZONES = ("1", "2", "3", "4")
"""The symbols of the zones in which the sides begin, in the order of the sides."""

LINES = 2

WIDTH = 2


def read_map(row: Row) -> Table:
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
        if isinstance(given := table.get("zones"), Mapping):  # on top of those of the drawing
            drawn = drawing.get("zones", {})
            lists = {side: hexes for side, hexes in given.items() if isinstance(hexes, list)}
            both = {side: [*drawn.get(side, []), *hexes] for side, hexes in lists.items()}
            table["zones"] = {**drawn, **given, **both}
        table = {**drawing, **table}
    if isinstance(table.get("walls"), list):
        table["walls"] = [wall for walls in table["walls"] for wall in _single(walls)]
    return table


def draw_map(table: Row) -> str:
    """The drawing of a map: its ground, and the pits of the depths that have a symbol."""
    columns, rows, lines = table["cols"], table["rows"], []
    grounds, depths = table.get("terrain", {}), table.get("pits", {})
    zones = {hex: side for side, hexes in reversed(table.get("zones", {}).items()) for hex in hexes}
    pits = {depth: symbol for symbol, depth in _pit_symbols().items()}
    for index in range(rows * LINES):
        places = [" "] * (columns * WIDTH)
        for column in _columns_of(index, columns):
            hex = hex_name(column, index // LINES + 1)
            ground, depth = grounds.get(hex, CLEAR), depths.get(hex)
            symbol = terrains()[ground].symbol
            if ground == CLEAR:
                symbol = pits.get(depth, symbol) if depth is not None else zones.get(hex) or symbol
            places[_place(column)] = symbol
        lines.append("".join(places).rstrip())
    return "\n".join(lines) + "\n"


def _pit_symbols() -> dict[str, float]:
    return {"o": metres("drawn_pit"), "O": metres("drawn_deep_pit")}


def _single(walls: Any) -> Iterator[Any]:
    """Each wall of a row that names several hexes and sides; a row of one wall is left as it is."""
    several = walls if isinstance(walls, Mapping) else {}
    if not isinstance(several.get("hexes"), list) or not isinstance(several.get("sides", []), list):
        yield walls
        return
    rest = {key: value for key, value in walls.items() if key not in ("hexes", "sides")}
    for hex, side in product(walls["hexes"], walls.get("sides", [])):
        yield {"hex": hex, "side": side, **rest}


def _read_drawing(drawing: Any) -> Table:
    """Its size, ground, pits and zones; ValueError with all its faults, lines and columns counted from 1."""
    if not isinstance(drawing, str) or not drawing.strip():
        raise ValueError("The drawing is empty")
    lines = [line.rstrip() for line in dedent(drawing).strip("\n").split("\n")]
    reached = [(len(line) - 1) // WIDTH + 1 for line in lines]
    columns = max(reached[:LINES])
    if columns < LINES:
        raise ValueError(f"The drawing has {columns} column; a map needs {LINES} at least")
    faults = []
    if len(lines) % LINES:
        faults.append(f"The drawing has {len(lines)} lines; every row of the map needs {LINES}")
    grounds, depths = {row.symbol: row.id for row in terrains().values()}, _pit_symbols()
    known, symbols = {*grounds, *depths, *ZONES}, dict[str, str]()
    for index, line in enumerate(lines):
        where, last = f"Line {index + 1} of the drawing", _columns_of(index, columns)[-1]
        if reached[index] != last:
            goes = "goes on after" if reached[index] > last else "ends before"
            faults.append(f"{where} {goes} column {last:02d}, its last one")
        for place, symbol in enumerate(line[: _place(last) + WIDTH]):
            column, rest = divmod(place, WIDTH)
            if rest == 0 and column % LINES == index % LINES:
                symbols[hex_name(column + 1, index // LINES + 1)] = symbol
                if symbol == " ":
                    faults.append(f"{where} has no symbol in column {column + 1:02d}")
                elif symbol not in known:
                    said = f"`{symbol}` in column {column + 1:02d}, which is not a symbol"
                    faults.append(f"{where} has {said}")
            elif symbol != " ":
                said = f"`{symbol}` at place {place + 1}, where no column of that line stands"
                faults.append(f"{where} has {said}")
    if faults:
        raise ValueError("; ".join(faults))
    ground = {hex: grounds.get(symbol, CLEAR) for hex, symbol in symbols.items()}
    zones = {side: [hex for hex in sorted(symbols) if symbols[hex] == side] for side in ZONES}
    zones = {side: hexes for side, hexes in zones.items() if hexes}
    return {
        "cols": columns,
        "rows": len(lines) // LINES,
        **({"zones": zones} if zones else {}),
        "terrain": {hex: id for hex, id in ground.items() if id != CLEAR},
        "pits": {hex: depths[symbol] for hex, symbol in symbols.items() if symbol in depths},
    }


def _place(column: int) -> int:
    """The place of a column's symbol in its line, counted from 0."""
    return (column - 1) * WIDTH


def _columns_of(index: int, columns: int) -> range:
    """The columns that stand on a line: odd ones on the first of each row, even ones on the second."""
    return range(1 + index % LINES, columns + 1, LINES)


# --- what a game file may name


RowOfFile = Callable[[str], Row | None]
"""The character of a file with that name, as a row of a game file; None where there is no such file."""

MAKE, MAKES = "make", "makes"
"""How a weapon names the make that it is of, and the table of these: only packs have any."""

OF_A_FILE = "@"
"""Begins the name of a profile that is a character with a file of his own."""


def resolve(setup: Row, row_of_file: RowOfFile) -> Table:
    """A set-up with its armies, characters and map written out; raises DataError."""
    resolver = SetupResolver(RULESET_ID)
    written = resolver.sides(setup, partial(written_out, row_of_file), keys("name", "leader", "units"))
    if isinstance(written.get("sides"), list):
        for given, side in zip(setup["sides"], written["sides"], strict=True):
            # An army's leader leads only where he is among the side's own units, if it has some.
            if isinstance(given, Mapping) and "leader" not in given and isinstance(side.get("units"), list):
                there = [unit.get("id") for unit in side["units"] if isinstance(unit, Mapping)]
                if side.get("leader") not in there:
                    side.pop("leader", None)
    given = written.get("map")
    row = resolver.lookup("maps", given, "map") if isinstance(given, str) else given
    if isinstance(row, Mapping):  # taken from the data where it is named, and read where it is drawn
        try:
            table = read_map({key: row[key] for key in row if key not in ("id", "text")})
        except ValueError as error:
            raise DataError(f"map: {error}") from error
        written = {**written, "map": table}
    return resolver.whole(written)


def written_out(row_of_file: RowOfFile, unit: Row, resolver: SetupResolver, where: str) -> Table:
    """A character with his profile written out, or with all that stands in his file (`profile = "@bruce"`)."""
    profile = unit.get("profile")
    if not (isinstance(profile, str) and profile.startswith(OF_A_FILE)):
        return with_makes(with_profile(unit, resolver, where), resolver, where)
    name = profile.removeprefix(OF_A_FILE)
    found = row_of_file(name)
    if found is None:
        resolver.faults.append(f"{where}: there is no character's file {shown(name)}")
    return {**(found or {}), **{key: value for key, value in unit.items() if key != "profile"}}


def with_makes(unit: Table, resolver: SetupResolver, where: str) -> Table:
    """A character whose weapons of the house's own makes are written out: the type that they are like, and their figures."""
    given = unit.get("weapons")
    if not isinstance(given, list):
        return unit
    made: list[Any] = []
    for weapon in given:
        named = isinstance(weapon, Mapping) and MAKE in weapon
        row = resolver.lookup(MAKES, weapon[MAKE], where) if named else {}
        figures = {key: row[key] for key in row if key not in ("id", "text")}
        made.append({**figures, **{key: weapon[key] for key in weapon if key != MAKE}} if named else weapon)
    return {**unit, "weapons": made}
