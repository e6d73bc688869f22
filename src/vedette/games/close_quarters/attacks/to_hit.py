"""CQ-ATK-1: the number of a roll to hit, its dice and all that leads to them; a pure function of the state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from vedette.engine.dice import Modifier, Remark, Sum
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.blow_modifiers import blow_modifiers
from vedette.games.close_quarters.attacks.figures import named_in_the_way
from vedette.games.close_quarters.attacks.fire_modifiers import (
    fire_modifiers,
    grenade_modifiers,
    is_fired_in_the_dark,
    lack_in_fire,
    lacks_automatic_weapons,
    launch_modifiers,
    read_in_the_line,
    read_of_mode,
    read_of_second,
)
from vedette.games.close_quarters.bands import always, never
from vedette.games.close_quarters.dicing import explained, save_modifiers
from vedette.games.close_quarters.ground.lines import hexes_of_smoke
from vedette.games.close_quarters.ground.terrain import bad_footing, smoky
from vedette.games.close_quarters.standing import aspect, is_able
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.values.arms import hit_mods, hit_mods_hands, throw_mods
from vedette.games.close_quarters.values.effective import e_dex
from vedette.games.close_quarters.values.martial import martial_arts
from vedette.kit.tables import applying

QUICK_REFLEXES = "quick-reflexes"

ARMS = ("weapon-arm", "other-arm")


@dataclass(frozen=True, slots=True)
class Aim:
    """A roll to hit before it is made: `pool` has its number, dice, modifiers and chance.

    sure: a subdued target is hit without a roll (CQ-HTH-11). defended: the die more for his defence is among them.
    """

    pool: Sum
    sure: bool = False
    defended: bool = False

    @property
    def number(self) -> int:
        """The total that still hits, the automatic results aside."""
        assert self.pool.target is not None  # every roll to hit has one
        return self.pool.target


def aim(game: Fight, attempt: Attempt) -> Aim:
    """The roll to hit that an attack comes to now (section 8)."""
    dark = is_fired_in_the_dark(game, attempt)
    modifiers = () if dark else modifiers_of(game, attempt)
    base = number("dark_number") if dark else e_dex(game, attempt.by)
    dice, remarks = dice_of(game, attempt)
    why = Remark("Darkness", f"the number is {base}", ("CQ-ENV-6",))
    hindered = any(one.name == "interveners" for one in modifiers)
    named = named_in_the_way(game, attempt) if hindered else ()
    pool = Sum(
        dice=dice,
        sides=number("die_sides"),
        target=base + int(sum(one.value for one in modifiers)),
        modifiers=modifiers,
        remarks=(why if dark else explained(game, attempt.by, "dex"), *remarks, *named),
        always=always(dice),
        never=never(dice),
        readings=(
            *read_in_the_line(game, attempt),
            *read_of_mode(game, attempt),
            *read_of_second(game, attempt),
        ),
    )
    target = game.units.get(attempt.target)
    sure = target is not None and target.subdued
    return Aim(pool, sure, defended=is_defended(game, attempt))


# --- the number


def modifiers_of(game: Fight, attempt: Attempt) -> tuple[Modifier, ...]:
    """Every modifier that isn't 0: the weapon's standing ones, then those of the attack."""
    return applying(*standing(game, attempt), *situation(game, attempt))


def standing(game: Fight, attempt: Attempt) -> tuple[Modifier, ...]:
    """CQ-ATK-10: the weapon's standing modifiers (CH 5), with what this half changes about them."""
    one, weapon = game.units[attempt.by], attempt.weapon
    if weapon is None:
        return hit_mods_hands(one)
    if attempt.way == "thrown":
        return throw_mods(one, weapon)
    mods = hit_mods(one, weapon)
    return tuple(_in_fire(game, attempt, mods)) if attempt.way in ("missile", "launch") else mods


def _in_fire(game: Fight, attempt: Attempt, mods: tuple[Modifier, ...]) -> Iterator[Modifier]:
    """CQ-AUT-4, CQ-AUT-5, CQ-AUT-9: a gun's standing modifiers as the mode of fire and the support change them."""
    unskilled = any(one.name == "unskilled" for one in mods)
    if not unskilled and lacks_automatic_weapons(game, attempt):
        yield modifier("unskilled")
    yield modifier("strength", lack_in_fire(game, attempt))
    yield from (one for one in mods if one.name != "strength")


def situation(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """All that section 8 adds to the standing modifiers."""
    yield modifier("extra_strength", attempt.power)
    if attempt.way == "grenade":
        yield from grenade_modifiers(game, attempt)
    elif attempt.way == "launch":
        yield from launch_modifiers(game, attempt)
    elif attempt.regular:
        yield from blow_modifiers(game, attempt)
    else:
        yield from fire_modifiers(game, attempt)
    yield modifier("aiming", attempt.aiming)
    yield aimed(attempt)
    yield from surroundings(game, attempt)
    yield from kinds(game, attempt)


def aimed(attempt: Attempt) -> Modifier | None:
    """CQ-OPT-7: what aiming at a part of the body costs."""
    if not attempt.aim_at:
        return None
    if attempt.aim_at == "head":
        return modifier("aimed_head")
    return modifier("aimed_knife_arm" if attempt.aim_at in ARMS and attempt.is_a("knife") else "aimed_limb")


def surroundings(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """What the ground, the smoke and his own head do to the attacker, and smoke to the line."""
    one = game.units[attempt.by]
    yield from save_modifiers(game, attempt.by)
    if bad_footing(game.map, one.hex) and (attempt.regular or one.moved):
        yield modifier("footing")
    smoke = hexes_of_smoke(one.hex, attempt.at(game), partial(smoky, game.map))
    yield modifier("smoke", smoke)
    target = game.units.get(attempt.target)
    yield modifier("breather") if target is not None and target.breather else None


def kinds(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """What the kind of action costs."""
    yield modifier("opportunity") if attempt.opportunity else None
    yield modifier("off_hex", attempt.off_hex)
    yield modifier("sweep") if attempt.sweep else None
    yield modifier("staff") if attempt.staff else None
    yield modifier("second_weapon") if attempt.second else None
    yield modifier("disengage", attempt.slower)


# --- the dice


def dice_of(game: Fight, attempt: Attempt) -> tuple[int, tuple[Remark, ...]]:
    """How many dice, and why there are more than three (CQ-CHK-12, CQ-ATK-5, CQ-MRT-4, CQ-MRT-5, CQ-OPT-10)."""
    if attempt.way in ("grenade", "launch"):
        return number("grenade_dice"), ()
    dice, remarks = number("to_hit_dice"), []
    if is_master(game, attempt.target):
        dice = number("master_dice")
        remarks.append(Remark("Martial Arts Master", f"{dice} dice", ("CQ-MRT-5",)))
    if is_dodged(game, attempt):
        dice += number("defended_dice")
        remarks.append(Remark("Dodging", "a die more", ("CQ-ATK-5",)))
    if is_defended(game, attempt):
        masterly = martial_arts(game.units[attempt.target]) >= number("martial_arts_all_round")
        dice = number("level_4_dice") if masterly else dice + number("defended_dice")
        said = f"{dice} dice" if masterly else "a die more"
        remarks.append(Remark("Defending", said, ("CQ-MRT-4" if masterly else "CQ-ATK-5",)))
    if attempt.quick and QUICK_REFLEXES not in game.units[attempt.by].skills:
        dice += number("quick_shot_dice")
        remarks.append(Remark("Quick shot", "a die more", ("CQ-OPT-10",)))
    return min(dice, number("to_hit_dice_most")), tuple(remarks)


def is_dodged(game: Fight, attempt: Attempt) -> bool:
    """CQ-ATK-5, CQ-MRT-5: whether the target's dodging counts: against shots and throws, a Master's against blows too."""
    target = game.units[attempt.target]
    return target.dodging and (not attempt.regular or is_master(game, attempt.target))


def is_master(game: Fight, name: str) -> bool:
    """CQ-MRT-5: an able Master of martial arts."""
    return martial_arts(game.units[name]) >= number("martial_master") and is_able(game, name)


def is_defended(game: Fight, attempt: Attempt) -> bool:
    """CQ-ATK-5: whether the target's defence counts against this attack: a blow from the front."""
    if not attempt.regular or not defends_against(game.units[attempt.target], attempt.by):
        return False
    return aspect(game, attempt.target, game.units[attempt.by].hex) == "front"


def defends_against(one: Character, by: str) -> bool:
    """Whether he defends, and against this one; while aiming he defends only against whom he aims at (CQ-RNG-7)."""
    return one.defending and one.defends_against in ("", by)
