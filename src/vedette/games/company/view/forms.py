"""What each command asks of the table: targets, inches, what is seen, and the reasons that only players know."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.common import CONCEDE
from vedette.games.company.phase_check import PHASE_CHECK
from vedette.games.company.reminders import REMINDERS
from vedette.games.company.specs import COMMANDS
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import TABLES
from vedette.games.company.view.count_forms import score
from vedette.games.company.view.order_forms import reckless
from vedette.games.company.view.order_forms import test as test_form
from vedette.view.asked import declared
from vedette.view.fields import Draft
from vedette.view.forms import FormBuilder, FormValidator, concede_form
from vedette.view.vocabulary import Detail, Form

_BUILDERS: Mapping[str, FormBuilder[Skirmish]] = {"reckless": reckless, "test": test_form, "score": score}


def form(game: Skirmish, do: str, by: str, draft: Draft) -> Form:
    """The form of a command with a draft filled in."""
    validator = FormValidator(COMMANDS, PHASE_CHECK, game)
    if do == CONCEDE:
        return concede_form(validator, by)
    build = _BUILDERS.get(do) or declared(do, sole=True)
    asked = build(validator, by, draft)
    return validator.form(
        COMMANDS[do].title, asked.fields, asked.words, lines=asked.lines, reminders=reminders_of(game, do, by)
    )


def reminders_of(game: Skirmish, do: str, by: str) -> tuple[Detail, ...]:
    """The rules that only eyes at the table can judge, as far as they concern this Group."""
    skip = {"CO-MOV-4"} if by in game.units and game.book.units[by].models == 1 else set()
    return tuple(
        Detail(rule, TABLES.rules()[rule].sentence) for rule in REMINDERS.get(do, ()) if rule not in skip
    )
