"""What players are reminded of: beside a command, and as the game waits for one that asks nothing."""

from __future__ import annotations

from vedette.games.open_fire.reminders import REMINDERS
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import TABLES, number
from vedette.games.open_fire.units import has
from vedette.view.vocabulary import Detail

FORMATION = frozenset({"OF-FRM-2", "OF-FRM-3", "OF-USR-13", "OF-MOV-3"})
"""Rules about the models of a unit, none of which concern a single one."""

KEPT_NEAR = "OF-OBJ-6"


def reminders_of(battle: Battle, do: str, by: str = "") -> tuple[Detail, ...]:
    """The rules that only eyes at the table can judge, as far as they concern whoever gives the command."""
    skip = {KEPT_NEAR}
    if by in battle.units:
        skip |= set() if has(battle, by, "Vehicle") else {"OF-VEH-1", "OF-VEH-9"}
        skip |= {"OF-FRM-2"} if has(battle, by, "Skirmishers") else {"OF-USR-13"}
        skip |= FORMATION if len(battle.units[by].living) == 1 else set()
    named = (rule for rule in REMINDERS.get(do, ()) if rule not in skip)
    return tuple(Detail(rule, TABLES.rules()[rule].sentence) for rule in named)


def still_held(battle: Battle) -> tuple[Detail, ...]:
    """OF-OBJ-6: whether each Control objective is still held, before the round ends."""
    known = battle.book.mission.objectives
    return tuple(
        Detail(
            KEPT_NEAR,
            f'Is a unit of {battle.sides[objective.secured_by].name} still within {number("control_within")}" of '
            f"{known[name].name}? If not, lose the objective first.",
        )
        for name, objective in battle.objectives.items()
        if objective.status == "secured" and objective.secured_by and known[name].type == "control"
    )
