"""The builder's checks, in their order (CH 17): what a lawful character is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vedette.engine.checks import Check, Refusal, check, forbids, refusals
from vedette.games.close_quarters.characters.carrying import GRIPS, LOAD, PLACES, Build
from vedette.games.close_quarters.characters.learning import (
    too_clumsy_or_weak,
    too_dull,
    unlettered,
    without_groundwork,
)
from vedette.games.close_quarters.characters.places import SETS, owned
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number, price, skills, weapons
from vedette.games.close_quarters.values.arms import figures, in_hands
from vedette.games.close_quarters.values.skills import slots
from vedette.games.close_quarters.weapon import Weapon

__all__ = [
    "BUILDER_CHECKS",
    "LEARNING",
    "Build",
    "attribute_total",
    "build_faults",
    "cost",
    "low_attributes",
    "points_left",
]

HUMAN, ROBOT = "human", "robot"


def build_faults(game: Fight, build: Build) -> Iterator[Refusal]:
    """Everything that makes a character unlawful, in the order of the builder's checks (CQ-CHR-17)."""
    return refusals(BUILDER_CHECKS, game, build)


def attribute_total(one: Character) -> int:
    """CQ-CHR-4, CQ-EXP-14: STR, DEX and INT, and MOV above 10."""
    return one.str + one.dex + one.int + max(0, one.mov - number("base_mov"))


def points_left(game: Fight, one: Character) -> int:
    """CQ-CHR-4: starting points that a human could still spread; 0 for others, who have none."""
    left = game.options.starting_points - attribute_total(one)
    return max(0, left) if one.species == HUMAN else 0


def cost(one: Character) -> int:
    """CQ-CHR-7, CQ-ITM-13: credits for all that he owns, one load of each loaded gun or bow included."""
    loads = sum(weapons()[weapon.type].reload for weapon in one.weapons if _is_charged_for(weapon))
    return sum(price(thing) or 0 for thing in owned(one)) + loads


def _is_charged_for(weapon: Weapon) -> bool:
    """CQ-ITM-13: whether the load in the weapon is paid for; batteries come with it."""
    row = weapons()[weapon.type]
    return weapon.ammo > 0 and row.reload > 0 and not row.is_a("battery")


def _is_beginner(build: Build) -> bool:
    """Whether a human beginner's points bind him (CQ-CHR-8)."""
    return build.as_ == "new" and build.one.species == HUMAN


# --- checks 1 to 3: attributes


def _first(found: Iterable[Refusal | None]) -> Refusal | None:
    return next(filter(None, found), None)


def low_attributes(one: Character) -> Iterator[Refusal]:
    """CQ-CHR-5: each of STR, DEX and INT that is too low for a starting human."""
    least = number("least_attribute")
    for label, value in (("STR", one.str), ("DEX", one.dex), ("INT", one.int)):
        if value < least:
            yield Refusal("CQ-CHR-5", f"{one.name} has {label} {value}.", f"{label} {least}")


@check("CQ-CHR-5")
def _attributes_are_high_enough(game: Fight, build: Build) -> Refusal | None:
    """A starting human has at least 8 in STR, DEX and INT."""
    return _first(low_attributes(build.one)) if _is_beginner(build) else None


@check("CQ-CHR-6")
def _movement_is_high_enough(game: Fight, build: Build) -> Refusal | None:
    """A starting human has MOV 10 or more."""
    least = number("base_mov")
    if _is_beginner(build) and build.one.mov < least:
        return Refusal("CQ-CHR-6", f"{build.name} has MOV {build.one.mov}.", f"MOV {least}")
    return None


@check("CQ-CHR-4")
def _points_are_kept(game: Fight, build: Build) -> Refusal | None:
    """A starting human spreads so many points and no more."""
    total, most = attribute_total(build.one), game.options.starting_points
    if _is_beginner(build) and total > most:
        return Refusal("CQ-CHR-4", f"{build.name} has {total} points.", f"{most} points")
    return None


# --- checks 4 to 8: skills


@check("CQ-SKL-2")
def _wits_suffice(game: Fight, build: Build) -> Refusal | None:
    """INT for every skill; robots are made with theirs."""
    if build.one.species == ROBOT:
        return None
    return _first(too_dull(build.one, skill) for skill in build.one.skills)


@check("CQ-SKL-3")
def _body_suffices(game: Fight, build: Build) -> Refusal | None:
    """DEX and STR for every skill."""
    return _first(too_clumsy_or_weak(build.one, skill) for skill in build.one.skills)


@check("CQ-SKL-4")
def _groundwork_is_laid(game: Fight, build: Build) -> Refusal | None:
    """The prerequisites of every skill."""
    return _first(without_groundwork(build.one, skill) for skill in build.one.skills)


@check("CQ-SKL-20")
def _learned_skills_have_letters(game: Fight, build: Build) -> Refusal | None:
    """Literacy for learned skills, where few are educated."""
    return _first(unlettered(game.options, build.one, skill) for skill in build.one.skills)


@check("CQ-SKL-1")
def _slots_suffice(game: Fight, build: Build) -> Refusal | None:
    """Skills take at most INT slots; robots and veterans aren't held to it."""
    taken, one = slots(build.one, game.options), build.one
    if build.as_ == "experienced" or one.species == ROBOT or taken <= one.int:
        return None
    return Refusal("CQ-SKL-1", f"{one.name}'s skills take {taken} slots, of {one.int}.", f"{one.int} slots")


@forbids("CQ-EXP-10")
def _no_bonus_at_the_start(game: Fight, build: Build) -> str | None:
    """Bonuses are bought with experience."""
    if build.as_ == "new" and build.one.bonuses:
        skill = skills()[next(iter(build.one.bonuses))].name
        return f"A beginner has no bonus: {skill}."
    return None


# --- checks 18 and 20: money, practice


@check("CQ-CHR-7")
def _credits_suffice(game: Fight, build: Build) -> Refusal | None:
    """A starting character has so many credits, spent or not."""
    total, most = cost(build.one) + build.purse, game.options.starting_credits
    if build.as_ == "new" and total > most:
        return Refusal("CQ-CHR-7", f"{build.name} comes to {total} credits.", f"{most} credits")
    return None


@check("CQ-SCN-9")
def _dressed_for_practice(game: Fight, build: Build) -> Refusal | None:
    """Practice: no armor and no shield, and only practice or stun weapons in hand."""
    if game.options.scenario != "practice":
        return None
    one = build.one
    shield = one.shield and one.shield_held != "dropped"
    if shield or one.helmet or any(getattr(one, place) for place in SETS):
        return Refusal("CQ-SCN-9", f"{one.name} wears armor or a shield: not in practice.", "take it off")
    for weapon in in_hands(one):
        if not _is_for_practice(weapon):
            return Refusal("CQ-SCN-9", f"This is no practice weapon: {figures(weapon).name}.", "put it away")
    return None


def _is_for_practice(weapon: Weapon) -> bool:
    """CQ-SCN-9: practice weapons, and stun weapons that are no grenades."""
    arm = figures(weapon)
    return weapon.quality == "practice" or (arm.is_a("stuns") and arm.use != "grenade")


LEARNING: tuple[Check[Fight, Build], ...] = (
    _wits_suffice,
    _body_suffices,
    _groundwork_is_laid,
    _learned_skills_have_letters,
    _slots_suffice,
)
"""Checks 4 to 7."""

BUILDER_CHECKS: tuple[Check[Fight, Build], ...] = (
    _attributes_are_high_enough,
    _movement_is_high_enough,
    _points_are_kept,
    *LEARNING,
    _no_bonus_at_the_start,
    GRIPS,
    *PLACES,
    _credits_suffice,
    LOAD,
    _dressed_for_practice,
)
"""The builder's checks 1 to 20."""
