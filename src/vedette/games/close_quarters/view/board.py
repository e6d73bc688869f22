"""The map of the game as a board that screens draw, what a hex is to a character, putting one on it by hand, and the map editor (section 13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import tomli_w
from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.errors import CommandError, DataError
from vedette.games.close_quarters.arms import Arm
from vedette.games.close_quarters.attacks.to_hit import sight
from vedette.games.close_quarters.candidates import SENSELESS, named, out_of_it, thing_name
from vedette.games.close_quarters.damage.blow import zones
from vedette.games.close_quarters.derived import hits_left
from vedette.games.close_quarters.library import DRAWING, ZONES, draw_map, read_map
from vedette.games.close_quarters.near import in_hex, is_down, is_enemy, is_free, is_out, threat_zone
from vedette.games.close_quarters.setup import HEIGHTS, MapData, map_of
from vedette.games.close_quarters.state import Fight, Grenade, Map
from vedette.games.close_quarters.tables import CLEAR, number, terrains
from vedette.games.close_quarters.telling import figure
from vedette.games.close_quarters.terrain import Figure as Firing
from vedette.games.close_quarters.terrain import (
    clouds_over,
    crossings,
    entered,
    gassed,
    ground,
    hexes_of_smoke,
    metres,
    multihexes,
    pit,
    smoky,
    solid,
)
from vedette.games.close_quarters.view.cards import fights, standing
from vedette.kit.remembered import remembered
from vedette.kit.schema import read_setup
from vedette.kit.words import count
from vedette.view.board import Board, Cell, Edge, Figure, FireLine, Ground, Status, Weight
from vedette.view.editors import Brush, MapEditor
from vedette.view.fields import Draft, facing, hex_field
from vedette.view.forms import Filled
from vedette.view.hexes import DIRECTIONS, area, distance, hex_name, is_hex_name, on_map, opposite, step

# --- the map of the game as a board that screens draw


GROUNDS: Mapping[str, Ground] = {
    CLEAR: "clear",
    "wall": "wall",
    "broken": "broken",
    "water-ankle": "water",
    "water-knee": "water",
    "water-deep": "deep",
    "mud-ankle": "mud",
    "mud-knee": "mud",
    "snow-ankle": "snow",
    "snow-knee": "snow",
    "ice": "ice",
}
"""How each kind of ground is drawn."""


def board(
    game: Fight,
    *,
    side: str = "",
    line: FireLine | None = None,
    path: Iterable[str] = (),
    choices: Iterable[str] = (),
    cursor: str = "",
) -> Board:
    """The board now; `side` is the one for which the enemies' threat zones matter."""
    threatened = {name: threat_zone(game, name) for name in game.units}
    return replace(
        board_of_map(living_map(game), game.round),
        figures=_figures(game, threatened),
        threats=_threats(game, threatened, side) if side else frozenset(),
        line=line,
        path=tuple(path),
        choices=frozenset(choices),
        cursor=cursor,
    )


def living_map(game: Fight) -> Map:
    """The map; once the fight is decided, without the smoke, fire and live grenades that nothing comes of any more."""
    return replace(game.map, grenades={}, clouds={}, fires={}) if game.outcome else game.map


def board_of_map(map: Map, turn: int = 1) -> Board:
    """A map with what lies and hangs over it in a turn, and nobody on it."""
    return Board(map.cols, map.rows, _cells(map, turn), _edges(map), floor=terrains()[CLEAR].name)


Zones = Mapping[str, tuple[str, ...]]
"""The threat zone of everybody."""


def _threats(game: Fight, zones: Zones, side: str) -> frozenset[str]:
    """All hexes of the map in threat zones of the enemies of a side (CQ-ENG-1)."""
    enemies = (zones[name] for name, character in game.units.items() if character.side != side)
    return frozenset(hex for zone in enemies for hex in zone if on_map(game.map, hex))


def fire_line(game: Fight, by: str, hex: str) -> FireLine | None:
    """The line of fire to a hex, and where a wall stops it (section 7)."""
    own = game.units[by].hex
    if not own or not on_map(game.map, hex) or hex == own:
        return None
    hexes = tuple(one for one in entered(own, hex)[1:] if on_map(game.map, one))
    return FireLine(hexes, _stop(game, by, hex))


def blast(game: Fight, hex: str, arm: Arm) -> dict[str, str]:
    """CQ-GRN-5: the hexes in which a grenade that goes off in one hurts, with its damage there; walls don't help."""
    inner, *outer = zones(arm)
    rings = [(number("inner_radius"), inner), *((number("outer_radius"), damage) for damage in outer)]
    return {
        near: next(damage for radius, damage in rings if distance(hex, near) <= radius)
        for near in area(hex, rings[-1][0])
        if on_map(game.map, near) and not solid(game.map, near)
    }


def _stop(game: Fight, by: str, hex: str) -> str:
    """The hex at which a wall stops the line, "" where none does."""
    character = game.units[by]
    there = next((other for other in game.units.values() if other.hex == hex and not other.left), None)
    target = Firing(hex, there.posture, there.exposed) if there else Firing(hex)
    if sight(game, Firing(character.hex, character.posture), target, "lean").rule == "":
        return ""
    high = (wall.end for wall in crossings(game.map, character.hex, hex) if wall.height > metres("wall_high"))
    return next(high, hex)


def moved(game: Fight, by: str, path: Iterable[str], facing: str, posture: str = "") -> Fight:
    """The game as a draft of a move would have it: the mover where the path ends."""
    character = game.units[by]
    hex = next(reversed([character.hex, *path]))
    return game.with_unit(
        by, hex=hex, facing=facing or character.facing, posture=posture or character.posture
    )


@remembered
def _cells(map: Map, turn: int) -> Mapping[str, Cell]:
    """Every hex that is not clear and empty; kept, as most drafts change nothing of the map."""
    lying: dict[str, list[str]] = {}
    for id, thing in map.dropped.items():
        lying.setdefault(thing.hex, []).append(thing_name(None, thing.type) or id)
    clouds = {hex for hex in _hexes_of_clouds(map) if smoky(map, hex) or gassed(map, hex)}
    live: dict[str, list[Grenade]] = {}
    for grenade in map.grenades.values():
        if not grenade.lit:  # what it lets out is told by its cloud
            live.setdefault(grenade.hex, []).append(grenade)
    special = {*map.terrain, *map.pits, *map.fires, *lying, *clouds, *live} - {""}
    return {
        hex: _cell(map, turn, hex, lying.get(hex, []), live.get(hex, []))
        for hex in special
        if on_map(map, hex)
    }


def _hexes_of_clouds(map: Map) -> Iterable[str]:
    yield from (*map.fog, *map.anti_laser)
    for cloud in map.clouds.values():
        yield from area(cloud.hex, cloud.radius) if cloud.hex else ()


def _cell(map: Map, turn: int, hex: str, lying: list[str], live: list[Grenade]) -> Cell:
    row, depth = ground(map, hex), pit(map, hex)
    burns, gas = hex in map.fires, gassed(map, hex)
    smoke = _layers(map, hex) if smoky(map, hex) and not burns else 0
    words = [
        row.name if row.id != CLEAR else "",
        f"pit of {depth:g} m" if depth else "",
        f"live grenade: {', '.join(grenade.kind for grenade in live)}" if live else "",
        f"{map.fires[hex].kind} fire" if burns else "",
        "gas" if gas else "",
        _smoke(map, hex) if smoke else "",
        f"here lies: {', '.join(lying)}" if lying else "",
    ]
    due = min((max(0, grenade.due - turn) for grenade in live), default=0)
    return Cell(
        ground="pit" if depth else GROUNDS.get(row.id, "broken"),
        fire=burns,
        gas=gas,
        smoke=smoke,
        thing=lying[0] if lying else "",
        grenade=live[0].kind if live else "",
        due=due,
        words=", ".join(filter(None, words)),
    )


def _layers(map: Map, hex: str) -> int:
    """How many kinds of smoke lie over each other."""
    return (hex in map.fog) + (hex in map.anti_laser) + len(clouds_over(map, hex, "smoke", "anti-laser"))


def _smoke(map: Map, hex: str) -> str:
    if hex in map.fog:
        return "fog"
    kinds = [map.clouds[id].kind for id in clouds_over(map, hex, "smoke", "anti-laser")]
    return "anti-laser smoke" if "anti-laser" in kinds or hex in map.anti_laser else "smoke"


@remembered
def _edges(map: Map) -> tuple[Edge, ...]:
    """The walls on edges of hexes of the map."""
    return tuple(
        Edge(wall.hex, wall.side, _weight(wall.height), wall_words(wall.height))
        for wall in map.walls
        if on_map(map, wall.hex) or on_map(map, step(wall.hex, wall.side))
    )


def _weight(height: float) -> Weight:
    if height <= metres("wall_low"):
        return 1
    return 2 if height <= metres("wall_high") else 3


def wall_words(height: float) -> str:
    """A wall of so many metres, as people call it."""
    over = height > metres("wall_full")
    return f"wall over {metres('wall_full'):g} m" if over else f"wall of {height:g} m"


def _figures(game: Fight, zones: Zones) -> tuple[Figure, ...]:
    """Everybody on the map; who stands is drawn before who lies in the same hex, and the living before the dead."""
    letters = short_names(game)
    shown = [
        name
        for name, character in game.units.items()
        if character.hex and not character.left and on_map(game.map, character.hex)
    ]
    ordered = sorted(shown, key=lambda name: (bool(out_of_it(game, name)), is_down(game.units[name])))
    return tuple(_figure(game, name, letters[name], zones) for name in ordered)


def _figure(game: Fight, name: str, letters: str, zones: Zones) -> Figure:
    character = game.units[name]
    return Figure(
        id=name,
        name=character.name,
        hex=character.hex,
        letters=letters,
        side=character.side,
        standing=standing(game, name),
        facing=character.facing,
        down=is_down(character),
        low=character.posture == "kneeling",
        posture=out_of_it(game, name) or character.posture,
        note=f"{max(0, hits_left(character))}/{character.str}",
        left=max(0, hits_left(character)),
        full=character.str,
        statuses=tuple(_statuses(game, name, zones)),
        alive=out_of_it(game, name) in SENSELESS,
    )


LASTING: frozenset[Status] = frozenset({"stunned", "held", "burning"})
"""What outlasts a combat; the rest is done in a turn."""


def _statuses(game: Fight, name: str, zones: Zones) -> Iterator[Status]:
    """What is most to be known of somebody, the most urgent first."""
    character = game.units[name]
    states: dict[Status, object] = {
        "stunned": character.stunned,
        "held": character.held_by or character.entangled,
        "burning": character.burning,
        "dodging": character.dodging,
        "defending": character.defending,
        "aiming": character.aim_target,
        "watching": character.overwatch,
        "engaged": not character.hth
        and any(character.hex in zones[other] for other in game.units if is_enemy(game, name, other)),
    }
    if not fights(game):
        states = {status: holds for status, holds in states.items() if status in LASTING}
    if not out_of_it(game, name):
        yield from (status for status, holds in states.items() if holds)


def short_names(game: Fight) -> Mapping[str, str]:
    """Two letters for each character: the first two of the name, another second one where others have the same."""
    given: dict[str, str] = {}
    for id, character in game.units.items():
        name = character.name.strip() or id
        pairs = [name[:1].upper() + letter.lower() for letter in name[1:] if letter.isalnum()]
        given[id] = next((pair for pair in pairs if pair not in given.values()), (pairs or [name[:1]])[0])
    return given


# --- putting a character on the map by hand


def place(game: Fight, unit: str, draft: Draft) -> Filled:
    """The hex and the facing of a character, of which only what is different is set; it begins where he stands, or else beside his own side."""
    character = game.units[unit]
    free = free_hexes(game)
    start = character.hex or _beside_friends(game, unit, free)
    where = hex_field(game.map, "hex", "Hex", "h", draft, default=start)
    towards = facing(draft, character.facing)
    hex = str(where.value or "")
    facing_now = {f"units.{unit}.facing": towards.value}
    values: dict[str, Any] = {f"units.{unit}.hex": hex} if hex and hex != character.hex else {}
    if towards.value != character.facing or not values:
        values |= facing_now
    words = {"do": "adjust", "by": character.side, "values": values}
    shown = moved(game, unit, [hex] if hex else [], str(towards.value))
    return Filled([where, towards], words, board=board(shown, choices=free, cursor=hex))


def free_hexes(game: Fight) -> Sequence[str]:
    """Every hex in which somebody may be put."""
    all_hexes = (
        hex_name(col, row) for row in range(1, game.map.rows + 1) for col in range(1, game.map.cols + 1)
    )
    return [hex for hex in all_hexes if is_free(game, hex)]


def _beside_friends(game: Fight, unit: str, free: Sequence[str]) -> str:
    """The free hex that is nearest to somebody of his own side, else to the middle of the map; "" without any."""
    friends = [game.units[name].hex for name in game.of(game.units[unit].side) if game.units[name].hex]
    middle = hex_name((game.map.cols + 1) // 2, (game.map.rows + 1) // 2)
    return min(free, key=lambda one: min(distance(one, near) for near in friends or [middle]), default="")


# --- what a hex is to a character


def look(game: Fight, by: str, hex: str) -> str:
    """In words, what the hex is to him; "" where there is nothing to say."""
    return " · ".join(_said(game, by, hex)) if on_map(game.map, hex) else ""


def _said(game: Fight, by: str, hex: str) -> Iterator[str]:
    character = game.units.get(by)
    if character is not None and character.hex and not is_out(game, by) and character.hex != hex:
        away = distance(character.hex, hex)
        apart = f"{away * metres('hex_width'):.0f} m, {multihexes(away)} MH"
        yield f"{count(away, 'hex', 'hexes')} from {character.name} ({apart})"
        yield from _seen(game, by, hex)
    threatening = [
        name
        for name in game.units
        if (character is None or is_enemy(game, by, name)) and hex in threat_zone(game, name)
    ]
    if threatening:
        yield f"threatened by {named(game, threatening)}"


def _seen(game: Fight, by: str, hex: str) -> Iterator[str]:
    """CQ-ENV-9, CQ-ENV-10, CQ-ENV-5: whether he sees who is there, behind what, through how much smoke."""
    character = game.units[by]
    there = next((game.units[name] for name in in_hex(game, hex)), None)
    target = Firing(hex, there.posture, there.exposed) if there else Firing(hex)
    found = sight(game, Firing(character.hex, character.posture), target)
    if found.rule:
        yield found.sentence.rstrip(".")
        return
    yield "in line of sight"
    if found.concealment is not None:
        yield f"{found.concealment.name} {figure(found.concealment.value, '+')}"
    smoke = hexes_of_smoke(character.hex, hex, lambda one: smoky(game.map, one))
    if smoke:
        yield f"{count(smoke, 'hex', 'hexes')} of smoke between"


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


class DrawnMap(Struct, frozen=True):
    """A map that is being drawn: heights of walls in metres by the side they stand on, zones by hex.

    `rest` is what can't be drawn, as the file has it.
    """

    name: str = ""
    text: str = ""
    cols: int = 0
    rows: int = 0
    terrain: Mapping[str, str] = {}
    pits: Mapping[str, float] = {}
    walls: Mapping[Side, float] = {}
    zones: Mapping[str, str] = {}
    rest: Mapping[str, Any] = {}


def begin() -> DrawnMap:
    """Clear ground, as large as maps of the game usually are."""
    return DrawnMap("A new map", cols=number("map_cols"), rows=number("map_rows"))


def read_drawn(row: Mapping[str, Any]) -> DrawnMap:
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


def board_drawn(drawn: DrawnMap) -> Board:
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


def map_text(drawn: DrawnMap, id: str) -> str:
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
        yield Brush(f"zone:{zone}", f"the {words} side's zone", zone, zone, group="Where sides begin")


def map_editor() -> MapEditor[DrawnMap]:
    """How maps of this game are drawn."""
    return MapEditor(
        table="maps",
        brushes=tuple(_brushes()),
        begin=begin,
        read=read_drawn,
        name=lambda drawn: drawn.name,
        rename=lambda drawn, name: replace(drawn, name=name),
        board=board_drawn,
        paint=paint,
        resize=resize,
        text=map_text,
    )
