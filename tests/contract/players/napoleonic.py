"""A player of the Napoleonic game who mostly fires, moves on in time, and now and then marks something."""

from __future__ import annotations

from random import Random
from typing import Any

from vedette.games.napoleonic.phases import events_due
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import phases
from vedette.games.napoleonic.units import shots_left
from vedette.testing.known import Known

KNOWN = Known(deliberate=frozenset({"next_phase", "end_fire", "cease_fire"}))

Words = dict[str, Any]

LONGEST = 30
"""Turns after which somebody gives up: no rule ends the battle."""


def likely(battle: Battle, luck: Random) -> Words:
    """A command that may well be legal."""
    side = luck.choice(list(battle.sides))
    if battle.round > LONGEST and not battle.outcome:
        return {"do": "concede", "by": side}
    if events_due(battle):
        return {"do": "special_event", "by": side, "result": luck.choice(("none", "A horse bolts"))}
    unit = luck.choice(list(battle.units))
    if battle.phase == "skirmish" and luck.random() < 0.9:
        ready = [name for name in battle.units if _may_fire(battle, name)]
        if not ready or luck.random() < 0.05:
            return _end(battle, luck, side)
        return _fire(battle, luck, luck.choice(ready))
    if battle.phase == "movement" and luck.random() < 0.6:
        return {"do": "recall_group" if battle.units[unit].group else "send_group", "by": unit}
    if luck.random() < 0.15:
        return _by_hand(battle, luck, unit)
    on = {"do": "next_phase", "by": side}
    to = luck.choice(("skirmish", "skirmish", "skirmish", "movement", luck.choice([*phases()])))
    return {**on, "to": to} if luck.random() < 0.8 else on


def _may_fire(battle: Battle, unit: str) -> bool:
    one = battle.units[unit]
    if battle.sides[one.side].fire_ended or not one.on_table:
        return False
    return not one.fired if one.group else bool(shots_left(battle, unit)) or one.regimental_gun


def _end(battle: Battle, luck: Random, side: str) -> Words:
    open_to = [name for name, one in battle.sides.items() if not one.fire_ended]
    if open_to and luck.random() < 0.3:
        return {"do": "cease_fire", "by": side}
    if open_to:
        return {"do": "end_fire", "by": luck.choice(open_to)}
    return {"do": "next_phase", "by": side}


def _fire(battle: Battle, luck: Random, unit: str) -> Words:
    """Fire at one enemy or at several, in reach more often than not."""
    one = battle.units[unit]
    enemies = [name for name, other in battle.units.items() if other.side != one.side and other.on_table]
    at = luck.sample(enemies, min(len(enemies), luck.choice((1, 1, 2, 3))))
    gun = one.regimental_gun and not one.gun_fired and luck.random() < 0.5
    do = "group_fire" if one.group else "gun_fire" if gun else "skirmish_fire"
    words: Words = {
        "do": do,
        "by": unit,
        "at": at[0] if len(at) == 1 else at,
        "range": luck.choice((0.5, 1, 1.5, 2, 2, 2.5)),
    }
    if luck.random() < 0.3:
        words["protection"] = luck.randint(0, 2)
    if do == "skirmish_fire":
        words |= luck.choice(
            ({}, {}, {"direction": "left"}, {"facing_away": True}, {"shots": 1}, {"cavalry": 2.5})
        )
    return words


def _by_hand(battle: Battle, luck: Random, unit: str) -> Words:
    one = battle.units[unit]
    if one.formation and luck.random() < 0.4:
        return {
            "do": "formation",
            "by": unit,
            "formation": luck.choice(("line", "column", "square", "garrison")),
        }
    values = {"lives": luck.randint(0, one.lives), "hits": luck.randint(0, 3)}
    if not one.group:
        values |= {"drum": luck.random() < 0.5, "flag": luck.random() < 0.5, "ammo": luck.randint(0, 2)}
    name = luck.choice(list(values))
    marked: Words = {"do": "mark", "by": unit, name: values[name]}
    return {**marked, "lost": True, "reason": "Routed"} if luck.random() < 0.05 else marked
