"""Everything that a screen may ask of a game for one state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.plain import to_plain
from vedette.engine.requests import Request
from vedette.engine.ruleset import Ruleset
from vedette.view.vocabulary import Action, Field, Form


def draw(ruleset: Ruleset[Any], state: Any, request: Request | None = None) -> None:
    """Make cards, actions, forms, sheets, paths and names; raises whatever one of them raises."""
    view = ruleset.view
    table = view.table(state, request)
    to_plain(ruleset.paths(state))
    ruleset.names(state)
    ruleset.pending(state, request)
    ruleset.careers(state)
    view.position(state)
    for owner in (*(card.id for card in table.cards), *state.sides):
        for action in view.actions(state, owner):
            _draw_form(ruleset, state, action)
    if view.sheet is not None:
        for unit in state.units:
            view.sheet(state, unit)


def _draw_form(ruleset: Ruleset[Any], state: Any, action: Action) -> Form:
    """The form of an action, empty and with the first choice in every field."""
    form = ruleset.view.form(state, action.do, action.by, {})
    draft = _filled(form)
    return ruleset.view.form(state, action.do, action.by, draft) if draft else form


def _filled(form: Form) -> Mapping[str, Any]:
    return {field.name: _first(field) for field in form.fields if field.choices}


def _first(field: Field) -> Any:
    value = field.choices[0].value
    return [value] if field.kind in ("many", "path") else value
