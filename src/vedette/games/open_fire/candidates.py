"""Who and what may be named in a form: targets, neighbours, contacts, transports, objectives, abilities."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated

from pydantic import Field

from vedette.engine.grammar import the
from vedette.games.open_fire.profiles import EntryPoint
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.units import fear_of, has, profile
from vedette.kit.schema import Ids
from vedette.view.forms import Words

Numbers = Annotated[tuple[int, ...], Field(strict=False)]
Contacts = Annotated[Ids, Field(description="enemies within assault range")]
Near = Annotated[Ids, Field(description="units so near that their rules reach this one")]


def is_stressed(battle: Battle, words: Words) -> bool:
    """Whether there is stress to be removed."""
    return bool(battle.units[words["by"]].stress)


def enemies_on_table(battle: Battle, unit: str) -> list[str]:
    """Enemy units that may be attacked or touched."""
    return [name for name, troop in battle.units.items() if troop.on_table and battle.enemies(unit, name)]


def enemy_names(battle: Battle, unit: str) -> Mapping[str, str]:
    """Those enemies by their names."""
    return {name: battle.units[name].name for name in enemies_on_table(battle, unit)}


def entry_points(battle: Battle, unit: str) -> list[EntryPoint]:
    """Where a unit of its side may come in."""
    side = battle.units[unit].side
    return [one for one in battle.book.mission.entry_points.values() if one.side == side]


def near_candidates(battle: Battle, unit: str, *, attacking: bool = False) -> list[str]:
    """Units whose rules would matter within 6 inches: Fear (not when attacking), Inspiring Presence."""
    return [
        name
        for name, troop in battle.units.items()
        if name != unit
        and troop.on_table
        and name not in battle.units[unit].contacts
        and _matters(battle, unit, name, attacking=attacking)
    ]


def _matters(battle: Battle, unit: str, other: str, *, attacking: bool) -> bool:
    inspiring = not battle.enemies(unit, other) and has(battle, other, "Inspiring Presence")
    return inspiring or (not attacking and fear_of(battle, unit, other) > 0)


def near_names(battle: Battle, unit: str) -> Mapping[str, str]:
    """Who stands within 6 inches, as far as it matters (OF-USR-4, OF-USR-8)."""
    return {name: battle.units[name].name for name in near_candidates(battle, unit)}


def abilities(battle: Battle, unit: str) -> Mapping[str, str]:
    """The abilities of a unit."""
    return {ability.id: ability.name for ability in profile(battle, unit).abilities.values()}


def used_on(battle: Battle, unit: str, ability: str | None) -> Mapping[str, str]:
    """The units on the table, by their names, that may come into the condition that an ability brings on another one."""
    told = profile(battle, unit).abilities.get(ability or "")
    if told is None or told.condition is None or told.condition.on == "self":
        return {}
    wanted = told.condition.on == "enemy"
    return {
        name: troop.name
        for name, troop in battle.units.items()
        if name != unit and troop.on_table and battle.enemies(unit, name) is wanted
    }


def transports(battle: Battle, unit: str) -> Mapping[str, str]:
    """The transports of its side on the table."""
    return {
        name: troop.name
        for name, troop in battle.units.items()
        if troop.on_table
        and troop.side == battle.units[unit].side
        and has(battle, name, "Transport")
        and name != unit
    }


def to_secure(battle: Battle, unit: str) -> Mapping[str, str]:
    """The objectives that its side hasn't secured, and those that are to be recovered."""
    side, known = battle.units[unit].side, battle.book.mission.objectives
    return {
        name: f"{known[name].name} ({known[name].type}, {known[name].vp} VP{_only(battle, known[name].who)})"
        for name, objective in battle.objectives.items()
        if objective.status != "removed" and (objective.secured_by != side or known[name].type == "recover")
    }


def _only(battle: Battle, who: Collection[str]) -> str:
    """The only side that may secure it, where there is one."""
    return f", {the(battle.side_name(next(iter(who))))} only" if len(who) == 1 else ""


def secured(battle: Battle, side: str) -> Mapping[str, str]:
    """The objectives that a side has secured."""
    known = battle.book.mission.objectives
    held = (name for name, objective in battle.objectives.items() if objective.status == "secured")
    return {name: known[name].name for name in held}
