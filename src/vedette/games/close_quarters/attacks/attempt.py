"""An attack as it is described before anything is rolled: who, at whom, with what, and how."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from vedette.games.close_quarters.arms import Arm, damage, figures, unarmed
from vedette.games.close_quarters.derived import Damage
from vedette.games.close_quarters.hexes import distance
from vedette.games.close_quarters.known import BAYONET
from vedette.games.close_quarters.state import Fight, Weapon
from vedette.games.close_quarters.tables import weapons

Way = Literal["melee", "missile", "thrown", "grenade", "launch"]
Mode = Literal["single", "burst", "auto"]
Support = Literal["", "rest", "bipod", "tripod"]
Expose = Literal["", "over", "lean"]
Spot = Literal["", "head", "weapon-arm", "other-arm", "right-leg", "left-leg"]

CLUB, TWO_HANDED_CLUB = "improvised-club", "improvised-club-2h"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One attack. `weapon` is what it is used as (a gun as a bayonet or a club), None for bare hands.

    way: `launch` is a grenade that is fired. hex: aimed at in place of a target. rounds: of a burst. power: extra strength. energy: dice of a split shot, 0 for
    all. aiming: what the aiming adds. first_hex: where the first target of the turn stood, if this one is another.
    slower: points of DEX that a free attack loses. off_hex: hexes from the one that is watched.
    giver: the side that gives the command, where it is not the attacker's.
    """

    by: str
    way: Way
    weapon: Weapon | None
    target: str = ""
    hex: str = ""
    mode: Mode = "single"
    rounds: int = 1
    power: int = 0
    energy: int = 0
    support: Support = ""
    expose: Expose = ""
    aim_at: Spot = ""
    tank: bool = False
    quick: bool = False
    aiming: int = 0
    first_hex: str = ""
    interveners: bool = True
    over_wall: bool = False
    opportunity: bool = False
    off_hex: int = 0
    sweep: bool = False
    staff: bool = False
    second: bool = False
    slower: int = 0
    giver: str = ""

    @property
    def regular(self) -> bool:
        """Whether it is made with a melee weapon or bare hands, or with a small gun in hand-to-hand combat."""
        return self.way == "melee"

    @property
    def arm(self) -> Arm | None:
        """The figures of the weapon; None for bare hands."""
        return figures(self.weapon) if self.weapon is not None else None

    def is_a(self, kind: str) -> bool:
        """Whether the weapon is of that class."""
        return self.arm is not None and self.arm.is_a(kind)

    def at(self, game: Fight) -> str:
        """The hex that it is aimed at."""
        return game.units[self.target].hex if self.target else self.hex

    def hexes(self, game: Fight) -> int:
        """How far away that is."""
        return distance(game.units[self.by].hex, self.at(game))


def aiming_at(game: Fight, by: str, target: str) -> int:
    """CQ-RNG-7: what his aiming adds against that target."""
    character = game.units[by]
    return character.aim_turns if character.aim_target == target else 0


def aiming_into(game: Fight, by: str, hex: str) -> int:
    """CQ-RNG-7: what his aiming adds to a grenade at the hex in which the one he aims at stands."""
    character = game.units[by]
    aimed = game.units.get(character.aim_target)
    return character.aim_turns if aimed is not None and aimed.hex == hex else 0


def as_bayonet(gun: Weapon) -> Weapon:
    """CQ-POL-4: a gun with a bayonet, used as one: none of its own figures count, but the damage of the knife."""
    return Weapon(
        id=gun.id,
        type=BAYONET,
        grip=2,
        quality=gun.quality,
        unbalanced=gun.unbalanced,
        fitted=gun.fitted,
        damage=weapons()[gun.bayonet].damage,
    )


def as_club(gun: Weapon) -> Weapon:
    """CQ-POL-10: a gun used as a club, a pistol in one hand and a stocked gun in two."""
    small = figures(gun).is_a("pistol")
    return Weapon(
        id=gun.id,
        type=CLUB if small else TWO_HANDED_CLUB,
        grip=1 if small else 2,
        quality=gun.quality,
        unbalanced=gun.unbalanced,
    )


def damage_of(game: Fight, attempt: Attempt) -> str:
    """What it does, in dice: CH 5 and 13, and in hand-to-hand combat bare hands and knives by strength (CQ-HTH-13)."""
    character, weapon = game.units[attempt.by], attempt.weapon
    if weapon is None:
        return unarmed(character).hth if character.hth else unarmed(character).punch
    if character.hth and attempt.is_a("knife"):
        return unarmed(character).knife_hth
    if attempt.way == "thrown":
        return damage(game, character, replace(weapon, grip=1))
    whole = damage(game, character, weapon)
    return split(whole, attempt.energy) if attempt.energy else whole


def split(written: str, dice: int) -> str:
    """CQ-NRG-1, CQ-WPN-17: the damage of an energy shot of so many dice; with fewer than all the bonus is gone (decision 72)."""
    return written if dice >= Damage.parse(written).dice else Damage(dice).written
