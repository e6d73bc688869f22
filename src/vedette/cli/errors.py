"""How the command line ends: by an exit code and a sentence, and never by a traceback."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from vedette.cli.late import behind
from vedette.engine.errors import DataError, ForbiddenError, VedetteError
from vedette.engine.files import why
from vedette.engine.system import reader_left
from vedette.engine.text import sentence, visible
from vedette.view.signs import BARE, PLAIN, plain_signs

FAILED = 1
"""A case missed, or a save that is damaged or judged otherwise today."""

ERROR = 2
"""Something makes no sense, or cannot be read or written."""

REFUSED = 3
"""A rule, or the state of the game, forbids the command."""

WAITING = 4
"""The game waits for dice or for a choice that was not given."""

BROKEN = 70
"""Something went wrong inside Vedette."""

INTERRUPTED = 130
"""Ended by Ctrl-C."""


def say(sentence: str) -> None:
    """A remark beside the output, such as a notice about a save; on stderr."""
    with suppress(OSError):  # nobody may be there to hear it
        print(printable(sentence, sys.stderr), file=sys.stderr)  # noqa: T201 - this is where the command line speaks


def complain(error: VedetteError) -> int:
    """Tell every fault on a line of its own; returns the exit code."""
    for fault in error.faults if isinstance(error, DataError) else [str(error)]:
        say(fault)
    return REFUSED if isinstance(error, ForbiddenError) else ERROR


def broken(error: Exception) -> int:
    """Report an error that nobody expected; returns the exit code."""
    crash = behind("crash")
    for line in crash.reported(error, crash.game_of(error)):
        say(line)
    return BROKEN


def open_closed_streams() -> bool:
    """Replace closed standard streams by an empty device, or a save could get their numbers; whether output was open."""
    heard = sys.stdout is not None
    while (number := os.open(os.devnull, os.O_WRONLY)) <= 2:
        pass
    os.close(number)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115
    return heard


def guarded(call: Callable[[], object]) -> int:
    """Make a call; returns its exit code. Whatever stops it is told in a sentence."""
    if not open_closed_streams():
        say("Standard output is closed.")
        return ERROR
    if (signs := os.environ.get("VEDETTE_GLYPHS", "")) not in ("", "plain", "full"):
        say(f"VEDETTE_GLYPHS can be plain or full; “{sentence(signs)}” is ignored.")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors=nearest_signs(stream.encoding))  # type: ignore[union-attr]
    code = _exit_code(call)
    try:
        sys.stdout.flush()
    except OSError as error:
        # Python flushes once more when it ends; let that go nowhere instead of failing again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if reader_left(error):
            return code or FAILED
        say(_sentence(error))
        return ERROR
    return code


def _exit_code(call: Callable[[], object]) -> int:
    try:
        call()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except VedetteError as error:
        return complain(error)
    except OSError as error:
        if reader_left(error):
            return FAILED
        say(_sentence(error))
        return ERROR
    except Exception as error:  # a player can do nothing with a traceback
        if isinstance(
            error.__cause__, KeyboardInterrupt
        ):  # Python itself wraps one that comes while a class is made
            return INTERRUPTED
        if os.environ.get("VEDETTE_DEBUG"):
            raise
        return broken(error)
    return 0


def _sentence(error: OSError) -> str:
    said = why(error)
    if isinstance(error.filename, (str, bytes)):
        return f"{Path(os.fsdecode(error.filename)).name}: {said}."
    return f"{said[:1].upper()}{said[1:]}."


def nearest_signs(encoding: str) -> str:
    """The name of an error handler that puts the nearest sign an encoding has in place of one it lacks, else the number."""

    def nearest(sign: str) -> str:
        plain = sign.translate(PLAIN)
        for one in (plain, plain.translate(BARE)):
            with suppress(UnicodeEncodeError):
                one.encode(encoding)
                return one
        return sign.encode("ascii", "backslashreplace").decode()

    def handle(error: UnicodeError) -> tuple[str, int]:
        # Of most code pages the error knows only that they are tables.
        assert isinstance(error, UnicodeEncodeError)
        return "".join(map(nearest, error.object[error.start : error.end])), error.end

    name = f"nearest-signs-{encoding}"
    codecs.register_error(name, handle)
    return name


def printable(text: str, stream: TextIO | None = None) -> str:
    """Text as it is printed: words from files cannot steer the terminal, and it gets plain signs where its font has no others."""
    text = visible(text)
    if text.isascii() or not (stream or sys.stdout).isatty():
        return text
    return text.translate(PLAIN) if plain_signs() else text
