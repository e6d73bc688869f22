"""Damage by strength: bare hands, rocks, clubs and makeshift knives (CH 13)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import number, unarmed_columns, unarmed_steps
from vedette.games.close_quarters.values.body import full_str
from vedette.games.close_quarters.values.martial import martial_bonus
from vedette.games.close_quarters.values.progression import Damage

_BY_STRENGTH = re.compile(r"T:(?P<column>[a-z_0-9]+)(?:\+(?P<steps>\d+))?")


@dataclass(frozen=True, slots=True)
class Unarmed:
    """What his strength does, as it is written (CQ-TBL-3, CQ-TBL-4)."""

    punch: str
    hth: str
    rock: str
    knuckles: str
    club: str
    club2: str
    knife_hth: str


def unarmed(one: Character) -> Unarmed:
    """CQ-TBL-3, CQ-TBL-4: the damage of bare hands and of simple things in them."""
    return Unarmed(**{column: column_damage(one, column).written for column in unarmed_columns()})


def column_damage(one: Character, column: str) -> Damage:
    """CQ-TBL-4: the damage of a column of the unarmed table for his strength."""
    row = unarmed_columns()[column]
    return Damage.at(base_step(full_str(one)) + row.steps + (martial_bonus(one) if row.martial else 0))


def base_step(strength: int) -> int:
    """CQ-TBL-3: the step of a strength; above the table one more for each 6 points begun (decision 27)."""
    rows = unarmed_steps()
    found = next((row.step for row in rows if strength <= row.up_to), None)
    if found is not None:
        return found
    further = -(-(strength - rows[-1].up_to) // number("unarmed_more_strength"))
    return rows[-1].step + further * number("unarmed_more_steps")


def is_by_strength(damage: str) -> bool:
    """CQ-WPN-16: whether the damage of a weapon is a column of the unarmed table: `T:club`."""
    found = _BY_STRENGTH.fullmatch(damage)
    return found is not None and found["column"] in unarmed_columns()


def by_strength(one: Character, damage: str) -> Damage:
    """CQ-WPN-16: the damage that `T:club+2` comes to in his hands; raises ValueError for any other notation."""
    found = _BY_STRENGTH.fullmatch(damage)
    if found is None:
        raise ValueError(f"{damage} names no column of the unarmed table.")
    return column_damage(one, found["column"]).stepped(int(found["steps"] or 0))
