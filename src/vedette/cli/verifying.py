"""Verifies long games on all processors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vedette.cli.progress import cores, processes, progress
from vedette.engine.session import Session, read_session
from vedette.engine.verify import Difference, Verification
from vedette.registry import rulesets

FEW = 2_000
"""Up to this many commands, one process is faster than several that must read the save first."""

PART = 200
"""Commands verified at a time."""

_opened: dict[Path, Verification] = {}
"""The games that other processes verify; forked copies of this process have them already."""


def differences(session: Session[Any], path: Path) -> list[Difference]:
    """All differences in a game read from that path."""
    _opened[path] = verification = Verification(session)
    commands = verification.commands
    with progress("Verifying") as told:
        if len(commands) <= FEW or cores() == 1:
            return verification.whole(verification.of(commands, told))
        parts = [commands[at : at + PART] for at in range(0, len(commands), PART)]
        with processes(cores() - 1, _open, path) as pool:
            try:
                last_first = [(part, pool.submit(_differences, path, part)) for part in reversed(parts)]
                found: list[Difference] = []
                for done, (part, elsewhere) in enumerate(reversed(last_first)):
                    told(done / len(parts))
                    found += verification.of(part) if elsewhere.cancel() else elsewhere.result()
                return verification.whole(found)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def _open(path: Path) -> None:
    if path not in _opened:
        _opened[path] = Verification(read_session(rulesets(), path))


def _differences(path: Path, commands: Sequence[int]) -> list[Difference]:
    return _opened[path].of(commands)
