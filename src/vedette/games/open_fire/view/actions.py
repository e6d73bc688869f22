"""What a unit or a side may do now, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

from vedette.engine.checks import Refusal
from vedette.games.open_fire.candidates import near_candidates
from vedette.games.open_fire.phase_check import PHASE_CHECK
from vedette.games.open_fire.sequence import pending
from vedette.games.open_fire.specs import COMMANDS
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.units import has, profile
from vedette.view.forms import concede_action, why_not
from vedette.view.vocabulary import Action


def actions(battle: Battle, by: str) -> tuple[Action, ...]:
    """All actions of a unit or a side, in the order of an activation."""
    if battle.phase == "over" or (by in battle.units and battle.units[by].destroyed):
        return ()
    if by in battle.sides:
        return (*(_action(battle, do, by) for do in _of_side(battle)), concede_action(by))
    return tuple(_action(battle, do, by) for do in _of_unit(battle, by))


def _of_side(battle: Battle) -> Iterator[str]:
    match pending(battle):
        case "start_game":
            yield from ("start_game", "roll_off")
        case "roll_off":
            yield "roll_off"
        case "end_round":
            yield "end_round"
        case "activate":
            yield "pass"
    if battle.phase in ("activation", "end"):
        if any(objective.status == "secured" for objective in battle.objectives.values()):
            yield "lose_objective"
        yield "roll_off"


def _of_unit(battle: Battle, unit: str) -> Iterator[str]:
    troop = battle.units[unit]
    if unit in battle.free_attacks:
        yield from ("free_attack", "pass")
        return
    if troop.in_reserve:
        yield "deploy"
        return
    active = battle.activation.unit == unit
    if not active and unit not in battle.must_disembark:
        yield "activate"
    if troop.embarked_in and not active:
        yield "disembark"
    if profile(battle, unit).abilities:
        yield "ability"
    if not troop.embarked_in:
        yield "move"
        if any(has(battle, other, "Transport") for other in _friends(battle, unit)):
            yield "embark"
        if profile(battle, unit).weapons:
            yield "attack"
        if any(objective.status != "removed" for objective in battle.objectives.values()):
            yield "secure"
    yield "end_activation"


def _friends(battle: Battle, unit: str) -> list[str]:
    return [
        name for name, troop in battle.units.items() if name != unit and troop.side == battle.units[unit].side
    ]


def _action(battle: Battle, do: str, by: str) -> Action:
    title, why_not, form = _title(battle, do, by), _why_not_now(battle, do, by), _needs_form(battle, do, by)
    return Action(do, by, title, COMMANDS[do].key, why_not, form=form, moves=COMMANDS[do].moves)


def _title(battle: Battle, do: str, by: str) -> str:
    if do == "roll_off":
        return (
            "Roll off for the first activation"
            if battle.phase == "initiative"
            else "Roll off for something else"
        )
    if do == "pass":
        return "Pass for the rest of the round" if by in battle.sides else "Give up the free attack"
    if do == "end_round":
        return f"End round {battle.round}"
    return COMMANDS[do].title


def _why_not_now(battle: Battle, do: str, by: str) -> Refusal | None:
    """The first refusal that needs nothing but the action itself to be known."""
    about = "initiative" if battle.phase == "initiative" else ""
    bare = SimpleNamespace(do=do, by=by, about=about, model_fields_set={"about"})
    return why_not(COMMANDS, PHASE_CHECK, battle, bare)


def _needs_form(battle: Battle, do: str, by: str) -> bool:
    """Whether the table must be asked anything before the command can be given."""
    match do:
        case "activate":
            return bool(battle.units[by].stress and near_candidates(battle, by))
        case "ability":
            return True
        case "roll_off":
            return battle.phase != "initiative"
        case "start_game" | "pass" | "end_activation" | "end_round":
            return False
    return True
