"""The log of a long game: its last lines at once, and all others while they are looked at."""

from __future__ import annotations

from asyncio import sleep
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vedette.tui.history import History
    from vedette.tui.widgets.log import GameLog, LogLine
    from vedette.view.finding import Finder

LATEST = 500
"""Entries that are told at once."""

SLICE, BREATH = 0.03, 0.01
"""Seconds of telling at a stretch, and between two."""

READING = "lines"
"""The group of workers that tell the rest."""


def show_lines(
    log: GameLog,
    history: History,
    finder: Finder,
    chosen: Callable[[Sequence[LogLine]], Sequence[LogLine]] = lambda lines: lines,
) -> None:
    """Show all lines that are `chosen`, at first perhaps only the last ones. What was begun before ends."""
    stop_reading(log)
    if history.ahead <= LATEST:
        log.show(chosen(history.lines()), finder)
        return
    log.show(chosen(history.latest(LATEST)), finder, read=0)
    log.run_worker(_read(log, history, finder, chosen), group=READING)


def is_reading(log: GameLog) -> bool:
    """Whether some of the lines are still to come, or what they can be found by."""
    return any(
        worker.node is log and worker.group == READING and not worker.is_finished for worker in log.workers
    )


def stop_reading(log: GameLog) -> None:
    """Go on with it another time."""
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
