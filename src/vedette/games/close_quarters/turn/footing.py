"""Jumps over walls and pits, keeping one's feet on the move, falling and standing up (section 6.6, CQ-MOV-11 to CQ-MOV-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.dice import Modifier
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.engine.record import record
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.candidates import by_unit
from vedette.games.close_quarters.damage import microgravity
from vedette.games.close_quarters.damage.harm import fall_from
from vedette.games.close_quarters.derived import conscious, e_dex, e_str, gravity, knows
from vedette.games.close_quarters.near import is_down
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import bad_footing, deep_pit, icy, pit
from vedette.games.close_quarters.turn.allowance import half
from vedette.games.close_quarters.turn.order import (
    action_checks,
    in_phase,
    not_in_hth,
    offered_in,
    use_action,
)
from vedette.games.close_quarters.turn.path import MOVE_CHECKS, during, he_is_not_in_hth
from vedette.view.hexes import direction_between

COMMANDS = Commands[Fight]()


@fact("{unit} hangs on the edge of {hex:word}.", moment="hurt")
class Hangs(Fact):
    unit: str
    hex: str


@fact("{unit} is {posture:word} now.")
class WentDown(Fact):
    unit: str
    posture: str


WALL = 1
"""A wall is jumped like a pit of one hex."""


def jump_dice(game: Fight, hexes: int) -> int:
    """CQ-MOV-13, CQ-ENV-14, CQ-ENC-9: 2, 5, 8 … dice; gravity makes a jump wider or narrower."""
    width = max(number("least_width"), ceil(hexes * gravity(game)))
    return number("jump_dice_per_width") * width - number("jump_dice_less")


async def jumps(play: Play[Fight], name: str, hexes: int) -> bool:
    """CQ-MOV-13: whether he clears so many hexes, on STR + DEX."""
    game, character = play.state, play.state.units[name]
    result = await checks.check(
        play,
        jump_dice(game, hexes),
        e_str(game, name) + e_dex(game, name),
        why="jump",
        side=character.side,
        rules=("CQ-MOV-13",),
        told=f"{character.name}: the jump",
        remarks=(checks.explained(game, name, "str"), checks.explained(game, name, "dex")),
    )
    return result.success


async def missed_pit(play: Play[Fight], name: str, hexes: Sequence[str]) -> int:
    """CQ-MOV-13: into which of the hexes of the pit he comes down, counted from 0."""
    character = play.state.units[name]
    return await checks.pick(
        play,
        hexes,
        why="where",
        side=character.side,
        rules=("CQ-MOV-13",),
        told=f"{character.name}: where they come down",
    )


async def grabs_or_falls(play: Play[Fight], name: str, landing: str) -> None:
    """CQ-MOV-15: over a pit of more than 2 m he may catch the edge where he would have landed; else he falls in."""
    character = play.state.units[name]
    if deep_pit(play.state.map, character.hex):
        result = await checks.save(
            play,
            name,
            "dex",
            number("grab_dice"),
            why="grab",
            rules=("CQ-MOV-15",),
            told=f"{character.name}: grabbing the edge",
        )
        if result.success:
            play.commit(play.state.with_unit(name, hanging=landing), Hangs(name, landing))
            return
    await into_pit(play, name, character.hex)


# --- keeping one's feet on the move, falling, and standing up (section 11, step 5 of a move, CQ-MOV-11)


@fact("{unit} comes down in {hex:word}.")
class ComesDown(Fact):
    unit: str
    hex: str


async def fall_in(play: Play[Fight], name: str, hex: str) -> None:
    """He falls in a hex, where he is or somewhere on his path; if it is a pit, to its bottom."""
    if play.state.units[name].hex != hex:
        play.commit(play.state.with_unit(name, hex=hex), ComesDown(name, hex))
    await into_pit(play, name, hex)


async def into_pit(play: Play[Fight], name: str, hex: str) -> None:
    """He falls as deep as the pit in that hex is; on level ground that does no damage."""
    await fall_from(play, name, pit(play.state.map, hex))


# --- keeping one's feet on the move


FLASHLIGHT = "flashlight"


@record
class Risk:
    """A roll against falling: its dice and modifiers, and the hexes of the path in which he may fall, by place."""

    why: str
    rule: str
    told: str
    dice: int
    places: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()


def is_on_his_feet(game: Fight, name: str) -> bool:
    """Whether he stands, conscious, and hangs on no edge: only then can he fall."""
    character = game.units[name]
    return character.posture == "standing" and not character.hanging and conscious(game, name)


async def keeps_his_feet(play: Play[Fight], name: str, path: Sequence[str]) -> tuple[str, ...]:
    """He rolls for the ground that he has moved over; the hexes of the path up to where he is now.

    At most one fall. Its MOV is spent all the same.
    """
    path = tuple(path)
    for risk in _risks(play.state, name, path):
        if await _falls(play, name, risk):
            return await _falls_on_the_way(play, name, path, risk)
    if path:
        await _without_weight(play, name)
    return path


async def stood_on_ice(play: Play[Fight], name: str) -> None:
    """CQ-ENV-8: who stands still on ice in the movement phase rolls like who moves."""
    await keeps_his_feet(play, name, ())


def _risks(game: Fight, name: str, path: tuple[str, ...]) -> Iterator[Risk]:
    """CQ-ENV-2, CQ-ENV-6, CQ-ENV-8: what he must roll for, in this order, if he is on his feet."""
    character = game.units[name]
    if not is_on_his_feet(game, name):
        return
    bad = tuple(place for place, hex in enumerate(path) if bad_footing(game.map, hex))
    if character.ran and bad:
        dice = _dice(game, name, "footing_dice")
        yield Risk("footing", "CQ-ENV-2", "bad footing", dice, bad, (modifier("footing"),))
    if character.ran and path and game.map.dark and FLASHLIGHT not in character.ready:
        yield Risk(
            "dark", "CQ-ENV-6", "running in the dark", _dice(game, name, "dark_dice"), tuple(range(len(path)))
        )
    ice = tuple(place for place, hex in enumerate(path) if icy(game.map, hex))
    if ice or (not character.moved and icy(game.map, character.hex)):
        yield Risk("ice", "CQ-ENV-8", "on the ice", _ice_dice(game, name), ice)


def _dice(game: Fight, name: str, usual: str) -> int:
    acrobat = knows(game.units[name], "acrobatics")
    return number("acrobatics_footing_dice" if acrobat else usual)


def _ice_dice(game: Fight, name: str) -> int:
    """Two dice, three after more than 5 MOV; one less with Acrobatics."""
    character = game.units[name]
    dice = number("ice_dice_far" if character.moved > number("ice_far") else "ice_dice")
    return dice - (number("acrobatics_ice_dice") if knows(character, "acrobatics") else 0)


async def _falls(play: Play[Fight], name: str, risk: Risk) -> bool:
    result = await checks.save(
        play,
        name,
        "dex",
        risk.dice,
        why=risk.why,
        rules=(risk.rule,),
        told=f"{play.state.units[name].name}: {risk.told}",
        modifiers=risk.modifiers,
    )
    return not result.success


async def _falls_on_the_way(
    play: Play[Fight], name: str, path: tuple[str, ...], risk: Risk
) -> tuple[str, ...]:
    """He falls in a hex picked from those that he might fall in; what lies beyond it he hasn't reached."""
    character = play.state.units[name]
    if not risk.places:
        await fall_in(play, name, character.hex)
        return path
    picked = await checks.pick(
        play,
        tuple(path[place] for place in risk.places),
        why="where",
        side=character.side,
        rules=(risk.rule,),
        told=f"{character.name}: where they fall",
    )
    reached = path[: risk.places[picked] + 1]
    await fall_in(play, name, reached[-1])
    return reached


async def _without_weight(play: Play[Fight], name: str) -> None:
    """CQ-ENV-15: after more than 3 hexes in microgravity he may float on."""
    character = play.state.units[name]
    if is_on_his_feet(play.state, name):
        direction = direction_between(character.path[-2], character.path[-1])
        await microgravity.keep_footing(play, name, direction, len(character.path) - 1)


# --- `stand_up`


class StandUp(Command):
    """A character stands up; who floats tries to get hold of the ground again."""


@forbids("CQ-MOV-11")
def _he_has_time_to_stand_up(game: Fight, command: Any) -> str | None:
    """CQ-MOV-11: standing up comes before any movement."""
    character = game.units[command.by]
    if character.posture == "standing":
        return f"{character.name} stands already."
    return f"{character.name} has moved this turn." if character.moved else None


@forbids("CQ-ACT-3")
def _he_is_not_up(game: Fight, command: Any) -> str | None:
    """CQ-ACT-3: only who is down or kneels stands up; the floating may stand already."""
    character = game.units[command.by]
    return (
        f"{character.name} stands already."
        if character.posture == "standing" and not character.floating
        else None
    )


@forbids("CQ-OPT-9")
def _his_leg_bears_him(game: Fight, command: Any) -> str | None:
    """CQ-OPT-9: who was hit in the leg kneels to the end of the next turn."""
    character = game.units[command.by]
    if character.leg_hit >= game.round:
        return f"{character.name} was hit in the leg, and can't stand up before turn {character.leg_hit + 1}."
    return None


@forbids("CQ-ENV-17")
def _he_does_not_float(game: Fight, command: Any) -> str | None:
    """CQ-ENV-17: who floats gets hold again by an action, not by moving."""
    character = game.units[command.by]
    return f"{character.name} floats: it takes an action to get hold again." if character.floating else None


def _is_not_upright(game: Fight, by: str) -> bool:
    character = game.units[by]
    return character.posture != "standing" or (game.phase == "action" and character.floating)


@COMMANDS.add(
    StandUp,
    "Stand up",
    by_unit,
    (
        in_phase("movement", "action"),
        *(
            during("movement", check)
            for check in (*MOVE_CHECKS[1:], he_is_not_in_hth, _he_has_time_to_stand_up)
        ),
        *(during("action", check) for check in (*action_checks("still", "CQ-ACT-3")[1:], not_in_hth)),
        _his_leg_bears_him,
        during("action", _he_is_not_up),
        during("movement", _he_does_not_float),
    ),
    rules=("CQ-ENV-17",),
    key="k",
    moves=True,
    offered=offered_in("movement", "slot", where=_is_not_upright),
)
async def stand_up(play: Play[Fight], command: StandUp) -> None:
    """CQ-MOV-11 in the movement phase, CQ-ACT-3 and CQ-ENV-17 in the action phase."""
    if play.state.phase == "movement":
        _stands_up_for_his_move(play, command.by)
    else:
        use_action(play, command.by)
        await _stands_up_for_his_action(play, command.by)


@fact("{unit} stands up.")
class StoodUp(Fact):
    unit: str


def _stands_up_for_his_move(play: Play[Fight], by: str) -> None:
    """From his knees he has half a move left, from lower down nothing."""
    from_knees = play.state.units[by].posture == "kneeling"
    game = play.state.with_unit(
        by, posture="standing", stood="half" if from_knees else "full", entangled=False
    )
    game = game.with_unit(by, done=not from_knees, half=half(game, by))
    play.commit(game, StoodUp(by))


async def _stands_up_for_his_action(play: Play[Fight], by: str) -> None:
    """Who floats makes the save with a die more; who is down needs none (section 11)."""
    character = play.state.units[by]
    if not character.floating:
        play.commit(play.state.with_unit(by, posture="standing", entangled=False), StoodUp(by))
    elif is_down(character):
        microgravity.stop_floating(play, by)
    else:
        await microgravity.recover(play, by)
