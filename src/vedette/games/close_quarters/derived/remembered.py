"""What follows from a character alone is worked out once: characters never change, they are replaced."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from vedette.games.close_quarters.state import Character

T = TypeVar("T")

MOST = 512
"""Characters whose values are kept; then all are forgotten."""


def of_character(work: Callable[[Character], T]) -> Callable[[Character], T]:
    """A function of a character that keeps what it came to for each of the last ones it was asked about.

    The object is the key, not what it is equal to: a character holds mappings, which can't be hashed.
    """
    known: dict[int, tuple[Character, T]] = {}

    @wraps(work)
    def remembered(character: Character) -> T:
        found = known.get(id(character))
        if found is None or found[0] is not character:
            if len(known) >= MOST:
                known.clear()
            found = known[id(character)] = character, work(character)
        return found[1]

    return remembered
