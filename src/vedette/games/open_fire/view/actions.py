"""What a unit or a side may do now, and why not the rest."""

from __future__ import annotations

from types import SimpleNamespace

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.games.open_fire import units
from vedette.games.open_fire.candidates import near_names
from vedette.games.open_fire.deployment import awaits_roll_off
from vedette.games.open_fire.sequence import PHASE_CHECK, is_active
from vedette.games.open_fire.specs import COMMANDS
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import CONDITIONS
from vedette.view.forms import FormValidator, action_of, begun, concede_action, why_not
from vedette.view.vocabulary import Action

OF_A_SIDE = ("place_entry", "start_game", "end_round", "pass", "lose_objective", "roll_off")

OF_A_UNIT = (
    "free_attack", "pass", "deploy", "activate", "disembark", "move", "embark", "attack", "secure", "ability", "end_activation",
)  # fmt: skip
"""The orders in which commands are listed: what is possible and mostly wanted is Enter's choice, so abilities come late."""


def actions(battle: Battle, by: str) -> tuple[Action, ...]:
    if battle.phase == "over" or (by in battle.units and battle.units[by].destroyed):
        return ()
    order = OF_A_SIDE if by in battle.sides else OF_A_UNIT
    made = tuple(_action(battle, do, by) for do in order if COMMANDS[do].is_offered(battle, by))
    return (*made, concede_action(by)) if by in battle.sides else made


def unspent(battle: Battle, do: str, by: str) -> str:
    if by not in battle.units:
        return ""
    given_up = (CONDITIONS.words(one, battle) for one in units.forfeited(battle, by, do))
    ability = battle.activation.ability if is_active(battle, by) else ""
    name = units.profile(battle, by).abilities[ability].name if ability else "the ability"
    return next((f"{COMMANDS[do].title} gives up {name}: {words}." for words in given_up), "")


def _action(battle: Battle, do: str, by: str) -> Action:
    spec, waits = COMMANDS[do], do == "roll_off" and (battle.phase == "initiative" or awaits_roll_off(battle))
    titles = {
        "roll_off": roll_off_title(battle),
        "pass": "Pass for the rest of the round" if by in battle.sides else "Give up the free attack",
        "end_round": f"End round {battle.round}",
    }
    form = spec.asks  # where the table must be asked anything
    if do == "roll_off":
        form = battle.phase != "initiative"
    if do == "activate":
        form = bool(battle.units[by].stress and near_names(battle, by))
    refusal, title = _why_not_now(battle, do, by), titles.get(do, spec.title)
    of_table = spec.of_table and not waits
    made = action_of(COMMANDS, do, by, refusal, title=title, form=form, of_table=of_table)
    gives_up = by in battle.units and bool(units.forfeited(battle, by, do))
    usual = do == "place_entry" or (waits and battle.phase == "setup")
    made = replace(made, usual=usual, deliberate=made.deliberate or gives_up)
    return replace(made, note=_note(battle, do, by), seldom=do == "ability")


def _note(battle: Battle, do: str, by: str) -> str:
    """How far a unit moves, and with an advance where it may make one."""
    if do != "move" or not battle.units[by].living:
        return ""
    rate = units.movement_rate(battle, by)
    if not units.may_advance(battle, by):
        return f'{rate:g}"'
    return f'{rate:g}", or advance {rate + units.advance_bonus(battle, by).value:g}"'


def roll_off_title(battle: Battle) -> str:
    if awaits_roll_off(battle):
        return "Roll off for entry points"
    first = battle.phase == "initiative"
    return "Roll off for the first activation" if first else "Other roll-off"


def _why_not_now(battle: Battle, do: str, by: str) -> Refusal | None:
    """The first refusal that needs nothing but the action itself to be known.

    What a unit may do once it is activated is possible where it can be activated without dice.
    """
    first = COMMANDS[do].begins_with
    refused = _why_not_now(battle, first, by) if first and not is_active(battle, by) else None
    if refused is not None:
        return refused
    about = "initiative" if battle.phase == "initiative" else ""
    bare = SimpleNamespace(do=do, by=by, about=about, model_fields_set={"about"})
    then, _ = begun(FormValidator(COMMANDS, PHASE_CHECK, battle), do, by)
    return why_not(COMMANDS, PHASE_CHECK, then.state, bare)
