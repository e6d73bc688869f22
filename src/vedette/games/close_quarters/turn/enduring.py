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
    """CQ-FIR-8: characters still in ordinary fire make a check on INT or flee into an adjacent hex without fire.

    That is who began and stays in a burning hex (16.11; burning oil has other rules), and could leave.
    """
    for name in names:
        game, character = play.state, play.state.units[name]
        hex, fire = character.hex, game.map.fires.get(character.hex)
        tied = character.hth or character.hanging or character.floating
        if fire is None or fire.kind != "ordinary" or character.moved or tied or not is_able(game, name):
            continue
        dice, told = number("fire_nerve_dice"), ": staying in the fire"
        if await saves(play, name, "int", dice, "fire_nerve", "CQ-FIR-8", told=told):
            continue
        game = play.state
        free = [to for to in neighbours(hex) if is_free(game, to) and not hemmed(game.map, hex, to)]
        options = tuple(Option(to, to) for to in sorted(free) if not on_fire(game.map, to))
        if not options:
            continue
        why, side = f"Where {character.name} flees from the fire", character.side
        chosen = await play.choose("flee_fire", side=side, options=options, why=why, rules=("CQ-FIR-8",))
        to, game = str(chosen), without_aim(play.state, name)
        path = turn_path(game, name, (to,))
        game = game.with_unit(name, hex=to, path=path, moved=1, done=True, overwatch=None)
        play.commit(game, FledTheFire(name, to))
        await arrive(play, name, to)


# --- at the end of the turn: deep water, and the load


def is_in_deep_water(game: Fight, name: str) -> bool:
    """Whether a character is on the map, in deep water."""
    character = game.units[name]
    return bool(character.hex) and not character.left and deep_water(game.map, character.hex)


async def keep_afloat(play: Play[Fight]) -> None:
    """CQ-SKL-21, CQ-ENC-10: characters who began the turn in deep water and can't swim, or not with their load, may drown.

    Swimmers with the lightest load keep afloat, the unconscious don't; others make a check on DEX. It is a die of damage,
    and armor doesn't count.
    """
    for name in tuple(play.state.units):
        game, character = play.state, play.state.units[name]
        if not (character.in_deep_water and is_in_deep_water(game, name) and is_alive(game, name)):
            continue
        if conscious(game, name):
            if knows(character, "swimming") and encumbrance(game, name).id == UNBURDENED:
                continue
            dice, told = number("swim_dice"), ": keeping afloat"
            if await saves(play, name, "dex", dice, "swim", "CQ-SKL-21", told=told):
                continue
        dice, told, side = number("drown_dice"), f"{character.name} is drowning", character.side
        await harm(
            play, name, await throw(play, dice, why="drown", side=side, rules=("CQ-SKL-21",), told=told)
        )


async def strain(play: Play[Fight]) -> None:
    """CQ-ENC-4: every two minutes a nonlethal point for carrying more than five times STR."""
    if play.state.round % number("strain_turns"):
        return
    for name, character in play.state.units.items():
        if is_alive(play.state, name) and not character.left and encumbrance(play.state, name).id == STRAINED:
            await harm(play, name, 0, nonlethal=number("strain_damage"))
