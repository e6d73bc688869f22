"""A roll that no rule of the game asks for, as a form: which dice, and what for."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from vedette.engine.common import ROLL
from vedette.engine.ruleset import Ruleset
from vedette.view.fields import Draft
from vedette.view.forms import FormValidator
from vedette.view.vocabulary import Field, Form


def free_roll_form(ruleset: Ruleset[Any], state: Any, by: str, draft: Draft) -> Form:
    """The dice of a side, such as 2d6, and what is said of them in the log."""
    dice = Field("what", "Dice", "d", "text", draft.get("what"), hint="such as 1d12", required=True)
    reason = Field("why", "What for", "w", "text", draft.get("why"), hint="nothing")
    said = {field.name: field.value for field in (dice, reason) if field.value}
    words = {"do": ROLL, "by": by, **said}
    made = FormValidator(ruleset.specs, ruleset.phase_check, state).form("Any roll", [dice, reason], words)
    return replace(made, error="Say which dice, such as 1d12.") if dice.value and made.error else made
