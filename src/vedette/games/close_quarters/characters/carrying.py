"""Hands, belt, back, pack and load: the builder's checks 9 to 17 and 19 (CH 8, CH 17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vedette.engine.checks import Check, Refusal, forbids
from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.games.close_quarters.characters.commands import As
from vedette.games.close_quarters.characters.places import (
    KITS,
    appended,
    changed,
    changed_weapon,
    swapped,
    with_weapon,
    without_weapon,
)
from vedette.games.close_quarters.derived.arms import (
    can_grip,
    figures,
    full_ammo,
    hands_used,
    in_hands,
    shield_in_the_way,
    too_full,
)
from vedette.games.close_quarters.derived.body import full_str
from vedette.games.close_quarters.derived.defence import load_grams
from vedette.games.close_quarters.known import BAYONET, FITTED, PACKS, SUPPORTS
from vedette.games.close_quarters.new_game import weapon_of
from vedette.games.close_quarters.setup import WeaponData
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import SPENT, grams, in_grams, item, items, number
from vedette.games.close_quarters.weapon import Weapon
from vedette.kit.schema import doubles

# --- hands, belt, back, pack and load


FLAME_THROWER = "flame-thrower"
BACKPACK = "backpack"
BATTERY_BACKPACKS = ("battery-backpack", "spent-battery-backpack")


@dataclass(frozen=True, slots=True)
class Build:
    """A character before the builder's checks; `purse` are credits that he has besides what he owns."""

    character: Character
    purse: int = 0
    as_: As = "new"

    @property
    def name(self) -> str:
        """What he is called."""
        return self.character.name


def on_belt_and_back(character: Character) -> tuple[int, int]:
    """CQ-ITM-2, CQ-ITM-3: how many things take a weapon's place, and how many are small; worn things are neither."""
    hung = (*character.belt, *character.slung)
    weapons = [weapon for thing in hung if (weapon := character.weapon(thing))]
    grenades = sum(is_small_grenade(weapon) for weapon in weapons)
    masses = bundle_masses(*character.items, *(thing for thing in hung if not character.weapon(thing)))
    small = sum(mass < number("small_below_grams") for mass in masses)
    return len(weapons) - grenades + len(masses) - small, grenades + small


def is_small_grenade(weapon: Weapon) -> bool:
    """CQ-ITM-3: whether a weapon is a grenade light enough for a place among the small things."""
    arm = figures(weapon)
    return arm.use == "grenade" and arm.grams < number("small_below_grams")


def bundle_masses(*things: str) -> list[int]:
    """The masses of loose items in grams; what is bundled, like a tether, counts as one thing."""
    bundled = {thing for thing in things if (row := item(thing)) and row.together}
    single = [grams(thing) for thing in things if thing not in bundled]
    return single + [grams(thing) * things.count(thing) for thing in bundled]


@forbids("CQ-WPN-8", alternative="both hands")
def _grips_are_strong_enough(game: Fight, build: Build) -> str | None:
    """A two-handed weapon in one hand takes STR to spare."""
    for weapon in in_hands(build.character):
        if not can_grip(build.character, weapon):
            thing = figures(weapon).name
            return f"{build.name} can't hold this in one hand: {thing}."
    return None


@forbids("CQ-WPN-9", alternative="sling the shield")
def _no_shield_beside_both_hands(game: Fight, build: Build) -> str | None:
    """Both hands on a weapon leave none for a shield."""
    return f"{build.name} has no hand left for the shield." if shield_in_the_way(build.character) else None


@forbids("CQ-ITM-1", alternative="put something away")
def _two_hands(game: Fight, build: Build) -> str | None:
    """Two hands; a shield beside a two-handed grip is CQ-WPN-9 alone."""
    if not too_full(build.character) or shield_in_the_way(build.character):
        return None
    needed = hands_used(build.character)
    return f"{build.name} needs {needed} hands for all that."


@forbids("CQ-ITM-2")
def _places_on_belt_and_back(game: Fight, build: Build) -> str | None:
    """Two more weapons, or other things of 1 kg and more."""
    large, most = on_belt_and_back(build.character)[0], number("belt_most")
    if large <= most:
        return None
    return f"Belt and back have {most} places; {build.name} has {large} things there."


@forbids("CQ-ITM-3")
def _small_items(game: Fight, build: Build) -> str | None:
    """Four small things more."""
    small, most = on_belt_and_back(build.character)[1], number("small_most")
    if small <= most:
        return None
    return f"{most} small things can be carried; {build.name} has {small}."


@forbids("CQ-ITM-11", alternative="wear a backpack")
def _pack_needs_a_backpack(game: Fight, build: Build) -> str | None:
    """Nothing is in a pack that isn't worn."""
    return (
        f"{build.name} wears no backpack."
        if build.character.pack and BACKPACK not in build.character.worn
        else None
    )


@forbids("CQ-ARM-8")
def _no_shield_over_a_backpack(game: Fight, build: Build) -> str | None:
    """A shield isn't slung over a backpack."""
    character = build.character
    if character.shield and character.shield_held == "slung" and BACKPACK in character.worn:
        return f"{character.name} can't sling a shield over the backpack."
    return None


@forbids("CQ-ITM-12")
def _flame_throwers_fill_the_back(game: Fight, build: Build) -> str | None:
    """A flame thrower goes with no energy shield, backpack or battery backpack."""
    character = build.character
    if not any(figures(weapon).is_a(FLAME_THROWER) for weapon in character.weapons):
        return None
    things = {*character.worn, *character.items, *character.pack, *character.ready}
    if character.energy_shield or things & {BACKPACK, *BATTERY_BACKPACKS}:
        return f"{character.name}'s flame thrower goes with no energy shield and nothing on the back."
    return None


@forbids("CQ-ITM-14")
def _supports_fit(game: Fight, build: Build) -> str | None:
    """A bipod or tripod fits guns with a stock only."""
    for weapon in build.character.weapons:
        arm = figures(weapon)
        wrong = next((thing for thing in SUPPORTS if thing in weapon.fitted and not arm.is_a(thing)), "")
        if wrong:
            return f"A {wrong} doesn't fit this: {arm.name}."
    return None


@forbids("CQ-ENC-6")
def _light_enough_to_set_out(game: Fight, build: Build) -> str | None:
    """Nobody sets out with more than five times his STR, gravity left aside."""
    load, most = load_grams(build.character), in_grams(number("set_out_times") * full_str(build.character))
    if load <= most:
        return None
    return f"{build.name} would carry {kilograms(load)} kg, of {kilograms(most)} kg."


def kilograms(mass: int) -> str:
    """Grams as kilograms, with no more places than they need."""
    return f"{mass / 1000:.3f}".rstrip("0").rstrip(".")


GRIPS: Check[Fight, Build] = _grips_are_strong_enough
"""Check 9."""

PLACES: tuple[Check[Fight, Build], ...] = (
    _no_shield_beside_both_hands,
    _two_hands,
    _places_on_belt_and_back,
    _small_items,
    _pack_needs_a_backpack,
    _no_shield_over_a_backpack,
    _flame_throwers_fill_the_back,
    _supports_fit,
)
"""Checks 10 to 17."""

LOAD: Check[Fight, Build] = _light_enough_to_set_out
"""Check 19."""


# --- what is fitted to weapons, and taken off again


KNIVES = "bayonet-knife"
"""The class of what serves as a bayonet."""


def fitted(character: Character, gun: str, wanted: Sequence[str]) -> Character:
    """The character with just that fitted to a weapon of his; raises CommandError for what isn't there.

    First what is no longer wanted comes off, then what is new goes on.
    """
    weapon = owned_weapon(character, gun)
    unknown = [thing for thing in wanted if thing not in FITTED]
    if unknown:
        raise CommandError(f"{shown(unknown[0])} can't be fitted to a weapon.")
    if doubles([thing for thing in wanted if thing not in PACKS]):
        raise CommandError("A thing is fitted once.")
    for thing in weapon.fitted:
        if thing not in wanted:
            character = _taken_off(character, gun, thing)
    for thing in wanted:
        if thing not in weapon.fitted:
            character = _put_on(character, gun, thing)
    return changed_weapon(character, replace(owned_weapon(character, gun), fitted=tuple(wanted)))


def owned_weapon(character: Character, name: str) -> Weapon:
    """A weapon of his by its id; raises CommandError."""
    weapon = character.weapon(name)
    if weapon is None:
        raise CommandError(f"{character.name} has no weapon {shown(name)}.")
    return weapon


def _put_on(character: Character, gun: str, thing: str) -> Character:
    if thing in SUPPORTS:
        return _with_support(character, thing)
    if thing == BAYONET:
        return _with_bayonet(character, gun)
    return _connected(character, gun, thing)


def _taken_off(character: Character, gun: str, thing: str) -> Character:
    if thing in SUPPORTS:
        return appended(character, thing, "items")
    if thing == BAYONET:
        return _with_knife_back(character, gun)
    return _disconnected(character, gun, thing)


def _with_support(character: Character, thing: str) -> Character:
    """A bipod or tripod leaves the items, or the backpack."""
    place = next((place for place in KITS if thing in getattr(character, place)), None)
    if place is None:
        raise CommandError(f"{character.name} has no {shown(thing)} to fit.")
    left = list(getattr(character, place))
    left.remove(thing)
    return changed(character, **{place: tuple(left)})


def _with_bayonet(character: Character, gun: str) -> Character:
    """His first knife that will do leaves his weapons; the gun keeps its type."""
    knife = next((own for own in character.weapons if own.id != gun and figures(own).is_a(KNIVES)), None)
    if knife is None:
        raise CommandError(f"{character.name} has no knife to fit.")
    weapon = owned_weapon(character, gun)
    return changed_weapon(without_weapon(character, knife.id), replace(weapon, bayonet=knife.type))


def _with_knife_back(character: Character, gun: str) -> Character:
    """The bayonet comes back to the end of the belt, under the gun's name."""
    data = WeaponData(id=free_id(character, f"{gun}-{BAYONET}"), type=owned_weapon(character, gun).bayonet)
    return with_weapon(character, weapon_of(character, data), "belt")


def free_id(character: Character, id: str) -> str:
    """The id, with a number behind it where he has such a weapon already."""
    taken = {weapon.id for weapon in character.weapons}
    numbered = (f"{id}-{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (id, *numbered) if name not in taken)


def _home(pack: str) -> str:
    """Where a pack is that feeds a weapon: on the belt, or worn."""
    return "worn" if items()[pack].worn else "items"


def _connected(character: Character, gun: str, pack: str) -> Character:
    """CQ-ITM-7: a full pack adds its shots."""
    if pack not in getattr(character, _home(pack)):
        raise CommandError(f"{character.name} has no {shown(pack)} to connect.")
    weapon = owned_weapon(character, gun)
    shots = figures(weapon).rounds * items()[pack].batteries
    return changed_weapon(character, replace(weapon, ammo=weapon.ammo + shots))


def _disconnected(character: Character, gun: str, pack: str) -> Character:
    """CQ-ITM-7: what is above the weapon's own rounds goes, and a pack that isn't full is spent."""
    weapon = owned_weapon(character, gun)
    rounds = figures(weapon).rounds
    shots = max(0, weapon.ammo - rounds)
    if shots < rounds * items()[pack].batteries and pack in getattr(character, _home(pack)):
        character = swapped(character, pack, f"{SPENT}{pack}")
    return changed_weapon(character, replace(weapon, ammo=min(weapon.ammo, rounds)))


def within_bounds(character: Character) -> Character:
    """CQ-ITM-7: no weapon holds more than itself and the packs that feed it now."""
    weapons = (replace(own, ammo=min(own.ammo, full_ammo(character, own))) for own in character.weapons)
    return replace(character, weapons=tuple(weapons))


def fed_by(character: Character, pack: str) -> list[Weapon]:
    """The weapons that a kind of pack feeds."""
    return [weapon for weapon in character.weapons if pack in weapon.fitted]


def pack_fault(character: Character) -> Refusal | None:
    """CQ-ITM-7: a pack feeds one weapon that takes batteries, and a weapon has one pack."""
    for weapon in character.weapons:
        arm, packs = figures(weapon), [thing for thing in weapon.fitted if thing in PACKS]
        if packs and not arm.is_a("battery"):
            return Refusal("CQ-ITM-7", f"This takes no battery: {arm.name}.")
        if len(packs) > 1:
            return Refusal("CQ-ITM-7", f"This has a pack already: {arm.name}.")
    for pack in PACKS:
        if len(fed_by(character, pack)) > getattr(character, _home(pack)).count(pack):
            return Refusal("CQ-ITM-7", f"A {items()[pack].name.lower()} feeds one weapon.")
    return None
