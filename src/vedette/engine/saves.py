"""Where saves stand: the players' folder, and the example games that come with Vedette (never written to).

What reads and writes them is imported where it is needed: home is on the screen before.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from vedette.engine.chain import in_first_format
from vedette.engine.errors import CommandError, JournalError
from vedette.engine.files import is_in, listed, make_folder, move_over, why, write_file
from vedette.engine.library import data_folder, user_folder
from vedette.engine.system import may_write
from vedette.engine.text import clean, file_name_fault, fit_file_name

if TYPE_CHECKING:
    from vedette.engine.session import Session
    from vedette.engine.state import GameState

SUFFIX = ".vedette"
LONGEST_HEADER = 4 * 1024 * 1024
"""Bytes of the first line of a save that are looked at for its ruleset."""

LONGEST_NAME = 100
"""Characters that the name of a save may have."""

BIN = "bin"
"""The folder beside the saves for those that were put away."""

TABLE = ".table"
"""Behind the name of a save, for the file beside it in which a table keeps what is no part of the game."""

SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))
"""What separates the folders of a path; on Windows two characters do."""

MENDED = "-mended"
"""Ends the name of a copy of the good part of a damaged save."""


def save_folder() -> Path:
    """The folder of the players' saves: VEDETTE_SAVES, else in the user's data folder."""
    named = os.environ.get("VEDETTE_SAVES", "")
    return Path(named) if named else user_folder() / "saves"


def make_save_folder(folder: Path) -> None:
    """Make a folder for saves if needed. Raises JournalError."""
    try:
        make_folder(folder)
    except OSError as error:
        raise JournalError(f"The folder {folder} cannot be made: {why(error)}.") from error


def example_folder() -> Path:
    """The folder of the example games."""
    return data_folder() / "saves"


def is_example(path: Path) -> bool:
    """Whether a save is one of the example games, which stay as they are."""
    return is_in(path, example_folder())


def find_save(text: str, folder: Path) -> Path:
    """The save that is meant: a path, a name in the save folder or among the examples, or a path in the save folder.

    Raises JournalError where there is none.
    """
    places = [Path(text)] if _is_path(text) else []
    name = text.removesuffix(SUFFIX) + SUFFIX
    places += [folder / name] if _has_folders(text) else [folder / name, example_folder() / name]
    for place in places:
        with suppress(OSError):  # a name may be longer than any file's
            if place.is_file():
                return place
    from vedette.engine.commands import shown

    raise JournalError(f"There is no save “{shown(text)}”.")


def new_save_path(text: str, folder: Path) -> Path:
    """Where a new save goes: a path, or a name in the save folder, which is made if need be.

    Raises CommandError for a name that no file should have.
    """
    # The last part as it was typed: `Path` would take the `a:` of `a:b` for a drive of Windows.
    last = text[max(text.rfind(mark) for mark in SEPARATORS) + 1 :]
    name = check_name(last.removesuffix(SUFFIX))
    if _is_path(text):
        return Path(text)
    make_save_folder(folder)
    return folder / (name + SUFFIX)


def check_name(text: str) -> str:
    """A name for a new save; raises CommandError if it would be hidden, is too long, or is not allowed on some system."""
    try:
        name = clean(text)
    except ValueError as error:
        raise CommandError(f"This can't name a save: {error}.") from error
    if not name or name.startswith(".") or len(name) > LONGEST_NAME:
        raise CommandError(f"The name of a save has 1 to {LONGEST_NAME} characters and no dot in front.")
    if fault := file_name_fault(name):
        raise CommandError(fault)
    return name


def playable(path: Path, folder: Path) -> Path:
    """The save to play on with: an example's copy in the save folder, made if need be; else the save itself."""
    if not is_example(path):
        return path
    make_save_folder(folder)
    example = path.read_bytes()
    named = _names(folder, path)
    copy = next(copy for copy in named if not os.path.lexists(copy) or _begins_alike(copy, example))
    if not copy.exists():
        from vedette.engine.written import forget

        write_file(copy, example)
        forget(copy)
    return copy


def free_path(path: Path, folder: Path) -> Path:
    """Where a game can be written that cannot stand in its file: the same name with a number.

    It is beside the save; in the save folder where nothing can be made there. Raises JournalError where there is no such
    folder either.
    """
    names = _names(_room_beside(path, folder), path)
    next(names)  # its own
    return _free(names)


def rescued(session: Session[GameState], folder: Path) -> str:
    """Before a game is closed whose save somebody has touched: write it beside. Tells where it is, or "" where all is well."""
    if not session.fault or session.path is None:
        return ""
    try:
        path = free_path(session.path, folder)
        said = f"{session.fault} The whole game is now in {path}"
        session.write_to(path)
    except JournalError as error:
        return f"{session.fault} The game could not be kept: {error}"
    return said


def mended_path(path: Path, folder: Path) -> Path:
    """Where the mended copy of a damaged save goes: beside it, or into the save folder, under a name that is free."""
    name = path.name.removesuffix(SUFFIX) + MENDED + SUFFIX
    return _free(_names(_room_beside(path, folder), Path(name)))


def mend(session: Session[GameState], copy: Path) -> None:
    """Write all that is good in a damaged save into a new one; the damaged one stays as it is. Raises JournalError."""
    from vedette.engine.journal import create

    create(copy, session.header, session.timeline.entries).close()


def put_away(path: Path) -> Path:
    """Move a save into the bin beside it, under a name that is free there; tells where it is. Raises JournalError, OSError."""
    folder = path.parent / BIN
    make_folder(folder)
    place = _free(_names(folder, path))
    move_save(path, place)
    return place


def move_save(path: Path, place: Path) -> None:
    """Give a save another name, which must be free; what a table keeps of it goes along. Raises JournalError, OSError."""
    from vedette.engine.journal import move

    move(path, place)
    with suppress(OSError):
        move_over(table_file(path), table_file(place))


def table_file(save: Path) -> Path:
    """Where a table keeps what is no part of the game."""
    return save.with_name(save.name + TABLE)


def save_paths(folder: Path) -> list[Path]:
    """The players' saves, the latest first, then the examples by name."""
    return [*_own_saves(folder), *listed(example_folder(), f"*{SUFFIX}")]


def last_ruleset(folder: Path) -> str:
    """The ruleset of the save that was written last, by its first line alone; "" where there is none."""
    for path in _own_saves(folder):
        with suppress(OSError, ValueError), path.open("rb") as file:
            first = json.loads(file.readline(LONGEST_HEADER))
            if isinstance(first, dict) and isinstance(first.get("ruleset"), str):
                return str(first["ruleset"])
    return ""


def _own_saves(folder: Path) -> list[Path]:
    """The saves in a folder, the latest first; a link that leads nowhere is the oldest."""

    def changed(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0

    return sorted(listed(folder, f"*{SUFFIX}"), key=changed, reverse=True)


def _is_path(text: str) -> bool:
    return _has_folders(text) or text.endswith(SUFFIX)


def _has_folders(text: str) -> bool:
    return any(mark in text for mark in SEPARATORS)


def _room_beside(path: Path, folder: Path) -> Path:
    """The folder of a save, where something can be made in it; else the save folder."""
    beside = path.absolute().parent
    if not is_example(path) and beside.is_dir() and may_write(beside):
        return beside
    make_save_folder(folder)
    return folder


def _names(folder: Path, path: Path) -> Iterator[Path]:
    """The save's own name in the folder, as every system takes it, then the same with a number."""
    name = fit_file_name(path.name.removesuffix(SUFFIX))
    yield folder / (name + SUFFIX)
    number = 2
    while True:
        yield folder / f"{name}-{number}{SUFFIX}"
        number += 1


def _free(names: Iterator[Path]) -> Path:
    return next(name for name in names if not os.path.lexists(name))


def _begins_alike(copy: Path, example: bytes) -> bool:
    """Whether a save is the same game: the first line holds the set-up, the seed and the time."""
    try:
        with copy.open("rb") as file:
            first = example[: example.index(b"\n") + 1]
            return in_first_format(file.readline()) == in_first_format(first)
    except OSError:  # a link that leads nowhere, or a file of somebody else
        return False
