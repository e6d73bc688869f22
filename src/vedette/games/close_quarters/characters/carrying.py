"""Where a character has his things, and what he owns in all (CH 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Check, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters import arms
from vedette.games.close_quarters.arms import figures, new_weapon
from vedette.games.close_quarters.candidates import by_unit, first_free
from vedette.games.close_quarters.derived import BACKPACK, full_str, load_grams
from vedette.games.close_quarters.state import (
    BAYONET,
    FITTED,
    PACKS,
    SUPPORTS,
    Character,
    Fight,
    Weapon,
    without,
)
from vedette.games.close_quarters.tables import (
    BATTERY,
    KNIVES,
    SPENT,
    STOCKED,
    grams,
    in_grams,
    item,
    items,
    number,
)
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import between_combats, offered_in
from vedette.kit.schema import Ids, doubles
from vedette.kit.words import count

COMMANDS = Commands[Fight]()


Held = Literal["ready", "slung", "dropped"]
Place = Literal["belt", "slung", "ready", "pack", "items", "worn"]
As = Literal["new", "experienced"]


CARRIED = ("ready", "belt", "slung", "pack")
"""The lists that weapons are in; one that is in none of them lies somewhere and is not carried (CH 9)."""

STOWED = ("items", "pack", "worn", "ready", "belt", "slung")
"""The lists that items are in, in the order in which one is looked for."""

KITS = ("items", "pack")
"""Where a kit is at hand."""

SETS = ("armor", "armor2")
"""The two places for sets of armor (CQ-ARM-2)."""

SLOTS = (*SETS, "helmet", "shield", "energy_shield")
"""What is worn or held in a place of its own."""


PURSES = {"ep": ("CQ-EXP-16", "experience point"), "wealth": ("CQ-ITM-9", "credit")}
"""What is paid with: the rule that nobody spends more of it than he has, and one of it."""


def affordable(purse: str, cost_of: Callable[[Fight, Any], int], *reads: str) -> Check[Fight, Any]:
    """CQ-EXP-16, CQ-ITM-9: nobody spends what he doesn't have."""
    rule, one = PURSES[purse]

    @forbids(rule, reads=reads)
    def test(game: Fight, command: Any) -> str | None:
        character, cost = game.units[command.by], cost_of(game, command)
        has = getattr(character, purse)
        if cost <= has:
            return None
        return f"That costs {count(cost, one)}; {character.name} has {has}."

    return test


def changed(character: Character, **changes: Any) -> Character:
    """The character with fields changed that are named by their places."""
    return replace(character, **changes)


def has_kit(character: Character, kit: str) -> bool:
    """Whether he has a kit with him, on his person or in the backpack."""
    return any(kit in getattr(character, place) for place in KITS)


def in_no_list(character: Character, thing: str) -> Character:
    """The character with a thing gone from every list that weapons are in."""
    left = {place: tuple(own for own in getattr(character, place) if own != thing) for place in CARRIED}
    return changed(character, **left)


def without_weapon(character: Character, weapon: str) -> Character:
    """The character without one of his weapons."""
    return replace(in_no_list(character, weapon), weapons=character.weapons_but(weapon))


def with_weapon(character: Character, weapon: Weapon, place: str) -> Character:
    """The character with one weapon more, at the end of a list."""
    return appended(replace(character, weapons=(*character.weapons, weapon)), weapon.id, place)


def changed_weapon(character: Character, weapon: Weapon) -> Character:
    """The character with the weapon of that id as it is now."""
    return replace(
        character, weapons=tuple(weapon if own.id == weapon.id else own for own in character.weapons)
    )


def appended(character: Character, thing: str, place: str) -> Character:
    """The character with a thing at the end of a list."""
    return changed(character, **{place: (*getattr(character, place), thing)})


def place_of(character: Character, item: str) -> str:
    """The first list that an item is in; "" where he has none."""
    return next((place for place in STOWED if item in getattr(character, place)), "")


def swapped(character: Character, item: str, *new: str) -> Character:
    """The character with the first such item gone, and what takes its place."""
    place = place_of(character, item)
    if not place:
        return character
    things = list(getattr(character, place))
    at = things.index(item)
    things[at : at + 1] = new
    return changed(character, **{place: tuple(things)})


def owned(character: Character) -> Iterator[str]:
    """The types of all that he owns, one for each thing, in the order of spoils (CH 16): weapons with what is fitted first."""
    for weapon in character.weapons:
        yield weapon.type
        yield from (thing for thing in weapon.fitted if thing in SUPPORTS)
        if BAYONET in weapon.fitted:
            yield weapon.bayonet
    yield from filter(None, (getattr(character, slot) for slot in SLOTS))
    instances = {weapon.id for weapon in character.weapons}
    places = ("worn", "items", "pack", "ready", "belt", "slung")
    loose = (thing for place in places for thing in getattr(character, place))
    yield from (thing for thing in loose if thing not in instances)


def left_behind(character: Character) -> Character:
    """What he doesn't carry: weapons in no list, and a dropped shield."""
    placed = {thing for place in CARRIED for thing in getattr(character, place)}
    shield = character.shield if character.shield_held == "dropped" else ""
    bare = changed(character, **dict.fromkeys((*STOWED, "weapons"), ()), **dict.fromkeys(SLOTS, ""))
    off = replace(bare, energy_shield_on=False, energy_shield_broken=False, armor_worn=0, shielding_worn=0)
    return replace(off, weapons=tuple(w for w in character.weapons if w.id not in placed), shield=shield)


def carried(character: Character) -> Character:
    """The character as the victors find him: without what lies somewhere."""
    behind = left_behind(character)
    lying = {weapon.id for weapon in behind.weapons}
    return replace(
        character,
        weapons=tuple(weapon for weapon in character.weapons if weapon.id not in lying),
        shield="" if behind.shield else character.shield,
    )


# --- hands, belt, back, pack and load: the builder's checks 9 to 17 and 19 (CH 8, CH 17)

BATTERY_BACKPACKS = ("battery-backpack", "spent-battery-backpack")


class Build(Struct, frozen=True):
    """A character before the builder's checks; `purse` are credits that he has besides what he owns."""

    character: Character
    purse: int = 0
    as_: As = "new"

    @property
    def name(self) -> str:
        """What he is called."""
        return self.character.name


def built(make: Callable[[Fight, Any], Character]) -> Callable[[Fight, Any], tuple[Build, ...]]:
    """The character that a command makes, for the builder's checks; none while the command doesn't make sense yet."""

    def builds(game: Fight, command: Any) -> tuple[Build, ...]:
        try:
            return (Build(make(game, command)),)
        except CommandError:
            return ()

    return builds


def on_belt_and_back(character: Character) -> tuple[int, int]:
    """CQ-ITM-2, CQ-ITM-3: how many things take a weapon's place, and how many are small; worn things are neither."""
    below = number("small_below_grams")
    hung = (*character.belt, *character.slung)
    weapons = [figures(weapon) for thing in hung if (weapon := character.weapon(thing))]
    # grenades that are light enough for a place among the small things
    grenades = sum(arm.use == "grenade" and arm.grams < below for arm in weapons)
    things = (*character.items, *(thing for thing in hung if not character.weapon(thing)))
    bundled = {thing for thing in things if (row := item(thing)) and row.together}  # like a tether: one thing
    masses = [grams(thing) for thing in things if thing not in bundled]
    masses += [grams(thing) * things.count(thing) for thing in bundled]
    small = sum(mass < below for mass in masses)
    return len(weapons) - grenades + len(masses) - small, grenades + small


@forbids("CQ-WPN-8", alternative="both hands")
def _grips_are_strong_enough(game: Fight, build: Build) -> str | None:
    """A two-handed weapon in one hand takes STR to spare."""
    for weapon in arms.in_hands(build.character):
        if not arms.can_grip(build.character, weapon):
            thing = figures(weapon).name
            return f"{build.name} can't hold this in one hand: {thing}."
    return None


@forbids("CQ-WPN-9", alternative="sling the shield")
def _no_shield_beside_both_hands(game: Fight, build: Build) -> str | None:
    in_the_way = arms.shield_in_the_way(build.character)
    return f"{build.name} has no hand left for the shield." if in_the_way else None


@forbids("CQ-ITM-1", alternative="put something away")
def _two_hands(game: Fight, build: Build) -> str | None:
    """Two hands; a shield beside a two-handed grip is CQ-WPN-9 alone."""
    if not arms.too_full(build.character) or arms.shield_in_the_way(build.character):
        return None
    needed = arms.hands_used(build.character)
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
    if not build.character.pack or BACKPACK in build.character.worn:
        return None
    return f"{build.name} wears no backpack."


@forbids("CQ-ARM-8")
def _no_shield_over_a_backpack(game: Fight, build: Build) -> str | None:
    character = build.character
    if character.shield and character.shield_held == "slung" and BACKPACK in character.worn:
        return f"{character.name} can't sling a shield over the backpack."
    return None


@forbids("CQ-ITM-12")
def _flame_throwers_fill_the_back(game: Fight, build: Build) -> str | None:
    character = build.character
    if not any(figures(weapon).is_a(arms.FLAME_THROWER) for weapon in character.weapons):
        return None
    things = {*character.worn, *character.items, *character.pack, *character.ready}
    if character.energy_shield or things & {BACKPACK, *BATTERY_BACKPACKS}:
        return f"{character.name}'s flame thrower goes with no energy shield and nothing on the back."
    return None


@forbids("CQ-ITM-14")
def _supports_fit(game: Fight, build: Build) -> str | None:
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
    return f"{build.name} would carry {kilograms(load)} kg; the limit is {kilograms(most)} kg."


def kilograms(mass: int) -> str:
    """Grams as kilograms, with no more places than they need."""
    return f"{mass / 1000:.3f}".rstrip("0").rstrip(".")


GRIPS: Check[Fight, Build] = _grips_are_strong_enough
"""Check 9."""

PLACES: tuple[Check[Fight, Build], ...] = (
    _no_shield_beside_both_hands, _two_hands, _places_on_belt_and_back, _small_items, _pack_needs_a_backpack,
    _no_shield_over_a_backpack, _flame_throwers_fill_the_back, _supports_fit,
)  # fmt: skip
"""Checks 10 to 17."""

LOAD: Check[Fight, Build] = _light_enough_to_set_out
"""Check 19."""


# --- what is fitted to weapons, and taken off again


def fitted(character: Character, gun: str, wanted: Sequence[str]) -> Character:
    """The character with just that fitted to a weapon of his; raises CommandError for what isn't there.

    First what is no longer wanted comes off, then what is new goes on.
    """
    weapon = owned_weapon(character, gun)
    unknown = [thing for thing in wanted if thing not in FITTED]
    if unknown:
        raise CommandError(f"{shown(unknown[0])} can't be fitted to a weapon.")
    if doubles([thing for thing in wanted if thing not in PACKS]):
        raise CommandError("Name each thing once.")
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
    """A support leaves the items or the backpack, his first knife that will do his weapons; a full pack adds its shots (CQ-ITM-7)."""
    weapon = owned_weapon(character, gun)
    if thing in SUPPORTS:
        place = next((place for place in KITS if thing in getattr(character, place)), None)
        if place is None:
            raise CommandError(f"{character.name} has no {shown(thing)} to fit.")
        return changed(character, **{place: without(getattr(character, place), thing)})
    if thing == BAYONET:
        others = (own for own in character.weapons if own.id != gun)
        knife = next((own for own in others if figures(own).is_a(KNIVES)), None)
        if knife is None:
            raise CommandError(f"{character.name} has no knife to fit.")
        return changed_weapon(without_weapon(character, knife.id), replace(weapon, bayonet=knife.type))
    if thing not in getattr(character, _home(thing)):
        raise CommandError(f"{character.name} has no {shown(thing)} to connect.")
    shots = figures(weapon).rounds * items()[thing].batteries
    return changed_weapon(character, replace(weapon, ammo=weapon.ammo + shots))


def _taken_off(character: Character, gun: str, thing: str) -> Character:
    """A bayonet comes back to the end of the belt, under the gun's name; of a pack what is above the weapon's own rounds goes.

    A pack that isn't full is spent then (CQ-ITM-7).
    """
    weapon = owned_weapon(character, gun)
    if thing in SUPPORTS:
        return appended(character, thing, "items")
    if thing == BAYONET:
        knife = new_weapon(character, free_id(character, f"{gun}-{BAYONET}"), weapon.bayonet)
        return with_weapon(character, knife, "belt")
    rounds = figures(weapon).rounds
    shots = max(0, weapon.ammo - rounds)
    if shots < rounds * items()[thing].batteries and thing in getattr(character, _home(thing)):
        character = swapped(character, thing, f"{SPENT}{thing}")
    return changed_weapon(character, replace(weapon, ammo=min(weapon.ammo, rounds)))


def free_id(character: Character, id: str) -> str:
    """The id, with a number behind it where he has such a weapon already."""
    return first_free(id, {weapon.id for weapon in character.weapons})


def _home(pack: str) -> str:
    """Where a pack is that feeds a weapon: on the belt, or worn."""
    return "worn" if items()[pack].worn else "items"


def within_bounds(character: Character) -> Character:
    """CQ-ITM-7: no weapon holds more than itself and the packs that feed it now."""
    weapons = (replace(own, ammo=min(own.ammo, arms.full_ammo(character, own))) for own in character.weapons)
    return replace(character, weapons=tuple(weapons))


def fed_by(character: Character, pack: str) -> list[Weapon]:
    """The weapons that a kind of pack feeds."""
    return [weapon for weapon in character.weapons if pack in weapon.fitted]


# --- equipment rearranged between combats (CQ-ITM-15)

LISTS = ("ready", "belt", "slung", "pack", "items", "worn")


def arranged(character: Character, command: Equip) -> Character:
    """The character with his things as the command has them; raises CommandError where they don't add up.

    Every weapon is in one place, and everything where such things can be.
    """
    for gun, wanted in command.fit.items():
        character = fitted(character, gun, wanted)
    before = _counted(character)
    for name, grip in command.grip.items():
        character = changed_weapon(character, replace(owned_weapon(character, name), grip=grip))
    given = {place: things for place in LISTS if (things := getattr(command, place)) is not None}
    character = changed(character, **given)
    if command.shield_held is not None:
        character = replace(character, shield_held=command.shield_held)
    instances = {weapon.id for weapon in character.weapons}
    placed = [thing for place in CARRIED for thing in getattr(character, place) if thing in instances]
    twice, nowhere = doubles(placed), sorted(instances - set(placed))
    if twice or nowhere:
        raise CommandError(f"{(twice or nowhere)[0]} must be in one place, and in no other.")
    for place, things in given.items():
        for thing in things:
            row = items().get(thing)
            fits = row is not None and place not in ("belt", "slung") and (place != "worn" or row.worn)
            if not fits and not (thing in instances and place in CARRIED):
                raise CommandError(f"{shown(thing)} can't be there: {place}.")
    if _counted(character) != before:
        raise CommandError(
            f"{character.name} has more or fewer things afterwards: each must be in one place."
        )
    return within_bounds(character)


def _counted(character: Character) -> Counter[str]:
    """How many of each item he has, in whatever place, or fitted."""
    instances = {weapon.id for weapon in character.weapons}
    loose = [thing for place in STOWED for thing in getattr(character, place) if thing not in instances]
    supports = [thing for weapon in character.weapons for thing in weapon.fitted if thing in SUPPORTS]
    return Counter([*loose, *supports])


class Equip(Command):
    """Rearrange what somebody owns: the lists replace the old ones."""

    ready: Ids | None = None
    belt: Ids | None = None
    slung: Ids | None = None
    pack: Ids | None = None
    items: Ids | None = None
    worn: Ids | None = None
    shield_held: Held | None = None
    grip: Annotated[dict[str, Literal[1, 2]], Field(description="hands by weapon")] = {}
    fit: Annotated[dict[str, Ids], Field(description="what hangs on a weapon")] = {}


def _understood(game: Fight, command: Equip) -> Equip:
    """Something is rearranged, and nothing is lost or found on the way."""
    by_unit(game, command)
    if command.model_fields_set <= {"do", "by"}:
        raise CommandError("equip: name what goes where.")
    arranged(game.units[command.by], command)
    return command


_as_arranged = built(lambda game, command: arranged(game.units[command.by], command))


@forbids("CQ-ITM-7", reads=("fit",))
def _packs_feed_one_weapon_each(game: Fight, command: Equip) -> str | None:
    """A battery pack feeds one weapon that takes batteries, from its own place, and a weapon has one pack.

    Looked at where packs are fitted or moved.
    """
    moved = command.fit or command.items is not None or command.worn is not None
    for build in _as_arranged(game, command) if moved else ():
        for weapon in build.character.weapons:
            arm, packs = figures(weapon), [thing for thing in weapon.fitted if thing in PACKS]
            if packs and not arm.is_a(BATTERY):
                return f"This takes no battery: {arm.name}."
            if len(packs) > 1:
                return f"This has a pack already: {arm.name}."
        for pack in PACKS:
            has = getattr(build.character, _home(pack)).count(pack)
            if len(fed_by(build.character, pack)) > has:
                return f"A {items()[pack].name.lower()} feeds one weapon."
    return None


@forbids("CQ-POL-11", reads=("fit",))
def _bayonets_fit(game: Fight, command: Equip) -> str | None:
    character = game.units[command.by]
    for name, wanted in command.fit.items():
        weapon = character.weapon(name)
        if weapon and BAYONET in wanted and not figures(weapon).is_a(STOCKED):
            return f"This takes no bayonet: {figures(weapon).name}."
    return None


@fact("{unit} rearranges what is carried.")
class Rearranged(Fact, frozen=True):
    unit: str


@COMMANDS.add(
    Equip,
    "Equip",
    _understood,
    (between_combats("CQ-ITM-15"), _packs_feed_one_weapon_each, _bayonets_fit),
    rules=("CQ-ITM-7", "CQ-ITM-15"),
    reminders=("CQ-SKL-40",),
    parts=_as_arranged,
    part_checks=(GRIPS, *PLACES, LOAD),
    key="o",
    offered=offered_in("between"),
)
async def equip(play: Play[Fight], command: Equip) -> None:
    """CQ-ITM-15: what he owns, in its new places."""
    game = play.state
    character = arranged(game.units[command.by], command)
    play.commit(game.with_units({command.by: character}), Rearranged(command.by))
