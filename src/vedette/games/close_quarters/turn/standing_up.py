"""`stand_up`: as a movement option (section 6.2) and as an action (section 6.4), with the recovery of who floats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.facts import moving as facts
from vedette.games.close_quarters.fight import microgravity
from vedette.games.close_quarters.standing import is_down
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.action import use_action
from vedette.games.close_quarters.turn.action_checks import action_checks, not_in_hth
from vedette.games.close_quarters.turn.allowance import half
from vedette.games.close_quarters.turn.move_checks import MOVE_CHECKS, during, he_is_not_in_hth
from vedette.games.close_quarters.turn.phases import in_phase
from vedette.games.close_quarters.words import by_unit


class StandUp(Command):
    """A character stands up; who floats tries to get hold of the ground again."""


@forbids("CQ-MOV-11")
def _he_has_time_to_stand_up(game: Fight, command: Any) -> str | None:
    """CQ-MOV-11: standing up comes before any movement."""
    one = game.units[command.by]
    if one.posture == "standing":
        return f"{one.name} stands already."
    return f"{one.name} has moved this turn." if one.moved else None


@forbids("CQ-ACT-3")
def _he_is_not_up(game: Fight, command: Any) -> str | None:
    """CQ-ACT-3: only who is down or kneels stands up; the floating may stand already."""
    one = game.units[command.by]
    return f"{one.name} stands already." if one.posture == "standing" and not one.floating else None


@forbids("CQ-OPT-9")
def _his_leg_bears_him(game: Fight, command: Any) -> str | None:
    """CQ-OPT-9: who was hit in the leg kneels to the end of the next turn."""
    one = game.units[command.by]
    if one.leg_hit >= game.round:
        return f"{one.name} was hit in the leg, and can't stand up before turn {one.leg_hit + 1}."
    return None


@forbids("CQ-ENV-17")
def _he_does_not_float(game: Fight, command: Any) -> str | None:
    """CQ-ENV-17: who floats gets hold again by an action, not by moving."""
    one = game.units[command.by]
    return f"{one.name} floats: it takes an action to get hold again." if one.floating else None


async def stand_up(play: Play[Fight], command: StandUp) -> None:
    """CQ-MOV-11 in the movement phase, CQ-ACT-3 and CQ-ENV-17 in the action phase."""
    if play.state.phase == "movement":
        _stands_up_for_his_move(play, command.by)
    else:
        use_action(play, command.by)
        await _stands_up_for_his_action(play, command.by)


def _stands_up_for_his_move(play: Play[Fight], by: str) -> None:
    """From his knees he has half a move left, from lower down nothing."""
    from_knees = play.state.units[by].posture == "kneeling"
    game = play.state.with_unit(
        by, posture="standing", stood="half" if from_knees else "full", entangled=False
    )
    game = game.with_unit(by, done=not from_knees, half=half(game, by))
    play.becomes(game, facts.StoodUp(by))


async def _stands_up_for_his_action(play: Play[Fight], by: str) -> None:
    """Who floats makes the save with a die more; who is down needs none (section 11)."""
    one = play.state.units[by]
    if not one.floating:
        play.becomes(play.state.with_unit(by, posture="standing", entangled=False), facts.StoodUp(by))
    elif is_down(one):
        microgravity.stop_floating(play, by)
    else:
        await microgravity.recover(play, by)


STANDING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "stand_up": CommandSpec(
        StandUp,
        "Stand up",
        "unit",
        stand_up,
        by_unit,
        (
            in_phase("movement", "action"),
            *(
                during("movement", one)
                for one in (*MOVE_CHECKS[1:], he_is_not_in_hth, _he_has_time_to_stand_up)
            ),
            *(during("action", one) for one in (*action_checks("still", "CQ-ACT-3")[1:], not_in_hth)),
            _his_leg_bears_him,
            during("action", _he_is_not_up),
            during("movement", _he_does_not_float),
        ),
        rules=("CQ-ENV-17",),
        key="k",
        moves=True,
    )
}
