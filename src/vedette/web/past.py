"""The game so far, line by line, for the replay: read from its save, whoever writes that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from vedette.engine.facts import LOSSES
from vedette.engine.following import FollowedSave
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.view.action_log import ActionLog
from vedette.view.replay_cursor import ReplayCursor
from vedette.view.report import battle_report
from vedette.view.report_pages import report_html
from vedette.web.drawing import Regions, page, regions
from vedette.web.links import WebError
from vedette.web.moment import PageMoment, moment_at

T = TypeVar("T")

KEPT = 64
"""Lines whose drawings are kept: viewers step through the same ones."""


class Past:
    """A save and its pictures, each made once until the save grows.

    Everything except `ask` and `close` runs in a separate thread, as a long game takes seconds to read.
    """

    def __init__(self, rulesets: Mapping[str, Ruleset[GameState]], path: Path) -> None:
        self._rulesets = rulesets
        self._path = path
        self._thread = ThreadPoolExecutor(1, "replay")
        self._closed = False
        self._followed: FollowedSave | None = None
        self._seen = 0
        self._log: ActionLog | None = None
        self._marked: dict[int, tuple[int, str, bool]] = {}
        self._drawn = lru_cache(KEPT)(self._draw)
        self._replay = lru_cache(1)(self._replayed)
        self._told = lru_cache(1)(self._tell)

    async def ask(self, work: Callable[[Past], T]) -> T:
        """The result of some work in that thread; the loop continues meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, self)

    def close(self) -> None:
        self._closed = True
        self._thread.shutdown(cancel_futures=True)

    def replay(self) -> str:
        """The page of the replay: it begins at the last line, and asks for others one by one."""
        self._look()
        return self._replay()

    def line(self, n: int) -> Regions | None:
        """The parts of the page as they were after a line; None if the game doesn't lead through it."""
        self._look()
        return self._drawn(n) if n in self._lines() else None

    def report(self) -> str:
        """The battle so far, told as a page; its turning points lead to the replay."""
        self._look()
        return self._told()

    def _tell(self) -> str:
        return report_html(battle_report(self._session), replay="replay")

    def _replayed(self) -> str:
        lines, (rounds, losses) = self._lines(), self._marks()
        now, drawn = self._moment(lines[-1]), self._drawn(lines[-1])
        return page("replay.html", now, drawn, lines=lines, rounds=rounds, losses=losses)

    def _lines(self) -> list[int]:
        return [0, *(entry.n for entry in self._session.timeline.path())]

    def _marks(self) -> tuple[list[tuple[int, str]], list[int]]:
        """The places among the lines of new rounds and of losses; each line is read once."""
        session, rounds, losses, before = self._session, list[tuple[int, str]](), list[int](), 0
        for index, frame in enumerate(ReplayCursor(session).frames):
            if self._closed:
                raise WebError("The page is closed.")
            if frame.n not in self._marked:
                lost = frame.entry and any(fact.moment in LOSSES for fact in session.facts(frame.entry))
                state = session.state_at(frame.place)
                name = session.ruleset.view.position(state).partition(" · ")[0]
                self._marked[frame.n] = state.round, name, bool(lost)
            number, name, lost = self._marked[frame.n]
            if number != before:
                rounds += [(index, name)] if number else []
                before = number
            elif (
                number and f"{number}" in name and f"{number}" not in rounds[-1][1]
            ):  # it began before it was called
                rounds[-1] = rounds[-1][0], name
            losses += [index] if lost else []
        return rounds, losses

    def _moment(self, n: int) -> PageMoment:
        assert self._log is not None
        return moment_at(self._session, self._log, n)

    def _draw(self, n: int) -> Regions:
        return regions(self._moment(n))

    @property
    def _session(self) -> Session[GameState]:
        assert self._followed is not None  # `_look` comes first
        return self._followed.session

    def _look(self) -> None:
        """Read new lines. A rewritten save is another game; after an undo other lines are shown too."""
        before = self._followed.session if self._followed else None
        if self._followed is None:
            self._followed = FollowedSave(self._rulesets, self._path)
        elif not self._followed.look():
            return
        entries = self._session.timeline.entries
        if self._session is not before:
            self._log, self._seen = ActionLog(self._session), 0
            self._marked.clear()
        if not self._seen or any(not entry.is_place for entry in entries[self._seen :]):
            self._drawn.cache_clear()
        self._seen = len(entries)
        self._replay.cache_clear()
        self._told.cache_clear()
