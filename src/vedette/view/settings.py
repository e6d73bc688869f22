"""The settings of a game as a form: how undo works, and how long the players may think."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from vedette.engine.common import SETTINGS
from vedette.engine.ruleset import Ruleset
from vedette.engine.settings import UNDO_RULES, Settings
from vedette.view.fields import Draft, chosen, plain
from vedette.view.forms import FormValidator
from vedette.view.vocabulary import Field, Form

SIDE_MINUTES = (0, 30, 45, 60, 75, 90, 120, 150, 180)
ROUND_MINUTES = (0, 5, 10, 15, 20, 25, 30, 45, 60)
"""The limits that are offered; a game file or a command may say others."""


def settings_fields(now: Settings, draft: Draft) -> list[Field]:
    """A field for each setting, as it is now unless the players have said otherwise."""
    return [
        chosen("undo", "Undo", "u", draft, plain(UNDO_RULES), default=now.undo),
        _limit("side_minutes", "Time per side", "t", draft, SIDE_MINUTES, now.side_minutes),
        _limit("round_minutes", "Time per round", "d", draft, ROUND_MINUTES, now.round_minutes),
    ]


def _limit(name: str, label: str, key: str, draft: Draft, usual: Iterable[int], now: int) -> Field:
    """Minutes that may be chosen: the usual ones, and how it is now."""
    offered = {n: f"{n} min, only a warning" if n else "no limit" for n in sorted({*usual, now})}
    return chosen(name, label, key, draft, plain(offered), default=now)


def settings_said(fields: list[Field]) -> dict[str, Any]:
    """The settings that these fields come to."""
    return {field.name: field.value for field in fields}


def settings_form(ruleset: Ruleset[Any], state: Any, now: Settings, by: str, draft: Draft) -> Form:
    """What both players agree on from here on."""
    fields = settings_fields(now, draft)
    words = {"do": SETTINGS, "by": by, **settings_said(fields)}
    return FormValidator(ruleset.specs, ruleset.phase_check, state).form("Agreed by both", fields, words)
