"""What somebody may do now: the actions of a game, less those whose form cannot be completed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vedette.engine.checks import Refusal
from vedette.engine.record import replace
from vedette.engine.ruleset import Ruleset
from vedette.view.vocabulary import Action, Field


def offered(ruleset: Ruleset[Any], state: Any, by: str) -> tuple[Action, ...]:
    """All actions of a unit or a side; one whose form must have a choice and offers none that is legal says why."""
    return tuple(
        replace(action, why_not=_nothing_to_choose(ruleset, state, action))
        if action.form and action.why_not is None
        else action
        for action in ruleset.view.actions(state, by)
    )


def _nothing_to_choose(ruleset: Ruleset[Any], state: Any, action: Action) -> Refusal | None:
    """Why a required field of the form has no legal choice, whatever else is said there; None where it has one."""
    form = ruleset.view.form(state, action.do, action.by, {})
    stuck = next((field for field in form.fields if _is_stuck(field)), None)
    if stuck is None:
        return None
    for other in form.fields:
        for value in _values(other) if other.name != stuck.name else ():
            again = ruleset.view.form(state, action.do, action.by, {other.name: value})
            if not any(field.name == stuck.name and _is_stuck(field) for field in again.fields):
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


def _values(field: Field) -> Iterator[Any]:
    """What else could be said in a field."""
    if field.kind == "toggle":
        yield not field.value
    for choice in field.choices:
        if choice.value != field.value and choice.why_not is None:
            yield [choice.value] if field.kind in ("many", "path") else choice.value
