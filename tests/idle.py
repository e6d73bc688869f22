"""How tests come to a screen soon: style sheets are read once, and no test waits when nothing is left to do."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from textual import app, pilot
from textual._context import active_app
from textual._wait import wait_for_idle
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from vedette.tui import key_queue

SOON = 0.02
"""Seconds; what is due by then is waited for, as Textual's own pilot does."""


_PARSED: dict[Any, list[RuleSet]] = {}
_parse = Stylesheet._parse_rules


def parse_each_style_sheet_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual keeps what it has parsed for one app; in a test all apps are the same."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", _parsed_once)


def _parsed_once(sheet: Stylesheet, *told: Any, **more: Any) -> list[RuleSet]:
    key = (told, *more.items(), *sheet._variables.items())
    if key not in _PARSED:
        _PARSED[key] = _parse(sheet, *told, **more)
    return _PARSED[key]


def wait_no_longer_than_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot takes it from the processor's time whether an app is idle: several pauses after each key."""
    monkeypatch.setattr(app, "wait_for_idle", idle)
    monkeypatch.setattr(pilot, "wait_for_idle", idle)
    monkeypatch.setattr(key_queue, "BREATH", 0.0)


async def idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Until the event loop has nothing to do, now or soon; where a thread is at work, as Textual waits."""
    loop: Any = asyncio.get_running_loop()
    since = loop.time()
    while loop.time() < since + max_sleep:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        if any(worker._thread_worker and worker.is_running for worker in active_app.get().workers):
            await wait_for_idle(min_sleep, max_sleep)
            return
        due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=since + 3600)
        if due > max(loop.time() + SOON, since + min_sleep):
            return
        await asyncio.sleep(max(0.0, due - loop.time()))


async def workers_done(shown: app.App[Any]) -> None:
    """Until every worker has come to an end, but the one that takes the keys as long as the app runs."""
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*(worker.wait() for worker in shown.workers if worker.group != "keys"))
