"""What armor, shields and a full backpack stop, and what all of it weighs and costs in DEX (CH 7, CH 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from vedette.engine.dice import Remark
from vedette.games.close_quarters.derived.attributes import full_str
from vedette.games.close_quarters.derived.remembered import of_character
from vedette.games.close_quarters.known import BAYONET
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import (
    ArmorRow,
    EncumbranceRow,
    ShieldRow,
    armor,
    encumbrance_bands,
    grams,
    house_rule,
    in_grams,
    number,
    plays,
    shields,
    weapons,
)
from vedette.games.close_quarters.weapon import Weapon
from vedette.kit.tables import Read

# --- what a character carries, what it weighs under this gravity, and how it hinders him


SUPPORTS = ("bipod", "tripod")
"""Things fitted to a weapon that are nowhere else; packs stay in `items` or `worn` (CH 8)."""


def weapon_grams(weapon: Weapon) -> int:
    """The mass of a weapon with the support and the bayonet that are fitted to it."""
    own = weapons()[weapon.type].grams if weapon.kg is None else in_grams(weapon.kg)
    fitted = sum(grams(thing) for thing in weapon.fitted if thing in SUPPORTS)
    return own + fitted + (grams(weapon.bayonet) if BAYONET in weapon.fitted else 0)


def thing_grams(character: Character, thing: str) -> int:
    """The mass of what stands in one of his lists: a weapon of his, or an item."""
    weapon = character.weapon(thing)
    return grams(thing) if weapon is None else weapon_grams(weapon)


def pack_grams(character: Character) -> int:
    """The mass of what is in the backpack, without the backpack."""
    return sum(thing_grams(character, thing) for thing in character.pack)


def has_filled_backpack(character: Character) -> bool:
    """CQ-ARM-8: whether he wears a backpack with something in it."""
    return "backpack" in character.worn and bool(character.pack)


@of_character
def load_grams(character: Character) -> int:
    """CQ-ENC-1: all that is worn and carried, in grams; what lies on the map is not carried."""
    worn = (
        character.armor,
        character.armor2,
        character.helmet,
        character.energy_shield,
        *character.worn,
        *character.items,
    )
    shield = 0 if character.shield_held == "dropped" else grams(character.shield)
    carried = sum(
        thing_grams(character, thing) for thing in (*character.ready, *character.belt, *character.slung)
    )
    return sum(grams(thing) for thing in worn if thing) + shield + carried + pack_grams(character)


def gravity(game: Fight) -> Fraction:
    """The gravity, exactly as it is written (CH 1)."""
    return _exact(game.options.gravity)


@cache
def _exact(written: float) -> Fraction:
    return Fraction(str(written))


def effective_load(game: Fight, name: str) -> Fraction:
    """CQ-ENC-7: the load under this gravity and what his own body weighs more, in grams; never below 0."""
    return _effective_load(game.units[name], game.options.gravity)


def _effective_load(character: Character, gravity: float) -> Fraction:
    return max(Fraction(0), load_grams(character) * _exact(gravity) + _weight_of_a_body(gravity))


def encumbrance(game: Fight, name: str) -> EncumbranceRow:
    """CQ-ENC-2, CQ-ENC-8: the lightest band that the load fits; the heaviest for who is too heavy himself."""
    return _bands_under(game.options.gravity)(game.units[name])


@cache
def _bands_under(gravity: float) -> Callable[[Character], EncumbranceRow]:
    """The band of a character; every step of a way asks for it, of somebody who stays the same."""
    return of_character(lambda character: _band(character, gravity))


def _band(character: Character, gravity: float) -> EncumbranceRow:
    bands = encumbrance_bands()
    if _is_too_heavy(character, gravity):
        return bands[-1]
    load, strength = _effective_load(character, gravity), full_str(character)
    limits = ((row, row.limit(strength)) for row in bands)
    return next(row for row, limit in limits if limit is None or load <= limit)


def incapacitated(game: Fight, name: str) -> bool:
    """CQ-ENC-8: whether his own weight alone is too much for him."""
    return _is_too_heavy(game.units[name], game.options.gravity)


def _is_too_heavy(character: Character, gravity: float) -> bool:
    return _weight_of_a_body(gravity) > in_grams(number("own_weight_times") * full_str(character))


@cache
def _weight_of_a_body(written: float) -> Fraction:
    """What a body weighs more than on Earth, in grams; negative where it weighs less."""
    return number("own_weight") * (_exact(written) - 1)


# --- what armor, shields and a full backpack stop, and what they cost in DEX


BACKPACK = "backpack"


@dataclass(frozen=True, slots=True)
class Defence:
    """Points that are stopped, by what comes and from where; `r` is the R-factor (CQ-ARM-1, CQ-ARM-5, CQ-ARM-6)."""

    plain: int
    front: int
    rear: int
    head: int
    arms: int
    legs: int
    shot: int
    blast: int
    energy: int
    fire: int
    r: int


def worn_sets(character: Character) -> tuple[ArmorRow, ...]:
    """CQ-ARM-2, CQ-ARM-4: the one or two sets that he wears; a helmet is none."""
    return tuple(armor()[id] for id in (character.armor, character.armor2) if id)


def carried_shield(character: Character) -> ShieldRow | None:
    """The shield that he has ready or slung; None without one."""
    return shields()[character.shield] if character.shield and character.shield_held != "dropped" else None


def has_ready_shield(character: Character) -> bool:
    """CQ-ARM-3: whether a shield is in hand."""
    return bool(character.shield) and character.shield_held == "ready"


def armor_penalty(character: Character) -> int:
    """CQ-ARM-2: what the sets cost in DEX, added up; 0 or below."""
    return sum(row.dex for row in worn_sets(character))


def shield_penalty(character: Character) -> int:
    """What a ready or slung shield costs in DEX; 0 or below."""
    shield = carried_shield(character)
    return shield.dex if shield else 0


def defence(game: Read, character: Character) -> Defence:
    """All defence values of what he wears and carries (CH 7), as this game reads the text."""
    sets = worn_sets(character)
    layers = (*sets, *_built_in(game, sets))
    solid = [row for row in sets if row.klass == "armor"]
    full = [row for row in layers if row.kind == "full"]
    plain = _sum(layers)
    return Defence(
        plain=plain,
        front=plain + sum(in_front(character).values()),
        rear=plain + sum(behind(character).values()),
        head=_head(game, character, _sum(full)),
        arms=_sum(row for row in layers if row.kind != "vest"),
        legs=_sum(full),
        shot=sum(_of_shot(game, row) for row in layers),
        blast=sum(_of_blast(game, row) for row in layers),
        energy=_sum(solid),
        fire=sum(_part(row) for row in solid),
        r=sum(row.r for row in sets),
    )


def points_of(game: Read, row: ArmorRow) -> int:
    """CQ-ARM-1: what a set by itself stops of an ordinary hit, with what is built into it."""
    return _sum((row, *_built_in(game, (row,))))


def stopping(game: Read, character: Character, against: str) -> tuple[str, ...]:
    """What he wears that makes up one of the defence values, by id: sets, or a helmet that is worth more (CQ-OPT-11)."""
    values = defence(game, character)
    if against == "head":
        if values.head != values.legs:
            return (character.helmet,) if character.helmet else ()
        against = "legs"  # the full sets, which cover head and legs alike
    alone = {
        id: defence(game, replace(character, armor=id, armor2=""))
        for id in (character.armor, character.armor2)
        if id
    }
    return tuple(id for id, values in alone.items() if getattr(values, against))


def house_rules(game: Read) -> Mapping[str, Remark]:
    """What the defence values rest on where the text can be read in two ways."""
    return {
        "spacesuit_shot": house_rule(game, "spacesuit_shot"),
        "vests_in_explosions": house_rule(game, "vests_in_explosions"),
        "bare_head": house_rule(game, "bare_head"),
        "shielding_against_shot": house_rule(game, "shielding_against_shot"),
    }


def in_front(character: Character) -> Mapping[str, int]:
    """CQ-ARM-3: what a ready shield adds against the front, by its id."""
    return {character.shield: shields()[character.shield].defence} if has_ready_shield(character) else {}


def behind(character: Character) -> Mapping[str, int]:
    """CQ-ARM-3, CQ-ARM-8: what a slung shield and a filled backpack add against the rear, each by its id."""
    slung = bool(character.shield) and character.shield_held == "slung"
    found = {character.shield: shields()[character.shield].defence} if slung else {}
    return found | ({BACKPACK: number("backpack_defence")} if has_filled_backpack(character) else {})


def _sum(rows: Iterable[ArmorRow]) -> int:
    return sum(row.defence for row in rows)


def _built_in(game: Read, sets: Iterable[ArmorRow]) -> tuple[ArmorRow, ...]:
    """CQ-ARM-19: the shielding built into a suit, where it stops points of its own beside the suit's."""
    if plays(game, "spacesuit_shot", "one"):
        return ()
    return tuple(armor()[row.built_in] for row in sets if row.built_in)


def _head(game: Read, character: Character, full: int) -> int:
    """CQ-ARM-5: what protects the head: full sets or the helmet, whichever is worth more."""
    if not character.helmet:
        return full if plays(game, "bare_head", "covered") else 0
    return max(full, armor()[character.helmet].defence)


def _of_shot(game: Read, row: ArmorRow) -> int:
    """CQ-WPN-15: what a set stops of birdshot and buckshot; full sets twice as much."""
    as_ever = row.klass == "shielding" and plays(game, "shielding_against_shot", "table")
    return _part(row, 1 if as_ever else number("full_shot_times"))


def _of_blast(game: Read, row: ArmorRow) -> int:
    """CQ-ARM-6: what a set stops of an explosion."""
    if row.kind == "vest" and plays(game, "vests_in_explosions", "half"):
        return row.defence // number("jacket_divisor")
    return _part(row)


def _part(row: ArmorRow, full_times: int = 1) -> int:
    """CQ-ARM-6, CQ-WPN-15: what a set stops of what comes from all sides; jackets and vests only a part."""
    if row.kind == "jacket":
        return row.defence // number("jacket_divisor")
    if row.kind == "vest":
        return row.defence // number("vest_divisor")
    return row.defence * full_times
