"""Bringing somebody round after a combat: `wake` (CQ-OPT-5, 21.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.checks import Check, Refusal, check, forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.characters.checking import awake
from vedette.games.close_quarters.characters.commands import Wake
from vedette.games.close_quarters.facts import characters as facts
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.phases import between_combats
from vedette.games.close_quarters.values.body import alive, conscious
from vedette.games.close_quarters.words import by_unit, other_unit


def minutes_to_wake(one: Character) -> int:
    """CQ-OPT-5: a minute for each point of lethal damage beyond half his STR, begun ones too."""
    divisor = number("recovery_divisor")
    beyond = max(0, one.damage * divisor - one.str)
    return -(-beyond // divisor) * number("wake_minutes")


def roused(game: Fight, name: str) -> Fight:
    """The game in which he has come round, if he can: in such time nonlethal damage is gone."""
    return game.with_unit(name, knocked_out=False, nonlethal=0)


def can_be_woken(game: Fight, name: str) -> bool:
    """Whether he lies unconscious, and would be conscious without nonlethal damage."""
    lies = alive(game.units[name]) and not conscious(game, name)
    return game.options.nonlethal and lies and conscious(roused(game, name), name)


def _understood(game: Fight, command: Wake) -> Wake:
    by_unit(game, command)
    other_unit(game, command.by, command.patient)
    return command


@forbids("CQ-OPT-5")
def _nonlethal_damage_is_played(game: Fight, command: Any) -> str | None:
    """It belongs to the option for nonlethal damage."""
    if game.options.nonlethal:
        return None
    return "Nonlethal damage is not played in this game."


@check("CQ-OPT-5", reads=("patient",))
def _the_patient_can_wake(game: Fight, command: Any) -> Refusal | None:
    """Somebody alive who is unconscious, and whose wounds leave enough to wake with."""
    patient = game.units[command.patient]
    if can_be_woken(game, command.patient):
        return None
    if not alive(patient):
        return Refusal("CQ-OPT-5", f"{patient.name} is dead.", absolute=True)
    if conscious(game, command.patient):
        return Refusal("CQ-OPT-5", f"{patient.name} is not unconscious.", absolute=True)
    return Refusal("CQ-OPT-5", f"{patient.name} is too badly hurt to wake.", "heal first", absolute=True)


async def wake(play: Play[Fight], command: Wake) -> None:
    """CQ-OPT-5: with somebody's help he comes round, a minute for each point beyond half his STR."""
    minutes = minutes_to_wake(play.state.units[command.patient])
    play.becomes(roused(play.state, command.patient), facts.Roused(command.by, command.patient, minutes))


WAKING_CHECKS: tuple[Check[Fight, Any], ...] = (
    between_combats("CQ-OPT-5"),
    awake(),
    _nonlethal_damage_is_played,
    _the_patient_can_wake,
)

WAKING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "wake": CommandSpec(
        Wake, "Bring round", "unit", wake, _understood, WAKING_CHECKS, rules=("CQ-OPT-5",), key="s"
    ),
}
