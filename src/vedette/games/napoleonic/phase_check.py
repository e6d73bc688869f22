"""What the game waits for: a Special Event is settled before anything else (NA-3.3.5)."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Check, Refusal
from vedette.games.napoleonic.state import Battle

SETTLE = "special_event"
"""The command that settles an event, and the word that `pending` shows while one is due."""


def events_due(battle: Battle) -> int:
    """Special Events that nobody has settled yet."""
    return sum(not event.result for event in battle.events)


def pending(battle: Battle) -> str:
    """The command that must come next, if any."""
    return SETTLE if events_due(battle) else ""


def awaited(battle: Battle, command: Any) -> Refusal | None:
    """None where this command may come now."""
    if not events_due(battle) or command.do == SETTLE:
        return None
    return Refusal("NA-3.3.5", "A Special Event is due.", "settle it first")


PHASE_CHECK: Check[Battle, Any] = Check(("NA-3.3.5",), (), awaited)
