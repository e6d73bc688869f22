"""Burning oil that bursts over people: molotovs, incendiaries, and what a flame thrower sets alight (section 10)."""

from __future__ import annotations

from collections.abc import Iterable

from vedette.engine.play import Play
from vedette.games.close_quarters.dicing import save
from vedette.games.close_quarters.facts import fire as facts
from vedette.games.close_quarters.fight.fire import ignite, scorch_with_oil
from vedette.games.close_quarters.ground.hexes import area, distance, on_map
from vedette.games.close_quarters.ground.terrain import deep_water
from vedette.games.close_quarters.ground.walls import solid
from vedette.games.close_quarters.standing import is_alive
from vedette.games.close_quarters.state import Fight, Fire
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.values.effective import conscious


async def molotov_bursts(play: Play[Fight], hex: str, by: str = "", *, tank: bool = False) -> None:
    """CQ-GRN-6: 4 points in the hex, 2 next to it; who is in it may be soaked; then it burns. A `tank` soaks more."""
    play.says(facts.MolotovBurst(hex))
    inner = within(play.state, hex, 0, 0)
    for name in within(play.state, hex, 0, 1):
        points = number("oil_stop" if name in inner else "oil_pass")
        await scorch_with_oil(play, name, points, hex="" if name in inner else hex, by=by)
    await soak(play, inner, dice=number("tank_soak_dice" if tank else "soak_dice"))
    set_alight(play, (hex,))


async def incendiary_bursts(play: Play[Fight], hex: str, by: str = "") -> None:
    """CQ-GRN-7: 8 points in the multihex, 4 around it, nearest first; then it burns, and can't be put out."""
    inner = within(play.state, hex, 0, number("inner_radius"))
    caught = within(play.state, hex, 0, number("outer_radius"))
    for name in nearest_first(play.state, hex, caught):
        points = number("incendiary_stop" if name in inner else "incendiary_pass")
        beside = play.state.units[name].hex != hex
        await scorch_with_oil(play, name, points, hex=hex if beside else "", by=by)
    await soak(play, nearest_first(play.state, hex, inner), dice=number("soak_dice"))
    burning = tuple(one for one in area(hex, number("inner_radius")) if on_map(play.state.map, one))
    fires = {one: Fire("incendiary") for one in burning if not solid(play.state.map, one)}
    play.becomes(play.state.with_map(fires={**play.state.map.fires, **fires}), facts.HexesBurn(tuple(fires)))


async def soak(play: Play[Fight], names: Iterable[str], *, dice: int) -> None:
    """Saves against being soaked with burning oil; the unconscious are (CQ-GRN-6, CQ-FLM-4)."""
    for name in names:
        if not is_alive(play.state, name):
            continue
        if not conscious(play.state, name) or not await _stays_dry(play, name, dice):
            ignite(play, name, "soaked")


async def _stays_dry(play: Play[Fight], name: str, dice: int) -> bool:
    told = f"{play.state.units[name].name} against being soaked"
    rules = ("CQ-GRN-6", "CQ-FIR-11")
    return (await save(play, name, "dex", dice, why="soak", rules=rules, told=told)).success


def set_alight(play: Play[Fight], hexes: Iterable[str]) -> None:
    """CQ-FIR-10: these hexes burn for 12 turns, but not on deep water; incendiary fire goes on as it is."""
    map = play.state.map
    lit = {
        hex: Fire("oil", number("oil_turns"))
        for hex in hexes
        if not deep_water(map, hex) and not (hex in map.fires and map.fires[hex].kind == "incendiary")
    }
    if lit:
        play.becomes(play.state.with_map(fires={**map.fires, **lit}), facts.HexesBurn(tuple(lit)))


def within(game: Fight, hex: str, least: int, most: int) -> tuple[str, ...]:
    """Who is alive at such a distance from a hex, in the order of the set-up."""
    return tuple(
        name
        for name, one in game.units.items()
        if one.hex and not one.left and is_alive(game, name) and least <= distance(one.hex, hex) <= most
    )


def nearest_first(game: Fight, hex: str, names: Iterable[str]) -> tuple[str, ...]:
    """These characters by their distance from a hex, then in the order of the set-up."""
    return tuple(sorted(names, key=lambda name: distance(game.units[name].hex, hex)))
