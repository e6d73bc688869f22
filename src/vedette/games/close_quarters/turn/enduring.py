"""The dangers of staying in fire, in deep water or under a heavy load (CQ-FIR-8, CQ-SKL-21, CQ-ENC-4)."""

from __future__ import annotations

from collections.abc import Iterable

from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.close_quarters.checks import saves, throw
from vedette.games.close_quarters.damage.harm import harm
from vedette.games.close_quarters.derived import conscious, encumbrance, knows
from vedette.games.close_quarters.near import is_able, is_alive, is_free
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import deep_water, hemmed, on_fire
from vedette.games.close_quarters.turn.allowance import turn_path
from vedette.games.close_quarters.turn.beginning import arrive
from vedette.games.close_quarters.turn.order import without_aim
from vedette.view.hexes import neighbours

UNBURDENED, STRAINED = "none", "strained"
"""The lightest band of encumbrance, and the one that can be carried only for a while."""


# --- at the end of a side's movement: staying in fire


@fact("{unit} can't bear the fire, and flees to {hex:word}.", moment="fail")
class FledTheFire(Fact, frozen=True):
    unit: str
    hex: str


async def endure(play: Play[Fight], names: Iterable[str]) -> None:
    """CQ-FIR-8: characters still in ordinary fire make a check on INT or flee into an adjacent hex without fire."""
    for name in names:
        if not stays_in_fire(play.state, name):
            continue
        dice, told = number("fire_nerve_dice"), ": staying in the fire"
        bears = await saves(play, name, "int", dice, "fire_nerve", "CQ-FIR-8", told=told)
        if not bears and (ways := ways_out(play.state, name)):
            await _flees(play, name, ways)


def stays_in_fire(game: Fight, name: str) -> bool:
    """Whether a character stays in a burning hex (16.11; burning oil has other rules), and could leave."""
    character = game.units[name]
    fire = game.map.fires.get(character.hex)
    stays = fire is not None and fire.kind == "ordinary" and not character.moved
    return stays and is_able(game, name) and not (character.hth or character.hanging or character.floating)


def ways_out(game: Fight, name: str) -> list[str]:
    """The free adjacent hexes without fire, with no wall of 1 m or more between."""
    hex = game.units[name].hex
    free = (to for to in neighbours(hex) if is_free(game, to) and not hemmed(game.map, hex, to))
    return sorted(to for to in free if not on_fire(game.map, to))


async def _flees(play: Play[Fight], name: str, ways: list[str]) -> None:
    character = play.state.units[name]
    options = tuple(Option(to, to) for to in ways)
    why = f"Where {character.name} flees from the fire"
    to = str(
        await play.choose("flee_fire", side=character.side, options=options, why=why, rules=("CQ-FIR-8",))
    )
    game = without_aim(play.state, name)
    path = turn_path(game, name, (to,))
    game = game.with_unit(name, hex=to, path=path, moved=1, done=True, overwatch=None)
    play.commit(game, FledTheFire(name, to))
    await arrive(play, name, to)


# --- at the end of the turn: deep water, and the load


async def keep_afloat(play: Play[Fight]) -> None:
    """CQ-SKL-21, CQ-ENC-10: characters who began the turn in deep water and can't swim, or not with their load, may drown."""
    for name in tuple(play.state.units):
        game, character = play.state, play.state.units[name]
        stays = character.in_deep_water and is_in_deep_water(game, name)
        if stays and is_alive(game, name) and not await _keeps_afloat(play, name):
            await _drowns(play, name)


def is_in_deep_water(game: Fight, name: str) -> bool:
    """Whether a character is on the map, in deep water."""
    character = game.units[name]
    return bool(character.hex) and not character.left and deep_water(game.map, character.hex)


async def _keeps_afloat(play: Play[Fight], name: str) -> bool:
    """Whether a character keeps afloat: swimmers with the lightest load do, the unconscious don't; others make a check on DEX."""
    game = play.state
    if not conscious(game, name):
        return False
    if knows(game.units[name], "swimming") and encumbrance(game, name).id == UNBURDENED:
        return True
    return await saves(play, name, "dex", number("swim_dice"), "swim", "CQ-SKL-21", told=": keeping afloat")


async def _drowns(play: Play[Fight], name: str) -> None:
    """A die of damage, and armor doesn't count."""
    character = play.state.units[name]
    told = f"{character.name} is drowning"
    dice = number("drown_dice")
    points = await throw(play, dice, why="drown", side=character.side, rules=("CQ-SKL-21",), told=told)
    await harm(play, name, points)


async def strain(play: Play[Fight]) -> None:
    """CQ-ENC-4: every two minutes a nonlethal point for carrying more than five times STR."""
    if play.state.round % number("strain_turns"):
        return
    for name, character in play.state.units.items():
        if is_alive(play.state, name) and not character.left and encumbrance(play.state, name).id == STRAINED:
            await harm(play, name, 0, nonlethal=number("strain_damage"))
