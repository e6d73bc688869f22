"""The form that puts a unit on the board by hand: the same in every game that is played on one."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from vedette.engine.patch import get
from vedette.engine.ruleset import Ruleset
from vedette.view.fields import Draft
from vedette.view.forms import FormValidator
from vedette.view.vocabulary import Form


def place_form(ruleset: Ruleset[Any], state: Any, unit: str, draft: Draft) -> Form:
    """What puts a unit on the board by hand, judged as any correction is."""
    place = ruleset.view.place
    assert place is not None  # the game is played on a board
    filled = place(state, unit, draft)
    validator = FormValidator(ruleset.specs, ruleset.phase_check, state)
    return replace(validator.form("Place on the map", filled.fields, filled.words), board=filled.board)


def stands_there(ruleset: Ruleset[Any], state: Any, form: Form) -> bool:
    """Whether the unit is already placed as in the form."""
    paths = ruleset.paths(state)
    return all(get(paths, path) == value for path, value in form.command.get("values", {}).items())
