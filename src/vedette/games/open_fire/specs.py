"""All commands by name, and what only eyes and hands at the table can judge: conditions, and the rules to be shown beside each command.

The rules named in TRACKED are kept as values of the state and shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.commands import CommandSpec, commands_of
from vedette.games.open_fire import (
    attack,
    deployment,
    movement,
    objectives,
    recovery,
    rounds,
    sequence,
    transports,
    volley,
)
from vedette.games.open_fire.state import Battle

_ATTACK = (
    "OF-UNI-1", "OF-MEA-1", "OF-MEA-2", "OF-LOS-2", "OF-LOS-3", "OF-ARC-1", "OF-ARC-2", "OF-ARC-3", "OF-ARC-4", "OF-VEH-6",
)  # fmt: skip

REMINDERS: dict[str, tuple[str, ...]] = {
    "start_game": ("OF-ARM-1", "OF-SET-1", "OF-SET-3", "OF-SET-4", "OF-TER-1", "OF-TER-2"),
    "roll_off": ("OF-ISS-1",),
    "end_round": ("OF-OBJ-6",),
    "deploy": ("OF-FRM-2", "OF-FRM-3", "OF-USR-13"),
    "disembark": ("OF-FRM-2", "OF-FRM-3", "OF-USR-13"),
    "ability": ("OF-ABL-1",),
    "move": (
        "OF-MOV-2", "OF-MOV-3", "OF-MOV-5", "OF-FRM-2", "OF-FRM-3", "OF-USR-13", "OF-TER-1", "OF-TER-3", "OF-KEY-1",
        "OF-KEY-4", "OF-KEY-5", "OF-KEY-7", "OF-VEH-1", "OF-VEH-9",
    ),
    "attack": _ATTACK,
    "free_attack": _ATTACK,
    "secure": ("OF-OBJ-1", "OF-MEA-1"),
}  # fmt: skip

TRACKED: tuple[str, ...] = (
    "OF-UNI-2", "OF-UNI-3", "OF-FRM-1", "OF-ASR-1", "OF-FRI-1", "OF-WPN-6", "OF-STR-1", "OF-MRK-1", "OF-MRK-2",
    "OF-MIS-1", "OF-RES-1", "OF-RES-2", "OF-SET-2", "OF-SPC-1", "OFS-INJ-4",
)  # fmt: skip


# --- the chapters and all their commands

CHAPTERS = (rounds, recovery, deployment, movement, transports, attack, objectives, sequence, volley)

COMMANDS: Mapping[str, CommandSpec[Battle]] = commands_of(*CHAPTERS)
