"""The turn (section 5): initiative, movement, action, retreat, end, and each command in its phase (CQ-TRN-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from vedette.engine.checks import Check, Refusal
from vedette.games.close_quarters.state import Fight, Phase

PHASE_NAMES: Mapping[Phase, str] = {
    "between": "between combats",
    "initiative": "initiative",
    "movement": "movement",
    "action": "action",
    "retreat": "forced retreats",
    "end": "end of the turn",
}
"""The phases as people call them, in the order of a turn."""

IN_PHASE: Mapping[Phase, str] = {
    "between": "between combats",
    "initiative": "in the initiative phase",
    "movement": "in the movement phase",
    "action": "in the action phase",
    "retreat": "while enemies are forced back",
    "end": "at the end of the turn",
}
"""When something is done, as a sentence says it."""


def before_initiative(game: Fight, round: int) -> Fight:
    """The game where a turn begins: the initiative is waited for, and nobody's turn has come."""
    return replace(
        game,
        round=round,
        phase="initiative",
        active="",
        actor="",
        order=(),
        slots=(),
        last_move=None,
        left_cover={},
    )


def in_phase(*phases: Phase) -> Check[Fight, Any]:
    """CQ-TRN-1: the command belongs to one of these phases; no agreement carries it into another."""

    def test(game: Fight, command: Any) -> Refusal | None:
        if game.phase in phases:
            return None
        wanted = " or ".join(IN_PHASE[phase] for phase in phases)
        return Refusal("CQ-TRN-1", f"That is done {wanted}, not {IN_PHASE[game.phase]}.", overridable=False)

    return Check(("CQ-TRN-1",), (), test)


def between_combats(rule: str) -> Check[Fight, Any]:
    """CH 17: the command is for the time between combats; `rule` refuses it in any other phase (CQ-CHR-17, CQ-EXP-4)."""

    def test(game: Fight, command: Any) -> Refusal | None:
        if game.phase == "between":
            return None
        return Refusal(rule, "That is for the time between combats.", "settle this combat first")

    return Check((rule,), (), test)


def nonlethal_is_played(rule: str) -> Check[Fight, Any]:
    """Refuses, with that rule, what belongs to the option for nonlethal damage where it is not played."""

    def test(game: Fight, command: Any) -> Refusal | None:
        if game.options.nonlethal:
            return None
        return Refusal(rule, "Nonlethal damage is not played in this game.")

    return Check((rule,), (), test)
