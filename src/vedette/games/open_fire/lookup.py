"""Nonsense is an error, not a refusal: unknown units, sides and the like (4.1)."""

from __future__ import annotations

from typing import Protocol, TypeVar

from vedette.engine import common
from vedette.engine.commands import Command, shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.games.open_fire.state import Battle, Unit
from vedette.games.open_fire.tables import number

C = TypeVar("C", bound=Command)


class Given(Protocol):
    """A command, as it was given or as it is understood."""

    @property
    def do(self) -> str: ...
    @property
    def by(self) -> str: ...


def by_side(battle: Battle, command: C) -> C:
    not_over(battle)
    return common.by_side(battle, command)


def by_unit(battle: Battle, command: Given) -> Unit:
    not_over(battle)
    if command.by in battle.sides:
        raise CommandError(f"{command.do} is given by a unit, not by a side.")
    return living(battle, command.by)


def by_deployed_unit(battle: Battle, command: Given) -> Unit:
    unit = by_unit(battle, command)
    if unit.in_reserve:
        raise ForbiddenError(f"{unit.name}: still in reserve. Deploy first.")
    return unit


def not_over(battle: Battle) -> None:
    """Raise CommandError when the battle is over."""
    if battle.phase == "over":
        raise ForbiddenError("The battle is over.")


def known(battle: Battle, unit: str) -> Unit:
    if unit not in battle.units:
        raise CommandError(f"There is no unit {shown(unit)}.")
    return battle.units[unit]


def living(battle: Battle, unit: str) -> Unit:
    troop = known(battle, unit)
    if troop.destroyed:
        raise ForbiddenError(f"{troop.name}: destroyed.")
    return troop


def present(battle: Battle, unit: str) -> Unit:
    troop = living(battle, unit)
    if not troop.on_table:
        raise ForbiddenError(f"{troop.name}: not on the table.")
    return troop


def near_units(battle: Battle, units: tuple[str, ...]) -> tuple[str, ...]:
    """Units named as near: all on the table."""
    for unit in units:
        present(battle, unit)
    return tuple(dict.fromkeys(units))


def enemy_contacts(battle: Battle, unit: str, contacts: tuple[str, ...]) -> tuple[str, ...]:
    """Units named as in contact: enemies on the table, each once."""
    for other in contacts:
        present(battle, other)
        if not battle.enemies(unit, other):
            raise ForbiddenError(f"{battle.units[other].name}: not an enemy.")
    return tuple(dict.fromkeys(contacts))


def inches(number: float) -> str:
    return f"{number:g} inch" if number == 1 else f"{number:g} inches"


def too_far(distance: float | None, limit: str, said: str) -> tuple[str, str] | None:
    """Why a distance, where it is known, is beyond that limit of the rules, told as `said`; and the limit."""
    within = number(limit)
    if distance is None or distance <= within:
        return None
    return said.format(within=inches(within)), inches(within)
