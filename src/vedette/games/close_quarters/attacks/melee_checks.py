"""What a blow needs: the right kind of weapon in hand, strength, a free hand for a second one (section 6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.games.close_quarters.attacks.attempt import as_bayonet, as_club
from vedette.games.close_quarters.attacks.held import hits_nobody, not_usable, own_weapon
from vedette.games.close_quarters.known import BAYONET
from vedette.games.close_quarters.standing import is_engaged
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.values.arms import figures, is_small, skilled, strong_max
from vedette.games.close_quarters.values.skills import knows
from vedette.games.close_quarters.weapon import Weapon

TWO_WEAPON_FIGHTING = "two-weapon-fighting"

PAIRS = (("sword", "parries"), ("net", "trident"), ("cestus", "cestus"))
"""Classes of weapons that everybody uses together: sword with dagger, main-gauche or spiked buckler, and so on (CH 4)."""


def used_as(held: Weapon | None, *, club: bool = False) -> Weapon | None:
    """What a weapon strikes as: a gun as a club or with its bayonet; None for bare hands."""
    if held is None:
        return None
    if club:
        return as_club(held)
    return as_bayonet(held) if BAYONET in held.fitted and figures(held).missile else held


def used(game: Fight, command: Any) -> Weapon | None:
    """What the command's weapon strikes as; None for bare hands, or while nothing is named."""
    return used_as(own_weapon(game, command), club=bool(getattr(command, "as_club", False)))


@forbids("CQ-HTH-6", reads=("target",))
def in_the_same_brawl(game: Fight, command: Any) -> str | None:
    """In hand-to-hand combat one strikes only who is in it, in the same hex."""
    one, target = game.units[command.by], game.units.get(command.target)
    if not one.hth or target is None or (target.hth and target.hex == one.hex):
        return None
    return f"{target.name} is not in the same hand-to-hand combat."


@forbids("CQ-HTH-6", reads=("weapon",), alternative="a small weapon, or hands")
def small_in_hth(game: Fight, command: Any) -> str | None:
    """In hand-to-hand combat only small weapons are of use."""
    held = own_weapon(game, command)
    if game.units[command.by].hth and held is not None and not is_small(figures(held)):
        return "That is too big for hand-to-hand combat."
    return None


@check("CQ-ACT-16", "CQ-POL-10", "CQ-RNG-12", reads=("weapon", "as_club"))
def of_the_right_kind(game: Fight, command: Any) -> Refusal | None:
    """A weapon in hand: a gun as a club, or a whole melee weapon; in hand-to-hand combat a small gun that is loaded."""
    one, held = game.units[command.by], own_weapon(game, command)
    if held is None:
        return Refusal("CQ-POL-10", "Bare hands are no club.") if command.as_club else None
    if held.id not in one.ready and (command.as_club or not _strikes_nobody(held)):
        return not_usable(one, held)
    if command.as_club:
        return None if _can_be_a_club(game, command.by, held) else _no_club(held)
    return _strikes_nobody(held) or not_usable(one, held) or _wrong_use(one, held)


def _can_be_a_club(game: Fight, name: str, gun: Weapon) -> bool:
    """CQ-POL-10: a pistol or stocked gun that is empty or broken; a stocked gun while engaged."""
    arm = figures(gun)
    if not (arm.is_a("pistol") or arm.is_a("stocked")):
        return False
    return bool(gun.broken) or gun.ammo == 0 or (arm.is_a("stocked") and is_engaged(game, name))


def _no_club(held: Weapon) -> Refusal:
    return Refusal("CQ-POL-10", f"The {figures(held).name.lower()} doesn't serve as a club now.")


def _strikes_nobody(held: Weapon) -> Refusal | None:
    """CQ-ACT-16: grenades and flame throwers do no damage that a blow could do."""
    arm = figures(held)
    if not hits_nobody(arm):
        return None
    return Refusal("CQ-ACT-16", f"One doesn't strike with a {arm.name.lower()}.", absolute=True)


def _wrong_use(one: Character, held: Weapon) -> Refusal | None:
    """CQ-ACT-16: why a weapon strikes no blow, if so."""
    arm = figures(held)
    if arm.use == "thrown":
        return Refusal("CQ-ACT-16", f"One doesn't strike with a {arm.name.lower()}.", "throw it")
    if not arm.missile or BAYONET in held.fitted:
        return None
    if not (one.hth and is_small(arm)):
        return Refusal("CQ-ACT-16", f"One doesn't strike with a {arm.name.lower()}.", "shoot")
    if not held.ammo:
        return Refusal("CQ-RNG-12", f"The {arm.name.lower()} is empty.", absolute=True)
    return None


@check("CQ-WPN-4", reads=("weapon", "power"))
def not_too_strong(game: Fight, command: Any) -> Refusal | None:
    """No more strength goes into a blow or a throw than there is to spare."""
    weapon = used(game, command)
    most = strong_max(game.units[command.by], weapon) if weapon is not None else 0
    if command.power > most:
        return Refusal("CQ-WPN-4", f"There is strength to spare for {most} points.", f"{most}")
    return None


# --- two weapons


@forbids("CQ-ATK-14", reads=("weapon", "weapon2"))
def the_other_hand_is_free(game: Fight, command: Any) -> str | None:
    """What parries this turn doesn't strike, and besides a parry there is no second blow."""
    one = game.units[command.by]
    if one.parry and (command.weapon == one.parry or command.weapon2):
        return f"{one.name} parries with one weapon, and strikes with the other only."
    return None


@check("CQ-ATK-14", "CQ-SKL-35", reads=("weapon", "weapon2"))
def two_weapons_can_be_used(game: Fight, command: Any) -> Refusal | None:
    """A second blow needs another ready weapon, and the skill or a pair that everybody uses."""
    one = game.units[command.by]
    if not command.weapon2:
        return None
    first, second = one.weapon(command.weapon), one.weapon(command.weapon2)
    if second is None:
        return None
    wrong = _strikes_nobody(second) or not_usable(one, second) or _wrong_use(one, second)
    if wrong is not None:
        sentence = "The second blow needs a ready, whole melee weapon."
        return Refusal("CQ-ATK-14", sentence, absolute=wrong.absolute)
    if first is None or first.id == second.id:
        return Refusal("CQ-ATK-14", "The second blow comes from another weapon.")
    if fights_with_both(one, first, second):
        return None
    return Refusal("CQ-ATK-14", f"{one.name} can't use these two weapons together.")


def fights_with_both(one: Character, first: Weapon, second: Weapon) -> bool:
    """CQ-ATK-14 (CH 4): Two Weapon Fighting with weapons that he is skilled with, or one of the pairs."""
    if knows(one, TWO_WEAPON_FIGHTING) and skilled(one, first) and skilled(one, second):
        return True
    arms = (figures(first), figures(second))
    return any(
        (arms[0].is_a(a) and arms[1].is_a(b)) or (arms[1].is_a(a) and arms[0].is_a(b)) for a, b in PAIRS
    )


@dataclass(frozen=True, slots=True)
class SecondBlow:
    """The second blow of an attack with two weapons, as the checks of target and reach see it."""

    do: str
    by: str
    weapon: str
    target: str


def second_blow(game: Fight, command: Any) -> Iterator[SecondBlow]:
    """The second blow, where there is one."""
    weapon2 = getattr(command, "weapon2", "")
    if weapon2:
        target = getattr(command, "target2", "") or getattr(command, "target", "")
        yield SecondBlow(command.do, command.by, weapon2, target)


@forbids("CQ-NRG-3", reads=("weapon",), alternative="reload", absolute=True)
def battery_has_power(game: Fight, command: Any) -> str | None:
    """Battery weapons need power."""
    held = own_weapon(game, command)
    if held is None or held.ammo or not figures(held).is_a("battery"):
        return None
    if getattr(command, "as_club", False) or (figures(held).missile and BAYONET in held.fitted):
        return None
    return f"The {figures(held).name.lower()} has no power left."
