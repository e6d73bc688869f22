"""Plays a save of the little game at a real console: `python -m tests.windows.console_player SAVE STEPS SEEN`.

STEPS is JSON: what is done, one after another, and each time a text that the screen then shows. SEEN gets what it showed. It ends with
`NO_CONSOLE` where there is none and none can be had.
"""

from __future__ import annotations

import ctypes
import json
import msvcrt
import sys
import time
from contextlib import suppress
from ctypes import wintypes
from pathlib import Path
from threading import Thread
from typing import TypedDict

from textual.drivers import win32

from tests.seen import strips_of
from tests.tui.rooms import LITTLE_GAMES
from tests.windows import records
from vedette.tui.app import VedetteApp
from vedette.tui.launch import make_app

assert sys.platform == "win32"

NO_CONSOLE = 77

PATIENCE = 60.0
"""Seconds until something is missed."""


class Step(TypedDict, total=False):
    """What is done, in this order; then the save gets so many entries, and the screen this size."""

    click: str
    """On this text."""
    keys: str
    size: tuple[int, int]
    entries: int


def take_console() -> None:
    """Read from the console and write to it, whatever this process was given."""
    kernel, waiting = ctypes.windll.kernel32, wintypes.DWORD()
    try:
        keys = open("CONIN$", "r+b", buffering=0)  # noqa: PTH123, SIM115 - no file
        screen = open("CONOUT$", "w", encoding="utf-8", newline="")  # noqa: PTH123, SIM115
    except OSError:
        sys.exit(NO_CONSOLE)
    console = wintypes.HANDLE(msvcrt.get_osfhandle(keys.fileno()))
    if not kernel.GetNumberOfConsoleInputEvents(console, ctypes.byref(waiting)):
        sys.exit(NO_CONSOLE)  # Wine has opened one that is dead
    kernel.SetStdHandle(win32.STD_INPUT_HANDLE, console)
    sys.stdin = sys.__stdin__ = keys  # type: ignore[assignment, misc]
    sys.stdout = sys.__stdout__ = screen  # type: ignore[misc]


def lines(app: VedetteApp) -> list[str]:
    """What the screen shows."""
    return [strip.text for strip in strips_of(app)]


def has_come(app: VedetteApp, step: Step) -> bool:
    """Whether the screen stands, and what was done has been done."""
    assert app.game is not None
    entries = len(app.game.timeline.entries)
    shown = len(lines(app)[0]), len(lines(app))
    return step.get("entries", entries) == entries and tuple(step.get("size", shown)) == shown


def act(app: VedetteApp, steps: list[Step], seen: list[list[str]]) -> None:
    """Carry the steps out, and go."""
    for step in steps:
        until = time.monotonic() + PATIENCE
        if text := step.get("click"):
            row, line = next((row, line) for row, line in enumerate(seen[-1]) if text in line)
            records.put_in(records.typed(records.click(line.index(text), row)))
        if text := step.get("keys"):
            records.put_in(records.typed(text))
        if size := step.get("size"):
            records.put_in(records.resized(*size))
        while time.monotonic() < until:
            with suppress(Exception):  # it is about to begin
                if app.call_from_thread(has_come, app, step):
                    break
            time.sleep(0.05)
        seen.append(app.call_from_thread(lines, app))
    app.call_from_thread(app.exit)


def main(save: Path, steps: Path, seen: Path) -> None:
    """Play the save; what was seen, and how it ended, goes into the file."""
    take_console()
    app = make_app(LITTLE_GAMES, save.parent, save)
    told: list[list[str]] = []
    Thread(target=act, args=(app, json.loads(steps.read_text(encoding="utf-8")), told), daemon=True).start()
    code = app.play()
    seen.write_text(json.dumps({"code": code, "seen": told, "error": repr(app.error)}), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
