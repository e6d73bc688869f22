"""Starting in the middle (section 4): what a set-up doesn't preset is derived from what it does."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import dropwhile

from vedette.games.close_quarters.derived.effective import e_dex
from vedette.games.close_quarters.near import is_able
from vedette.games.close_quarters.state import Fight, Slot
from vedette.games.close_quarters.turn.allowance import goes_far, with_halves
from vedette.games.close_quarters.turn.order import (
    FIRST,
    by_initiative,
    first_slots,
    first_to_move,
    with_began,
)
from vedette.games.close_quarters.turn.proceed import settled


def set_in_motion(game: Fight, preset: Collection[str]) -> Fight:
    """The game as its first command finds it; `preset` holds the paths that the set-up has set."""
    game = _with_orders(game, preset)
    game = with_began(game, [name for name in game.units if f"units.{name}.began" not in preset])
    game = with_halves(game, [name for name in game.units if f"units.{name}.half" not in preset])
    game = _with_runners(game, [name for name in game.units if f"units.{name}.ran" not in preset])
    if game.outcome:
        return game
    if game.phase == "movement":
        return _moving(game, preset)
    if game.phase == "action":
        return settled(_from_actor(_with_slots(_with_aimers(game), preset)))
    if game.phase == "retreat":
        return settled(replace(_with_slots(game, preset), slots=()))
    return game


def _with_orders(game: Fight, preset: Collection[str]) -> Fight:
    """The initiative as set up, and the movement as the initiative."""
    initiative = game.initiative if "initiative" in preset else tuple(game.sides)
    game = replace(game, initiative=initiative)
    if "move_order" in preset:
        return game
    if not game.options.advanced_initiative:
        return replace(game, move_order=initiative)
    return replace(game, move_order=tuple(name for name in by_initiative(game) if is_able(game, name)))


def _with_runners(game: Fight, names: Iterable[str]) -> Fight:
    """Who has spent more than half of his allowance ran (CQ-MOV-3)."""
    units = {
        name: replace(game.units[name], ran=goes_far(game.units[name], game.units[name].moved))
        for name in names
    }
    return replace(game, units={**game.units, **units})


def _with_aimers(game: Fight) -> Fight:
    """Whose aiming is preset has aimed this turn: to defend besides makes it no longer (CQ-RNG-7)."""
    units = {
        name: replace(character, aimed=character.aimed or character.aim_turns > 0)
        for name, character in game.units.items()
    }
    return replace(game, units=units)


def _moving(game: Fight, preset: Collection[str]) -> Fight:
    """The first side of the order is active, or the first character the actor, unless another is preset."""
    started = first_to_move(game)
    if game.options.advanced_initiative and "actor" in preset and game.actor in game.units:
        return replace(game, active=game.units[game.actor].side)
    return replace(started, active=game.active) if "active" in preset else started


def _with_slots(game: Fight, preset: Collection[str]) -> Fight:
    """The order of action as it is preset, or made on the spot."""
    slots = first_slots(game)
    if "order" in preset:
        dex = {name: e_dex(game, name) for name in game.order}
        slots = tuple(Slot(name, FIRST, dex[name], dex[name]) for name in game.order)
    return replace(game, order=tuple(slot.unit for slot in slots), slots=slots)


def _from_actor(game: Fight) -> Fight:
    """Whoever stands before a preset actor has had his turn."""
    if game.actor not in game.order:
        return game
    return replace(game, slots=tuple(dropwhile(lambda slot: slot.unit != game.actor, game.slots)))
