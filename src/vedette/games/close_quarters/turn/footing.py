"""Keeping one's feet on the move: bad footing, darkness, ice, weightlessness (section 11, step 5 of a move)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vedette.engine.dice import Modifier
from vedette.engine.play import Play
from vedette.games.close_quarters import dicing
from vedette.games.close_quarters.fight import microgravity
from vedette.games.close_quarters.ground.hexes import direction_between
from vedette.games.close_quarters.ground.terrain import bad_footing, icy
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.turn.falls import fall_in
from vedette.games.close_quarters.values.effective import conscious
from vedette.games.close_quarters.values.skills import knows

FLASHLIGHT = "flashlight"


@dataclass(frozen=True, slots=True)
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
    one = game.units[name]
    return one.posture == "standing" and not one.hanging and conscious(game, name)


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
    one = game.units[name]
    if not is_on_his_feet(game, name):
        return
    bad = tuple(place for place, hex in enumerate(path) if bad_footing(game.map, hex))
    if one.ran and bad:
        dice = _dice(game, name, "footing_dice")
        yield Risk("footing", "CQ-ENV-2", "bad footing", dice, bad, (modifier("footing"),))
    if one.ran and path and game.map.dark and FLASHLIGHT not in one.ready:
        yield Risk(
            "dark", "CQ-ENV-6", "running in the dark", _dice(game, name, "dark_dice"), tuple(range(len(path)))
        )
    ice = tuple(place for place, hex in enumerate(path) if icy(game.map, hex))
    if ice or (not one.moved and icy(game.map, one.hex)):
        yield Risk("ice", "CQ-ENV-8", "on the ice", _ice_dice(game, name), ice)


def _dice(game: Fight, name: str, usual: str) -> int:
    acrobat = knows(game.units[name], "acrobatics")
    return number("acrobatics_footing_dice" if acrobat else usual)


def _ice_dice(game: Fight, name: str) -> int:
    """Two dice, three after more than 5 MOV; one less with Acrobatics."""
    one = game.units[name]
    dice = number("ice_dice_far" if one.moved > number("ice_far") else "ice_dice")
    return dice - (number("acrobatics_ice_dice") if knows(one, "acrobatics") else 0)


async def _falls(play: Play[Fight], name: str, risk: Risk) -> bool:
    result = await dicing.save(
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
    one = play.state.units[name]
    if not risk.places:
        await fall_in(play, name, one.hex)
        return path
    picked = await dicing.pick(
        play,
        tuple(path[place] for place in risk.places),
        why="where",
        side=one.side,
        rules=(risk.rule,),
        told=f"{one.name}: where he falls",
    )
    reached = path[: risk.places[picked] + 1]
    await fall_in(play, name, reached[-1])
    return reached


async def _without_weight(play: Play[Fight], name: str) -> None:
    """CQ-ENV-15: after more than 3 hexes in microgravity he may float on."""
    one = play.state.units[name]
    if is_on_his_feet(play.state, name):
        direction = direction_between(one.path[-2], one.path[-1])
        await microgravity.keep_footing(play, name, direction, len(one.path) - 1)
