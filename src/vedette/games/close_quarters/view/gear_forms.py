"""The forms of handling things: ready, switch, exchange, reload, jams, bayonets, extinguishers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.games.close_quarters.derived.arms import Arm
from vedette.games.close_quarters.derived.effective import conscious
from vedette.games.close_quarters.facts.telling import figure
from vedette.games.close_quarters.known import BAYONET
from vedette.games.close_quarters.map.hexes import ARROWS, area
from vedette.games.close_quarters.map.terrain import pit
from vedette.games.close_quarters.near import away, friends_beside, in_hex, is_alive
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import RELOAD
from vedette.games.close_quarters.view.asked import bare, plain, several, wanted, words_of
from vedette.games.close_quarters.view.board import board
from vedette.games.close_quarters.view.people import (
    around,
    described,
    in_hand,
    lying,
    ready_weapons,
    targets,
    weapons,
)
from vedette.view.fields import Draft
from vedette.view.forms import Filled, FormValidator, Words, graded, open_first
from vedette.view.vocabulary import Detail, Field

OWN = ("belt", "slung", "pack")
"""Where his own things are that may be taken in hand."""


def ready(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """What to take in hand; what goes back to the belt for it, or to the ground."""
    character = validator.state.units[by]
    stow = several("stow", "Put away", "p", draft, plain(in_hand(character)))
    drop = several("drop", "Drop", "d", draft, plain(in_hand(character)))
    words = words_of("ready", by, [stow, drop])
    offered = {**_carried(character), **_within_reach(validator.state, by)}
    rooms = {id: _room(validator, words, id, character) for id in offered}
    choices = [
        choice
        for id, label in offered.items()
        for choice in graded(validator, rooms[id], "weapon", {id: label})
    ]
    weapon = wanted("weapon", "Take", "t", draft, open_first(choices))
    made = rooms.get(str(weapon.value or ""), words)
    stow = several("stow", "Put away", "p", made, stow.choices)
    drop = several("drop", "Drop", "d", made, drop.choices)
    fields = [weapon, stow, drop]
    return Filled(fields, words_of("ready", by, fields))


def switch(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """While engaged: drop, and take another melee weapon."""
    character = validator.state.units[by]
    held = list(character.ready)
    dropped = {"drop": held, **draft} if "drop" not in draft else draft
    drop = several("drop", "Drop", "d", dropped, plain(in_hand(character)))
    words = words_of("switch", by, [drop])
    offered = {**_carried(character), **_within_reach(validator.state, by)}
    weapon = wanted("weapon", "Take", "t", draft, open_first(graded(validator, words, "weapon", offered)))
    fields = [weapon, drop]
    return Filled(fields, words_of("switch", by, fields) | {"drop": list(drop.value or [])})


def exchange(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """With whom, what for what."""
    game, character = validator.state, validator.state.units[by]
    beside = friends_beside(game, by)
    give_first = next(iter(character.ready), "")
    filler = {"give": give_first, "take": ""}
    partners = graded(validator, bare("exchange", by), "partner", targets(game, by, beside), filler)
    partner = wanted("partner", "With", "p", draft, open_first(partners))
    other = game.units.get(str(partner.value or ""))
    give = wanted("give", "Gives", "g", draft, plain(in_hand(character)))
    take = wanted("take", "Takes", "t", draft, plain(in_hand(other) if other else {}))
    fields = [partner, give, take]
    return Filled(fields, words_of("exchange", by, fields))


def reload(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Which weapon in hand."""
    character = validator.state.units[by]
    words = bare("reload", by)
    choices = graded(validator, words, "weapon", ready_weapons(character, lambda arm: bool(arm.rounds)))
    field = wanted("weapon", "Weapon", "w", draft, open_first(choices))
    weapon = character.weapon(str(field.value or ""))
    left = character.items.count(f"{RELOAD}{weapon.type}") if weapon else 0
    return Filled([_hinted(field, f"{left} reloads left")], words_of("reload", by, [field]))


def clear_jam(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Which weapon in hand."""
    words = bare("clear_jam", by)
    offered = ready_weapons(validator.state.units[by], lambda arm: arm.missile)
    field = wanted("weapon", "Weapon", "w", draft, open_first(graded(validator, words, "weapon", offered)))
    return Filled([field], words_of("clear_jam", by, [field]))


def attach_bayonet(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Which knife to which gun."""
    character = validator.state.units[by]
    guns = {
        id: label for id, label in ready_weapons(character, _stocked).items() if not _fitted(character, id)
    }
    weapon = wanted("weapon", "Gun", "g", draft, plain(guns))
    words = words_of("attach_bayonet", by, [weapon])
    knives = weapons(character, ("ready", *OWN), lambda arm: arm.is_a("bayonet-knife"))
    filler = {} if weapon.value else {"weapon": ""}
    knife = wanted(
        "knife", "Knife", "k", draft, open_first(graded(validator, words, "knife", knives, filler))
    )
    fields = [knife, weapon]
    return Filled(fields, words_of("attach_bayonet", by, fields))


def extinguish(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A burning character, or a burning hex."""
    game, character = validator.state, validator.state.units[by]
    words = bare("extinguish", by)
    aflame = [
        name
        for name, other in game.units.items()
        if other.burning and character.hex and away(game, by, name) <= 1
    ]
    burning = {
        hex: f"fire in {hex}"
        for hex in (area(character.hex, 1) if character.hex else ())
        if hex in game.map.fires
    }
    people = graded(validator, words, "target", {name: game.units[name].name for name in aflame})
    hexes = graded(validator, words, "hex", burning)
    what = wanted("what", "What", "h", draft, open_first((*people, *hexes)))
    said = {} if what.value is None else {"hex" if what.value in burning else "target": what.value}
    return Filled([what], {**words, **said}, (), board(game, side=character.side))


def climb(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Into which hex beside the pit, and how far it is."""
    game, character = validator.state, validator.state.units[by]
    hexes = graded(validator, bare("climb", by), "to", around(game, character.hex))
    to = wanted("to", "Out into", "h", draft, open_first(hexes))
    deep = pit(game.map, character.hex) if character.hex else 0
    lines = (Detail("On the rope", f"{character.climbed} of {figure(deep)} m"),)
    return Filled([to], words_of("climb", by, [to]), lines, board(game, side=character.side))


def lay_sandbags(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Along which side of his hex."""
    game, character = validator.state, validator.state.units[by]
    sides = {side: f"{side} {arrow}" for side, arrow in ARROWS.items()}
    choices = graded(validator, bare("lay_sandbags", by), "side", sides)
    first = {"side": character.facing, **draft}
    side = wanted("side", "Side", "d", first, open_first(choices))
    return Filled([side], words_of("lay_sandbags", by, [side]), (), board(game, side=character.side))


# --- what may be taken


def _carried(character: Character) -> Mapping[Any, str]:
    """His own things that aren't in hand: weapons, and items that one holds."""
    own = [id for place in OWN for id in getattr(character, place)]
    return {
        id: described(character, id)
        for id in (*own, *character.items)
        if id not in character.ready and not id.startswith(RELOAD)
    }


def _within_reach(game: Fight, by: str) -> Mapping[Any, str]:
    """Things that lie in his hex, and what the unconscious and dead there have on them."""
    character = game.units[by]
    if not character.hex:
        return {}
    found = dict(lying(game, (character.hex,)))
    for id, grenade in game.map.grenades.items():
        if grenade.hex == character.hex:
            found[id] = f"{grenade.kind} grenade, {'burning' if grenade.lit else 'live'}"
    bodies = [name for name in in_hex(game, character.hex) if name != by and not _awake(game, name)]
    for name in bodies:
        other = game.units[name]
        carried = (*other.ready, *other.belt, *other.slung, *other.items)
        found |= {id: f"{described(other, id)} of {other.name}" for id in carried if id not in found}
    return found


def _awake(game: Fight, name: str) -> bool:
    return is_alive(game, name) and conscious(game, name)


def _room(validator: FormValidator[Fight], words: Words, thing: str, character: Character) -> Words:
    """Where his hands are full and he doesn't say more, all that he holds goes on the belt, or else to the ground."""
    if not character.ready or "stow" in words or "drop" in words:
        return words
    held = list(character.ready)
    for room in (words, {**words, "stow": held}, {**words, "drop": held}):
        if validator.validate({**room, "weapon": thing}).refusal is None:
            return room
    return words


def _stocked(arm: Arm) -> bool:
    return arm.is_a("stocked")


def _fitted(character: Character, id: str) -> bool:
    weapon = character.weapon(id)
    return weapon is not None and BAYONET in weapon.fitted


def _hinted(field: Field, hint: str) -> Field:
    return Field(
        field.name, field.label, field.key, field.kind, field.value, field.choices, field.required, hint=hint
    )
