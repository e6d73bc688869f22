"""Fire: what it does to who is hit by it, goes through it, stays in it, or burns (section 10, Fire hits)."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.play import Play
from vedette.games.close_quarters.dicing import throw
from vedette.games.close_quarters.facts import fire as facts
from vedette.games.close_quarters.facts.reckoning import Reckoning
from vedette.games.close_quarters.fight.armor import (
    guard_against_burning,
    guard_against_burning_oil,
    guard_against_soak,
    guard_together,
    stopped,
)
from vedette.games.close_quarters.fight.fields import against_fire
from vedette.games.close_quarters.fight.harm import harm
from vedette.games.close_quarters.fight.hit import Guard
from vedette.games.close_quarters.ground.terrain import deep_water
from vedette.games.close_quarters.standing import is_alive
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number

FANNED = {"limb": "half", "half": "whole"}
"""What running makes of burning (CQ-FIR-5)."""


# --- hits


FireHit = tuple[int, Guard]
"""Points that one kind of fire does, and what stops them."""


async def scorch(play: Play[Fight], name: str, *kinds: FireHit, by: str = "") -> None:
    """CQ-FIR-9: what fire does in one moment: an energy shield that covers him, worn shielding, then armor; no Tough.

    The hits of all kinds of fire are added before armor is taken off.
    """
    hits = [(points, guard) for points, guard in kinds if points]
    if not hits or not is_alive(play.state, name):
        return
    whole = Reckoning.of(hits[0][0])
    for points, _ in hits[1:]:
        whole = whole.to(whole.points + points, "added", points)
    reaching = await against_fire(play, name, whole)
    left = stopped(play, name, reaching, guard_together(hits))
    done = await harm(play, name, left.points, raw=reaching.points, by=by, how=left.steps)
    note_fire(play, name, stopped=not done)


def note_fire(play: Play[Fight], name: str, *, stopped: bool) -> None:
    """Fire has been at him this turn, and may have been stopped whole each time."""
    one = play.state.units[name]
    so_far = stopped and (one.fire_stopped or not one.burned)
    if not one.burned or so_far != one.fire_stopped:
        game = play.state.with_unit(name, burned=True, fire_stopped=so_far)
        play.becomes(game, facts.FireHurt(name))


async def scorch_with_oil(play: Play[Fight], name: str, points: int, *, hex: str = "", by: str = "") -> None:
    """A hit by oil, an incendiary, a flame thrower or a molotov, from that hex; "" for who stands in it."""
    await scorch(play, name, (points, guard_against_burning_oil(play.state, name, hex)), by=by)


def ignite(play: Play[Fight], name: str, burning: str) -> None:
    """A character catches fire, on a limb, half, whole, or soaked with burning oil for 12 turns.

    If he has run already this turn, he hasn't run burning (CQ-FIR-4).
    """
    turns = number("soaked_turns") if burning == "soaked" else 0
    later = play.state.units[name].ran
    game = play.state.with_unit(name, burning=burning, burn_turns=turns, burn_bonus=0, alight_after_run=later)
    play.becomes(game, facts.Burns(name, game.units[name].burning))


def put_out(play: Play[Fight], name: str) -> None:
    """A character burns no longer."""
    if play.state.units[name].burning:
        game = play.state.with_unit(name, burning="", burn_turns=0, burn_bonus=0)
        play.becomes(game, facts.Burns(name, ""))


def fan(play: Play[Fight], name: str) -> None:
    """CQ-FIR-5: running fans the flames: limb becomes half, half whole, whole burns hotter."""
    one = play.state.units[name]
    if one.burning in FANNED:
        game = play.state.with_unit(name, burning=FANNED[one.burning])
    elif one.burning == "whole":
        game = play.state.with_unit(name, burn_bonus=one.burn_bonus + number("burn_run"))
    else:
        return
    play.becomes(game, facts.Burns(name, game.units[name].burning))


# --- moving through fire


async def through(play: Play[Fight], name: str, path: tuple[str, ...]) -> None:
    """CQ-FIR-7, CQ-FIR-10: a move through fire; `path` holds the hexes entered, the one stopped in last.

    Ordinary fire is rolled first, for the stop before the way.
    """
    if not path:
        return
    passed, stop = path[:-1], path[-1]
    oil = sum(_oil(play.state, hex) for hex in passed) + _oil(play.state, stop, stops=True)
    ordinary = await _stopping(play, name, stop) + await _passing(play, name, passed)
    await scorch(
        play,
        name,
        (oil, guard_against_burning_oil(play.state, name)),
        (ordinary, guard_against_burning(play.state, name)),
    )


def _oil(game: Fight, hex: str, *, stops: bool = False) -> int:
    """Points of oil or incendiary fire in a hex for who passes it or stops in it."""
    fire = game.map.fires.get(hex)
    if fire is None or fire.kind == "ordinary":
        return 0
    return number(f"{fire.kind}_stop" if stops else f"{fire.kind}_pass")


def _is_ordinary(game: Fight, hex: str) -> bool:
    fire = game.map.fires.get(hex)
    return fire is not None and fire.kind == "ordinary"


async def _stopping(play: Play[Fight], name: str, hex: str) -> int:
    """What ordinary fire does to who stops in it: a die less 2, and a die for hot coals."""
    if not _is_ordinary(play.state, hex):
        return 0
    rolled = await _fire_die(play, name, number("fire_stop_dice"))
    coals = await _coals(play, name) if play.state.map.fires[hex].coals else 0
    return max(0, rolled + number("fire_stop")) + coals


async def _passing(play: Play[Fight], name: str, hexes: tuple[str, ...]) -> int:
    """What ordinary fire does to who goes through it: a die less 4, 2 more for each further hex, and hot coals."""
    burning = [hex for hex in hexes if _is_ordinary(play.state, hex)]
    if not burning:
        return 0
    rolled = await _fire_die(play, name, number("fire_pass_dice"))
    more = number("fire_pass_more") * (len(burning) - 1)
    hot = any(play.state.map.fires[hex].coals for hex in burning)
    coals = await _coals(play, name) if hot else 0
    return max(0, rolled + number("fire_pass") + more) + coals


async def _fire_die(play: Play[Fight], name: str, dice: int) -> int:
    return await _die(play, name, dice, "fire", "burning hex")


async def _coals(play: Play[Fight], name: str) -> int:
    return await _die(play, name, number("coals_dice"), "coals", "hot coals")


async def _die(play: Play[Fight], name: str, dice: int, why: str, what: str) -> int:
    one = play.state.units[name]
    rules = ("CQ-FIR-3",) if why == "burn" else ("CQ-FIR-7",)
    rolled = await throw(play, dice, why=why, side=one.side, rules=rules, told=f"{one.name}: {what}")
    return int(rolled.total)


# --- the end of the turn


async def fires(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 1: what burning and burning hexes do, character by character; rolling and deep water put out."""
    for name in tuple(play.state.units):
        if is_alive(play.state, name) and not play.state.units[name].left:
            await _burn(play, name)
            _go_out(play, name)


async def _burn(play: Play[Fight], name: str) -> None:
    """The dice first; then the oil on him, the oil that he stands in, and ordinary fire and burning, all in one."""
    game, one = play.state, play.state.units[name]
    stays, soaked = feels_the_hex(one), one.burning == "soaked"
    ordinary = await _burning(play, name)
    if stays and _is_ordinary(game, one.hex):
        ordinary += await _staying(play, name)
    await scorch(
        play,
        name,
        (number("soaked_damage") if soaked else 0, guard_against_soak(game, name)),
        (_oil(game, one.hex, stops=True) if stays else 0, guard_against_burning_oil(game, name)),
        (ordinary, guard_against_burning(game, name)),
    )
    if soaked:
        _burn_down(play, name)


def feels_the_hex(one: Character) -> bool:
    """Whether the burning hex that he stays in does anything to him: fire that has been at him this turn was that.

    What armor has stopped whole adds to the oil on who is soaked, so that for him the hex counts all the same.
    """
    return not one.burned or (one.burning == "soaked" and one.fire_stopped)


async def _burning(play: Play[Fight], name: str) -> int:
    """CQ-FIR-3: a burning limb 1d6-4, half the body 1d6-2, the whole 1d6 and what running has added."""
    one = play.state.units[name]
    if one.burning in ("", "soaked"):
        return 0
    less = 0 if one.burning == "whole" else number(f"burn_{one.burning}")
    more = one.burn_bonus if one.burning == "whole" else 0
    return max(0, await _die(play, name, number("burn_dice"), "burn", "burning") + less + more)


async def _staying(play: Play[Fight], name: str) -> int:
    """CQ-FIR-7: a die for who stays in a burning hex, and one more on hot coals."""
    rolled = await _fire_die(play, name, number("fire_stay_dice"))
    hot = play.state.map.fires[play.state.units[name].hex].coals
    return rolled + (await _coals(play, name) if hot else 0)


def _burn_down(play: Play[Fight], name: str) -> None:
    """CQ-FIR-11: the oil on him burns for a turn less."""
    turns = play.state.units[name].burn_turns - 1
    if turns <= 0:
        put_out(play, name)
    else:
        play.becomes(play.state.with_unit(name, burn_turns=turns), facts.SoakBurnsOn(name, turns))


def _go_out(play: Play[Fight], name: str) -> None:
    """CQ-FIR-6, CQ-FIR-12: rolling on the ground puts the fire out, and deep water does."""
    one = play.state.units[name]
    rolled_out = one.rolling and one.burning != "soaked"
    if rolled_out or (one.hex and deep_water(play.state.map, one.hex)):
        put_out(play, name)


async def oil_burns_down(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 8: burning oil has a turn less, and is out at none."""
    fires = play.state.map.fires
    if not any(fire.kind == "oil" for fire in fires.values()):
        return
    left, out = {}, []
    for hex, fire in fires.items():
        turns = fire.turns - 1 if fire.kind == "oil" else fire.turns
        if fire.kind == "oil" and turns <= 0:
            out.append(hex)
        else:
            left[hex] = replace(fire, turns=turns)
    play.becomes(play.state.with_map(fires=left), facts.FireBurnedDown(tuple(out)))
