"""The situation that somebody is in, which decides what is listed: each command says where it makes sense."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from vedette.games.close_quarters.near import is_alive, is_camp, is_out
from vedette.games.close_quarters.state import Fight, Phase
from vedette.games.close_quarters.turn.order import first_slot_to_come, in_follow_up

Situation = Literal[
    "between", "waits", "movement", "slot", "follow-up", "early", "wrestles", "retreat", "out"
]
"""In the action phase: his first slot, a further shot, ahead of his slot, or in hand-to-hand combat."""

Offered = Callable[[Fight, str], bool]

IN_COMBAT: tuple[Situation, ...] = ("waits", "movement", "slot", "follow-up", "early", "wrestles", "retreat")


def situation(game: Fight, name: str) -> Situation:
    """Where a character stands in the turn."""
    if game.phase == "between":
        return "between" if is_alive(game, name) else "out"
    if game.outcome or is_out(game, name):
        return "out"
    match game.phase:
        case "movement":
            return "movement"
        case "action":
            return _in_action(game, name)
        case "retreat":
            return "retreat" if game.actor == name else "waits"
    return "waits"


def _in_action(game: Fight, name: str) -> Situation:
    character = game.units[name]
    if in_follow_up(game, name):
        return "follow-up"
    if character.hth:
        return "wrestles"
    if game.actor == name:
        return "slot"
    early = first_slot_to_come(game, name) or (character.aimed and character.aim_target)
    return "early" if early else "waits"


def always(game: Fight, by: str) -> bool:
    """Nothing else matters."""
    return True


def offered_in(*situations: Situation, where: Offered = always) -> Offered:
    """A command of a character that makes sense in these situations, where something else holds as well."""
    return lambda game, by: situation(game, by) in situations and where(game, by)


def offered_to_side(*phases: Phase) -> Offered:
    """A command of a side that makes sense in these phases; in a character's own file there are no sides."""
    return lambda game, by: game.phase in phases and not is_camp(game)
