"""Work beside the screen, while keys go on being taken."""

from __future__ import annotations

from asyncio import wrap_future
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def begun(work: Callable[[], T]) -> Future[T]:
    """What some work will come to that is done in a thread of its own; quitting does not wait for it."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is waited for
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future


async def in_background(work: Callable[[], T]) -> T:
    return await wrap_future(begun(work))
