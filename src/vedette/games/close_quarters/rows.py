"""The rows of the tables: skills, weapons, armor, items and all others (CH 4 to 16).

Masses are decimal texts in kilograms in the data, and whole grams (`grams`) everywhere in code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

Use = Literal["melee", "missile", "thrown", "grenade"]
Force = Literal["muscle", "recoil", "none"]
Length = Literal["", "short", "medium", "long"]
ArmorKind = Literal["full", "jacket", "vest", "helmet"]
ArmorClass = Literal["armor", "shielding"]
FieldKind = Literal["force-field", "deflector", "reflector"]
Band = Literal["triple", "double", "hit", "open", "miss", "drop", "break"]
AwardGroup = Literal["fight", "check", "role"]
Kind = Literal["weapon", "armor", "shield", "energy_shield", "item"]


def in_grams(kg: str | float) -> int:
    """A mass in kilograms, as it is written, in whole grams (CH 1: exact, at most three places)."""
    return int(Decimal(str(kg)) * 1000)


@dataclass(frozen=True, slots=True)
class SkillRow:
    """A skill (CH 4).

    min_int, min_dex, min_str: base attributes needed, 0 for none. needs: any one of them must be known;
    needs_any: any skill of that sort must be. cheaper: slots saved by each other skill. by: the attribute that may
    price it. bonus: can carry a bought bonus. counts_as: skills that it stands for. ranged, melee: a missile or melee
    skill. chain, next: the chain of CH 15 and its later link. to_hit, toughness, initiative: what it adds there.
    learned: needs literacy where few are educated.
    """

    id: str
    name: str
    slots: int
    min_int: int
    by: Literal["int", "dex", "str"]
    bonus: bool
    min_dex: int = 0
    min_str: int = 0
    needs: tuple[str, ...] = ()
    needs_any: Literal["", "ranged", "melee"] = ""
    cheaper: Mapping[str, int] = field(default_factory=dict)
    counts_as: tuple[str, ...] = ()
    ranged: bool = False
    melee: bool = False
    chain: str = ""
    next: str = ""
    to_hit: int = 0
    toughness: int = 0
    initiative: int = 0
    learned: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """What can be owned: its mass in kilograms, as written, and its price in credits."""

    id: str
    name: str
    kg: str
    cost: int

    @property
    def grams(self) -> int:
        """The mass in grams."""
        return in_grams(self.kg)


@dataclass(frozen=True, slots=True)
class WeaponRow(Thing):
    """A weapon (CH 5).

    damage: as the table writes it; `T:` names a column of the unarmed table, `a/b` is inner and outer damage of a
    grenade. damage2: in two hands. shots: single shots, bursts and automatic rounds a turn; 0: no such mode.
    rounds: in a full weapon. reload: price of a reload, -1 for none; reload_kg: its mass. span: Ready actions after a
    shot. also: other names. classes: see the head of weapons.toml.
    """

    use: Use
    force: Force
    damage: str
    strength: int
    hands: int
    shots: tuple[int, int, int]
    skills: tuple[str, ...] = ()
    thrown: bool = False
    damage2: str = ""
    length: Length = ""
    rounds: int = 0
    reload: int = -1
    reload_kg: str = "0"
    span: int = 0
    also: str = ""
    classes: tuple[str, ...] = ()

    def is_a(self, name: str) -> bool:
        """Whether the weapon is of that class; each is of the class that bears its own id."""
        return name == self.id or name in self.classes


@dataclass(frozen=True, slots=True)
class AmmunitionRow:
    """Shotgun ammunition (CH 6); strength is added to what the gun needs."""

    id: str
    name: str
    damage: str
    strength: int
    spreads: bool


@dataclass(frozen=True, slots=True)
class ShotgunRow:
    """A shotgun (CH 6): base range and effective ranges in hexes, and whether one hand may ever hold it."""

    id: str
    choke: Literal["wide", "narrow"]
    sold_with: str
    base_range: int
    effective: Mapping[str, int]
    one_handed: bool = True


@dataclass(frozen=True, slots=True)
class ArmorRow(Thing):
    """A set of armor, a jacket, a vest or a helmet (CH 7); light: no hindrance to Expert Stealth; field_proof: CQ-ARM-12.

    built_in: the shielding that a suit has in it, of which `r` is the R-factor; it may stop points too (CQ-ARM-19).
    """

    kind: ArmorKind
    klass: ArmorClass
    defence: int
    r: int = 0
    dex: int = 0
    mov: int = 0
    light: bool = False
    field_proof: bool = False
    built_in: str = ""
    also: str = ""


@dataclass(frozen=True, slots=True)
class ShieldRow(Thing):
    """A shield (CH 7)."""

    defence: int
    dex: int = 0


@dataclass(frozen=True, slots=True)
class EnergyShieldRow(Thing):
    """An energy shield (CH 7, CQ-ARM-14); r: the dice that it rolls."""

    kind: FieldKind
    r: int


@dataclass(frozen=True, slots=True)
class ItemRow(Thing):
    """An item (CH 8).

    hand: can be held ready; worn: belongs in `worn`; batteries: that it holds; together: all of one character count
    as one thing. weapon: what a reload or drained battery belongs to; spent: a drained battery or pack.
    """

    hand: bool = False
    worn: bool = False
    batteries: int = 0
    together: bool = False
    weapon: str = ""
    spent: bool = False


@dataclass(frozen=True, slots=True)
class BandRow:
    """The totals on so many dice that fall into a band (CQ-TBL-6); other numbers of dice are always open."""

    id: str
    dice: int
    band: Band
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class EncumbranceRow:
    """A band of encumbrance (CQ-ENC-2), in order: up to `times` the strength, its square, or endless."""

    id: str
    name: str
    times: int = 0
    squared: bool = False
    endless: bool = False
    mov: int = 0
    dex: int = 0
    immobile: bool = False

    def limit(self, strength: int) -> int | None:
        """The highest load in grams that belongs to the band; None where there is no limit."""
        if self.endless:
            return None
        return in_grams(strength * (strength if self.squared else self.times))


@dataclass(frozen=True, slots=True)
class UnarmedRow:
    """Up to this full strength, the base step of unarmed damage (CQ-TBL-3)."""

    id: str
    up_to: int
    step: int


@dataclass(frozen=True, slots=True)
class UnarmedColumn:
    """A column of unarmed damage (CQ-TBL-4): steps above the base; martial: the martial arts bonus counts."""

    id: str
    name: str
    steps: int
    martial: bool = False


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A kind of check (CH 12).

    dice: fixed by the table, 0 where the difficulty says. dice_with: other dice for who knows a skill; fewer: dice
    that a skill takes away. needs: the skill without which it is refused (`needs_encumbrance`: the band) with `refusal`.
    skill, also: whose bought bonus counts, the better one. sure_with: the skill that needs no dice. light_armor: the skill helps only there.
    """

    id: str
    name: str
    attribute: Literal["str", "dex", "int"]
    rules: tuple[str, ...]
    dice: int = 0
    dice_with: Mapping[str, int] = field(default_factory=dict)
    fewer: Mapping[str, int] = field(default_factory=dict)
    needs: str = ""
    needs_encumbrance: str = ""
    refusal: str = ""
    skill: str = ""
    also: str = ""
    sure_with: str = ""
    light_armor: bool = False


@dataclass(frozen=True, slots=True)
class MartialArtsRow:
    """A level of martial arts (CQ-SKL-34, CQ-MRT-2 to -6): the skill that gives it, and what it brings."""

    id: str
    name: str
    level: int
    damage: int
    text: str


@dataclass(frozen=True, slots=True)
class AwardRow:
    """A reason for experience (CH 15); needs: the reason that must have been given before."""

    id: str
    name: str
    points: int
    rule: str
    text: str
    group: AwardGroup
    needs: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioRow:
    """A type of scenario (CH 16): experience for each thing done, credits, and what changes hands."""

    id: str
    name: str
    rules: tuple[str, ...]
    text: str
    part: int
    winning: int = 0
    each_foe: int = 0
    was_hurt: int = 0
    hits_or_defence: int = 0
    check: int = 0
    many_checks: int = 0
    victor_credits: int = 0
    loser_credits: int = 0
    cowards: bool = False
    spoils: bool = False
    stake: bool = False
    heals: bool = False
    fight_optional: bool = False


@dataclass(frozen=True, slots=True)
class AdjustmentRow:
    """A row of the Dexterity adjustments (CQ-TBL-9), for reference; part: e_dex, a weapon's hit, or the roll."""

    id: str
    when: str
    dex: str
    group: str
    part: Literal["e_dex", "hit", "roll", "none"]
    remark: str = ""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """A switch or number of `[setup.options]`: what it is without being set, and the option that it needs."""

    id: str
    name: str
    default: bool | int | str
    rules: tuple[str, ...]
    text: str
    needs: str = ""


CLEAR = "clear"
"""The ground of which a map says nothing."""


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """A kind of ground: its symbol in a drawn map, and what it does.

    bad_footing: CQ-ENV-1. ice: CQ-ENV-8. deep: nobody fights in it (CQ-ENV-3). solid: wall all through.
    divide, less: what it makes of MOV, first divided (rounded up), then taken off (CQ-ENV-3, CQ-ENV-4).
    """

    id: str
    name: str
    symbol: str
    bad_footing: bool = False
    ice: bool = False
    deep: bool = False
    solid: bool = False
    divide: int = 1
    less: int = 0
