"""Values as plain data (what JSON knows) and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, convert
from pydantic import ValidationError

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
def _parts(kind: type[Struct]) -> tuple[tuple[str, ...], frozenset[str], dict[str, Any]]:
    """The fields that are told of a struct, those that are left out while None, and its tag under its name."""
    config = kind.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    return kept_fields(kind) or (), marked(kind, SELDOM), tag


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


def from_plain(hint: Any, value: Any, where: str) -> Any:
    """Plain data as a value of that type; strict, so a text is never taken for a number.

    Raises CommandError with `where` and what was expected.
    """
    try:
        return convert(value, hint)
    except msgspec.ValidationError as error:
        raise CommandError(f"{where}: {fault(error, hint)}.") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise CommandError(f"{where}: this is not a value that can be kept.") from error


def fault(error: msgspec.ValidationError, hint: Any = None) -> str:
    """What msgspec found wrong, as `where: what was expected` or `where must be that`; `hint` is the type of the whole."""
    said, _, place = str(error).partition(" - at `$")
    where = re.sub(r"\[(\d+)]", r".\1", place.rstrip("`").replace("[...]", "")).lstrip(".")
    words = get_args(_bare(hint))
    if said.startswith("Invalid enum value") and not where and all(isinstance(word, str) for word in words):
        said = f"must be {joined([repr(word) for word in words], 'or')}"
    for theirs, ours in _EXPECTED:
        said = re.sub(theirs, ours, said)
    if said.startswith("Expected"):
        kinds = [_KINDS.get(kind, kind) for kind in re.sub(r"Expected `(.*?)`.*", r"\1", said).split(" | ")]
        said = f"must be {' or '.join(kinds)}"
    return f"{where} {said}" if where else said


def read_rows(kind: type[T], rows: Iterable[Any], where: str) -> list[T]:
    """Rows of a table from outside as structs of that kind; raises DataError with the faults of every row."""
    found: list[T] = []
    faulty: list[str] = []
    for n, row in enumerate(rows):
        try:
            found.append(convert(row, kind))
        except msgspec.ValidationError as error:
            faulty.append(f"{where}: {n}.{fault(error)}")
    if faulty:
        raise DataError(faulty)
    return found


def _bare(hint: Any) -> Any:
    """A type without what is said of it."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


_EXPECTED = (
    (r"Object missing required field `(.*)`", r"\1 is missing"),
    (r"Invalid (enum )?value ", "must not be "),
    (r"Expected `\w+` >= (\S+)", r"must be at least \1"),
    (r"Expected `\w+` <= (\S+)", r"must be at most \1"),
    (r"Expected `str` matching regex .*", "is not written as it must be"),
    (r"Expected `str` of length <= (\d+)", r"must have at most \1 characters"),
    (r"Expected `array` of length <= (\d+)", r"must have at most \1 items"),
)

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "text in quotes",
    "array": 'a list, such as [1, 2] or ["one"]',
    "object": "a table of names and values",
    "null": "nothing",
}
"""What msgspec calls the kinds of values, and what people do."""


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
