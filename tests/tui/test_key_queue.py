"""Keys that are taken in turn, also where who has the keyboard is about to close."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tests.trials.mutating import limited
from vedette.tui.key_queue import KeyQueue


class Closing:
    """A widget with a message left, which takes no more because it is about to close."""

    is_running = True
    message_queue_size = 1

    def call_later(self, _: Callable[[], object]) -> bool:
        return False


@pytest.mark.posix
async def test_who_closes_with_messages_left_is_not_waited_for_without_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody else would get on, and so it would never close."""
    gate, field = KeyQueue(), Closing()
    monkeypatch.setattr(KeyQueue, "_way", [field])

    async def close() -> None:
        field.is_running = False

    with limited():
        closing = asyncio.create_task(close())
        await gate._settled()
        await closing
