"""What is special about a field of a state, a fact or a pool: `full: Annotated[int, STATIC]`."""

from functools import cache
from typing import Annotated, Any, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import fields

STATIC = Meta(extra={"mark": "static"})
"""It never changes in a game (profiles, the mission), so no save, path or comparison of states has it."""

PAST = Meta(extra={"mark": "past"})
"""It only says what has happened: a game goes on alike whatever its value."""

SELDOM = Meta(extra={"mark": "seldom"})
"""It is left out of plain data while it is None."""

WORDS = Meta(extra={"mark": "words"})
"""It only explains: other words, or none, are no difference to `verify`."""


@cache
def types_of(kind: type[Struct]) -> dict[str, Any]:
    """The types of a struct's fields, without these marks."""
    return {field.name: _unmarked(field.type) for field in fields(kind)}


def _unmarked(said: Any) -> Any:
    if get_origin(said) is not Annotated:
        return said
    kind, *others = (one for one in get_args(said) if not (isinstance(one, Meta) and one.extra))
    return Annotated[(kind, *others)] if others else kind


@cache
def marked(kind: type[Struct], *marks: Meta) -> frozenset[str]:
    """The fields that have any of these marks."""
    said = {
        field.name: get_args(field.type)[1:] for field in fields(kind) if get_origin(field.type) is Annotated
    }
    return frozenset(name for name, all_said in said.items() if any(mark in marks for mark in all_said))


@cache
def kept_fields(kind: object) -> tuple[str, ...] | None:
    """The fields of a struct that may change in a game; None for any other type."""
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return None
    static = marked(kind, STATIC)
    return tuple(name for name in kind.__struct_fields__ if name not in static)
