"""What a command takes beside `do` and `by`, read off its model: for the command line, and for the page about it."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from vedette.engine.commands import Command, fields_of
from vedette.engine.record import record

KINDS = {
    bool: "true or false",
    int: "whole number",
    float: "number",
    str: "text",
    tuple: "list",
    list: "list",
}
"""What the plain types are called; all others are tables."""


@record
class Argument:
    """An argument of a command: what kind of value it is, and what it is about where its name doesn't tell.

    words: what it may be, where only some words will do.
    """

    name: str
    kind: str
    required: bool
    words: tuple[str, ...] = ()
    about: str = ""


def arguments_of(model: type[Command]) -> tuple[Argument, ...]:
    """All arguments of a command, in their order."""
    return tuple(_argument(name, field) for name, field in fields_of(model).items())


def _argument(name: str, field: FieldInfo) -> Argument:
    words = tuple(word for word in _words(field.annotation) if isinstance(word, str) and word)
    kinds = words or tuple(dict.fromkeys(_kinds(field.annotation)))
    kind = " or ".join(part for part in (", ".join(kinds[:-1]), kinds[-1]) if part)
    return Argument(name, kind, field.is_required(), words, field.description or "")


def _words(annotation: Any) -> Iterator[Any]:
    """The words of a literal, wherever it stands in the type."""
    if get_origin(annotation) is Literal:
        yield from get_args(annotation)
    elif get_origin(annotation) in (Annotated, Union, UnionType):
        for part in get_args(annotation):
            yield from _words(part)


def _kinds(annotation: Any) -> Iterator[str]:
    """What each of the types is called that it may have."""
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        for part in get_args(annotation):
            yield from _kinds(part)
    elif origin is Annotated:
        yield from _kinds(get_args(annotation)[0])
    elif origin is Literal:
        yield from _kinds(type(get_args(annotation)[0]))
    elif annotation is Any:
        yield "any value"
    elif annotation is not NoneType:
        yield KINDS.get(origin or annotation, "table")
