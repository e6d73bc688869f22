"""Things that change hands: drawn, put away, handed over, taken from a body; and hands that are steady enough for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters import dicing
from vedette.games.close_quarters.facts import close as facts
from vedette.games.close_quarters.fight.harm import drop_ready, laid, without
from vedette.games.close_quarters.standing import in_hex, is_down
from vedette.games.close_quarters.state import Character, Dropped, Fight
from vedette.games.close_quarters.tables import item, number
from vedette.games.close_quarters.turn.picking_up import free_id, is_known, lies_in, take, taken
from vedette.games.close_quarters.values.arms import new_weapon
from vedette.games.close_quarters.values.effective import conscious
from vedette.games.close_quarters.weapon import Weapon

STOWED = ("belt", "slung", "pack", "items")
"""Where a character has what is not in his hands."""


# --- where a thing is


def known(game: Fight, *things: str) -> None:
    """Raise CommandError for an id that is neither a weapon nor an item of this game."""
    for thing in things:
        if not is_known(game, thing) and item(thing) is None:
            raise CommandError(f"There is no weapon or item {thing}.")


def has(one: Character, thing: str) -> bool:
    """Whether he has a thing, in hand or anywhere about him."""
    return any(thing in getattr(one, place) for place in ("ready", *STOWED))


def lies_here(game: Fight, by: str, thing: str) -> bool:
    """Whether a thing lies in his hex."""
    return bool(game.units[by].hex) and lies_in(game, thing) == game.units[by].hex


def body_with(game: Fight, by: str, thing: str) -> str:
    """The dead or unconscious figure in his hex that has the thing (decision 20); "" if there is none."""
    there = in_hex(game, game.units[by].hex)
    bodies = (other for other in there if other != by and not conscious(game, other))
    return next((other for other in bodies if has(game.units[other], thing)), "")


def weapon_called(game: Fight, by: str, thing: str) -> Weapon | None:
    """The weapon of that id that he has, or that lies somewhere; None for items."""
    own = game.units[by].weapon(thing)
    lying = game.map.dropped.get(thing) or game.map.grenades.get(thing)
    if own is not None or lying is None:
        return own
    if lying.weapon is None and isinstance(lying, Dropped) and item(lying.type) is None:
        return new_weapon(game.units[by], thing, lying.type)
    return lying.weapon


# --- changing hands, as states


def in_hand(game: Fight, by: str, thing: str) -> Fight:
    """The game with a thing in his hands: his own, one from the ground, or one of a body; as it was if he can't have it."""
    one = game.units[by]
    place = next((place for place in STOWED if thing in getattr(one, place)), "")
    if thing in one.ready:
        return game
    if place:
        left = {place: without(getattr(one, place), thing)}
        return game.with_unit(by, **left, ready=(*one.ready, thing))
    if lies_here(game, by, thing):
        return taken(game, by, thing)
    body = body_with(game, by, thing)
    return handed(game, body, by, thing) if body else game


def put_away(game: Fight, by: str, thing: str) -> Fight:
    """The game with a thing out of his hands: a weapon on his belt, an item among his items."""
    one = game.units[by]
    place = "belt" if one.weapon(thing) is not None else "items"
    kept = {place: (*getattr(one, place), thing)}
    return game.with_unit(by, ready=without(one.ready, thing), **kept)


def handed(game: Fight, owner: str, to: str, thing: str) -> Fight:
    """The game with a thing of one character in the hands of another; of two of one id the new one is renamed."""
    one, other = game.units[owner], game.units[to]
    lit, weapon = game.map.grenades.get(thing), one.weapon(thing)
    if lit is not None and lit.held == owner:
        return taken(laid(game, owner, thing, other.hex), to, thing)
    place = next(place for place in ("ready", *STOWED) if thing in getattr(one, place))
    left = {place: without(getattr(one, place), thing)}
    if weapon is None:
        return game.with_unit(owner, **left).with_unit(to, ready=(*other.ready, thing))
    kept = tuple(own for own in one.weapons if own.id != thing)
    got = replace(weapon, id=free_id(other, owner, thing))
    game = game.with_unit(owner, **left, weapons=kept)
    return game.with_unit(to, ready=(*other.ready, got.id), weapons=(*other.weapons, got))


def rearranged(game: Fight, by: str, thing: str, drop: Iterable[str], stow: Iterable[str] = ()) -> Fight:
    """The game after what is dropped, what is put away, and what is taken in hand; what he doesn't hold stays out of it."""
    for one in drop:
        game = laid(game, by, one, game.units[by].hex) if one in game.units[by].ready else game
    for one in stow:
        game = put_away(game, by, one) if one in game.units[by].ready else game
    return in_hand(game, by, thing)


# --- changing hands, as they happen


def rearrange(play: Play[Fight], by: str, thing: str, drop: Iterable[str], stow: Iterable[str] = ()) -> None:
    """He drops things, puts things away, and takes one in hand; from ground or body he is all rear (CQ-MOV-16)."""
    for one in drop:
        if one in play.state.units[by].ready:
            drop_ready(play, by, one)
    for one in stow:
        if one in play.state.units[by].ready:
            play.becomes(put_away(play.state, by, one), facts.Stowed(by, type_of(play.state, by, one)))
    _take(play, by, thing)


def _take(play: Play[Fight], by: str, thing: str) -> None:
    game = play.state
    body = body_with(game, by, thing)
    if has(game.units[by], thing):
        play.becomes(in_hand(game, by, thing), facts.Readied(by, type_of(game, by, thing)))
    elif lies_here(game, by, thing):
        take(play, by, thing)
    elif body:
        after = handed(game, body, by, thing).with_unit(by, all_rear=True)
        play.becomes(after, facts.TookFromBody(by, body, type_of(game, body, thing)))


def type_of(game: Fight, owner: str, thing: str) -> str:
    """The type of a thing that he has."""
    weapon = game.units[owner].weapon(thing)
    return weapon.type if weapon is not None else thing


# --- steady hands


async def has_steady_hands(play: Play[Fight], by: str) -> bool:
    """CQ-ACT-5, CQ-HTH-8: lying on the ground, or in a brawl, handling a weapon takes a save; failure costs the action."""
    one = play.state.units[by]
    if not is_down(one) and not one.hth:
        return True
    rule = "CQ-HTH-8" if one.hth else "CQ-ACT-5"
    told = f"{one.name}: handling a weapon on the ground"
    dice = number("save_dice")
    result = await dicing.save(play, by, "dex", dice, why="ready", rules=(rule,), told=told)
    if not result.success:
        play.says(facts.Fumbled(by))
    return result.success
