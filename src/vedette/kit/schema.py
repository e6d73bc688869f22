"""What every set-up is made of: strict models, ids, names, options, and all faults at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, ClassVar, Self, TypeVar, Union, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    TypeAdapter,
    ValidationError,
    create_model,
    field_validator,
    model_validator,
)
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from vedette.engine import readings
from vedette.engine.data import Row, Table
from vedette.engine.errors import DataError
from vedette.engine.grammar import SPOKEN, Article, Pronoun
from vedette.engine.plain import faults
from vedette.engine.settings import GameOption, OptionKind, Options, Settings
from vedette.engine.text import clean, visible
from vedette.kit.table_plan import SetupStep, Terrain
from vedette.kit.tables import Tables

Id = Annotated[str, Field(pattern=r"^[a-z0-9-]+$", max_length=40)]


def _in_a_line(text: str) -> str:
    return clean(text.replace("\n", " "))


Words = Annotated[str, Field(max_length=2000), AfterValidator(_in_a_line)]
Name = Annotated[str, Field(max_length=80), AfterValidator(_in_a_line)]
Ids = Annotated[tuple[str, ...], Field(strict=False)]
Inches = Annotated[float, Field(ge=0, le=1000)]
Pair = Annotated[tuple[Inches, Inches], Field(strict=False)]
Length = Annotated[float, Field(gt=0, le=1000)]
Size = Annotated[tuple[Length, Length], Field(strict=False)]
Count = Annotated[int, Field(ge=1, le=200)]
Several = Field(max_length=200)
"""For lists of units and of models: no table has room for more."""

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T", bound=Struct)
R = TypeVar("R")


class Data(BaseModel):
    """Base of what is read from a game file: no field too much."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)


class SpokenData(Data):
    """Base of a side, an army or a unit in a file: what a sentence needs besides the name, guessed from it where nothing is said."""

    article: Article | None = None
    plural: bool | None = None
    pronoun: Pronoun | None = None

    @property
    def spoken(self) -> Table:
        """The same as the state keeps it."""
        return {key: getattr(self, key) for key in SPOKEN}


class Written:
    """Reads a record of the state as a game file writes it: its own fields and defaults, and nothing else.

    A file may say less than a state can hold: `kinds` are the types for what is written of a plain type, such as of every `int`,
    `fields` those of single fields, each alone or with the default that a file has. Of fields `without` a file says nothing.
    """

    def __init__(
        self, kinds: Mapping[type, Any] = {}, *, without: Collection[str] = (), **fields: Any
    ) -> None:
        """For `Annotated[Record, Written(…)]` in a model."""
        self._kinds = kinds
        self._without = without
        self._fields = fields

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """What pydantic reads: a model of the same fields, of which the record is made."""
        told: Table = {}
        for one in fields(kind):
            if one.name in self._without:
                continue
            default = ... if one.default is NODEFAULT else one.default
            if one.default_factory is not NODEFAULT:
                default = Field(default_factory=one.default_factory)
            hint = self._fields[one.name] if one.name in self._fields else self._read(one.type)
            told[one.name] = hint if isinstance(hint, tuple) else (hint, default)
        model = create_model(kind.__name__, __base__=Data, **told)
        return no_info_after_validator_function(
            lambda data: kind(**{name: getattr(data, name) for name in told}), handler.generate_schema(model)
        )

    def _read(self, hint: Any) -> Any:
        """A type of the state as pydantic reads it: lists for tuples, records in records, limits in its own words."""
        origin, parts = get_origin(hint), get_args(hint)
        if origin is Annotated:
            kind, *said = parts
            limits = [
                Field(ge=one.ge, le=one.le, pattern=one.pattern, max_length=one.max_length)
                for one in said
                if isinstance(one, Meta) and {one.ge, one.le, one.pattern, one.max_length} != {None}
            ]
            return Annotated[(kind, *limits)] if limits else self._read(kind)
        if origin is tuple and parts[-1] is Ellipsis:
            return Annotated[tuple[self._read(parts[0]), ...], Field(strict=False)]  # type: ignore[misc]
        if origin is Mapping:
            return dict[self._read(parts[0]), self._read(parts[1])]  # type: ignore[misc]
        if origin in (Union, UnionType):
            return reduce(or_, map(self._read, parts))
        if isinstance(hint, type) and issubclass(hint, Struct):
            return Annotated[hint, Written(self._kinds)]
        return self._kinds.get(hint, hint)


class SketchData(Data):
    """The table in inches from west to east and from north to south, and the terrain as it may lie on it."""

    size: Size
    terrain: Annotated[list[Annotated[Terrain, Written(at=Pair, size=Size)]], Several] = []


Steps = Annotated[list[Annotated[SetupStep, Written(name=Name, text=Name)]], Field(max_length=20)]
"""What is set up in which order."""


def fitting(faults: Callable[[R], Iterable[str]]) -> AfterValidator:
    """For the `Annotated` of what is read: its parts must fit together, and `faults` tells everything that does not."""

    def checked(made: R) -> R:
        if found := "; ".join(faults(made)):
            raise ValueError(visible(found))  # a fault may quote what cannot be shown
        return made

    return AfterValidator(checked)


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
    """Base of a whole set-up, with the settings of the game.

    `text` is its briefing, `setup` what is set up in which order, `readings` say how the text is read, as usual where nothing
    is said; `state` presets values by path.
    """

    tables: ClassVar[Tables]

    title: Name = ""
    text: Words = ""
    setup: Steps = []
    state: Table = {}
    readings: dict[str, str] = {}

    @model_validator(mode="before")
    @classmethod
    def _decided(cls, setup: Any) -> Any:
        given = setup.get("readings", {}) if isinstance(setup, Mapping) else None
        if not isinstance(given, Mapping):
            return setup
        return {**setup, "readings": readings.completed(readings.asked_in(cls.tables.readings, setup), given)}

    @field_validator("readings")
    @classmethod
    def _known(cls, given: dict[str, str]) -> dict[str, str]:
        found = list(readings.faults(cls.tables.readings, given))
        if found:
            raise ValueError(visible("; ".join(found)))
        return given


def read_setup(model: type[M], setup: Row) -> M:
    """A set-up that is written out; raises DataError with every fault."""
    try:
        return model.model_validate(dict(setup))
    except ValidationError as error:
        raise DataError(faults(error)) from error


def read_record(kind: TypeAdapter[R], row: Row) -> R:
    """A record as it is written; raises DataError with every fault."""
    try:
        return kind.validate_python(row)
    except ValidationError as error:
        raise DataError(faults(error)) from error


def taken(kind: type[T], data: BaseModel, **more: Any) -> T:
    """A record of the values that were read under the same names, lists as tuples, and of what else is said."""
    own = {one: getattr(data, one) for one in kind.__struct_fields__ if one in type(data).model_fields}
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in own.items()}
    return kind(**{**plain, **more})


def doubles(ids: Iterable[str]) -> list[str]:
    """The ids that stand there more than once."""
    return sorted(one for one, times in Counter(ids).items() if times > 1)


def twice(what: str, ids: list[str]) -> Iterator[str]:
    """A fault for each id that stands there more than once."""
    yield from (f"{what} {double} is there twice" for double in doubles(ids))


KINDS: Mapping[str, OptionKind] = {"boolean": "switch", "integer": "whole", "number": "number"}
"""Types of a JSON schema; any other option is one of several words."""


class OptionText(Struct, frozen=True):
    """The text of an option; `default` only if the model takes it from here."""

    id: str
    name: str
    text: str
    rules: tuple[str, ...]
    needs: str = ""
    default: Any = None


@cache
def game_options(model: type[Setup]) -> Options:
    """The options of a set-up by id, in the order of its model; raises DataError if a text does not fit."""
    field = model.model_fields["options"]
    defaults = field.get_default(call_default_factory=True)
    kinds = TypeAdapter(field.rebuild_annotation()).json_schema()["properties"]
    texts = {row.id: row for row in model.tables.rows("options", OptionText)}
    return {
        id: GameOption(
            id=id,
            name=texts[id].name,
            text=texts[id].text,
            rules=texts[id].rules,
            kind=KINDS.get(kind["type"], "choice"),
            default=getattr(defaults, id),
            values=tuple(kind.get("enum", ())),
            least=kind.get("minimum", 0),
            most=kind.get("maximum", 0),
            needs=texts[id].needs,
        )
        for id, kind in kinds.items()
    }
