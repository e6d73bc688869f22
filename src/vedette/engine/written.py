"""Notes on the lines that this computer wrote, to notice if another computer's version replaces a save.

Each save has a small file among the players' data: the game, and the last line written, with its seal.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, ValidationError

from vedette.engine.errors import JournalError
from vedette.engine.files import listed, make_folder, remove_lightly, write_lightly
from vedette.engine.library import user_folder
from vedette.engine.save_file import LONGEST_SETUP, header_of, read
from vedette.engine.text import joined

LARGEST = 4096
"""The most bytes of a note."""


class Written(BaseModel):
    """The last line that this computer has written to a save: its game, its number (0: the first line) and its seal."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    game: str
    line: int
    seal: str

    def is_in(self, game: str, checksums: list[bytes]) -> bool:
        """Whether a save of that game holds the line."""
        there = 0 <= self.line < len(checksums) and checksums[self.line].decode() == self.seal
        return there and game == self.game


class Diverged(Struct, frozen=True):
    """A save that no longer holds the last line that this computer has written; `copies` are saves beside it that do."""

    name: str
    line: int
    copies: tuple[Path, ...]

    @property
    def sentence(self) -> str:
        held = joined([copy.name for copy in self.copies])
        verb = "still has" if len(self.copies) == 1 else "still have"
        found = f"{held} {verb} that line" if held else "No other save in its folder has that line"
        return (
            f"{self.name} has lost line {self.line}, the last one that was written on this computer: "
            f"perhaps another computer has replaced the file. {found}."
        )


def written_folder() -> Path:
    """The folder of the notes."""
    return user_folder() / "written"


def place_of(path: Path) -> Path:
    """The note for a save, through whatever link it is opened."""
    real = os.path.normcase(os.path.realpath(path))
    name = hashlib.sha256(real.encode(errors="surrogateescape")).hexdigest()[:32]
    return written_folder() / f"{name}.json"


def note(place: Path, written: Written) -> None:
    """Note the last line of a save."""
    with suppress(OSError):
        make_folder(place.parent)
    write_lightly(place, written.model_dump_json().encode())


def forget(path: Path) -> None:
    """Remove the note for a save, which is about to be replaced on purpose."""
    remove_lightly(place_of(path))


def diverged(path: Path, game: str, checksums: list[bytes]) -> Diverged | None:
    """The fault of a save that lacks the last line that this computer has written; None if it has it."""
    try:
        with place_of(path).open("rb") as file:
            noted = Written.model_validate_json(file.read(LARGEST))
    except (OSError, ValidationError):
        return None
    if noted.is_in(game, checksums):
        return None
    copies = [one for one in listed(path.parent, f"*{path.suffix}") if one.name != path.name]
    return Diverged(path.name, noted.line, tuple(one for one in copies if _holds(one, noted)))


def _holds(path: Path, noted: Written) -> bool:
    """Whether a save holds a line; only the first line is read if the game is another."""
    try:
        with path.open("rb") as file:
            header = header_of(file.readline(LONGEST_SETUP))
        if header is None or header.game != noted.game:
            return False
        save = read(path, search=False)
    except (OSError, JournalError):
        return False
    return noted.is_in(save.header.game, save.checksums)
