"""Saves of games in their middle, of every ruleset."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from vedette.engine.written import forget
from vedette.testing.game import PLAIN, Game, begin
from vedette.testing.starts import game_starts


@cache
def in_the_middle(ruleset: str, entries: int = 45, seed: int = 5) -> bytes:
    """The bytes of a save that is played so far, with undone branches."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.vedette"
        played(ruleset, entries, seed, path).session.close()
        return path.read_bytes()


def played(ruleset: str, entries: int, seed: int, path: Path) -> Game:
    """A game that is played so far, and open."""
    game = begin(game_starts(ruleset)[seed % len(game_starts(ruleset))], seed, PLAIN, path)
    while len(game.session.timeline.entries) < entries and not game.session.state.outcome:
        game.step()
    return game


def laid(path: Path, data: bytes) -> None:
    """Put a save there, as if this computer had never written to it."""
    path.write_bytes(data)
    forget(path)
