"""`move` (section 6.2): the way along the path, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from vedette.engine.commands import Command, CommandSpec, shown
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.damage import clouds, fire
from vedette.games.close_quarters.derived import conscious, encumbrance
from vedette.games.close_quarters.facts import moving as facts
from vedette.games.close_quarters.hexes import neighbours
from vedette.games.close_quarters.lookup import by_unit, hex_name, other_unit
from vedette.games.close_quarters.near import in_hex, is_enemy, is_engaged, is_out, is_upright, side_of
from vedette.games.close_quarters.state import Direction, Fight, LastMove
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action_checks import without_aim
from vedette.games.close_quarters.turn.allowance import LIFT, half, turn_path
from vedette.games.close_quarters.turn.footing import keeps_his_feet
from vedette.games.close_quarters.turn.path_checks import PATH_CHECKS, bends_for
from vedette.games.close_quarters.turn.picking_up import grabs, is_known, lies_in, take
from vedette.games.close_quarters.turn.situations import offered_in
from vedette.games.close_quarters.turn.walking import walk


class Move(Command):
    """A character moves along a path, turns, goes down, picks a thing up."""

    path: Annotated[tuple[str, ...], Field(strict=False, description="hexes")] = ()
    facing: Direction | None = None
    posture: Annotated[Literal["prone", "kneeling"] | None, Field(description="at its end")] = None
    pick_up: Annotated[str | None, Field(description="a thing on the way")] = None
    on_the_run: bool = False
    chase: Annotated[str | None, Field(description="the pursuer who is fled from ahead of time")] = None
    delay: Annotated[bool, Field(description="breaks the move off for now")] = False


def move_understood(game: Fight, command: Move) -> Move:
    """Given by a character, along hexes; things and pursuers that it names must be there."""
    by_unit(game, command)
    for hex in command.path:
        hex_name(hex)
    if command.chase is not None:
        other_unit(game, command.by, command.chase)
    if command.pick_up is not None and not is_known(game, command.pick_up):
        raise CommandError(f"There is no {shown(command.pick_up)} that could be picked up.")
    return command


# --- what happens


async def move(play: Play[Fight], command: Move) -> None:
    """A move: along the path as far as he gets (steps 1 to 3), then steps 4 to 7, then what the move leaves."""
    before, by = play.state, command.by
    path = command.path if await _lifts_his_load(play, command) else ()
    reached = await walk(play, by, path, bends_for(command))
    has_it = await _gets_hold(play, command, reached)
    reached = await keeps_his_feet(play, by, reached)
    if has_it and command.pick_up is not None and lies_in(before, command.pick_up) in reached:
        take(play, by, command.pick_up)
    await fire.through(play, by, reached)
    clouds.breathe(play, by, reached)
    _aftermath(play, command, before, reached)


async def _lifts_his_load(play: Play[Fight], command: Move) -> bool:
    """CQ-ENC-5: who can hardly lift his load needs a save for his one hex; else he stays where he is."""
    if not command.path or encumbrance(play.state, command.by).id != LIFT:
        return True
    character = play.state.units[command.by]
    result = await checks.save(
        play,
        command.by,
        "str",
        number("lift_dice"),
        why="lift",
        rules=("CQ-ENC-5",),
        told=f"{character.name}: lifting the load",
    )
    if not result.success:
        play.emit(facts.CannotLift(command.by))
    return result.success


async def _gets_hold(play: Play[Fight], command: Move, reached: tuple[str, ...]) -> bool:
    """CQ-MOV-16, step 4: whether he gets hold of what he came by; on the run that takes a save."""
    if command.pick_up is None or lies_in(play.state, command.pick_up) not in reached:
        return False
    return not command.on_the_run or await grabs(play, command.by)


def _aftermath(play: Play[Fight], command: Move, before: Fight, reached: tuple[str, ...]) -> None:
    """What the move leaves behind: crawling, facing, posture, a charge, fanned flames, and that it is over."""
    by = command.by
    if reached and before.units[by].posture != "standing":
        _has_crawled(play, by)
    _turns(play, command)
    _goes_down(play, command, before)
    if reached and not is_engaged(before, by) and _faces_an_enemy(play.state, by):
        play.commit(play.state.with_unit(by, charged=True), facts.Charged(by))
    if play.state.units[by].ran and not before.units[by].ran:
        fire.fan(play, by)
    _ends(play, command, before, reached)


def _has_crawled(play: Play[Fight], by: str) -> None:
    """CQ-MOV-5: who crawls is all rear; who fell in an earlier turn is prone again of his own will."""
    character = play.state.units[by]
    fallen_before = character.posture == "fallen" and character.fell_turn < play.state.round
    posture = "prone" if fallen_before else character.posture
    play.commit(play.state.with_unit(by, all_rear=True, posture=posture), facts.Crawled(by))


def _turns(play: Play[Fight], command: Move) -> None:
    """CQ-MOV-10: he faces where he likes; turning ends aiming and overwatch."""
    if command.facing is not None and command.facing != play.state.units[command.by].facing:
        game = without_aim(play.state, command.by)
        game = game.with_unit(command.by, facing=command.facing, turned=True, overwatch=None)
        play.commit(game, facts.Turned(command.by, command.facing))


def _goes_down(play: Play[Fight], command: Move, before: Fight) -> None:
    """CQ-MOV-12: he goes down at the end of the move, unless the move has thrown him down already."""
    by = command.by
    thrown_down = _is_thrown_down(play.state, before, by)
    if command.posture is None or thrown_down or not conscious(play.state, by):
        return
    went_down = play.state.units[by].went_down or is_upright(play.state, by)
    game = play.state.with_unit(by, posture=command.posture, went_down=went_down)
    play.commit(game, facts.WentDown(by, command.posture))


def _is_thrown_down(game: Fight, before: Fight, by: str) -> bool:
    """Whether the move has made him fall, or left him hanging on an edge: his movement has ended."""
    now = game.units[by]
    return bool(now.hanging) or (now.posture == "fallen" and before.units[by].posture != "fallen")


def _faces_an_enemy(game: Fight, by: str) -> bool:
    """Whether an enemy who isn't out is in one of his neighbouring front hexes: then he has charged (CQ-ACT-8)."""
    character = game.units[by]
    front = [hex for hex in neighbours(character.hex) if side_of(character, hex) == "front"]
    return any(
        is_enemy(game, by, other) and not is_out(game, other) for hex in front for other in in_hex(game, hex)
    )


def _ends(play: Play[Fight], command: Move, before: Fight, reached: tuple[str, ...]) -> None:
    """He has finished moving, unless he breaks off for now, once, and nothing has stopped him (CQ-OPT-16)."""
    by, old, character = command.by, before.units[command.by], play.state.units[command.by]
    waits = command.delay and not old.delayed and not _is_thrown_down(play.state, before, by)
    way = turn_path(before, by, reached)
    game = play.state.with_unit(
        by,
        path=way,
        half=character.half if reached else half(before, by, way),
        done=not waits,
        delayed=waits or old.delayed,
    )
    game = replace(game, last_move=LastMove(by, (old.hex, *reached)))
    play.commit(game, facts.MoveEnded(by, waits))


MOVING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "move": CommandSpec(
        Move,
        "Move",
        "unit",
        move,
        move_understood,
        PATH_CHECKS,
        rules=(
            "CQ-MOV-3",
            "CQ-MOV-4",
            "CQ-MOV-8",
            "CQ-MOV-10",
            "CQ-MOV-13",
            "CQ-MOV-14",
            "CQ-MOV-15",
            "CQ-ENV-2",
            "CQ-ENV-6",
            "CQ-ENV-8",
            "CQ-ENV-14",
            "CQ-ENV-15",
            "CQ-FIR-5",
            "CQ-FIR-8",
        ),
        key="m",
        moves=True,
        offered=offered_in("movement"),
    ),
}
