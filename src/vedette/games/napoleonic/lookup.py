"""Nonsense is an error, not a refusal: unknown ids, and actors that a command is not for."""

from __future__ import annotations

from typing import TypeVar

from vedette.engine.commands import Command, shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.games.napoleonic.state import Battle, Unit
from vedette.games.napoleonic.units import profile

C = TypeVar("C", bound=Command)


def known(battle: Battle, unit: str) -> Unit:
    if unit not in battle.units:
        raise CommandError(f"There is no Unit and no group {shown(unit)}.")
    return battle.units[unit]


def actor(battle: Battle, command: Command) -> Unit:
    if command.by in battle.sides:
        raise CommandError(f"{command.do} is given by a Unit or a group, not by a side.")
    return known(battle, command.by)


def by_troops(battle: Battle, command: C) -> C:
    if actor(battle, command).group:
        raise CommandError(f"{command.do} is given by a Unit, not by a group.")
    if profile(battle, command.by).arm == "artillery":
        raise ForbiddenError(f"{command.do} is nothing for artillery.")
    return command


def by_group(battle: Battle, command: C) -> C:
    if not actor(battle, command).group:
        raise CommandError(f"{command.do} is given by a group, not by a Unit.")
    return command
