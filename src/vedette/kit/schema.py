"""What every set-up is made of: strict models, ids, names, and all faults at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from vedette.engine.errors import DataError
from vedette.engine.plain import faults
from vedette.engine.text import clean, visible

Id = Annotated[str, Field(pattern=r"^[a-z0-9-]+$", max_length=40)]
Words = Annotated[str, Field(max_length=2000)]
Name = Annotated[str, Field(max_length=80)]
Inches = Annotated[float, Field(ge=0, le=1000)]
Count = Annotated[int, Field(ge=1, le=200)]

M = TypeVar("M", bound=BaseModel)


class Data(BaseModel):
    """Base of what is read from a game file: no field too much, text that can be shown."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)

    @field_validator("name", "text", "title", check_fields=False)
    @classmethod
    def _clean(cls, value: str) -> str:
        return clean(value.replace("\n", " "))


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


def read_setup(model: type[M], setup: Mapping[str, Any]) -> M:
    """A set-up that is written out; raises DataError with every fault."""
    try:
        return model.model_validate(dict(setup))
    except ValidationError as error:
        raise DataError(faults(error)) from error


def doubles(ids: list[str]) -> list[str]:
    """The ids that stand there more than once."""
    return sorted({one for one in ids if ids.count(one) > 1})
