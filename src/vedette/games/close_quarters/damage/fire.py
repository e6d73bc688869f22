"""Clouds of smoke and gas, energy fields, and fire: who is hit by it, goes through it or burns, how hexes burn (section 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Remark
from vedette.engine.facts import Fact, one_of
from vedette.engine.play import Play
from vedette.games.close_quarters import terrain
from vedette.games.close_quarters.checks import saves, throws
from vedette.games.close_quarters.damage import armor
from vedette.games.close_quarters.damage.armor import Hit, Protection, Reckoning
from vedette.games.close_quarters.damage.harm import harm, harm_through, open_leak
from vedette.games.close_quarters.derived import Damage, conscious, worn_sets
from vedette.games.close_quarters.near import is_alive
from vedette.games.close_quarters.state import Character, Cloud, Fight, Fire, without
from vedette.games.close_quarters.tables import EnergyShieldRow, energy_shields, house_rule, number, plays
from vedette.games.close_quarters.telling import fact
from vedette.view.hexes import area, distance, on_map, step

TEAR_GAS, GAS_MASK = "tear-gas", "gas-mask"

GLOVED = ("full", "jacket")
"""Kinds of armor that protect the hands (CQ-GRN-10)."""

FORCE_FIELD, REFLECTOR = "force-field", "reflector"
"""A force field stops both ways, a reflector throws back; a deflector only stops what comes from outside."""

FANNED = {"limb": "half", "half": "whole"}
"""What running makes of burning (CQ-FIR-5)."""

FireHit = tuple[int, Protection]
"""Points that one kind of fire does, and what stops them."""


@fact("{unit} breathes tear gas.", moment="hurt", tale="{unit} breathed tear gas")
class Gassed(Fact, frozen=True):
    unit: str


_CLOUDS = {"smoke": "smoke", "gas": "gas", "anti-laser": "anti-laser smoke"}


@fact(
    "A cloud of {kind:smoke} {hex:?covers {hex:word}{radius:? and {radius:around}}|is gone}.",
    smoke=_CLOUDS.__getitem__,
    around=lambda rings: "the hexes around it" if rings == 1 else f"{rings} rings of hexes around it",
)
class CloudMoved(Fact, frozen=True):
    aside = True

    cloud: str
    kind: Annotated[str, one_of(_CLOUDS)]
    hex: str
    radius: int


@fact("A smoking grenade is burned out.")
class GrenadeBurnedOut(Fact, frozen=True):
    grenade: str


@fact(
    "The reflector of {unit} throws {points:# point} back at {firer}.",
    headline="{points:# point} thrown back at {firer}",
)
class ShotReflected(Fact, frozen=True):
    unit: str
    firer: str
    points: int


_BURNING = {
    "limb": "burns on a limb",
    "half": "burns over half the body",
    "whole": "burns all over",
    "soaked": "is soaked with burning oil",
    "": "burns no longer",
}


@fact("{unit} {burning:how}.", moment=lambda it: "hurt" if it.burning else "gain", how=_BURNING.__getitem__)
class Burns(Fact, frozen=True):
    unit: str
    burning: Literal["", "limb", "half", "whole", "soaked"]


@fact("{unit} is burned.")
class FireHurt(Fact, frozen=True):
    unit: str


@fact("The oil on {unit} burns for {turns} more {turns:=1?turn|turns}.")
class SoakBurnsOn(Fact, frozen=True):
    aside = True
    unit: str
    turns: int


@fact("{out:?The fire is out in {out:word}|The burning oil burns down}.")
class FireBurnedDown(Fact, frozen=True):
    aside = True
    out: tuple[str, ...]


@fact("{hexes:word} {hexes:=1?burns|burn}.", headline="{hexes:# hex/hexes} burning")
class HexesBurn(Fact, frozen=True):
    hexes: tuple[str, ...]


@fact("Burning oil bursts over {hex:word}.")
class MolotovBurst(Fact, frozen=True):
    hex: str


# --- gas, lit grenades and their clouds


def breathe(play: Play[Fight], name: str, hexes: Iterable[str]) -> None:
    """CQ-GRN-9: who is in gas, or moves into or through it, has tear gas in his eyes for the rest of the combat."""
    character = play.state.units[name]
    spared = GAS_MASK in character.worn or TEAR_GAS in character.status or not is_alive(play.state, name)
    if not spared and any(terrain.gassed(play.state.map, hex) for hex in hexes):
        play.commit(play.state.with_unit(name, status=(*character.status, TEAR_GAS)), Gassed(name))


def all_breathe(play: Play[Fight]) -> None:
    """CQ-GRN-9: everybody breathes what is in his hex: at the end of the turn, and where a cloud breaks out."""
    for name, character in play.state.units.items():
        if character.hex and not character.left:
            breathe(play, name, (character.hex,))


async def held_grenades(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 2: a lit grenade burns the hands that hold it, but for gloves (CQ-GRN-10)."""
    for name in tuple(play.state.units):
        holds = any(grenade.held == name and grenade.lit for grenade in play.state.map.grenades.values())
        gloves = any(row.kind in GLOVED for row in worn_sets(play.state.units[name]))
        if holds and not gloves and is_alive(play.state, name):
            await harm(play, name, number("lit_damage"))


def smoke_out(play: Play[Fight], id: str, hex: str) -> None:
    """CQ-GRN-8: a grenade begins to smoke: a cloud of one hex; in a strong wind there is none (CQ-GRN-13)."""
    grenade = play.state.map.grenades[id]
    assert grenade.kind in ("smoke", "gas", "anti-laser")
    if play.state.map.wind == "strong":
        _burn_out(play, id)
        return
    lit = replace(grenade, lit=True, fuse="lit")
    clouds = {**play.state.map.clouds, id: Cloud(grenade.kind, hex)}
    game = play.state.with_map(grenades={**play.state.map.grenades, id: lit}, clouds=clouds)
    play.commit(game, CloudMoved(id, grenade.kind, hex, clouds[id].radius))
    all_breathe(play)


async def clouds(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 7: clouds grow, drift and go; their grenades burn out."""
    for id in tuple(play.state.map.clouds):
        cloud = play.state.map.clouds[id]
        age = cloud.age + 1
        blown_away = play.state.map.wind == "strong"
        if age > number("cloud_burns_turns") or blown_away:
            _burn_out(play, id)
        if age > number("cloud_turns") or blown_away:
            play.commit(play.state.off_map("clouds", id), CloudMoved(id, cloud.kind, "", 0))
            continue
        # It is with who holds its grenade, or one hex farther with a slight wind, as far as the map goes.
        map, grenade, to = play.state.map, play.state.map.grenades.get(id), ""
        if grenade is not None and grenade.held:
            to = play.state.units[grenade.held].hex
        elif map.wind == "slight":
            to = step(cloud.hex, map.wind_to)
            to = to if to and on_map(map, to) else ""
        radius = min(age - 1, number("cloud_radius_most"))
        grown = replace(cloud, age=age, radius=radius, hex=to or cloud.hex)
        game = play.state.with_map(clouds={**map.clouds, id: grown})
        play.commit(game, CloudMoved(id, grown.kind, grown.hex, radius))


def _burn_out(play: Play[Fight], id: str) -> None:
    grenade = play.state.map.grenades.get(id)
    if grenade is None:
        return
    game = play.state.off_map("grenades", id)
    if grenade.held:
        holder = game.units[grenade.held]
        game = game.with_unit(grenade.held, ready=without(holder.ready, id), weapons=holder.weapons_but(id))
    play.commit(game, GrenadeBurnedOut(id))


# --- energy weapons on their way


class Loss(Struct, frozen=True):
    """What an energy weapon loses on its way: dice to worn shielding, dice to smoke, and points to other smoke."""

    shielding: int = 0
    smoke: int = 0
    points: int = 0
    readings: tuple[Remark, ...] = ()


def loss(game: Fight, hit: Hit) -> Loss:
    """CQ-NRG-4, CQ-GRN-12, CQ-ENV-20: what the weapon loses to shielding and to smoke in the line."""
    map, laser, twice = game.map, hit.is_a("laser"), plays(game, "laser_in_grenade_smoke", "both")

    def hexes(smokes: Callable[[str], bool]) -> int:
        return terrain.hexes_of_smoke(hit.hex, game.units[hit.target].hex, smokes)

    def clouded(hex: str) -> bool:
        return terrain.in_grenade_smoke(map, hex)

    def dulled(hex: str) -> bool:
        return terrain.in_anti_laser_smoke(map, hex)

    def other(hex: str) -> bool:
        return terrain.smoky(map, hex) and (twice or not clouded(hex)) and not dulled(hex)

    cloud, dulling = bool(hexes(clouded)), laser and bool(hexes(dulled))
    return Loss(
        shielding=min(armor.shielding(game, hit.target), Damage.parse(hit.damage).dice),
        smoke=(cloud + dulling) * number("smoke_energy_dice"),
        points=hexes(other) * number("smoke_energy_points") if laser else 0,
        readings=(house_rule(game, "laser_in_grenade_smoke"),) if laser and cloud else (),
    )


# --- energy shields


def _field_of(character: Character) -> EnergyShieldRow | None:
    working = character.energy_shield and character.energy_shield_on and not character.energy_shield_broken
    there = working and character.hex and not character.left
    return energy_shields()[character.energy_shield] if there else None


def _inside(character: Character, hex: str) -> bool:
    return distance(character.hex, hex) <= number("field_reach")


def field_between(game: Fight, start: str, end: str) -> str:
    """CQ-NRG-5: whose energy shield stands between attacker and target, the first in the order of the set-up.

    It covers against attackers outside; a force field also stops what is fired out of it.
    """
    for name, character in game.units.items():
        field = _field_of(character)
        if field is None or _inside(character, start) == _inside(character, end):
            continue
        if _inside(character, end) or field.kind == FORCE_FIELD:
            return name
    return ""


async def through_field(play: Play[Fight], hit: Hit, damage: Reckoning) -> Reckoning | None:
    """CQ-NRG-5, CQ-ARM-14: the damage that an energy shield in between leaves; None if it is thrown back.

    Of what is thrown back the firer takes half, less his armor.
    """
    there = play.state.units[hit.target].hex
    bearer = field_between(play.state, hit.hex, there)
    if not bearer:
        return damage
    field = energy_shields()[play.state.units[bearer].energy_shield]
    read = (house_rule(play.state, "reflector"),) if field.kind == REFLECTOR else ()
    taken = await throws(
        play, bearer, field.r, "energy_shield", "CQ-NRG-5", told="'s energy shield", readings=read
    )
    left = damage.less(taken, "energy_shield", unit=bearer)
    if field.kind != REFLECTOR:
        return left
    thrown_back = damage if plays(play.state, "reflector", "half") else left
    half = thrown_back.to(thrown_back.points // number("reflector_divisor"), "reflected")
    play.emit(ShotReflected(bearer, hit.by, half.points))
    await harm_through(play, hit.by, half, armor.guard_from(play.state, hit.by, there, "energy"))
    return None


async def _against_fire(play: Play[Fight], name: str, left: Reckoning) -> Reckoning:
    """CQ-ARM-10, CQ-ARM-11: what an energy shield that covers him, then worn shielding, leave of a fire hit.

    His own side rolls.
    """
    game, hex = play.state, play.state.units[name].hex
    covering = [one for one, worn in game.units.items() if _field_of(worn) and _inside(worn, hex)]
    rules = ("CQ-ARM-10", "CQ-ARM-11")
    if left.points and covering:  # the first in the order of the set-up
        bearer = covering[0]
        r, told = energy_shields()[game.units[bearer].energy_shield].r, ": energy shield against fire"
        taken = await throws(play, name, r, "energy_shield", *rules, told=told)
        left = left.less(taken, "energy_shield", unit=bearer)
    r = armor.shielding(play.state, name)
    if left.points and r:
        taken = await throws(play, name, r, "shielding", *rules, told=": shielding against fire")
        left = left.less(taken, "shielding")
        armor.wear_shielding(play, name, r)
    return left


async def energy_fields(play: Play[Fight]) -> None:
    """CQ-NRG-6: each energy field that is on does R points to all within 1 hex who wear no suit against it (CQ-ARM-12)."""
    for bearer in tuple(play.state.units.values()):
        field = _field_of(bearer)
        if field is None:
            continue
        units = play.state.units.items()
        for name in [name for name, other in units if other.hex and _inside(bearer, other.hex)]:
            proof = any(row.field_proof for row in worn_sets(play.state.units[name]))
            if is_alive(play.state, name) and not proof:
                await harm(play, name, field.r)


# --- fire: what it does to people


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
    reaching = await _against_fire(play, name, whole)
    done = await harm_through(play, name, reaching, armor.guard_together(hits), by=by)
    character = play.state.units[name]
    stopped = not done and (character.fire_stopped or not character.burned)  # whole, each time this turn
    if not character.burned or stopped != character.fire_stopped:
        play.commit(play.state.with_unit(name, burned=True, fire_stopped=stopped), FireHurt(name))
    if done:
        open_leak(play, name)


async def scorch_with_oil(play: Play[Fight], name: str, points: int, *, hex: str = "", by: str = "") -> None:
    """A hit by oil, an incendiary, a flame thrower or a molotov, from that hex; "" for who stands in it."""
    await scorch(play, name, (points, armor.guard_from(play.state, name, hex, "fire")), by=by)


def ignite(play: Play[Fight], name: str, burning: str) -> None:
    """A character catches fire, on a limb, half, whole, or soaked with burning oil for 12 turns; not in deep water.

    Running earlier this turn doesn't count as running while burning (CQ-FIR-4).
    """
    if terrain.deep_water(play.state.map, play.state.units[name].hex):
        return
    turns = number("soaked_turns") if burning == "soaked" else 0
    later = play.state.units[name].ran
    game = play.state.with_unit(name, burning=burning, burn_turns=turns, burn_bonus=0, alight_after_run=later)
    play.commit(game, Burns(name, game.units[name].burning))


def _put_out(play: Play[Fight], name: str) -> None:
    if play.state.units[name].burning:
        play.commit(play.state.with_unit(name, burning="", burn_turns=0, burn_bonus=0), Burns(name, ""))


def _douse(play: Play[Fight], name: str, hexes: Iterable[str]) -> None:
    """CQ-FIR-12: deep water in any hex of the path puts a burning character out at once."""
    if any(terrain.deep_water(play.state.map, hex) for hex in hexes):
        _put_out(play, name)


def fan_flames(play: Play[Fight], name: str) -> None:
    """CQ-FIR-5: running fans the flames: limb becomes half, half whole, whole burns hotter."""
    character = play.state.units[name]
    if character.burning in FANNED:
        game = play.state.with_unit(name, burning=FANNED[character.burning])
    elif character.burning == "whole":
        game = play.state.with_unit(name, burn_bonus=character.burn_bonus + number("burn_run"))
    else:
        return
    play.commit(game, Burns(name, game.units[name].burning))


async def through(play: Play[Fight], name: str, path: tuple[str, ...]) -> None:
    """CQ-FIR-7, CQ-FIR-10: a move through fire; `path` holds the hexes entered, the one stopped in last.

    Ordinary fire is rolled first, for the stop before the way.
    """
    if not path:
        return
    _douse(play, name, path)
    game, passed, stop = play.state, path[:-1], path[-1]
    oil = sum(_oil(game, hex) for hex in passed) + _oil(game, stop, stops=True)
    ordinary = await _ordinary(play, name, (stop,), "stop") + await _ordinary(play, name, passed, "pass")
    await scorch(
        play,
        name,
        (oil, armor.guard_from(play.state, name, "", "fire")),
        (ordinary, armor.guard_against_burning(play.state, name)),
    )


def _oil(game: Fight, hex: str, *, stops: bool = False) -> int:
    fire = game.map.fires.get(hex)
    if fire is None or fire.kind == "ordinary":
        return 0
    return number(f"{fire.kind}_stop" if stops else f"{fire.kind}_pass")


async def _ordinary(
    play: Play[Fight], name: str, hexes: tuple[str, ...], way: Literal["pass", "stop", "stay"]
) -> int:
    """CQ-FIR-7: what ordinary fire does: a die, less 4 to who passes and 2 to who stops, and a die for hot coals.

    Each further hex that is passed does 2 more.
    """
    fires = [play.state.map.fires[hex] for hex in hexes if hex in play.state.map.fires]
    burning = [fire for fire in fires if fire.kind == "ordinary"]
    if not burning:
        return 0
    dice, coals = number(f"fire_{way}_dice"), 0
    rolled = await throws(play, name, dice, "fire", "CQ-FIR-7", told=": burning hex")
    if any(fire.coals for fire in burning):
        coals = await throws(play, name, number("coals_dice"), "coals", "CQ-FIR-7", told=": hot coals")
    if way == "stay":
        return rolled + coals
    return max(0, rolled + number(f"fire_{way}") + number("fire_pass_more") * (len(burning) - 1)) + coals


# --- fire at the end of the turn


async def fires(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 1: damage by burning and by burning hexes, character by character; first deep water, then rolling, puts it out."""
    for name in tuple(play.state.units):
        if is_alive(play.state, name) and not play.state.units[name].left:
            _douse(play, name, (play.state.units[name].hex,))
            await _burn(play, name)
            character = play.state.units[name]
            if character.rolling and character.burning != "soaked":  # CQ-FIR-6
                _put_out(play, name)


async def _burn(play: Play[Fight], name: str) -> None:
    """The dice first; then the oil on him, the oil that he stands in, and ordinary fire and burning, all in one.

    Fire that has been at him this turn was that of the hex that he stays in. But what armor has stopped whole adds to
    the oil on who is soaked, so that for him the hex counts all the same.
    """
    game, character = play.state, play.state.units[name]
    burning, soaked = character.burning, character.burning == "soaked"
    stays = not character.burned or (soaked and character.fire_stopped)
    ordinary = 0
    if burning and not soaked:  # CQ-FIR-3: 1d6, less on a limb or half the body, more on the whole by running
        more = character.burn_bonus if burning == "whole" else number(f"burn_{burning}")
        rolled = await throws(play, name, number("burn_dice"), "burn", "CQ-FIR-3", told=": burning")
        ordinary = max(0, rolled + more)
    if stays:
        ordinary += await _ordinary(play, name, (character.hex,), "stay")
    await scorch(
        play,
        name,
        (number("soaked_damage") if soaked else 0, armor.guard_against_soak(game, name)),
        (_oil(game, character.hex, stops=True) if stays else 0, armor.guard_from(game, name, "", "fire")),
        (ordinary, armor.guard_against_burning(game, name)),
    )
    if not soaked:
        return
    turns = play.state.units[name].burn_turns - 1  # CQ-FIR-11
    if turns <= 0:
        _put_out(play, name)
    else:
        play.commit(play.state.with_unit(name, burn_turns=turns), SoakBurnsOn(name, turns))


async def oil_burns_down(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 8: burning oil has a turn less, and is out at none."""
    fires = play.state.map.fires
    oil = {hex: fire.turns - 1 for hex, fire in fires.items() if fire.kind == "oil"}
    if oil:
        out = tuple(hex for hex, turns in oil.items() if turns <= 0)
        left = {
            hex: replace(fire, turns=oil.get(hex, fire.turns))
            for hex, fire in fires.items()
            if hex not in out
        }
        play.commit(play.state.with_map(fires=left), FireBurnedDown(out))


# --- burning oil that bursts over people


async def molotov_bursts(play: Play[Fight], hex: str, by: str = "", *, tank: bool = False) -> None:
    """CQ-GRN-6: 4 points in the hex, 2 next to it; who is in it may be soaked; then it burns. A `tank` soaks more."""
    play.emit(MolotovBurst(hex))
    inner = within(play.state, hex, 0, 0)
    for name in within(play.state, hex, 0, 1):
        points = number("oil_stop" if name in inner else "oil_pass")
        await scorch_with_oil(play, name, points, hex="" if name in inner else hex, by=by)
    await soak(play, inner, dice=number("tank_soak_dice" if tank else "soak_dice"))
    set_alight(play, (hex,))


async def incendiary_bursts(play: Play[Fight], hex: str, by: str = "") -> None:
    """CQ-GRN-7: 8 points in the multihex, 4 around it, nearest first; then it burns, and can't be put out."""
    inner = within(play.state, hex, 0, number("inner_radius"))
    caught = within(play.state, hex, 0, number("outer_radius"))
    for name in nearest_first(play.state, hex, caught):
        points = number("incendiary_stop" if name in inner else "incendiary_pass")
        beside = play.state.units[name].hex != hex
        await scorch_with_oil(play, name, points, hex=hex if beside else "", by=by)
    await soak(play, nearest_first(play.state, hex, inner), dice=number("soak_dice"))
    burning = tuple(one for one in area(hex, number("inner_radius")) if on_map(play.state.map, one))
    fires = {one: Fire("incendiary") for one in burning if not terrain.solid(play.state.map, one)}
    play.commit(play.state.with_map(fires={**play.state.map.fires, **fires}), HexesBurn(tuple(fires)))


async def soak(play: Play[Fight], names: Iterable[str], *, dice: int) -> None:
    """Saves against being soaked with burning oil; the unconscious are (CQ-GRN-6, CQ-FLM-4)."""
    told, rules = " against being soaked", ("CQ-GRN-6", "CQ-FIR-11")
    for name in names:
        if not is_alive(play.state, name):
            continue
        dry = conscious(play.state, name) and await saves(play, name, "dex", dice, "soak", *rules, told=told)
        if not dry:
            ignite(play, name, "soaked")


def set_alight(play: Play[Fight], hexes: Iterable[str]) -> None:
    """CQ-FIR-10: these hexes burn for 12 turns, but not on deep water; incendiary fire goes on as it is."""
    map = play.state.map
    lit = {
        hex: Fire("oil", number("oil_turns"))
        for hex in hexes
        if not terrain.deep_water(map, hex) and not (hex in map.fires and map.fires[hex].kind == "incendiary")
    }
    if lit:
        play.commit(play.state.with_map(fires={**map.fires, **lit}), HexesBurn(tuple(lit)))


def within(game: Fight, hex: str, least: int, most: int) -> tuple[str, ...]:
    """Who is alive at such a distance from a hex, in the order of the set-up."""
    return tuple(
        name
        for name, character in game.units.items()
        if character.hex
        and not character.left
        and is_alive(game, name)
        and least <= distance(character.hex, hex) <= most
    )


def nearest_first(game: Fight, hex: str, names: Iterable[str]) -> tuple[str, ...]:
    """These characters by their distance from a hex, then in the order of the set-up."""
    return tuple(sorted(names, key=lambda name: distance(game.units[name].hex, hex)))
