"""What the game waits for: commands that are not due are refused (4.1)."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Check, Refusal
from vedette.games.open_fire.sequence import is_active, pending
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.units import has

ACTIONS = ("ability", "move", "embark", "attack", "secure", "end_activation")
_ANY_TIME = ("lose_objective", "roll_off")
_UNDER_WAY = ("", "activate", "free_attack", "disembark", "end_round")
_STARTS = ("activate", "deploy", "disembark")


def awaited(battle: Battle, command: Any) -> Refusal | None:
    """None where this command may come now."""
    if command.do == "free_attack" and has(battle, command.by, "Vehicle"):
        return Refusal("OF-VEH-11", "Vehicles make no free attacks.")
    waits = pending(battle)
    if command.do in _ANY_TIME and waits in _UNDER_WAY:
        return None
    refused = {
        "start_game": _set_up,
        "roll_off": _initiative,
        "activate": _between,
        "": _active,
        "free_attack": _free_attack,
        "disembark": _disembark,
        "end_round": _end,
    }[waits]
    return refused(battle, command)


def _set_up(battle: Battle, command: Any) -> Refusal | None:
    roll_with_for = command.do == "roll_off" and "about" in command.model_fields_set
    if command.do in ("start_game", "place_entry") or roll_with_for:
        return None
    return Refusal("OF-SEQ-1", "The battle has not begun.", "start the game first")


def _initiative(battle: Battle, command: Any) -> Refusal | None:
    if command.do == "roll_off":
        return None
    return Refusal(
        "OF-RND-3", "The round starts with the roll-off for the first activation.", "roll off first"
    )


def _between(battle: Battle, command: Any) -> Refusal | None:
    if command.do in _STARTS or (command.do == "pass" and command.by in battle.sides):
        return None
    if command.do == "end_round":
        return Refusal("OF-RND-4", "There are units left to activate.")
    return _no_free_attack(command) or Refusal(
        "OF-ACT-1", "Only a unit that is being activated takes actions.", "activate it first"
    )


def _active(battle: Battle, command: Any) -> Refusal | None:
    if command.do in ACTIONS and is_active(battle, command.by):
        return None
    if command.do == "disembark" and is_active(battle, command.by) and battle.activation.stage == "embark":
        return Refusal("OF-TRA-10", "It embarked in this activation; it can get out in its next one.")
    name = battle.units[battle.activation.unit].name
    if command.do in (*_STARTS, "end_round") or (command.do == "pass" and command.by in battle.sides):
        return Refusal("OF-RND-4", f"The activation of {name} is under way.", "end it first")
    return _no_free_attack(command) or Refusal(
        "OF-ACT-1", f"Only {name} can act: this activation is under way."
    )


def _no_free_attack(command: Any) -> Refusal | None:
    if command.do in ("free_attack", "pass"):
        return Refusal("OF-LAR-1", "Nobody has left this unit's assault range just now.")
    return None


def _free_attack(battle: Battle, command: Any) -> Refusal | None:
    if command.do in ("free_attack", "pass") and command.by in battle.free_attacks:
        return None
    names = ", ".join(battle.units[free_attack].name for free_attack in battle.free_attacks)
    return Refusal("OF-LAR-1", f"The free attack of {names} comes first.", "make it, or pass")


def _disembark(battle: Battle, command: Any) -> Refusal | None:
    if command.do == "disembark" and command.by in battle.must_disembark:
        return None
    names = ", ".join(battle.units[one].name for one in battle.must_disembark)
    return Refusal("OF-TRA-6", f"{names} must be placed beside the wreck first.")


def _end(battle: Battle, command: Any) -> Refusal | None:
    if command.do == "end_round":
        return None
    return Refusal("OF-RND-6", "All units have acted.", "end the round")


PHASE_CHECK: Check[Battle, Any] = Check(
    (
        "OF-SEQ-1", "OF-RND-3", "OF-RND-4", "OF-ACT-1", "OF-LAR-1", "OF-VEH-11", "OF-TRA-6", "OF-TRA-10", "OF-RND-6",
    ),
    (),
    awaited,
)  # fmt: skip
