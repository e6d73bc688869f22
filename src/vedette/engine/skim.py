"""A save skimmed: its lines as plain data, held by their checksums alone. It tells what happened, and makes no game of it.

Opening a save to play judges every line; whoever looks over thousands of them reads ten times as fast like this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from vedette.engine.chain import lines, without_checksum
from vedette.engine.errors import JournalError
from vedette.engine.record import record
from vedette.engine.save_file import Header, bytes_of, read_bytes
from vedette.engine.timeline import LeftOutEntry, decisions

LEFT_OUT = LeftOutEntry.kind

Line = Mapping[str, Any]
"""A line of a save: what the entry of it holds."""


@record
class Skimmed:
    """A save as far as it was looked into: its first line, and all others; those that were undone as well."""

    header: Header
    lines: tuple[Line, ...]

    def path(self) -> list[Line]:
        """The lines on the way to where the game stands."""
        head = 0
        for line in self.lines:
            if line["kind"] in ("undo", "redo", "goto"):
                head = line["input"]["to"]
            elif line["kind"] not in ("bookmark", LEFT_OUT):
                head = line["n"]
        way: list[Line] = []
        while head:
            way.append(self.lines[head - 1])
            head = min(way[-1]["parent"], head - 1)
        return way[::-1]


def skim(path: Path) -> Skimmed:
    """Look into a save. Raises JournalError where it is damaged; a line that a crash tore off at the end is left out."""
    data = bytes_of(path)
    try:
        header, *rest = _chained(data)
        rest = _decided(rest) if b'"lines":' in data else rest
        return Skimmed(Header.model_validate(header), tuple(rest))
    except (ValidationError, ValueError):
        return _read(path, data)


def _chained(data: bytes) -> Iterator[Any]:
    """What every line holds; raises ValueError at one that is not as it was written."""
    checksum = b""
    for line in lines(data):
        good = without_checksum(line, checksum)
        if good is None:
            raise ValueError
        body, checksum = good
        yield from_json(body)


def _decided(lines: list[Any]) -> list[Any]:
    """The same lines, with those of incomplete decisions marked."""
    spans = decisions(lines, lambda line: (line["n"], *line["lines"]) if "lines" in line else None)
    return [
        line if is_whole else {**line, "kind": LEFT_OUT, "events": ()}
        for together, is_whole in spans
        for line in together
    ]


def _read(path: Path, data: bytes) -> Skimmed:
    """A save with something wrong in it, as it is read to be played."""
    save = read_bytes(path, data, search=False).save
    if save.damage:
        raise JournalError(save.damage)
    held = (entry.plain() for entry in save.entries)
    return Skimmed(save.header, tuple(held))
