"""Values as plain data (what JSON knows) and back."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from vedette.engine.errors import CommandError, DataError


def plain(value: Any) -> Any:
    """A value of the state or a fact as dictionaries, lists, texts and numbers."""
    if isinstance(value, (str, int, float)):
        return value
    names = kept_fields(value.__class__)
    if names is not None:
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


@cache
def kept_fields(kind: Hashable) -> tuple[str, ...] | None:
    """The fields of a dataclass that may change in a game; None for anything else."""
    if not is_dataclass(kind):
        return None
    return tuple(f.name for f in fields(cast(Any, kind)) if not f.metadata.get("static"))


@cache
def adapter(hint: Hashable) -> TypeAdapter[Any]:
    """The reader of one type; made once, because making it is slow."""
    return TypeAdapter(cast(Any, hint))


def revive(hint: Any, value: Any, where: str) -> Any:
    """Plain data as a value of that type; strict, so a text is never taken for a number.

    Raises CommandError with `where` and what was expected.
    """
    try:
        return adapter(hint).validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        raise CommandError(f"{where}: {faults(error)[0]}.") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise CommandError(f"{where}: this is no value that can be kept.") from error


def faults(error: ValidationError) -> list[str]:
    """Every fault that pydantic found, each as `where: what was expected`."""
    found = []
    for one in error.errors(include_url=False, include_context=False, include_input=False):
        where = ".".join(str(part) for part in one["loc"])
        said = one["msg"].removeprefix("Value error, ")
        found.append(f"{where}: {said[0].lower()}{said[1:]}" if where else said)
    return found


def data_error(error: ValidationError, where: str) -> DataError:
    """The faults of a file from outside, each with its place in the file."""
    return DataError([f"{where}: {fault}" for fault in faults(error)])
