"""What is set up before a game begins: the table as a sketch, and step by step what goes where."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.kit.table_plan import SetupStep
from vedette.view.roster import Sketch, steps_of

SETUP = "setup"
"""The phase of a game in which its table is set up."""


class TableSetup(Struct, frozen=True):
    """The steps of a set-up, the table where its data draw one, and the briefing in full."""

    steps: tuple[SetupStep, ...]
    sketch: Sketch | None
    text: str


def table_setup(session: Session[GameState]) -> TableSetup | None:
    """The set-up of a game as its save has it, house rules last; None once it has begun, or where there are no steps."""
    if session.state.phase != SETUP:
        return None
    roster, setup = session.ruleset.view.roster(), session.header.setup
    mission = setup.get(roster.mission)
    row = mission if isinstance(mission, Mapping) else {}
    steps = steps_of(row, setup)
    if not steps:
        return None
    agreed = (SetupStep("House rule", rule.name) for rule in session.house_rules)
    text = str(row.get("text") or setup.get("text", ""))
    return TableSetup((*steps, *agreed), roster.words.sketch(row), text)
