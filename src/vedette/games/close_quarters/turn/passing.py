"""Doing nothing more: `pass` in action, retreat and movement (section 6.3), and `concede` (section 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vedette.engine.checks import Refusal, check
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.common import Concede, by_side
from vedette.engine.errors import CommandError
from vedette.engine.facts import Conceded
from vedette.engine.play import Play
from vedette.games.close_quarters.facts import turn as facts
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.near import is_out
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.action_checks import covered
from vedette.games.close_quarters.turn.ending import side_has_moved
from vedette.games.close_quarters.turn.order import next_to_move, without_slots
from vedette.games.close_quarters.turn.phases import in_phase
from vedette.games.close_quarters.turn.proceed import is_wholly_out, over
from vedette.games.close_quarters.turn.retreats import beaten


class Pass(Command):
    """A character does nothing, or nothing more."""


@check("CQ-TRN-1")
def _one_can_pass_now(game: Fight, command: Any) -> Refusal | None:
    """Characters pass in action and retreats, and in movement where they move one by one."""
    one_by_one = game.phase == "movement" and game.options.advanced_initiative
    return None if one_by_one else in_phase("action", "retreat").test(game, command)


@check("CQ-TRN-3", "CQ-OPT-1")
def _it_is_his_turn(game: Fight, command: Any) -> Refusal | None:
    """Only whose turn it is passes."""
    if game.actor == command.by:
        return None
    rule = "CQ-OPT-1" if game.phase == "movement" else "CQ-TRN-3"
    return Refusal(rule, f"It is not {game.units[command.by].name}'s turn.")


async def pass_(play: Play[Fight], command: Pass) -> None:
    """He gives up all his slots, forces nobody back, or leaves the movement to the next one. Aiming goes on."""
    game, by = play.state, command.by
    if game.phase == "action":
        game = without_slots(covered(game), by)
    elif game.phase == "retreat":
        game = game.with_unit(by, forced_back=(*game.units[by].forced_back, *beaten(game, by)))
    elif game.actor == by:
        game = next_to_move(game)
    play.commit(game, facts.Passed(by))


# --- concede


def _concede_understood(game: Fight, command: Concede) -> Concede:
    """A side that fights may concede."""
    if game.phase == "between" or game.outcome:
        raise CommandError("There is no combat to concede.")
    by_side(game, command)
    return command


async def concede(play: Play[Fight], command: Concede) -> None:
    """CQ-TRN-6: the one other side that fights has won; if more do, this side leaves the map, as if it had moved."""
    game = play.state
    others = [side for side in game.sides if side != command.by and not is_wholly_out(game, side)]
    if len(others) <= 1:
        play.commit(over(game, others[0] if others else "draw"), Conceded(command.by))
        return
    gone = {
        name: replace(game.units[name], left=True, hex="", hth=False)
        for name in game.of(command.by)
        if not is_out(game, name)
    }
    play.commit(replace(game, units={**game.units, **gone}), Conceded(command.by))
    if game.phase == "movement" and game.active == command.by and not game.options.advanced_initiative:
        await side_has_moved(play, command.by)


PASSING_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "pass": CommandSpec(
        Pass,
        "Pass",
        "unit",
        pass_,
        by_unit,
        (_one_can_pass_now, _it_is_his_turn),
        rules=("CQ-TRN-3", "CQ-TRN-5"),
        key="p",
    ),
    "concede": CommandSpec(
        Concede, "Concede", "side", concede, _concede_understood, rules=("CQ-TRN-6",), common=True, key="z"
    ),
}
