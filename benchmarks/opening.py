"""Milliseconds for one way to read a save, in a process that has read none before: `opening.py json|vedette FILE`."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path


def _json(path: Path) -> float:
    begin = time.perf_counter()
    kept = [json.loads(line) for line in path.read_bytes().splitlines()]
    taken = time.perf_counter() - begin
    assert kept  # a game keeps what it has read, too
    return taken


def _vedette(path: Path) -> float:
    from vedette.engine.session import open_session
    from vedette.registry import rulesets

    games = rulesets()
    games["open-fire"]  # what a game takes to be imported is part of the first frame
    begin = time.perf_counter()
    session = open_session(games, path)
    assert session.state is not None
    taken = time.perf_counter() - begin
    session.close()
    return taken


if __name__ == "__main__":
    print(1000 * {"json": _json, "vedette": _vedette}[sys.argv[1]](Path(sys.argv[2])))
