"""All commands by name, and the rules that are kept as values of the state and shown (TRACKED)."""

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

TRACKED: tuple[str, ...] = (
    "OF-UNI-2", "OF-UNI-3", "OF-FRM-1", "OF-ASR-1", "OF-FRI-1", "OF-WPN-6", "OF-STR-1", "OF-MRK-1", "OF-MRK-2",
    "OF-MIS-1", "OF-RES-1", "OF-RES-2", "OF-SET-2", "OF-SPC-1", "OFS-INJ-4",
)  # fmt: skip


CHAPTERS = (rounds, recovery, deployment, movement, transports, attack, objectives, sequence, volley)

COMMANDS: Mapping[str, CommandSpec[Battle]] = commands_of(*CHAPTERS)
