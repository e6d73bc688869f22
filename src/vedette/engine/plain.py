"""Values as plain data (what JSON knows) and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from vedette.engine.errors import CommandError, DataError
from vedette.engine.record import written_out


def to_plain(value: Any) -> Any:
    """A value of the state or a fact as dictionaries, lists, texts and numbers."""
    kind = value.__class__
    if kind in PLAIN:
        return value
    if (
        kind is tuple
    ):  # states are made of tuples and dataclasses, and these of values that are plain as they are
        return [item if item.__class__ in PLAIN else to_plain(item) for item in value]
    if (of_record := _of_record(kind)) is not None:
        return of_record(value)
    if is_mapping(value):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_plain(item) for item in value]
    return value


def is_mapping(value: Any) -> bool:
    """Whether something is a table of names and values; nearly all that are asked about are plain dictionaries."""
    return value.__class__ is dict or isinstance(value, Mapping)


class WhenAsked(Mapping[str, Any]):
    """Plain data by name, each worked out when it is asked for: of all that can be told of a game, few want more than a little."""

    def __init__(self, names: Iterable[str], tell: Callable[[str], Any]) -> None:
        self._names, self._tell = dict.fromkeys(names), tell

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        return self._tell(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


PLAIN = frozenset((str, int, float, bool, NoneType))
"""Most of what a state is made of; what else is no table and no list is plain data as well."""


@cache
def kept_fields(kind: Hashable) -> tuple[str, ...] | None:
    """The fields of a dataclass that may change in a game; None for anything else."""
    kept = _kept(kind)
    return None if kept is None else tuple(one.name for one in kept)


def _kept(kind: Any) -> list[Field[Any]] | None:
    return [one for one in fields(kind) if not one.metadata.get("static")] if is_dataclass(kind) else None


@cache
def _of_record(kind: Hashable) -> Callable[[Any], dict[str, Any]] | None:
    """Tells a dataclass of a kind as plain data; None for anything else.

    It is written out, since every fact goes through it. Fields with the metadata `seldom` are left out where they are None.
    """
    kept = _kept(kind)
    if kept is None:
        return None
    held = ", ".join(
        f"{one.name!r}: part if (part := value.{one.name}).__class__ in PLAIN else to_plain(part)"
        for one in kept
    )
    seldom = "".join(
        f" if value.{one.name} is None: del plain[{one.name!r}]\n"
        for one in kept
        if one.metadata.get("seldom")
    )
    source = f"def of_record(value):\n plain = {{{held}}}\n{seldom} return plain"
    known = {"PLAIN": PLAIN, "to_plain": to_plain}
    return cast(Callable[[Any], dict[str, Any]], written_out("of_record", source, known))


@cache
def reader(hint: Hashable) -> Any:
    """The reader of one type; made once, because making it is slow, and without what pydantic wraps around it."""
    return TypeAdapter(cast(Any, hint)).validator


def from_plain(hint: Any, value: Any, where: str) -> Any:
    """Plain data as a value of that type; strict, so a text is never taken for a number.

    Raises CommandError with `where` and what was expected.
    """
    try:
        return reader(hint).validate_json(to_json(value), strict=True)
    except ValidationError as error:
        raise CommandError(f"{where}: {faults(error)[0]}.") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise CommandError(f"{where}: this is not a value that can be kept.") from error


def faults(error: ValidationError) -> list[str]:
    """Every fault that pydantic found, each as `where: what was expected` or `where must be that`."""
    found: dict[str, list[str]] = {}
    for one in error.errors(include_url=False, include_context=False, include_input=False):
        found.setdefault(_where(one["loc"]), []).append(_expected(one["msg"]))
    joined = {where: _either(said) for where, said in found.items()}
    return [
        f"{where}{' ' if _VERB.match(said) else ': '}{said}" if where else said
        for where, said in joined.items()
    ]


def _expected(said: str) -> str:
    """What was expected: in our own words as they are, in pydantic's without their capital."""
    own = said.removeprefix("Value error, ")
    return said[0].lower() + said[1:] if own == said else own


_TAG = re.compile(r"(constrained|function)-[\w-]+(\[.*])?|(list|tuple|dict|set)\[.*]|int|float|str|bool")
"""What pydantic calls the branches of a union; it puts them between the names of the fields."""


def _where(place: tuple[int | str, ...]) -> str:
    """Where in the data a fault is, as the players wrote it."""
    kept = [str(part) for i, part in enumerate(place) if not (i and _TAG.fullmatch(str(part)))]
    return ".".join(kept)


def _either(said: list[str]) -> str:
    """What would do in one and the same place; of a union each branch has its say."""
    first, *others = (_plainer(one) for one in said)
    return " or ".join([first, *(one.removeprefix("must be ") for one in others)])


_PLAIN = (
    ("field required", "is missing"),
    ("extra inputs are not permitted", "there is nothing of this name"),
    (r"input should (have|be)", r"must \1"),
    (r"(list|tuple|string|dictionary|set) should have", "must have"),
    (r"value should have", "must have"),
    (r"string should match pattern .*", "is not written as it must be"),
    (r"(a )?valid integer(, .*)?", "a whole number"),
    (r"(a )?valid number(, .*)?", "a number"),
    (r"(a )?valid boolean(, .*)?", "true or false"),
    (r"(a )?valid string", "text in quotes"),
    (r"(a )?valid (tuple|list|set)", 'a list, such as [1, 2] or ["one"]'),
    (r"(a )?valid dictionary( or .*)?", "a table of names and values"),
    (r"greater than or equal to", "at least"),
    (r"less than or equal to", "at most"),
    (r"(items?) after validation, not \d+", r"\1"),
)
"""Pydantic's words, and those of a person at a table."""

_VERB = re.compile(r"must |is missing|is not ")
"""What goes on after the name of what is wrong."""


def _plainer(said: str) -> str:
    """Without words that only programmers have."""
    for theirs, ours in _PLAIN:
        said = re.sub(theirs, ours, said)
    return said


def data_error(error: ValidationError, where: str) -> DataError:
    """The faults of a file from outside, each with its place in the file."""
    return DataError([f"{where}: {fault}" for fault in faults(error)])
