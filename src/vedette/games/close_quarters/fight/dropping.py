"""What falls out of somebody's hands lies in his hex (section 3)."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.play import Play
from vedette.games.close_quarters.facts import damage as facts
from vedette.games.close_quarters.state import Character, Dropped, Fight
from vedette.games.close_quarters.values.arms import figures


def name_on_map(game: Fight, owner: str, thing: str) -> str:
    """The id of a thing of his on the map: its own, or `<owner>-<id>` where that lies there already."""
    while thing in game.map.dropped or (
        thing in game.map.grenades and game.map.grenades[thing].held != owner
    ):
        thing = f"{owner}-{thing}"
    return thing


def laid(game: Fight, owner: str, thing: str, hex: str) -> Fight:
    """The game with a weapon, item or lit grenade of his, in hand or anywhere about him, lying in a hex."""
    one = game.units[owner]
    weapon = one.weapon(thing)
    type_id = weapon.type if weapon else thing
    left = tuple(other for other in one.weapons if other.id != thing)
    game = game.with_unit(owner, **places_without(one, thing), weapons=left)
    lit = game.map.grenades.get(thing)
    if lit is not None and lit.held == owner:
        grenades = {**game.map.grenades, thing: replace(lit, hex=hex, held="", weapon=weapon or lit.weapon)}
        return game.with_map(grenades=grenades)
    lies = {name_on_map(game, owner, thing): Dropped(type_id, hex, weapon, owner)}
    return game.with_map(dropped={**game.map.dropped, **lies})


def places_without(one: Character, thing: str) -> dict[str, tuple[str, ...]]:
    """The hands and all places where he carries things, without that one, wherever it was."""
    return {place: without(getattr(one, place), thing) for place in ("ready", "belt", "slung", "pack")}


def without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    """The things without one of that id; of items there may be several."""
    if thing not in things:
        return things
    place = things.index(thing)
    return things[:place] + things[place + 1 :]


def drop_ready(play: Play[Fight], name: str, thing: str) -> None:
    """A thing in hand falls into his hex."""
    one = play.state.units[name]
    weapon = one.weapon(thing)
    lit = play.state.map.grenades.get(thing)
    type_id = weapon.type if weapon else lit.weapon.type if lit and lit.weapon else thing
    play.becomes(laid(play.state, name, thing, one.hex), facts.ThingDropped(name, type_id, one.hex))


def can_drop(game: Fight, name: str, thing: str) -> bool:
    """Whether what he holds is a weapon that can fall from his hand: brass knuckles can't."""
    weapon = game.units[name].weapon(thing)
    return weapon is not None and not figures(weapon).is_a("no_drop")


def weapons_in_hand(game: Fight, name: str) -> tuple[str, ...]:
    """The weapons in his hands that he can drop, in the order of `ready`."""
    return tuple(thing for thing in game.units[name].ready if can_drop(game, name, thing))


def drop_first_ready(play: Play[Fight], name: str) -> bool:
    """He drops the first weapon that he holds; False if there is none."""
    held = weapons_in_hand(play.state, name)
    if held:
        drop_ready(play, name, held[0])
    return bool(held)


def drop_weapons(play: Play[Fight], name: str) -> None:
    """He drops every weapon in hand (CQ-STN-1)."""
    for thing in weapons_in_hand(play.state, name):
        drop_ready(play, name, thing)
