"""What follows from a state of the combat: whose slot it is, which phase is next, and who has won."""

from __future__ import annotations

from dataclasses import replace
from itertools import dropwhile

from vedette.games.close_quarters.standing import is_out
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.order import first_slots, is_usable, with_actor
from vedette.games.close_quarters.turn.retreats import can_force

# --- phases and slots


def begin_action(game: Fight) -> Fight:
    """CQ-TRN-3: the phase of action, with a slot for everybody who is able, and the first who can use his waiting."""
    slots = first_slots(game)
    order = tuple(slot.unit for slot in slots)
    return settled(replace(game, phase="action", order=order, slots=slots, last_move=None))


def settled(game: Fight) -> Fight:
    """The game with the actor whose turn it is next; slots that can't be used are passed over, and so are whole phases.

    Action goes over into retreat after its last slot, retreat into the end when nobody can force one (any more).
    """
    if game.phase == "action":
        slots = tuple(dropwhile(lambda slot: not is_usable(game, slot), game.slots))
        if slots:
            return with_actor(replace(game, slots=slots), slots[0].unit)
        game = begin_retreat(game)
    if game.phase == "retreat":
        victor = next((name for name in _retreats_left(game) if can_force(game, name)), "")
        return with_actor(game if victor else replace(game, phase="end"), victor)
    return game


def begin_retreat(game: Fight) -> Fight:
    """The phase of forced retreats, before anybody's turn."""
    return with_actor(replace(game, phase="retreat", slots=()), "")


def _retreats_left(game: Fight) -> tuple[str, ...]:
    """Those whose turn to force retreats isn't over, in `order`: the actor and all after him (section 6.5)."""
    return game.order[game.order.index(game.actor) :] if game.actor in game.order else game.order


# --- the end of the combat


def is_wholly_out(game: Fight, side: str) -> bool:
    """Whether nobody of a side can fight any more."""
    return all(is_out(game, name) for name in game.of(side))


def winner(game: Fight) -> str:
    """CQ-TRN-6: the only side that isn't wholly out, "draw" if there is none, and "" while several fight."""
    fighting = [side for side in game.sides if not is_wholly_out(game, side)]
    if not fighting:
        return "draw"
    return fighting[0] if len(fighting) == 1 else ""


def over(game: Fight, outcome: str) -> Fight:
    """The game after its combat: nothing is waited for."""
    return with_actor(replace(game, outcome=outcome, slots=()), "")
