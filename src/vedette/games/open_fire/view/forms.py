"""What each command asks of the table."""

from __future__ import annotations

from msgspec.structs import replace

from vedette.engine.common import CONCEDE
from vedette.engine.grammar import the
from vedette.games.open_fire.sequence import PHASE_CHECK
from vedette.games.open_fire.specs import COMMANDS
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import TABLES, number
from vedette.games.open_fire.units import has
from vedette.games.open_fire.view.actions import roll_off_title
from vedette.games.open_fire.view.attack_form import attack_draft, attack_form
from vedette.games.open_fire.view.move_form import move_form
from vedette.view.asked import declared, reminded
from vedette.view.fields import Draft
from vedette.view.forms import FormValidator, begun, concede_form
from vedette.view.vocabulary import Detail, Form

FORMATION = frozenset({"OF-FRM-2", "OF-FRM-3", "OF-USR-13", "OF-MOV-3"})
"""Rules about the models of a unit, none of which concern a single one."""

KEPT_NEAR = "OF-OBJ-6"


def reminders_of(battle: Battle, do: str, by: str = "") -> tuple[Detail, ...]:
    """The rules that only eyes at the table can judge, as far as they concern whoever gives the command."""
    skip = {KEPT_NEAR}
    if by in battle.units:
        skip |= set() if has(battle, by, "Vehicle") else {"OF-VEH-1", "OF-VEH-9"}
        skip |= {"OF-FRM-2"} if has(battle, by, "Skirmishers") else {"OF-USR-13"}
        skip |= FORMATION if len(battle.units[by].living) == 1 else set()
    return reminded(COMMANDS[do], TABLES.rules(), skip)


def still_held(battle: Battle) -> tuple[Detail, ...]:
    """OF-OBJ-6: whether each Control objective is still held, before the round ends."""
    within = number("control_within")
    return tuple(
        Detail(
            KEPT_NEAR,
            f'Is a unit of {the(battle.side_name(objective.secured_by))} still within {within}" of {own.name}? '
            "If not, lose the objective first.",
        )
        for _, objective, own in battle.secured()
        if own.type == "control" and objective.secured_by
    )


# --- what each command asks of the table: inches, ranges, lines of sight, who stands where

DRAFTS = {"attack": attack_draft, "free_attack": attack_draft}
"""How earlier commands stand in these forms."""


def form(battle: Battle, do: str, by: str, draft: Draft) -> Form:
    validator = FormValidator(COMMANDS, PHASE_CHECK, battle)
    if do == CONCEDE:
        return concede_form(validator, by, draft)
    validator, first = begun(validator, do, by)
    reminders = reminders_of(validator.state, do, by)
    if do in DRAFTS:
        made = attack_form(validator, do, by, draft, reminders)
    elif do == "move":
        made = move_form(validator, by, draft, reminders)
    else:
        filled = declared(do, sole=True)(validator, by, draft)
        title = roll_off_title(validator.state) if do == "roll_off" else COMMANDS[do].title
        made = validator.form(title, filled.fields, filled.words, lines=filled.lines, reminders=reminders)
    return replace(made, begins_with=first)
