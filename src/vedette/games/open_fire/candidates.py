"""Who and what may be named in a form: targets, neighbours, contacts, transports, objectives, abilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from pydantic import Field

from vedette.engine.grammar import the
from vedette.games.open_fire.profiles import EntryPoint
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import fear_of, has, profile
from vedette.kit.schema import Ids, Inches
from vedette.view.asked import Asked
from vedette.view.forms import Words

Numbers = Annotated[tuple[int, ...], Field(strict=False)]
Contacts = Annotated[Ids, "enemies within assault range"]
Near = Annotated[Ids, "units so near that their rules reach this one"]
Distance = Annotated[Inches | None, Asked("Distance", "d", unit='"', advanced=True)]
"""Where nothing is said of it, it is near enough."""


def _on_table(battle: Battle, wanted: Callable[[str], bool]) -> Mapping[str, str]:
    return {name: unit.name for name, unit in battle.units.items() if unit.on_table and wanted(name)}


def enemy_names(battle: Battle, unit: str) -> Mapping[str, str]:
    """Enemy units that may be attacked or touched, by their names."""
    return _on_table(battle, lambda name: battle.enemies(unit, name))


def entry_points(battle: Battle, unit: str) -> list[EntryPoint]:
    side = battle.units[unit].side
    return [one for one in battle.book.mission.entry_points.values() if one.side == side]


def near_names(battle: Battle, unit: str, *, attacking: bool = False) -> Mapping[str, str]:
    """Who stands within 6 inches, as far as its rules would matter: Fear (not when attacking), Inspiring Presence (OF-USR-4, OF-USR-8)."""
    near = {}
    for name, troop in battle.units.items():
        if name != unit and troop.on_table and name not in battle.units[unit].contacts:
            inspires = not battle.enemies(unit, name) and has(battle, name, "Inspiring Presence")
            if inspires or (not attacking and fear_of(battle, unit, name) > 0):
                near[name] = troop.name
    return near


def abilities(battle: Battle, unit: str) -> Mapping[str, str]:
    return {ability.id: ability.name for ability in profile(battle, unit).abilities.values()}


def used_on(battle: Battle, unit: str, ability: str | None) -> Mapping[str, str]:
    """The units on the table, by their names, that may come into the condition that an ability brings on another one."""
    told = profile(battle, unit).abilities.get(ability or "")
    if told is None or told.condition is None or told.condition.on == "self":
        return {}
    wanted = told.condition.on == "enemy"
    return _on_table(battle, lambda name: name != unit and battle.enemies(unit, name) is wanted)


def transports(battle: Battle, unit: str, *, itself: bool = False) -> Mapping[str, str]:
    """The transports of its side on the table."""
    but = () if itself else (unit,)
    return _on_table(
        battle,
        lambda name: name not in but and not battle.enemies(unit, name) and has(battle, name, "Transport"),
    )


def to_secure(battle: Battle, unit: str) -> Mapping[str, str]:
    """The objectives that its side hasn't secured, and those that are to be recovered."""
    side, told = battle.units[unit].side, {}
    for name, own in battle.book.mission.objectives.items():
        now = battle.objectives[name]
        if now.status != "removed" and (now.secured_by != side or own.type == "recover"):
            only = f", {the(battle.side_name(own.who[0]))} only" if len(own.who) == 1 else ""
            told[name] = f"{own.name} ({own.type}, {own.vp} VP{only})"
    return told


def secured(battle: Battle, side: str) -> Mapping[str, str]:
    return {name: own.name for name, _, own in battle.secured()}


# --- fields that several commands ask


def near_label(battle: Battle, words: Words) -> str:
    """What the field for units nearby is called: how near, and the rules for which that is asked (OF-USR-4, OF-USR-8)."""
    near = near_names(battle, words["by"])
    rules = [rule for rule in ("Fear", "Inspiring Presence") if any(has(battle, one, rule) for one in near)]
    return f'{" or ".join(rules) or "Units"} within {number("near_within")}"'


def asked_near(shown: Callable[[Battle, Words], bool]) -> Asked:
    """Units nearby, where there is stress to be removed."""

    def asked(battle: Battle, words: Words) -> bool:
        return shown(battle, words) and bool(battle.units[words["by"]].stress)

    return Asked(near_label, "n", near_names, judged=False, shown=asked)


def asked_contacts(shown: Callable[[Battle, Words], bool]) -> Asked:
    """Enemies in contact, seldom any where a unit has just been placed."""
    return Asked("In assault range of", "c", enemy_names, judged=False, shown=shown, advanced=True)
