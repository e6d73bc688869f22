"""A game that took a month, with many undos and branches: `python benchmarks/month.py FILE` writes one."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from figures import give, next_command, start

from vedette.engine.session import Session

LINES = 24_000
MOST_BACK = 4


def month(path: Path, lines: int = LINES) -> None:
    """Play so many lines: the dead get up, the last round never comes, and every tenth command is thought better of."""
    session, luck = start(), random.Random(1)
    while len(session.timeline.entries) < lines:
        _go_on(session)
        words = next_command(session, luck)
        if not give(session, words):
            give(session, {"do": "end_activation", "by": words["by"]})
        elif any(troop.destroyed for troop in session.state.units.values()):
            session.undo()
            give(session, {"do": "end_activation", "by": words["by"]})
        if luck.random() < 1 / 10:
            for _ in range(luck.randint(1, MOST_BACK)):
                session.undo()
            if luck.random() < 1 / 2:
                session.redo()
    session.write_to(path)
    session.close()


def _go_on(session: Session[Any]) -> None:
    """Let nobody die out, and no game end."""
    if session.state.round > 2:
        give(session, {"do": "adjust", "by": "red", "path": "round", "value": 1, "reason": "again"})
    for unit, troop in session.state.units.items():
        fallen = {f"units.{unit}.models.{n}.hp": 1 for n, model in enumerate(troop.models) if not model.hp}
        if 2 * len(fallen) > len(troop.models):
            give(session, {"do": "adjust", "by": "red", "values": fallen, "reason": "they get up"})


if __name__ == "__main__":
    month(Path(sys.argv[1]))
