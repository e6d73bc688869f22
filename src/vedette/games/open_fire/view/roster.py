"""Missions, units and armies in a line, for whoever sets a battle up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from pydantic import ValidationError

from vedette.engine.data import Row
from vedette.games.open_fire.profiles import INCLUDES, Weapon, defender_of
from vedette.games.open_fire.setup import MissionData, UnitData, resolve_unit, unit_profile, weapon_of
from vedette.games.open_fire.tables import RULESET_ID, number, special_rules
from vedette.games.open_fire.view.attack_form import weapon_line
from vedette.games.open_fire.view.cards import sorts, stats
from vedette.games.open_fire.volley import attacks_of
from vedette.kit.setup_resolver import read_unit
from vedette.kit.words import count
from vedette.view.roster import Catalogue, Goal, Labels, Profile, Sketch, Spot, read_roster
from vedette.view.vocabulary import Detail, Pip, Token

ABILITIES = "OF-ABL-2"


_read = partial(read_unit, RULESET_ID, UnitData, resolve_unit)


def roster() -> Catalogue:
    read = read_roster(
        RULESET_ID, Labels(_mission, _unit, _army, _profile, sketch=_sketch, goals=_goals, dice=_dice)
    )
    return replace(
        read, counters=(Token("Round", 0, number("rounds")),), needs=(("D12", "or none: Vedette rolls"),)
    )


def _mission(row: Row) -> str:
    objectives = row.get("objectives")
    goals = len(objectives) if isinstance(objectives, list) else 0
    return f"{count(row.get('rounds', number('rounds')), 'round')}, {count(goals, 'objective')}"


def _sketch(row: Row) -> Sketch | None:
    mission = _read_mission(row)
    if mission is None or mission.sketch is None:
        return None
    spots = [
        *((point.id, Spot(point.text, (0, 0), point.side)) for point in mission.entry_points),
        *((one.id, Spot(one.name, (0, 0), text=f"{one.vp}")) for one in mission.objectives),
    ]
    at = mission.sketch.at
    on_table = tuple(replace(spot, at=at[id]) for id, spot in spots if id in at)
    return Sketch(mission.sketch.size, on_table, tuple(mission.sketch.terrain))


NEEDS = {
    "control": "held at the end", "access": "once, when secured", "destroy": "held a round longer",
    "recover": "carried to the end",
}  # fmt: skip
"""What an objective of each type needs (OF-OBJ-6 to OF-OBJ-9)."""


def _goals(row: Row) -> tuple[Goal, ...]:
    mission = _read_mission(row)
    return tuple(Goal(one.name, NEEDS[one.type], one.vp) for one in mission.objectives) if mission else ()


def _read_mission(row: Row) -> MissionData | None:
    try:
        return MissionData.model_validate(row)
    except ValidationError:
        return None


NEAR = 12  # the inches at which the dice of both armies are compared


def _dice(units: Sequence[Row]) -> tuple[tuple[str, int], ...]:
    """The most dice that an army has at a distance, and in assault, with one weapon for each model."""
    known = [unit_profile(unit) for unit in map(_read, units) if unit is not None]

    def most(count: Callable[[Weapon], int]) -> int:
        return sum(
            max((count(unit.weapons[id]) for id in model.weapons), default=0)
            for unit in known
            for model in unit.models
        )

    def shots(weapon: Weapon) -> int:
        return attacks_of(weapon, NEAR) if weapon.minimum <= NEAR <= weapon.maximum else 0

    def blows(weapon: Weapon) -> int:
        return weapon.attacks if "Assault" in weapon.special else 0

    return (f'dice at {NEAR}"', most(shots)), ("dice in assault", most(blows))


def _unit(row: Row) -> str:
    unit = _read(row)
    if unit is None:
        return "not complete"
    stats = " ".join(f"{name} {value}" for name, value in _stats(unit))
    special = ", ".join(unit.special_of(unit.each[unit.leader]).written)
    return " · ".join(part for part in (count(len(unit.each), "model"), stats, special) if part)


def _stats(unit: UnitData) -> tuple[tuple[str, str], ...]:
    models = unit_profile(unit).models
    first, everyone = models[unit.leader], range(len(models))
    others = [n for n in everyone if n != unit.leader] or everyone
    rate = f"{first.mov_minimum:g}-{first.mov:g}" if "Aircraft" in first.special else f"{first.mov:g}"
    return (
        *stats(models, everyone, unit.leader, rate, defender_of(models, others)),
        ("HP", f"{_hit_points(unit)}"),
    )


def _profile(row: Row) -> Profile:
    unit = _read(row)
    if unit is None:
        return Profile()
    weapons = [weapon_of(data) for data in unit.weapons]
    special = unit.special_of(unit.each[unit.leader])
    details = [_weapon(weapon) for weapon in weapons]
    details += [
        Detail(name, _special(name).get("text", ""), rules=_rules([name])) for name in special.written
    ]
    details += model_lines(row)
    details += [Detail(one.name, one.text, kind="ability", rules=(ABILITIES,)) for one in unit.abilities]
    pips, unnamed = [], "Model" if len(unit.each) > 1 else "Hit points"  # called by what is ticked
    for n, model in enumerate(unit.each):
        points = model.hp or unit.hp or 0
        pips.append(Pip(points, points, n == unit.leader, model.name or unnamed))
    tokens = [Token("Stress", 0, number("stress_limit"), "−1 each: MOV, attacks")]
    for weapon in weapons:
        if "one use" in weapon.special:
            carriers = sum(model.weapons is None or weapon.id in model.weapons for model in unit.each)
            tokens.append(Token(weapon.name, 0, carriers, "one use"))
    tokens += [Token(one.name, 0, 1, "once") for one in unit.abilities if one.once]
    return Profile(len(unit.each), _stats(unit), tuple(details), tuple(pips), tuple(tokens))


def model_lines(row: Row) -> list[Detail]:
    """What tells the models of a mixed unit apart; nothing where it has no complete profile yet."""
    unit = _read(row)
    return sorts(unit_profile(unit), range(len(unit.each)), unit.leader) if unit is not None else []


def _weapon(weapon: Weapon) -> Detail:
    numbers = {"ATT": weapon.attacks, "DMG": weapon.damage, "PRC": weapon.piercing}
    told = tuple((name, str(value)) for name, value in numbers.items())
    cells = (("RNG", f'{weapon.reach}"'), *told, ("Special", ", ".join(weapon.special.written)))
    rules = _rules(weapon.special.written)
    return Detail(weapon.name, weapon_line(weapon), kind="weapon", rules=rules, cells=cells)


def _special(name: str) -> Row:
    """A special rule by its name in a profile, whatever its X; an empty row for one that nobody knows."""
    return special_rules().get(name.partition("(")[0].strip().lower(), {})


def _rules(names: Sequence[str]) -> tuple[str, ...]:
    """The rules behind special rules, those that they include among them (OF-AIR-1)."""
    included = [one for name in names for one in INCLUDES.get(name.lower(), ())]
    return tuple(rule for name in (*names, *included) for rule in _special(name).get("rules", ()))


def _army(units: Sequence[Row]) -> str:
    known = [unit for unit in map(_read, units) if unit is not None]
    models, points = sum(len(unit.each) for unit in known), sum(map(_hit_points, known))
    return f"{count(len(units), 'unit')}, {count(models, 'model')}, {points} HP"


def _hit_points(unit: UnitData) -> int:
    return sum(model.hp or unit.hp or 0 for model in unit.each)
