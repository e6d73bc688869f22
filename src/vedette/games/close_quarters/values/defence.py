"""What armor, shields and a full backpack stop, and what they cost in DEX (CH 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import ArmorRow, ShieldRow, armor, number, shields
from vedette.games.close_quarters.values.load import has_filled_backpack
from vedette.games.close_quarters.values.remembered import of_character


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


def worn_sets(one: Character) -> tuple[ArmorRow, ...]:
    """CQ-ARM-2, CQ-ARM-4: the one or two sets that he wears; a helmet is none."""
    return tuple(armor()[id] for id in (one.armor, one.armor2) if id)


def carried_shield(one: Character) -> ShieldRow | None:
    """The shield that he has ready or slung; None without one."""
    return shields()[one.shield] if one.shield and one.shield_held != "dropped" else None


def has_ready_shield(one: Character) -> bool:
    """CQ-ARM-3: whether a shield is in hand."""
    return bool(one.shield) and one.shield_held == "ready"


def armor_penalty(one: Character) -> int:
    """CQ-ARM-2: what the sets cost in DEX, added up; 0 or below."""
    return sum(row.dex for row in worn_sets(one))


def shield_penalty(one: Character) -> int:
    """What a ready or slung shield costs in DEX; 0 or below."""
    shield = carried_shield(one)
    return shield.dex if shield else 0


@of_character
def defence(one: Character) -> Defence:
    """All defence values of what he wears and carries (CH 7)."""
    sets = worn_sets(one)
    solid = [row for row in sets if row.klass == "armor"]
    full = [row for row in sets if row.kind == "full"]
    plain = _sum(sets)
    return Defence(
        plain=plain,
        front=plain + front_points(one),
        rear=plain + rear_points(one),
        head=max(_sum(full), armor()[one.helmet].defence if one.helmet else 0),
        arms=_sum(row for row in sets if row.kind != "vest"),
        legs=_sum(full),
        shot=sum(_part(row, number("full_shot_times")) for row in sets),
        blast=sum(_part(row) for row in sets),
        energy=_sum(solid),
        fire=sum(_part(row) for row in solid),
        r=sum(row.r for row in sets),
    )


def front_points(one: Character) -> int:
    """CQ-ARM-3: what a ready shield adds against the front."""
    return shields()[one.shield].defence if has_ready_shield(one) else 0


def rear_points(one: Character) -> int:
    """CQ-ARM-3, CQ-ARM-8: what a slung shield and a filled backpack add against the rear."""
    slung = shields()[one.shield].defence if one.shield and one.shield_held == "slung" else 0
    return slung + (number("backpack_defence") if has_filled_backpack(one) else 0)


def _sum(rows: Iterable[ArmorRow]) -> int:
    return sum(row.defence for row in rows)


def _part(row: ArmorRow, full_times: int = 1) -> int:
    """CQ-ARM-6, CQ-WPN-15: what a set stops of what comes from all sides; jackets and vests only a part."""
    if row.kind == "jacket":
        return row.defence // number("jacket_divisor")
    if row.kind == "vest":
        return row.defence // number("vest_divisor")
    return row.defence * full_times
