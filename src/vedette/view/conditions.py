"""Conditions on a card, and the form that sets one: the same in every game."""

from __future__ import annotations

from typing import Any

from vedette.engine.common import CONDITION
from vedette.engine.conditions import ConditionKinds, conditions_of
from vedette.engine.ruleset import Ruleset
from vedette.view.fields import Draft, chosen, numeric, plain, typed
from vedette.view.forms import FormValidator
from vedette.view.vocabulary import Badge, Detail, Form


def condition_badges(state: Any, unit: str) -> tuple[Badge, ...]:
    """The conditions of a unit as chips."""
    return tuple(Badge(condition.text, "warn") for condition in conditions_of(state, unit))


def condition_details(kinds: ConditionKinds, state: Any, unit: str) -> tuple[Detail, ...]:
    """What the conditions of a unit do, and for how long."""
    return tuple(Detail(one.text, kinds.words(one, state)) for one in conditions_of(state, unit))


def condition_form(ruleset: Ruleset[Any], state: Any, by: str, unit: str, draft: Draft) -> Form:
    """What a side says of a unit: a text, how long it holds, and a number for each roll that it modifies."""
    kinds = ruleset.conditions
    assert kinds is not None  # the game has conditions
    usual = list(kinds.durations)[-1]
    rolls = [
        numeric(roll, f"{title[:1].upper()}{title[1:]}", title[:1], draft, hint="" if n else kinds.adds)
        for n, (roll, title) in enumerate(kinds.rolls.items())
    ]
    fields = [
        typed("text", "Condition", "t", draft, required=True, hint="such as dug in"),
        chosen("until", "How long", "h", draft, plain(kinds.until), default=usual),
        *rolls,
    ]
    words = {"do": CONDITION, "by": by, "unit": unit, "until": fields[1].value}
    words |= {"text": fields[0].value} if fields[0].value else {}
    words["modifiers"] = {field.name: field.value for field in rolls if field.value is not None}
    return FormValidator(ruleset.specs, ruleset.phase_check, state).form("Set a condition", fields, words)
