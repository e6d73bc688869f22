"""What every set-up is made of: strict models, ids, names, and all faults at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from vedette.engine import readings
from vedette.engine.errors import DataError
from vedette.engine.plain import faults
from vedette.engine.settings import Settings
from vedette.engine.text import clean, visible
from vedette.kit.tables import Tables

Id = Annotated[str, Field(pattern=r"^[a-z0-9-]+$", max_length=40)]


def _in_a_line(text: str) -> str:
    return clean(text.replace("\n", " "))


Words = Annotated[str, Field(max_length=2000), AfterValidator(_in_a_line)]
Name = Annotated[str, Field(max_length=80), AfterValidator(_in_a_line)]
Inches = Annotated[float, Field(ge=0, le=1000)]
Count = Annotated[int, Field(ge=1, le=200)]
Several = Field(max_length=200)
"""For lists of units and of models: no table has room for more."""

M = TypeVar("M", bound=BaseModel)


class Data(BaseModel):
    """Base of what is read from a game file: no field too much."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)


class Checked(Data):
    """Data whose parts must fit together: `_faults` tells everything that does not."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        found = list(self._faults())
        if found:
            raise ValueError(visible("; ".join(found)))  # a fault may quote what cannot be shown
        return self

    def _faults(self) -> Iterator[str]:
        """One sentence for each fault."""
        return iter(())


class Setup(Settings, Checked):
    """Base of a whole set-up, with the settings of the game. `text` is its briefing, `readings` say how the text is read, as usual where nothing is said; `state` presets values by path."""

    tables: ClassVar[Tables]

    title: Name = ""
    text: Words = ""
    state: dict[str, Any] = {}
    readings: dict[str, str] = Field(default={}, validate_default=True)

    @field_validator("readings")
    @classmethod
    def _decided(cls, given: dict[str, str]) -> dict[str, str]:
        found = list(readings.faults(cls.tables.readings, given))
        if found:
            raise ValueError(visible("; ".join(found)))
        return readings.completed(cls.tables.readings, given)


def read_setup(model: type[M], setup: Mapping[str, Any]) -> M:
    """A set-up that is written out; raises DataError with every fault."""
    try:
        return model.model_validate(dict(setup))
    except ValidationError as error:
        raise DataError(faults(error)) from error


def doubles(ids: list[str]) -> list[str]:
    """The ids that stand there more than once."""
    return sorted(one for one, times in Counter(ids).items() if times > 1)
