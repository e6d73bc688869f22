"""Following a save that somebody else writes: what is new in it is read, line by line, and never written to."""

from __future__ import annotations

from pathlib import Path

from vedette.engine.errors import JournalError, VedetteError
from vedette.engine.files import why
from vedette.engine.journal import beside
from vedette.engine.ruleset import Rulesets
from vedette.engine.save_file import read, read_lines
from vedette.engine.session import Session, session_to_look_at
from vedette.engine.state import GameState
from vedette.engine.timeline import LeftOutEntry, whole_decisions

LONGEST_NOTE = 100
"""Bytes of a note of the clock."""

OFTEN = 0.05
"""Seconds between two looks at a save that is followed: one that nobody has touched costs a `stat`, and a few bytes of its clock."""


class FollowedSave:
    """A save that another process may be writing.

    `session` is the game as far as it was read; it is another object where the save was written anew. `fault` says why
    nothing more can be read, such as that the save was moved; "" where all is well. Then the session stays as it is,
    and goes on when the save is back.
    """

    def __init__(self, rulesets: Rulesets, path: Path) -> None:
        """Read the save; raises JournalError where there is no game in it."""
        self.path = path
        self.fault = ""
        self._rulesets = rulesets
        self._mark: tuple[int, ...] = ()
        self._noted = ""
        self.session = self._read_all()

    def look(self) -> bool:
        """Read what is new; whether anything is: a line, another game in the file, a clock that was stopped, or a fault."""
        fresh: bool | None = False
        try:
            mark = _mark(self.path)
            if mark != self._mark:
                fresh = self._read_on(mark) if not self.fault and mark[:2] == self._mark[:2] else None
                if fresh is None:
                    self.session, fresh = self._read_all(), True
                self.fault = ""
        except VedetteError as error:
            said, self._mark = str(error), ()
            fresh, self.fault = said != self.fault, said
        noted = _noted(self.path)
        if noted != self._noted:
            self._noted, fresh = noted, True
            self.session.hear_clock(noted)
        return bool(fresh)

    def _read_all(self) -> Session[GameState]:
        mark = _mark(self.path)
        save = read(self.path)
        session = session_to_look_at(self._rulesets, self.path, save)
        session.hear_clock(_noted(self.path))
        self._mark, self._save = mark, save
        return session

    def _read_on(self, mark: tuple[int, ...]) -> bool | None:
        """Read the lines behind the last good one, and tell whether there were any; None where they don't go on from it."""
        save = self._save
        try:
            with self.path.open("rb") as file:
                file.seek(save.good)
                data = file.read()
        except OSError as error:
            raise JournalError(f"{self.path.name} cannot be read: {why(error)}.") from error
        whole = data[: data.rfind(b"\n") + 1]
        fresh = list(read_lines(whole, save.checksums[-1]))
        if len(fresh) < whole.count(b"\n") or mark[2] < save.good:
            return None
        entries = list(whole_decisions(entry for entry, _, _ in fresh))
        while entries and isinstance(entries[-1], LeftOutEntry):  # its other lines may still come
            entries.pop()
        if not self.session.take_over(entries):
            return None
        for _, checksum, length in fresh[: len(entries)]:
            save.checksums.append(checksum)
            save.good += length
        self._mark = mark
        return bool(entries)


def _noted(path: Path) -> str:
    """What is noted of the clock beside a save; "" for nothing."""
    try:
        with beside(path).open("rb") as file:
            return file.read(LONGEST_NOTE).decode("ascii", "replace")
    except OSError:
        return ""


def _mark(path: Path) -> tuple[int, ...]:
    """What changes when a file is written to, or is another one; raises JournalError where it is gone."""
    try:
        status = path.stat()
    except OSError as error:
        raise JournalError(f"{path.name} cannot be read: {why(error)}.") from error
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
