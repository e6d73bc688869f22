"""Energy weapons on their way: smoke, worn shielding, and energy shields (CQ-NRG-4 to CQ-NRG-7, CQ-ARM-10 to -16)."""

from __future__ import annotations

from dataclasses import dataclass

from vedette.engine.play import Play
from vedette.games.close_quarters.dicing import throw
from vedette.games.close_quarters.facts import protection as facts
from vedette.games.close_quarters.facts.reckoning import Reckoning
from vedette.games.close_quarters.fight.armor import (
    guard_against_reflection,
    shielding,
    stopped,
    wear_shielding,
)
from vedette.games.close_quarters.fight.harm import harm
from vedette.games.close_quarters.fight.hit import Blow, Impact
from vedette.games.close_quarters.ground.hexes import distance
from vedette.games.close_quarters.ground.lines import hexes_of_smoke
from vedette.games.close_quarters.ground.terrain import in_anti_laser_smoke, in_grenade_smoke, smoky
from vedette.games.close_quarters.standing import is_alive
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import (
    EnergyShieldRow,
    armor,
    energy_shields,
    house_rule,
    number,
    plays,
)
from vedette.games.close_quarters.values.progression import Damage

FORCE_FIELD, REFLECTOR = "force-field", "reflector"
"""A force field stops both ways, a reflector throws back; a deflector only stops what comes from outside."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What an energy weapon loses on its way: dice to worn shielding, dice to smoke, and points to other smoke."""

    shielding: int = 0
    smoke: int = 0
    points: int = 0

    @property
    def dice(self) -> int:
        """Dice lost in all."""
        return self.shielding + self.smoke


def loss(game: Fight, blow: Blow) -> Loss:
    """CQ-NRG-4, CQ-GRN-12, CQ-ENV-20: what the weapon loses to shielding and to smoke in the line."""
    map, end = game.map, game.units[blow.target].hex
    laser = blow.is_a("laser")

    def clouded(hex: str) -> bool:
        return in_grenade_smoke(map, hex)

    def dulled(hex: str) -> bool:
        return in_anti_laser_smoke(map, hex)

    def other(hex: str) -> bool:
        return smoky(map, hex) and not clouded(hex) and not dulled(hex)

    cloud = bool(hexes_of_smoke(blow.hex, end, clouded))
    dulling = laser and bool(hexes_of_smoke(blow.hex, end, dulled))
    hexes = hexes_of_smoke(blow.hex, end, other) if laser else 0
    return Loss(
        shielding=min(shielding(game, blow.target), Damage.parse(blow.damage).dice),
        smoke=(cloud + dulling) * number("smoke_energy_dice"),
        points=hexes * number("smoke_energy_points"),
    )


# --- energy shields


def field_of(one: Character) -> EnergyShieldRow | None:
    """The energy shield that he wears, as long as it is on."""
    working = one.energy_shield and one.energy_shield_on and not one.energy_shield_broken
    return energy_shields()[one.energy_shield] if working and one.hex and not one.left else None


def covering(game: Fight, hex: str) -> str:
    """CQ-ARM-11: whose energy shield covers a hex, the first in the order of the set-up; "" without any."""
    return next((name for name, one in game.units.items() if field_of(one) and _inside(one, hex)), "")


def between(game: Fight, start: str, end: str) -> str:
    """CQ-NRG-5: whose energy shield stands between attacker and target, the first in the order of the set-up.

    It covers against attackers outside; a force field also stops what is fired out of it.
    """
    for name, one in game.units.items():
        field = field_of(one)
        if field is None or _inside(one, start) == _inside(one, end):
            continue
        if _inside(one, end) or field.kind == FORCE_FIELD:
            return name
    return ""


def _inside(one: Character, hex: str) -> bool:
    """Whether a hex is within his energy field."""
    return distance(one.hex, hex) <= number("field_reach")


async def through_field(play: Play[Fight], blow: Blow, damage: Reckoning) -> Reckoning | None:
    """CQ-NRG-5, CQ-ARM-14: the damage that an energy shield in between leaves; None if it is thrown back."""
    bearer = between(play.state, blow.hex, play.state.units[blow.target].hex)
    if not bearer:
        return damage
    one = play.state.units[bearer]
    field = energy_shields()[one.energy_shield]
    rolled = await throw(
        play,
        field.r,
        why="energy_shield",
        side=one.side,
        rules=("CQ-NRG-5",),
        told=f"{one.name}'s energy shield",
        readings=(house_rule(play.state, "reflector"),) if field.kind == REFLECTOR else (),
    )
    left = damage.less(int(rolled.total), "energy_shield", unit=bearer)
    if field.kind != REFLECTOR:
        return left
    whole = plays(play.state, "reflector", "half")
    await _reflect(play, blow, bearer, damage if whole else left)
    return None


async def _reflect(play: Play[Fight], blow: Blow, bearer: str, damage: Reckoning) -> None:
    """CQ-ARM-14: the firer takes half of the damage, less his armor."""
    half = damage.to(damage.points // number("reflector_divisor"), "reflected")
    play.says(facts.ShotReflected(bearer, blow.by, half.points))
    guard = guard_against_reflection(play.state, blow.by, play.state.units[blow.target].hex)
    left = stopped(play, blow.by, half, guard)
    await harm(play, blow.by, left.points, raw=half.points, how=left.steps, readings=guard.readings)


async def against_fire(play: Play[Fight], name: str, left: Reckoning) -> Reckoning:
    """CQ-ARM-10, CQ-ARM-11: what an energy shield that covers him, then worn shielding, leave of a fire hit."""
    bearer = covering(play.state, play.state.units[name].hex)
    if left.points and bearer:
        r = energy_shields()[play.state.units[bearer].energy_shield].r
        left = left.less(await _dampen(play, name, r, "energy_shield"), "energy_shield", unit=bearer)
    r = shielding(play.state, name)
    if left.points and r:
        left = left.less(await _dampen(play, name, r, "shielding"), "shielding")
        wear_shielding(play, name, r)
    return left


async def _dampen(play: Play[Fight], name: str, r: int, why: str) -> int:
    """What Rd6 take off fire; the side of the character who is hit rolls."""
    one = play.state.units[name]
    told = f"{one.name}: {why.replace('_', ' ')} against fire"
    rolled = await throw(play, r, why=why, side=one.side, rules=("CQ-ARM-10", "CQ-ARM-11"), told=told)
    return int(rolled.total)


# --- broken from behind, and what the field does to who is in it


async def break_from_behind(play: Play[Fight], hit: Impact) -> None:
    """CQ-NRG-7, CQ-ARM-16: a hit from the rear, not aimed, breaks a worn energy shield on 4d6 up to its points."""
    one = play.state.units[hit.target]
    if not one.energy_shield or one.energy_shield_broken or hit.place:
        return
    rolled = await throw(
        play,
        number("shield_breaks_dice"),
        why="shield_breaks",
        side=hit.side,
        rules=("CQ-NRG-7",),
        told=f"Whether {one.name}'s energy shield breaks, on {hit.points} or lower",
    )
    if rolled.total <= hit.points:
        game = play.state.with_unit(hit.target, energy_shield_on=False, energy_shield_broken=True)
        play.becomes(game, facts.EnergyShieldBroken(hit.target))


def is_field_proof(one: Character) -> bool:
    """CQ-ARM-12: whether he wears a protective suit or a spacesuit."""
    return any(armor()[worn].field_proof for worn in (one.armor, one.armor2) if worn)


async def energy_fields(play: Play[Fight]) -> None:
    """CQ-NRG-6: each energy field that is on does R points to all within 1 hex who wear no suit against it."""
    for one in tuple(play.state.units.values()):
        field = field_of(one)
        if field is None:
            continue
        caught = [name for name, other in play.state.units.items() if other.hex and _inside(one, other.hex)]
        for name in caught:
            if is_alive(play.state, name) and not is_field_proof(play.state.units[name]):
                await harm(play, name, field.r)
