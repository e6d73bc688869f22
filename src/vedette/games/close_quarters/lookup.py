"""What commands name, understood: raises CommandError for what isn't there."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from vedette.engine.commands import TEXT_LIMIT, shown
from vedette.engine.errors import CommandError
from vedette.games.close_quarters.hexes import is_hex_name
from vedette.games.close_quarters.state import Fight, Weapon

Ids = Annotated[tuple[str, ...], Field(strict=False)]
Reason = Annotated[str, Field(max_length=TEXT_LIMIT)]
Count = Annotated[int, Field(ge=1, le=10_000)]

Rolled = Literal["str", "dex", "int"]

HANDS = "hands"
"""What stands for bare hands where a weapon is named."""


def by_unit(game: Fight, command: Any) -> Any:
    """The command, given by a character."""
    unit(game, command.by, command.do)
    return command


def unit(game: Fight, name: str, do: str = "") -> str:
    """The id of a character."""
    if name not in game.units:
        raise CommandError(f"{do + ': there' if do else 'There'} is no character “{shown(name)}”.")
    return name


def other_unit(game: Fight, by: str, name: str) -> str:
    """The id of a character who is somebody else."""
    if unit(game, name) == by:
        raise CommandError(f"{game.units[by].name} can't be their own target.")
    return name


def at_somebody(game: Fight, command: Any) -> Any:
    """The command, given by a character, at somebody else; raises CommandError."""
    by_unit(game, command)
    other_unit(game, command.by, command.target)
    return command


def target_of(game: Fight, command: Any) -> str:
    """The command's target; "" while there is none."""
    target = getattr(command, "target", None)
    return str(target) if target in game.units else ""


def weapon(game: Fight, owner: str, name: str) -> Weapon:
    """A weapon of a character, by its instance id."""
    found = game.units[unit(game, owner)].weapon(name)
    if found is None:
        raise CommandError(f"{game.units[owner].name} has no weapon {shown(name)}.")
    return found


def hex_name(text: str) -> str:
    """A hex as it is named on the map: column and row, two digits each."""
    if not is_hex_name(text):
        raise CommandError(f"{shown(text)} is not a hex: hexes are named by column and row, like 0304.")
    return text
