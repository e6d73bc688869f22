"""How a character is made, page by page (CH 17): what may be taken, what it costs, and every rule against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.figures import number, signed
from vedette.games.close_quarters.arms import (
    Arm,
    damage,
    figures,
    full_ammo,
    hands_left,
    hands_used,
    hit_mods,
    is_small,
    new_weapon,
    str_need,
    unarmed,
)
from vedette.games.close_quarters.characters.carrying import (
    CARRIED,
    KNIVES,
    STOWED,
    appended,
    changed,
    changed_weapon,
    fed_by,
    fitted,
    free_id,
    in_no_list,
    kilograms,
    swapped,
    with_weapon,
    without_weapon,
)
from vedette.games.close_quarters.characters.creating import (
    attribute_total,
    build_cost,
    too_clumsy_or_weak,
    too_dull,
    unlettered,
    without_groundwork,
)
from vedette.games.close_quarters.characters.experience import exchanged
from vedette.games.close_quarters.derived import (
    e_dex,
    e_mov,
    encumbrance,
    full_str,
    load_grams,
    points_of,
    slots,
    slots_of,
)
from vedette.games.close_quarters.state import BAYONET, PACKS, SUPPORTS, Character, Fight, Weapon, without
from vedette.games.close_quarters.tables import (
    ArmorRow,
    ItemRow,
    SkillRow,
    WeaponRow,
    ammunition,
    armor,
    encumbrance_bands,
    energy_shields,
    item,
    items,
    needed,
    shields,
    shotguns,
    skills,
    small,
    weapons,
)
from vedette.games.close_quarters.view.sheet import (
    HERO,
    against_him,
    alone,
    beginning,
    begun,
    fresh,
    in_short,
    read_beginner,
    sheet,
    stepping,
)
from vedette.kit.words import count, some
from vedette.view.editors import Builder, BuildLine, BuildPage, BuildSummary, BuildTotal
from vedette.view.sheet import Sheet
from vedette.view.signs import Tone

# --- attributes: points spread over STR, DEX, INT and MOV (CQ-CHR-4 to CQ-CHR-6, CQ-CHR-8)


NAMES = {"str": "STR  strength", "dex": "DEX  dexterity", "int": "INT  intelligence", "mov": "MOV  movement"}

SPECIES = ("human", "alien", "robot")
"""Those of other species have whatever the players agree on (CQ-CHR-8)."""

PRONOUNS = ("they", "she", "he", "it")

LOWEST, HIGHEST = 1, 99
"""What an attribute can be at all."""


def attribute_lines(character: Character) -> tuple[BuildLine, ...]:
    """Four attributes, the species, and the pronoun that sentences use."""
    faults = against_him(character)
    made = [
        stepping(
            BuildLine(
                attribute,
                name,
                f"{getattr(character, attribute)}",
                "1 point each",
                _attribute_note(character, attribute),
            ),
            faults,
            _raised(character, attribute, 1),
            _raised(character, attribute, -1),
        )
        for attribute, name in NAMES.items()
    ]
    at = SPECIES.index(character.species) if character.species in SPECIES else 0
    note = "Aliens and robots are as the players agree (CQ-CHR-8)."
    species = BuildLine(
        "species", "Species", character.species, note=note, more=at < len(SPECIES) - 1, less=at > 0
    )
    at = PRONOUNS.index(character.pronoun or "they")
    pronoun = BuildLine(
        "pronoun", "Pronoun", PRONOUNS[at], note="For sentences.", more=at < len(PRONOUNS) - 1, less=at > 0
    )
    return (*made, species, pronoun)


def attribute_stepped(character: Character, line: str, step: int) -> Character:
    """A point more or less, another species, or another pronoun."""
    if line in NAMES:
        return _raised(character, line, step) or character
    if line == "pronoun":
        at = PRONOUNS.index(character.pronoun or "they") + step
        return changed(character, pronoun=PRONOUNS[at]) if 0 <= at < len(PRONOUNS) else character
    at = (SPECIES.index(character.species) if character.species in SPECIES else 0) + step
    return changed(character, species=SPECIES[at]) if 0 <= at < len(SPECIES) else character


def _raised(character: Character, attribute: str, step: int) -> Character | None:
    value = getattr(character, attribute) + step
    return changed(character, **{attribute: value}) if LOWEST <= value <= HIGHEST else None


def _attribute_note(character: Character, attribute: str) -> str:
    """What the attribute is good for."""
    match attribute:
        case "str":
            free = kilograms(encumbrance_bands()[0].limit(full_str(character)) or 0)
            return f"{character.str} hits; {free} kg without a burden; bare hands {unarmed(character).punch}"
        case "dex":
            return "rolls to hit are 3d6 at or below it; armor and load take from it"
        case "int":
            return f"{character.int} slots for skills, and what may be learned at all"
    return "hexes in a turn; only what is above 10 costs points"


# --- skills: slots as they are now, prerequisites, and what makes a skill cheaper (CQ-SKL-1 to CQ-SKL-5)


MELEE, RANGED, OTHER = "Fighting hand to hand", "Shooting and throwing", "Everything else"
NAMED = 4
"""Weapons of a skill that are named."""

SKILL_GROUPS = (MELEE, RANGED, OTHER)


def skill_lines(character: Character) -> tuple[BuildLine, ...]:
    """All skills, in groups."""
    faults = against_him(character)
    made = [_skill_line(character, row, faults) for row in skills().values()]
    return tuple(sorted(made, key=lambda line: SKILL_GROUPS.index(line.group)))


def skill_stepped(character: Character, line: str, step: int) -> Character:
    """A skill learned or given up."""
    if step > 0:
        return character if line in character.skills else exchanged(character, (), (line,))
    return exchanged(character, (line,), ())


def _skill_line(character: Character, row: SkillRow, faults: Iterable[Refusal]) -> BuildLine:
    has = row.id in character.skills
    after = character if has else exchanged(character, (), (row.id,))
    options = alone(character).options
    taken = slots_of(character, row.id, options)
    of_its_own = (
        too_dull(after, row.id),
        too_clumsy_or_weak(after, row.id),
        without_groundwork(after, row.id),
        unlettered(options, after, row.id),
    )
    against = next(filter(None, of_its_own), None)
    return BuildLine(
        row.id,
        row.name,
        "known" if has else "",
        _slots(taken, row),
        _skill_note(row),
        chosen=has,
        why_not=against or (None if has else fresh(faults, after)),
        less=has,
        more=not has,
        group=MELEE if row.melee or row.id == "shield" else RANGED if _shoots(row) else OTHER,
    )


def _shoots(row: SkillRow) -> bool:
    return (
        row.ranged or row.id in ("thrown-weapons", "automatic-weapons") or row.id.startswith("marksmanship")
    )


def _weapons_of_a_skill(row: SkillRow) -> str:
    """CQ-SKL-7: the weapons that it takes the −4 off."""
    covered = {row.id, *row.counts_as}
    names = [weapon.name.lower() for weapon in weapons().values() if covered & set(weapon.skills)]
    return f"no −4 with {some(names, NAMED)}" if names else ""


def _slots(taken: int, row: SkillRow) -> str:
    """Slots for him now; behind them the table's where it has more."""
    said = count(taken, "slot")
    return f"{said}, not {row.slots}" if taken < row.slots else said


def _skill_note(row: SkillRow) -> str:
    """What it does, what it asks for, and what makes it cheaper."""
    least = (("INT", row.min_int), ("DEX", row.min_dex), ("STR", row.min_str))
    parts = [
        row.does or _weapons_of_a_skill(row),
        ", ".join(f"{label} {value}" for label, value in least if value),
    ]
    if row.needs_any:
        parts.append(
            "any skill with missile weapons" if row.needs_any == "ranged" else "any skill with melee weapons"
        )
    elif wanted := needed(row):
        parts.append("needs " + " or ".join(skills()[other].name for other in wanted))
    if row.cheaper:
        cheaper = ", ".join(f"{skills()[other].name} −{saved}" for other, saved in row.cheaper.items())
        parts.append(f"cheaper with {cheaper}")
    if row.counts_as:
        parts.append("counts as " + ", ".join(skills()[other].name for other in row.counts_as))
    return "; ".join(part for part in parts if part)


# --- weapons: what is bought, for how much, and what it would do in his hands (CH 5; CQ-ITM-13)


def weapon_lines(character: Character) -> tuple[BuildLine, ...]:
    """Every type of weapon, in groups."""
    faults = against_him(character)
    made = [
        stepping(
            _weapon_line(character, row), faults, _bought(character, row), _weapon_returned(character, row)
        )
        for row in weapons().values()
    ]
    groups = list(dict.fromkeys(line.group for line in made))
    return tuple(sorted(made, key=lambda line: groups.index(line.group)))


def weapon_stepped(character: Character, line: str, step: int) -> Character:
    """One more of a type, or one less."""
    row = weapons()[line]
    return _bought(character, row) if step > 0 else _weapon_returned(character, row) or character


def _weapon_line(character: Character, row: WeaponRow) -> BuildLine:
    owned = sum(weapon.type == row.id for weapon in character.weapons)
    load = row.reload > 0 and not row.is_a("battery")
    return BuildLine(
        row.id,
        row.name,
        f"×{owned}" if owned else "",
        f"{row.cost}+{row.reload} cr" if load else f"{row.cost} cr",
        _weapon_note(character, new_weapon(character, row.id, row.id), row),
        chosen=bool(owned),
        group=_group(row),
    )


def _bought(character: Character, row: WeaponRow) -> Character:
    """A full one more: in hand while there are hands for it, else on the belt."""
    weapon = new_weapon(character, free_id(character, row.id), row.id)
    hands = hands_used(character) + weapon.grip <= hands_left(character)
    return with_weapon(character, weapon, "ready" if hands and row.use != "grenade" else "belt")


def _weapon_returned(character: Character, row: WeaponRow) -> Character | None:
    """The last of that type put back; what is fitted to it stays his."""
    owned = [weapon for weapon in character.weapons if weapon.type == row.id]
    return without_weapon(fitted(character, owned[-1].id, ()), owned[-1].id) if owned else None


def _weapon_note(character: Character, weapon: Weapon, row: WeaponRow) -> str:
    """Damage and the roll to hit in his hands, shots and rounds, the strength that it needs, hands, mass."""
    arm = figures(weapon)
    parts = [f"damage {damage(alone(character), character, weapon)}", f"{row.kg} kg"]
    parts += [f"{signed(mod.value)} to hit: {mod.title.lower()}" for mod in hit_mods(character, weapon)]
    parts += [*_fire(row), f"{arm.rounds} rounds"] if arm.rounds else []
    parts += [f"STR {arm.strength}"] if arm.strength else []
    parts += ["both hands"] if arm.hands > 1 else []
    parts += ["small"] if is_small(arm) else []
    return ", ".join(parts)


def _fire(row: WeaponRow) -> list[str]:
    """Its modes of fire, each with how often in a turn."""
    single, bursts, automatic = row.shots
    modes = count(single, "shot"), count(bursts, "burst"), f"{automatic} rounds automatic"
    fired = [said for number, said in zip(row.shots, modes, strict=True) if number]
    return [f"{' or '.join(fired)} a turn"] if fired else []


def _group(row: WeaponRow) -> str:
    if row.use == "grenade":
        return "Grenades"
    if row.use == "thrown":
        return "To be thrown"
    if row.use == "melee":
        return "Hand to hand, both hands" if row.hands > 1 else "Hand to hand, one hand"
    if row.is_a("energy"):
        return "Energy weapons"
    is_bow = row.force != "recoil" or row.is_a("crossbow")
    return "Bows and other missile weapons" if is_bow else "Guns"


# --- armor and shields: two sets, one helmet, one shield, one energy shield (CQ-ARM-2, CQ-ITM-4)


ARMOR_GROUPS = {"full": "Suits", "jacket": "Jackets", "vest": "Vests", "helmet": "Helmets"}
SHIELDS, ENERGY_SHIELDS = "Shields", "Energy shields"


def armor_lines(character: Character) -> tuple[BuildLine, ...]:
    """All armor by its kind, then the shields."""
    faults, game = against_him(character), alone(character)
    made = [
        BuildLine(
            row.id, row.name, cost=f"{row.cost} cr", note=_armor_note(game, row), group=ARMOR_GROUPS[row.kind]
        )
        for row in armor().values()
    ]
    made += [
        BuildLine(
            row.id,
            row.name,
            cost=f"{row.cost} cr",
            note=_shield_note(row.kg, row.defence, row.dex),
            group=SHIELDS,
        )
        for row in shields().values()
    ]
    made += [
        BuildLine(
            id,
            each.name,
            cost=f"{each.cost} cr",
            note=f"{each.kg} kg, stops {each.r}d6 of energy and fire",
            group=ENERGY_SHIELDS,
        )
        for id, each in energy_shields().items()
    ]
    groups = [*ARMOR_GROUPS.values(), SHIELDS, ENERGY_SHIELDS]
    shown = [_told(character, line) for line in sorted(made, key=lambda line: groups.index(line.group))]
    return tuple(
        stepping(line, faults, _put_on(character, line.id), _taken_off(character, line.id)) for line in shown
    )


def armor_stepped(character: Character, line: str, step: int) -> Character:
    """Put on, or taken off; a new helmet or shield takes the place of the one before."""
    return (_put_on(character, line) if step > 0 else _taken_off(character, line)) or character


def _told(character: Character, line: BuildLine) -> BuildLine:
    """The line with what he has of it; a third set has no place."""
    has = line.id in (
        character.armor,
        character.armor2,
        character.helmet,
        character.shield,
        character.energy_shield,
    )
    twice = character.armor == character.armor2 == line.id
    no_place = None
    if _place(character, line.id) == "" and not has:
        no_place = Refusal("CQ-ARM-2", f"{character.name} wears two sets already.", "take one off")
    return replace(line, value="×2" if twice else "has it" if has else "", chosen=has, why_not=no_place)


def _place(character: Character, id: str) -> str:
    """The field that it goes into; "" where both sets are worn."""
    if id in shields():
        return "shield"
    if id in energy_shields():
        return "energy_shield"
    if armor()[id].kind == "helmet":
        return "helmet"
    return next((field for field in ("armor", "armor2") if not getattr(character, field)), "")


def _put_on(character: Character, id: str) -> Character | None:
    place = _place(character, id)
    return changed(character, **{place: id}) if place and getattr(character, place) != id else None


def _taken_off(character: Character, id: str) -> Character | None:
    """The second set moves up where the first is taken off."""
    if id == character.armor:
        return replace(character, armor=character.armor2, armor2="")
    place = next(
        (
            field
            for field in ("armor2", "helmet", "shield", "energy_shield")
            if getattr(character, field) == id
        ),
        "",
    )
    return changed(character, **{place: ""}) if place else None


def _armor_note(game: Fight, row: ArmorRow) -> str:
    parts = [f"{row.kg} kg", f"stops {points_of(game, row)}", f"R {row.r}" if row.r else ""]
    parts += [f"DEX {signed(row.dex)}" if row.dex else "", f"MOV {signed(row.mov)}" if row.mov else ""]
    return ", ".join(part for part in parts if part)


def _shield_note(kg: str, defence: int, dex: int) -> str:
    return f"{kg} kg, stops {defence} from the front" + (f", DEX {signed(dex)}" if dex else "")


# --- things: items, and reloads for the weapons that he has (CH 8)


def thing_lines(character: Character) -> tuple[BuildLine, ...]:
    """Reloads first, then everything else that can be bought."""
    faults = against_him(character)
    offered = [row for row in items().values() if not row.spent and _has_use(character, row)]
    made = [
        stepping(_thing_line(character, row), faults, _taken(character, row), _thing_returned(character, row))
        for row in offered
    ]
    return tuple(sorted(made, key=lambda line: line.group != RELOADS))


RELOADS, ITEMS = "Reloads for these weapons", "Items"


def thing_stepped(character: Character, line: str, step: int) -> Character:
    """One more, or one less."""
    row = items()[line]
    return _taken(character, row) if step > 0 else _thing_returned(character, row) or character


def owned_count(character: Character, id: str) -> int:
    """How many he has, wherever they are; what is fitted counts."""
    on_guns = sum(id in weapon.fitted for weapon in character.weapons) if id in SUPPORTS else 0
    everywhere = [thing for place in STOWED for thing in getattr(character, place)]
    return on_guns + everywhere.count(id)


def _has_use(character: Character, row: ItemRow) -> bool:
    """Reloads only for what he has, or those that he has already."""
    return (
        not row.weapon
        or owned_count(character, row.id) > 0
        or any(weapon.type == row.weapon for weapon in character.weapons)
    )


def _thing_line(character: Character, row: ItemRow) -> BuildLine:
    owned = owned_count(character, row.id)
    notes = [f"{row.kg} kg", "small" if small(row) and not row.worn else "", "worn" if row.worn else ""]
    notes += ["can be held" if row.hand else "", f"{row.batteries} batteries" if row.batteries else ""]
    return BuildLine(
        row.id,
        row.name,
        f"×{owned}" if owned else "",
        f"{row.cost} cr",
        ", ".join(note for note in notes if note),
        chosen=bool(owned),
        group=RELOADS if row.weapon else ITEMS,
    )


def _taken(character: Character, row: ItemRow) -> Character:
    """One more: worn where it is worn and none is yet, else on the person."""
    return appended(character, row.id, "worn" if row.worn and row.id not in character.worn else "items")


def _thing_returned(character: Character, row: ItemRow) -> Character | None:
    """One put back; from a weapon only where none is loose."""
    if not owned_count(character, row.id):
        return None
    for weapon in fed_by(character, row.id) if row.id in PACKS else ():
        character = fitted(character, weapon.id, tuple(thing for thing in weapon.fitted if thing != row.id))
    if any(row.id in getattr(character, place) for place in STOWED):
        return swapped(character, row.id)
    gun = next(weapon for weapon in character.weapons if row.id in weapon.fitted)
    kept = tuple(thing for thing in gun.fitted if thing != row.id)
    return changed_weapon(character, replace(gun, fitted=kept))


# --- carrying: hands, belt, back and pack, grips, loads, and what hangs on a weapon (CH 8)


WEAPON_PLACES = {"ready": "in hand", "belt": "belt", "slung": "back", "pack": "backpack"}

ITEM_PLACES = {"ready": "in hand", "items": "on him", "pack": "backpack", "worn": "worn"}
"""Where an item may be, in the order in which it goes from place to place."""


def place_lines(character: Character) -> tuple[BuildLine, ...]:
    """Each weapon with its place and what can be changed about it, the shield, the items."""
    faults = against_him(character)
    made = [*_weapons(character), *_shield(character), *_items(character)]
    return tuple(
        stepping(line, faults, _stepped(character, line.id, 1), _stepped(character, line.id, -1))
        for line in made
    )


def place_stepped(character: Character, line: str, step: int) -> Character:
    """Something one place on, or changed."""
    return _stepped(character, line, step) or character


def _stepped(character: Character, line: str, step: int) -> Character | None:
    what, _, id = line.partition(":")
    if what == "item":
        return _item_moved(character, id, step)
    if what == "shield":
        wanted = "slung" if step > 0 else "ready"
        return (
            replace(character, shield_held="slung" if step > 0 else "ready")
            if character.shield_held != wanted
            else None
        )
    what, _, part = what.partition("-with-")
    weapon = character.weapon(id)
    if weapon is None:
        return None
    if what == "fit":
        return _fitted(character, weapon, part, step)
    if what == "place":
        return _weapon_moved(character, id, step)
    return _weapon_changed(character, weapon, what, step)


# --- weapons


def _weapons(character: Character) -> Iterator[BuildLine]:
    for weapon in character.weapons:
        arm = figures(weapon)
        where = next(place for place in CARRIED if weapon.id in getattr(character, place))
        yield BuildLine(
            f"place:{weapon.id}", arm.name, WEAPON_PLACES[where], note="where it is carried", group="Weapons"
        )
        if arm.hands > 1 or arm.damage2 or (arm.missile and arm.force == "recoil"):
            need = f"needs STR {str_need(character, weapon)} held this way"
            yield BuildLine(f"grip:{weapon.id}", "  held in", _hands(weapon.grip), note=need, group="Weapons")
        yield from _load(character, weapon)
        if arm.use != "grenade":
            note = "practice weapons do no damage (CQ-SCN-15)"
            yield BuildLine(
                f"quality:{weapon.id}", "  made for", _made_for(weapon), note=note, group="Weapons"
            )
        yield from _fittings(character, weapon, arm)


def _hands(grip: int) -> str:
    return "both hands" if grip > 1 else "one hand"


def _made_for(weapon: Weapon) -> str:
    return "practice" if weapon.quality == "practice" else "combat"


def _load(character: Character, weapon: Weapon) -> Iterator[BuildLine]:
    """CQ-ITM-13: loaded or not; shotguns also with what."""
    row = weapons()[weapon.type]
    if row.reload > 0 and not row.is_a("battery"):
        said = f"{weapon.ammo}/{full_ammo(character, weapon)}" if weapon.ammo else "empty"
        yield BuildLine(
            f"load:{weapon.id}", "  loaded", said, f"{row.reload} cr", "a load is paid for", group="Weapons"
        )
    if weapon.type in shotguns():
        shells = ammunition()[weapon.ammo_type]
        yield BuildLine(
            f"shells:{weapon.id}", "  shells", shells.name, note=f"damage {shells.damage}", group="Weapons"
        )


def _fittings(character: Character, weapon: Weapon, arm: Arm) -> Iterator[BuildLine]:
    """What he has that may be fitted to it, or is."""
    things = [thing for thing in SUPPORTS if arm.is_a(thing) and _at_hand(character, thing)]
    things += [thing for thing in PACKS if arm.is_a("battery") and _at_hand(character, thing)]
    has_knife = any(figures(own).is_a(KNIVES) for own in character.weapons if own.id != weapon.id)
    things += [BAYONET] if arm.is_a("stocked") and has_knife else []
    for thing in dict.fromkeys((*weapon.fitted, *things)):
        on = thing in weapon.fitted
        name = items()[thing].name if thing in items() else "Bayonet"
        yield BuildLine(
            f"fit-with-{thing}:{weapon.id}", f"  {name.lower()}", "fitted" if on else "off", group="Weapons"
        )


def _at_hand(character: Character, thing: str) -> bool:
    return thing in (*character.items, *character.pack, *character.worn)


def _weapon_moved(character: Character, id: str, step: int) -> Character | None:
    at = next(index for index, place in enumerate(CARRIED) if id in getattr(character, place)) + step
    return appended(in_no_list(character, id), id, CARRIED[at]) if 0 <= at < len(CARRIED) else None


def _weapon_changed(character: Character, weapon: Weapon, what: str, step: int) -> Character | None:
    """Another grip, load, ammunition or make; None where there is nothing that way."""
    made: Weapon = weapon
    if what == "grip":
        made = replace(weapon, grip=2 if step > 0 else 1)
    elif what == "load":
        made = replace(weapon, ammo=full_ammo(character, weapon) if step > 0 else 0)
    elif what == "quality":
        made = replace(weapon, quality="practice" if step > 0 else "normal")
    elif what == "shells":
        shells = list(ammunition())
        at = shells.index(weapon.ammo_type) + step
        made = replace(weapon, ammo_type=shells[at]) if 0 <= at < len(shells) else weapon
    return changed_weapon(character, made) if made != weapon else None


def _fitted(character: Character, weapon: Weapon, thing: str, step: int) -> Character | None:
    on = thing in weapon.fitted
    if on == (step > 0):
        return None
    wanted = (*weapon.fitted, thing) if step > 0 else tuple(own for own in weapon.fitted if own != thing)
    return fitted(character, weapon.id, wanted)


# --- the shield, and items


def _shield(character: Character) -> Iterator[BuildLine]:
    if character.shield:
        said = {"ready": "in hand", "slung": "back"}.get(character.shield_held, character.shield_held)
        yield BuildLine(
            "shield", shields()[character.shield].name, said, note="where it is carried", group="Shield"
        )


def _items(character: Character) -> Iterator[BuildLine]:
    loose = (id for place in ("worn", "items", "pack", "ready") for id in getattr(character, place))
    things = dict.fromkeys(id for id in loose if not character.weapon(id))
    for id in things:
        where = [(getattr(character, place).count(id), said) for place, said in ITEM_PLACES.items()]
        told = [f"{count} {said}" if sum(n for n, _ in where) > 1 else said for count, said in where if count]
        yield BuildLine(
            f"item:{id}", items()[id].name, ", ".join(told), note="where it is carried", group="Items"
        )


def _item_places(id: str) -> tuple[str, ...]:
    row = item(id)
    fits = {"ready": bool(row and row.hand), "worn": bool(row and row.worn)}
    return tuple(place for place in ITEM_PLACES if fits.get(place, True))


def _item_moved(character: Character, id: str, step: int) -> Character | None:
    """One of them a place on: the first that can go that way."""
    places = _item_places(id)
    order = range(len(places)) if step > 0 else range(len(places) - 1, -1, -1)
    for at in order:
        if id in getattr(character, places[at]) and 0 <= at + step < len(places):
            left = without(getattr(character, places[at]), id)
            return appended(changed(character, **{places[at]: left}), id, places[at + step])
    return None


# --- all pages


class Page(Struct, frozen=True):
    """A page of the builder: its lines, and what a step on one of them makes of a character."""

    title: str
    key: str
    lines: Callable[[Character], tuple[BuildLine, ...]]
    stepped: Callable[[Character, str, int], Character]


PAGES: Mapping[str, Page] = {
    "attributes": Page("Attributes", "a", attribute_lines, attribute_stepped),
    "skills": Page("Skills", "k", skill_lines, skill_stepped),
    "weapons": Page("Weapons", "w", weapon_lines, weapon_stepped),
    "armor": Page("Armor", "r", armor_lines, armor_stepped),
    "things": Page("Things", "t", thing_lines, thing_stepped),
    "carrying": Page("Carrying", "c", place_lines, place_stepped),
}


def summary(character: Character) -> BuildSummary:
    """Sums and faults."""
    return BuildSummary(character.name, _totals(character), against_him(character))


def _totals(character: Character) -> tuple[BuildTotal, ...]:
    """Points, slots and credits; the load and what it does."""
    game = alone(character)
    points = game.options.starting_points - attribute_total(character)
    taken, left = slots(character, game.options), _credits_left(game, character)
    band = encumbrance(game, HERO)
    bound = character.species == "human"
    start, of_int = f"{game.options.starting_points}" if bound else "", f"{character.int}"
    return (
        BuildTotal(
            "Points left", number(points) if bound else "–", _within(points >= 0) if bound else "plain", start
        ),
        BuildTotal(
            "Slots left",
            number(character.int - taken),
            _within(taken <= character.int or character.species == "robot"),
            of_int,
        ),
        BuildTotal("Credits left", number(left), _within(left >= 0), f"{game.options.starting_credits}"),
        BuildTotal("Load kg", kilograms(load_grams(character)), "warn" if band.dex or band.mov else "plain"),
        BuildTotal("Burden", band.id, "warn" if band.dex or band.mov else "plain"),
        BuildTotal("DEX", f"{e_dex(game, HERO)}", "warn" if e_dex(game, HERO) < character.dex else "plain"),
        BuildTotal("MOV", f"{e_mov(game, HERO)}", "warn" if e_mov(game, HERO) < character.mov else "plain"),
    )


def _within(limit: bool) -> Tone:
    """Green as long as a rule has nothing against it."""
    return "good" if limit else "bad"


def _in_a_line(game: Any) -> str:
    """The character of a file: attributes, experience, credits; nothing while there is none."""
    character = next(iter(game.units.values()), None) if isinstance(game, Fight) else None
    return f"{in_short(character)} · {character.ep} experience · {character.wealth} cr" if character else ""


def _sheet_so_far(character: Character) -> Sheet:
    """The sheet that he would have, with the credits that are left."""
    game = alone(character)
    return sheet(game.with_unit(HERO, wealth=max(0, _credits_left(game, character))), HERO)


def _credits_left(game: Fight, character: Character) -> int:
    return game.options.starting_credits - build_cost(character)


BUILDER: Builder[Character] = Builder(
    pages=tuple(BuildPage(id, page.title, page.key) for id, page in PAGES.items()),
    begin=begun,
    read=read_beginner,
    summary=summary,
    lines=lambda character, page: PAGES[page].lines(character),
    change=lambda character, page, line, step: PAGES[page].stepped(character, line, step),
    rename=lambda character, name: replace(character, name=name),
    sheet=_sheet_so_far,
    beginning=beginning,
    line=_in_a_line,
)
