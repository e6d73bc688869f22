"""A hit of a weapon before its damage is rolled, and what of it reaches a body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vedette.engine.dice import Remark
from vedette.games.close_quarters.arms import Arm, figures, loaded
from vedette.games.close_quarters.facts.reckoning import Reckoning, Step
from vedette.games.close_quarters.state import Weapon
from vedette.games.close_quarters.tables import Result

Way = Literal["melee", "missile", "thrown"]
Place = Literal["", "head", "weapon-arm", "other-arm", "right-leg", "left-leg"]
Kind = Literal["damaging", "bludgeoning", "shock", "stunning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A hit by a weapon, or by bare hands where `weapon` is None (section 10).

    damage: the dice to roll, as `2d6-1`; `bonus` is added to them (extra strength). multiple: of a charge or a set
    pole; what the roll to hit and fencing multiply comes on top. halved: beyond the effective range. hex: where the
    attacker is. result: the roll to hit, None where it neither multiplies nor is critical (later bullets of a burst,
    figures that did not avoid it). aim_at: the place aimed at. tank: aimed at a flame thrower's tank. giver: the
    side that gives the command, if it is not the attacker's. bullet: which of the `bullets` of a burst that hit it is.
    readings: the house rules that its dice rest on.
    """

    by: str
    target: str
    damage: str
    weapon: Weapon | None
    way: Way
    hex: str
    bonus: int = 0
    multiple: int = 1
    halved: bool = False
    result: Result | None = None
    aim_at: Place = ""
    tank: bool = False
    giver: str = ""
    bullet: int = 0
    bullets: int = 0
    readings: tuple[Remark, ...] = ()

    @property
    def arm(self) -> Arm | None:
        """The figures of the weapon; None for bare hands."""
        return figures(self.weapon) if self.weapon else None

    def is_a(self, klass: str) -> bool:
        """Whether the weapon is of that class."""
        return self.arm is not None and self.arm.is_a(klass)

    @property
    def spreads(self) -> bool:
        """Whether it is birdshot or buckshot (CQ-SHG-4)."""
        load = loaded(self.weapon) if self.weapon else None
        return load is not None and load.spreads

    @property
    def kicks(self) -> bool:
        """Whether it is a shot of a weapon that floors whoever is weightless (CQ-ENV-15)."""
        return self.arm is not None and self.arm.missile and self.arm.force == "recoil"


@dataclass(frozen=True, slots=True)
class Protection:
    """What stops a hit, in points.

    worn: armor. held: before it, by a shield, a backpack or a parrying weapon. soft: of nonlethal damage (CQ-ARM-18).
    armor, things: the ids of what is worn and of what is held. readings: the house rules that the points rest on.
    """

    worn: int = 0
    held: int = 0
    soft: int = 0
    armor: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    readings: tuple[Remark, ...] = ()

    @property
    def stops(self) -> int:
        """Points stopped in all."""
        return self.worn + self.held


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """What of a hit reaches armor: its damage, what stops it, by whom and from which hex it comes.

    place: the part of the body, if any. stuns: a stun weapon. energy: its flash blinds. side: who rolls for what it
    breaks. tank: aimed at the tank. readings: the house rules that its kind rests on.
    """

    target: str
    damage: Reckoning
    guard: Protection
    hex: str
    side: str
    by: str = ""
    kind: Kind = "damaging"
    place: Place = ""
    stuns: bool = False
    energy: bool = False
    tank: bool = False
    readings: tuple[Remark, ...] = ()

    @property
    def points(self) -> int:
        """The points before armor."""
        return self.damage.points


@dataclass(frozen=True, slots=True)
class Wound:
    """What gets through armor and toughness, how it came to that, and by which house rules."""

    points: int
    nonlethal: int = 0
    how: tuple[Step, ...] = ()
    readings: tuple[Remark, ...] = ()

    @property
    def both(self) -> int:
        """Points of both kinds."""
        return self.points + self.nonlethal
