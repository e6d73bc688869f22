"""Power cuts: what a command asks of the disk is recorded, and every state that the disk may be left in is made of it.

What was not synced may be lost: the data of a file in part, with sectors out of order, and the names in each folder from
some change on. What Vedette calls light (notes, locks, halves of new files) does not count.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from vedette.engine import files
from vedette.engine.system import write_at

State = dict[str, bytes | None]
"""Files with their bytes, and folders, by their paths."""

MOST = 200
"""States of the names that are looked at after one call, and of the data for each of them."""


@dataclass
class _Node:
    """A file or a folder: what is surely on the disk, and what was written; None for a folder."""

    kept: bytes | None
    now: bytes | None


@dataclass
class _Pending:
    """A change of the names in a folder that is not on the disk yet: a name that is given to a node, or taken away."""

    folder: str
    name: str
    node: int | None

    def on(self, names: dict[str, int]) -> None:
        if self.node is None:
            names.pop(self.name, None)
        else:
            names[self.name] = self.node


class Recorder:
    """What happens to the files below a folder, in order."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._root = root.resolve()
        self.before = self.now()
        self.calls: list[tuple[str, Any, Any]] = []
        self._open: dict[int, str] = {}
        self._real = {name: getattr(os, name) for name in ("open", "close", "write", "ftruncate")}
        for name in self._real:
            monkeypatch.setattr(os, name, getattr(self, name))
        for name in ("mkdir", "rmdir", "unlink", "link", "rename", "replace"):
            monkeypatch.setattr(os, name, self._noting(name, getattr(os, name)))
        monkeypatch.setattr(files, "write_at", self.write_at)
        monkeypatch.setattr(files, "sync", lambda file: self._synced(self._open.get(file)))
        monkeypatch.setattr(files, "sync_folder", lambda folder: self._synced(self._place(folder)))

    def now(self) -> State:
        """What stands on the disk."""
        found = sorted(self._root.rglob("*"))
        return {self._place(path) or "": None if path.is_dir() else path.read_bytes() for path in found}

    def _place(self, path: Any) -> str | None:
        place = Path(path).absolute()
        place = place.parent.resolve() / place.name
        return place.relative_to(self._root).as_posix() if place.is_relative_to(self._root) else None

    def open(self, path: Any, flags: int, *more: Any, **named: Any) -> int:
        place = self._place(path) if isinstance(path, (str, os.PathLike)) else None
        fresh = flags & os.O_CREAT and not os.path.lexists(path)
        file: int = self._real["open"](path, flags, *more, **named)
        if place is not None:
            self._open[file] = place
            if fresh:
                self.calls.append(("make", place, b""))
        return file

    def close(self, file: int) -> None:
        self._open.pop(file, None)
        self._real["close"](file)

    def write(self, file: int, data: Any) -> int:
        written: int = self._real["write"](file, data)
        if file in self._open:
            self.calls.append(("write", self._open[file], bytes(data[:written])))
        return written

    def write_at(self, file: int, start: int, data: bytes) -> None:
        calls = [*self.calls]
        write_at(file, start, data)
        self.calls = calls  # on some systems it writes as others do
        if file in self._open:
            self.calls.append(("over", self._open[file], (start, data)))

    def ftruncate(self, file: int, size: int) -> None:
        self._real["ftruncate"](file, size)
        if file in self._open:
            self.calls.append(("cut", self._open[file], size))

    def _synced(self, place: str | None) -> None:
        if place is not None:
            self.calls.append(("sync", place, None))

    def _noting(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *more: Any, **named: Any) -> None:
            real(path, *more, **named)
            place = self._place(path)
            if place is None:
                return
            if name in ("link", "rename", "replace"):
                self.calls.append(("link", place, self._place(more[0])))
            if name == "mkdir":
                self.calls.append(("make", place, None))
            elif name != "link":
                self.calls.append(("unlink", place, None))

        return call

    def states(self) -> Iterator[tuple[State, bool]]:
        """All states that the disk may be left in, and whether all was done by then."""
        seen: dict[Any, tuple[State, bool]] = {}
        for done in range(len(self.calls) + 1):
            for state in self._states_after(done):
                seen[tuple(sorted((path, data or b"", data is None) for path, data in state.items()))] = (
                    state,
                    done == len(self.calls),
                )
        yield from seen.values()

    def _states_after(self, done: int) -> Iterator[State]:
        nodes, kept, pending = self._model(self.calls[:done])
        folders = sorted({change.folder for change in pending})
        each = [[change for change in pending if change.folder == folder] for folder in folders]
        for cuts in _cuts([len(changes) for changes in each]):
            names = dict(kept)
            for changes, cut in zip(each, cuts, strict=True):
                for change in changes[:cut]:
                    change.on(names)
            there = {path for path in names if all(str(up) in names for up in _above(path))}
            used = sorted({names[path] for path in there if not is_light(path)})
            options = [list(_may_hold(nodes[one])) for one in used]
            for held in islice(product(*options), MOST):
                data = dict(zip(used, held, strict=True))
                yield {path: data[names[path]] for path in there if not is_light(path)}

    def _model(self, calls: list[tuple[str, Any, Any]]) -> tuple[list[_Node], dict[str, int], list[_Pending]]:
        """The nodes, the names that are surely on the disk, and the changes of names that may not be."""
        nodes = [_Node(data, data) for data in self.before.values()]
        now = {path: number for number, path in enumerate(self.before)}
        kept, pending = dict(now), list[_Pending]()
        for what, place, given in calls:
            node = nodes[now[place]] if place in now else _Node(None, None)
            folder = str(PurePosixPath(place).parent)
            if what == "make":
                now[place] = len(nodes)
                nodes.append(_Node(given, given))
                pending.append(_Pending(folder, place, now[place]))
            elif what == "link":
                now[given] = now[place]
                pending.append(_Pending(str(PurePosixPath(given).parent), given, now[place]))
            elif what == "unlink":
                del now[place]
                pending.append(_Pending(folder, place, None))
            elif what == "write":
                assert node.now is not None
                node.now += given
            elif what == "over":
                assert node.now is not None
                start, data = given
                node.now = node.now[:start] + data + node.now[start + len(data) :]
            elif what == "cut":
                assert node.now is not None
                node.now = node.now[:given]
            elif place == "." or node.now is None:
                for change in pending:
                    if change.folder == place:
                        change.on(kept)
                pending = [change for change in pending if change.folder != place]
            else:
                node.kept = node.now
        return nodes, kept, pending


def _cuts(lengths: list[int]) -> Iterator[tuple[int, ...]]:
    """How many changes of each folder came to the disk: every way, or one folder at a time if there are too many."""
    if prod(length + 1 for length in lengths) <= MOST:
        yield from product(*(range(length + 1) for length in lengths))
        return
    for others in ([0] * len(lengths), lengths):
        for place, length in enumerate(lengths):
            for cut in range(length + 1):
                yield *others[:place], cut, *others[place + 1 :]


def is_light(path: str) -> bool:
    """Whether a file may be lost, or come back: a lock, a half of a new file, what a table keeps, or what this computer has written."""
    return path.endswith((".lock", ".new", ".table")) or path.startswith("vedette/written")


def _above(path: str) -> list[PurePosixPath]:
    return [one for one in PurePosixPath(path).parents if str(one) != "."]


def _may_hold(node: _Node) -> Iterator[bytes | None]:
    """What may be found in a file: what was there, what was written, and anything between, sectors out of order."""
    kept, now = node.kept, node.now
    yield kept
    if kept == now or now is None or kept is None:
        return
    yield now
    if now.startswith(kept):
        tail = now[len(kept) :]
        for cut in {1, len(tail) // 2, len(tail) - 1}:
            yield kept + tail[:cut]
        yield kept + bytes(len(tail))
        for cut in {512 - len(kept) % 512, 4096 - len(kept) % 4096}:
            if cut < len(tail):
                yield kept + bytes(cut) + tail[cut:]
                yield kept + tail[:cut] + bytes(len(tail) - cut)
