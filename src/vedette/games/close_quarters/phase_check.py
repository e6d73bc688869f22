"""What the game waits for: after the end of a combat its commands are over (CQ-TRN-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import Check, Refusal
from vedette.games.close_quarters.state import Fight, Phase

AFTER_THE_END = "start_combat"
"""The one command of combat that may follow its end."""

DUE: Mapping[Phase, str] = {
    "between": "",
    "initiative": "initiative",
    "movement": "move",
    "action": "act",
    "retreat": "retreat",
    "end": "end_turn",
}
"""What must come next in each phase."""


def pending(game: Fight) -> str:
    """What must come next; "" between combats and when one is over (combat half 4)."""
    if game.outcome:
        return ""
    all_moved = game.phase == "movement" and game.options.advanced_initiative and not game.actor
    return "end_movement" if all_moved else DUE[game.phase]


def phase_check(combat: frozenset[str]) -> Check[Fight, Any]:
    """Refuses the commands of combat once it is over."""

    def over(game: Fight, command: Any) -> Refusal | None:
        if game.outcome and command.do in combat and command.do != AFTER_THE_END:
            return Refusal("CQ-TRN-6", "The combat is over.", "start another one", overridable=False)
        return None

    return Check(("CQ-TRN-6",), (), over)
