"""The numbers and tables of a ruleset, as they stand in its folder of data."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from vedette.engine import library
from vedette.engine.dice import Modifier
from vedette.engine.plain import data_error

T = TypeVar("T")


class Tables:
    """The tables of one ruleset; each is read when it is first needed, and kept."""

    def __init__(self, ruleset: str) -> None:
        """Read nothing yet."""
        self._ruleset = ruleset

    def number(self, name: str) -> int:
        """A single number of the rules, from `numbers.toml`; its unit is told there."""
        return self._numbers[name]

    def modifier(self, name: str, times: float = 1) -> Modifier:
        """A modifier by its id, from `modifiers.toml`, multiplied where the rule says so."""
        row = self._modifiers[name]
        return Modifier(row["name"], row["value"] * times, tuple(row["rules"]))

    def rows(self, name: str, kind: type[T]) -> list[T]:
        """A table as records of that kind; raises DataError where a row does not fit."""
        try:
            return TypeAdapter(list[kind]).validate_python(library.table(self._ruleset, name))  # type: ignore[valid-type]
        except ValidationError as error:
            raise data_error(error, f"{name}.toml") from error

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return library.numbers(self._ruleset)

    @cached_property
    def _modifiers(self) -> dict[str, dict[str, Any]]:
        return {row["id"]: row for row in library.table(self._ruleset, "modifiers")}


def applying(*modifiers: Modifier | None) -> tuple[Modifier, ...]:
    """Those modifiers that are there and are not 0."""
    return tuple(one for one in modifiers if one is not None and one.value)
