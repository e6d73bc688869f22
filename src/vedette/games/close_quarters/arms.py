"""What a weapon comes to in its owner's hands: figures, strength, damage, bare hands, modifiers to hit (CH 5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Modifier, Remark
from vedette.engine.readings import explains
from vedette.games.close_quarters import derived, tables
from vedette.games.close_quarters.state import Character, Fight, Weapon
from vedette.games.close_quarters.tables import house_rule, modifier, number, plays, skills, weapons
from vedette.kit.remembered import remembered
from vedette.kit.tables import Read, applying


def deciding(game: Fight, readings: tuple[str, ...], outcome: Callable[[Fight], Any]) -> tuple[Remark, ...]:
    """The house rules, of those readings, without which the outcome would be another; none where nobody reads them."""
    if not explains():
        return ()
    found, decide = outcome(game), list[Remark]()
    for id in readings:
        others = [row.id for row in tables.TABLES.readings[id].choices if row.id != game.readings[id]]
        played = (replace(game, readings={**game.readings, id: other}) for other in others)
        if any(outcome(other) != found for other in played):
            decide.append(house_rule(game, id))
    return tuple(decide)


# --- a weapon's figures


T = TypeVar("T")

SMALL = ("pistol", "knife", "brass-knuckles")
"""Classes whose weapons are small, whatever their length (combat half 4)."""


class Arm(Struct, frozen=True):
    """A weapon as it is now: loaded with its ammunition, and with columns of its own.

    damage: as the table writes it. strength: the STR that it needs in the table's number of hands. shots: single shots,
    bursts and automatic rounds a turn, 0 for a mode that it lacks. rounds: in a full weapon. effective_range: of a
    shotgun, in hexes; 0 for any other weapon.
    """

    id: str
    type: str
    name: str
    row: tables.WeaponRow
    damage: str
    damage2: str
    strength: int
    length: tables.Length
    hands: int
    use: tables.Use
    missile: bool
    thrown: bool
    force: tables.Force
    shots: tuple[int, int, int]
    rounds: int
    skills: tuple[str, ...]
    grams: int
    effective_range: int

    def is_a(self, klass: str) -> bool:
        """Whether it is of a class of weapons; that goes by its type alone (combat half 4)."""
        return self.row.is_a(klass)


@lru_cache(maxsize=512)
def figures(weapon: Weapon) -> Arm:
    """The figures of a weapon: own columns beat the table, loaded shot and slugs change it (CQ-WPN-1, CQ-WPN-13).

    What can no longer be shot or only thrown is for melee.
    """
    row, load = weapons()[weapon.type], loaded(weapon)
    taken = (weapon.missile is False and row.use == "missile") or (
        weapon.thrown is False and row.use == "thrown"
    )
    use: tables.Use = "missile" if weapon.missile else "melee" if taken else row.use
    shots = row.shots
    if weapon.shots is not None:  # a number of single shots, or `single/burst/automatic`
        single, burst, auto = (*(int(part) for part in f"{weapon.shots}".split("/")), 0, 0)[:3]
        shots = single, burst, auto
    reach = tables.shotguns()[weapon.type].effective[load.id] if load else 0
    return Arm(
        id=weapon.id,
        type=weapon.type,
        name=weapon.name or row.name,
        row=row,
        damage=_own(weapon.damage, load.damage if load else row.damage),
        damage2=_own(weapon.damage2, row.damage2),
        strength=_own(weapon.str_min, row.strength) + (load.strength if load else 0),
        length=_own(weapon.length, row.length),
        hands=_own(weapon.hands, row.hands),
        use=use,
        missile=use == "missile",
        thrown=_own(weapon.thrown, row.thrown),
        force=_own(weapon.force, row.force),
        shots=shots,
        rounds=_own(weapon.rounds, row.rounds),
        skills=_own(weapon.skills, row.skills),
        grams=row.grams if weapon.kg is None else tables.in_grams(weapon.kg),
        effective_range=_own(weapon.effective_range, reach),
    )


def _own(own: T | None, table: T) -> T:
    return table if own is None else own


def loaded(weapon: Weapon) -> tables.AmmunitionRow | None:
    """CQ-WPN-13: the ammunition of a shotgun, unless told otherwise what it is sold with; None for other weapons."""
    usual = sold_with(weapon.type)
    return tables.ammunition()[weapon.ammo_type or usual] if usual else None


def sold_with(type_id: str) -> str:
    """CQ-WPN-13: the ammunition that a shotgun is sold with; "" for other weapons."""
    gun = tables.shotguns().get(type_id)
    return gun.sold_with if gun else ""


def full_ammo(character: Character, weapon: Weapon) -> int:
    """How much a weapon holds: its own rounds, and as many again for each battery of a pack that feeds it (CQ-ITM-7)."""
    carried, items = (*character.items, *character.worn), tables.items()
    packs = [thing for thing in weapon.fitted if thing in carried and thing in items]
    return figures(weapon).rounds * (1 + sum(items[pack].batteries for pack in packs))


def is_small(arm: Arm) -> bool:
    """Whether a weapon can be used in hand-to-hand combat: pistols, knives, knuckles, what is short and one-handed."""
    short = arm.length == "short" and arm.hands == 1 and arm.use != "grenade"
    return short or any(arm.is_a(klass) for klass in SMALL)


def hands_left(character: Character) -> int:
    """CQ-ITM-1, CQ-OPT-9: hands that can hold something: one less for each useless arm."""
    return number("hands") - len(character.arms_lost)


def hands_used(character: Character) -> int:
    """CQ-ITM-1: the grips of the weapons in hand, one hand for each item, and one for a ready shield."""
    grips = [weapon.grip if (weapon := character.weapon(thing)) else 1 for thing in character.ready]
    return sum(grips) + derived.has_ready_shield(character)


def in_hands(character: Character) -> list[Weapon]:
    return [weapon for thing in character.ready if (weapon := character.weapon(thing))]


def too_full(character: Character) -> bool:
    """CQ-ITM-1: whether all that he holds, a ready shield too, takes more hands than he has."""
    return hands_used(character) > hands_left(character)


def shield_in_the_way(character: Character) -> bool:
    """CQ-WPN-9: whether a ready shield meets a weapon that is held in both hands."""
    return derived.has_ready_shield(character) and any(weapon.grip > 1 for weapon in in_hands(character))


# --- martial arts, toughness and fencing, as far as they are usable now


def martial_arts(character: Character) -> int:
    """CQ-SKL-34, CQ-MRT-1: the highest level known, a Master's being 5; 0 while what he wears hinders him."""
    row = _level(character)
    return row.level if row else 0


def martial_bonus(character: Character) -> int:
    """CQ-SKL-34: steps of damage more with bare hands."""
    row = _level(character)
    return row.damage if row else 0


def toughness(character: Character) -> int:
    """CQ-SKL-31: points off each hit: 1 with Tough, 2 with Very Tough."""
    return max((skills()[skill].toughness for skill in character.skills), default=0)


def fencing(game: Fight, name: str) -> bool:
    """CQ-SKL-33: whether he knows fencing and is deft enough for it now."""
    return derived.knows(game.units[name], "fencing") and derived.e_dex(game, name) >= number("fencing_dex")


@remembered
def _level(character: Character) -> tables.MartialArtsRow | None:
    """CQ-MRT-1: what armor prevents: any that costs more than 2 DEX, or all but cloth."""
    if character.arts_in_cloth:
        hindered = any(not row.cloth for row in derived.worn_sets(character))
    else:
        worn = derived.armor_penalty(character) + derived.shield_penalty(character)
        hindered = worn < number("martial_arts_penalty")
    known = [
        row for skill, row in tables.martial_arts().items() if skill in character.skills and not hindered
    ]
    return max(known, key=lambda row: row.level, default=None)


# --- damage by strength


_BY_STRENGTH = re.compile(r"T:(?P<column>[a-z_0-9]+)(?:\+(?P<steps>\d{1,4}))?")


def unarmed(character: Character) -> Mapping[str, str]:
    """CQ-TBL-3, CQ-TBL-4: the damage of bare hands and of simple things in them, by the columns of the table."""
    return {column: column_damage(character, column).written for column in tables.unarmed_columns()}


def column_damage(character: Character, column: str) -> derived.Damage:
    """CQ-TBL-4: the damage of a column of the unarmed table for his strength."""
    row = tables.unarmed_columns()[column]
    base = base_step(derived.full_str(character)) + row.steps
    return derived.Damage.at(base + (martial_bonus(character) if row.martial else 0))


def base_step(strength: int) -> int:
    """CQ-TBL-3: the step of a strength; above the table one more for each 6 points begun (decision 27)."""
    rows = tables.unarmed_steps()
    for row in rows:
        if strength <= row.up_to:
            return row.step
    further = -(-(strength - rows[-1].up_to) // number("unarmed_more_strength"))
    return rows[-1].step + further * number("unarmed_more_steps")


def is_by_strength(damage: str) -> bool:
    """CQ-WPN-16: whether the damage of a weapon is a column of the unarmed table: `T:club`."""
    found = _BY_STRENGTH.fullmatch(damage)
    return found is not None and found["column"] in tables.unarmed_columns()


def by_strength(character: Character, damage: str) -> derived.Damage:
    """CQ-WPN-16: the damage that `T:club+2` comes to in his hands; raises ValueError for any other notation."""
    found = _BY_STRENGTH.fullmatch(damage)
    if found is None:
        raise ValueError(f"{damage} names no column of the unarmed table.")
    return column_damage(character, found["column"]).stepped(int(found["steps"] or 0))


MARKSMANSHIP = ("marksmanship", "marksmanship-1", "marksmanship-2")
WEAPON_MASTER = ("weapon-master", "weapon-master-1", "weapon-master-2")
THROWN_WEAPONS, FLAME_THROWER = "thrown-weapons", "flame-thrower"

FLYING = ("thrown", "grenade")


# --- strength


def str_need(character: Character, weapon: Weapon) -> int:
    """CQ-WPN-2, CQ-WPN-6, CQ-WPN-7: the STR that the weapon needs in its present grip, with its ammunition."""
    arm = figures(weapon)
    if arm.hands == 1 and weapon.grip > 1 and arm.missile and arm.force == "recoil":
        return -(-arm.strength // number("two_hands_divisor"))
    if arm.hands > 1 and weapon.grip == 1 and arm.is_a("double_one_handed"):
        return arm.strength * number("one_hand_times")
    return arm.strength


def lack(character: Character, weapon: Weapon) -> int:
    """CQ-WPN-2, CQ-WPN-5: the points of STR that he lacks for the weapon."""
    return max(0, str_need(character, weapon) - derived.full_str(character))


def can_grip(character: Character, weapon: Weapon) -> bool:
    """CQ-WPN-8: whether he is strong enough for a two-handed weapon in one hand; any other grip will do."""
    arm = figures(weapon)
    if weapon.grip >= arm.hands or arm.is_a("double_one_handed"):
        return True
    enough = derived.full_str(character) >= arm.strength + number("one_hand_spare")
    return enough and not arm.is_a("never_one_handed")


def strong_max(character: Character, weapon: Weapon) -> int:
    """CQ-WPN-4: how many points of damage his STR to spare may add, if he likes."""
    arm = figures(weapon)
    by_arm = arm.force == "muscle" and arm.use in ("melee", "thrown")
    if not by_arm or weapon.quality == "practice" or is_by_strength(arm.damage):
        return 0
    spare = (derived.full_str(character) - str_need(character, weapon)) // number("strength_per_damage")
    return max(0, min(number("strong_most"), spare))


# --- damage


def damage(game: Read, character: Character, weapon: Weapon) -> str:
    """The damage in the present grip, weaker for lack of STR (CQ-WPN-3, CQ-WPN-13, CQ-WPN-16, CQ-SCN-15)."""
    if weapon.quality == "practice":
        return f"{number('practice_damage')}"
    arm = figures(weapon)
    table = arm.damage2 if weapon.grip > 1 and arm.damage2 else arm.damage
    written = by_strength(character, table).written if is_by_strength(table) else table
    if arm.force != "muscle" or not derived.is_notation(written):
        return written
    less, whole = lack(character, weapon) // number("strength_per_damage"), derived.Damage.parse(written)
    if not less:
        return written
    off = plays(game, "weak_hand", "minus")  # CQ-WPN-3: off the dice, or down the progression
    return (whole.lessened(less) if off else whole.stepped(-less)).written


def damage_words(game: Read, character: Character, weapon: Weapon) -> str:
    """The same for people, with a minus that is no hyphen."""
    return damage(game, character, weapon).replace("-", "−")


DAMAGE_RESTS_ON = ("weak_hand",)


# --- skills and the modifiers to hit


def skilled(character: Character, weapon: Weapon) -> bool:
    """CQ-SKL-7, CQ-SKL-8, CQ-SKL-10: whether a skill of his covers the weapon, or it needs none."""
    arm = figures(weapon)
    return not arm.skills or bool(_covering(character, arm, flies=arm.use in FLYING))


def hit_mods(character: Character, weapon: Weapon) -> tuple[Modifier, ...]:
    """CQ-ATK-10: the standing modifiers of the plain use of a weapon, only those that are not 0 (CH 5)."""
    arm, able = figures(weapon), skilled(character, weapon)
    flies = arm.use in FLYING
    mastered = able and arm.use == "melee" and bool(arm.skills)
    useful = derived.skills_covering(character, (*arm.skills, THROWN_WEAPONS) if flies else arm.skills)
    return applying(
        modifier("unskilled", not able),
        modifier("strength", lack(character, weapon)),
        modifier("marksmanship", derived.best_to_hit(character, MARKSMANSHIP) if able and arm.missile else 0),
        modifier("weapon_master", derived.best_to_hit(character, WEAPON_MASTER) if mastered else 0),
        modifier("thrown", derived.best_to_hit(character, (THROWN_WEAPONS,)) if flies else 0),
        modifier("bonus", _bonus(character, useful)),
        *hit_mods_club(character, weapon),
    )


def throw_mods(character: Character, weapon: Weapon) -> tuple[Modifier, ...]:
    """CQ-SKL-17: the standing modifiers of throwing a melee weapon, from one hand; of others their plain use (CH 5)."""
    arm = figures(weapon)
    if arm.use != "melee":
        return hit_mods(character, weapon)
    held = replace(weapon, grip=1)
    useful = _covering(character, arm, flies=True)
    return applying(
        modifier("unskilled", bool(arm.skills) and not useful),
        modifier("strength", lack(character, held)),
        modifier("thrown", derived.best_to_hit(character, (THROWN_WEAPONS,))),
        modifier("bonus", _bonus(character, useful)),
        *hit_mods_club(character, weapon),
    )


def hit_mods_club(character: Character, weapon: Weapon) -> tuple[Modifier, ...]:
    """CQ-ATK-10: all that counts for a gun used as a club: the shield, and how the thing is balanced."""
    return applying(*hit_mods_hands(character), modifier("unbalanced", weapon.unbalanced))


def hit_mods_hands(character: Character) -> tuple[Modifier, ...]:
    """CQ-ATK-10, CQ-SKL-18: all that counts for bare hands: a ready shield without the skill."""
    return applying(
        modifier("shield", derived.has_ready_shield(character) and not derived.knows(character, "shield"))
    )


def _covering(character: Character, arm: Arm, *, flies: bool) -> tuple[str, ...]:
    """CQ-SKL-10, CQ-SKL-17: his skills that cover the weapon; thrown, Thrown Weapons does too for all but a few."""
    thrown = flies and not arm.is_a("own_skill_only")
    return derived.skills_covering(character, (*arm.skills, THROWN_WEAPONS) if thrown else arm.skills)


def _bonus(character: Character, useful: tuple[str, ...]) -> int:
    """CQ-EXP-10: the best of the bonuses that he has bought on these skills."""
    return max((character.bonuses.get(skill, 0) for skill in useful), default=0)


# --- a weapon of which not everything is said

UNSAID = -1
"""The grip and the ammunition of a weapon for which the table has to say them."""


def completed(owner: Character, weapon: Weapon) -> Weapon:
    """The weapon with the table's hands, the ammunition that it is sold with, and full unless it says otherwise."""
    grip = weapon.grip if weapon.grip != UNSAID else weapon.hands or weapons()[weapon.type].hands
    made = replace(weapon, grip=grip, ammo_type=weapon.ammo_type or sold_with(weapon.type))
    return replace(made, ammo=full_ammo(owner, made)) if weapon.ammo == UNSAID else made


def new_weapon(owner: Character, id: str, type_id: str) -> Weapon:
    """A full weapon of which nothing but its type is known."""
    return completed(owner, Weapon(id, type_id, ammo=UNSAID, grip=UNSAID))
