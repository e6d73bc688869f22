"""What is done about an error that nobody expected: a report to send to us, and a sentence for the players.

The report says where in the program it happened, and nothing of the players' own: no names, no remarks,
no values. The messages of most errors quote a value, so that only those are kept that Python itself makes
out of the program's own words.
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from vedette import __version__
from vedette.engine.errors import VedetteError
from vedette.engine.files import make_folder, why, write_new
from vedette.engine.library import user_folder
from vedette.engine.saves import SUFFIX, save_folder
from vedette.engine.system import quoted
from vedette.engine.text import visible
from vedette.engine.times import local_clock

if TYPE_CHECKING:
    from vedette.engine.session import Session
    from vedette.engine.state import GameState

MOST = 40
"""Places of the program that are told of each error, the innermost ones."""

WORDLESS = (AttributeError, IndexError, NameError, RecursionError, TypeError, ZeroDivisionError)
"""Errors whose messages name only what stands in the program."""


def reported(error: Exception, session: Session[GameState] | None, where: str = "") -> list[str]:
    """Write the report; returns what the players are told, line by line."""
    what = f" ({error})" if isinstance(error, VedetteError) else ""
    stands = "Nothing is lost."
    if session is not None and session.path is not None and not session.readonly:
        name, lines = session.path.stem, len(session.timeline.entries)
        stands = f"{name} is saved up to line {lines}; to go on: vedette play {_words_for(session.path)}"
    try:
        report = f"The report is in {_written(_report(error, session, where))}"
    except OSError as fault:
        report = f"No report could be written: {why(fault)}."
    return [visible(line) for line in (f"Something went wrong inside Vedette{what}. {stands}", report)]


def game_of(error: BaseException) -> Session[GameState] | None:
    """The game that was in play where an error comes from: whoever had to do with it holds it."""
    sessions = sys.modules.get("vedette.engine.session")  # a crash is no time to load one
    held = (value for frame in _frames(error) for value in frame.f_locals.values())
    games = (value for value in held if sessions and isinstance(value, sessions.Session))
    return next((game for game in games if hasattr(game, "played")), None)  # not one that is only half made


def _frames(error: BaseException) -> Iterator[FrameType]:
    return (frame for frame, _ in traceback.walk_tb(error.__traceback__))


def _words_for(path: Path) -> str:
    folder = save_folder()
    own = folder in path.parents and "VEDETTE_SAVES" not in os.environ
    return quoted(str(path.relative_to(folder)).removesuffix(SUFFIX) if own else str(path))


def _report(error: Exception, session: Session[GameState] | None, where: str) -> str:
    rows = [
        "A report of Vedette. It holds no names and no remarks of yours.",
        "",
        f"Time      {local_clock():%Y-%m-%d %H:%M:%S %z}",
        f"Vedette   {__version__}",
        f"Python    {platform.python_version()}, {platform.system()} {platform.release()}",
        f"Terminal  {os.environ.get('TERM', '')} {where}",
    ]
    if session is not None:
        header, entries = session.header, len(session.timeline.entries)
        rows.append(f"Ruleset   {header.ruleset}, revision {header.revision}, begun with {header.vedette}")
        rows.append(f"Entry     {session.timeline.head} of {entries}, {_last(session)}")
    return "\n".join([*rows, "", *_told(error)]) + "\n"


def _last(session: Session[GameState]) -> str:
    """What kind of line was written last, in the program's own words."""
    if not session.timeline.entries:
        return "nothing yet"
    last = session.timeline.entries[-1]
    do = last.input.do if last.kind == "command" else ""
    return f"{last.kind} {do if do in session.ruleset.specs else ''}".strip()


def _told(error: BaseException) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _told(before)
        yield "and then"
    for place in traceback.extract_tb(error.__traceback__)[-MOST:]:
        yield f"  {_file(place.filename)}:{place.lineno} {place.name}"
        yield f"      {place.line}"
    words = f": {error}" if type(error) in WORDLESS else ""
    yield f"{type(error).__name__}{words}"


def _file(name: str) -> str:
    """A file of the program from its package on: what lies above may be somebody's name."""
    path = Path(name)
    for folder in map(Path, sorted(sys.path, key=len, reverse=True)):
        if folder.is_absolute() and folder in path.parents:
            return path.relative_to(folder).as_posix()
    return path.name


def report_folder() -> Path:
    return user_folder() / "reports"


def _written(text: str) -> Path:
    """Put the report into a new file in the players' data folder."""
    folder = report_folder()
    make_folder(folder)
    name = f"{local_clock():%Y-%m-%d-%H%M%S}"
    for number in count(1):
        path = folder / f"{name}{f'-{number}' if number > 1 else ''}.txt"
        try:
            write_new(path, text.encode())
        except FileExistsError:
            continue
        return path
    raise AssertionError
