"""Values as plain data (what JSON knows) and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeGuard, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, convert
from msgspec.structs import fields
from pydantic import ValidationError

from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError, DataError
from vedette.engine.marks import SELDOM, kept_fields, marked
from vedette.engine.text import joined

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """A value of the state or a fact as dictionaries, lists, texts and numbers."""
    kind = value.__class__
    if kind in PLAIN:
        return value
    if kind is tuple:
        return [item if item.__class__ in PLAIN else to_plain(item) for item in value]
    if isinstance(value, Struct):
        names, seldom, tag = _parts(kind)
        plain = dict(tag)
        for name in names:
            part = getattr(value, name)
            if part is UNSET or (part is None and name in seldom):
                continue
            plain[name] = part if part.__class__ in PLAIN else to_plain(part)
        return plain
    if is_mapping(value):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_plain(item) for item in value]
    return value


@cache
def _parts(kind: type[Struct]) -> tuple[tuple[str, ...], frozenset[str], Table]:
    """The fields that are told of a struct, those that are left out while None, and its tag under its name."""
    config = kind.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    return kept_fields(kind) or (), marked(kind, SELDOM), tag


def is_mapping(value: object) -> TypeGuard[Mapping[Any, Any]]:
    """Whether something is a table of names and values; nearly all that are asked about are plain dictionaries."""
    return value.__class__ is dict or isinstance(value, Mapping)


def is_table(hint: object) -> bool:
    """Whether a type is that of a table of names and values."""
    origin = get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, Mapping)


class WhenAsked(Row):
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


def from_plain(hint: Any, value: Any, where: str) -> Any:
    """Plain data as a value of that type; strict, so a text is never taken for a number.

    Raises CommandError with `where` and what was expected.
    """
    try:
        return convert(value, hint)
    except msgspec.ValidationError as error:
        raise CommandError(f"{where}: {faults_in(hint, value)[0]}.") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise CommandError(f"{where}: this is not a value that can be kept.") from error


def faults_in(hint: Any, value: Any, where: str = "", *, strict: bool = True) -> list[str]:
    """Everything that keeps plain data from being of a type, each as `where must be that` or `where is missing`."""
    kind = _whole(hint, value)
    before = f"{where}." if where else ""
    parts: list[tuple[str, Any, Any]] = []
    faults: list[str] = []
    if get_origin(kind) is tuple:
        parts = [(f"{before}{i}", get_args(kind)[0], one) for i, one in enumerate(value)]
    elif get_origin(kind) is not None:
        parts = [(f"{before}{key}", get_args(kind)[1], one) for key, one in value.items()]
    elif kind is not None:
        there = [field for field in fields(kind) if field.name in value]
        parts = [(f"{before}{field.name}", field.type, value[field.name]) for field in there]
        faults = [
            f"{before}{one.name} is missing" for one in fields(kind) if one.required and one not in there
        ]
    for place, type_, one in parts:
        faults += faults_in(type_, one, place, strict=strict)
    if faults:
        return faults
    try:
        convert(value, hint, strict=strict)
    except msgspec.ValidationError as error:
        return [f"{where} {_expected_instead(str(error), hint)}".lstrip()]
    return []


def read_rows(kind: type[T], rows: Iterable[object], where: str) -> list[T]:
    """Rows of a table from outside as structs of that kind; a number may be written as text, or with a `.0`.

    Raises DataError with all faults of every row.
    """
    read: list[T] = []
    faulty: list[str] = []
    for n, row in enumerate(rows):
        try:
            read.append(convert(row, kind, strict=False))
        except msgspec.ValidationError:
            faulty += [f"{where}: {fault}" for fault in faults_in(kind, row, str(n), strict=False)]
    if faulty:
        raise DataError(faulty)
    return read


def _whole(hint: object, value: object) -> Any:
    """The struct, list or table in a type that a value of this shape can only be meant for; None where it is none."""
    if get_origin(hint) is Annotated:
        return _whole(get_args(hint)[0], value)
    if get_origin(hint) in (Union, UnionType):
        found = [kind for kind in (_whole(one, value) for one in get_args(hint)) if kind is not None]
        return found[0] if len(found) == 1 else None
    if get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis:
        return hint if isinstance(value, (list, tuple)) else None
    if is_table(hint):
        return hint if is_mapping(value) else None
    return hint if isinstance(hint, type) and issubclass(hint, Struct) and is_mapping(value) else None


def _words(hint: object) -> list[str]:
    if get_origin(hint) is Literal:
        return [repr(word) for word in get_args(hint)]
    return [word for part in get_args(hint) for word in _words(part)]


def _expected_instead(said: str, hint: object) -> str:
    """What was expected in place of a value, in the words of a person at a table."""
    if words := _words(hint):
        return f"must be {joined(words, 'or')}"
    said = said.partition(" - at `$")[0]
    for theirs, ours in _EXPECTED:
        said = re.sub(theirs, ours, said)
    if said.startswith("Expected"):
        kinds = re.sub(r"Expected `(.*?)`.*", r"\1", said).split(" | ")
        said = f"must be {' or '.join(_KINDS.get(kind, kind) for kind in kinds if kind != 'null')}"
    return said


_EXPECTED = (
    (r"Expected `\w+` >= (\S+)", r"must be at least \1"),
    (r"Expected `\w+` <= (\S+)", r"must be at most \1"),
    (r"Expected `str` matching regex .*", "is not written as it must be"),
    (r"Expected `str` of length <= (\d+)", r"must have at most \1 characters"),
    (r"Expected `array` of length <= (\d+)", r"must have at most \1 items"),
    (r"Expected `array` of length >= (\d+)", r"must have at least \1 items"),
    (r"(Invalid value|Object missing) .*", "is not as it must be"),
)

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "text in quotes",
    "array": 'a list, such as [1, 2] or ["one"]',
    "object": "a table of names and values",
}
"""What msgspec calls the kinds of values, and what people do."""


def faults(error: ValidationError) -> list[str]:
    """Every fault that pydantic found, each as `where: what was expected` or `where must be that`."""
    found: dict[str, list[str]] = {}
    for one in error.errors(include_url=False, include_context=False, include_input=False):
        where = ".".join(
            str(part) for i, part in enumerate(one["loc"]) if not (i and _TAG.fullmatch(str(part)))
        )
        said = one["msg"].removeprefix("Value error, ")  # in our own words
        if said == one["msg"]:
            said = said[0].lower() + said[1:]
        for theirs, ours in _PLAIN:
            said = re.sub(theirs, ours, said)
        found.setdefault(where, []).append(said)
    told: list[str] = []
    for where, parts in found.items():  # of a union each branch has its say
        first, *others = [one for one in parts if one != "must be ''"] or parts
        said = " or ".join([first, *(one.removeprefix("must be ") for one in others)])
        told.append(f"{where}{' ' if _VERB.match(said) else ': '}{said}" if where else said)
    return told


_TAG = re.compile(
    r"(constrained|function)-[\w-]+(\[.*])?|(list|tuple|dict|set|literal)\[.*]|int|float|str|bool"
)
"""What pydantic calls the branches of a union; it puts them between the names of the fields."""


_PLAIN = (
    ("field required", "is missing"),
    ("extra inputs are not permitted", "there is nothing of this name"),
    (r"input should (have|be)", r"must \1"),
    (r"(list|tuple|string|dictionary|set) should have", "must have"),
    (r"value should have", "must have"),
    (r"string should match pattern '\^\[a-z0-9-]\+\$'", "must be small letters, digits and hyphens only"),
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


def data_error(error: ValidationError, where: str) -> DataError:
    """The faults of a file from outside, each with its place in the file."""
    return DataError([f"{where}: {fault}" for fault in faults(error)])
