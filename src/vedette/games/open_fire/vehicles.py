"""Vehicles and aircraft: manoeuvres, heights, flying forward, and the minimum that is flown."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.games.open_fire.commands import Move
from vedette.games.open_fire.lookup import inches
from vedette.games.open_fire.sequence import is_active
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import advance_bonus, has, leader, leader_wounded, movement_rate, x_of
from vedette.kit.words import count


def free_manoeuvres(battle: Battle, unit: str) -> int:
    """OF-VEH-2, OF-USR-9: manoeuvres that cost nothing."""
    return number("free_manoeuvres") + x_of(battle, unit, "Manoeuvrable")


def advance_manoeuvres(battle: Battle, unit: str) -> int:
    """OF-VEH-4, OF-USR-9: the manoeuvres of an advance move, X more with Manoeuvrable (X) (decision 25)."""
    return number("advance_manoeuvres") + x_of(battle, unit, "Manoeuvrable")


@forbids("OF-AIR-2", reads=("backward",))
def aircraft_fly_forward(battle: Battle, command: Move) -> str | None:
    """Aircraft move forward only."""
    return "Aircraft fly forward only." if command.backward and has(battle, command.by, "Aircraft") else None


@forbids("OF-VEH-8", reads=("up", "down"))
def vehicles_do_not_climb(battle: Battle, command: Move) -> str | None:
    """Vehicles change height levels only with Flying."""
    vehicle = has(battle, command.by, "Vehicle") and not has(battle, command.by, "Flying")
    return "Vehicles do not climb." if vehicle and (command.up or command.down) else None


@check("OF-VEH-4", reads=("advance", "manoeuvres"))
def one_manoeuvre_in_an_advance(battle: Battle, command: Move) -> Refusal | None:
    """At most one manoeuvre in an advance move."""
    limit = advance_manoeuvres(battle, command.by)
    if command.advance and command.manoeuvres > limit:
        allowed = count(limit, "manoeuvre")
        return Refusal("OF-VEH-4", f"An advance move allows {allowed}.", allowed)
    return None


@check("OF-AIR-3")
def has_flown(battle: Battle, command: Any) -> Refusal | None:
    """An aircraft must fly its minimum before anything that needs it."""
    unit = battle.units[command.by]
    flown = is_active(battle, command.by) and battle.activation.moved
    if has(battle, command.by, "Aircraft") and unit.on_table and not flown:
        least = inches(leader(battle, command.by).mov_minimum)
        said = f"{unit.name} must fly at least {least} first."
        return below_minimum(battle, command.by, "OF-AIR-3") or Refusal("OF-AIR-3", said)
    return None


def below_minimum(
    battle: Battle, unit: str, rule: str, *, advance: bool = False, manoeuvres: int = 0
) -> Refusal | None:
    """OF-AIR-4, OF-AIR-6: what is left to an aircraft whose allowance is below its minimum (decision 26)."""
    least, bonus = leader(battle, unit).mov_minimum, advance_bonus(battle, unit).value
    allowed = movement_rate(battle, unit) + (bonus if advance else 0)
    if allowed >= least:
        return None
    said = f"It may fly {inches(allowed)}, less than its minimum of {inches(least)}."
    never = advance or has(battle, unit, "Slow") or leader_wounded(battle, unit)
    if never or allowed + bonus < least:
        return Refusal(
            rule, said, f"leave the battlefield within {inches(allowed)}; if it cannot, it is blocked"
        )
    limit = advance_manoeuvres(battle, unit)
    turns = f" with {count(limit, 'manoeuvre')}" if manoeuvres > limit else ""
    return Refusal(rule, said, f"an advance move of {inches(least)} or more{turns}, or leave the battlefield")
