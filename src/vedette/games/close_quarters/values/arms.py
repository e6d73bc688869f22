"""What a weapon comes to in its owner's hands: strength needed, damage, standing modifiers to hit (CH 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vedette.engine.dice import Modifier, Remark
from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import house_rule, modifier, number, plays
from vedette.games.close_quarters.values.body import full_str
from vedette.games.close_quarters.values.defence import has_ready_shield
from vedette.games.close_quarters.values.figures import Arm, figures, full_ammo, is_small, loaded
from vedette.games.close_quarters.values.progression import Damage, is_notation
from vedette.games.close_quarters.values.skills import best_to_hit, covering, knows
from vedette.games.close_quarters.values.unarmed import by_strength, is_by_strength
from vedette.games.close_quarters.weapon import Weapon
from vedette.kit.tables import Read, applying

__all__ = [
    "Arm",
    "can_grip",
    "damage",
    "figures",
    "full_ammo",
    "hit_mods",
    "hit_mods_club",
    "hit_mods_hands",
    "house_rules",
    "is_small",
    "lack",
    "loaded",
    "skilled",
    "str_need",
    "strong_max",
    "throw_mods",
]

MARKSMANSHIP = ("marksmanship", "marksmanship-1", "marksmanship-2")
WEAPON_MASTER = ("weapon-master", "weapon-master-1", "weapon-master-2")
THROWN_WEAPONS = "thrown-weapons"

FLYING = ("thrown", "grenade")
"""Uses of what is only to be thrown."""


# --- strength


def str_need(one: Character, weapon: Weapon) -> int:
    """CQ-WPN-2, CQ-WPN-6, CQ-WPN-7: the STR that the weapon needs in its present grip, with its ammunition."""
    arm = figures(weapon)
    if arm.hands == 1 and weapon.grip > 1 and arm.missile and arm.force == "recoil":
        return -(-arm.strength // number("two_hands_divisor"))
    if arm.hands > 1 and weapon.grip == 1 and arm.is_a("double_one_handed"):
        return arm.strength * number("one_hand_times")
    return arm.strength


def lack(one: Character, weapon: Weapon) -> int:
    """CQ-WPN-2, CQ-WPN-5: the points of STR that he lacks for the weapon."""
    return max(0, str_need(one, weapon) - full_str(one))


def can_grip(one: Character, weapon: Weapon) -> bool:
    """CQ-WPN-8: whether he is strong enough for a two-handed weapon in one hand; any other grip will do."""
    arm = figures(weapon)
    if weapon.grip >= arm.hands or arm.is_a("double_one_handed"):
        return True
    enough = full_str(one) >= arm.strength + number("one_hand_spare")
    return enough and not arm.is_a("never_one_handed")


def strong_max(one: Character, weapon: Weapon) -> int:
    """CQ-WPN-4: how many points of damage his STR to spare may add, if he likes."""
    arm = figures(weapon)
    by_arm = arm.force == "muscle" and arm.use in ("melee", "thrown")
    if not by_arm or weapon.quality == "practice" or is_by_strength(arm.damage):
        return 0
    spare = (full_str(one) - str_need(one, weapon)) // number("strength_per_damage")
    return max(0, min(number("strong_most"), spare))


# --- damage


def damage(game: Read, one: Character, weapon: Weapon) -> str:
    """The damage in the present grip, weaker for lack of STR (CQ-WPN-3, CQ-WPN-13, CQ-WPN-16, CQ-SCN-15)."""
    if weapon.quality == "practice":
        return f"{number('practice_damage')}"
    arm = figures(weapon)
    table = arm.damage2 if weapon.grip > 1 and arm.damage2 else arm.damage
    written = by_strength(one, table).written if is_by_strength(table) else table
    if arm.force != "muscle" or not is_notation(written):
        return written
    less = lack(one, weapon) // number("strength_per_damage")
    return _in_weak_hands(game, Damage.parse(written), less).written if less else written


def house_rules(game: Read) -> Mapping[str, Remark]:
    """What the damage rests on where the text can be read in two ways."""
    return {"weak_hand": house_rule(game, "weak_hand")}


def _in_weak_hands(game: Read, whole: Damage, less: int) -> Damage:
    """CQ-WPN-3: so much damage less, off the dice or down the progression."""
    return whole.lessened(less) if plays(game, "weak_hand", "minus") else whole.stepped(-less)


# --- skills and the modifiers to hit


def skilled(one: Character, weapon: Weapon) -> bool:
    """CQ-SKL-7, CQ-SKL-8, CQ-SKL-10: whether a skill of his covers the weapon, or it needs none."""
    arm = figures(weapon)
    return not arm.skills or bool(_covering(one, arm, flies=arm.use in FLYING))


def hit_mods(one: Character, weapon: Weapon) -> tuple[Modifier, ...]:
    """CQ-ATK-10: the standing modifiers of the plain use of a weapon, only those that are not 0 (CH 5)."""
    arm, able = figures(weapon), skilled(one, weapon)
    flies = arm.use in FLYING
    mastered = able and arm.use == "melee" and bool(arm.skills)
    useful = covering(one, (*arm.skills, THROWN_WEAPONS) if flies else arm.skills)
    return applying(
        modifier("unskilled", not able),
        modifier("strength", lack(one, weapon)),
        modifier("marksmanship", best_to_hit(one, MARKSMANSHIP) if able and arm.missile else 0),
        modifier("weapon_master", best_to_hit(one, WEAPON_MASTER) if mastered else 0),
        modifier("thrown", best_to_hit(one, (THROWN_WEAPONS,)) if flies else 0),
        modifier("bonus", _bonus(one, useful)),
        *hit_mods_club(one, weapon),
    )


def throw_mods(one: Character, weapon: Weapon) -> tuple[Modifier, ...]:
    """CQ-SKL-17: the standing modifiers of throwing a melee weapon, from one hand; of others their plain use (CH 5)."""
    arm = figures(weapon)
    if arm.use != "melee":
        return hit_mods(one, weapon)
    held = replace(weapon, grip=1)
    useful = _covering(one, arm, flies=True)
    return applying(
        modifier("unskilled", bool(arm.skills) and not useful),
        modifier("strength", lack(one, held)),
        modifier("thrown", best_to_hit(one, (THROWN_WEAPONS,))),
        modifier("bonus", _bonus(one, useful)),
        *hit_mods_club(one, weapon),
    )


def hit_mods_club(one: Character, weapon: Weapon) -> tuple[Modifier, ...]:
    """CQ-ATK-10: all that counts for a gun used as a club: the shield, and how the thing is balanced."""
    return applying(*hit_mods_hands(one), modifier("unbalanced", weapon.unbalanced))


def hit_mods_hands(one: Character) -> tuple[Modifier, ...]:
    """CQ-ATK-10, CQ-SKL-18: all that counts for bare hands: a ready shield without the skill."""
    return applying(modifier("shield", has_ready_shield(one) and not knows(one, "shield")))


def _covering(one: Character, arm: Arm, *, flies: bool) -> tuple[str, ...]:
    """CQ-SKL-10, CQ-SKL-17: his skills that cover the weapon; thrown, Thrown Weapons does too for all but a few."""
    thrown = flies and not arm.is_a("own_skill_only")
    return covering(one, (*arm.skills, THROWN_WEAPONS) if thrown else arm.skills)


def _bonus(one: Character, useful: tuple[str, ...]) -> int:
    """CQ-EXP-10: the best of the bonuses that he has bought on these skills."""
    return max((one.bonuses.get(skill, 0) for skill in useful), default=0)
