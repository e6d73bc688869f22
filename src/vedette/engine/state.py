"""What every game's state has, whatever else it keeps: by this much the engine and the screens know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar


class HasName(Protocol):
    """A side: it has a name for people."""

    @property
    def name(self) -> str: ...  # noqa: D102


class Troop(HasName, Protocol):
    """A unit, a Group or a character: it belongs to a side, by its id."""

    @property
    def side(self) -> str: ...  # noqa: D102


class GameState(Protocol):
    """A state: sides and units by their ids, the round under way, and who has won, "" while nobody has."""

    @property
    def sides(self) -> Mapping[str, HasName]: ...  # noqa: D102
    @property
    def units(self) -> Mapping[str, Troop]: ...  # noqa: D102
    @property
    def round(self) -> int: ...  # noqa: D102
    @property
    def phase(self) -> Any: ...  # noqa: D102
    @property
    def outcome(self) -> str: ...  # noqa: D102


S = TypeVar("S", bound=GameState)
"""The state of one game."""
