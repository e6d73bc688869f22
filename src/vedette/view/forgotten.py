"""What could still be done before somebody's time to act is over, as far as it is known to be possible."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.figures import number
from vedette.engine.grammar import at_start, the
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.view.form_draft import TARGET
from vedette.view.form_memory import FormMemory
from vedette.view.vocabulary import Form


def still_possible(session: Session[GameState], memory: FormMemory, by: str) -> str:
    """The first attack that could be made as the table is known, by a unit or by one of a side's; "" for none.

    Nothing is known of a range that nobody has said, or that a move has changed since.
    """
    state = session.state
    units = [by] if by in state.units else [id for id, unit in state.units.items() if unit.side == by]
    return next((said for unit in units for said in _attacks(session, memory, unit)), "")


def _attacks(session: Session[GameState], memory: FormMemory, unit: str) -> Iterator[str]:
    """Each kind of attack that is possible now, with somebody to aim it at, as a sentence."""
    names, specs = session.names(), session.ruleset.specs
    for action in session.ruleset.view.actions(session.state, unit):
        verb = specs[action.do].aims
        form = _ready(session, memory, action.do, unit) if verb and action.why_not is None else None
        if form is not None:
            yield f"{at_start(names[unit])} could still {verb} {the(names[_target(form)])}{_distance(form)}."


def _ready(session: Session[GameState], memory: FormMemory, do: str, unit: str) -> Form | None:
    """The form of an attack that needs nothing more to be said and that no rule is against; the last target first."""
    view, state = session.ruleset.view, session.state
    last = memory.recall(do, unit).get(TARGET)
    opened = view.form(state, do, unit, {})
    offered = [choice.value for field in opened.fields if field.name == TARGET for choice in field.choices]
    ordered = sorted(offered, key=lambda target: target != last)
    drafts = ({**memory.recall(do, unit, target), TARGET: target} for target in ordered)
    forms = (view.form(state, do, unit, draft) for draft in drafts)
    return next((form for form in forms if form.ready and form.refusal is None and _target(form)), None)


def _target(form: Form) -> str:
    return next((str(field.value) for field in form.fields if field.name == TARGET and field.value), "")


def _distance(form: Form) -> str:
    """The range that was measured, where one is asked for."""
    measured = (field for field in form.fields if field.kind == "number" and field.required)
    found = next(measured, None)
    return f" at {number(found.value)}{found.suffix}" if found is not None else ""
