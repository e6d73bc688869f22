"""Which house rules something rests on: those that would have made it another, read the other way (readings.toml)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from vedette.engine.dice import Remark
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import TABLES


def deciding(
    game: Fight, readings: Mapping[str, Remark], outcome: Callable[[Fight], Any]
) -> tuple[Remark, ...]:
    """Those of these house rules without which the outcome would be another."""
    found = outcome(game)
    return tuple(
        read
        for id, read in readings.items()
        if any(outcome(other) != found for other in _otherwise(game, id))
    )


def _otherwise(game: Fight, reading: str) -> Iterator[Fight]:
    """The game with each choice of a reading that isn't played."""
    for choice in TABLES.readings[reading].choices:
        if choice.id != game.readings[reading]:
            yield replace(game, readings={**game.readings, reading: choice.id})
