"""Keys that are taken in turn, also where who has the keyboard is about to close."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual import events
from textual.widgets import Input

from tests.trials.mutating import limited
from vedette.tui.key_queue import KeyQueue


@pytest.mark.posix
async def test_who_closes_with_messages_left_is_not_waited_for_without_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody else would get on, and so it would never close."""
    gate, field = KeyQueue(), Input()
    monkeypatch.setattr(KeyQueue, "_way", [field])
    monkeypatch.setattr(field, "_running", True)
    monkeypatch.setattr(field, "_closing", True)
    queue: Any = field._message_queue
    queue.put_nowait(events.Idle())

    async def close() -> None:
        field._running = False

    with limited():
        closing = asyncio.create_task(close())
        await gate._settled()
        await closing
