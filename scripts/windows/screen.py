"""Vedette's screen under Wine, for `winscreen`, which setup.sh makes: keys come by Wine's console, what is painted goes past it.

Wine's console shows nothing of what Textual paints, and delivers no mouse and no new size. So the painting goes by a pipe to the
terminal, and what the console of Windows would put into its input is put there from a file, which is removed when it was read. Its
path is in INJECT, as Windows writes it; each line of it is one of these:

    keys TEXT               TEXT is typed
    click COLUMN ROW        counted from 1
    wheel COLUMN ROW        downwards
    size COLUMNS ROWS       after the terminal itself was given this size
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

from tests.windows.records import click, put_in, resized, typed

import vedette.cli.screen
from vedette.cli import main

assert sys.platform == "win32"


def act(line: str) -> None:
    """Put in what a line of the file stands for."""
    what, _, rest = line.partition(" ")
    if what == "keys":
        put_in(typed(rest))
        return
    x, y = map(int, rest.split())
    if what == "size":
        put_in(resized(x, y))
    else:
        put_in(typed(click(x - 1, y - 1) if what == "click" else f"\x1b[<65;{x};{y}M"))


def watch(path: Path) -> None:
    """Put in what stands in the file, whenever there is one."""
    while True:
        time.sleep(0.1)
        if path.exists():
            lines = path.read_text(encoding="utf-8").splitlines()
            path.unlink()
            for line in lines:
                act(line)


if __name__ == "__main__":
    vedette.cli.screen.need_terminal = lambda: None  # there is one, behind the pipe
    assert sys.__stdout__ is not None
    sys.__stdout__.reconfigure(encoding="utf-8", newline="")
    if path := os.environ.get("INJECT"):
        threading.Thread(target=watch, args=[Path(path)], daemon=True).start()
    sys.argv[0] = "vedette"
    main()
