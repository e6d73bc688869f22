"""Close Quarters as a record that the engine and the screens can use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.campaign import character_row
from vedette.engine.facts import Fact, facts_of
from vedette.engine.ruleset import Ruleset, won
from vedette.games.close_quarters import facts
from vedette.games.close_quarters.adjust import adjusted
from vedette.games.close_quarters.characters.careers import careers, row_of
from vedette.games.close_quarters.condition_kinds import CONDITIONS
from vedette.games.close_quarters.library import resolve
from vedette.games.close_quarters.new_game import new_game
from vedette.games.close_quarters.paths import paths
from vedette.games.close_quarters.phase_check import phase_check
from vedette.games.close_quarters.reminders import REMINDERS, TRACKED
from vedette.games.close_quarters.specs import COMBAT, COMMANDS
from vedette.games.close_quarters.tables import RULESET_ID, TABLES
from vedette.games.close_quarters.view.actions import actions
from vedette.games.close_quarters.view.building import BUILDER
from vedette.games.close_quarters.view.cards import card
from vedette.games.close_quarters.view.chips import CHIPS
from vedette.games.close_quarters.view.forms import form
from vedette.games.close_quarters.view.look import look
from vedette.games.close_quarters.view.roster import roster
from vedette.games.close_quarters.view.sheet import sheet
from vedette.games.close_quarters.view.steppers import steppers
from vedette.games.close_quarters.view.table import position, table
from vedette.view.view import View


def fact_kinds() -> Mapping[str, type[Fact]]:
    """All facts of the game by their tags; they stand in one module for each area."""
    return {tag: kind for area in facts.AREAS for tag, kind in facts_of(area).items()}


def row_of_file(name: str) -> Mapping[str, Any] | None:
    """The character of a file with that name, as a row of a game file. Raises JournalError."""
    return character_row(RULESET, name, row_of)


RULESET = Ruleset(
    id=RULESET_ID,
    title="Close Quarters",
    revision=1,
    commands=COMMANDS,
    resolve=lambda setup: resolve(setup, row_of_file),
    new_game=new_game,
    phase_check=phase_check(COMBAT),
    paths=paths,
    adjust=adjusted,
    fact_kinds=fact_kinds(),
    rules=TABLES.rules,
    view=View(
        table,
        actions,
        form,
        position,
        lambda: roster(row_of_file),
        sheet=sheet,
        look=look,
        builder=BUILDER,
        steppers=steppers,
        chips=CHIPS,
        card=card,
    ),
    reminders=REMINDERS,
    tracked=TRACKED,
    won=won,
    careers=careers,
    readings=lambda: TABLES.readings,
    conditions=CONDITIONS,
)
