"""Cards for a list of saves, from the first and last lines of each, cached beside the players' data."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Literal

from msgspec import MsgspecError, Struct, field
from msgspec.json import Decoder, decode, encode
from msgspec.structs import replace

from vedette import __version__
from vedette.engine.chain import CHECKSUM_BYTES, last_checksum, parted, without_checksum
from vedette.engine.errors import JournalError
from vedette.engine.files import keep
from vedette.engine.save_file import FORMAT, LARGEST, LONGEST_SETUP, Origin
from vedette.engine.saves import PERIODS, SaveCard, named_sides, origin_words, save_card, save_paths

KNOWN = "saves-known.json"
"""The cache in the players' folder; without it the saves are read again."""

BLOCK = 16 * 1024
"""Bytes read first from the end of a save."""


class _Setup(Struct):
    sides: Any = None


class _From(Struct, forbid_unknown_fields=True):
    save: str
    line: int


class _First(Struct, forbid_unknown_fields=True):
    """The parts of the first line that a list shows."""

    vedette: str
    ruleset: str
    revision: int
    created: str
    seed: int
    setup: _Setup
    format: int = FORMAT
    package: str = ""
    origin: _From | None = None
    practice: bool = False


class _Event(Struct):
    tag: str = field(name="is")
    changes: tuple[tuple[str, Any, Any], ...] = ()


class _Line(Struct):
    """The parts of a later line that a list needs."""

    n: int
    parent: int
    kind: Literal["command", "dice", "choice", "undo", "redo", "goto", "bookmark"]
    time: str
    input: Any
    events: tuple[_Event, ...] = ()
    snapshot: tuple[tuple[str, Any, Any], ...] | None = None
    lines: tuple[int, int] | None = None

    @property
    def head(self) -> int:
        """The head of the game after it."""
        if self.kind in ("undo", "redo", "goto"):
            return int(self.input["to"])
        return self.parent if self.kind == "bookmark" else self.n


_FIRST, _LINE = Decoder(_First), Decoder(_Line)


class _Look(Struct):
    """The card of a save, and of which file; `whole` if all of its lines were read."""

    file: tuple[int, ...]
    checksum: str
    ruleset: str = ""
    sides: tuple[str, ...] = ()
    period: str = ""
    outcome: str = ""
    winner: str = ""
    entries: int = 0
    date: str = ""
    origin: str = ""
    fault: str = ""
    practice: bool = False
    whole: bool = False

    def card(self, path: Path, example: bool) -> SaveCard:
        """The same for a file at a path."""
        told = {name: getattr(self, name) for name in _TOLD}
        return SaveCard(path, example, **told)


_TOLD = _Look.__struct_fields__[2:-1]


class _Kept(Struct):
    vedette: str
    looks: dict[str, _Look]


class SaveCards:
    """The cards of the saves in a folder and of the examples. Each is read once, until the file changes."""

    def __init__(self, kept: Path) -> None:
        """Remember the cards in that file; start empty if it can't be read."""
        self._kept = kept
        self._looks: dict[str, _Look] = {}
        with suppress(OSError, MsgspecError, ValueError):
            known = decode(kept.read_bytes(), type=_Kept)
            self._looks = known.looks if known.vedette == __version__ else {}

    def cards(self, folder: Path) -> list[SaveCard]:
        """The players' saves, the latest first, and then the examples by name."""
        return [self._look(path).card(path, example) for path, example in self._follow(folder)]

    def check(self, folder: Path) -> Iterator[bool]:
        """Read all lines of the saves known only by their first and last, one at a time; whether any card has changed."""
        for path, _ in self._follow(folder):
            look = self._look(path)
            if not look.whole:
                with suppress(OSError):
                    sound = last_checksum(path.read_bytes()) is not None
                    self._looks[_key(path)] = replace(look, whole=True) if sound else _whole(path)
                yield self._looks[_key(path)].fault != look.fault

    def _follow(self, folder: Path) -> Iterator[tuple[Path, bool]]:
        """The saves; afterwards only their cards are kept."""
        before, paths = {**self._looks}, save_paths(folder)
        try:
            yield from paths
        finally:
            listed = {_key(path) for path, _ in paths}
            self._looks = {key: look for key, look in self._looks.items() if key in listed}
            if self._looks != before:
                with suppress(JournalError):
                    keep(self._kept, encode(_Kept(__version__, self._looks)))

    def _look(self, path: Path) -> _Look:
        """The card of a file as it is now."""
        key = _key(path)
        file, checksum = _identity(path)
        known = self._looks.get(key)
        if known is None or (known.file, known.checksum) != (file, checksum):
            known = self._looks[key] = _first_look(path, file, checksum) or _whole(path)
        return known


def _key(path: Path) -> str:
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _identity(path: Path) -> tuple[tuple[int, ...], str]:
    """The marks by which a changed file is noticed: size, times, number, and the end of its last line."""
    with suppress(OSError), path.open("rb") as file:
        said = os.fstat(file.fileno())
        if stat.S_ISREG(said.st_mode):
            file.seek(max(0, said.st_size - CHECKSUM_BYTES))
            end = parted(file.read().rstrip(b"\n"))[1].decode("ascii", "replace")
            return (said.st_size, said.st_mtime_ns, said.st_ctime_ns, said.st_ino), end
    return (), ""


def _whole(path: Path) -> _Look:
    """The card from all lines of a save."""
    file, checksum = _identity(path)
    card = save_card(path)
    told = {name: getattr(card, name) for name in _TOLD}
    return _Look(file, checksum, **told, whole=bool(file))


def _first_look(path: Path, file: tuple[int, ...], checksum: str) -> _Look | None:
    """The card from the first and last lines of a save; None if all of it has to be read."""
    if not file or file[0] > LARGEST:
        return None
    try:
        with path.open("rb") as opened:
            first = opened.readline(LONGEST_SETUP)
            good = without_checksum(first, b"")
            if good is None or not first.endswith(b"\n"):
                return None
            return _told(_FIRST.decode(good[0]), _End(opened, len(first), file[0]), file, checksum)
    except (OSError, MsgspecError, ValueError, LookupError, TypeError, OverflowError):
        return None


def _told(first: _First, end: _End, file: tuple[int, ...], checksum: str) -> _Look | None:
    last = end.last
    if first.format > FORMAT or (last and last.lines and last.lines[1] != last.n):
        return None
    sides = named_sides(first.setup.sides)
    outcome, period = _standing(end)
    origin = Origin(save=first.origin.save, line=first.origin.line) if first.origin else None
    return _Look(
        file,
        checksum,
        first.ruleset,
        tuple(name for _, name in sides),
        period,
        outcome,
        dict(sides).get(outcome, ""),
        last.n if last else 0,
        last.time if last else first.created,
        origin_words(origin),
        practice=first.practice,
    )


def _standing(end: _End) -> tuple[str, str]:
    """The outcome and the period of the game at its head."""
    outcome: str | None = None
    period: str | None = None
    for line in end.way():
        for event in reversed(line.events):
            for path, _, new in reversed(event.changes):
                if path == "outcome" and outcome is None:
                    outcome = str(new)
                elif path in PERIODS and type(new) is int and period is None:
                    word = next((word for word in PERIODS if event.tag.startswith(word)), PERIODS[0])
                    period = f"{word} {new}" if new else ""
        if line.snapshot is not None:
            held = {path: new for path, _, new in line.snapshot}
            outcome = str(held.get("outcome", "")) if outcome is None else outcome
            period = "" if period is None and not held.keys() & PERIODS else period
        if outcome is not None and period is not None:
            break
    return outcome or "", period or ""


class _End:
    """The last lines of an open save, read only as far as they are needed; raises ValueError if they are not valid."""

    def __init__(self, file: IO[bytes], first: int, size: int) -> None:
        """`first`, `size`: bytes of the first line and of the whole save."""
        self._file, self._first, self._size = file, first, size
        self._block, self._is_all = BLOCK, False
        self._lines: list[bytes] = []
        self.last: _Line | None = None
        if size > first:
            self._read()
            while len(self._lines) < 2 and not self._is_all:
                self._read_more()
            self.last = _LINE.decode(self._lines[-1])
            _require_chained(self._lines[-2:])

    def way(self) -> Iterator[_Line]:
        """The lines from the head of the game back to the set-up."""
        n = self.last.head if self.last else 0
        while n:
            line = self._line(n)
            yield line
            if line.parent >= n:
                raise ValueError
            n = line.parent

    def _line(self, n: int) -> _Line:
        assert self.last is not None
        back = self.last.n - n + 1
        while back > len(self._lines) and not self._is_all:
            self._read_more()
        if not 0 < back <= len(self._lines):
            raise ValueError
        line = _LINE.decode(self._lines[-back])
        if line.n != n:
            raise ValueError
        return line

    def _read_more(self) -> None:
        self._block *= 4
        self._read()

    def _read(self) -> None:
        """Read the last block: whole lines, without their ends."""
        at = max(self._first, self._size - self._block)
        self._is_all = at == self._first
        self._file.seek(at)
        data = self._file.read(self._size - at)
        if not data.endswith(b"\n") or b"\r" in data:
            raise ValueError
        self._lines = data[:-1].split(b"\n")[not self._is_all :]


def _require_chained(lines: Iterable[bytes]) -> None:
    """Raise ValueError if the second of two lines does not follow the first."""
    before, *after = lines
    if after and without_checksum(after[0], parted(before)[1]) is None:
        raise ValueError
