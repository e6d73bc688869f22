"""Values that are set by hand, by a set-up or in a game: only those that the table keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from vedette.engine.data import Row
from vedette.engine.errors import CommandError, DataError
from vedette.engine.patch import put
from vedette.engine.references import missing, ways_to_references

S = TypeVar("S")


def must_be_tracked(tracked: re.Pattern[str], path: str) -> re.Match[str]:
    """Raise CommandError unless the path is one of the values that the table keeps."""
    found = tracked.fullmatch(path)
    if found is None:
        raise untracked(path)
    return found


def untracked(path: str) -> CommandError:
    """What is said of a path that nobody may set."""
    return CommandError(f"{path} is not a tracked value: it is worked out, fixed, or unknown.")


def all_there(state: Any) -> None:
    """Raise CommandError where a state names a side or a unit that it hasn't."""
    if fault := missing(state, state, ways_to_references(state.__class__)):
        raise CommandError(f"{fault[0].upper()}{fault[1:]}.")


def put_tracked(tracked: re.Pattern[str], state: S, path: str, value: Any) -> S:
    """The state with a tracked value set; raises CommandError."""
    must_be_tracked(tracked, path)
    return put(state, path, value)


def preset(state: S, values: Row, adjusted: Callable[[S, str, Any], S]) -> S:
    """The first state with the values that a set-up sets, each as by hand; raises DataError."""
    with presets():
        for path, value in values.items():
            state = adjusted(state, path, value)
    return state


@contextmanager
def presets() -> Iterator[None]:
    """What is wrong with a value is a fault of the set-up: raises DataError in place of CommandError."""
    try:
        yield
    except CommandError as error:
        raise DataError(f"state: {error}") from error
