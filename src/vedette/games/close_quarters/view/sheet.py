"""A character by himself and in a file; his sheet: every value with what made it (CQ-CHR-3; CH 3 to 9, 11, 13, 15); what of it is corrected by hand; his skills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from msgspec.structs import replace

from vedette.engine.data import Row
from vedette.engine.errors import DataError
from vedette.engine.figures import signed
from vedette.engine.readings import completed
from vedette.games.close_quarters import arms, derived, tables
from vedette.games.close_quarters.candidates import conditions, thing_name, weapon_name
from vedette.games.close_quarters.characters.carrying import CARRIED, kilograms
from vedette.games.close_quarters.setup import BUILD, build, character_faults
from vedette.games.close_quarters.state import Character, Fight, Posture, Side
from vedette.games.close_quarters.tables import ArmorRow, skills
from vedette.games.close_quarters.turn.path import allowance
from vedette.games.close_quarters.view.cards import HANDS, STATUS
from vedette.kit.schema import read_record
from vedette.kit.setup_resolver import row_faults
from vedette.kit.words import count
from vedette.view.sheet import Block, Reason, Sheet, SheetRow, because
from vedette.view.steppers import counter, flag, words
from vedette.view.vocabulary import Stepper

# --- a character by himself, and as a file has him


HOME = "home"
"""The side of a character in his own file."""

HERO = "hero"
"""What a character is called by while he has no file."""

ABOUT = ("id", "ruleset", "text")
"""What a file may say beside the character."""


def alone(character: Character) -> Fight:
    """A game of nobody else, in which the text is read as usual."""
    usual = completed(tables.TABLES.readings, {})
    return Fight({HOME: Side("Home")}, {HERO: replace(character, side=HOME)}, readings=usual)


def begun() -> Character:
    return Character("New character", HOME)


def read_beginner(row: Row) -> Character:
    """A beginner as a file has him; raises DataError with everything that makes no sense."""
    given = {key: value for key, value in row.items() if key not in ABOUT}
    if found := row_faults(BUILD, given):
        raise DataError(found)
    data = read_record(BUILD, given)
    if data.species == "human" and data.bought:
        found.append("bought: a new human has bought no skills yet")
    character = build(data, data.name or begun().name, HOME)
    found += character_faults(alone(character), HERO)
    if found:
        raise DataError(found)
    return character


# --- the sheet


PLACES = {"ready": "In hand", "belt": "Belt", "slung": "Back", "pack": "Backpack"}

STOPS = {
    "plain": ("Any hit", "CQ-ARM-1"), "front": ("From the front", "CQ-ARM-3"), "rear": ("From the rear", "CQ-ARM-3"),
    "head": ("Aimed at the head", "CQ-ARM-5"), "arms": ("Aimed at an arm", "CQ-ARM-5"), "legs": ("Aimed at a leg", "CQ-ARM-5"),
    "shot": ("Birdshot, buckshot", "CQ-WPN-15"), "blast": ("Grenades", "CQ-ARM-6"),
    "energy": ("Energy weapons", "CQ-ARM-10"), "fire": ("Fire", "CQ-ARM-6"), "r": ("R-factor", "CQ-ARM-10"),
}  # fmt: skip
"""The derived defence, by what comes (CH 7)."""


def sheet(game: Fight, name: str) -> Sheet:
    character = game.units[name]
    blocks = (
        Block("Attributes", tuple(_attributes(game, name))),
        Block("Condition", tuple(_condition(game, name))),
        Block("Skills", tuple(_skills(game, name))),
        Block("Weapons", tuple(_weapons(game, name))),
        Block(f"By strength {derived.full_str(character)}", tuple(_unarmed(character))),
        Block("Armor and shields", tuple(_protection(game, character))),
        Block("Load", tuple(_load(game, name))),
        Block("Carried", tuple(_carried(character))),
        Block(
            "Wealth and experience",
            (
                SheetRow("Credits", f"{character.wealth}"),
                _row(
                    "Experience to spend", f"{character.ep}", "awarded and spent between combats", "CQ-EXP-4"
                ),
            ),
        ),
    )
    side = game.sides[character.side].name
    species = "" if character.species == "human" else f" · {character.species}"
    subtitle = f"Close Quarters · {side}{species} · {in_short(character)}"
    return Sheet(character.name, subtitle, tuple(block for block in blocks if block.rows))


def in_short(character: Character) -> str:
    return f"STR {character.str} DEX {character.dex} INT {character.int} MOV {character.mov}"


def _row(label: str, value: str, why: str, *rules: str) -> SheetRow:
    return SheetRow(label, value, (Reason(why, rules),))


def _attributes(game: Fight, name: str) -> Iterator[SheetRow]:
    for attribute, mods in derived.MODS.items():
        found, base = mods(game, name), getattr(game.units[name], attribute)
        reasons = (Reason(f"base {base}"), *because(*found)) if found else ()
        yield SheetRow(attribute.upper(), f"{derived.effective(game, name, attribute)}", reasons)


def _condition(game: Fight, name: str) -> Iterator[SheetRow]:
    character = game.units[name]
    left = max(0, derived.hits_left(character))
    yield _row("Hits left", f"{left} of {character.str}", "1 left: unconscious", "CQ-CHR-14")
    if character.damage:
        old = Reason(f"{character.old_damage} of them too old for a medic", ("CQ-SKL-36",))
        yield SheetRow("Wounds", f"{character.damage}", (old,) if character.old_damage else ())
    if character.nonlethal:
        yield SheetRow("Nonlethal, fatigue", f"{character.nonlethal}")
    if not derived.conscious(game, name):
        state = "unconscious" if derived.alive(character) else "dead"
        yield _row("State", state, "hits left", "CQ-CHR-14")
    lasting = [STATUS.get(flag, flag) for flag in character.status]
    lasting += [f"{arm.replace('-', ' ')} lost" for arm in character.arms_lost]
    lasting += ["leg lost"] if character.leg_lost else []
    if lasting:
        yield SheetRow("Lasting", ", ".join(lasting))


def _skills(game: Fight, name: str) -> Iterator[SheetRow]:
    """Skills with their slots, reductions and bonuses (CQ-SKL-5, CQ-EXP-8, CQ-EXP-10), and what they come to."""
    character, options = game.units[name], game.options
    for id in character.skills:
        row, bonus, reasons = skills()[id], character.bonuses.get(id, 0), []
        value = count(taken := derived.slots_of(character, id, options), "slot")
        if id in character.bought:
            value = "bought"
            reasons.append(Reason("bought: takes no slot", ("CQ-EXP-8",)))
        elif taken < row.slots:
            cheaper = ", ".join(skills()[other].name for other in row.cheaper if other in character.skills)
            reasons.append(Reason(f"{row.slots} in the table, less for {cheaper}", ("CQ-SKL-5",)))
        if bonus:
            value += f", +{bonus}"
            reasons.append(Reason(f"bought bonus +{bonus}", ("CQ-EXP-10",)))
        yield SheetRow(row.name, value, tuple(reasons))
    taken = derived.slots(character, options)
    yield _row("Slots taken", f"{taken} of {character.int}", "at most INT at the start", "CQ-SKL-1")
    if tough := arms.toughness(character):
        yield _row("Off each hit", f"{tough}", "toughness", "CQ-SKL-31")
    if level := arms.martial_arts(character):
        yield _row("Martial arts", f"level {level}", "while armor allows", "CQ-SKL-34")
    if "fencing" in character.skills:
        usable = "usable" if arms.fencing(game, name) else "not usable now"
        yield _row("Fencing", usable, "by effective DEX", "CQ-SKL-33")


def _weapons(game: Fight, name: str) -> Iterator[SheetRow]:
    character, dex = game.units[name], derived.e_dex(game, name)
    for weapon in character.weapons:
        arm, mods = arms.figures(weapon), arms.hit_mods(character, weapon)
        hits = dex + int(sum(mod.value for mod in mods))
        value = f"damage {arms.damage_words(game, character, weapon)}, hits on {hits} with {tables.number('check_dice')}d6"
        reasons = [Reason(f"DEX {dex} effective", ("CQ-CHK-12",)), *because(*mods)]
        if arm.thrown and arm.use == "melee":  # what may be thrown besides
            hits = dex + int(sum(mod.value for mod in arms.throw_mods(character, weapon)))
            reasons.append(Reason(f"thrown: hits on {hits}", ("CQ-SKL-17",)))
        missing = arms.lack(character, weapon)
        said = f"held in {HANDS[weapon.grip]}, STR {arms.str_need(character, weapon)} needed"
        said += f", {missing} lacking" if missing else ""
        reasons.append(Reason(said, ("CQ-WPN-2",) if missing else ()))
        if extra := arms.strong_max(character, weapon):
            reasons.append(Reason(f"up to +{extra} damage at as much less to hit", ("CQ-WPN-4",)))
        parts = [arm.length] if arm.length else []
        mass = f"{arm.grams / 1000:g} kg"
        reasons.append(Reason(", ".join([*parts, mass, *conditions(character, weapon)])))
        # CQ-WPN-11 to CQ-WPN-14: rounds, shots in a turn, what a shotgun is loaded with
        if full := arms.full_ammo(character, weapon):
            modes = zip(arm.shots, ("single", "in bursts", "automatic"), strict=True)
            shots = ", ".join(f"{shots} {mode}" for shots, mode in modes if shots)
            reasons.append(Reason(f"{weapon.ammo} of {full} rounds; a turn: {shots}", ("CQ-WPN-11",)))
        if shells := arms.loaded(weapon):
            told = f"{shells.name}, effective to {arm.effective_range} hexes"
            reasons.append(Reason(told, ("CQ-WPN-14",)))
        yield SheetRow(arm.name, value, tuple(reasons))


def _unarmed(character: Character) -> Iterator[SheetRow]:
    """CQ-TBL-3, CQ-TBL-4: damage by strength."""
    bonus = arms.martial_bonus(character)
    for column, row in tables.unarmed_columns().items():
        reasons = [Reason("", ("CQ-TBL-4" if row.steps else "CQ-TBL-3",))]
        if row.martial and bonus:
            reasons.append(Reason(f"martial arts {signed(bonus)}", ("CQ-SKL-34",)))
        yield SheetRow(
            row.name, arms.column_damage(character, column).written.replace("-", "−"), tuple(reasons)
        )


def what_it_stops(game: Fight, row: ArmorRow) -> str:
    parts = [f"stops {derived.points_of(game, row)}", f"R {row.r}" if row.r else ""]
    parts += [f"DEX {signed(row.dex)}" if row.dex else "", f"MOV {signed(row.mov)}" if row.mov else ""]
    return ", ".join(filter(None, parts))


def _protection(game: Fight, character: Character) -> Iterator[SheetRow]:
    worn = derived.worn_rows(character)
    for row in worn:
        yield SheetRow(row.name, f"{what_it_stops(game, row)}, {row.kg} kg")
    if character.shield:
        shield = tables.shields()[character.shield]
        yield SheetRow(shield.name, f"{character.shield_held}, stops {shield.defence}, {shield.kg} kg")
    if character.energy_shield:
        state = "broken" if character.energy_shield_broken else "on" if character.energy_shield_on else "off"
        yield SheetRow(tables.energy_shields()[character.energy_shield].name, state)
    stops = derived.defence(game, character)
    if worn or character.shield or stops.rear:
        for key, (label, rule) in STOPS.items():
            yield SheetRow(label, f"{getattr(stops, key)}", (Reason("", (rule,)),) if key != "r" else ())


def _load(game: Fight, name: str) -> Iterator[SheetRow]:
    """CQ-ENC-1, CQ-ENC-2, CQ-ENC-7: the load, its band, and where the bands end."""
    character, band, gravity = game.units[name], derived.encumbrance(game, name), game.options.gravity
    carried = kilograms(derived.load_grams(character))
    yield _row("Load", f"{carried} kg", "all that is worn and carried", "CQ-ENC-1")
    if gravity != 1:
        felt = kilograms(round(derived.effective_load(game, name)))
        yield _row("Effective load", f"{felt} kg", f"gravity {gravity:g}", "CQ-ENC-7")
    why = f"DEX {signed(band.dex)}, MOV {signed(band.mov)}"
    yield _row("Encumbrance", band.name, why, "CQ-ENC-2", "CQ-ENC-3")
    for row in tables.encumbrance_bands():
        limit = row.limit(derived.full_str(character))
        if limit is not None:
            yield SheetRow(f"  {row.name}", f"up to {kilograms(limit)} kg")


def _carried(character: Character) -> Iterator[SheetRow]:
    for place in CARRIED:
        if things := getattr(character, place):
            yield SheetRow(PLACES[place], ", ".join(thing_name(character, thing) for thing in things))
    if character.worn:
        yield SheetRow("Worn", ", ".join(thing_name(None, thing) for thing in character.worn))
    for thing in dict.fromkeys(character.items):
        many = character.items.count(thing)
        mass = kilograms(many * tables.grams(thing))
        yield SheetRow(thing_name(None, thing), f"×{many}, {mass} kg" if many > 1 else f"{mass} kg")


# --- each skill with the combat as it would be without it: what decided an attack is found that way


def traits(game: Fight, name: str) -> Mapping[str, Fight]:
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
    left, nonlethal = derived.hits_left(character), character.nonlethal
    # CQ-CHR-14: as the table counts them; more damage than hits leaves fewer than none
    hits = {hits: str(hits) for hits in range(min(left, -nonlethal), character.str - nonlethal + 1)}
    made = [words("Hits left", f"{path}.hits_left", left, hits, "h")]
    if game.options.nonlethal:
        made.append(counter("Nonlethal damage", f"{path}.nonlethal", nonlethal, 2 * character.str, "n"))
    held_first = sorted(enumerate(character.weapons), key=lambda pair: pair[1].id not in character.ready)
    for place, weapon in held_first:
        if full := arms.full_ammo(character, weapon):  # CQ-WPN-11
            label = f"{weapon_name(character, weapon.id)}: rounds"
            made.append(counter(label, f"{path}.weapons.{place}.ammo", weapon.ammo, full, "r"))
    most = allowance(game, name, character.path) if character.hex else 0
    made += [
        words("Posture", f"{path}.posture", character.posture, {one: one for one in get_args(Posture)}, "p"),
        flag("Has acted", f"{path}.acted", character.acted, "a"),
        flag("Has moved", f"{path}.done", character.done, "m"),
        counter("Movement spent", f"{path}.moved", character.moved, most, "v"),
        counter("Stunned, turns", f"{path}.stunned", character.stunned, TURNS, "s"),
        words("Burning", f"{path}.burning", character.burning, BURNING, "b"),
    ]
    if character.aim_target:
        made.append(counter("Turns aimed", f"{path}.aim_turns", character.aim_turns, TURNS, "t"))
    made.append(flag("Entangled", f"{path}.entangled", character.entangled, "e"))
    if character.leaks:
        made.append(counter("Leaks", f"{path}.leaks", character.leaks, TURNS, "l"))
    return tuple(made)
