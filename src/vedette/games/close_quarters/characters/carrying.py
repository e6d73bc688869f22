"""Where a character has his things, and what he owns in all (CH 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Check, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters import arms, candidates, state, tables
from vedette.games.close_quarters.arms import figures, new_weapon
from vedette.games.close_quarters.derived import BACKPACK, full_str, load_grams
from vedette.games.close_quarters.state import BAYONET, PACKS, SUPPORTS, Character, Fight, Weapon, without
from vedette.games.close_quarters.tables import SPENT, grams, in_grams, item, items, number
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
        return f"That costs {count(cost, one)}; {character.name} has {has}." if cost > has else None

    return test


def has_kit(character: Character, kit: str) -> bool:
    """Whether he has a kit with him, on his person or in the backpack."""
    return any(kit in getattr(character, place) for place in KITS)


def in_no_list(character: Character, thing: str) -> Character:
    """The character with a thing gone from every list that weapons are in."""
    left = {place: tuple(own for own in getattr(character, place) if own != thing) for place in CARRIED}
    return replace(character, **left)


def without_weapon(character: Character, weapon: str) -> Character:
    return replace(in_no_list(character, weapon), weapons=character.weapons_but(weapon))


def with_weapon(character: Character, weapon: Weapon, place: str) -> Character:
    return appended(replace(character, weapons=(*character.weapons, weapon)), weapon.id, place)


def changed_weapon(character: Character, weapon: Weapon) -> Character:
    """The character with the weapon of that id as it is now."""
    weapons = (weapon if own.id == weapon.id else own for own in character.weapons)
    return replace(character, weapons=tuple(weapons))


def appended(character: Character, thing: str, place: str) -> Character:
    return replace(character, **{place: (*getattr(character, place), thing)})


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
    return replace(character, **{place: tuple(things)})


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
    bare = replace(character, **dict.fromkeys((*STOWED, "weapons"), ()), **dict.fromkeys(SLOTS, ""))
    off = replace(bare, energy_shield_on=False, energy_shield_broken=False, armor_worn=0, shielding_worn=0)
    return replace(off, weapons=tuple(w for w in character.weapons if w.id not in placed), shield=shield)


def carried(character: Character) -> Character:
    """The character as the victors find him: without what lies somewhere."""
    behind = left_behind(character)
    weapons = tuple(weapon for weapon in character.weapons if weapon not in behind.weapons)
    return replace(character, weapons=weapons, shield="" if behind.shield else character.shield)


# --- hands, belt, back, pack and load: the builder's checks 9 to 17 and 19 (CH 8, CH 17)

BATTERY_BACKPACKS = ("battery-backpack", "spent-battery-backpack")


class Build(Struct, frozen=True):
    """A character before the builder's checks; `purse` are credits that he has besides what he owns."""

    character: Character
    purse: int = 0
    as_: As = "new"

    @property
    def name(self) -> str:
        return self.character.name


def built(make: Callable[[Fight, Any], Character]) -> Callable[[Fight, Any], tuple[Build, ...]]:
    """The character that a command makes, for the builder's checks; none while the command doesn't make sense yet."""

    def builds(game: Fight, command: Any) -> tuple[Build, ...]:
        with suppress(CommandError):
            return (Build(make(game, command)),)
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


def _no_build(
    rule: str, sentence: str, holds: Callable[[Character], object], alternative: str = ""
) -> Check[Fight, Build]:
    """Refuses, with that rule, a character of whom this holds; `{}` in the sentence is their name."""

    @forbids(rule, alternative=alternative)
    def test(game: Fight, build: Build) -> str | None:
        return sentence.format(build.name) if holds(build.character) else None

    return test


_no_shield_beside_both_hands = _no_build(
    "CQ-WPN-9", "{} has no hand left for the shield.", arms.shield_in_the_way, "sling the shield"
)


@forbids("CQ-ITM-1", alternative="put something away")
def _two_hands(game: Fight, build: Build) -> str | None:
    """Two hands; a shield beside a two-handed grip is CQ-WPN-9 alone."""
    full = arms.too_full(build.character) and not arms.shield_in_the_way(build.character)
    return f"{build.name} needs {arms.hands_used(build.character)} hands for all that." if full else None


@forbids("CQ-ITM-2")
def _places_on_belt_and_back(game: Fight, build: Build) -> str | None:
    large, most = on_belt_and_back(build.character)[0], number("belt_most")
    sentence = f"Belt and back have {most} places; {build.name} has {large} things there."
    return sentence if large > most else None


@forbids("CQ-ITM-3")
def _small_items(game: Fight, build: Build) -> str | None:
    small, most = on_belt_and_back(build.character)[1], number("small_most")
    return f"{most} small things can be carried; {build.name} has {small}." if small > most else None


_pack_needs_a_backpack = _no_build(
    "CQ-ITM-11", "{} wears no backpack.", lambda one: one.pack and BACKPACK not in one.worn, "wear a backpack"
)
_no_shield_over_a_backpack = _no_build(
    "CQ-ARM-8",
    "{} can't sling a shield over the backpack.",
    lambda one: one.shield and one.shield_held == "slung" and BACKPACK in one.worn,
)


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
        for thing in SUPPORTS:
            if thing in weapon.fitted and not figures(weapon).is_a(thing):
                return f"A {thing} doesn't fit this: {figures(weapon).name}."
    return None


@forbids("CQ-ENC-6")
def _light_enough_to_set_out(game: Fight, build: Build) -> str | None:
    """Nobody sets out with more than five times his STR, gravity left aside."""
    load, most = load_grams(build.character), in_grams(number("set_out_times") * full_str(build.character))
    sentence = f"{build.name} would carry {kilograms(load)} kg; the limit is {kilograms(most)} kg."
    return sentence if load > most else None


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

    First what is no longer wanted comes off: a bayonet to the end of the belt, under the gun's name; with a pack what is
    above the weapon's own rounds, and a pack that isn't full is spent then (CQ-ITM-7). Then what is new goes on: a support
    out of the items or the backpack, the first knife that will do, and a full pack adds its shots.
    """
    weapon = owned_weapon(character, gun)
    unknown = [thing for thing in wanted if thing not in state.FITTED]
    if unknown:
        raise CommandError(f"{shown(unknown[0])} can't be fitted to a weapon.")
    if doubles([thing for thing in wanted if thing not in PACKS]):
        raise CommandError("Name each thing once.")
    rounds, ammo = figures(weapon).rounds, weapon.ammo
    for thing in weapon.fitted:
        if thing in wanted:
            continue
        if thing in SUPPORTS:
            character = appended(character, thing, "items")
        elif thing == BAYONET:
            knife = new_weapon(character, free_id(character, f"{gun}-{BAYONET}"), weapon.bayonet)
            character = with_weapon(character, knife, "belt")
        else:
            left = max(0, ammo - rounds)
            if left < rounds * items()[thing].batteries and thing in getattr(character, _home(thing)):
                character = swapped(character, thing, f"{SPENT}{thing}")
            ammo = min(ammo, rounds)
    bayonet = weapon.bayonet
    for thing in wanted:
        if thing in weapon.fitted:
            continue
        if thing in SUPPORTS:
            place = next((place for place in KITS if thing in getattr(character, place)), None)
            if place is None:
                raise CommandError(f"{character.name} has no {shown(thing)} to fit.")
            character = replace(character, **{place: without(getattr(character, place), thing)})
        elif thing == BAYONET:
            others = (own for own in character.weapons if own.id != gun)
            found = next((own for own in others if figures(own).is_a(tables.KNIVES)), None)
            if found is None:
                raise CommandError(f"{character.name} has no knife to fit.")
            character, bayonet = without_weapon(character, found.id), found.type
        elif thing not in getattr(character, _home(thing)):
            raise CommandError(f"{character.name} has no {shown(thing)} to connect.")
        else:
            ammo += rounds * items()[thing].batteries
    return changed_weapon(character, replace(weapon, fitted=tuple(wanted), ammo=ammo, bayonet=bayonet))


def owned_weapon(character: Character, name: str) -> Weapon:
    """A weapon of his by its id; raises CommandError."""
    weapon = character.weapon(name)
    if weapon is None:
        raise CommandError(f"{character.name} has no weapon {shown(name)}.")
    return weapon


def free_id(character: Character, id: str) -> str:
    """The id, with a number behind it where he has such a weapon already."""
    return candidates.first_free(id, {weapon.id for weapon in character.weapons})


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
    character = replace(character, **given)
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
    grip: Annotated[dict[str, Literal[1, 2]], "hands by weapon"] = {}
    fit: Annotated[dict[str, Ids], "what hangs on a weapon"] = {}


def _understood(game: Fight, command: Equip) -> Equip:
    """Something is rearranged, and nothing is lost or found on the way."""
    candidates.by_unit(game, command)
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
            if packs and not arm.is_a(tables.BATTERY):
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
    for name, wanted in command.fit.items():
        weapon = game.units[command.by].weapon(name)
        if weapon and BAYONET in wanted and not figures(weapon).is_a(tables.STOCKED):
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
    character = arranged(play.state.units[command.by], command)
    play.commit(play.state.with_units({command.by: character}), Rearranged(command.by))
