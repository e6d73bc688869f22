"""Microgravity and vacuum: footing, recoil and pushes, drifting, leaks (CQ-ENV-15 to CQ-ENV-19)."""

from __future__ import annotations

from msgspec.structs import replace

from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.checks import check, throws
from vedette.games.close_quarters.damage.armor import Hit
from vedette.games.close_quarters.damage.fire import breathe
from vedette.games.close_quarters.damage.harm import AIR, harm
from vedette.games.close_quarters.derived import conscious, e_dex, e_str, knows, tether_length
from vedette.games.close_quarters.near import in_hex, is_alive, is_down, is_upright
from vedette.games.close_quarters.state import Fight, Weapon
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import hemmed, nearest_direction
from vedette.view.hexes import distance, on_map, opposite, step, vector


@fact("{unit} floats no longer.", moment="gain")
class FootingFound(Fact, frozen=True):
    unit: str


@fact("{unit} floats {speed:?{direction:towards}, {speed} quarter {speed:=1?hex|hexes} a turn|at rest}.")
class Floats(Fact, frozen=True):
    """A character floats; the speed is in quarter hexes a turn."""

    unit: str
    direction: str
    speed: int


@fact("{unit} drifts, and is in {hex:word}.")
class Drifted(Fact, frozen=True):
    unit: str
    hex: str


@fact(
    "{unit} drifts off the map.",
    moment="lost",
    headline="{unit} DRIFTS off the map",
    tale="{unit} drifted off the map",
)
class DriftedOff(Fact, frozen=True):
    unit: str


@fact("The tether holds {unit}.")
class HeldByTether(Fact, frozen=True):
    unit: str


@fact(
    "The leaks of {unit} have been open for {turns:# turn}.",
    moment="hurt",
    headline="{unit}: leaks open for {turns:# turn}",
)
class AirRanOut(Fact, frozen=True):
    unit: str
    turns: int


# --- keeping one's footing


async def _weightless_save(play: Play[Fight], name: str, *, why: str = "weightless", more: int = 0) -> bool:
    """CQ-ENV-15, CQ-SKL-29: 4 dice against half of STR + DEX, fewer with a handhold or Astrobatics, at least 1.

    `more` dice to recover.
    """
    character = play.state.units[name]
    half = -(-(e_str(play.state, name) + e_dex(play.state, name)) // number("weightless_divisor"))
    dice = number("weightless_dice") + more
    dice -= number("weightless_handhold_dice") if character.handhold else 0
    dice -= number("weightless_astrobatics_dice") if knows(character, "astrobatics") else 0
    dice, rule = max(number("least_check_dice"), dice), "CQ-ENV-15" if why == "weightless" else "CQ-ENV-17"
    told = f"{character.name}: footing without weight"
    return (await check(play, dice, half, why=why, side=character.side, rules=(rule,), told=told)).success


async def recover(play: Play[Fight], name: str) -> None:
    """CQ-ENV-17: the save with one die more; success ends the floating."""
    if await _weightless_save(play, name, why="recover", more=number("recover_dice")):
        stop_floating(play, name)


def stop_floating(play: Play[Fight], name: str, *, on_feet: bool = False) -> None:
    """He floats no longer; `on_feet`: and stands."""
    posture = "standing" if on_feet else play.state.units[name].posture
    game = play.state.with_unit(
        name, floating=False, float_dir="", float_speed=0, float_part=0, posture=posture
    )
    play.commit(game, FootingFound(name))


# --- what sets somebody floating


async def keep_footing(play: Play[Fight], name: str, direction: str, hexes: int) -> None:
    """CQ-ENV-15: after more than 3 hexes a save, or he floats on in the direction of the last, as fast as he went."""
    if hexes > number("weightless_hexes"):
        await _shove(play, name, direction, hexes * number("move_quarters"))


async def recoil(play: Play[Fight], name: str, weapon: Weapon, to_hex: str) -> None:
    """CQ-ENV-15: after firing a weapon with recoil at that hex, opposite to the shot."""
    here = play.state.units[name].hex
    if figures(weapon).force == "recoil" and here:
        await _shove(play, name, opposite(nearest_direction(vector(here, to_hex))), _recoil_speed(weapon))


async def pushed(play: Play[Fight], hit: Hit) -> None:
    """CQ-ENV-15: who is hit by a weapon with recoil is pushed the way of the shot."""
    there = play.state.units[hit.target].hex
    if hit.weapon is not None and hit.kicks and there:
        away = nearest_direction(vector(hit.hex, there))
        await _shove(play, hit.target, away, _recoil_speed(hit.weapon))


def _recoil_speed(weapon: Weapon) -> int:
    """CQ-ENV-15: quarters of a hex, by the STR that the weapon needs in two hands."""
    arm = figures(weapon)
    strength = -(-arm.strength // number("one_handed_recoil_divisor")) if arm.hands == 1 else arm.strength
    if strength <= number("recoil_low_strength"):
        return number("recoil_low_quarters")
    low = strength <= number("recoil_middle_strength")
    return number("recoil_middle_quarters" if low else "recoil_high_quarters")


async def _shove(play: Play[Fight], name: str, direction: str, speed: int) -> None:
    """A push in microgravity, in quarters of a hex: who floats is not asked, who is down needs no save."""
    character = play.state.units[name]
    if not play.state.map.microgravity:
        return
    if not character.floating:
        if not is_down(character) and not await _weightless_save(play, name):
            _float(play, name, direction, speed)
        return
    way, fast = character.float_dir, character.float_speed
    # The same direction adds, the opposite subtracts, another replaces if faster.
    if not fast or direction == way:
        way, fast = direction, fast + speed
    elif direction == opposite(way):
        way, fast = (way, fast - speed) if fast >= speed else (direction, speed - fast)
    elif speed > fast:
        way, fast = direction, speed
    _float(play, name, way, fast)


def _float(play: Play[Fight], name: str, direction: str, speed: int, *, part: int | None = None) -> None:
    part = play.state.units[name].float_part if part is None else part
    game = play.state.with_unit(name, floating=True, float_dir=direction, float_speed=speed, float_part=part)
    play.commit(game, Floats(name, direction, speed))


async def drift(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 6: who floats drifts, one hex for every four quarters; who is run into, from the next turn on."""
    waiting = [
        name
        for name, character in play.state.units.items()
        if character.floating and character.hex and not character.left
    ]
    while waiting:
        struck = await _drift(play, waiting.pop(0))
        waiting = [name for name in waiting if name != struck]


async def _drift(play: Play[Fight], name: str) -> str:
    """One character's drift; whom he has set floating by running into him, "" if nobody."""
    character = play.state.units[name]
    way, speed = character.float_dir, character.float_speed
    hexes, part = divmod(character.float_part + speed, number("quarters_per_hex"))
    if speed:
        _float(play, name, way, speed, part=part)
    for _ in range(hexes):
        game, here = play.state, play.state.units[name].hex
        to = step(here, way)
        beyond, walled = not to or not on_map(game.map, to), bool(to) and hemmed(game.map, here, to)
        there = in_hex(game, to) if to and not walled else []
        upright = [other for other in there if is_upright(game, other)]
        if upright:
            # who saves brings him to rest; else both float on at half speed, the other from the next turn
            struck = upright[0]
            saved = await _weightless_save(play, struck)
            slower = 0 if saved else speed // number("collision_divisor")
            _float(play, name, way, slower, part=0)
            if saved:
                return ""
            _float(play, struck, way, slower, part=0)
            return struck
        if character.tether and (beyond or distance(character.tether, to) > tether_length(character)):
            play.emit(HeldByTether(name))
            _float(play, name, "", 0, part=0)
            return ""
        if beyond:  # off the map he has left (CQ-TRN-6)
            tally = replace(game.units[name].tally, ran=True)
            play.commit(game.with_unit(name, left=True, hex="", tally=tally), DriftedOff(name))
            return ""
        if walled:  # it stops him, on his feet if he can stand; a point for every full 3 hexes of speed
            stop_floating(play, name, on_feet=conscious(game, name))
            quarters = number("quarters_per_hex") * number("collision_hexes")
            points = speed // quarters * number("collision_damage")
            if points:
                await harm(play, name, points)
            return ""
        play.commit(game.with_unit(name, hex=to), Drifted(name, to))
        breathe(play, name, (to,))
    return ""


# --- leaks in a spacesuit, where there is no air to breathe


async def leaks(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 4: an open leak does 1 die from the turn after the first on, then 2, then 3; armor doesn't count."""
    if play.state.map.atmosphere == AIR:
        return
    for name in tuple(play.state.units):
        character = play.state.units[name]
        open_since = character.leaks and not character.patched and play.state.round > character.leak_round
        if not open_since or character.left or not is_alive(play.state, name):
            continue
        turns = character.leak_turns + 1
        play.commit(play.state.with_unit(name, leak_turns=turns), AirRanOut(name, turns))
        dice = number("leak_first_dice") + turns - 1
        await harm(play, name, await throws(play, name, dice, "leak", "CQ-ENV-19", told=": leaks"))
