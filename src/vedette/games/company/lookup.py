"""Nonsense is an error, not a refusal: unknown Groups, sides and the like (4.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Protocol, TypeVar

from pydantic import Field

from vedette.engine.commands import TEXT_LIMIT, Command, shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.games.company.groups import companies_of
from vedette.games.company.state import TURN, Skirmish

Reason = Annotated[str, Field(min_length=1, max_length=TEXT_LIMIT)]


C = TypeVar("C", bound=Command)


def by_group(game: Skirmish, command: C) -> C:
    if command.by in game.sides:
        raise CommandError(f"{command.do} is given by a Group, not by a side.")
    known(game, command.by)
    return command


def known(game: Skirmish, unit: str) -> None:
    if unit not in game.units:
        raise CommandError(f"There is no Group {shown(unit)}.")


def naming(field: str) -> Callable[[Skirmish, C], C]:
    """Understand a command that a Group gives, and that names a Group in this field."""

    def understood(game: Skirmish, command: C) -> C:
        by_group(game, command)
        known(game, getattr(command, field))
        return command

    return understood


def own_company(game: Skirmish, side: str, company: str | None) -> str:
    """The Company named, or the only one of the side."""
    own = companies_of(game, side)
    if company is None and len(own) == 1:
        return own[0]
    if company is None:
        raise CommandError(f"{game.sides[side].name}: several Companies; say which.")
    if company not in own:
        raise CommandError(f"{game.sides[side].name}: no Company {shown(company)}.")
    return company


class OnItsWay(Protocol):
    """A command of a Group that says how far it moves, and how much of that is difficult."""

    by: str
    inches: float | None
    difficult: float


def difficult_inches(command: OnItsWay) -> None:
    """Raise CommandError unless the difficult inches are part of the inches."""
    if command.difficult and command.inches is None:
        raise CommandError("Say how many inches it moves in all.")
    if command.inches is not None and command.difficult > command.inches:
        raise CommandError("It cannot move farther in difficult terrain than it moves in all.")


def in_a_turn(game: Skirmish) -> None:
    """Raise CommandError where no turn runs: there a command of a turn cannot be forced either."""
    if game.phase not in TURN:
        raise ForbiddenError("No turn is being played.")
