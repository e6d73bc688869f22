"""What each command asks of the table: inches, ranges, lines of sight, who stands where."""

from __future__ import annotations

from vedette.engine.common import CONCEDE
from vedette.engine.record import replace
from vedette.games.open_fire.sequence import PHASE_CHECK
from vedette.games.open_fire.specs import COMMANDS
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.view.actions import roll_off_title
from vedette.games.open_fire.view.attack_form import attack_draft, attack_form
from vedette.games.open_fire.view.move_form import move_form
from vedette.games.open_fire.view.reminded import reminders_of
from vedette.view.asked import declared
from vedette.view.fields import Draft
from vedette.view.forms import FormValidator, begun, concede_form
from vedette.view.vocabulary import Form

DRAFTS = {"attack": attack_draft, "free_attack": attack_draft}
"""How earlier commands stand in these forms."""


def form(battle: Battle, do: str, by: str, draft: Draft) -> Form:
    """The form of a command with a draft filled in."""
    validator = FormValidator(COMMANDS, PHASE_CHECK, battle)
    if do == CONCEDE:
        return concede_form(validator, by)
    validator, first = begun(validator, do, by)
    return replace(_form(validator, do, by, draft), begins_with=first)


def _form(validator: FormValidator[Battle], do: str, by: str, draft: Draft) -> Form:
    battle = validator.state
    reminders = reminders_of(battle, do, by)
    if do in ("attack", "free_attack"):
        return attack_form(validator, do, by, draft, reminders)
    if do == "move":
        return move_form(validator, by, draft, reminders)
    filled = declared(do, sole=True)(validator, by, draft)
    title = roll_off_title(battle) if do == "roll_off" else COMMANDS[do].title
    return validator.form(title, filled.fields, filled.words, lines=filled.lines, reminders=reminders)
