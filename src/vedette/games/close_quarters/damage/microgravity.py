"""Microgravity and vacuum: footing, recoil and pushes, drifting, leaks (CQ-ENV-15 to CQ-ENV-19)."""

from __future__ import annotations

from msgspec.structs import replace

from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.checks import check, throw
from vedette.games.close_quarters.damage.armor import Hit
from vedette.games.close_quarters.damage.fire import breathe
from vedette.games.close_quarters.damage.harm import AIR, harm
from vedette.games.close_quarters.derived import conscious, e_dex, e_str, knows, tether_length
from vedette.games.close_quarters.near import in_hex, is_alive, is_down, is_upright
from vedette.games.close_quarters.state import Character, Fight, Weapon
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import hemmed, nearest_direction
from vedette.view.hexes import distance, on_map, opposite, step, vector

RECOIL = "recoil"


# --- the save


async def weightless_save(play: Play[Fight], name: str, *, why: str = "weightless", more: int = 0) -> bool:
    """CQ-ENV-15: 4 dice against half of STR + DEX, fewer with a handhold or Astrobatics; `more` dice to recover."""
    character = play.state.units[name]
    half = -(-(e_str(play.state, name) + e_dex(play.state, name)) // number("weightless_divisor"))
    result = await check(
        play,
        save_dice(character, more),
        half,
        why=why,
        side=character.side,
        rules=("CQ-ENV-15",) if why == "weightless" else ("CQ-ENV-17",),
        told=f"{character.name}: footing without weight",
    )
    return result.success


def save_dice(character: Character, more: int = 0) -> int:
    """CQ-ENV-15, CQ-SKL-29: the dice of his save, at least 1."""
    dice = number("weightless_dice") + more
    dice -= number("weightless_handhold_dice") if character.handhold else 0
    dice -= number("weightless_astrobatics_dice") if knows(character, "astrobatics") else 0
    return max(number("least_check_dice"), dice)


async def recover(play: Play[Fight], name: str) -> None:
    """CQ-ENV-17: the save with one die more; success ends the floating."""
    if await weightless_save(play, name, why="recover", more=number("recover_dice")):
        stop_floating(play, name)


@fact("{unit} floats no longer.", moment="gain")
class FootingFound(Fact, frozen=True):
    unit: str


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
        await shove(play, name, direction, hexes * number("move_quarters"))


async def recoil(play: Play[Fight], name: str, weapon: Weapon, to_hex: str) -> None:
    """CQ-ENV-15: after firing a weapon with recoil at that hex, opposite to the shot."""
    character = play.state.units[name]
    if figures(weapon).force == RECOIL and character.hex:
        away = opposite(nearest_direction(vector(character.hex, to_hex)))
        await shove(play, name, away, recoil_speed(weapon))


async def pushed(play: Play[Fight], hit: Hit) -> None:
    """CQ-ENV-15: who is hit by a weapon with recoil is pushed the way of the shot."""
    character = play.state.units[hit.target]
    if hit.weapon is not None and hit.kicks and character.hex:
        await shove(
            play, hit.target, nearest_direction(vector(hit.hex, character.hex)), recoil_speed(hit.weapon)
        )


def recoil_speed(weapon: Weapon) -> int:
    """CQ-ENV-15: quarters of a hex, by the STR that the weapon needs in two hands."""
    arm = figures(weapon)
    one_handed = arm.hands == 1
    strength = -(-arm.strength // number("one_handed_recoil_divisor")) if one_handed else arm.strength
    if strength <= number("recoil_low_strength"):
        return number("recoil_low_quarters")
    low = strength <= number("recoil_middle_strength")
    return number("recoil_middle_quarters" if low else "recoil_high_quarters")


async def shove(play: Play[Fight], name: str, direction: str, speed: int) -> None:
    """A push in microgravity, in quarters of a hex: who floats is not asked, who is down needs no save."""
    character = play.state.units[name]
    if not play.state.map.microgravity:
        return
    if character.floating:
        _float(play, name, *_together(character, direction, speed))
    elif not is_down(character) and not await weightless_save(play, name):
        _float(play, name, direction, speed)


def _together(character: Character, direction: str, speed: int) -> tuple[str, int]:
    """The way of who floats already: the same direction adds, the opposite subtracts, another replaces if faster."""
    if not character.float_speed or direction == character.float_dir:
        return direction, character.float_speed + speed
    if direction == opposite(character.float_dir):
        left = character.float_speed - speed
        return (character.float_dir, left) if left >= 0 else (direction, -left)
    return (
        (direction, speed) if speed > character.float_speed else (character.float_dir, character.float_speed)
    )


@fact("{unit} floats {speed:?{direction:towards}, {speed} quarter {speed:=1?hex|hexes} a turn|at rest}.")
class Floats(Fact, frozen=True):
    """A character floats; the speed is in quarter hexes a turn."""

    unit: str
    direction: str
    speed: int


def _float(play: Play[Fight], name: str, direction: str, speed: int, *, part: int | None = None) -> None:
    character = play.state.units[name]
    game = play.state.with_unit(
        name,
        floating=True,
        float_dir=direction,
        float_speed=speed,
        float_part=character.float_part if part is None else part,
    )
    play.commit(game, Floats(name, direction, speed))


# --- drifting


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
    hexes, part = divmod(character.float_part + character.float_speed, number("quarters_per_hex"))
    if character.float_speed:
        _float(play, name, character.float_dir, character.float_speed, part=part)
    for _ in range(hexes):
        struck = _in_the_way(play.state, name)
        if struck:
            return struck if await _run_into(play, name, struck) else ""
        if not await _drift_on(play, name):
            return ""
    return ""


def _in_the_way(game: Fight, name: str) -> str:
    """The upright figure in the next hex, unless a wall stops him before it."""
    character = game.units[name]
    to = step(character.hex, character.float_dir)
    if not to or hemmed(game.map, character.hex, to):
        return ""
    return next((other for other in in_hex(game, to) if is_upright(game, other)), "")


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


async def _drift_on(play: Play[Fight], name: str) -> bool:
    """One hex farther; False once something has stopped him."""
    character = play.state.units[name]
    to = step(character.hex, character.float_dir)
    beyond = not to or not on_map(play.state.map, to)
    if character.tether and (beyond or distance(character.tether, to) > tether_length(character)):
        play.emit(HeldByTether(name))
        _float(play, name, "", 0, part=0)
        return False
    if beyond:
        _leave(play, name)
        return False
    if hemmed(play.state.map, character.hex, to):
        await _hit_wall(play, name)
        return False
    play.commit(play.state.with_unit(name, hex=to), Drifted(name, to))
    breathe(play, name, (to,))
    return True


@fact("The tether holds {unit}.")
class HeldByTether(Fact, frozen=True):
    unit: str


def _leave(play: Play[Fight], name: str) -> None:
    """Off the map he has left (CQ-TRN-6)."""
    tally = replace(play.state.units[name].tally, ran=True)
    play.commit(play.state.with_unit(name, left=True, hex="", tally=tally), DriftedOff(name))


async def _hit_wall(play: Play[Fight], name: str) -> None:
    """A wall stops him, on his feet if he can stand; 1 point for every full 3 hexes of speed."""
    character = play.state.units[name]
    hexes = character.float_speed // number("quarters_per_hex")
    stop_floating(play, name, on_feet=conscious(play.state, name))
    points = hexes // number("collision_hexes") * number("collision_damage")
    if points:
        await harm(play, name, points)


async def _run_into(play: Play[Fight], name: str, other: str) -> bool:
    """An upright figure saves: then the drifter is at rest; else both float on at half speed from the next turn.

    Whether both do.
    """
    character = play.state.units[name]
    if await weightless_save(play, other):
        _float(play, name, character.float_dir, 0, part=0)
        return False
    speed = character.float_speed // number("collision_divisor")
    _float(play, name, character.float_dir, speed, part=0)
    _float(play, other, character.float_dir, speed, part=0)
    return True


# --- leaks in a spacesuit, where there is no air to breathe


@fact(
    "The leaks of {unit} have been open for {turns:# turn}.",
    moment="hurt",
    headline="{unit}: leaks open for {turns:# turn}",
)
class AirRanOut(Fact, frozen=True):
    unit: str
    turns: int


async def leaks(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 4: an open leak does 1 die from the turn after the first on, then 2, then 3; armor doesn't count."""
    if play.state.map.atmosphere == AIR:
        return
    for name in tuple(play.state.units):
        character = play.state.units[name]
        if (
            character.leaks
            and not character.patched
            and play.state.round > character.leak_round
            and is_alive(play.state, name)
            and not character.left
        ):
            await _leak(play, name)


async def _leak(play: Play[Fight], name: str) -> None:
    character = play.state.units[name]
    turns = character.leak_turns + 1
    play.commit(play.state.with_unit(name, leak_turns=turns), AirRanOut(name, turns))
    dice = number("leak_first_dice") + turns - 1
    points = await throw(
        play, dice, why="leak", side=character.side, rules=("CQ-ENV-19",), told=f"{character.name}: leaks"
    )
    await harm(play, name, points)
