"""All commands by name, the conditions of units, and the rules that are kept as values of the state and shown (TRACKED)."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec, commands_of
from vedette.engine.conditions import ConditionKinds
from vedette.games.company import (
    ambitions,
    attacking,
    beginning,
    blasts,
    choosing,
    magic,
    moving,
    objectives,
    resilience,
    routing,
    scoring,
    shooting,
    taunts,
    turns,
)
from vedette.games.company.state import Skirmish

CONDITIONS = ConditionKinds(
    rolls={
        "hit": "its to-hit",
        "hit_against": "to-hit on it",
        "activation": "its orders",
        "resilience": "its tests",
    },
    durations={"turn": "this turn", "round": "this round"},
    adds="added to each roll",
)


TRACKED: tuple[str, ...] = (
    "CO-SET-3", "CO-SET-10", "CO-GEN-5", "CO-ATK-5", "CO-RET-6", "CO-ROU-3", "CO-FS-1", "CO-FS-3", "CO-FS-4", "CO-PRO-3",
    "CO-AMB-2", "CO-AMB-5", "CO-SCN-9", "CO-LOC-1", "CO-LOC-3",
)  # fmt: skip


CHAPTERS = (
    beginning, choosing, routing, resilience, moving, shooting, attacking, magic, taunts, blasts, objectives, turns, ambitions,
    scoring,
)  # fmt: skip

COMMANDS: Mapping[str, CommandSpec[Skirmish]] = commands_of(*CHAPTERS)
