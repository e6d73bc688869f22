"""Vedette with a fault of its own in one place: python -m tests.terminal.breaking PLACE [ARGUMENTS OF VEDETTE]."""

from __future__ import annotations

import sys
import time
from typing import Any

from vedette.cli import main


def fail(*_: Any, **__: Any) -> Any:
    """The fault; its message and its values hold words of the players."""
    remark = "Captain Rosalind was here"
    raise LookupError(remark)


async def fail_later(*_: Any, **__: Any) -> Any:
    fail()


def hang(*_: Any, **__: Any) -> None:
    """A fault after which nothing goes on."""
    while True:
        time.sleep(0.05)


def break_at(place: str) -> None:
    from vedette.tui import terminal
    from vedette.tui.screens import table
    from vedette.tui.screens.table import TableScreen
    from vedette.tui.table_controller import TableController
    from vedette.tui.terminal import Terminal

    faults: dict[str, list[tuple[Any, str, Any]]] = {
        "key": [(TableController, "flip_dice", fail)],
        "message": [(TableController, "enter", fail)],
        "paint": [(TableController, "flip_dice", break_painting)],
        "worker": [(table, "verify_entries", fail)],
        "timer": [(TableScreen, "action_do", lambda self, _: self.set_timer(0.01, fail))],
        "task": [(TableScreen, "action_do", lambda self, _: self.app.run_worker(fail_later()))],
        "start": [(TableScreen, "compose", fail)],
        "mount": [(TableScreen, "on_mount", fail)],
        "leave": [(TableScreen, "on_unmount", fail)],
        "ending": [(Terminal, "close", fail)],
        "input": [(Terminal, "_pass_on", fail)],
        "taking over": [(terminal, "_raw", fail)],
        "stuck": [(TableController, "flip_dice", fail), (TableScreen, "on_unmount", hang)],
        "hanging": [(TableController, "flip_dice", hang)],
    }
    for owner, name, fault in faults[place]:
        setattr(owner, name, fault)


def break_painting(*_: Any) -> Any:
    from vedette.controller import Feedback
    from vedette.tui.widgets.line_widget import LineWidget

    LineWidget.render_lines = fail  # type: ignore[method-assign]
    return Feedback("now", "good")


if __name__ == "__main__":
    break_at(sys.argv.pop(1))
    main()
