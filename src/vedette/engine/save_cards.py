"""Cards for a list of saves, kept beside the players' data.

A card is made at first from the beginning and the end of a save. All of it is looked at later, while the list is on the screen.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from vedette import __version__
from vedette.engine import save_file
from vedette.engine.chain import CHECKSUM_BYTES, last_checksum, parted, without_checksum
from vedette.engine.errors import JournalError
from vedette.engine.files import keep
from vedette.engine.save_file import LARGEST, Header, Origin, read
from vedette.engine.saves import SUFFIX, is_example, save_paths
from vedette.engine.text import visible
from vedette.engine.timeline import Entry, read_entry, stands_at

KNOWN = "saves-known.json"
"""The cache in the players' folder; without it the saves are read again."""

END = 128 * 1024
"""Bytes of the end of a save that are read at first: hundreds of lines."""

PERIODS = ("round", "turn")
"""What games count, at the top of their state; the fact that counts on has the game's own word for it."""

OUTCOME = b'["outcome",'
"""What only a line contains that changes the outcome."""


class SaveCard(Struct, frozen=True):
    """What a list of saves tells of one.

    `period` is how far the game is, in its own words: `round 3`, `turn 5`. `winner` is the name of the side that has won; a
    game with an outcome and no winner is a draw. `origin` says of which save it was a branch, `fault` why it cannot be
    opened. `practice`: a first battle with its guide.
    """

    path: Path
    example: bool
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

    @property
    def name(self) -> str:
        return self.path.name.removesuffix(SUFFIX)


class _Known(Struct, frozen=True):
    """A card, and the size, times, number and last checksum of its file; `whole` if all of that was looked at."""

    file: tuple[int, ...]
    checksum: str
    card: SaveCard
    whole: bool = False


class _Kept(Struct, frozen=True):
    vedette: str
    cards: list[_Known]


_ENCODER = Encoder(enc_hook=lambda path: os.fsencode(path).decode("utf-8", "backslashreplace"))
_DECODER = Decoder(_Kept, dec_hook=lambda kind, held: kind(held))


class SaveCards:
    """The cards of the saves in a folder and of the examples. Each is made once, until the file changes."""

    def __init__(self, kept: Path) -> None:
        """Remember the cards in that file; start empty if it can't be read."""
        self._kept = kept
        self._known: dict[Path, _Known] = {}
        with suppress(OSError, MsgspecError, ValueError):
            held = _DECODER.decode(kept.read_bytes())
            if held.vedette == __version__:
                self._known = {known.card.path: known for known in held.cards}

    def cards(self, folder: Path) -> list[SaveCard]:
        """The players' saves, the latest first, and then the examples by name."""
        return [self._look(path).card for path in self._follow(folder)]

    def check(self, folder: Path) -> Iterator[bool]:
        """Look at all lines of the saves whose cards were made from a few, one save at a time; whether its card has changed."""
        for path in self._follow(folder):
            known = self._look(path)
            if not known.whole:
                card = _card_of_end(path, LARGEST, is_checked=True) or save_card(path)
                self._known[path] = replace(known, card=card, whole=True)
                yield card != known.card

    def _follow(self, folder: Path) -> Iterator[Path]:
        """The saves; afterwards only their cards are kept."""
        before, paths = {**self._known}, save_paths(folder)
        try:
            yield from paths
        finally:
            self._known = {path: self._known[path] for path in paths if path in self._known}
            if self._known != before:
                with suppress(JournalError):
                    keep(self._kept, _ENCODER.encode(_Kept(__version__, list(self._known.values()))))

    def _look(self, path: Path) -> _Known:
        known = self._known.get(path)
        file: tuple[int, ...] = ()
        checksum = ""
        with suppress(OSError), path.open("rb") as held:
            status = os.fstat(held.fileno())
            if stat.S_ISREG(status.st_mode):
                held.seek(max(0, status.st_size - CHECKSUM_BYTES))
                checksum = parted(held.read().rstrip(b"\n"))[1].decode("ascii", "replace")
                file = status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
        if known is None or (known.file, known.checksum) != (file, checksum):
            card = _card_of_end(path, END)
            known = self._known[path] = _Known(file, checksum, card or save_card(path), whole=card is None)
        return known


def save_card(path: Path) -> SaveCard:
    """The card from all lines of a save; its rules are not needed."""
    try:
        save = read(path, search=False)
    except JournalError as error:
        return SaveCard(path, is_example(path), fault=str(error))
    last = save.entries[-1] if save.entries else None
    return _card(path, save.header, last, _standing(reversed(save.timeline.path())), save.damage)


def origin_words(origin: Origin | None) -> str:
    """Of which save a save was a branch, and from where; "" where of none."""
    return f"A branch of {visible(origin.save)} up to its line {origin.line}" if origin else ""


def _card_of_end(path: Path, most: int, *, is_checked: bool = False) -> SaveCard | None:
    """The card from the first line of a save and so many bytes of its end, as far as these tell of the way to where the game stands.

    None where it takes a closer look at all lines, and if they are not whole when they are `checked`.
    """
    try:
        save_file.must_be_readable(path)
        with path.open("rb") as file:
            first = file.readline(save_file.LONGEST_SETUP)
            file.seek(max(len(first), path.stat().st_size - most))
            is_all = file.tell() == len(first)
            end = file.read()
    except (JournalError, OSError):
        return None
    header = save_file.header_of(first)
    if (
        header is None
        or header.format > save_file.FORMAT
        or not (first + end).endswith(b"\n")
        or b"\r" in end
    ):
        return None
    if is_checked and last_checksum(first + end) is None:
        return None
    held = end.split(b"\n")[not is_all : -1]

    def way(n: int, last: int) -> Iterator[Entry]:
        while n > last - len(held):
            entry = read_entry(parted(held[n - last - 1])[0])
            if entry.n != n or entry.parent >= n:
                raise ValueError
            yield entry
            n = entry.parent

    try:
        last = read_entry(parted(held[-1])[0]) if held else None
        if last is None:
            return _card(path, header, None, ("", "")) if is_all else None
        before = held[-2] if len(held) > 1 else first.rstrip(b"\n")
        if not without_checksum(held[-1], parted(before)[1]) or (last.lines and last.lines[1] != last.n):
            return None
        here = way(stands_at(last), last.n)
        return _card(path, header, last, _standing(here, None if OUTCOME in end else ""))
    except (ValueError, LookupError):
        return None


def _standing(way: Iterable[Entry], outcome: str | None = None) -> tuple[str, str]:
    """The outcome and the period, from the entries on the way back from where the game stands; an outcome may be known before."""
    period: str | None = None
    for entry in way:
        for event in reversed(entry.events):
            for path, _, new in reversed(event.changes):
                if path == "outcome" and outcome is None:
                    outcome = str(new)
                elif path in PERIODS and type(new) is int and period is None:
                    word = next((word for word in PERIODS if event.tag.startswith(word)), PERIODS[0])
                    period = f"{word} {new}" if new else ""
        if outcome is not None and period is not None:
            break
    return outcome or "", period or ""


def _card(
    path: Path, header: Header, last: Entry | None, standing: tuple[str, str], fault: str = ""
) -> SaveCard:
    given: Any = header.setup.get("sides")  # a set-up without such sides is for its ruleset to judge
    known = [side for side in given if isinstance(side, dict)] if isinstance(given, list) else []
    names = {str(side.get("id")): str(side.get("name") or side.get("id")) for side in known}
    outcome, period = standing
    return SaveCard(
        path,
        is_example(path),
        ruleset=header.ruleset,
        sides=tuple(names.values()),
        period=period,
        outcome=outcome,
        winner=names.get(outcome, ""),
        entries=last.n if last else 0,
        date=last.time if last else header.created,
        origin=origin_words(header.origin),
        fault=fault,
        practice=header.practice,
    )
