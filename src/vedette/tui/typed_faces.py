"""What was typed of a pool that is not complete yet: it outlast a look at the log, a note, and leaving the game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vedette.engine.dice import MOST_DICE
from vedette.engine.errors import VedetteError
from vedette.engine.files import write_over

ENDING = ".typed"
"""Behind the name of the save, for the file that has them while the game is left; it is no save and may be thrown away."""


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

    def leave(self, save: Path | None) -> None:
        """Keep the faces beside the save; where that can't be, they are only typed again."""
        if save is None or not (self.total or any(face is not None for face in self.faces)):
            return
        try:
            write_over(_beside(save), self.model_dump_json().encode())
        except (OSError, VedetteError):
            return


def take_up(save: Path | None) -> TypedFaces:
    """The faces that were left beside a save, taken away there; none where they can't be read."""
    if save is None:
        return TypedFaces()
    try:
        data = _beside(save).read_bytes()
        _beside(save).unlink()
        return TypedFaces.model_validate_json(data)
    except (OSError, ValidationError):
        return TypedFaces()


def _beside(save: Path) -> Path:
    return save.with_name(save.name + ENDING)
