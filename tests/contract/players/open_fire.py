"""A player of Open Fire who knows the order of things but not every rule, and is not always careful."""

from __future__ import annotations

from random import Random
from typing import Any

from vedette.games.open_fire.candidates import used_on
from vedette.games.open_fire.deployment import is_placing, to_place
from vedette.games.open_fire.movement import free_manoeuvres
from vedette.games.open_fire.sequence import STAGES, pending
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.units import advance_bonus, has, leader, movement_rate, profile, skirmish
from vedette.testing.known import Known

KNOWN = Known(
    seen_in={"OF-USR-13": "tests/games/open_fire/test_view.py"},
    deliberate=frozenset({"end_activation", "pass", "end_round", "lose_objective"}),
    quoting=("AbilityUsed",),
)

Words = dict[str, Any]


def likely(battle: Battle, luck: Random) -> Words:
    """What might come next."""
    side = luck.choice(list(battle.sides))
    if luck.random() < 0.02:
        return _beside(battle, side, luck)
    if is_placing(battle):
        due = to_place(battle)
        if due:
            return {"do": "place_entry", "by": due}
        return {"do": "roll_off", "by": side, "for": "entry points"}
    waits = "over" if battle.phase == "over" else pending(battle)
    if waits == "activate":
        return _begin(battle, luck)
    if waits == "":
        return _act(battle, battle.activation.unit, luck)
    if waits == "free_attack":
        return _strike(battle, luck.choice(battle.free_attacks), luck)
    if waits == "disembark":
        return _leave_wreck(battle, luck.choice(battle.must_disembark), luck)
    if waits == "over":
        return {"do": "note", "by": side, "text": "Well played."}
    return {"do": waits, "by": side}


def _beside(battle: Battle, side: str, luck: Random) -> Words:
    """Something that may come at any time."""
    secured = [name for name, one in battle.objectives.items() if one.status == "secured"]
    if secured:
        return {"do": "lose_objective", "by": side, "objective": luck.choice(secured)}
    return {"do": "roll_off", "by": side, "for": "a dispute"}


def _begin(battle: Battle, luck: Random) -> Words:
    units = [name for name, one in battle.units.items() if one.side == battle.turn]
    ready = [one for one in units if not (battle.units[one].activated or battle.units[one].destroyed)]
    waiting = [one for one in ready if not battle.units[one].on_table]
    if not ready or (len(waiting) == len(ready) and luck.random() < 0.3):
        return {"do": "pass", "by": battle.turn}
    unit = luck.choice(ready)
    words = _near(battle, unit, luck)
    if battle.units[unit].in_reserve:
        return {"do": "deploy", "by": unit, **_place(battle, unit, words, luck)}
    if battle.units[unit].embarked_in:
        if luck.random() < 0.4:
            return {"do": "activate", "by": unit}
        return {"do": "disembark", "by": unit, "contacts": _some(_enemies(battle, unit), 0.1, luck), **words}
    return {"do": "activate", "by": unit, **words}


def _place(battle: Battle, unit: str, words: Words, luck: Random) -> Words:
    if luck.random() < 0.02:
        return {"blocked": True}
    if has(battle, unit, "Ambush") and luck.random() < 0.6:
        return {"ambush": True, "distance": luck.uniform(12, 20), **words}
    side = battle.units[unit].side
    own = [one.id for one in battle.book.mission.entry_points.values() if one.side == side]
    entry = {"entry": luck.choice(own)} if own else {}
    return {**entry, "contacts": _some(_enemies(battle, unit), 0.1, luck), **words}


def _act(battle: Battle, unit: str, luck: Random) -> Words:
    """An action that is still to come, else the end of the activation."""
    stage = STAGES.index(battle.activation.stage)
    actions = {"ability": 2, "move": 3, "embark": 4, "attack": 5, "secure": 6}
    left = [do for do, place in actions.items() if place > stage and luck.random() < _WISH[do]]
    return _ACTIONS[left[0]](battle, unit, luck) if left else {"do": "end_activation", "by": unit}


_WISH = {"ability": 0.3, "move": 0.7, "embark": 0.15, "attack": 0.8, "secure": 0.4}


def _ability(battle: Battle, unit: str, luck: Random) -> Words:
    known = list(profile(battle, unit).abilities)
    if not known:
        return _move(battle, unit, luck)
    ability = luck.choice(known)
    others = list(used_on(battle, unit, ability))
    target = {"target": luck.choice(others)} if others else {}
    return {"do": "ability", "by": unit, "ability": ability, **target}


def _move(battle: Battle, unit: str, luck: Random) -> Words:
    words: Words = {"do": "move", "by": unit}
    if has(battle, unit, "Aircraft"):
        least = leader(battle, unit).mov_minimum
        if movement_rate(battle, unit) < least or luck.random() < 0.02:
            return {**words, "blocked": True}
        if luck.random() < 0.1:
            return {**words, "off_table": True}
    words["advance"] = luck.random() < 0.3
    if has(battle, unit, "Vehicle"):
        words["manoeuvres"] = luck.randint(0, free_manoeuvres(battle, unit) + 1)
        words["backward"] = luck.random() < 0.1
    reach = movement_rate(battle, unit, backward=words.get("backward", False))
    reach += advance_bonus(battle, unit).value if words["advance"] else 0
    words["inches"] = round(reach * luck.choice((0, 0.5, 0.75, 1)), 1)
    return {**words, **_way(words["inches"], luck), **_meetings(battle, unit, luck)}


def _way(inches: float, luck: Random) -> Words:
    """What lies on the way, now and then."""
    found = {"slow": min(1, inches), "up": 1, "down": luck.randint(1, 3), "barriers": 1}
    return {name: value for name, value in found.items() if luck.random() < 0.1}


def _meetings(battle: Battle, unit: str, luck: Random) -> Words:
    """Whom the unit stays with, leaves and meets."""
    before = battle.units[unit].contacts
    stays = [one for one in before if luck.random() < 0.5]
    meets = _some([one for one in _enemies(battle, unit) if one not in before], 0.1, luck)
    words: Words = {"contacts": [*stays, *meets]} if before or meets else {}
    if skirmish(battle):
        if meets and luck.random() < 0.5:
            words |= {"contacts": meets[:1], "rear_of": meets[0]}
        if luck.random() < 0.15:
            words["jumps"] = [luck.choice((0.5, 1, 1.5, 2))]
    if luck.random() < 0.05:
        words["left"] = _some(_enemies(battle, unit), 0.3, luck)
    return words


def _embark(battle: Battle, unit: str, luck: Random) -> Words:
    own = [
        name
        for name, one in battle.units.items()
        if one.side == battle.units[unit].side and one.on_table and has(battle, name, "Transport")
    ]
    if not own:
        return _attack(battle, unit, luck)
    return {"do": "embark", "by": unit, "transport": luck.choice(own)}


def _attack(battle: Battle, unit: str, luck: Random) -> Words:
    targets = list(battle.units[unit].contacts) or _enemies(battle, unit)
    weapons = _carried(battle, unit)
    if not targets or not weapons:
        return {"do": "end_activation", "by": unit}
    words = {"do": "attack", "by": unit, **_near(battle, unit, luck)}
    los = luck.choice(("clear", "clear", "obstructed"))
    if len(weapons) > 1 and luck.random() < 0.4:
        target = luck.choice(targets)
        groups = [_group(battle, unit, target, weapon, los, luck) for weapon in weapons[:3]]
        return {**words, "attacks": groups}
    return {**words, **_group(battle, unit, luck.choice(targets), luck.choice(weapons), los, luck)}


def _group(battle: Battle, unit: str, target: str, weapon: str, los: str, luck: Random) -> Words:
    one = profile(battle, unit).weapons[weapon]
    words: Words = {"target": target, "weapon": weapon, "los": los}
    if target not in battle.units[unit].contacts:
        words["range"] = round(luck.uniform(one.minimum, one.maximum), 1)
        words["arc"] = luck.choice(("front", "left", "right", "rear"))
    maybe = {"reroll_hits": True, "modifier": luck.randint(-2, 2), "defence_modifier": luck.randint(-2, 2)}
    return {**words, **{name: value for name, value in maybe.items() if luck.random() < 0.1}}


def _secure(battle: Battle, unit: str, luck: Random) -> Words:
    left = [name for name, one in battle.objectives.items() if one.status != "removed"]
    if not left:
        return {"do": "end_activation", "by": unit}
    return {"do": "secure", "by": unit, "objective": luck.choice(left), "distance": luck.choice((0, 1))}


_ACTIONS = {"ability": _ability, "move": _move, "embark": _embark, "attack": _attack, "secure": _secure}


def _strike(battle: Battle, unit: str, luck: Random) -> Words:
    weapons = _carried(battle, unit)
    if not weapons or luck.random() < 0.3:
        return {"do": "pass", "by": unit}
    return {"do": "free_attack", "by": unit, "weapon": luck.choice(weapons)}


def _leave_wreck(battle: Battle, unit: str, luck: Random) -> Words:
    lost = _some(battle.units[unit].living, 0.3, luck)
    return {"do": "disembark", "by": unit, "distance": 1, "lost": lost}


def _near(battle: Battle, unit: str, luck: Random) -> Words:
    others = [name for name, one in battle.units.items() if one.on_table and name != unit]
    near = _some(others, 0.1, luck)
    return {"near": near} if near else {}


def _enemies(battle: Battle, unit: str) -> list[str]:
    return [name for name, one in battle.units.items() if one.on_table and battle.enemies(unit, name)]


def _carried(battle: Battle, unit: str) -> list[str]:
    models = (profile(battle, unit).models[n] for n in battle.units[unit].living)
    return sorted({weapon for model in models for weapon in model.weapons})


def _some(things: Any, chance: float, luck: Random) -> list[Any]:
    return [one for one in things if luck.random() < chance]
