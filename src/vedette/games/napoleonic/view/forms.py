"""What each command asks of the table."""

from __future__ import annotations

from vedette.engine.common import CONCEDE
from vedette.games.napoleonic.phases import PHASE_CHECK
from vedette.games.napoleonic.reminders import REMINDERS
from vedette.games.napoleonic.specs import COMMANDS
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import TABLES
from vedette.games.napoleonic.view.fire_forms import fire_draft, fire_form
from vedette.view.asked import declared
from vedette.view.fields import Draft
from vedette.view.forms import FormValidator, concede_form
from vedette.view.vocabulary import Detail, Form

FIRE = ("skirmish_fire", "gun_fire", "group_fire")

DRAFTS = dict.fromkeys(FIRE, fire_draft)
"""How earlier commands stand in these forms."""


def form(battle: Battle, do: str, by: str, draft: Draft) -> Form:
    """The form of a command with a draft filled in."""
    validator = FormValidator(COMMANDS, PHASE_CHECK, battle)
    if do == CONCEDE:
        return concede_form(validator, by)
    reminders = reminders_of(battle, do, by)
    if do in FIRE:
        return fire_form(validator, do, by, draft, COMMANDS[do].title, reminders)
    asked = declared(do, sole=True)(validator, by, draft)
    return validator.form(
        COMMANDS[do].title, asked.fields, asked.words, lines=asked.lines, reminders=reminders
    )


def reminders_of(battle: Battle, do: str, by: str) -> tuple[Detail, ...]:
    """The rules that only eyes at the table can judge, as far as they concern this Unit or group."""
    group = battle.units[by].group if by in battle.units else ""
    others = ("NA-3.3.3" if group == "skirmish" else "NA-3.3.2") if group else "-"
    return tuple(
        Detail(rule, TABLES.rules()[rule].sentence)
        for rule in REMINDERS.get(do, ())
        if not rule.startswith(others)
    )
