"""The command line in children that are killed: `python -m tests.trials.doomed`.

Everything is imported once, and each command is run in a fork, so that a kill falls into the command itself. Takes a
request a line on stdin (JSON) and tells what became of it in a line on stdout.

`words`: the command line. `after`: kill when so many seconds have passed. `grown`: kill so many seconds after that file
has grown. `call` and `how`: the child kills itself at its n-th system call that writes, `before`, `half` through or
`after` it. Without any of them it ends by itself, and tells how many such calls it made.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from vedette.cli.errors import guarded
from vedette.cli.words import app
from vedette.engine import files, journal
from vedette.registry import rulesets
from vedette.testing.starts import game_files

CALLS = (
    (os, "write"),
    (files, "sync"),
    (files, "write_at"),
    (os, "fsync"),
    (os, "ftruncate"),
    (os, "link"),
    (os, "unlink"),
    (fcntl, "flock"),
)
"""What touches the disk."""


class Doom:
    """Counts the system calls that write, and kills the process in one of them."""

    def __init__(self, call: int, how: str) -> None:
        self.calls = count(1)
        self.made = 0
        self._call = call
        self._how = how
        for module, name in CALLS:
            setattr(module, name, self.wrapped(name, getattr(module, name)))

    def wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **more: Any) -> Any:
            self.made = next(self.calls)
            if self.made != self._call:
                return real(*given, **more)
            if self._how == "half" and name == "write":
                real(given[0], given[1][: len(given[1]) // 2])
            elif self._how == "after":
                real(*given, **more)
            os.kill(os.getpid(), signal.SIGKILL)
            raise AssertionError("still there")

        return call


def child(request: dict[str, Any], out: int, told: int) -> None:
    """Run the command; what it prints goes to `out`, and how many calls it made to `told`."""
    os.dup2(out, 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    write = os.write
    doom = Doom(request.get("call", 0), request.get("how", "before"))
    code = guarded(lambda: app(request["words"]))
    sys.stdout.flush()
    write(told, f"{doom.made}".encode())
    os._exit(code)


def run(request: dict[str, Any]) -> dict[str, Any]:
    """Fork, kill, and tell what was heard."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as told:
        pid = os.fork()
        if pid == 0:
            child(request, out.fileno(), told.fileno())
        status = wait(pid, request)
        for file in (out, told):
            file.seek(0)
        return {
            "out": out.read().decode(),
            "calls": int(told.read() or 0),
            "code": os.waitstatus_to_exitcode(status),
        }


def wait(pid: int, request: dict[str, Any]) -> int:
    """Wait for the child's end, and help it along."""
    if "after" not in request:
        return os.waitpid(pid, 0)[1]
    end = time.monotonic() + request["after"]
    grown = Path(request["grown"][0]) if "grown" in request else None
    size = grown.stat().st_size if grown else 0
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        now = time.monotonic()
        if grown and grown.stat().st_size != size:
            grown, end = None, now + request["grown"][1]
        if now >= end:
            os.kill(pid, signal.SIGKILL)
            return os.waitpid(pid, 0)[1]
        time.sleep(0.0001)


if __name__ == "__main__":
    journal.diverged = lambda *_: None  # type: ignore[attr-defined] # other bytes are put into a save for what a crash has left
    # What commands import and read is there before the first fork.
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VEDETTE_DATA"] = folder
        for ruleset in rulesets():
            words = ["new", str(game_files(ruleset)[0]), "--save", f"{folder}/{ruleset}.vedette"]
            guarded(partial(app, words))
        gc.freeze()  # else every child copies what the garbage collector only looks at
        print("ready", flush=True)
        for line in sys.stdin:
            print(json.dumps(run(json.loads(line))), flush=True)
