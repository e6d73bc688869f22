"""All commands by name, and what only eyes and hands at the table can judge: conditions, and the rules to be shown beside each command.

The rules named in TRACKED are kept as values of the state and shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec, commands_of
from vedette.engine.conditions import ConditionKinds
from vedette.games.company import attacking, beginning, magic, moving, resilience, scoring, shooting, turns
from vedette.games.company.state import Skirmish

CONDITIONS = ConditionKinds(
    rolls={
        "hit": "its to-hit",
        "hit_against": "to-hit on it",
        "activation": "its orders",
        "resilience": "its Resilience",
    },
    durations={"turn": "this turn", "round": "this round"},
    adds="added to each roll",
)


_DISTANCE = ("CO-GEN-2", "CO-GEN-3", "CO-TER-6")

REMINDERS: dict[str, tuple[str, ...]] = {
    "start": ("CO-SET-2", "CO-SET-11"),
    "ambition": ("CO-SET-11",),
    "move": ("CO-MOV-2", "CO-MOV-3", "CO-MOV-4", "CO-MOV-5", "CO-TER-2", "CO-TER-3", "CO-TER-7"),
    "shoot": (*_DISTANCE, "CO-TER-4"),
    "attack": (*_DISTANCE, "CO-TER-4", "CO-TER-7"),
    "reckless": (*_DISTANCE, "CO-TER-4", "CO-TER-7"),
    "cast": (*_DISTANCE, "CO-TER-4"),
    "summon": ("CO-GEN-2",),
    "test": ("CO-RET-3",),
}

TRACKED: tuple[str, ...] = ("CO-SET-3", "CO-SET-10", "CO-GEN-5", "CO-ATK-5", "CO-RET-6", "CO-ROU-3")


# --- the chapters and all their commands

CHAPTERS = (beginning, resilience, moving, shooting, attacking, magic, turns, scoring)

COMMANDS: Mapping[str, CommandSpec[Skirmish]] = commands_of(*CHAPTERS)
