"""Plays the toy game until somebody kills it: `python -m tests.engine.crash_player SAVE SEED [WRITE CUT]`.

Says on stdout every entry that was acknowledged. With WRITE and CUT it kills itself in that write, when CUT
bytes of it (or all, where it is -1) have gone to the file and none is synced.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from itertools import count
from pathlib import Path

from tests.engine.saves import new, reopen
from vedette.engine import journal
from vedette.engine.requests import DiceRequest

real_write = os.write


def play(path: Path, luck: random.Random) -> None:
    """Go on and on: commands, answers, undo and redo."""
    session = reopen(path) if path.exists() else new(path)
    for step in count():
        if step > 3 and session.timeline.head and luck.random() < 0.15:
            outcome = session.undo("a")
        elif isinstance(session.request, DiceRequest):
            outcome = session.answer(session.throw())
        elif session.request:
            outcome = session.answer(luck.choice(session.request.options).value)
        elif luck.random() < 0.5:
            outcome = session.do({"do": "throw", "by": "a1", "target": "b1", "balls": luck.randint(1, 4)})
        else:
            outcome = session.do({"do": "step", "by": "b2"})
        for entry in outcome.entries:
            print(entry.line().decode(), flush=True)


def die_in_write(number: int, cut: int) -> None:
    """Arrange to be killed in the middle of a write."""
    writes = count()

    def write(fd: int, data: bytes) -> int:
        if next(writes) < number:
            return real_write(fd, data)
        real_write(fd, data[:cut] if cut >= 0 else data)
        os.kill(os.getpid(), getattr(signal, "SIGKILL", 9))  # Windows ends it at once, whatever the number
        return 0

    journal.os.write = write  # type: ignore[attr-defined]


if __name__ == "__main__":
    journal.note = lambda *_: None  # type: ignore[attr-defined] # only what goes to the save is counted
    if len(sys.argv) > 3:
        die_in_write(int(sys.argv[3]), int(sys.argv[4]))
    play(Path(sys.argv[1]), random.Random(sys.argv[2]))
