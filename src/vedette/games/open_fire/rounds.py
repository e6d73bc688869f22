"""Playing a game: the start, the roll-off, the end of an activation and of a round."""

from typing import Annotated

from msgspec.structs import replace
from pydantic import ConfigDict, Field, field_validator

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.conditions import conditions_end
from vedette.engine.facts import Fact, Score
from vedette.engine.grammar import at_start, name_of
from vedette.engine.play import Play
from vedette.engine.text import require_text
from vedette.games.open_fire import sequence
from vedette.games.open_fire.movement import has_flown
from vedette.games.open_fire.state import Battle, Objective, Phase
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import C, by_deployed_unit, by_side, has, skirmish
from vedette.kit.sentences import fact, of_the_end
from vedette.kit.words import whose
from vedette.view.asked import Asked
from vedette.view.forms import Words

COMMANDS = Commands[Battle]()


class StartGame(Command):
    """The set-up is over."""


def _for_entry_points(battle: Battle, words: Words) -> str | None:
    """What is rolled off for while the set-up waits for it."""
    placing = battle.phase == "setup" and battle.book.mission.players_place
    return "entry points" if placing and not battle.last_roll_off else None


class RollOff(Command):
    """Roll off for the first activation of a round, or for anything else."""

    model_config = ConfigDict(populate_by_name=True)

    about: Annotated[
        str,
        Field(alias="for", max_length=200, description="what it is about, the first activation by default"),
        Asked("For what", "f", default=_for_entry_points, required=True),
    ] = "initiative"

    _said = field_validator("about")(require_text)


class Pass(Command):
    """Give up a free attack (by a unit), or the units that need not act this round (by a side)."""


class EndActivation(Command):
    """The unit is done."""


class EndRound(Command):
    """The round is over."""


@fact("The battle begins: every unit is in reserve.", headline="The battle begins")
class BattleStarted(Fact, frozen=True):
    """The set-up is over."""


@fact("The roll-off for {about:word} goes to {side}.", headline="Roll-off for {about:word} won by {side}")
class RollOffWon(Fact, frozen=True):
    side: str
    about: str


@fact("{side} passed for the rest of the round.", headline="{side} passed")
class Passed(Fact, frozen=True):
    side: str


@fact("{unit} took damage: {stress} stress.", moment="hurt", headline="{unit}: {stress} stress")
class StressGained(Fact, frozen=True):
    unit: str
    stress: int


@fact("{unit} gave up the free attack.")
class FreeAttackGivenUp(Fact, frozen=True):
    unit: str


@fact(
    "{objective}: destroyed and removed.", headline="{objective}: destroyed", tale="{objective} was destroyed"
)
class ObjectiveDestroyed(Fact, frozen=True):
    objective: str


@fact("{side} scored {vp} VP for {objective}.", moment="gain", headline="{side} +{vp} VP: {objective}")
class Scored(Fact, frozen=True):
    side: str
    objective: str
    vp: int

    @property
    def score(self) -> Score:
        return Score(self.side, self.vp, self.objective)


@fact("Round {round} begins.", headline="Round {round}")
class RoundBegan(Fact, frozen=True):
    round: int


@fact(
    "{side} forfeited: no unit on the battlefield.",
    moment="lost",
    headline="{side} FORFEITED: no unit on the battlefield",
    tale="{side} forfeited, with nobody left on the battlefield",
)
class Forfeited(Fact, frozen=True):
    side: str


@fact("The battle is over. {outcome:verdict}.", moment=of_the_end, headline="{outcome:verdict}")
class BattleEnded(Fact, frozen=True):
    outcome: str


# --- the start, and the roll-off


@forbids("OFS-UNI-1")
def single_models(battle: Battle, command: StartGame) -> str | None:
    for unit in battle.units.values() if skirmish(battle) else ():
        if len(unit.models) > number("models_per_unit"):
            return f"In Skirmish every unit is one model, not {len(unit.models)}: {unit.name}."
    return None


@COMMANDS.add(
    StartGame,
    "Start the game",
    by_side,
    (single_models,),
    actor="side",
    rules=("OF-RES-1",),
    reminders=("OF-ARM-1", "OF-SET-1", "OF-SET-3", "OF-SET-4", "OF-TER-1", "OF-TER-2"),
    key="s",
    of_both=True,
    offered=lambda battle, by: sequence.pending(battle) == "start_game",
)
async def start_game(play: Play[Battle], command: StartGame) -> None:
    """OF-SEQ-1, OF-RES-1: the battle stage begins; every unit is in reserve."""
    play.commit(replace(play.state, round=1, phase="initiative"), BattleStarted())


@forbids("OF-RND-3", reads=("for",))
def initiative_when_due(battle: Battle, command: RollOff) -> str | None:
    if command.about == "initiative" and battle.phase != "initiative":
        return "Initiative is rolled for at the start of a round only."
    return None


@COMMANDS.add(
    RollOff,
    "Roll off",
    by_side,
    (initiative_when_due,),
    actor="side",
    rules=("OF-ROF-1", "OF-SET-5", "OF-DIC-1"),
    reminders=("OF-ISS-1",),
    key="r",
    of_both=True,
    of_table=True,
    offered=lambda battle, by: (
        sequence.pending(battle) in ("start_game", "roll_off") or battle.phase in ("activation", "end")
    ),
)
async def roll_off(play: Play[Battle], command: RollOff) -> None:
    """OF-ROF-1, OF-RND-3: one die each, ties again; the winner of initiative activates first."""
    first, second = play.state.sides
    winner = await play.roll_off(
        (first, second), why="Roll-off", dice_sides=number("die_sides"), rules=("OF-ROF-1",)
    )
    battle = replace(play.state, last_roll_off=winner)
    if command.about == "initiative":
        turn = sequence.first_to_act(battle, winner)
        phase: Phase = "activation" if turn else "end"
        battle = replace(battle, initiative=winner, turn=turn, phase=phase, turn_ended=False)
    play.commit(battle, RollOffWon(winner, command.about))


# --- the end of an activation, and passing


def _by_unit(battle: Battle, command: C) -> C:
    by_deployed_unit(battle, command)
    return command


@COMMANDS.add(
    EndActivation,
    "End activation",
    _by_unit,
    (has_flown,),
    do="end_activation",
    rules=("OF-MRK-2",),
    key="e",
    ends=True,
    deliberate=True,
    offered=lambda battle, by: battle.phase == "activation" and sequence.awaits_orders(battle, by),
)
async def carry_out_end_activation(play: Play[Battle], command: EndActivation) -> None:
    """OF-RND-4, OF-MRK-2: the unit is done."""
    sequence.end_activation(play, command.by)


@forbids("OF-RND-4")
def passing_on_turn(battle: Battle, command: Pass) -> str | None:
    if command.by in battle.sides and battle.turn != command.by:
        return f"It is not {whose(battle.side_name(command.by))} turn."
    return None


@forbids("OF-DEP-2")
def nobody_to_deploy(battle: Battle, command: Pass) -> str | None:
    for unit, troop in battle.units.items():
        waiting = troop.side == command.by and troop.in_reserve and not troop.activated
        if waiting and not has(battle, unit, "Support"):
            return f"{at_start(name_of(troop))} must be deployed."
    return None


@forbids("OF-RND-4")
def nobody_to_activate(battle: Battle, command: Pass) -> str | None:
    """Units on the table must be activated (decision 14)."""
    for unit in battle.units.values():
        if unit.side == command.by and unit.on_table and not unit.activated:
            return f"{at_start(name_of(unit))} must be activated."
    return None


@COMMANDS.add(
    Pass,
    "Pass",
    lambda battle, command: (by_side if command.by in battle.sides else _by_unit)(battle, command),
    (passing_on_turn, nobody_to_deploy, nobody_to_activate),
    actor="side",
    do="pass",
    key="p",
    deliberate=True,
    offered=lambda battle, by: (  # free attacks are each unit's own to give up, the rest of the round its side's
        by in battle.free_attacks or (by in battle.sides and sequence.pending(battle) == "activate")
    ),
)
async def carry_out_pass(play: Play[Battle], command: Pass) -> None:
    """The side gives up what need not act; or the unit gives up its free attack (OF-LAR-1)."""
    battle = play.state
    if command.by in battle.sides:
        play.commit(replace(battle.with_side(command.by, passed=True), turn_ended=True), Passed(command.by))
    else:
        play.commit(sequence.without_free_attack(battle, command.by), FreeAttackGivenUp(command.by))


# --- the end of a round


@COMMANDS.add(
    EndRound,
    "End the round",
    by_side,
    actor="side",
    rules=("OF-STR-2", "OF-OBJ-2", "OF-OBJ-6", "OF-OBJ-7", "OF-OBJ-9", "OF-DEP-5", "OF-RND-1", "OF-RND-2"),
    reminders=("OF-OBJ-6",),
    key="e",
    of_both=True,
    deliberate=True,
    offered=lambda battle, by: sequence.pending(battle) == "end_round",
)
async def end_round(play: Play[Battle], command: EndRound) -> None:
    """OF-RND-6 and what follows: stress, Destroy objectives, forfeits, the count or the next round."""
    first = play.state.initiative or next(iter(play.state.sides))
    for side in (first, play.state.other(first)):  # OF-STR-2, OF-RND-6: in initiative order, up to 3
        for unit, troop in play.state.units.items():
            if troop.side == side and troop.took_damage and not troop.destroyed:
                stress = min(number("stress_limit"), troop.stress + number("stress_for_damage"))
                play.commit(play.state.with_unit(unit, stress=stress), StressGained(unit, stress))
    # OF-OBJ-7: what was secured in an earlier round is destroyed and scored
    for name, objective, own in play.state.secured():
        if own.type == "destroy" and objective.round < play.state.round:
            score(play, holder(play.state, objective), name)
            play.commit(play.state.with_objective(name, status="removed"), ObjectiveDestroyed(name))
    outcome = _outcome(play)
    if outcome:
        play.commit(replace(play.state, outcome=outcome, phase="over", turn=""), BattleEnded(outcome))
        return
    conditions_end(play, "round")
    battle = play.state  # OF-RND-2: activation markers are collected, and the round begins with a roll-off
    units = {
        name: replace(unit, activated=False, has_moved=False, took_damage=False)
        for name, unit in battle.units.items()
    }
    sides = {name: replace(side, passed=False) for name, side in battle.sides.items()}
    battle = replace(battle, units=units, sides=sides, round=battle.round + 1, phase="initiative", turn="")
    play.commit(battle, RoundBegan(battle.round))


def _outcome(play: Play[Battle]) -> str:
    """OF-DEP-5, decision 66: a side with nobody on the battlefield forfeits; both: a draw.

    OF-RND-1, OF-OBJ-2, OF-OBJ-6, OF-OBJ-9: after the last round the victory points decide.
    """
    gone = [side for side in play.state.sides if not sequence.on_table(play.state, side)]
    for side in gone:
        play.emit(Forfeited(side))
    if gone:
        return "draw" if len(gone) > 1 else play.state.other(gone[0])
    if play.state.round < play.state.book.mission.rounds:
        return ""
    for name, objective, own in play.state.secured():
        if own.type in ("control", "recover"):
            score(play, holder(play.state, objective), name)
    return play.state.leader


def holder(battle: Battle, objective: Objective) -> str:
    return objective.secured_by or (battle.units[objective.unit].side if objective.unit else "")


def score(play: Play[Battle], side: str, objective: str) -> None:
    """OF-OBJ-2: victory points for an objective; none where it was secured by hand, for nobody."""
    if not side:
        return
    vp = play.state.book.mission.objectives[objective].vp
    total = play.state.sides[side].vp + vp
    play.commit(play.state.with_side(side, vp=total), Scored(side, objective, vp))
