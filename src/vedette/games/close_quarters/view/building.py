"""How a character is made, page by page (CH 17): what may be taken, what it costs, and every rule against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.figures import number, signed
from vedette.engine.plain import to_plain
from vedette.engine.text import slug
from vedette.games.close_quarters import arms, derived, tables
from vedette.games.close_quarters.characters import carrying, creating
from vedette.games.close_quarters.characters.carrying import Build, Held, appended, fitted, kilograms
from vedette.games.close_quarters.characters.experience import exchanged
from vedette.games.close_quarters.setup import OF_A_BUILD
from vedette.games.close_quarters.state import BAYONET, PACKS, SUPPORTS, Character, Fight, Weapon, without
from vedette.games.close_quarters.tables import SkillRow
from vedette.games.close_quarters.view import sheet as sheets
from vedette.games.close_quarters.view.cards import HANDS
from vedette.kit.words import count, some
from vedette.view import editors
from vedette.view.editors import BuildLine, BuildTotal
from vedette.view.sheet import Sheet
from vedette.view.signs import Tone

# --- the rules against a character, and against a step

WORSE = frozenset({"CQ-CHR-4", "CQ-CHR-7", "CQ-SKL-1", "CQ-ITM-2", "CQ-ITM-3", "CQ-ENC-6"})
"""Limits that can be broken further."""


def against_him(character: Character) -> Iterator[Refusal]:
    """Every fault, in the order of the builder's checks; where one is with a skill, all skills that have it."""
    game = sheets.alone(character)
    for fault in creating.build_faults(game, Build(character)):
        if fault.rule == "CQ-CHR-5":
            yield from creating.low_attributes(character)
        elif fault.rule in creating.DEMANDS:  # a check tells only the first
            found = (
                creating.lacking(fault.rule, character, skill, game.options) for skill in character.skills
            )
            yield from filter(None, found)
        else:
            yield fault


def _fresh(before: Iterable[Refusal], after: Character | None) -> Refusal | None:
    """The first rule against a step that wasn't broken before it, or that it breaks further: what would be then."""
    known = {refusal.rule: refusal for refusal in before}
    for refusal in against_him(after) if after is not None else ():
        if refusal.rule not in known or (refusal.rule in WORSE and refusal != known[refusal.rule]):
            return replace(refusal, sentence=f"{editors.WITH_THIS}{refusal.sentence}")
    return None


# --- attributes: points spread over STR, DEX, INT and MOV (CQ-CHR-4 to CQ-CHR-6, CQ-CHR-8)


NAMES = {"str": "STR  strength", "dex": "DEX  dexterity", "int": "INT  intelligence", "mov": "MOV  movement"}

CHOSEN = {"species": ("human", "alien", "robot"), "pronoun": ("they", "she", "he", "it")}
"""What is one of a few words. Those of other species have whatever the players agree on (CQ-CHR-8)."""

LOWEST, HIGHEST = 1, 99
"""What an attribute can be at all."""


def attribute_lines(character: Character) -> Iterator[BuildLine]:
    free = kilograms(tables.encumbrance_bands()[0].limit(derived.full_str(character)) or 0)
    punch = arms.unarmed(character)["punch"]
    notes = (
        f"{character.str} hits; {free} kg without a burden; bare hands {punch}",
        "rolls to hit are 3d6 at or below it; armor and load take from it",
        f"{character.int} slots for skills, and what may be learned at all",
        "hexes in a turn; only what is above 10 costs points",
    )
    for (attribute, name), note in zip(NAMES.items(), notes, strict=True):
        yield BuildLine(attribute, name, f"{getattr(character, attribute)}", "1 point each", note)
    note = "Aliens and robots are as the players agree (CQ-CHR-8)."
    yield BuildLine("species", "Species", character.species, note=note)
    yield BuildLine("pronoun", "Pronoun", character.pronoun or CHOSEN["pronoun"][0], note="For sentences.")


def attribute_step(character: Character, line: str, step: int) -> Character | None:
    now = getattr(character, line)
    if line in NAMES:
        return replace(character, **{line: now + step}) if LOWEST <= now + step <= HIGHEST else None
    words = CHOSEN[line]
    at = (words.index(now) if now in words else 0) + step
    return replace(character, **{line: words[at]}) if 0 <= at < len(words) else None


# --- skills: slots as they are now, prerequisites, and what makes a skill cheaper (CQ-SKL-1 to CQ-SKL-5)


MELEE, RANGED, OTHER = "Fighting hand to hand", "Shooting and throwing", "Everything else"
NAMED = 4


def skill_lines(character: Character) -> Iterator[BuildLine]:
    options = sheets.alone(character).options
    for row in tables.skills().values():
        has = row.id in character.skills
        after = character if has else exchanged(character, (), (row.id,))
        of_its_own = (creating.lacking(rule, after, row.id, options) for rule in creating.DEMANDS)
        taken = derived.slots_of(character, row.id, options)
        slots = count(taken, "slot") + (f", not {row.slots}" if taken < row.slots else "")
        shoots = row.ranged or row.id in ("thrown-weapons", "automatic-weapons")
        shoots = shoots or row.id.startswith("marksmanship")
        strikes = row.melee or row.id == "shield"
        yield BuildLine(
            row.id,
            row.name,
            "known" if has else "",
            slots,
            _skill_note(row),
            chosen=has,
            why_not=next(filter(None, of_its_own), None),
            group=MELEE if strikes else RANGED if shoots else OTHER,
        )


def skill_step(character: Character, line: str, step: int) -> Character | None:
    if (step > 0) == (line in character.skills):
        return None
    return exchanged(character, (), (line,)) if step > 0 else exchanged(character, (line,), ())


def _skill_note(row: SkillRow) -> str:
    skills, covered = tables.skills(), {row.id, *row.counts_as}
    names = [weapon.name.lower() for weapon in tables.weapons().values() if covered & set(weapon.skills)]
    takes_off = f"no −4 with {some(names, NAMED)}" if names else ""  # CQ-SKL-7
    least = (("INT", row.min_int), ("DEX", row.min_dex), ("STR", row.min_str))
    parts = [row.does or takes_off, ", ".join(f"{label} {value}" for label, value in least if value)]
    if row.needs_any:
        sort = "missile" if row.needs_any == "ranged" else "melee"
        parts.append(f"any skill with {sort} weapons")
    elif wanted := tables.needed(row):
        parts.append("needs " + " or ".join(skills[other].name for other in wanted))
    if row.cheaper:
        cheaper = ", ".join(f"{skills[other].name} −{saved}" for other, saved in row.cheaper.items())
        parts.append(f"cheaper with {cheaper}")
    if row.counts_as:
        parts.append("counts as " + ", ".join(skills[other].name for other in row.counts_as))
    return "; ".join(filter(None, parts))


# --- weapons: what is bought, for how much, and what it would do in his hands (CH 5; CQ-ITM-13)


def weapon_lines(character: Character) -> Iterator[BuildLine]:
    game = sheets.alone(character)
    for row in tables.weapons().values():
        owned = sum(weapon.type == row.id for weapon in character.weapons)
        weapon = arms.new_weapon(character, row.id, row.id)
        arm, hits = arms.figures(weapon), arms.hit_mods(character, weapon)
        # In his hands: damage and the roll to hit, shots and rounds, the strength that it needs, hands, mass.
        parts = [f"damage {arms.damage(game, character, weapon)}", f"{row.kg} kg"]
        parts += [f"{signed(mod.value)} to hit: {mod.title.lower()}" for mod in hits]
        if arm.rounds:
            single, bursts, automatic = row.shots
            modes = count(single, "shot"), count(bursts, "burst"), f"{automatic} rounds automatic"
            fired = [said for shots, said in zip(row.shots, modes, strict=True) if shots]
            parts += [f"{' or '.join(fired)} a turn"] if fired else []
            parts.append(f"{arm.rounds} rounds")
        parts += [f"STR {arm.strength}"] if arm.strength else []
        parts += ["both hands"] if arm.hands > 1 else []
        parts += ["small"] if arms.is_small(arm) else []
        if row.use == "melee":
            group = f"Hand to hand, {HANDS[min(row.hands, 2)]}"
        elif row.use == "missile":
            is_bow = row.force != "recoil" or row.is_a("crossbow")
            group = "Bows and other missile weapons" if is_bow else "Guns"
            group = "Energy weapons" if row.is_a("energy") else group
        else:
            group = "Grenades" if row.use == "grenade" else "To be thrown"
        yield BuildLine(
            row.id,
            row.name,
            f"×{owned}" if owned else "",
            f"{row.cost}+{row.reload} cr" if creating.has_loads(row) else f"{row.cost} cr",
            ", ".join(parts),
            chosen=bool(owned),
            group=group,
        )


def weapon_step(character: Character, line: str, step: int) -> Character | None:
    """A full one more, in hand while there are hands for it, else on the belt; or the last of that type put back."""
    if step > 0:
        weapon = arms.new_weapon(character, carrying.free_id(character, line), line)
        hands = arms.hands_used(character) + weapon.grip <= arms.hands_left(character)
        ready = hands and tables.weapons()[line].use != "grenade"
        return carrying.with_weapon(character, weapon, "ready" if ready else "belt")
    last = next((weapon.id for weapon in character.weapons[::-1] if weapon.type == line), "")
    # what is fitted to it stays his
    return carrying.without_weapon(fitted(character, last, ()), last) if last else None


# --- armor and shields: two sets, one helmet, one shield, one energy shield (CQ-ARM-2, CQ-ITM-4)


ARMOR_GROUPS = {"full": "Suits", "jacket": "Jackets", "vest": "Vests", "helmet": "Helmets"}
SHIELDS, ENERGY_SHIELDS = "Shields", "Energy shields"


def armor_lines(character: Character) -> Iterator[BuildLine]:
    game, offered = sheets.alone(character), list[tuple[tables.Thing, str, str]]()
    offered += [
        (row, sheets.what_it_stops(game, row), ARMOR_GROUPS[row.kind]) for row in tables.armor().values()
    ]
    for row in tables.shields().values():
        slows = f", DEX {signed(row.dex)}" if row.dex else ""
        offered.append((row, f"stops {row.defence} from the front{slows}", SHIELDS))
    for field in tables.energy_shields().values():
        offered.append((field, f"stops {field.r}d6 of energy and fire", ENERGY_SHIELDS))
    for one, note, group in offered:
        has = one.id in (getattr(character, slot) for slot in carrying.SLOTS)
        value = "×2" if character.armor == character.armor2 == one.id else "has it" if has else ""
        why_not = None
        if not has and not _place(character, one.id):
            why_not = Refusal("CQ-ARM-2", f"{character.name} wears two sets already.", "take one off")
        yield BuildLine(
            one.id,
            one.name,
            value,
            f"{one.cost} cr",
            f"{one.kg} kg, {note}",
            chosen=has,
            why_not=why_not,
            group=group,
        )


def armor_step(character: Character, line: str, step: int) -> Character | None:
    """Put on, or taken off; a new helmet or shield takes the place of the one before, the second set that of the first."""
    if step > 0:
        place = _place(character, line)
        free = place and getattr(character, place) != line
        return replace(character, **{place: line}) if free else None
    if line == character.armor:
        return replace(character, armor=character.armor2, armor2="")
    place = next((slot for slot in carrying.SLOTS if getattr(character, slot) == line), "")
    return replace(character, **{place: ""}) if place else None


def _place(character: Character, id: str) -> str:
    """The field that it goes into; "" where both sets are worn."""
    kind = tables.kind_of(id)
    if kind != "armor":
        return str(kind)
    if tables.armor()[id].kind == "helmet":
        return "helmet"
    return next((slot for slot in carrying.SETS if not getattr(character, slot)), "")


# --- things: items, and reloads for the weapons that he has (CH 8)


RELOADS, ITEMS = "Reloads for these weapons", "Items"


def thing_lines(character: Character) -> Iterator[BuildLine]:
    """Everything that can be bought; reloads only for what he has, or those that he has already."""
    types = {weapon.type for weapon in character.weapons}
    for row in tables.items().values():
        owned = _how_many(character, row.id)
        if row.spent or (row.weapon and not owned and row.weapon not in types):
            continue
        notes = [
            f"{row.kg} kg",
            "small" if tables.small(row) and not row.worn else "",
            "worn" if row.worn else "",
            "can be held" if row.hand else "",
            f"{row.batteries} batteries" if row.batteries else "",
        ]
        yield BuildLine(
            row.id,
            row.name,
            f"×{owned}" if owned else "",
            f"{row.cost} cr",
            ", ".join(filter(None, notes)),
            chosen=bool(owned),
            group=RELOADS if row.weapon else ITEMS,
        )


def thing_step(character: Character, line: str, step: int) -> Character | None:
    """One more, worn where it is worn and none is yet, else on the person; or one less, from a weapon only where none is loose."""
    if step > 0:
        worn = tables.items()[line].worn and line not in character.worn
        return appended(character, line, "worn" if worn else "items")
    if not _how_many(character, line):
        return None
    for weapon in carrying.fed_by(character, line) if line in PACKS else ():
        character = fitted(character, weapon.id, _but(weapon.fitted, line))
    if carrying.place_of(character, line):
        return carrying.swapped(character, line)
    gun = next(weapon for weapon in character.weapons if line in weapon.fitted)
    return carrying.changed_weapon(character, replace(gun, fitted=_but(gun.fitted, line)))


def _how_many(character: Character, id: str) -> int:
    on_guns = sum(id in weapon.fitted for weapon in character.weapons) if id in SUPPORTS else 0
    everywhere = [thing for place in carrying.STOWED for thing in getattr(character, place)]
    return on_guns + everywhere.count(id)


def _but(things: Iterable[str], one: str) -> tuple[str, ...]:
    return tuple(thing for thing in things if thing != one)


# --- carrying: hands, belt, back and pack, grips, loads, and what hangs on a weapon (CH 8)


ITEM_PLACES = {"ready": "in hand", "items": "on him", "pack": "backpack", "worn": "worn"}
"""Where an item may be, in the order in which it goes from place to place."""

WHERE = "where it is carried"


def place_lines(character: Character) -> Iterator[BuildLine]:
    for weapon in character.weapons:
        yield from _weapon_lines(character, weapon)
    if character.shield:
        held = {"ready": "in hand", "slung": "back"}.get(character.shield_held, character.shield_held)
        name = tables.shields()[character.shield].name
        yield BuildLine("shield", name, held, note=WHERE, group="Shield")
    loose = (id for place in ("worn", "items", "pack", "ready") for id in getattr(character, place))
    for id in dict.fromkeys(id for id in loose if not character.weapon(id)):
        where = {said: getattr(character, place).count(id) for place, said in ITEM_PLACES.items()}
        several = sum(where.values()) > 1
        told = ", ".join(f"{many} {said}" if several else said for said, many in where.items() if many)
        yield BuildLine(f"item:{id}", tables.items()[id].name, told, note=WHERE, group="Items")


def _weapon_lines(character: Character, weapon: Weapon) -> Iterator[BuildLine]:
    id, arm, row = weapon.id, arms.figures(weapon), tables.weapons()[weapon.type]
    line = partial(BuildLine, group="Weapons")
    where = next(place for place in carrying.CARRIED if id in getattr(character, place))
    yield line(f"place:{id}", arm.name, sheets.PLACES[where].lower(), note=WHERE)
    if arm.hands > 1 or arm.damage2 or (arm.missile and arm.force == "recoil"):
        need = f"needs STR {arms.str_need(character, weapon)} held this way"
        yield line(f"grip:{id}", "  held in", HANDS[weapon.grip], note=need)
    if creating.has_loads(row):
        said = f"{weapon.ammo}/{arms.full_ammo(character, weapon)}" if weapon.ammo else "empty"
        yield line(f"load:{id}", "  loaded", said, f"{row.reload} cr", "a load is paid for")
    if weapon.type in tables.shotguns():
        shells = tables.ammunition()[weapon.ammo_type]
        yield line(f"shells:{id}", "  shells", shells.name, note=f"damage {shells.damage}")
    if arm.use != "grenade":
        note = "practice weapons do no damage (CQ-SCN-15)"
        made = "practice" if weapon.quality == "practice" else "combat"
        yield line(f"quality:{id}", "  made for", made, note=note)
    at_hand = (*character.items, *character.pack, *character.worn)
    things = [thing for thing in SUPPORTS if arm.is_a(thing) and thing in at_hand]
    things += [thing for thing in PACKS if arm.is_a(tables.BATTERY) and thing in at_hand]
    others = (arms.figures(own) for own in character.weapons if own.id != id)
    things += [BAYONET] if arm.is_a(tables.STOCKED) and any(own.is_a(tables.KNIVES) for own in others) else []
    for thing in dict.fromkeys((*weapon.fitted, *things)):
        name = tables.items()[thing].name.lower() if thing in tables.items() else "bayonet"
        yield line(f"fit-with-{thing}:{id}", f"  {name}", "fitted" if thing in weapon.fitted else "off")


def place_step(character: Character, line: str, step: int) -> Character | None:
    """Something one place on, or another grip, load, ammunition or make; None where there is nothing that way."""
    what, _, id = line.partition(":")
    if what == "item":
        return _item_moved(character, id, step)
    if what == "shield":
        held: Held = "slung" if step > 0 else "ready"
        return replace(character, shield_held=held) if character.shield_held != held else None
    what, _, thing = what.partition("-with-")
    weapon = character.weapon(id)
    if weapon is None:
        return None
    made: Weapon = weapon
    match what:
        case "fit":
            if (thing in weapon.fitted) == (step > 0):
                return None
            wanted = (*weapon.fitted, thing) if step > 0 else _but(weapon.fitted, thing)
            return fitted(character, id, wanted)
        case "place":
            places = carrying.CARRIED
            at = next(at for at, place in enumerate(places) if id in getattr(character, place)) + step
            if not 0 <= at < len(places):
                return None
            return appended(carrying.in_no_list(character, id), id, places[at])
        case "grip":
            made = replace(weapon, grip=2 if step > 0 else 1)
        case "load":
            made = replace(weapon, ammo=arms.full_ammo(character, weapon) if step > 0 else 0)
        case "quality":
            made = replace(weapon, quality="practice" if step > 0 else "normal")
        case "shells":
            shells = list(tables.ammunition())
            at = shells.index(weapon.ammo_type) + step
            made = replace(weapon, ammo_type=shells[at]) if 0 <= at < len(shells) else weapon
    return carrying.changed_weapon(character, made) if made != weapon else None


def _item_moved(character: Character, id: str, step: int) -> Character | None:
    row = tables.item(id)
    fits = {"ready": bool(row and row.hand), "worn": bool(row and row.worn)}
    places = [place for place in ITEM_PLACES if fits.get(place, True)]
    for at in range(len(places)) if step > 0 else reversed(range(len(places))):
        things = getattr(character, places[at])
        if id in things and 0 <= at + step < len(places):
            left = replace(character, **{places[at]: without(things, id)})
            return appended(left, id, places[at + step])
    return None


# --- all pages


class Page(Struct, frozen=True):
    """A page of the builder: its lines, and what a step on one of them makes of a character, if anything.

    Its groups stand in this order, or as the lines have them.
    """

    title: str
    key: str
    lines: Callable[[Character], Iterable[BuildLine]]
    step: Callable[[Character, str, int], Character | None]
    groups: tuple[str, ...] = ()


PAGES: Mapping[str, Page] = {
    "attributes": Page("Attributes", "a", attribute_lines, attribute_step),
    "skills": Page("Skills", "k", skill_lines, skill_step, (MELEE, RANGED, OTHER)),
    "weapons": Page("Weapons", "w", weapon_lines, weapon_step),
    "armor": Page("Armor", "r", armor_lines, armor_step, (*ARMOR_GROUPS.values(), SHIELDS, ENERGY_SHIELDS)),
    "things": Page("Things", "t", thing_lines, thing_step, (RELOADS, ITEMS)),
    "carrying": Page("Carrying", "c", place_lines, place_step),
}


def _lines(character: Character, page: str) -> tuple[BuildLine, ...]:
    """The lines with what a step either way would do; of what he has, the rules against it are told already."""
    shown, faults = PAGES[page], tuple(against_him(character))
    made = list(shown.lines(character))
    groups = shown.groups or list(dict.fromkeys(line.group for line in made))
    lines = []
    for line in sorted(made, key=lambda line: groups.index(line.group)):
        more, less = (shown.step(character, line.id, step) for step in (1, -1))
        why_not = line.why_not or (None if line.chosen else _fresh(faults, more))
        lines.append(replace(line, why_not=why_not, more=more is not None, less=less is not None))
    return tuple(lines)


def _summary(character: Character) -> editors.BuildSummary:
    game, human = sheets.alone(character), character.species == "human"
    options, band = game.options, derived.encumbrance(game, sheets.HERO)
    points = options.starting_points - creating.attribute_total(character)
    taken, left = derived.slots(character, options), _credits_left(game, character)
    dex, mov = derived.e_dex(game, sheets.HERO), derived.e_mov(game, sheets.HERO)

    def good(within: bool) -> Tone:
        return "good" if within else "bad"

    def plain(as_usual: bool) -> Tone:
        return "plain" if as_usual else "warn"

    points_of, free = f"{options.starting_points}", character.int - taken
    light = plain(not band.dex and not band.mov)
    totals = (
        BuildTotal("Points left", number(points), good(points >= 0), points_of)
        if human
        else BuildTotal("Points left", "–"),
        BuildTotal(
            "Slots left", number(free), good(free >= 0 or character.species == "robot"), f"{character.int}"
        ),
        BuildTotal("Credits left", number(left), good(left >= 0), f"{options.starting_credits}"),
        BuildTotal("Load kg", kilograms(derived.load_grams(character)), light),
        BuildTotal("Burden", band.id, light),
        BuildTotal("DEX", f"{dex}", plain(dex >= character.dex)),
        BuildTotal("MOV", f"{mov}", plain(mov >= character.mov)),
    )
    return editors.BuildSummary(character.name, totals, tuple(against_him(character)))


def _credits_left(game: Fight, character: Character) -> int:
    return game.options.starting_credits - creating.build_cost(character)


def _sheet_so_far(character: Character) -> Sheet:
    game = sheets.alone(character)
    return sheets.sheet(
        game.with_unit(sheets.HERO, wealth=max(0, _credits_left(game, character))), sheets.HERO
    )


def _beginning(character: Character, file: str) -> editors.Beginning:
    """His file's set-up, and the command that makes him (CQ-CHR-17), without what goes without saying."""
    id = slug(file)
    id = sheets.HERO if id in ("", sheets.HOME) else id
    setup = {
        "ruleset": tables.RULESET_ID,
        "title": character.name,
        "sides": [{"id": sheets.HOME, "name": "Home"}],
    }
    usual, told = to_plain(Character("", sheets.HOME)), to_plain(character)
    made = {key: told[key] for key in OF_A_BUILD if key in told and told[key] != usual.get(key)}
    if character.weapons:
        plain, always = to_plain(Weapon("", "")), ("id", "type", "ammo", "grip")
        made["weapons"] = [
            {key: value for key, value in weapon.items() if key in always or value != plain.get(key)}
            for weapon in told["weapons"]
        ]
    return editors.Beginning(setup, {"do": "create", "by": sheets.HOME, "id": id, "character": made})


def _in_a_line(game: Any) -> str:
    character = next(iter(game.units.values()), None) if isinstance(game, Fight) else None
    return (
        f"{sheets.in_short(character)} · {character.ep} experience · {character.wealth} cr"
        if character
        else ""
    )


BUILDER: editors.Builder[Character] = editors.Builder(
    pages=tuple(editors.BuildPage(id, page.title, page.key) for id, page in PAGES.items()),
    begin=sheets.begun,
    read=sheets.read_beginner,
    summary=_summary,
    lines=_lines,
    change=lambda character, page, line, step: PAGES[page].step(character, line, step) or character,
    rename=lambda character, name: replace(character, name=name),
    sheet=_sheet_so_far,
    beginning=_beginning,
    line=_in_a_line,
)
