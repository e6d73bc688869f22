"""All commands by name: those of the characters half, and those of combat, which `proceed` follows."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any

from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks import ATTACK_COMMANDS
from vedette.games.close_quarters.characters import CHARACTER_COMMANDS
from vedette.games.close_quarters.close import CLOSE_COMMANDS
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn import TURN_COMMANDS
from vedette.games.close_quarters.turn.proceed import proceed

Procedure = Callable[[Play[Fight], Any], Coroutine[Any, Any, None]]


def followed(procedure: Procedure) -> Procedure:
    """The procedure, and then whatever follows every command of combat: slots, phases, the end."""

    async def whole(play: Play[Fight], command: Any) -> None:
        await procedure(play, command)
        await proceed(play)

    return whole


IN_COMBAT = {**TURN_COMMANDS, **ATTACK_COMMANDS, **CLOSE_COMMANDS}

COMBAT = frozenset(IN_COMBAT)
"""The commands that a combat is played with."""

COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    **CHARACTER_COMMANDS,
    **{do: replace(spec, procedure=followed(spec.procedure)) for do, spec in IN_COMBAT.items()},
}
