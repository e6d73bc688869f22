"""Plays a ruleset at random until somebody kills it: `python -m tests.contract.crash_player RULESET SAVE SEED`.

Says on stdout every entry that was acknowledged.
"""

from __future__ import annotations

import sys
from pathlib import Path

from vedette.testing.game import PLAIN, begin
from vedette.testing.starts import game_starts

if __name__ == "__main__":
    ruleset, save, seed = sys.argv[1:]
    game = begin(game_starts(ruleset)[0], int(seed), PLAIN, Path(save))
    for step in game.play(100_000):
        for entry in step.outcome.entries if step.outcome else ():
            print(entry.line().decode(), flush=True)
