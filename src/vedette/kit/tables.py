"""The numbers and tables of a ruleset, as they stand in its folder of data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Protocol, TypeVar

from vedette.engine import library
from vedette.engine.dice import Modifier, Remark
from vedette.engine.plain import read_rows
from vedette.engine.readings import Chosen, Reading, Readings
from vedette.engine.ruleset import RuleText

T = TypeVar("T")


class HasId(Protocol):
    """A row of a table that is called by its id."""

    @property
    def id(self) -> str:
        """What it is called in files."""


R = TypeVar("R", bound=HasId)

ROUNDING = 1e-9
"""Fractions of an inch are added up with this tolerance."""


class Read(Protocol):
    """A game in which every reading is decided."""

    @property
    def readings(self) -> Chosen:
        """Which choice is played, by the id of the reading."""


class Tables:
    """The tables of one ruleset; each is read when it is first needed, and kept."""

    def __init__(self, ruleset: str) -> None:
        """Read nothing yet. `rules` are all rules in our words, by id, from `rules.toml`."""
        self._ruleset = ruleset
        self.rules = self.by_id("rules", RuleText)

    def number(self, name: str) -> int:
        """A single number of the rules, from `numbers.toml`; its unit is told there."""
        return self._numbers[name]

    def modifier(self, name: str, times: float | None = None) -> Modifier:
        """A modifier by its id, from `modifiers.toml`, multiplied where the rule says so."""
        once = self._modifiers[name]
        return once if times is None else Modifier(once.name, once.value * times, once.rules)

    def plays(self, game: Read, reading: str, choice: str) -> bool:
        """Whether this game reads the text so; the ids are those of `readings.toml`.

        False where its edition of the rules does not ask.
        """
        return game.readings.get(reading) == choice

    def house_rule(self, game: Read, reading: str) -> Remark:
        """How this game reads the text, for the breakdown or the refusal in which it matters."""
        return self.readings[reading].remark(game.readings[reading])

    def rows(self, name: str, kind: type[T]) -> list[T]:
        """A table as records of that kind; raises DataError where a row does not fit."""
        own = library.own_files(self._ruleset, name)
        where = " or ".join([f"{name}.toml", *(f"{path.parent}/{path.name}" for path in own)])
        return read_rows(kind, library.table(self._ruleset, name), where)

    def by_id(self, name: str, kind: type[R]) -> Callable[[], Mapping[str, R]]:
        """A function that gives a table by the ids of its rows, in their order, and reads it when it is first asked."""
        return cache(lambda: {row.id: row for row in self.rows(name, kind)})

    def in_order(self, name: str, kind: type[T]) -> Callable[[], tuple[T, ...]]:
        """A function that gives a table whose rows have no ids, and reads it when it is first asked."""
        return cache(lambda: tuple(self.rows(name, kind)))

    @cached_property
    def readings(self) -> Readings:
        """Where the text can be read in more than one way, from `readings.toml`."""
        return {reading.id: reading for reading in self.rows("readings", Reading)}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return library.numbers(self._ruleset)

    @cached_property
    def _modifiers(self) -> dict[str, Modifier]:
        rows = library.table(self._ruleset, "modifiers")
        return {row["id"]: Modifier(row["name"], row["value"], tuple(row["rules"])) for row in rows}


def applying(*modifiers: Modifier | None) -> tuple[Modifier, ...]:
    """Those modifiers that are there and are not 0."""
    return tuple(modifier for modifier in modifiers if modifier is not None and modifier.value)
