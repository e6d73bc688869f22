"""One of several who write into the same game: `python -m tests.trials.rival SAVE NAME TIMES`.

Opens it, writes a remark and closes it again, as often as that works; says on stdout what was acknowledged.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from vedette.engine.errors import JournalError
from vedette.engine.session import open_session
from vedette.registry import rulesets

if __name__ == "__main__":
    save, name, times = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    written = 0
    while written < times:
        try:
            session = open_session(rulesets(), save)
        except JournalError as error:
            assert "is open in another " in str(error), error  # noqa: PT017 - no test, but a player
            time.sleep(0.001)
            continue
        try:
            by = next(iter(session.state.sides))
            session.do({"do": "note", "by": by, "text": f"{name} {written}"})
            print(f"{name} {written}", flush=True)
            written += 1
        finally:
            session.close()
