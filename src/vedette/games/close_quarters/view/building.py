"""How a character is made, page by page (CH 17): what may be taken, what it costs, and every rule against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from vedette.games.close_quarters.characters.carrying import Build, appended, fitted, kilograms
from vedette.games.close_quarters.characters.experience import exchanged
from vedette.games.close_quarters.checks import against
from vedette.games.close_quarters.setup import OF_A_BUILD
from vedette.games.close_quarters.state import BAYONET, PACKS, SUPPORTS, Character, Fight, Weapon, without
from vedette.games.close_quarters.tables import SkillRow
from vedette.games.close_quarters.view import sheet as sheets
from vedette.games.close_quarters.view.cards import HANDS
from vedette.kit.words import count, some
from vedette.view import editors
from vedette.view.editors import BuildBlock, BuildLine, BuildTotal, Condition
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


Offer = tuple[BuildLine, Character | None, Character | None]
"""A line, and the character after a step more and a step less; None where that changes nothing."""

# --- attributes: points spread over STR, DEX, INT and MOV (CQ-CHR-4 to CQ-CHR-6, CQ-CHR-8)

NAMES = {"str": "STR  strength", "dex": "DEX  dexterity", "int": "INT  intelligence", "mov": "MOV  movement"}

LOWEST, HIGHEST = 1, 99
"""What an attribute can be at all."""


def attribute_lines(character: Character) -> Iterator[Offer]:
    free = kilograms(tables.encumbrance_bands()[0].limit(derived.full_str(character)) or 0)
    punch = arms.unarmed(character)["punch"]
    notes = (
        f"{character.str} hits; {free} kg unencumbered; bare hands {punch.replace('-', '−')}",
        "rolls to hit are 3d6 at or below it; armor and load take from it",
        f"{character.int} slots for skills, and what may be learned at all",
        "hexes in a turn; only what is above 10 costs points",
    )
    for (attribute, name), note in zip(NAMES.items(), notes, strict=True):
        now = getattr(character, attribute)
        line = BuildLine(attribute, name, f"{now}", "1 point each", note)
        more = replace(character, **{attribute: now + 1}) if now < HIGHEST else None
        yield line, more, replace(character, **{attribute: now - 1}) if now > LOWEST else None
    # Those of other species have whatever the players agree on.
    note, species = "Aliens and robots are as the players agree (CQ-CHR-8).", ("human", "alien", "robot")
    line = BuildLine("species", "Species", character.species, note=note)
    yield line, *_one_on(character, "species", species)
    pronouns = ("they", "she", "he", "it")
    line = BuildLine("pronoun", "Pronoun", character.pronoun or pronouns[0], note="For sentences.")
    yield line, *_one_on(character, "pronoun", pronouns)


def _one_on(
    character: Character, field: str, words: Sequence[str]
) -> tuple[Character | None, Character | None]:
    now = getattr(character, field)
    at = words.index(now) if now in words else 0
    more = replace(character, **{field: words[at + 1]}) if at + 1 < len(words) else None
    return more, replace(character, **{field: words[at - 1]}) if at else None


# --- skills: slots as they are now, prerequisites, and what makes a skill cheaper (CQ-SKL-1 to CQ-SKL-5)


MELEE, RANGED, OTHER = "Fighting hand to hand", "Shooting and throwing", "Everything else"
NAMED = 4


def skill_lines(character: Character) -> Iterator[Offer]:
    """All skills, with the slots that they take him now; behind them the table's where it has more."""
    options = sheets.alone(character).options
    for row in tables.skills().values():
        has = row.id in character.skills
        after = character if has else exchanged(character, (), (row.id,))
        of_its_own = (creating.lacking(rule, after, row.id, options) for rule in creating.DEMANDS)
        taken = derived.slots_of(character, row.id, options)
        shoots = row.ranged or row.id in ("thrown-weapons", "automatic-weapons")
        shoots = shoots or row.id.startswith("marksmanship")
        strikes = row.melee or row.id == "shield"
        line = BuildLine(
            row.id,
            row.name,
            "known" if has else "",
            count(taken, "slot") + (f", not {row.slots}" if taken < row.slots else ""),
            _skill_note(row),
            chosen=has,
            why_not=next(filter(None, of_its_own), None),
            conditions=tuple(_conditions(character, row)),
            group=MELEE if strikes else RANGED if shoots else OTHER,
        )
        yield line, None if has else after, exchanged(character, (row.id,), ()) if has else None


def _conditions(character: Character, row: SkillRow) -> Iterator[Condition]:
    """What a skill asks for, and how it is with the character."""
    least_of = {"INT": row.min_int, "DEX": row.min_dex, "STR": row.min_str}
    for label, least in least_of.items():
        if least:
            has = getattr(character, label.lower())
            yield Condition(f"{label} {least}", has >= least, "" if has >= least else f"has {has}")
    if wanted := tables.needed(row):
        sorts = {"ranged": "a skill with missile weapons", "melee": "a skill with melee weapons"}
        names = [tables.skills()[other].name for other in wanted]
        known = [tables.skills()[other].name for other in wanted if derived.knows(character, other)]
        yield Condition(sorts.get(row.needs_any) or " or ".join(names), bool(known), ", ".join(known[:2]))


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


def _owned_line(row: Any, many: int, price: str, notes: Iterable[str], group: str) -> BuildLine:
    owned, note = f"×{many}" if many else "", ", ".join(filter(None, notes))
    return BuildLine(row.id, row.name, owned, price, note, chosen=bool(many), group=group)


# --- weapons: what is bought, for how much, and what it would do in his hands (CH 5; CQ-ITM-13)


def weapon_lines(character: Character) -> Iterator[Offer]:
    """One more is full, and in hand while there are hands for it, else on the belt; what is fitted to one put back stays his."""
    game = sheets.alone(character)
    for row in tables.weapons().values():
        owned = [weapon.id for weapon in character.weapons if weapon.type == row.id]
        weapon = arms.new_weapon(character, carrying.free_id(character, row.id), row.id)
        arm, hits = arms.figures(weapon), arms.hit_mods(character, weapon)
        # In his hands: damage and the roll to hit, shots and rounds, the strength that it needs, hands, mass.
        parts = [f"damage {arms.damage_words(game, character, weapon)}", f"{row.kg} kg"]
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
        price = f"{row.cost}+{row.reload} cr" if creating.has_loads(row) else f"{row.cost} cr"
        line = _owned_line(row, len(owned), price, parts, group)
        free = arms.hands_used(character) + weapon.grip <= arms.hands_left(character)
        place = "ready" if free and row.use != "grenade" else "belt"
        less = carrying.without_weapon(fitted(character, owned[-1], ()), owned[-1]) if owned else None
        yield line, carrying.with_weapon(character, weapon, place), less


# --- armor and shields: two sets, one helmet, one shield, one energy shield (CQ-ARM-2, CQ-ITM-4)


ARMOR_GROUPS = {"full": "Suits", "jacket": "Jackets", "vest": "Vests", "helmet": "Helmets"}
SHIELDS, ENERGY_SHIELDS = "Shields", "Energy shields"


def armor_lines(character: Character) -> Iterator[Offer]:
    """A new helmet or shield takes the place of the one before; the second set that of the first, if that is taken off."""
    game, offered = sheets.alone(character), list[tuple[tables.Thing, str, str, str]]()
    free = next((slot for slot in carrying.SETS if not getattr(character, slot)), "")
    for row in tables.armor().values():
        place = "helmet" if row.kind == "helmet" else free
        offered.append((row, place, sheets.what_it_stops(game, row), ARMOR_GROUPS[row.kind]))
    for shield in tables.shields().values():
        slows = f", DEX {signed(shield.dex)}" if shield.dex else ""
        offered.append((shield, "shield", f"stops {shield.defence} from the front{slows}", SHIELDS))
    for field in tables.energy_shields().values():
        note = f"stops {field.r}d6 of energy and fire"
        offered.append((field, "energy_shield", note, ENERGY_SHIELDS))
    for one, place, note, group in offered:
        worn = [slot for slot in carrying.SLOTS if getattr(character, slot) == one.id]
        why_not = None
        if not worn and not place:
            why_not = Refusal("CQ-ARM-2", f"{character.name} wears two sets already.", "take one off")
        line = BuildLine(
            one.id,
            one.name,
            "×2" if len(worn) > 1 else "has it" if worn else "",
            f"{one.cost} cr",
            f"{one.kg} kg, {note}",
            chosen=bool(worn),
            why_not=why_not,
            group=group,
        )
        less = replace(character, **{worn[0]: ""}) if worn else None
        if worn and worn[0] == "armor":
            less = replace(character, armor=character.armor2, armor2="")
        yield line, replace(character, **{place: one.id}) if place and place not in worn else None, less


# --- things: items, and reloads for the weapons that he has (CH 8)


RELOADS, ITEMS = "Reloads for these weapons", "Items"


def thing_lines(character: Character) -> Iterator[Offer]:
    """Everything that can be bought; reloads only for what he has, or those that he has already.

    One more is worn where it is worn and none is yet; one less is taken from a weapon only where none is loose.
    """
    types = {weapon.type for weapon in character.weapons}
    everywhere = [thing for place in carrying.STOWED for thing in getattr(character, place)]
    everywhere += [thing for weapon in character.weapons for thing in weapon.fitted if thing in SUPPORTS]
    for row in tables.items().values():
        owned = everywhere.count(row.id)
        if row.spent or (row.weapon and not owned and row.weapon not in types):
            continue
        notes = [
            f"{row.kg} kg",
            "small" if tables.small(row) and not row.worn else "",
            "worn" if row.worn else "",
            "can be held" if row.hand else "",
            f"{row.batteries} batteries" if row.batteries else "",
        ]
        line = _owned_line(row, owned, f"{row.cost} cr", notes, RELOADS if row.weapon else ITEMS)
        worn = row.worn and row.id not in character.worn
        yield line, appended(character, row.id, "worn" if worn else "items"), _one_less(character, row.id)


def _one_less(character: Character, thing: str) -> Character | None:
    for weapon in carrying.fed_by(character, thing) if thing in PACKS else ():
        character = fitted(character, weapon.id, without(weapon.fitted, thing))
    if carrying.place_of(character, thing):
        return carrying.swapped(character, thing)
    gun = next((weapon for weapon in character.weapons if thing in weapon.fitted), None)
    if gun is None:
        return None
    return carrying.changed_weapon(character, replace(gun, fitted=without(gun.fitted, thing)))


# --- carrying: hands, belt, back and pack, grips, loads, and what hangs on a weapon (CH 8)


ITEM_PLACES = {"ready": "in hand", "items": "on the body", "pack": "backpack", "worn": "worn"}
"""Where an item may be, in the order in which it goes from place to place."""

WHERE = "where it is carried"


def place_lines(character: Character) -> Iterator[Offer]:
    """Each weapon with its place and what can be changed about it, the shield, the items."""
    for weapon in character.weapons:
        yield from _of_a_weapon(character, weapon)
    if character.shield:
        now, name = character.shield_held, tables.shields()[character.shield].name
        held = {"ready": "in hand", "slung": "back"}.get(now, now)
        slung = replace(character, shield_held="slung") if now != "slung" else None
        ready = replace(character, shield_held="ready") if now != "ready" else None
        yield BuildLine("shield", name, held, note=WHERE, group="Shield"), slung, ready
    loose = (id for place in ("worn", "items", "pack", "ready") for id in getattr(character, place))
    for id in dict.fromkeys(id for id in loose if not character.weapon(id)):
        where = {said: getattr(character, place).count(id) for place, said in ITEM_PLACES.items()}
        several = sum(where.values()) > 1
        told = ", ".join(f"{many} {said}" if several else said for said, many in where.items() if many)
        line = BuildLine(f"item:{id}", tables.items()[id].name, told, note=WHERE, group="Items")
        yield line, _item_moved(character, id, 1), _item_moved(character, id, -1)


def _of_a_weapon(character: Character, weapon: Weapon) -> Iterator[Offer]:
    id, arm, row = weapon.id, arms.figures(weapon), tables.weapons()[weapon.type]
    full, places = arms.full_ammo(character, weapon), carrying.CARRIED
    line = partial(BuildLine, group="Weapons")

    def made(**changes: Any) -> Character | None:
        other = replace(weapon, **changes)
        return carrying.changed_weapon(character, other) if other != weapon else None

    def put(at: int) -> Character | None:
        if not 0 <= at < len(places):
            return None
        return appended(carrying.in_no_list(character, id), id, places[at])

    at = next(at for at, place in enumerate(places) if id in getattr(character, place))
    where = line(f"place:{id}", arm.name, sheets.PLACES[places[at]].lower(), note=WHERE)
    yield where, put(at + 1), put(at - 1)
    if arm.hands > 1 or arm.damage2 or (arm.missile and arm.force == "recoil"):
        need = f"needs STR {arms.str_need(character, weapon)} held this way"
        grip = line(f"grip:{id}", "  held in", HANDS[weapon.grip], note=need)
        yield grip, made(grip=2), made(grip=1)
    if creating.has_loads(row):
        said = f"{weapon.ammo}/{full}" if weapon.ammo else "empty"
        load = line(f"load:{id}", "  loaded", said, f"{row.reload} cr", "a load is paid for")
        yield load, made(ammo=full), made(ammo=0)
    if weapon.type in tables.shotguns():
        known = list(tables.ammunition())
        at, shells = known.index(weapon.ammo_type), tables.ammunition()[weapon.ammo_type]
        of = line(f"shells:{id}", "  shells", shells.name, note=f"damage {shells.damage}")
        yield of, made(ammo_type=known[min(at + 1, len(known) - 1)]), made(ammo_type=known[max(at - 1, 0)])
    if arm.use != "grenade":
        note = "practice weapons do no damage (CQ-SCN-15)"
        kind = "practice" if weapon.quality == "practice" else "combat"
        quality = line(f"quality:{id}", "  made for", kind, note=note)
        yield quality, made(quality="practice"), made(quality="normal")
    at_hand = (*character.items, *character.pack, *character.worn)
    things = [thing for thing in SUPPORTS if arm.is_a(thing) and thing in at_hand]
    things += [thing for thing in PACKS if arm.is_a(tables.BATTERY) and thing in at_hand]
    others = (arms.figures(own) for own in character.weapons if own.id != id)
    things += [BAYONET] if arm.is_a(tables.STOCKED) and any(own.is_a(tables.KNIVES) for own in others) else []
    for thing in dict.fromkeys((*weapon.fitted, *things)):
        has, name = thing in weapon.fitted, "bayonet"
        name = tables.items()[thing].name.lower() if thing in tables.items() else name
        fit = line(f"fit-with-{thing}:{id}", f"  {name}", "fitted" if has else "off")
        other = fitted(character, id, without(weapon.fitted, thing) if has else (*weapon.fitted, thing))
        yield fit, None if has else other, other if has else None


def _item_moved(character: Character, id: str, step: int) -> Character | None:
    """One of them a place on: the first that can go that way."""
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
    """A page of the builder; its groups stand in this order, or as the lines have them."""

    title: str
    key: str
    offers: Callable[[Character], Iterable[Offer]]
    groups: tuple[str, ...] = ()


PAGES: Mapping[str, Page] = {
    "attributes": Page("Attributes", "a", attribute_lines),
    "skills": Page("Skills", "k", skill_lines, (MELEE, RANGED, OTHER)),
    "weapons": Page("Weapons", "w", weapon_lines),
    "armor": Page("Armor", "r", armor_lines, (*ARMOR_GROUPS.values(), SHIELDS, ENERGY_SHIELDS)),
    "things": Page("Things", "t", thing_lines, (RELOADS, ITEMS)),
    "carrying": Page("Carrying", "c", place_lines),
}


def _lines(character: Character, page: str) -> tuple[BuildLine, ...]:
    """The lines with what a step either way would do; of what he has, the rules against it are told already."""
    faults, offers = tuple(against_him(character)), list(PAGES[page].offers(character))
    groups = PAGES[page].groups or list(dict.fromkeys(line.group for line, *_ in offers))
    lines = []
    for line, more, less in sorted(offers, key=lambda offer: groups.index(offer[0].group)):
        why_not = line.why_not or (None if line.chosen else _fresh(faults, more))
        short, helps = _why_not(character, line, why_not, more) if why_not else ("", "")
        steps = {"more": more is not None, "less": less is not None}
        lines.append(replace(line, why_not=why_not, short=short, helps=helps, **steps))
    return tuple(lines)


def _why_not(
    character: Character, line: BuildLine, refusal: Refusal, more: Character | None
) -> tuple[str, str]:
    """In a few words why something may not be taken, and what would help."""
    after, game = more or character, sheets.alone(character)
    options = game.options
    left = options.starting_points - creating.attribute_total(character)
    unmet = next((one for one in line.conditions if not one.met), None)
    if unmet is not None:
        label, _, least = unmet.text.partition(" ")
        has = getattr(character, label.lower(), None) if least.isdecimal() else None
        if has is None:
            return f"needs {unmet.text}", ""
        wants = int(least) - has
        spare = [
            name
            for name in ("STR", "DEX", "INT")
            if name != label and getattr(character, name.lower()) - wants >= tables.number("least_attribute")
        ]
        if wants <= left:
            return f"needs {unmet.text}", f"1 Attributes: {count(left, 'point')} left; {label} takes {wants}"
        other = f"{count(wants - max(0, left), 'point')} less {' or '.join(spare)} would pay for it"
        return f"needs {unmet.text}", f"1 Attributes: {other}" if spare else ""
    over = {
        "CQ-CHR-4": (creating.attribute_total(after) - options.starting_points, "point"),
        "CQ-SKL-1": (derived.slots(after, options) - after.int, "slot"),
        "CQ-CHR-7": (creating.build_cost(after) - options.starting_credits, "credit"),
    }
    if refusal.rule not in over:
        return refusal.words.removeprefix(editors.WITH_THIS), ""
    many, word = over[refusal.rule]
    helps = "Each point of INT is a slot; a skill that is put back gives its slots." if word == "slot" else ""
    return f"{count(many, word)} too many", helps


FIGHTS = 4
"""Weapons at most whose chances are told."""


def _card(character: Character) -> tuple[BuildBlock, ...]:
    """Attributes, skills with their slots, arms with their price, and the chances in a fight."""
    game, options = sheets.alone(character), sheets.alone(character).options
    free = kilograms(tables.encumbrance_bands()[0].limit(derived.full_str(character)) or 0)
    dex, mov = derived.e_dex(game, sheets.HERO), derived.e_mov(game, sheets.HERO)
    agile = "to hit; acts early" if dex == character.dex else f"{dex} with this load"
    attributes = (
        ("STR", f"{character.str}", f"{character.str} hits, carries {free} kg"),
        ("DEX", f"{character.dex}", agile),
        ("INT", f"{character.int}", f"{character.int} slots; to notice"),
        ("MOV", f"{character.mov}", "hexes a turn" if mov == character.mov else f"{mov} with this load"),
    )
    known = tuple(
        (tables.skills()[id].name, "", f"{derived.slots_of(character, id, options)}")
        for id in character.skills
    )
    held = [tables.weapons()[one.type] for one in character.weapons]
    worn = derived.worn_rows(character)
    bought = (
        *((row.name, "", f"{row.cost}") for row in held),
        *((row.name, f"stops {derived.points_of(game, row)}", f"{row.cost}") for row in worn),
    )
    dice, chances = tables.number("check_dice"), []
    for weapon in character.weapons[:FIGHTS]:
        pool = against(game, dice, dex, arms.hit_mods(character, weapon))
        least = f"{pool.best} or less" if pool.best is not None else "never"
        chances.append((arms.figures(weapon).name, least, f"{100 * pool.chance:.0f} %"))
    return (
        BuildBlock(character.name, f"{character.str} hits", attributes),
        BuildBlock("Skills", f"{derived.slots(character, options)} of {character.int} slots", known),
        BuildBlock("Arms", f"{creating.build_cost(character)} of {options.starting_credits} credits", bought),
        *([BuildBlock("In a fight", f"{dice} D6", tuple(chances))] if chances else ()),
    )


def _changed(character: Character, page: str, id: str, step: int) -> Character:
    for line, more, less in PAGES[page].offers(character):
        if line.id == id:
            return (more if step > 0 else less) or character
    return character


def _summary(character: Character) -> editors.BuildSummary:
    game = sheets.alone(character)
    options, band = game.options, derived.encumbrance(game, sheets.HERO)
    points = options.starting_points - creating.attribute_total(character)
    taken, credits = derived.slots(character, options), _credits_left(game, character)
    dex, mov = derived.e_dex(game, sheets.HERO), derived.e_mov(game, sheets.HERO)

    def left(label: str, much: int, of: int, note: str, *, anyway: bool = False) -> BuildTotal:
        return BuildTotal(label, number(much), "good" if much >= 0 or anyway else "bad", f"{of}", note)

    def plain(as_usual: bool) -> Tone:
        return "plain" if as_usual else "warn"

    robot, light = character.species == "robot", plain(not band.dex and not band.mov)
    of_points = left("Points left", points, options.starting_points, "STR + DEX + INT, MOV over 10")
    totals = (
        of_points if character.species == "human" else BuildTotal("Points left", "–"),
        left("Slots left", character.int - taken, character.int, "as many as INT", anyway=robot),
        left("Credits left", credits, options.starting_credits, "with the first load"),
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
    sides = [{"id": sheets.HOME, "name": "Home"}]
    setup = {"ruleset": tables.RULESET_ID, "title": character.name, "sides": sides}
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
    if character is None:
        return ""
    return f"{sheets.in_short(character)} · {character.ep} experience · {character.wealth} cr"


BUILDER: editors.Builder[Character] = editors.Builder(
    pages=tuple(editors.BuildPage(id, page.title, page.key) for id, page in PAGES.items()),
    begin=sheets.begun,
    read=sheets.read_beginner,
    summary=_summary,
    lines=_lines,
    change=_changed,
    rename=lambda character, name: replace(character, name=name),
    sheet=_sheet_so_far,
    card=_card,
    beginning=_beginning,
    line=_in_a_line,
)
