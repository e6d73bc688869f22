"""Cards for a list of saves, kept beside the players' data.

A card is made at first from the beginning and the end of a save. All of it is looked at later, while the list is on the screen.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
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

END = 1024 * 1024
"""Bytes of the end of a save that are read at first: thousands of lines, and all of most saves."""

PERIODS = ("round", "turn")
"""What games count, at the top of their state: rounds, for which the fact that counts on may have a word of its own, or the turns of the sides, two to a round."""

OUTCOME = b'["outcome",'
"""What only a line contains that changes the outcome."""


class SaveCard(Struct, frozen=True):
    """What a list of saves tells of one.

    `mission` is what is played, `points` the victory points of the sides in their order, () in a game without any. `period`
    is how far the game is, in its own words: `round 3`, `turn 5`; `rounds` is how many it has, 0 where that is open.
    `winner` is the name of the side that has won; a game with an outcome and no winner is a draw. `origin` says of which
    save it was a branch, `fault` why it cannot be opened. `practice`: a first battle with its guide.
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
    mission: str = ""
    rounds: int = 0
    points: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return self.path.name.removesuffix(SUFFIX)

    @property
    def progress(self) -> str:
        """How far the game is: `round 3 of 6`, `turn 5`."""
        if self.outcome:
            return "over"
        if not self.period:
            return "begun" if self.entries else "set-up"
        return f"{self.period} of {self.rounds}" if self.rounds else self.period


class _Known(Struct, frozen=True):
    """A card, and the size, times, number and last checksum of its file; `whole` if all of that was looked at."""

    file: tuple[int, ...]
    checksum: str
    card: SaveCard
    whole: bool = False


class _Kept(Struct, frozen=True):
    """Cards are read only with the fields that they were written with."""

    vedette: str
    cards: list[_Known]
    fields: tuple[str, ...] = ()


class _Standing(Struct, frozen=True):
    """What the way to where the game stands says of it; `points` by side, those that were ever scored."""

    outcome: str = ""
    period: str = ""
    points: Mapping[str, int] = {}


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
            if (held.vedette, held.fields) == (__version__, SaveCard.__struct_fields__):
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
                    known = list(self._known.values())
                    keep(self._kept, _ENCODER.encode(_Kept(__version__, known, SaveCard.__struct_fields__)))

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
    way = reversed(save.timeline.path())
    return _card(path, save.header, last, _standing(way, _sides(save.header)), save.damage)


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
            return _card(path, header, None, _Standing()) if is_all else None
        before = held[-2] if len(held) > 1 else first.rstrip(b"\n")
        if not without_checksum(held[-1], parted(before)[1]) or (last.lines and last.lines[1] != last.n):
            return None
        here = way(stands_at(last), last.n)
        scored = [side for side in _sides(header) if f'"sides.{side}.vp",'.encode() in end]
        return _card(path, header, last, _standing(here, scored, None if OUTCOME in end else ""))
    except (ValueError, LookupError):
        return None


def _standing(way: Iterable[Entry], sides: Iterable[str], outcome: str | None = None) -> _Standing:
    """How a game stands, from the entries on the way back from there, with the points of these `sides`; an outcome may be known before."""
    period: str | None = None
    points: dict[str, int] = {}
    missing = {f"sides.{side}.vp": side for side in sides}
    for entry in way:
        for event in reversed(entry.events):
            for path, _, new in reversed(event.changes):
                if path == "outcome" and outcome is None:
                    outcome = str(new)
                elif path in PERIODS and type(new) is int and period is None:
                    word = next((word for word in PERIODS if event.tag.startswith(word)), PERIODS[0])
                    number = new if path == PERIODS[0] else (new + 1) // 2
                    period = f"{word if number == new else PERIODS[0]} {number}" if new else ""
                elif path in missing and type(new) is int:
                    points[missing.pop(path)] = new
        if outcome is not None and period is not None and not missing:
            break
    return _Standing(outcome or "", period or "", points)


def _sides(header: Header) -> dict[str, str]:
    """The sides of a set-up with their names; one without sides is for its ruleset to judge."""
    given: Any = header.setup.get("sides")
    known = [side for side in given if isinstance(side, dict)] if isinstance(given, list) else []
    return {str(side.get("id")): str(side.get("name") or side.get("id")) for side in known}


def _mission(header: Header) -> tuple[str, int]:
    """What is played, and for how many rounds; "" and 0 where the set-up does not say."""
    setup: Mapping[str, Any] = header.setup
    mission, scenario = (
        part if isinstance(part := setup.get(key), dict) else {} for key in ("mission", "scenario")
    )
    closing: Any = scenario.get("closing")
    ends = [end for end in closing if isinstance(end, dict)] if isinstance(closing, list) else []
    rounds = [mission.get("rounds"), *(end.get("value") for end in ends if end.get("when") == "rounds")]
    names = (mission.get("name"), setup.get("title"), scenario.get("name"))
    return (
        next((name for name in names if isinstance(name, str) and name), ""),
        next((number for number in rounds if type(number) is int), 0),
    )


def _has_points(setup: Any) -> bool:
    """Whether a set-up says anywhere what victory points are won for."""
    parts = list(setup.items()) if isinstance(setup, dict) else [("", part) for part in setup]
    return any(key == "vp" or (isinstance(part, dict | list) and _has_points(part)) for key, part in parts)


def _card(path: Path, header: Header, last: Entry | None, standing: _Standing, fault: str = "") -> SaveCard:
    names, outcome, points = _sides(header), standing.outcome, standing.points
    mission, rounds = _mission(header)
    return SaveCard(
        path,
        is_example(path),
        ruleset=header.ruleset,
        sides=tuple(names.values()),
        period=standing.period,
        outcome=outcome,
        winner=names.get(outcome, ""),
        entries=last.n if last else 0,
        date=last.time if last else header.created,
        origin=origin_words(header.origin),
        fault=fault,
        practice=header.practice,
        mission=mission,
        rounds=rounds,
        points=tuple(points.get(side, 0) for side in names) if points or _has_points(header.setup) else (),
    )
