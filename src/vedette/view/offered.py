"""What somebody may do now: the actions of a game, less those whose form cannot be completed; and what could still be done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.figures import number
from vedette.engine.grammar import at_start, the
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.kit.words import count
from vedette.view.form_draft import TARGET, FormMemory
from vedette.view.forms import FormValidator
from vedette.view.vocabulary import Action, Field, Form

NO_THINGS = frozenset(
    "with from to past against as how out what whom who where for back in into aimed learns take goes it and fire".split()
)
"""First words of labels that name nothing which could be counted."""


def offered(ruleset: Ruleset[Any], state: Any, by: str) -> tuple[Action, ...]:
    """All actions of a unit or a side; one whose form must have a choice and offers none that is legal says why."""
    return tuple(as_offered(ruleset, state, action) for action in ruleset.view.actions(state, by))


def as_offered(ruleset: Ruleset[GameState], state: Any, action: Action) -> Action:
    """The same action, closed if its form has nothing legal to choose, else with what there is to choose from."""
    if not action.form or action.why_not is not None:
        return action
    form = ruleset.view.form(state, action.do, action.by, {})
    why_not = _nothing_to_choose(ruleset, state, action, form)
    untold = why_not or action.of_table or action.secret  # a secret form is read by its own side alone
    return replace(action, why_not=why_not, note=action.note or ("" if untold else _note(form)))


def _note(form: Form) -> str:
    """What can be chosen first: the name of the only choice, or how many there are, where the field is a thing: `2 targets`."""
    for field in form.fields:
        legal = [choice for choice in field.choices if choice.why_not is None and not choice.none]
        if field.kind in ("choice", "many") and field.required and legal:
            thing = field.label.lower()
            thing = "choice" if thing.partition(" ")[0] in NO_THINGS else thing
            if legal[1:]:
                more = f"{thing[:-1]}ies" if thing.endswith("y") else f"{thing}s"
                return "" if thing.endswith("s") else count(len(legal), thing, more)
            return re.split(r", | \(", (*legal[0].columns, legal[0].label)[0])[0]
    return ""


def _nothing_to_choose(ruleset: Ruleset[GameState], state: Any, action: Action, form: Form) -> Refusal | None:
    """Why a required field of the form has no legal choice, whatever else is said there; None where it has one.

    A rule that only misses something which the form asks besides (a range, when a grenade goes off) closes nothing.
    """

    def drafted(**draft: Any) -> Form:
        return ruleset.view.form(state, action.do, action.by, draft)

    stuck = next((field for field in form.fields if _is_stuck(field)), None)
    if stuck is None or (form.ready and form.refusal is None):
        return None
    for other, value in _also_said(form, stuck):
        again = drafted(**{other: value})
        if not any(field.name == stuck.name and _is_stuck(field) for field in again.fields):
            return None
    validator = FormValidator(ruleset.specs, ruleset.phase_check, state)
    measured = {field.name: 1 for field in form.fields if field.kind == "number" and field.required}
    for choice in stuck.choices:
        said = {**measured, **form.command, stuck.name: _as_said(stuck, choice.value)}
        if validator.validate(said, {stuck.name}).refusal is not None:  # whatever else is said
            continue
        again = drafted(**{stuck.name: _as_said(stuck, choice.value)})
        for more in ({}, *({other: value} for other, value in _also_said(again, stuck))):
            words = {**again.command, **more}
            judged = validator.validate(words, None if again.ready else words.keys() - {"do", "by"})
            if judged.refusal is None and not (again.ready and judged.error):
                return None
    reason = next((choice.why_not for choice in stuck.choices), None) or stuck.none
    if reason is not None:
        return reason
    rules = (*ruleset.specs[action.do].all_rules, *ruleset.phase_check.rules)
    return Refusal(rules[0], f"{stuck.label}: none available.", overridable=False)


def _is_stuck(field: Field) -> bool:
    """Whether something must be chosen, and nothing that is offered is legal; of a bare hex any will do."""
    chooses = field.kind in ("choice", "many") or (field.kind in ("hex", "path") and field.choices)
    return bool(field.required and chooses) and all(choice.why_not for choice in field.choices)


def _also_said(form: Form, stuck: Field) -> Iterator[tuple[str, Any]]:
    for field in form.fields:
        if field.name != stuck.name:
            if field.kind == "toggle":
                yield field.name, not field.value
            for choice in field.choices:
                if choice.value != field.value and choice.why_not is None:
                    yield field.name, _as_said(field, choice.value)


def _as_said(field: Field, value: Any) -> Any:
    return [value] if field.kind in ("many", "path") else value


# --- before somebody's time to act is over


def still_possible(session: Session[GameState], memory: FormMemory, by: str) -> str:
    """The first attack that could be made as the table is known, by a unit or by one of a side's; "" for none.

    Nothing is known of a range that nobody has said, or that a move has changed since.
    """
    state, names, specs = session.state, session.names(), session.ruleset.specs
    for unit in [by] if by in state.units else [id for id, unit in state.units.items() if unit.side == by]:
        for action in session.ruleset.view.actions(state, unit):
            verb = specs[action.do].aims
            form = _ready(session, memory, action.do, unit) if verb and action.why_not is None else None
            if form is None:
                continue
            measured = (field for field in form.fields if field.kind == "number" and field.required)
            distance = next((f" at {number(one.value)}{one.suffix}" for one in measured), "")
            return f"{at_start(names[unit])} could still {verb} {the(names[_target(form)])}{distance}."
    return ""


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
