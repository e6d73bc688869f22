"""Who moves when: the sides in their order, or with `advanced_initiative` the characters (CQ-MOV-1, CQ-OPT-1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vedette.games.close_quarters.standing import engaged_by, is_able
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.allowance import with_halves
from vedette.games.close_quarters.turn.order import with_actor


def begin_movement(game: Fight) -> Fight:
    """The phase of movement, with who engages whom and half of everybody's allowance as the turn begins."""
    game = with_halves(with_began(game, game.units), game.units)
    return first_to_move(replace(game, phase="movement", last_move=None))


def with_began(game: Fight, names: Iterable[str]) -> Fight:
    """The game with `began` of those characters: the enemies who engage them now (CQ-ACT-9)."""
    units = {name: replace(game.units[name], began=engaged_by(game, name)) for name in names}
    return replace(game, units={**game.units, **units})


def first_to_move(game: Fight) -> Fight:
    """The first side of the order is active, or the first character is the actor."""
    if game.options.advanced_initiative:
        return with_actor(game, _first(_movers(game, 0)))
    return replace(game, active=_first(_sides(game, 0)), actor="")


def next_side(game: Fight) -> str:
    """The side that moves after the active one; "" after the last."""
    if game.active not in game.move_order:
        return ""
    return _first(_sides(game, game.move_order.index(game.active) + 1))


def next_to_move(game: Fight) -> Fight:
    """CQ-OPT-1: the next character who can move is the actor; after the last nobody is."""
    at = game.move_order.index(game.actor) + 1 if game.actor in game.move_order else len(game.move_order)
    return with_actor(game, _first(_movers(game, at)))


def has_moved(game: Fight) -> bool:
    """CQ-OPT-1: whether the actor's time to move is over: he has moved, delays the rest, or can't any more."""
    one = game.units[game.actor]
    return one.done or one.delayed or not is_able(game, game.actor)


def is_gone(game: Fight, side: str) -> bool:
    """Whether everybody of a side has left the map: nobody is there to move or to throw for it."""
    return all(game.units[name].left for name in game.of(side))


def _sides(game: Fight, start: int) -> list[str]:
    return [side for side in game.move_order[start:] if not is_gone(game, side)]


def _movers(game: Fight, start: int) -> list[str]:
    return [name for name in game.move_order[start:] if name in game.units and is_able(game, name)]


def _first(names: list[str]) -> str:
    return names[0] if names else ""
