"""What every game has alike: the forms of placing a unit, setting a condition and rolling freely, and conditions on cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from vedette.engine.common import CONDITION, ROLL
from vedette.engine.conditions import ConditionKinds, conditions_of
from vedette.engine.dice import Remark
from vedette.engine.patch import get
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.view.fields import Draft, chosen, numeric, plain, typed
from vedette.view.forms import FormValidator
from vedette.view.vocabulary import Badge, Detail, Field, Form


def place_form(ruleset: Ruleset[Any], state: Any, unit: str, draft: Draft) -> Form:
    """What puts a unit on the board by hand, judged as any correction is."""
    place = ruleset.view.place
    assert place is not None  # the game is played on a board
    filled = place(state, unit, draft)
    validator = FormValidator(ruleset.specs, ruleset.phase_check, state)
    return replace(validator.form("Place on the map", filled.fields, filled.words), board=filled.board)


def stands_there(ruleset: Ruleset[GameState], state: Any, form: Form) -> bool:
    """Whether the unit is already placed as in the form."""
    paths = ruleset.paths(state)
    return all(get(paths, path) == value for path, value in form.command.get("values", {}).items())


def free_roll_form(ruleset: Ruleset[GameState], state: Any, by: str, draft: Draft) -> Form:
    """The dice of a side, such as 2d6, and what is said of them in the log."""
    dice = Field("what", "Dice", "d", "text", draft.get("what"), hint="such as 1d12", required=True)
    reason = Field("why", "What for", "w", "text", draft.get("why"), hint="nothing")
    said = {field.name: field.value for field in (dice, reason) if field.value}
    words = {"do": ROLL, "by": by, **said}
    made = FormValidator(ruleset.specs, ruleset.phase_check, state).form("Any roll", [dice, reason], words)
    return replace(made, error="Say which dice, such as 1d12.") if dice.value and made.error else made


def reading_lines(readings: Iterable[Remark]) -> tuple[Detail, ...]:
    """How the table reads the rules that matter here."""
    return tuple(Detail(remark.name, remark.text, rules=remark.rules) for remark in readings)


def condition_badges(state: Any, unit: str) -> tuple[Badge, ...]:
    """The conditions of a unit as chips."""
    return tuple(Badge(condition.text, "warn") for condition in conditions_of(state, unit))


def condition_details(kinds: ConditionKinds, state: Any, unit: str) -> tuple[Detail, ...]:
    """What the conditions of a unit do, and for how long."""
    return tuple(Detail(one.text, kinds.words(one, state)) for one in conditions_of(state, unit))


def condition_form(ruleset: Ruleset[GameState], state: Any, by: str, unit: str, draft: Draft) -> Form:
    """What a side says of a unit: a text, how long it holds, and a number for each roll that it modifies."""
    kinds = ruleset.conditions
    assert kinds is not None  # the game has conditions
    usual = list(kinds.durations)[-1]
    text = typed("text", "Condition", "t", draft, required=True, hint="such as dug in")
    until = chosen("until", "How long", "h", draft, plain(kinds.until), default=usual)
    rolls = [
        numeric(roll, f"{title[:1].upper()}{title[1:]}", title[:1], draft, hint="" if n else kinds.adds)
        for n, (roll, title) in enumerate(kinds.rolls.items())
    ]
    words = {"do": CONDITION, "by": by, "unit": unit, "until": until.value}
    words |= {"text": text.value} if text.value else {}
    words["modifiers"] = {field.name: field.value for field in rolls if field.value is not None}
    validator = FormValidator(ruleset.specs, ruleset.phase_check, state)
    return validator.form("Set a condition", [text, until, *rolls], words)
