"""All commands by name: those of the characters half, and those of combat, which `proceed` follows; and the conditions that the table sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from vedette.engine.commands import CommandSpec, Procedure, commands_of
from vedette.engine.conditions import ConditionKinds
from vedette.engine.play import Play
from vedette.games.close_quarters import opening, sealing
from vedette.games.close_quarters.attacks import (
    flaming,
    grenades,
    guarding,
    hitting,
    melee,
    opportunity,
    shooting,
)
from vedette.games.close_quarters.attacks.opportunity import note_who_left_cover
from vedette.games.close_quarters.characters import (
    carrying,
    checking,
    creating,
    experience,
    healing,
    scenarios,
    trade,
)
from vedette.games.close_quarters.damage import armor, blow, fire, harm, microgravity
from vedette.games.close_quarters.handling import emergencies, hand_to_hand, hands
from vedette.games.close_quarters.opening import open_shields, open_what_is_over
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn import beginning, ending, moving, order, path
from vedette.games.close_quarters.turn.ending import proceed


def followed(procedure: Procedure, *, shields_first: bool) -> Procedure:
    """The procedure, and then whatever follows every command of combat: cover, slots, phases, the end, what is over.

    With `shields_first` it begins once all sealed shields are shown (CQ-ARM-15).
    """

    async def whole(play: Play[Fight], command: Any) -> None:
        before = play.state
        if shields_first:
            await open_shields(play)
        await procedure(play, command)
        note_who_left_cover(play, before)
        await proceed(play)
        await open_what_is_over(play)

    return whole


OUT_OF_COMBAT = (creating, checking, experience, healing, trade, carrying, opening, scenarios)

TURN = (beginning, moving, ending)

ATTACKS = (shooting, melee, grenades, flaming, guarding, opportunity)

HANDLING = (hands, hand_to_hand, emergencies)

WITHOUT_COMMANDS = (order, path, hitting, armor, blow, fire, harm, microgravity)

CHAPTERS = (*OUT_OF_COMBAT, *TURN, *ATTACKS, *HANDLING, sealing, *WITHOUT_COMMANDS)
"""The modules that declare commands and tell what happens."""

IN_COMBAT: Mapping[str, CommandSpec[Fight]] = commands_of(*TURN, *ATTACKS, *HANDLING, sealing)

COMBAT = frozenset(IN_COMBAT)

COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    **commands_of(*OUT_OF_COMBAT),
    **{
        do: replace(spec, procedure=followed(spec.procedure, shields_first=do == "end_turn"))
        for do, spec in IN_COMBAT.items()
    },
}


# --- what only eyes and hands at the table can judge


CONDITIONS = ConditionKinds(
    rolls={"hit": "to hit", "hit_against": "to be hit", "save": "saves"},
    durations={"turn": "this turn", "combat": "this combat"},
    adds="added to the target number: a plus helps the roll",
)


TRACKED: tuple[str, ...] = (
    "CQ-CHR-2", "CQ-CHR-3", "CQ-CHR-14", "CQ-CHR-16", "CQ-WPN-1", "CQ-ARM-19", "CQ-ENC-1", "CQ-ITM-5", "CQ-ITM-6",
    "CQ-SCN-8", "CQ-SCN-15", "CQ-TRN-6", "CQ-MOV-3", "CQ-MOV-10", "CQ-ENG-3", "CQ-ACT-1", "CQ-ACT-11",
    "CQ-EXP-1", "CQ-EXP-2", "CQ-EXP-3",
)  # fmt: skip
