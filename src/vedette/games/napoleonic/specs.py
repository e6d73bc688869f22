"""All commands by name, the conditions of units, and the rules that are kept as values of the state and shown (TRACKED)."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec, commands_of
from vedette.engine.conditions import ConditionKinds
from vedette.games.napoleonic import exchange, firing, marks, phases, sending, skirmishing
from vedette.games.napoleonic.state import Battle

CONDITIONS = ConditionKinds(
    rolls={"fire": "its fire", "fire_against": "fire at it"},
    durations={"phase": "this phase", "turn": "this turn"},
    adds="added to each die: less is better",
)


TRACKED: tuple[str, ...] = (
    "NA-3.3", "NA-3.3.1", "NA-3.3.1.1.1", "NA-3.3.1.1.2", "NA-3.3.1.2", "NA-3.3.2", "NA-3.3.3", "NA-3.3.7", "NA-T.1",
    "NA-T.2", "NA-T.5",
)  # fmt: skip


CHAPTERS = (phases, skirmishing, sending, marks, exchange, firing)

COMMANDS: Mapping[str, CommandSpec[Battle]] = commands_of(*CHAPTERS)
