"""A save as it is read: its first line, the good entries, and its faults.

A last line left broken by a crash is left out; a break before other lines gives the part before it. A damaged
first line is recovered as far as the checksums of the later lines allow.
"""

from __future__ import annotations

import stat
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, ValidationError

from vedette.engine import chain
from vedette.engine.chain import DECISIONS_FORMAT, FIRST_FORMAT, FORMAT_AT, lines, parted, without_checksum
from vedette.engine.data import Table
from vedette.engine.errors import JournalError
from vedette.engine.files import why
from vedette.engine.long_work import uncollected
from vedette.engine.timeline import Entry, LeftOutEntry, Timeline, are_plain, read_entry, whole_decisions

FORMAT = 2
LARGEST = 256 * 1024 * 1024
"""Bytes that a save may have."""

LONGEST_LINE = 1024 * 1024
"""Bytes that the line of an entry may have."""

LONGEST_SETUP = 8 * LONGEST_LINE
"""Bytes that the first line may have."""

SEARCHED = 16 * 1024
"""Bytes of a damaged first line in which a flipped bit is looked for: about two seconds."""

CHANGED_END = b"\r\n"
"""The line ending of text files on Windows; an intact save never contains it."""

AT_ONCE = 100
"""Lines that are looked at together; where one of them is not plain, all are looked at one by one."""

LEFT_OUT = "left out"
"""How a notice says that broken lines at the end are not set aside yet."""

_FIRST_ENTRY = b'{"n":1,"parent":0,'


class Origin(BaseModel):
    """Where a save comes from that began as a branch of another: that save's name, and the last line of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    save: str
    line: int


class Header(BaseModel):
    """The first line: which game this is, and its whole resolved set-up.

    `package` is the name and version of the package that the ruleset came from; "" for what comes with Vedette.
    `origin` is the save of which it was a branch. `practice`: a first battle, which is played with a guide.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = 1
    vedette: str
    ruleset: str
    revision: int
    created: str
    seed: int
    setup: Table
    package: str = ""
    origin: Origin | None = None
    practice: bool = False

    @property
    def game(self) -> str:
        return f"{self.created} {self.seed}"


@dataclass(slots=True)
class Save:
    """What could be read of a save file. `damage` says why it must not be written to.

    `checksums` are the checksums of its good lines, the first line's at 0. Where the set-up is `unsure`, the first line is
    damaged beyond mending and may say what was never written. The `good` part has so many bytes; `torn` is what was torn off behind it.
    """

    header: Header
    timeline: Timeline = field(default_factory=Timeline)
    notice: str = ""
    damage: str = ""
    checksums: list[bytes] = field(default_factory=list)
    unsure: bool = False
    good: int = 0
    torn: bytes = b""

    @property
    def entries(self) -> list[Entry]:
        """Its good entries, in the order of the file."""
        return self.timeline.entries


class NoGameError(JournalError):
    """A save whose entries are good, and no game can be shown of them."""

    def __init__(self, sentence: str, entries: list[Entry]) -> None:
        super().__init__(sentence)
        self.entries = entries


class LostSetupError(NoGameError):
    """The first line of the save can no longer be read."""


class UnknownRulesetError(NoGameError):
    """The save is of a ruleset that is not here."""


class _First(Struct, frozen=True):
    """The first line: its header where it can be read, its checksum, its length with the line feed, and its damage."""

    header: Header | None
    checksum: bytes
    length: int
    damage: str = ""
    unsure: bool = False


def read(path: Path, *, search: bool = True) -> Save:
    """Read a save without locking it; raises JournalError where there is no game in it.

    Without `search` no time is spent on a damaged first line.
    """
    must_be_readable(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path.name} cannot be read: {why(error)}.") from error
    return read_bytes(path, data, search=search)


@uncollected()
def read_bytes(path: Path, data: bytes, *, search: bool = True) -> Save:
    """Read a save out of the bytes of its file; raises JournalError where there is no game in it."""
    if not data:
        raise JournalError(f"{path.name} is empty. No game was ever written into it.")
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise JournalError(
            f"{path.name} was written in UTF-16 by another program. Save it as UTF-8 there, and try again."
        )
    if (CHANGED_END in data or data.startswith(BOM_UTF8)) and (save := _rewritten(path, data, search)):
        return save
    return _read_lines(path, data, search)


def _rewritten(path: Path, data: bytes, search: bool) -> Save | None:
    """A save whose line endings were changed, or that begins with a byte-order mark; None if that is not what is wrong with it."""
    bare = data.removeprefix(BOM_UTF8)
    try:
        save = _read_lines(path, bare.replace(CHANGED_END, b"\n"), search)
        ends = any(line.endswith(CHANGED_END) for line in lines(bare)[: len(save.checksums)])
        if not ends:
            save = _read_lines(path, bare, search)
    except JournalError:
        return None
    if len(bare) < len(data):
        changed = f"A byte-order mark was put in front of {path.name}{' and its line endings were changed' if ends else ''}"
    elif ends:
        changed = f"The line endings of {path.name} were changed"
    else:
        return None
    else_wrong = " ".join(filter(None, (save.damage, save.notice)))
    changed += ", as some programs do when copying or saving files"
    save.damage = f"{changed}. {else_wrong}" if else_wrong else f"{changed}; the game is whole."
    save.notice = ""
    return save


def _read_lines(path: Path, data: bytes, search: bool) -> Save:
    first = _first(data, search)
    if first is None:
        raise JournalError(f"{path.name} is not a save of Vedette, or its first line is damaged.")
    if first.header is not None and first.header.format > FORMAT:
        raise JournalError(f"{path.name} needs a newer Vedette: it has format {first.header.format}.")
    checksums, ends = [first.checksum], [first.length]

    def noted() -> Iterator[Entry]:
        for entry, checksum, length in read_lines(data[first.length :], first.checksum):
            checksums.append(checksum)
            ends.append(ends[-1] + length)
            yield entry

    timeline = Timeline()
    for entry in whole_decisions(noted()):
        if not timeline.admits(entry):
            timeline = Timeline(whole_decisions(timeline.entries))
            break
        timeline.add(entry)
    entries = timeline.entries
    if first.header is None:
        raise LostSetupError(
            f"{path.name} is damaged in its first line: the set-up can no longer be read. {_good(entries, 'after')}",
            entries,
        )
    there = len(entries) + 1
    save = Save(
        first.header, timeline, checksums=checksums[:there], unsure=first.unsure, good=ends[there - 1]
    )
    rest = data[save.good :]
    broken = lines(rest)
    if _is_torn(save, broken):
        save.torn = rest
        what = f"The last {len(broken)} lines" if len(broken) > 1 else "The last line"
        were, are = ("were", "are") if len(broken) > 1 else ("was", "is")
        good = "" if timeline.left_out else f" {_good(entries)}"
        save.notice = f"{what} of {path.name} {were} not written completely and {are} {LEFT_OUT}.{good}"
    elif broken:
        save.damage = damaged_at(path.name, entries)
    save.notice = " ".join(filter(None, (left_out_words(timeline), save.notice)))
    if first.damage:
        save.damage = f"{path.name} is damaged {first.damage} {save.damage or _good(entries, 'after')}"
    return save


def read_lines(data: bytes, checksum: bytes) -> Iterator[tuple[Entry, bytes, int]]:
    """The entries of lines behind the one with that checksum, as far as each follows the one before, with their checksums and lengths."""
    unread = lines(data)
    for start in range(0, len(unread), AT_ONCE):
        links: list[tuple[bytes, bytes, int]] = []
        for line in unread[start : start + AT_ONCE]:
            good = without_checksum(line, checksum) if len(line) <= LONGEST_LINE else None
            if good is None:
                break
            held, checksum = good
            links.append((held, checksum, len(line)))
        plain = are_plain(held for held, _, _ in links)  # much faster than one by one
        for held, seal, length in links:
            try:
                entry = read_entry(held, plain=plain)
            except ValueError:
                return
            yield entry, seal, length
        if len(links) < AT_ONCE:
            return


def body(model: Header | Entry) -> bytes:
    """What a line holds, without its checksum; raises JournalError for a line that is too long to be read again."""
    if isinstance(model, Header):
        held, most, what = model.model_dump_json(exclude_unset=True).encode(), LONGEST_SETUP, "this set-up"
    else:
        held, most, what = model.line(), LONGEST_LINE, "this entry"
    if len(held) + chain.CHECKSUM_BYTES > most:
        raise JournalError(f"No save keeps {what}: it is {len(held) // 1024} kB long.")
    return held


def save_bytes(header: Header, entries: Iterable[Entry]) -> tuple[bytes, bytes]:
    """A whole save as bytes, and the checksum of its last line."""
    parts, checksum = [], b""
    models: list[Header | Entry] = [header, *entries]
    for model in models:
        line, checksum = chain.with_checksum(body(model), checksum)
        parts.append(line)
    if has_decisions(models[1:]) and parts[0].startswith(FIRST_FORMAT):
        parts[0] = DECISIONS_FORMAT + parts[0][len(FIRST_FORMAT) :]
    return b"".join(parts), checksum


def has_decisions(entries: Iterable[Any]) -> bool:
    """Whether any lines name their decision, which a Vedette that knows only the first format cannot read."""
    return any((entry.input if isinstance(entry, LeftOutEntry) else entry).lines for entry in entries)


def must_be_readable(path: Path) -> None:
    """Raise JournalError for what is not there, no file, or too large to be a save."""
    try:
        status = path.stat()
    except OSError as error:
        raise JournalError(f"{path.name} cannot be read: {why(error)}.") from error
    if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST:
        raise JournalError(f"{path.name} is not a save: it is not a file, or it is too large.")


def _first(data: bytes, search: bool) -> _First | None:
    """The first line; None where this is no save."""
    length = data.find(b"\n") + 1 or len(data)
    if length > LONGEST_SETUP:
        return None
    if good := without_checksum(data[:length], b""):
        header = _header(good[0])
        return _First(header, good[1], length) if header else None
    # It is damaged: the line after it may prove what it was.
    length = data.find(_FIRST_ENTRY, 0, LONGEST_SETUP)
    if length < 1:
        return None
    held, claimed = parted(data[: length - 1])
    held = chain.in_first_format(held)
    next_line = data[length : data.find(b"\n", length) + 1 or len(data)]
    computed = chain.checksum_of(held, b"")
    if without_checksum(next_line, computed):
        said = "in its first line, but only at the checksum: the set-up is whole."
        return _First(_header(held), computed, length, said)
    if not without_checksum(next_line, claimed):
        return None
    mended = None
    if search and len(held) <= SEARCHED:  # a flipped bit may also have made the digit of the second format
        in_first = FIRST_FORMAT + held[len(FIRST_FORMAT) :]
        one_bit = (held[FORMAT_AT] ^ DECISIONS_FORMAT[FORMAT_AT]).bit_count() == 1
        in_digit = one_bit and chain.checksum_of(in_first, b"") == claimed
        mended = in_first if in_digit else chain.flipped_back(held, claimed)
    if mended is not None:
        said = "in its first line by one flipped bit, which is known and set right here."
        return _First(_header(mended), claimed, length, said)
    said = "in its first line, and the set-up that stands there may be wrong."
    return _First(_header(held), claimed, length, said, unsure=True)


def damaged_at(name: str, good: list[Entry], because: str = "") -> str:
    """What is said of a save whose line behind these entries is wrong."""
    return f"{name} is damaged at line {len(good) + 2}{because and f' ({because})'}. {_good(good)}"


def _is_torn(save: Save, broken: list[bytes]) -> bool:
    """Whether the lines after the good ones are one line, or the rest of one decision: a disk may write the last lines in any order."""
    if not broken or without_checksum(broken[0], save.checksums[-1]):
        return False
    if len(broken) == 1:
        return True
    there, left_out = len(save.entries), save.timeline.left_out
    begins = {there + 1, left_out[0].n if left_out else 0}
    for line in broken:
        with suppress(ValueError):
            entry = read_entry(parted(line.rstrip(b"\n"))[0])
            if entry.lines and entry.lines[0] in begins:
                return len(broken) <= entry.lines[1] - there
    return False


def left_out_words(timeline: Timeline) -> str:
    """A notice that the last decision does not count because it is incomplete; "" if it does."""
    left_out = timeline.left_out
    return f"{left_out[0].said} The game is where it was before." if left_out else ""


def _good(entries: list[Entry], where: str = "before") -> str:
    if len(entries) == 1:
        return f"The one entry {where} it is good."
    return f"The {len(entries)} entries {where} it are good." if entries else f"There is no entry {where} it."


def header_of(line: bytes) -> Header | None:
    """The header in the first line of a save; None if it is damaged or none."""
    good = without_checksum(line, b"")
    return _header(good[0]) if good else None


def _header(held: bytes) -> Header | None:
    try:
        return Header.model_validate_json(held)
    except ValidationError:
        return None
