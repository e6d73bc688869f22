"""The game so far, line by line, for the replay: read from its save, whoever writes that."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from vedette.engine.following import FollowedSave
from vedette.engine.ruleset import Ruleset
from vedette.view.digest import Digest
from vedette.view.replay_cursor import ReplayCursor
from vedette.view.report import battle_report
from vedette.view.report_pages import report_html
from vedette.web.drawing import Regions, regions
from vedette.web.moment import Moment, moment_at

KEPT = 64
"""Lines whose drawings are kept: viewers step through the same ones."""


class Past:
    """A save and the pictures of it; lives in the loop of the server."""

    def __init__(self, rulesets: Mapping[str, Ruleset[Any]], path: Path) -> None:
        """Nothing is read before somebody asks."""
        self._rulesets = rulesets
        self._path = path
        self._followed: FollowedSave | None = None
        self._digest: Digest | None = None
        self._drawings = lru_cache(KEPT)(self._draw)

    def lines(self) -> list[int]:
        """The numbers of the lines that lead to where the game stands; 0 is the set-up."""
        self._look()
        assert self._followed is not None
        return [0, *(entry.n for entry in self._followed.session.timeline.path())]

    def marks(self) -> tuple[list[tuple[int, int]], list[int]]:
        """At which place among the lines each round begins, and where somebody is lost."""
        self._look()
        assert self._followed is not None
        cursor = ReplayCursor(self._followed.session)
        return [(mark.index, mark.round) for mark in cursor.marks if mark.round], list(cursor.losses)

    def last(self) -> Moment:
        """How the game stands."""
        return self._moment(self.lines()[-1])

    def drawn(self, n: int) -> Regions:
        """The parts of the page as they were after a line."""
        return self._drawings(n)

    def report(self) -> str:
        """The battle so far, told as a page; its turning points lead to the replay."""
        self._look()
        assert self._followed is not None
        return report_html(battle_report(self._followed.session), replay="replay")

    def _draw(self, n: int) -> Regions:
        return regions(self._moment(n))

    def _moment(self, n: int) -> Moment:
        assert self._followed is not None
        assert self._digest is not None
        return moment_at(self._followed.session, self._digest, n)

    def _look(self) -> None:
        """Read what is new; a save that was written anew is another game."""
        before = self._followed.session if self._followed else None
        if self._followed is None:
            self._followed = FollowedSave(self._rulesets, self._path)
        else:
            self._followed.look()
        if self._followed.session is not before:
            self._digest = Digest(self._followed.session)
            self._drawings.cache_clear()
