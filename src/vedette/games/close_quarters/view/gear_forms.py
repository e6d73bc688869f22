"""The form of taking a thing in hand: hands that are full are emptied for it."""

from __future__ import annotations

from vedette.games.close_quarters.candidates import at_hand, in_hand
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.view.asked import several, wanted
from vedette.view.fields import Draft, plain, words_of
from vedette.view.forms import Filled, FormValidator, Words, graded, open_first


def ready(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """What to take in hand; what goes back to the belt for it, or to the ground."""
    character = validator.state.units[by]
    stow = several("stow", "Put away", "p", draft, plain(in_hand(character)))
    drop = several("drop", "Drop", "d", draft, plain(in_hand(character)))
    words = words_of("ready", by, [stow, drop])
    offered = at_hand(validator.state, by)
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


# --- what may be taken


def _room(validator: FormValidator[Fight], words: Words, thing: str, character: Character) -> Words:
    """Where his hands are full and he doesn't say more, all that he holds goes on the belt, or else to the ground."""
    if not character.ready or "stow" in words or "drop" in words:
        return words
    held = list(character.ready)
    for room in (words, {**words, "stow": held}, {**words, "drop": held}):
        if validator.validate({**room, "weapon": thing}).refusal is None:
            return room
    return words
