"""A character by himself, before the builder's checks and in a file; and his sheet: every value with what made it (CQ-CHR-3; CH 3 to 9, 11, 13, 15); what of it is corrected by hand; his skills."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.errors import DataError
from vedette.engine.figures import signed
from vedette.engine.plain import to_plain
from vedette.engine.readings import completed
from vedette.engine.text import slug
from vedette.games.close_quarters.arms import (
    column_damage,
    fencing,
    full_ammo,
    martial_arts,
    martial_bonus,
    toughness,
)
from vedette.games.close_quarters.candidates import thing_name, weapon_name
from vedette.games.close_quarters.characters.carrying import CARRIED, Build, kilograms
from vedette.games.close_quarters.characters.creating import (
    build_faults,
    low_attributes,
    too_clumsy_or_weak,
    too_dull,
    unlettered,
    without_groundwork,
)
from vedette.games.close_quarters.derived import (
    MODS,
    alive,
    conscious,
    defence,
    effective_load,
    encumbrance,
    full_str,
    hits_left,
    load_grams,
    points_of,
    slots,
    slots_of,
)
from vedette.games.close_quarters.setup import BuildData, build, character_faults
from vedette.games.close_quarters.state import Character, Fight, Options, Posture, Side, Weapon
from vedette.games.close_quarters.tables import (
    RULESET_ID,
    TABLES,
    armor,
    encumbrance_bands,
    energy_shields,
    grams,
    shields,
    skills,
    unarmed_columns,
)
from vedette.games.close_quarters.turn.allowance import allowance
from vedette.games.close_quarters.view.cards import STATUS, weapon_rows
from vedette.kit.schema import read_setup
from vedette.kit.words import count
from vedette.view.editors import WITH_THIS, Beginning, BuildLine
from vedette.view.sheet import Block, Reason, Sheet, SheetRow, because
from vedette.view.steppers import counter, flag, words
from vedette.view.vocabulary import Stepper

# --- a character by himself, before the builder's checks


HOME = "home"
"""The side of a character in his own file."""

HERO = "hero"
"""What a character is called by while he has no file."""

WORSE = frozenset({"CQ-CHR-4", "CQ-CHR-7", "CQ-SKL-1", "CQ-ITM-2", "CQ-ITM-3", "CQ-ENC-6"})
"""Limits that can be broken further."""


def alone(character: Character) -> Fight:
    """A game of nobody else, in which the text is read as usual."""
    usual = completed(TABLES.readings, {})
    return Fight({HOME: Side("Home")}, {HERO: replace(character, side=HOME)}, readings=usual)


def against_him(character: Character) -> tuple[Refusal, ...]:
    """Every fault, in the order of the builder's checks; where one is with a skill, all skills that have it."""
    game = alone(character)
    return tuple(
        each
        for fault in build_faults(game, Build(character))
        for each in _all_alike(character, game.options, fault)
    )


def _all_alike(character: Character, options: Options, fault: Refusal) -> Iterable[Refusal]:
    """The faults of the same rule: a check tells only the first."""
    tests: Mapping[str, Callable[[str], Refusal | None]] = {
        "CQ-SKL-2": lambda skill: too_dull(character, skill),
        "CQ-SKL-3": lambda skill: too_clumsy_or_weak(character, skill),
        "CQ-SKL-4": lambda skill: without_groundwork(character, skill),
        "CQ-SKL-20": lambda skill: unlettered(options, character, skill),
    }
    if fault.rule == "CQ-CHR-5":
        return low_attributes(character)
    return filter(None, map(tests[fault.rule], character.skills)) if fault.rule in tests else (fault,)


def fresh(before: Iterable[Refusal], after: Character | None) -> Refusal | None:
    """The first rule against a step that wasn't broken before it, or that it breaks further: what would be then."""
    if after is None:
        return None
    known = {refusal.rule: refusal for refusal in before}
    new = (
        refusal
        for refusal in against_him(after)
        if refusal.rule not in known or (refusal.rule in WORSE and refusal != known[refusal.rule])
    )
    first = next(new, None)
    return replace(first, sentence=f"{WITH_THIS}{first.sentence}") if first is not None else None


def stepping(
    line: BuildLine, before: Iterable[Refusal], more: Character | None, less: Character | None
) -> BuildLine:
    """The line with what a step either way would do; of what he has, the rules against it are told already."""
    why_not = line.why_not or (None if line.chosen else fresh(before, more))
    return replace(line, why_not=why_not, more=more is not None, less=less is not None)


# --- a character as a file has him


ABOUT = ("id", "ruleset", "text")
"""What a file may say beside the character."""


def begun() -> Character:
    """A new character, of whom nothing is decided yet."""
    return Character("New character", HOME)


def read_beginner(row: Mapping[str, Any]) -> Character:
    """A beginner as a file has him; raises DataError with everything that makes no sense."""
    given = {key: value for key, value in row.items() if key not in ABOUT}
    found = list(_misread(given))
    if found:
        raise DataError(found)
    data = read_setup(BuildData, given)
    if data.species == "human" and data.bought:
        found.append("bought: a new human has bought no skills yet")
    character = build(data, data.name or begun().name, HOME)
    found += character_faults(alone(character), HERO)
    if found:
        raise DataError(found)
    return character


def _misread(given: Mapping[str, Any]) -> Iterator[str]:
    """What can't be read; where that is single fields, also what doesn't fit together in the others."""
    try:
        read_setup(BuildData, given)
    except DataError as error:
        yield from error.faults
        wrong = {fault.partition(":")[0].partition(".")[0] for fault in error.faults}
        others = {key: value for key, value in given.items() if key not in wrong}
        if len(others) < len(given):
            yield from _misread(others)


def beginning(character: Character, file: str) -> Beginning:
    """His file's set-up, and the command that makes him (CQ-CHR-17)."""
    id = slug(file)
    setup = {"ruleset": RULESET_ID, "title": character.name, "sides": [{"id": HOME, "name": "Home"}]}
    id = HERO if id in ("", HOME) else id
    return Beginning(setup, {"do": "create", "by": HOME, "id": id, "character": _as_built(character)})


def _as_built(character: Character) -> dict[str, Any]:
    """What he is made of, without what goes without saying."""
    usual = to_plain(Character("", HOME))
    told = to_plain(character)
    made = {key: told[key] for key in BuildData.model_fields if key in told and told[key] != usual.get(key)}
    return {
        **made,
        **({"weapons": [_weapon(weapon) for weapon in character.weapons]} if character.weapons else {}),
    }


def _weapon(weapon: Weapon) -> dict[str, Any]:
    usual, told = to_plain(Weapon("", "")), to_plain(weapon)
    always = ("id", "type", "ammo", "grip")
    return {key: told[key] for key in told if key in always or told[key] != usual.get(key)}


PLACES = {"ready": "In hand", "belt": "Belt", "slung": "Back", "pack": "Backpack"}

STOPS = {
    "plain": ("Any hit", "CQ-ARM-1"),
    "front": ("From the front", "CQ-ARM-3"),
    "rear": ("From the rear", "CQ-ARM-3"),
    "head": ("Aimed at the head", "CQ-ARM-5"),
    "arms": ("Aimed at an arm", "CQ-ARM-5"),
    "legs": ("Aimed at a leg", "CQ-ARM-5"),
    "shot": ("Birdshot, buckshot", "CQ-WPN-15"),
    "blast": ("Grenades", "CQ-ARM-6"),
    "energy": ("Energy weapons", "CQ-ARM-10"),
    "fire": ("Fire", "CQ-ARM-6"),
    "r": ("R-factor", "CQ-ARM-10"),
}
"""The derived defence, by what comes (CH 7)."""


def sheet(game: Fight, name: str) -> Sheet:
    """Everything about one character."""
    character = game.units[name]
    blocks = (
        Block("Attributes", tuple(_attributes(game, name))),
        Block("Condition", tuple(_condition(game, name))),
        Block("Skills", tuple(_skills(game, name))),
        Block("Weapons", tuple(weapon_rows(game, name))),
        Block(f"By strength {full_str(character)}", tuple(_unarmed(character))),
        Block("Armor and shields", tuple(_protection(game, character))),
        Block("Load", tuple(_load(game, name))),
        Block("Carried", tuple(_carried(character))),
        Block("Wealth and experience", tuple(_wealth(character))),
    )
    side = game.sides[character.side].name
    species = "" if character.species == "human" else f" · {character.species}"
    subtitle = f"Close Quarters · {side}{species} · {in_short(character)}"
    return Sheet(character.name, subtitle, tuple(block for block in blocks if block.rows))


def in_short(character: Character) -> str:
    """The attributes in a line."""
    return f"STR {character.str} DEX {character.dex} INT {character.int} MOV {character.mov}"


def _attributes(game: Fight, name: str) -> Iterator[SheetRow]:
    """Effective values, each with everything between it and the base (CH 11)."""
    character = game.units[name]
    for attribute, mods in MODS.items():
        found = mods(game, name)
        base = getattr(character, attribute)
        value = base + int(sum(mod.value for mod in found))
        yield SheetRow(
            attribute.upper(), f"{value}", (Reason(f"base {base}"), *because(*found)) if found else ()
        )


def _condition(game: Fight, name: str) -> Iterator[SheetRow]:
    character = game.units[name]
    yield SheetRow(
        "Hits left",
        f"{max(0, hits_left(character))} of {character.str}",
        (Reason("1 left: unconscious", ("CQ-CHR-14",)),),
    )
    if character.damage:
        old = Reason(f"{character.old_damage} of them too old for a medic", ("CQ-SKL-36",))
        yield SheetRow("Wounds", f"{character.damage}", (old,) if character.old_damage else ())
    if character.nonlethal:
        yield SheetRow("Nonlethal, fatigue", f"{character.nonlethal}")
    if not conscious(game, name):
        yield SheetRow(
            "State", "unconscious" if alive(character) else "dead", (Reason("hits left", ("CQ-CHR-14",)),)
        )
    lasting = [STATUS.get(flag, flag) for flag in character.status]
    lasting += [f"{arm.replace('-', ' ')} lost" for arm in character.arms_lost] + (
        ["leg lost"] if character.leg_lost else []
    )
    if lasting:
        yield SheetRow("Lasting", ", ".join(lasting))


def _skills(game: Fight, name: str) -> Iterator[SheetRow]:
    """Skills with their slots, reductions and bonuses, and what they come to."""
    character = game.units[name]
    yield from (_skill(game, character, id) for id in character.skills)
    most = Reason("at most INT at the start", ("CQ-SKL-1",))
    yield SheetRow("Slots taken", f"{slots(character, game.options)} of {character.int}", (most,))
    if tough := toughness(character):
        yield SheetRow("Off each hit", f"{tough}", (Reason("toughness", ("CQ-SKL-31",)),))
    if level := martial_arts(character):
        yield SheetRow("Martial arts", f"level {level}", (Reason("while armor allows", ("CQ-SKL-34",)),))
    if "fencing" in character.skills:
        usable = "usable" if fencing(game, name) else "not usable now"
        yield SheetRow("Fencing", usable, (Reason("by effective DEX", ("CQ-SKL-33",)),))


def _skill(game: Fight, character: Character, id: str) -> SheetRow:
    """One skill: CQ-SKL-5, CQ-EXP-8, CQ-EXP-10."""
    row, taken, bonus = skills()[id], slots_of(character, id, game.options), character.bonuses.get(id, 0)
    reasons = []
    if id in character.bought:
        reasons.append(Reason("bought: takes no slot", ("CQ-EXP-8",)))
    elif taken < row.slots:
        cheaper = ", ".join(skills()[other].name for other in row.cheaper if other in character.skills)
        reasons.append(Reason(f"{row.slots} in the table, less for {cheaper}", ("CQ-SKL-5",)))
    if bonus:
        reasons.append(Reason(f"bought bonus +{bonus}", ("CQ-EXP-10",)))
    value = "bought" if id in character.bought else count(taken, "slot")
    return SheetRow(row.name, f"{value}, +{bonus}" if bonus else value, tuple(reasons))


def _unarmed(character: Character) -> Iterator[SheetRow]:
    """CQ-TBL-3, CQ-TBL-4: damage by strength."""
    bonus = martial_bonus(character)
    for column, row in unarmed_columns().items():
        reasons = [Reason("", ("CQ-TBL-4" if row.steps else "CQ-TBL-3",))]
        if row.martial and bonus:
            reasons.append(Reason(f"martial arts {signed(bonus)}", ("CQ-SKL-34",)))
        yield SheetRow(row.name, column_damage(character, column).written, tuple(reasons))


def _protection(game: Fight, character: Character) -> Iterator[SheetRow]:
    """What is worn, and what it stops, by what comes and where it hits."""
    worn = [armor()[id] for id in (character.armor, character.armor2, character.helmet) if id]
    for row in worn:
        parts = [
            f"stops {points_of(game, row)}",
            f"R {row.r}" if row.r else "",
            f"DEX {signed(row.dex)}" if row.dex else "",
        ]
        parts += [f"MOV {signed(row.mov)}" if row.mov else "", f"{row.kg} kg"]
        yield SheetRow(row.name, ", ".join(part for part in parts if part))
    if character.shield:
        shield = shields()[character.shield]
        yield SheetRow(shield.name, f"{character.shield_held}, stops {shield.defence}, {shield.kg} kg")
    if character.energy_shield:
        state = "broken" if character.energy_shield_broken else "on" if character.energy_shield_on else "off"
        yield SheetRow(energy_shields()[character.energy_shield].name, state)
    stops = defence(game, character)
    if worn or character.shield or stops.rear:
        for key, (label, rule) in STOPS.items():
            yield SheetRow(label, f"{getattr(stops, key)}", (Reason("", (rule,)),) if key != "r" else ())


def _load(game: Fight, name: str) -> Iterator[SheetRow]:
    """CQ-ENC-1, CQ-ENC-2, CQ-ENC-7: the load, its band, and where the bands end."""
    character, band = game.units[name], encumbrance(game, name)
    yield SheetRow(
        "Load",
        f"{kilograms(load_grams(character))} kg",
        (Reason("all that is worn and carried", ("CQ-ENC-1",)),),
    )
    if game.options.gravity != 1:
        felt = kilograms(round(effective_load(game, name)))
        yield SheetRow(
            "Effective load", f"{felt} kg", (Reason(f"gravity {game.options.gravity:g}", ("CQ-ENC-7",)),)
        )
    yield SheetRow(
        "Encumbrance",
        band.name,
        (Reason(f"DEX {signed(band.dex)}, MOV {signed(band.mov)}", ("CQ-ENC-2", "CQ-ENC-3")),),
    )
    for row in encumbrance_bands():
        limit = row.limit(full_str(character))
        if limit is not None:
            yield SheetRow(f"  {row.name}", f"up to {kilograms(limit)} kg")


def _carried(character: Character) -> Iterator[SheetRow]:
    """Where everything is."""
    for place in CARRIED:
        if things := getattr(character, place):
            yield SheetRow(PLACES[place], ", ".join(thing_name(character, thing) for thing in things))
    if character.worn:
        yield SheetRow("Worn", ", ".join(thing_name(None, thing) for thing in character.worn))
    for thing in dict.fromkeys(character.items):
        count = character.items.count(thing)
        mass = kilograms(count * grams(thing))
        yield SheetRow(thing_name(None, thing), f"×{count}, {mass} kg" if count > 1 else f"{mass} kg")


def _wealth(character: Character) -> Iterator[SheetRow]:
    yield SheetRow("Credits", f"{character.wealth}")
    yield SheetRow(
        "Experience to spend",
        f"{character.ep}",
        (Reason("awarded and spent between combats", ("CQ-EXP-4",)),),
    )


# --- each skill with the combat as it would be without it: what decided an attack is found that way


def traits(game: Fight, name: str) -> Mapping[str, Fight]:
    """Each of his skills once, at whatever level."""
    own = game.units[name].skills
    return {
        skills()[skill].name: game.with_unit(name, skills=tuple(one for one in own if one != skill))
        for skill in dict.fromkeys(own)
    }


# --- what is corrected by hand: hits, ammunition, posture, and the marks of the combat


TURNS = 9
"""The most turns that are stepped to."""

BURNING = {"": "no", "limb": "a limb", "half": "half", "whole": "all over", "soaked": "soaked in oil"}


def steppers(game: Fight, name: str) -> tuple[Stepper, ...]:
    """Hits first, then the weapons in hand; what is seldom needed only where there is any of it."""
    character, path = game.units[name], f"units.{name}"
    made = [
        _hits(character, path),
        *_ammunition(character, path),
        words("Posture", f"{path}.posture", character.posture, {one: one for one in get_args(Posture)}, "p"),
        flag("Has acted", f"{path}.acted", character.acted, "a"),
        flag("Has moved", f"{path}.done", character.done, "m"),
        counter(
            "Movement spent",
            f"{path}.moved",
            character.moved,
            allowance(game, name, character.path) if character.hex else 0,
            "v",
        ),
        counter("Stunned, turns", f"{path}.stunned", character.stunned, TURNS, "s"),
        words("Burning", f"{path}.burning", character.burning, BURNING, "b"),
    ]
    if game.options.nonlethal:
        nonlethal = counter(
            "Nonlethal damage", f"{path}.nonlethal", character.nonlethal, 2 * character.str, "n"
        )
        made.insert(1, nonlethal)
    if character.aim_target:
        made.append(counter("Turns aimed", f"{path}.aim_turns", character.aim_turns, TURNS, "t"))
    made.append(flag("Entangled", f"{path}.entangled", character.entangled, "e"))
    if character.leaks:
        made.append(counter("Leaks", f"{path}.leaks", character.leaks, TURNS, "l"))
    return tuple(made)


def _hits(character: Character, path: str) -> Stepper:
    """CQ-CHR-14: as the table counts them; more damage than hits leaves fewer than none."""
    least, most = min(hits_left(character), -character.nonlethal), character.str - character.nonlethal
    left = {hits: str(hits) for hits in range(least, most + 1)}
    return words("Hits left", f"{path}.hits_left", hits_left(character), left, "h")


def _ammunition(character: Character, path: str) -> Iterator[Stepper]:
    """CQ-WPN-11: rounds in what can be loaded, what is in hand first."""
    order = sorted(enumerate(character.weapons), key=lambda pair: pair[1].id not in character.ready)
    for place, weapon in order:
        full = full_ammo(character, weapon)
        if full:
            label = f"{weapon_name(character, weapon.id)}: rounds"
            yield counter(label, f"{path}.weapons.{place}.ammo", weapon.ammo, full, "r")
