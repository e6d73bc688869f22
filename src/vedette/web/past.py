"""The game so far, line by line, for the replay: read from its save, whoever writes that."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from vedette.engine.following import FollowedSave
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.view.digest import Digest
from vedette.view.replay_cursor import ReplayCursor
from vedette.view.report import battle_report
from vedette.view.report_pages import report_html
from vedette.web.drawing import Regions, regions
from vedette.web.moment import PageMoment, moment_at

KEPT = 64
"""Lines whose drawings are kept: viewers step through the same ones."""


class Past:
    """A save and the pictures of it, each made once until something new happens; lives in the loop of the server."""

    def __init__(self, rulesets: Mapping[str, Ruleset[Any]], path: Path) -> None:
        """Nothing is read before somebody asks."""
        self._rulesets = rulesets
        self._path = path
        self._followed: FollowedSave | None = None
        self._digest: Digest | None = None
        self.drawn = lru_cache(KEPT)(self._draw)
        self.marks = lru_cache(1)(self._marks)
        self._told = lru_cache(1)(self._tell)

    def lines(self) -> list[int]:
        """The numbers of the lines that lead to where the game stands; 0 is the set-up."""
        self._look()
        return [0, *(entry.n for entry in self._session.timeline.path())]

    def moment(self, n: int) -> PageMoment:
        """How the game stood after one of them."""
        assert self._digest is not None
        return moment_at(self._session, self._digest, n)

    def report(self) -> str:
        """The battle so far, told as a page; its turning points lead to the replay."""
        self._look()
        return self._told()

    def _tell(self) -> str:
        return report_html(battle_report(self._session), replay="replay")

    def _marks(self) -> tuple[list[tuple[int, str]], list[int]]:
        """At which place among the lines each round begins, and where somebody is lost."""
        cursor = ReplayCursor(self._session)
        return [(mark.index, mark.name) for mark in cursor.marks if mark.round], list(cursor.losses)

    def _draw(self, n: int) -> Regions:
        """The parts of the page as they were after a line."""
        return regions(self.moment(n))

    @property
    def _session(self) -> Session[GameState]:
        assert self._followed is not None  # `lines` comes first
        return self._followed.session

    def _look(self) -> None:
        """Read what is new; then nothing holds that was told before. A save that was written anew is another game."""
        before = self._followed.session if self._followed else None
        if self._followed is None:
            self._followed = FollowedSave(self._rulesets, self._path)
        elif not self._followed.look():
            return
        if self._session is not before:
            self._digest = Digest(self._session)
        for told in (self.drawn, self.marks, self._told):
            told.cache_clear()
