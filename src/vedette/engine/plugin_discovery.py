"""Rulesets as packages publish them: entry points of the group `vedette.rulesets`, ours like everybody's.

    [project.entry-points."vedette.rulesets"]
    duel = "vedette_duel.ruleset:RULESET"

A ruleset's data (`rules.toml`, `games/` …) stands in the folder `data` beside that module; ours stand together in one place.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import Any, ClassVar

from msgspec import Struct

from vedette.engine.errors import DataError
from vedette.engine.text import sentence

GROUP = "vedette.rulesets"
OURS = "vedette"
ORDER = ("open-fire", "company", "napoleonic", "close-quarters")
"""In which order our own are offered: metadata has none."""

DATA = "data"


class Published(Struct, frozen=True):
    """A ruleset that a package publishes; nothing of it is imported before somebody asks for it."""

    entry: metadata.EntryPoint

    @property
    def id(self) -> str:
        return self.entry.name

    @property
    def package(self) -> str:
        """The package's name and version, as a save names it."""
        return _name_of(self.entry.dist) if self.entry.dist else ""

    def load(self) -> tuple[Any, str]:
        """The object that the package publishes under that id, and its output meanwhile; raises DataError with the reason."""
        try:
            with _apart() as wrote:
                return self.entry.load(), wrote.getvalue()
        except _StrangerError as error:
            raise DataError(f"{self.package}: {self.id} cannot be loaded: {error}") from error

    def folder(self) -> Path | None:
        """The folder of its data; None where the package is not there any more."""
        try:
            with _apart():  # this imports the packages around it
                spec = find_spec(self.entry.module.rpartition(".")[0] or self.entry.module)
        except _StrangerError:
            return None
        places = (spec and spec.submodule_search_locations) or ()
        return next((Path(place) / DATA for place in places), None)


@cache
def ours() -> Mapping[str, Published]:
    """The rulesets of Vedette, in their order; no other package is looked at."""
    published = _of(metadata.distribution(OURS))
    return {id: published[id] for id in ORDER}


@cache
def others() -> Mapping[str, Published]:
    """What other packages publish, by id. An id of ours stays ours; of two packages with one id, the first by name has it."""
    found: dict[str, Published] = {}
    published = [of for package in metadata.distributions() if isinstance(of := _read(package), dict) and of]
    for of in sorted(published, key=lambda of: next(iter(of.values())).package):
        found = {**of, **found}
    return {id: ruleset for id, ruleset in found.items() if id not in ours()}


def unreadable() -> list[str]:
    """A sentence for each package with unreadable entry points."""
    return [str(of) for package in metadata.distributions() if isinstance(of := _read(package), DataError)]


def find(ruleset: str) -> Published | None:
    """A ruleset by its id; other packages are looked through only for one that is not ours."""
    return ours().get(ruleset) or others().get(ruleset)


def _of(package: metadata.Distribution) -> dict[str, Published]:
    return {entry.name: Published(entry) for entry in package.entry_points.select(group=GROUP)}


def _read(package: metadata.Distribution) -> dict[str, Published] | DataError:
    """The same for any package, or the reason why not."""
    try:
        return _of(package)
    except Exception as error:  # noqa: BLE001 - installed packages may be broken in any way
        return DataError(f"{_name_of(package)}: its entry points cannot be read ({type(error).__name__}).")


def _name_of(package: metadata.Distribution) -> str:
    with suppress(Exception):
        if package.name:
            return f"{package.name} {package.version}"
    return f"A package without a name in {package.locate_file('')}"


class _StrangerError(Exception):
    """Any failure in the code of a package: a sentence without its subject."""


@contextmanager
def _apart() -> Iterator[StringIO]:
    """Run foreign code: any exception becomes a _StrangerError, and its output is captured.

    Ctrl-C goes through. Other threads write as usual, for they may be drawing the screen.
    """
    wrote, pressed = StringIO(), False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        if callable(before):
            before(number, frame)

    before = signal.getsignal(signal.SIGINT)
    in_front = current_thread() is main_thread() and callable(before)
    streams = [_Parted(name, wrote) for name in ("stdout", "stderr")]
    if in_front:
        signal.signal(signal.SIGINT, press)
    try:
        yield wrote
    except BaseException as error:
        if pressed and isinstance(error, KeyboardInterrupt):
            raise
        said = ""
        with suppress(BaseException):
            said = sentence(str(error)).rstrip(".")
        raise _StrangerError(f"{said or 'no reason is given'} ({type(error).__name__}).") from error
    finally:
        if in_front:
            signal.signal(signal.SIGINT, before)
        for stream in streams:
            stream.end()


class _Parted:
    """Replaces a standard stream: one thread writes elsewhere until the end, all others to the stream."""

    _all: ClassVar[list[_Parted]] = []
    """Never freed: Python may crash if one is, while another thread prints to it."""

    def __init__(self, name: str, wrote: StringIO) -> None:
        self._name, self._stream = name, getattr(sys, name)
        self._wrote: StringIO | None = wrote
        self._thread: Thread | None = current_thread()
        self._all.append(self)
        setattr(sys, name, self)

    def end(self) -> None:
        """Put the stream back, also in place of one that the stranger has put there."""
        self._thread = self._wrote = None
        now = getattr(sys, self._name)
        if now is self or not isinstance(now, _Parted):
            setattr(sys, self._name, self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wrote if current_thread() is self._thread else self._stream, name)
