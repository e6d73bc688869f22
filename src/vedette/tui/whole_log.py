"""The log of a long game: its last lines at once, all others in the background."""

from __future__ import annotations

from asyncio import sleep
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vedette.tui.history import History
    from vedette.tui.widgets.log import GameLog, LogLine
    from vedette.view.log_search import Finder

LATEST = 500
"""Entries that are shown at once."""

SLICE, BREATH = 0.03, 0.01
"""Seconds of work at a time, and between."""

READING = "lines"
"""The group of workers that write the rest."""


def show_lines(
    log: GameLog,
    history: History,
    finder: Finder,
    chosen: Callable[[Sequence[LogLine]], Sequence[LogLine]] = lambda lines: lines,
) -> None:
    """Show all `chosen` lines, at first perhaps only the last ones. Ends earlier work."""
    stop_reading(log)
    if history.ahead <= LATEST:
        log.show(chosen(history.lines()), finder)
        return
    log.show(chosen(history.latest(LATEST)), finder, read=0)
    log.run_worker(_read(log, history, finder, chosen), group=READING)


def is_reading(log: GameLog) -> bool:
    """Whether some lines, or their search words, are still missing."""
    return any(
        worker.node is log and worker.group == READING and not worker.is_finished for worker in log.workers
    )


def stop_reading(log: GameLog) -> None:
    """Continue the work."""
    log.workers.cancel_group(log, READING)


async def _read(
    log: GameLog,
    history: History,
    finder: Finder,
    chosen: Callable[[Sequence[LogLine]], Sequence[LogLine]],
) -> None:
    ahead = history.ahead
    while not history.go_on(perf_counter() + SLICE):
        log.tell(1 - history.ahead / ahead)
        await sleep(BREATH)
    log.show(chosen(history.lines()), finder)
    while not finder.go_on(perf_counter() + SLICE):
        await sleep(BREATH)
