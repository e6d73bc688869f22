"""Data of a table outside the game: the faces of an incomplete pool, the sides that Vedette rolls for, and the ticks of the set-up.

It is in a file beside the save, written at every change, so it survives a quit or a crash. A power cut may lose it, and
the file may be deleted.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vedette.engine.dice import MOST_DICE
from vedette.engine.files import remove_lightly, write_lightly
from vedette.engine.save_file import Header
from vedette.engine.saves import table_file


class TypedFaces(BaseModel):
    """The faces of one question, by its key; None where none was typed. `total`: the digits of a total, while one is typed instead."""

    model_config = ConfigDict(extra="forbid", strict=True)

    key: str = ""
    faces: Annotated[list[int | None], Field(max_length=MOST_DICE)] = []
    total: Annotated[str, Field(pattern="^[0-9]{0,6}$")] | None = None

    def of(self, key: str) -> TypedFaces:
        """What was typed for a question; that of another one is over."""
        if key != self.key:
            self.key, self.faces, self.total = key, [], None
        return self

    def __bool__(self) -> bool:
        return bool(self.total) or any(face is not None for face in self.faces)


class MemoryFile(BaseModel):
    """What is in the file: of which `game` it is, what was `typed`, the sides whose dice are `rolled` by Vedette, and the steps of the set-up that are `ticked`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: str = ""
    typed: TypedFaces = TypedFaces()
    rolled: list[str] = []
    ticked: list[int] = []


class TableMemory:
    """The file beside a save; where it can't be read or written, faces are only typed again."""

    def __init__(self, save: Path | None, header: Header) -> None:
        """Read what was kept of this game; without a save nothing is."""
        self._path = table_file(save) if save else None
        self._game = header.game
        self._written = b""
        self.kept = self._read()

    def _read(self) -> MemoryFile:
        with suppress(OSError, ValidationError):
            if self._path is not None and self._path.is_file():
                self._written = self._path.read_bytes()
                kept = MemoryFile.model_validate_json(self._written)
                return kept if kept.game == self._game else MemoryFile()
        return MemoryFile()

    def keep(self, typed: TypedFaces, rolled: Collection[str], ticked: Collection[int] = ()) -> None:
        """Write it where it is different; where there is nothing to keep there is no file."""
        faces = typed if typed else TypedFaces()
        kept = MemoryFile(game=self._game, typed=faces, rolled=list(rolled), ticked=sorted(ticked))
        data = kept.model_dump_json().encode() if typed or rolled or ticked else b""
        if self._path is None or data == self._written:
            return
        self._written = data
        if data:
            write_lightly(self._path, data)
        else:
            remove_lightly(self._path)
