"""The map of the game as a board that screens draw, what a hex is to a character, putting one on it by hand, and the map editor (section 13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import tomli_w
from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError, DataError
from vedette.engine.figures import signed
from vedette.games.close_quarters import candidates as called
from vedette.games.close_quarters import terrain
from vedette.games.close_quarters.arms import Arm
from vedette.games.close_quarters.attacks.to_hit import sight
from vedette.games.close_quarters.attacks.weapon_checks import MOLOTOV
from vedette.games.close_quarters.damage.blow import EXPLOSIVE, zones
from vedette.games.close_quarters.derived import hits_left
from vedette.games.close_quarters.library import DRAWING, ZONES, draw_map, read_map
from vedette.games.close_quarters.near import in_hex, is_down, is_enemy, is_free, is_out, threat_zone
from vedette.games.close_quarters.setup import HEIGHTS, MAP, map_of
from vedette.games.close_quarters.state import Fight, Grenade, Map
from vedette.games.close_quarters.tables import CLEAR, number, terrains
from vedette.games.close_quarters.terrain import Figure as Firing
from vedette.games.close_quarters.terrain import metres, smoky
from vedette.games.close_quarters.view.cards import fights, standing
from vedette.kit.remembered import remembered
from vedette.kit.schema import read_record
from vedette.kit.words import count
from vedette.view.board import Board, Cell, Edge, Figure, FireLine, Ground, Status
from vedette.view.editors import Brush, MapEditor
from vedette.view.fields import Draft, facing, hex_field
from vedette.view.forms import Filled
from vedette.view.hexes import DIRECTIONS, area, distance, hex_name, is_hex_name, on_map, opposite, step

# --- the map of the game as a board that screens draw


GROUNDS: Mapping[str, Ground] = {
    CLEAR: "clear", "wall": "wall", "broken": "broken", "water-ankle": "water", "water-knee": "water",
    "water-deep": "deep", "mud-ankle": "mud", "mud-knee": "mud", "snow-ankle": "snow", "snow-knee": "snow", "ice": "ice",
}  # fmt: skip

LASTING: frozenset[Status] = frozenset({"stunned", "held", "burning"})
"""What outlasts a combat; the rest is done in a turn."""


def board(
    game: Fight,
    *,
    side: str = "",
    line: FireLine | None = None,
    path: Iterable[str] = (),
    choices: Iterable[str] = (),
    cursor: str = "",
) -> Board:
    """The board now; `side` is the one for which the enemies' threat zones matter (CQ-ENG-1)."""
    threatened = {name: threat_zone(game, name) for name in game.units}
    enemies = (name for name, character in game.units.items() if side and character.side != side)
    return replace(
        board_of_map(living_map(game), game.round),
        figures=_figures(game, threatened),
        threats=frozenset(hex for name in enemies for hex in threatened[name] if on_map(game.map, hex)),
        line=line,
        path=tuple(path),
        choices=frozenset(choices),
        watched=frozenset(one.overwatch.hex for one in game.units.values() if one.overwatch) - {""},
        cursor=cursor,
    )


def living_map(game: Fight) -> Map:
    """The map; once the fight is decided, without the smoke, fire and live grenades that nothing comes of any more."""
    return replace(game.map, grenades={}, clouds={}, fires={}) if game.outcome else game.map


def board_of_map(map: Map, turn: int = 1) -> Board:
    return Board(map.cols, map.rows, _cells(map, turn), _edges(map), floor=terrains()[CLEAR].name)


def fire_line(game: Fight, by: str, hex: str) -> FireLine | None:
    character, map = game.units[by], game.map
    own, stop = character.hex, ""
    if not own or not on_map(map, hex) or hex == own:
        return None
    if sight(game, Firing(own, character.posture), _seen_in(game, hex), "lean").rule:
        walls = terrain.crossings(map, own, hex)
        stop = next((wall.end for wall in walls if wall.height > metres("wall_high")), hex)
    return FireLine(tuple(one for one in terrain.entered(own, hex)[1:] if on_map(map, one)), stop, own)


def _seen_in(game: Fight, hex: str) -> Firing:
    """Who is seen in a hex, or the hex alone."""
    there = next((game.units[name] for name in in_hex(game, hex)), None)
    return Firing(hex, there.posture, there.exposed) if there else Firing(hex)


def blast(game: Fight, hex: str, arm: Arm) -> dict[str, str]:
    """CQ-GRN-5 to CQ-GRN-7: the hexes in which a grenade that goes off in one hurts, with its damage there; walls don't help."""
    if arm.is_a(MOLOTOV):
        written, radii = [str(number("oil_stop")), str(number("oil_pass"))], (0, 1)
    elif arm.is_a(EXPLOSIVE) or arm.is_a("incendiary"):
        written, radii = zones(arm), (number("inner_radius"), number("outer_radius"))
        if not arm.is_a(EXPLOSIVE):
            written = [str(number("incendiary_stop")), str(number("incendiary_pass"))]
    else:
        return {}
    rings = list(zip(radii, written, strict=False))
    return {
        near: next(damage for radius, damage in rings if distance(hex, near) <= radius)
        for near in area(hex, rings[-1][0])
        if on_map(game.map, near) and not terrain.solid(game.map, near)
    }


def moved(game: Fight, by: str, path: Iterable[str], facing: str, posture: str = "") -> Fight:
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
        lying.setdefault(thing.hex, []).append(called.thing_name(None, thing.type) or id)
    live: dict[str, list[Grenade]] = {}
    for grenade in map.grenades.values():
        if not grenade.lit:  # what it lets out is told by its cloud
            live.setdefault(grenade.hex, []).append(grenade)
    under = {hex for cloud in map.clouds.values() if cloud.hex for hex in area(cloud.hex, cloud.radius)}
    clouds = {
        hex for hex in under | {*map.fog, *map.anti_laser} if smoky(map, hex) or terrain.gassed(map, hex)
    }
    special = {*map.terrain, *map.pits, *map.fires, *lying, *clouds, *live} - {""}
    cells = {}
    for hex in special:
        if not on_map(map, hex):
            continue
        row, depth, burns = terrain.ground(map, hex), terrain.pit(map, hex), hex in map.fires
        things, grenades, gas = lying.get(hex, []), live.get(hex, []), terrain.gassed(map, hex)
        smoke, layers = "", 0
        if smoky(map, hex) and not burns:
            over = terrain.clouds_over(map, hex, "smoke", "anti-laser")
            layers = (hex in map.fog) + (hex in map.anti_laser) + len(over)
            against_lasers = hex in map.anti_laser or "anti-laser" in (map.clouds[id].kind for id in over)
            smoke = "fog" if hex in map.fog else "anti-laser smoke" if against_lasers else "smoke"
        words = [
            row.name if row.id != CLEAR else "",
            f"pit of {depth:g} m" if depth else "",
            f"live grenade: {', '.join(grenade.kind for grenade in grenades)}" if grenades else "",
            f"{map.fires[hex].kind} fire" if burns else "",
            "gas" if gas else "",
            smoke if layers else "",
            f"here lies: {', '.join(things)}" if things else "",
        ]
        cells[hex] = Cell(
            ground="pit" if depth else GROUNDS.get(row.id, "broken"),
            fire=burns,
            gas=gas,
            smoke=layers,
            thing=things[0] if things else "",
            depth=depth,
            grenade=grenades[0].kind if grenades else "",
            due=min((max(0, grenade.due - turn) for grenade in grenades), default=0),
            words=", ".join(filter(None, words)),
        )
    return cells


@remembered
def _edges(map: Map) -> tuple[Edge, ...]:
    low, high, full = (metres(f"wall_{name}") for name in ("low", "high", "full"))
    return tuple(
        Edge(
            wall.hex,
            wall.side,
            1 if wall.height <= low else 2 if wall.height <= high else 3 if wall.height <= full else 4,
            wall_words(wall.height),
        )
        for wall in map.walls
        if on_map(map, wall.hex) or on_map(map, step(wall.hex, wall.side))
    )


def wall_words(height: float) -> str:
    """A wall of so many metres, as people call it."""
    over = height > metres("wall_full")
    return f"wall over {metres('wall_full'):g} m" if over else f"wall of {height:g} m"


def _figures(game: Fight, zones: Mapping[str, tuple[str, ...]]) -> tuple[Figure, ...]:
    """Everybody on the map; who stands is drawn before who lies in the same hex, and the living before the dead."""
    letters, shown, fighting = short_names(game), [], fights(game)
    for name, character in game.units.items():
        if not character.hex or character.left or not on_map(game.map, character.hex):
            continue
        out, down, left = called.out_of_it(game, name), is_down(character), max(0, hits_left(character))
        near = (other for other in game.units if is_enemy(game, name, other))
        states: dict[Status, object] = {  # the most urgent first
            "stunned": character.stunned,
            "held": character.held_by or character.entangled,
            "burning": character.burning,
            "dodging": character.dodging,
            "defending": character.defending,
            "aiming": character.aim_target,
            "watching": character.overwatch,
            "engaged": not character.hth and any(character.hex in zones[other] for other in near),
        }
        statuses = [one for one, holds in states.items() if holds and (fighting or one in LASTING)]
        drawn = Figure(
            id=name,
            name=character.name,
            hex=character.hex,
            letters=letters[name],
            side=character.side,
            standing=standing(game, name),
            facing=character.facing,
            down=down,
            low=character.posture == "kneeling",
            posture=out or character.posture,
            note=f"{left}/{character.str}",
            left=left,
            full=character.str,
            statuses=() if out else tuple(statuses),
            alive=out in called.SENSELESS,
        )
        shown.append((bool(out), down, drawn))
    return tuple(drawn for _, _, drawn in sorted(shown, key=lambda one: one[:2]))


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
    """The hex and the facing of a character, of which only what is different is set.

    It begins where he stands, or else in the free hex that is nearest to somebody of his own side, or to the middle.
    """
    character, map = game.units[unit], game.map
    columns, rows = range(1, map.cols + 1), range(1, map.rows + 1)
    free = [hex for row in rows for col in columns if is_free(game, hex := hex_name(col, row))]
    start = character.hex
    if not start:
        friends = [game.units[name].hex for name in game.of(character.side) if game.units[name].hex]
        near = friends or [hex_name((map.cols + 1) // 2, (map.rows + 1) // 2)]
        start = min(free, key=lambda one: min(distance(one, hex) for hex in near), default="")
    where = hex_field(map, "hex", "Hex", "h", draft, default=start)
    towards = facing(draft, character.facing)
    hex = str(where.value or "")
    values: Table = {f"units.{unit}.hex": hex} if hex and hex != character.hex else {}
    if towards.value != character.facing or not values:
        values[f"units.{unit}.facing"] = towards.value
    words = {"do": "adjust", "by": character.side, "values": values}
    shown = moved(game, unit, [hex] if hex else [], str(towards.value))
    return Filled([where, towards], words, board=board(shown, choices=free, cursor=hex))


# --- what a hex is to a character


def look(game: Fight, by: str, hex: str) -> str:
    """In words, what the hex is to him; "" where there is nothing to say.

    CQ-ENV-9, CQ-ENV-10, CQ-ENV-5: whether he sees who is there, behind what, through how much smoke; and who threatens it.
    """
    if not on_map(game.map, hex):
        return ""
    said, character = [], game.units.get(by)
    if character is not None and character.hex and not is_out(game, by) and character.hex != hex:
        away = distance(character.hex, hex)
        apart = f"{away * metres('hex_width'):.0f} m, {terrain.multihexes(away)} MH"
        said.append(f"{count(away, 'hex', 'hexes')} from {character.name} ({apart})")
        found = sight(game, Firing(character.hex, character.posture), _seen_in(game, hex))
        said.append(found.sentence.rstrip(".") if found.rule else "in line of sight")
        if not found.rule and found.concealment is not None:
            said.append(f"{found.concealment.name} {signed(found.concealment.value)}")
        smoke = terrain.hexes_of_smoke(character.hex, hex, lambda one: smoky(game.map, one))
        if smoke and not found.rule:
            said.append(f"{count(smoke, 'hex', 'hexes')} of smoke between")
    foes = [name for name in game.units if character is None or is_enemy(game, by, name)]
    if threatening := [name for name in foes if hex in threat_zone(game, name)]:
        said.append(f"threatened by {called.named(game, threatening)}")
    return " · ".join(said)


# --- the map editor


LEAST, MOST = 2, 99

DRAWN = ("id", "name", "text", "cols", "rows", "terrain", "pits", "walls", "zones", DRAWING)
"""What of a map is drawn with brushes, or stands before the drawing."""

KEYS = {
    CLEAR: "c", "broken": "b", "water-ankle": "3", "water-knee": "4", "water-deep": "5", "mud-ankle": "6",
    "mud-knee": "7", "snow-ankle": "8", "snow-knee": "9", "ice": "i", "wall": "r",
}  # fmt: skip

T = TypeVar("T")

Side = tuple[str, str]


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
    rest: Row = {}


def read_drawn(row: Row) -> DrawnMap:
    """The map of a file; raises DataError with every fault."""
    try:
        table = read_map(row)
    except ValueError as error:
        raise DataError(f"{error}.") from error
    data = read_record(MAP, {key: value for key, value in table.items() if key != "ruleset"})
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
    ground = MAP.validate_python({**_table(drawn), **_rest(drawn)})
    return replace(board_of_map(map_of(ground)), zones=drawn.zones)


def paint(drawn: DrawnMap, brush: str, hex: str, side: str) -> DrawnMap:
    """The map with a hex, or a side of it, as the brush has it; the same one where nothing comes of it."""
    kind, _, value = brush.partition(":")
    if not on_map(drawn, hex):
        return drawn
    if kind == "wall":
        if side not in DIRECTIONS:
            return drawn
        place = _side(drawn, hex, side)
        walls = {other: high for other, high in drawn.walls.items() if other != place}
        if value:
            return replace(drawn, walls={**walls, place: metres(value)})
        # A door is no wall, and opens solid hexes on both of its sides.
        opened = [one for one in (place[0], step(*place)) if drawn.terrain.get(one) == "wall"]
        left = {one: ground for one, ground in drawn.terrain.items() if one not in opened}
        return replace(drawn, walls=walls, terrain=left)
    if kind == "zone":
        return replace(drawn, zones={**drawn.zones, hex: value})
    ground, pits, zones = (
        {other: there[other] for other in there if other != hex}
        for there in (drawn.terrain, drawn.pits, drawn.zones)
    )
    if kind == "pit":
        return replace(drawn, terrain=ground, pits={**pits, hex: metres(value)}, zones=zones)
    # Clear ground takes away everything else that is in the hex.
    kept = zones if value in (CLEAR, "wall") else drawn.zones
    ground |= {} if value == CLEAR else {hex: value}
    return replace(drawn, terrain=ground, pits=pits, zones=kept)


def _side(drawn: DrawnMap, hex: str, side: str) -> Side:
    """The one name of a side that two hexes share: from the hex on its left or below it, where the map has that."""
    beyond = step(hex, side)
    return (beyond, opposite(side)) if side in ("s", "sw", "nw") and on_map(drawn, beyond) else (hex, side)


def resize(drawn: DrawnMap, cols: int, rows: int) -> DrawnMap:
    """Larger by clear ground, or cut off on the right and below; raises CommandError."""
    if not (LEAST <= cols <= MOST and LEAST <= rows <= MOST):
        raise CommandError(f"A map has {LEAST} to {MOST} columns and rows.")
    sized = replace(drawn, cols=cols, rows=rows)

    def cut(there: Mapping[str, T]) -> dict[str, T]:
        return {hex: value for hex, value in there.items() if on_map(sized, hex)}

    walls = {side: height for side, height in drawn.walls.items() if on_map(sized, side[0])}
    return replace(
        sized, terrain=cut(drawn.terrain), pits=cut(drawn.pits), zones=cut(drawn.zones), walls=walls
    )


# --- the file


def map_text(drawn: DrawnMap, id: str) -> str:
    """The file: the drawing as it would be drawn by hand, and beside it what can't be drawn."""
    head = tomli_w.dumps({"id": id, "name": drawn.name, **({"text": drawn.text} if drawn.text else {})})
    drawing = draw_map(_table(drawn))
    known = read_map({DRAWING: drawing})
    pits = {hex: depth for hex, depth in drawn.pits.items() if known["pits"].get(hex) != depth}
    beside = {key: value for key, value in {**_rest(drawn), "pits": pits}.items() if value}
    shown = {hex for hexes in known.get("zones", {}).values() for hex in hexes}
    # The zones that are not on clear ground.
    zones = _zones({hex: zone for hex, zone in drawn.zones.items() if hex not in shown})
    rows = "".join(f"{zone} = {_list(hexes)}\n" for zone, hexes in zones.items())
    tail = tomli_w.dumps(beside) + (f"\n[zones]\n{rows}" if rows else "") + "".join(_walls_written(drawn))
    size = f"# {drawn.cols} columns, {drawn.rows} rows"
    return f'{head}\n{size}\n{DRAWING} = """\n{drawing}"""\n{tail}'


def _table(drawn: DrawnMap) -> Table:
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


def _rest(drawn: DrawnMap) -> Table:
    """What can't be drawn, as far as it is still on the map: hexes, and fires (their ids are hexes), clouds and things."""
    rest = {key: value for key, value in drawn.rest.items() if key != "ruleset"}
    for key in ("fog", "anti_laser"):
        rest[key] = [hex for hex in drawn.rest.get(key, ()) if on_map(drawn, hex)]
    for key in ("fires", "clouds", "grenades", "dropped"):
        there = {id: (str(value.get("hex", id)), value) for id, value in drawn.rest.get(key, {}).items()}
        rest[key] = {
            id: value for id, (hex, value) in there.items() if on_map(drawn, hex) or not is_hex_name(hex)
        }
    return rest


def _zones(zones: Mapping[str, str]) -> dict[str, list[str]]:
    return {
        zone: sorted(hex for hex in zones if zones[hex] == zone) for zone in ZONES if zone in zones.values()
    }


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


def _list(words: Sequence[str]) -> str:
    quoted = ", ".join(f'"{word}"' for word in words)
    return f"[{quoted}]"


def map_editor() -> MapEditor[DrawnMap]:
    brushes = [
        Brush(f"ground:{row.id}", row.name, KEYS[row.id], row.symbol, group="Ground")
        for row in terrains().values()
    ]
    for id, key in (("drawn_pit", "o"), ("drawn_deep_pit", "O")):
        brushes.append(Brush(f"pit:{id}", f"pit of {metres(id):g} m", key, key, group="Ground"))
    for id, key in zip(HEIGHTS, "lkjh", strict=True):
        brushes.append(Brush(f"wall:{id}", wall_words(metres(id)), key, on="side", group="On a side"))
    brushes.append(Brush("wall:", "door: no wall", "g", on="side", group="On a side"))
    for zone, words in zip(ZONES[:2], ("first", "second"), strict=True):
        name = f"the {words} side's zone"
        brushes.append(Brush(f"zone:{zone}", name, zone, zone, group="Where sides begin"))
    return MapEditor(
        table="maps",
        brushes=tuple(brushes),
        begin=lambda: DrawnMap("A new map", cols=number("map_cols"), rows=number("map_rows")),
        read=read_drawn,
        name=lambda drawn: drawn.name,
        rename=lambda drawn, name: replace(drawn, name=name),
        board=board_drawn,
        paint=paint,
        resize=resize,
        text=map_text,
    )
