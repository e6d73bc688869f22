"""Hands, belt, back, pack and load: the builder's checks 9 to 17 and 19 (CH 8, CH 17)."""

from __future__ import annotations

from dataclasses import dataclass

from vedette.engine.checks import Check, forbids
from vedette.games.close_quarters.characters.commands import As
from vedette.games.close_quarters.known import SUPPORTS
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import grams, in_grams, item, number
from vedette.games.close_quarters.values.arms import (
    can_grip,
    figures,
    hands_used,
    in_hands,
    shield_in_the_way,
    too_full,
)
from vedette.games.close_quarters.values.body import full_str
from vedette.games.close_quarters.values.defence import load_grams
from vedette.games.close_quarters.weapon import Weapon

FLAME_THROWER = "flame-thrower"
BACKPACK = "backpack"
BATTERY_BACKPACKS = ("battery-backpack", "spent-battery-backpack")


@dataclass(frozen=True, slots=True)
class Build:
    """A character before the builder's checks; `purse` are credits that he has besides what he owns."""

    one: Character
    purse: int = 0
    as_: As = "new"

    @property
    def name(self) -> str:
        """What he is called."""
        return self.one.name


def on_belt_and_back(one: Character) -> tuple[int, int]:
    """CQ-ITM-2, CQ-ITM-3: how many things take a weapon's place, and how many are small; worn things are neither."""
    hung = (*one.belt, *one.slung)
    weapons = [weapon for thing in hung if (weapon := one.weapon(thing))]
    grenades = sum(is_small_grenade(weapon) for weapon in weapons)
    masses = bundle_masses(*one.items, *(thing for thing in hung if not one.weapon(thing)))
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
    for weapon in in_hands(build.one):
        if not can_grip(build.one, weapon):
            thing = figures(weapon).name
            return f"{build.name} can't hold this in one hand: {thing}."
    return None


@forbids("CQ-WPN-9", alternative="sling the shield")
def _no_shield_beside_both_hands(game: Fight, build: Build) -> str | None:
    """Both hands on a weapon leave none for a shield."""
    return f"{build.name} has no hand left for the shield." if shield_in_the_way(build.one) else None


@forbids("CQ-ITM-1", alternative="put something away")
def _two_hands(game: Fight, build: Build) -> str | None:
    """Two hands; a shield beside a two-handed grip is CQ-WPN-9 alone."""
    if not too_full(build.one) or shield_in_the_way(build.one):
        return None
    needed = hands_used(build.one)
    return f"{build.name} needs {needed} hands for all that."


@forbids("CQ-ITM-2")
def _places_on_belt_and_back(game: Fight, build: Build) -> str | None:
    """Two more weapons, or other things of 1 kg and more."""
    large, most = on_belt_and_back(build.one)[0], number("belt_most")
    if large <= most:
        return None
    return f"Belt and back have {most} places; {build.name} has {large} things there."


@forbids("CQ-ITM-3")
def _small_items(game: Fight, build: Build) -> str | None:
    """Four small things more."""
    small, most = on_belt_and_back(build.one)[1], number("small_most")
    if small <= most:
        return None
    return f"{most} small things can be carried; {build.name} has {small}."


@forbids("CQ-ITM-11", alternative="wear a backpack")
def _pack_needs_a_backpack(game: Fight, build: Build) -> str | None:
    """Nothing is in a pack that isn't worn."""
    return f"{build.name} wears no backpack." if build.one.pack and BACKPACK not in build.one.worn else None


@forbids("CQ-ARM-8")
def _no_shield_over_a_backpack(game: Fight, build: Build) -> str | None:
    """A shield isn't slung over a backpack."""
    one = build.one
    if one.shield and one.shield_held == "slung" and BACKPACK in one.worn:
        return f"{one.name} can't sling a shield over the backpack."
    return None


@forbids("CQ-ITM-12")
def _flame_throwers_fill_the_back(game: Fight, build: Build) -> str | None:
    """A flame thrower goes with no energy shield, backpack or battery backpack."""
    one = build.one
    if not any(figures(weapon).is_a(FLAME_THROWER) for weapon in one.weapons):
        return None
    things = {*one.worn, *one.items, *one.pack, *one.ready}
    if one.energy_shield or things & {BACKPACK, *BATTERY_BACKPACKS}:
        return f"{one.name}'s flame thrower goes with no energy shield and nothing on the back."
    return None


@forbids("CQ-ITM-14")
def _supports_fit(game: Fight, build: Build) -> str | None:
    """A bipod or tripod fits guns with a stock only."""
    for weapon in build.one.weapons:
        arm = figures(weapon)
        wrong = next((thing for thing in SUPPORTS if thing in weapon.fitted and not arm.is_a(thing)), "")
        if wrong:
            return f"A {wrong} doesn't fit this: {arm.name}."
    return None


@forbids("CQ-ENC-6")
def _light_enough_to_set_out(game: Fight, build: Build) -> str | None:
    """Nobody sets out with more than five times his STR, gravity left aside."""
    load, most = load_grams(build.one), in_grams(number("set_out_times") * full_str(build.one))
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
