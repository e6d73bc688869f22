"""Maps drawn on the screen: what each brush makes of them, and the file that comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

import tomli_w

from vedette.engine.errors import CommandError, DataError
from vedette.engine.record import record, replace
from vedette.games.close_quarters.library import DRAWING, ZONES, draw_map, read_map
from vedette.games.close_quarters.setup import HEIGHTS, MapData, map_of
from vedette.games.close_quarters.tables import CLEAR, number, terrains
from vedette.games.close_quarters.terrain import metres
from vedette.games.close_quarters.view.board import board_of_map, wall_words
from vedette.kit.schema import read_setup
from vedette.view.board import Board
from vedette.view.hexes import DIRECTIONS, is_hex_name, on_map, opposite, step
from vedette.view.map_editor import Brush, MapEditor

LEAST, MOST = 2, 99
"""Columns and rows that a drawing may have."""

DRAWN = ("id", "name", "text", "cols", "rows", "terrain", "pits", "walls", "zones", DRAWING)
"""What of a map is drawn with brushes, or stands before the drawing."""

KEYS = {
    CLEAR: "c",
    "broken": "b",
    "water-ankle": "3",
    "water-knee": "4",
    "water-deep": "5",
    "mud-ankle": "6",
    "mud-knee": "7",
    "snow-ankle": "8",
    "snow-knee": "9",
    "ice": "i",
    "wall": "r",
}
"""The keys of the grounds."""

Side = tuple[str, str]
"""A hex, and a direction."""


@record
class DrawnMap:
    """A map that is being drawn: heights of walls in metres by the side they stand on, zones by hex.

    `rest` is what can't be drawn, as the file has it.
    """

    name: str = ""
    text: str = ""
    cols: int = 0
    rows: int = 0
    terrain: Mapping[str, str] = field(default_factory=dict)
    pits: Mapping[str, float] = field(default_factory=dict)
    walls: Mapping[Side, float] = field(default_factory=dict)
    zones: Mapping[str, str] = field(default_factory=dict)
    rest: Mapping[str, Any] = field(default_factory=dict)


def begin() -> DrawnMap:
    """Clear ground, as large as maps of the game usually are."""
    return DrawnMap("A new map", cols=number("map_cols"), rows=number("map_rows"))


def read(row: Mapping[str, Any]) -> DrawnMap:
    """The map of a file; raises DataError with every fault."""
    try:
        table = read_map(row)
    except ValueError as error:
        raise DataError(f"{error}.") from error
    data = read_setup(MapData, {key: value for key, value in table.items() if key != "ruleset"})
    drawn = DrawnMap(
        name=data.name or str(row.get("id", "")),
        text=str(row.get("text", "")),
        cols=data.cols,
        rows=data.rows,
        terrain=data.terrain,
        pits=data.pits,
        zones={hex: zone for zone, hexes in data.zones.items() for hex in hexes},
        rest={key: value for key, value in row.items() if key not in DRAWN},
    )
    walls = {_side(drawn, wall.hex, wall.side): wall.height for wall in data.walls}
    return replace(drawn, walls=walls)


def board(drawn: DrawnMap) -> Board:
    """The map as the table shows it, with its zones."""
    data = MapData.model_validate({**_table(drawn), **_rest(drawn)})
    return replace(board_of_map(map_of(data)), zones=drawn.zones)


def paint(drawn: DrawnMap, brush: str, hex: str, side: str) -> DrawnMap:
    """The map with a hex, or a side of it, as the brush has it; the same one where nothing comes of it."""
    kind, _, value = brush.partition(":")
    if not on_map(drawn, hex):
        return drawn
    if kind == "wall":
        return _with_wall(drawn, _side(drawn, hex, side), value) if side in DIRECTIONS else drawn
    return {"ground": _with_ground, "pit": _with_pit, "zone": _with_zone}[kind](drawn, hex, value)


def resize(drawn: DrawnMap, cols: int, rows: int) -> DrawnMap:
    """Larger by clear ground, or cut off on the right and below; raises CommandError."""
    if not (LEAST <= cols <= MOST and LEAST <= rows <= MOST):
        raise CommandError(f"A map has {LEAST} to {MOST} columns and rows.")
    sized = replace(drawn, cols=cols, rows=rows)
    return replace(
        sized,
        terrain=_on(sized, drawn.terrain),
        pits=_on(sized, drawn.pits),
        zones=_on(sized, drawn.zones),
        walls={side: height for side, height in drawn.walls.items() if on_map(sized, side[0])},
    )


def text(drawn: DrawnMap, id: str) -> str:
    """The file: the drawing as it would be drawn by hand, and beside it what can't be drawn."""
    head = tomli_w.dumps({"id": id, "name": drawn.name, **({"text": drawn.text} if drawn.text else {})})
    drawing = draw_map(_table(drawn))
    known = read_map({DRAWING: drawing})
    pits = {hex: depth for hex, depth in drawn.pits.items() if known["pits"].get(hex) != depth}
    shown = {hex for hexes in known.get("zones", {}).values() for hex in hexes}
    zones = _zones({hex: zone for hex, zone in drawn.zones.items() if hex not in shown})
    beside = {key: value for key, value in {**_rest(drawn), "pits": pits}.items() if value}
    tail = tomli_w.dumps(beside) + _zones_written(zones) + "".join(_walls_written(drawn))
    size = f"# {drawn.cols} columns, {drawn.rows} rows"
    return f'{head}\n{size}\n{DRAWING} = """\n{drawing}"""\n{tail}'


# --- what the brushes do


def _with_ground(drawn: DrawnMap, hex: str, ground: str) -> DrawnMap:
    """Clear ground takes away everything else that is in the hex."""
    terrain = _without(drawn.terrain, hex) | ({} if ground == CLEAR else {hex: ground})
    zones = _without(drawn.zones, hex) if ground in (CLEAR, "wall") else drawn.zones
    return replace(drawn, terrain=terrain, pits=_without(drawn.pits, hex), zones=zones)


def _with_pit(drawn: DrawnMap, hex: str, depth: str) -> DrawnMap:
    return replace(
        drawn, terrain=_without(drawn.terrain, hex), pits={**drawn.pits, hex: metres(depth)},
        zones=_without(drawn.zones, hex),
    )  # fmt: skip


def _with_zone(drawn: DrawnMap, hex: str, zone: str) -> DrawnMap:
    return replace(drawn, zones={**drawn.zones, hex: zone})


def _with_wall(drawn: DrawnMap, side: Side, height: str) -> DrawnMap:
    """A wall on a side; a door is none, and opens solid hexes on both of its sides."""
    rest = {other: high for other, high in drawn.walls.items() if other != side}
    if height:
        return replace(drawn, walls={**rest, side: metres(height)})
    beyond = step(*side)
    solid = {hex for hex in (side[0], beyond) if drawn.terrain.get(hex) == "wall"}
    terrain = {hex: ground for hex, ground in drawn.terrain.items() if hex not in solid}
    return replace(drawn, walls=rest, terrain=terrain)


def _without(there: Mapping[str, Any], hex: str) -> dict[str, Any]:
    return {other: value for other, value in there.items() if other != hex}


def _side(drawn: DrawnMap, hex: str, side: str) -> Side:
    """The one name of a side that two hexes share: from the hex on its left or below it, where the map has that."""
    beyond = step(hex, side)
    return (beyond, opposite(side)) if side in ("s", "sw", "nw") and on_map(drawn, beyond) else (hex, side)


def _on(drawn: DrawnMap, there: Mapping[str, Any]) -> dict[str, Any]:
    return {hex: value for hex, value in there.items() if on_map(drawn, hex)}


# --- the file


def _table(drawn: DrawnMap) -> dict[str, Any]:
    """The map as a game file has it, without what can't be drawn."""
    walls = [{"hex": hex, "side": side, "height": height} for (hex, side), height in drawn.walls.items()]
    return {
        "name": drawn.name,
        "cols": drawn.cols,
        "rows": drawn.rows,
        "terrain": dict(drawn.terrain),
        "pits": dict(drawn.pits),
        "zones": _zones(drawn.zones),
        "walls": walls,
    }


def _rest(drawn: DrawnMap) -> dict[str, Any]:
    """What can't be drawn, as far as it is still on the map."""
    lists = {
        key: [hex for hex in drawn.rest.get(key, ()) if on_map(drawn, hex)] for key in ("fog", "anti_laser")
    }
    tables = {
        key: {id: value for id, value in drawn.rest.get(key, {}).items() if _is_there(drawn, id, value)}
        for key in ("fires", "clouds", "grenades", "dropped")
    }
    return {**{key: value for key, value in drawn.rest.items() if key != "ruleset"}, **lists, **tables}


def _is_there(drawn: DrawnMap, id: str, value: Mapping[str, Any]) -> bool:
    """Whether a fire (its id is a hex), a cloud or a thing is on the map."""
    hex = str(value.get("hex", id))
    return on_map(drawn, hex) or not is_hex_name(hex)


def _zones(zones: Mapping[str, str]) -> dict[str, list[str]]:
    return {
        zone: sorted(hex for hex in zones if zones[hex] == zone) for zone in ZONES if zone in zones.values()
    }


def _zones_written(zones: Mapping[str, list[str]]) -> str:
    """The zones that are not on clear ground, as a table of the file."""
    rows = "".join(f"{zone} = {_list(hexes)}\n" for zone, hexes in zones.items())
    return f"\n[zones]\n{rows}" if rows else ""


def _walls_written(drawn: DrawnMap) -> Iterator[str]:
    """The walls as tables of the file: those of one height on the same sides of several hexes in one."""
    sides: dict[tuple[str, float], list[str]] = {}
    for (hex, side), height in sorted(drawn.walls.items()):
        sides.setdefault((hex, height), []).append(side)
    rows: dict[tuple[float, tuple[str, ...]], list[str]] = {}
    for (hex, height), there in sides.items():
        rows.setdefault((height, tuple(there)), []).append(hex)
    for (height, same), hexes in sorted(rows.items()):
        yield f"\n[[walls]]\nhexes = {_list(hexes)}\nsides = {_list(same)}\nheight = {float(height)}\n"


def _list(words: Iterable[str]) -> str:
    """Names of hexes or directions as a list in a row."""
    quoted = ", ".join(f'"{word}"' for word in words)
    return f"[{quoted}]"


# --- the brushes


def _brushes() -> Iterable[Brush]:
    for row in terrains().values():
        yield Brush(f"ground:{row.id}", row.name, KEYS[row.id], row.symbol, group="Ground")
    for id, key in (("drawn_pit", "o"), ("drawn_deep_pit", "O")):
        yield Brush(f"pit:{id}", f"pit of {metres(id):g} m", key, key, group="Ground")
    for id, key in zip(HEIGHTS, "lkjh", strict=True):
        yield Brush(f"wall:{id}", wall_words(metres(id)), key, on="side", group="On a side")
    yield Brush("wall:", "door: no wall", "g", on="side", group="On a side")
    for zone, words in zip(ZONES[:2], ("first", "second"), strict=True):
        yield Brush(f"zone:{zone}", f"zone of the {words} side", zone, zone, group="Where sides begin")


def map_editor() -> MapEditor[DrawnMap]:
    """How maps of this game are drawn."""
    return MapEditor(
        table="maps",
        brushes=tuple(_brushes()),
        begin=begin,
        read=read,
        name=lambda drawn: drawn.name,
        rename=lambda drawn, name: replace(drawn, name=name),
        board=board,
        paint=paint,
        resize=resize,
        text=text,
    )
