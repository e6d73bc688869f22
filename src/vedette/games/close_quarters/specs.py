"""All commands by name: those of the characters half, and those of combat, which `proceed` follows."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.engine.record import replace
from vedette.games.close_quarters.attacks import ATTACK_COMMANDS
from vedette.games.close_quarters.attacks.opportunity import note_who_left_cover
from vedette.games.close_quarters.characters import CHARACTER_COMMANDS
from vedette.games.close_quarters.handling import CLOSE_COMMANDS
from vedette.games.close_quarters.sealing.opening import open_shields, open_what_is_over
from vedette.games.close_quarters.sealing.sealing import SEALING_COMMANDS
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn import TURN_COMMANDS
from vedette.games.close_quarters.turn.ending import proceed

Procedure = Callable[[Play[Fight], Any], Coroutine[Any, Any, None]]


def followed(procedure: Procedure) -> Procedure:
    """The procedure, and then whatever follows every command of combat: cover, slots, phases, the end, what is over."""

    async def whole(play: Play[Fight], command: Any) -> None:
        before = play.state
        await procedure(play, command)
        note_who_left_cover(play, before)
        await proceed(play)
        await open_what_is_over(play)

    return whole


def after_the_shields(procedure: Procedure) -> Procedure:
    """The procedure, once all sealed shields are shown (CQ-ARM-15)."""

    async def whole(play: Play[Fight], command: Any) -> None:
        await open_shields(play)
        await procedure(play, command)

    return whole


END_TURN = TURN_COMMANDS["end_turn"]

IN_COMBAT = {
    **TURN_COMMANDS,
    "end_turn": replace(END_TURN, procedure=after_the_shields(END_TURN.procedure)),
    **ATTACK_COMMANDS,
    **CLOSE_COMMANDS,
    **SEALING_COMMANDS,
}

COMBAT = frozenset(IN_COMBAT)
"""The commands that a combat is played with."""

COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    **CHARACTER_COMMANDS,
    **{do: replace(spec, procedure=followed(spec.procedure)) for do, spec in IN_COMBAT.items()},
}
