"""The map of the game as a board that screens draw (section 13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vedette.games.close_quarters.attacks.to_hit import sight
from vedette.games.close_quarters.derived.attributes import hits_left
from vedette.games.close_quarters.map.hexes import area, on_map, step
from vedette.games.close_quarters.map.lines import Figure as Firing
from vedette.games.close_quarters.map.lines import crossings, entered
from vedette.games.close_quarters.map.terrain import clouds_over, gassed, ground, metres, pit, smoky
from vedette.games.close_quarters.near import is_down, threat_zone
from vedette.games.close_quarters.rows import CLEAR, TerrainRow
from vedette.games.close_quarters.state import Fight, Map
from vedette.games.close_quarters.told import out_of_it, thing_name
from vedette.games.close_quarters.view.cards import standing
from vedette.view.board import Board, Cell, Edge, Figure, FireLine, Weight
from vedette.view.tones import Tone

# --- the map of the game as a board that screens draw


FIRE, SMOKE, GRENADE, THING, GAS = "*", "░", "!", "'", "%"

WATER, PIT = "~", "o"
"""Signs of the ground; all other ground has the symbol of drawn maps."""


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
    return Board(
        cols=game.map.cols,
        rows=game.map.rows,
        cells=_cells(game),
        edges=tuple(_edges(game.map)),
        figures=_figures(game),
        threats=threats(game, side) if side else frozenset(),
        line=line,
        path=tuple(path),
        choices=frozenset(choices),
        cursor=cursor,
    )


def threats(game: Fight, side: str) -> frozenset[str]:
    """All hexes of the map in threat zones of the enemies of a side (CQ-ENG-1)."""
    zones = (threat_zone(game, name) for name, character in game.units.items() if character.side != side)
    return frozenset(hex for zone in zones for hex in zone if on_map(game.map, hex))


def fire_line(game: Fight, by: str, hex: str) -> FireLine | None:
    """The line of fire to a hex, and where a wall stops it (section 7)."""
    own = game.units[by].hex
    if not own or not on_map(game.map, hex) or hex == own:
        return None
    hexes = tuple(one for one in entered(own, hex)[1:] if on_map(game.map, one))
    return FireLine(hexes, _stop(game, by, hex))


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


def _cells(game: Fight) -> dict[str, Cell]:
    """Every hex that is not clear and empty."""
    map = game.map
    lying: dict[str, list[str]] = {}
    for id, thing in map.dropped.items():
        lying.setdefault(thing.hex, []).append(thing_name(None, thing.type) or id)
    clouds = {hex for hex in _hexes_of_clouds(map) if smoky(map, hex) or gassed(map, hex)}
    live: dict[str, list[str]] = {}
    for grenade in map.grenades.values():
        live.setdefault(grenade.hex, []).append(grenade.kind)
    special = {*map.terrain, *map.pits, *map.fires, *lying, *clouds, *live} - {""}
    return {
        hex: _cell(map, hex, lying.get(hex, []), live.get(hex, [])) for hex in special if on_map(map, hex)
    }


def _hexes_of_clouds(map: Map) -> Iterable[str]:
    yield from (*map.fog, *map.anti_laser)
    for cloud in map.clouds.values():
        yield from area(cloud.hex, cloud.radius) if cloud.hex else ()


def _cell(map: Map, hex: str, lying: list[str], live: list[str]) -> Cell:
    row = ground(map, hex)
    depth = pit(map, hex)
    found: list[tuple[str, str, Tone]] = []
    if live:
        found.append((GRENADE, f"live grenade: {', '.join(live)}", "bad"))
    if hex in map.fires:
        found.append((FIRE, f"{map.fires[hex].kind} fire", "bad"))
    if gassed(map, hex):
        found.append((GAS, "gas", "warn"))
    if smoky(map, hex) and hex not in map.fires:
        found.append((SMOKE, _smoke(map, hex), "dim"))
    if lying:
        found.append((THING, f"here lies: {', '.join(lying)}", "plain"))
    words = [row.name] if row.id != CLEAR else []
    if depth:
        words.append(f"pit of {depth:g} m")
    return Cell(
        ground=PIT if depth else _sign(row),
        solid=row.solid,
        marks="".join(sign for sign, _, _ in found),
        tone=found[0][2] if found else "plain",
        words=", ".join([*words, *(said for _, said, _ in found)]),
    )


def _sign(row: TerrainRow) -> str:
    if row.id == CLEAR or row.solid:
        return ""
    return WATER if row.id.startswith("water") else row.symbol


def _smoke(map: Map, hex: str) -> str:
    if hex in map.fog:
        return "fog"
    kinds = [map.clouds[id].kind for id in clouds_over(map, hex, "smoke", "anti-laser")]
    return "anti-laser smoke" if "anti-laser" in kinds or hex in map.anti_laser else "smoke"


def _edges(map: Map) -> Iterable[Edge]:
    """The walls on edges of hexes of the map."""
    for wall in map.walls:
        if on_map(map, wall.hex) or on_map(map, step(wall.hex, wall.side)):
            yield Edge(wall.hex, wall.side, _weight(wall.height), _wall_words(wall.height))


def _weight(height: float) -> Weight:
    if height <= metres("wall_low"):
        return 1
    return 2 if height <= metres("wall_high") else 3


def _wall_words(height: float) -> str:
    over = height > metres("wall_full")
    return f"wall over {metres('wall_full'):g} m" if over else f"wall of {height:g} m"


def _figures(game: Fight) -> tuple[Figure, ...]:
    """Everybody on the map; who stands is drawn before who lies in the same hex, and the living before the dead."""
    letters = short_names(game)
    shown = [
        name
        for name, character in game.units.items()
        if character.hex and not character.left and on_map(game.map, character.hex)
    ]
    ordered = sorted(shown, key=lambda name: (bool(out_of_it(game, name)), is_down(game.units[name])))
    return tuple(_figure(game, name, letters[name]) for name in ordered)


def _figure(game: Fight, name: str, letters: str) -> Figure:
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
    )


def short_names(game: Fight) -> Mapping[str, str]:
    """One to three letters for each character: the first of his name, more where others begin alike."""
    names = {id: character.name.strip() or id for id, character in game.units.items()}
    return {
        id: _short(name, [other for key, other in names.items() if key != id]) for id, name in names.items()
    }


def _short(name: str, others: list[str]) -> str:
    first = name[:1].upper()
    alike = [other for other in others if other[:1].upper() == first]
    if not alike:
        return first
    second = next(
        (c for i, c in enumerate(name[1:]) if c.isalnum() and all(o[i + 1 : i + 2] != c for o in alike)), ""
    )
    return first + (second or name[1:2])
