"""What every game's state has, whatever else it keeps: by this much the engine and the screens know it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.data import Row
from vedette.engine.facts import verdict
from vedette.engine.grammar import Name, name_of, the
from vedette.engine.text import joined


class HasName(Protocol):
    """A side: it has a name for people."""

    @property
    def name(self) -> str: ...


class Troop(HasName, Protocol):
    """A unit, a Group or a character: it belongs to a side, by its id."""

    @property
    def side(self) -> str: ...


class GameState(Protocol):
    """A state: sides and units by their ids, the round under way, and who has won, "" while nobody has."""

    @property
    def sides(self) -> Mapping[str, HasName]: ...
    @property
    def units(self) -> Mapping[str, Troop]: ...
    @property
    def round(self) -> int: ...
    @property
    def phase(self) -> Any: ...
    @property
    def outcome(self) -> str: ...


S = TypeVar("S", bound=GameState)
"""The state of one game."""

NO_BOOK: Any = None
"""Stands in for what never changes in a game while a state is folded; `fold` keeps the real one."""


class BaseState(Struct, frozen=True):
    """The base of a game's state, for what most games say of it; `sides`, `units` and `outcome` are fields of theirs."""

    if TYPE_CHECKING:

        @property
        def sides(self) -> Row: ...
        @property
        def units(self) -> Row: ...
        @property
        def outcome(self) -> str: ...

    @property
    def verdict(self) -> str:
        """Who has won, in words; "" while nobody has."""
        return verdict(self.outcome, self.side_name)

    @property
    def leader(self) -> str:
        """The one of two sides that has more victory points, `vp`, or a draw."""
        (first, one), (second, other) = self.sides.items()
        return "draw" if one.vp == other.vp else first if one.vp > other.vp else second

    def side_name(self, side: str) -> Name:
        """The name of a side, for a sentence."""
        return name_of(self.sides[side], is_side=True)

    def unit_name(self, unit: str) -> Name:
        """The same of a unit."""
        return name_of(self.units[unit])

    def unit_names(self, units: Iterable[str]) -> str:
        """Several of them in a sentence, each with its article."""
        return joined([the(self.unit_name(unit)) for unit in units])

    def with_unit(self, unit: str, **changes: Any) -> Self:
        """The game with some values of a unit changed."""
        return replace(self, units={**self.units, unit: replace(self.units[unit], **changes)})

    def with_mutual(self, name: str, unit: str, others: Iterable[str]) -> Self:
        """Set a symmetric list of a unit: the others are in its list, and it is in theirs and in nobody else's."""
        named, game = tuple(dict.fromkeys(others)), self
        for other in dict.fromkeys((*getattr(self.units[unit], name), *named)):
            theirs = getattr(self.units[other], name)
            if (unit in theirs) != (other in named):
                theirs = (*theirs, unit) if other in named else tuple(who for who in theirs if who != unit)
                game = game.with_unit(other, **{name: theirs})
        return game.with_unit(unit, **{name: named})

    def with_side(self, side: str, **changes: Any) -> Self:
        """The game with some values of a side changed."""
        return replace(self, sides={**self.sides, side: replace(self.sides[side], **changes)})

    def other(self, side: str) -> str:
        """The other one of two sides."""
        return next(one for one in self.sides if one != side)

    def enemies(self, unit: str, other: str) -> bool:
        """True if two units belong to different sides."""
        return bool(self.units[unit].side != self.units[other].side)
