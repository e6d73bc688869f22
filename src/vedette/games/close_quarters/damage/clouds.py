"""Smoke and gas: how clouds grow, drift and go, and what gas does (CQ-GRN-8 to CQ-GRN-13)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vedette.engine.play import Play
from vedette.games.close_quarters.damage.harm import harm
from vedette.games.close_quarters.derived import worn_sets
from vedette.games.close_quarters.facts import fire as facts
from vedette.games.close_quarters.hexes import on_map, step
from vedette.games.close_quarters.near import is_alive
from vedette.games.close_quarters.state import Cloud, Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.terrain import gassed

TEAR_GAS, GAS_MASK = "tear-gas", "gas-mask"

GLOVED = ("full", "jacket")
"""Kinds of armor that protect the hands (CQ-GRN-10)."""


# --- gas


def breathe(play: Play[Fight], name: str, hexes: Iterable[str]) -> None:
    """CQ-GRN-9: who is in gas, or moves into or through it, has tear gas in his eyes for the rest of the combat."""
    character = play.state.units[name]
    masked = GAS_MASK in character.worn or TEAR_GAS in character.status
    if masked or not is_alive(play.state, name) or not any(gassed(play.state.map, hex) for hex in hexes):
        return
    play.commit(play.state.with_unit(name, status=(*character.status, TEAR_GAS)), facts.Gassed(name))


async def gas(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 10: gas on everybody who is in it."""
    all_breathe(play)


def all_breathe(play: Play[Fight]) -> None:
    """CQ-GRN-9: everybody breathes what is in his hex: at the end of the turn, and where a cloud breaks out."""
    for name, character in play.state.units.items():
        if character.hex and not character.left:
            breathe(play, name, (character.hex,))


# --- lit grenades and their clouds


async def held_grenades(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 2: a lit grenade burns the hands that hold it, but for gloves (CQ-GRN-10)."""
    for name in tuple(play.state.units):
        character = play.state.units[name]
        holds = any(grenade.held == name and grenade.lit for grenade in play.state.map.grenades.values())
        gloves = any(row.kind in GLOVED for row in worn_sets(character))
        if holds and not gloves and is_alive(play.state, name):
            await harm(play, name, number("lit_damage"))


def smoke_out(play: Play[Fight], id: str, hex: str) -> None:
    """CQ-GRN-8: a grenade begins to smoke: a cloud of one hex; in a strong wind there is none (CQ-GRN-13)."""
    grenade = play.state.map.grenades[id]
    assert grenade.kind in ("smoke", "gas", "anti-laser")
    if play.state.map.wind == "strong":
        _burn_out(play, id)
        return
    lit = replace(grenade, lit=True, fuse="lit")
    clouds = {**play.state.map.clouds, id: Cloud(grenade.kind, hex)}
    game = play.state.with_map(grenades={**play.state.map.grenades, id: lit}, clouds=clouds)
    play.commit(game, facts.CloudMoved(id, grenade.kind, hex, clouds[id].radius))
    all_breathe(play)


async def clouds(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 7: clouds grow, drift and go; their grenades burn out."""
    for id in tuple(play.state.map.clouds):
        cloud = play.state.map.clouds[id]
        age = cloud.age + 1
        blown_away = play.state.map.wind == "strong"
        if age > number("cloud_burns_turns") or blown_away:
            _burn_out(play, id)
        if age > number("cloud_turns") or blown_away:
            left = {other: other_cloud for other, other_cloud in play.state.map.clouds.items() if other != id}
            play.commit(play.state.with_map(clouds=left), facts.CloudMoved(id, cloud.kind, "", 0))
        else:
            radius = min(age - 1, number("cloud_radius_most"))
            grown = replace(cloud, age=age, radius=radius, hex=_drifted(play.state, id))
            game = play.state.with_map(clouds={**play.state.map.clouds, id: grown})
            play.commit(game, facts.CloudMoved(id, grown.kind, grown.hex, radius))


def _drifted(game: Fight, id: str) -> str:
    """Where a cloud is now: with who holds its grenade, or one hex with a slight wind, as far as the map goes."""
    cloud, grenade = game.map.clouds[id], game.map.grenades.get(id)
    if grenade is not None and grenade.held:
        return game.units[grenade.held].hex or cloud.hex
    if game.map.wind != "slight":
        return cloud.hex
    to = step(cloud.hex, game.map.wind_to)
    return to if to and on_map(game.map, to) else cloud.hex


def _burn_out(play: Play[Fight], id: str) -> None:
    """A grenade is burned out, and gone from the map and from whoever held it."""
    grenade = play.state.map.grenades.get(id)
    if grenade is None:
        return
    left = {other: other_grenade for other, other_grenade in play.state.map.grenades.items() if other != id}
    game = play.state.with_map(grenades=left)
    if grenade.held:
        holder = game.units[grenade.held]
        ready = tuple(thing for thing in holder.ready if thing != id)
        weapons = tuple(weapon for weapon in holder.weapons if weapon.id != id)
        game = game.with_unit(grenade.held, ready=ready, weapons=weapons)
    play.commit(game, facts.GrenadeBurnedOut(id))
