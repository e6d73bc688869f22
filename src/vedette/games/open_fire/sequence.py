"""Whose turn it is: activations, the passing of the turn, what follows a command by itself, and what the game waits for."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from vedette.engine.checks import Check, Refusal
from vedette.engine.conditions import conditions_end
from vedette.engine.facts import Fact
from vedette.engine.grammar import at_start, the
from vedette.engine.play import Play
from vedette.games.open_fire.state import Activation, Battle, Stage
from vedette.games.open_fire.units import aboard, has, with_contacts
from vedette.kit.sentences import fact

STAGES: Sequence[Stage] = ("", "recover", "ability", "move", "embark", "attack", "secure")
"""OF-ACT-2: the order of the actions of an activation."""
DONE: Mapping[Stage, str] = {
    "ability": "used an ability", "move": "moved", "embark": "embarked", "attack": "attacked",
    "secure": "secured an objective",
}  # fmt: skip


@fact("{unit} activated.")
class Activated(Fact, frozen=True):
    aside = True
    unit: str


@fact("{unit}: activation over.")
class ActivationEnded(Fact, frozen=True):
    aside = True
    unit: str


@fact("{side:?{side} to activate|Nobody is left to activate: the round ends}.")
class TurnPassed(Fact, frozen=True):
    aside = True
    side: str


@fact("{passengers} must get out of the wreck of {transport}.", headline="Passengers must get out")
class MustDisembark(Fact, frozen=True):
    transport: str
    passengers: tuple[str, ...]


@fact("{unit}: destroyed.", moment="lost", headline="{unit} DESTROYED")
class UnitDestroyed(Fact, frozen=True):
    unit: str


@fact("Nobody holds {objective}.")
class ObjectiveLost(Fact, frozen=True):
    objective: str


@fact("{objective}: lost with the unit that held it.", headline="{objective}: lost")
class ObjectiveRemoved(Fact, frozen=True):
    objective: str


def pending(battle: Battle) -> str:
    """The command that must come next; "" while a unit is active (section 5)."""
    if battle.must_disembark and battle.phase != "over":
        return "disembark"
    if battle.phase == "activation":
        if battle.free_attacks:
            return "free_attack"
        return "" if battle.activation.unit else "activate"
    return {"setup": "start_game", "initiative": "roll_off", "end": "end_round", "over": ""}[battle.phase]


def active_side(battle: Battle) -> str:
    """The side to act; "" outside the phase of activations, unless somebody must leave a wreck."""
    waits = pending(battle)
    if waits == "disembark":
        return battle.units[battle.must_disembark[0]].side
    if waits == "free_attack":
        return battle.units[battle.free_attacks[0]].side
    return battle.turn if battle.phase == "activation" else ""


def is_active(battle: Battle, unit: str) -> bool:
    """Whether this unit is being activated (OF-ACT-1)."""
    return battle.activation.unit == unit


def gone_past(battle: Battle, unit: str, stage: Stage) -> str:
    """What the unit has already done where its activation has gone beyond an action (OF-ACT-2); "" while it hasn't."""
    now = battle.activation.stage
    past = is_active(battle, unit) and STAGES.index(now) > STAGES.index(stage)
    return f"It has already {DONE[now]}" if past else ""


def awaits_orders(battle: Battle, unit: str) -> bool:
    """Whether it is on the table or aboard, and owes no free attack: what it may do is up to its side."""
    return unit not in battle.free_attacks and not battle.units[unit].in_reserve


def acts_on_table(battle: Battle, unit: str) -> bool:
    """The same of a unit that is aboard no transport."""
    return awaits_orders(battle, unit) and not battle.units[unit].embarked_in


def can_act(battle: Battle, side: str) -> bool:
    """Whether a side has a unit left that must or may be activated (4.1, decisions 14 and 15)."""
    for unit, troop in battle.units.items():
        if troop.side == side and not troop.activated and not troop.destroyed:
            waits = bool(troop.embarked_in) or (troop.in_reserve and has(battle, unit, "Support"))
            if not waits or not battle.sides[side].passed:
                return True
    return False


def begin_activation(play: Play[Battle], unit: str) -> None:
    conditions_end(play, "next_activation", unit)
    battle = play.state
    if battle.activation.unit:  # only when forced
        battle = _marked(battle, battle.activation.unit)
    activation = Activation(unit=unit, stage="recover")
    battle = replace(battle, activation=activation, turn=battle.units[unit].side, turn_ended=False)
    play.commit(battle, Activated(unit))


def _marked(battle: Battle, unit: str) -> Battle:
    """OF-MRK-2: the unit has been activated; whether it moved then still counts in the round (OF-WSR-5)."""
    moved = battle.units[unit].has_moved or (is_active(battle, unit) and battle.activation.moved)
    return battle.with_unit(unit, activated=True, has_moved=moved)


def end_activation(play: Play[Battle], unit: str) -> None:
    """The unit is marked as activated (OF-MRK-2); the turn passes when nothing else is pending."""
    battle = _marked(play.state, unit)
    if is_active(battle, unit):
        battle = replace(battle, activation=Activation(), free_attacks=(), left_by="")
    play.commit(replace(battle, turn_ended=True), ActivationEnded(unit))
    conditions_end(play, "activation")


def without_free_attack(battle: Battle, unit: str) -> Battle:
    """The battle after a unit made its free attack or gave it up (OF-LAR-1)."""
    rest = tuple(free_attack for free_attack in battle.free_attacks if free_attack != unit)
    return replace(battle, free_attacks=rest, left_by=battle.left_by if rest else "")


def after_command(play: Play[Battle]) -> None:
    # Units that were set to no hit points by hand leave nothing behind either.
    for unit, troop in play.state.units.items():
        if troop.destroyed:
            listed = unit in (*play.state.free_attacks, *play.state.must_disembark)
            tied = troop.contacts or troop.passengers or troop.in_reserve or troop.embarked_in
            if tied or listed or _carried(play.state, unit):
                destroy(play, unit)
    # OF-OBJ-6, decision 71: a side with nobody on the table keeps no Control objective
    for name, objective, own in play.state.secured():
        if own.type == "control" and objective.secured_by and not on_table(play.state, objective.secured_by):
            lose_objective(play, name)
    activation = play.state.activation
    if activation.unit:
        destroyed = play.state.units[activation.unit].destroyed
        if destroyed or (activation.over and not play.state.free_attacks):
            end_activation(play, activation.unit)
    # OF-RND-4: the other side activates next, if it can
    battle = play.state
    if battle.turn_ended and pending(battle) == "activate":
        side = first_to_act(battle, battle.other(battle.turn))
        phase = battle.phase if side else "end"
        play.commit(replace(battle, turn=side, phase=phase, turn_ended=False), TurnPassed(side))


def first_to_act(battle: Battle, side: str) -> str:
    """That side if it can act, else the other one, else nobody."""
    return next((name for name in (side, battle.other(side)) if can_act(battle, name)), "")


def destroy(play: Play[Battle], unit: str) -> None:
    """A destroyed unit leaves nothing behind: no contacts, no objective carried, nobody aboard (4.1)."""
    passengers = play.state.units[unit].passengers
    battle = aboard(with_contacts(play.state, unit, ()), unit, "")
    battle = battle.with_unit(unit, in_reserve=False, passengers=())
    waiting = (*battle.must_disembark, *passengers)
    strikers = () if unit == battle.left_by else battle.free_attacks  # decision 30
    battle = replace(
        battle,
        free_attacks=tuple(name for name in strikers if name != unit),
        must_disembark=tuple(dict.fromkeys(name for name in waiting if name != unit)),
    )
    play.commit(battle, UnitDestroyed(unit))
    if passengers:
        play.emit(MustDisembark(unit, passengers))
    for objective in _carried(play.state, unit):
        gone = play.state.with_objective(objective, status="removed", secured_by="", unit="")
        play.commit(gone, ObjectiveRemoved(objective))


def _carried(battle: Battle, unit: str) -> list[str]:
    """OF-OBJ-9: the Recover objectives that a unit holds."""
    held = battle.secured()
    return [name for name, objective, own in held if own.type == "recover" and objective.unit == unit]


def lose_objective(play: Play[Battle], name: str) -> None:
    battle = play.state.with_objective(name, status="open", secured_by="", unit="", round=0)
    play.commit(battle, ObjectiveLost(name))


def on_table(battle: Battle, side: str) -> bool:
    return any(unit.side == side and unit.on_table for unit in battle.units.values())


# --- what the game waits for: commands that are not due are refused (4.1)


ACTIONS = ("ability", "move", "embark", "attack", "secure", "end_activation")
_ANY_TIME = ("lose_objective", "roll_off")
_UNDER_WAY = ("", "activate", "free_attack", "disembark", "end_round")
_STARTS = ("activate", "deploy", "disembark")


def awaited(battle: Battle, command: Any) -> Refusal | None:
    do, by, waits = command.do, command.by, pending(battle)
    passes = do == "pass" and by in battle.sides
    if do == "free_attack" and has(battle, by, "Vehicle"):
        return Refusal("OF-VEH-11", "Vehicles make no free attacks.")
    about_something = do == "roll_off" and "about" in command.model_fields_set
    due = {
        "start_game": do in ("start_game", "place_entry") or about_something,
        "free_attack": do in ("free_attack", "pass") and by in battle.free_attacks,
        "disembark": do == "disembark" and by in battle.must_disembark,
        "activate": do in _STARTS or passes,
        "": do in ACTIONS and is_active(battle, by),
    }
    if due.get(waits, do == waits) or (do in _ANY_TIME and waits in _UNDER_WAY):
        return None
    match waits:
        case "start_game":
            return Refusal("OF-SEQ-1", "The battle has not begun.", "start the game first")
        case "roll_off":
            said = "The round starts with the roll-off for the first activation."
            return Refusal("OF-RND-3", said, "roll off first")
        case "free_attack":
            names = battle.unit_names(battle.free_attacks)
            return Refusal("OF-LAR-1", f"The free attack of {names} comes first.", "make it, or pass")
        case "disembark":
            names = at_start(battle.unit_names(battle.must_disembark))
            return Refusal("OF-TRA-6", f"{names} must be placed beside the wreck first.")
        case "end_round":
            return Refusal("OF-RND-6", "All units have acted.", "end the round")
        case "activate":
            if do == "end_round":
                return Refusal("OF-RND-4", "There are units left to activate.")
            other = "Only a unit that is being activated takes actions.", "activate it first"
        case _:
            if do == "disembark" and is_active(battle, by) and battle.activation.stage == "embark":
                return Refusal("OF-TRA-10", "It embarked in this activation; it can get out in its next one.")
            name = the(battle.unit_name(battle.activation.unit))
            if do in (*_STARTS, "end_round") or passes:
                return Refusal("OF-RND-4", f"The activation of {name} is under way.", "end it first")
            other = f"Only {name} can act: this activation is under way.", ""
    if do in ("free_attack", "pass"):
        return Refusal("OF-LAR-1", "Nobody has left this unit's assault range just now.")
    return Refusal("OF-ACT-1", *other)


PHASE_CHECK: Check[Battle, Any] = Check(
    (
        "OF-SEQ-1", "OF-RND-3", "OF-RND-4", "OF-ACT-1", "OF-LAR-1", "OF-VEH-11", "OF-TRA-6", "OF-TRA-10", "OF-RND-6",
    ),
    (),
    awaited,
)  # fmt: skip
