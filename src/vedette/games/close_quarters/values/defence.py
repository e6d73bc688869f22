"""What armor, shields and a full backpack stop, and what they cost in DEX (CH 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import ArmorRow, ShieldRow, armor, number, shields
from vedette.games.close_quarters.values.load import has_filled_backpack
from vedette.games.close_quarters.values.remembered import of_character

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
        front=plain + sum(in_front(one).values()),
        rear=plain + sum(behind(one).values()),
        head=max(_sum(full), armor()[one.helmet].defence if one.helmet else 0),
        arms=_sum(row for row in sets if row.kind != "vest"),
        legs=_sum(full),
        shot=sum(_part(row, number("full_shot_times")) for row in sets),
        blast=sum(_part(row) for row in sets),
        energy=_sum(solid),
        fire=sum(_part(row) for row in solid),
        r=sum(row.r for row in sets),
    )


def stopping(one: Character, against: str) -> tuple[str, ...]:
    """What he wears that makes up one of the defence values, by id: sets, or a helmet that is worth more (CQ-OPT-11)."""
    bareheaded = replace(one, helmet="")
    if getattr(defence(one), against) > getattr(defence(bareheaded), against):
        return (one.helmet,)
    alone = {id: defence(replace(bareheaded, armor=id, armor2="")) for id in (one.armor, one.armor2) if id}
    return tuple(id for id, values in alone.items() if getattr(values, against))


def in_front(one: Character) -> Mapping[str, int]:
    """CQ-ARM-3: what a ready shield adds against the front, by its id."""
    return {one.shield: shields()[one.shield].defence} if has_ready_shield(one) else {}


def behind(one: Character) -> Mapping[str, int]:
    """CQ-ARM-3, CQ-ARM-8: what a slung shield and a filled backpack add against the rear, each by its id."""
    slung = bool(one.shield) and one.shield_held == "slung"
    found = {one.shield: shields()[one.shield].defence} if slung else {}
    return found | ({BACKPACK: number("backpack_defence")} if has_filled_backpack(one) else {})


def _sum(rows: Iterable[ArmorRow]) -> int:
    return sum(row.defence for row in rows)


def _part(row: ArmorRow, full_times: int = 1) -> int:
    """CQ-ARM-6, CQ-WPN-15: what a set stops of what comes from all sides; jackets and vests only a part."""
    if row.kind == "jacket":
        return row.defence // number("jacket_divisor")
    if row.kind == "vest":
        return row.defence // number("vest_divisor")
    return row.defence * full_times
