"""The checks M that everything in the movement phase shares (section 6.2), and others that several commands need."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Check, Refusal, check, forbids
from vedette.games.close_quarters.near import is_able, is_engaged, is_out
from vedette.games.close_quarters.state import Character, Fight, Phase
from vedette.games.close_quarters.turn.allowance import is_too_laden
from vedette.games.close_quarters.turn.phases import in_phase

Checks = tuple[Check[Fight, Any], ...]

AFLAME = ("limb", "half", "whole")
"""How one burns who would run (CQ-FIR-4); the soaked burn another way."""


@check("CQ-TRN-4")
def he_is_able(game: Fight, command: Any) -> Refusal | None:
    """CQ-TRN-4: who is out, stunned or held doesn't move; nor who lies in a net, but for an action (section 10)."""
    character = game.units[command.by]
    if not is_able(game, command.by):
        return Refusal("CQ-TRN-4", f"{character.name} can't move.", overridable=not is_out(game, command.by))
    if character.entangled:
        return Refusal("CQ-TRN-4", f"{character.name} is entangled.", "stand up, as an action")
    return None


@check("CQ-OPT-1", "CQ-MOV-1", "CQ-INI-5")
def it_is_his_time(game: Fight, command: Any) -> Refusal | None:
    """CQ-MOV-1: the sides move in their order; besides, who has delayed, and who is chased (CQ-INI-5)."""
    character = game.units[command.by]
    if game.options.advanced_initiative:
        return _he_is_the_actor(game, command.by)
    if character.side == game.active or character.delayed:
        return None
    chaser = getattr(command, "chase", None)
    if chaser is None:
        active = game.sides[game.active].name if game.active in game.sides else "nobody"
        return Refusal("CQ-MOV-1", f"It is not {character.name}'s side that moves: {active} does.")
    other = game.units[chaser]
    if other.side != game.active or has_moved(other):
        return Refusal("CQ-INI-5", f"{other.name} isn't about to move, so nobody flees from a chase by him.")
    return None


def _he_is_the_actor(game: Fight, name: str) -> Refusal | None:
    """CQ-OPT-1: the characters move one by one; who has delayed may go on at any time."""
    character = game.units[name]
    if name == game.actor or character.delayed:
        return None
    actor = game.units[game.actor].name if game.actor in game.units else "nobody"
    return Refusal("CQ-OPT-1", f"It is not {character.name}'s turn to move: it is the turn of {actor}.")


def has_moved(character: Character) -> bool:
    """Whether he has begun to move in this phase, or has finished with it."""
    return character.done or character.delayed or bool(character.moved)


@forbids("CQ-TRN-2")
def he_has_not_finished(game: Fight, command: Any) -> str | None:
    """CQ-TRN-2: one movement option in a turn."""
    character = game.units[command.by]
    return f"{character.name} has moved already this turn." if character.done else None


MOVE_CHECKS: Checks = (in_phase("movement"), he_is_able, it_is_his_time, he_has_not_finished)
"""Checks M, in their order."""


@forbids("CQ-MOV-17")
def he_is_not_in_hth(game: Fight, command: Any) -> str | None:
    """CQ-MOV-17: nobody walks out of a brawl."""
    character = game.units[command.by]
    return f"{character.name} is in hand-to-hand combat, and doesn't move." if character.hth else None


@forbids("CQ-ENC-5")
def he_is_not_too_laden(game: Fight, command: Any) -> str | None:
    """CQ-ENC-5: above seven times STR nobody leaves or disengages."""
    if is_too_laden(game, command.by):
        return f"{game.units[command.by].name} is too heavily laden to walk."
    return None


def would_run(game: Fight, name: str) -> bool:
    """CQ-FIR-4: whether he burns, stands and isn't engaged, so that he has to keep calm not to run."""
    character = game.units[name]
    return character.burning in AFLAME and character.posture == "standing" and not is_engaged(game, name)


def during(phase: Phase, test: Check[Fight, Any]) -> Check[Fight, Any]:
    """The check as it counts in that phase alone, for a command that belongs to two."""

    def only_then(game: Fight, command: Any) -> Refusal | None:
        return test.test(game, command) if game.phase == phase else None

    return Check(test.rules, test.reads, only_then)
