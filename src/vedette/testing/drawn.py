"""Everything that a screen may ask of a game for one state."""

from __future__ import annotations

from vedette.engine.plain import to_plain
from vedette.engine.requests import Request
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState


def draw(ruleset: Ruleset[GameState], state: GameState, request: Request | None = None) -> None:
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
            form = view.form(state, action.do, action.by, {})
            draft: dict[str, object] = {}
            for field in form.fields:  # the first choice in every field
                if field.choices:
                    first = field.choices[0].value
                    draft[field.name] = [first] if field.kind in ("many", "path") else first
            if draft:
                view.form(state, action.do, action.by, draft)
    if view.sheet is not None:
        for unit in state.units:
            view.sheet(state, unit)
