"""Action: Secure, and losing a Control objective."""

from typing import Annotated

from vedette.engine.checks import WhyNot, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.open_fire.attack import not_aboard
from vedette.games.open_fire.candidates import Distance, secured, to_secure
from vedette.games.open_fire.profiles import ObjectiveProfile
from vedette.games.open_fire.rounds import score
from vedette.games.open_fire.sequence import acts_on_table, is_active, lose_objective
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import by_deployed_unit, by_side, has, too_far
from vedette.kit.sentences import fact
from vedette.kit.words import inches
from vedette.view.asked import Asked

COMMANDS = Commands[Battle]()


@fact("{unit} secured {objective}.", moment="gain", tale="{unit} secured {objective}")
class Secured(Fact, frozen=True):
    unit: str
    objective: str


@fact("{objective}: removed.")
class ObjectiveTaken(Fact, frozen=True):
    objective: str


class Secure(Command):
    """Secure an objective."""

    objective: Annotated[
        str | None,
        Asked(
            "Objective", "o", to_secure, required=True, none=("OF-SEC-1", "Your side holds every objective.")
        ),
    ] = None
    contested: Annotated[
        bool,
        Asked(
            lambda battle, words: f"An enemy is within {inches(number('contest_within'))} of it",
            "c",
            after=("objective",),
        ),
        "an enemy is beside it",
    ] = False
    distance: Annotated[Distance, "to the objective"] = None


class LoseObjective(Command):
    """Nobody of the side that has secured an objective is near it any more."""

    objective: Annotated[str, Asked("Objective", "o", secured, none=("OF-OBJ-6", "No objective is held."))]


def _profile(battle: Battle, command: Secure) -> ObjectiveProfile:
    return battle.book.mission.objectives[command.objective or ""]


def _secure_understood(battle: Battle, command: Secure) -> Secure:
    unit, name = by_deployed_unit(battle, command), command.objective
    if name is None:
        left = [one for one, objective in battle.objectives.items() if objective.status != "removed"]
        if not left:
            raise ForbiddenError("There is no objective to secure.")
        if len(left) > 1:
            raise CommandError("Say which objective.")
        name = left[0]
    if name not in battle.objectives:
        raise CommandError(f"There is no objective {shown(name)}.")
    command = command.model_copy(update={"objective": name})
    objective, profile = battle.objectives[name], _profile(battle, command)
    if objective.status == "removed":
        raise ForbiddenError(f"{profile.name}: removed already.")
    if objective.status == "secured" and objective.secured_by == unit.side and profile.type != "recover":
        raise ForbiddenError(f"{profile.name}: secured by this side already.")
    return command


@forbids("OF-ACT-2")
def secures_once(battle: Battle, command: Secure) -> str | None:
    if is_active(battle, command.by) and battle.activation.stage == "secure":
        return "A unit secures once in an activation."
    return None


@forbids("OF-VEH-13")
def vehicles_secure_nothing(battle: Battle, command: Secure) -> str | None:
    return "Vehicles cannot secure objectives." if has(battle, command.by, "Vehicle") else None


@forbids("OF-OBJ-3", reads=("distance",))
def close_to_objective(battle: Battle, command: Secure) -> WhyNot:
    return too_far(command.distance, "secure_within", "The unit must be within {within} of the objective.")


@forbids("OF-OBJ-3")
def no_enemy_in_reach(battle: Battle, command: Secure) -> str | None:
    return "An enemy is within its assault range." if battle.units[command.by].contacts else None


@forbids("OF-OBJ-4", reads=("contested",))
def uncontested(battle: Battle, command: Secure) -> str | None:
    """An enemy unit within 1 inch of the marker stops it (decision 62)."""
    within = inches(number("contest_within"))
    return f"An enemy unit is within {within} of the objective." if command.contested else None


@forbids("OF-OBJ-5", reads=("objective",))
def side_may_secure(battle: Battle, command: Secure) -> str | None:
    own = _profile(battle, command)
    return None if battle.units[command.by].side in own.who else f"{own.name}: the other side scores it."


@forbids("OF-OBJ-9", reads=("objective",))
def nobody_carries_it(battle: Battle, command: Secure) -> str | None:
    """A Recover objective that a unit holds is secured by nobody else (decision 64)."""
    objective = battle.objectives[command.objective or ""]
    if _profile(battle, command).type == "recover" and objective.status == "secured":
        return f"{battle.units[objective.unit].name if objective.unit else 'A unit'} holds it."
    return None


@COMMANDS.add(
    Secure,
    "Secure",
    _secure_understood,
    (
        secures_once, not_aboard, vehicles_secure_nothing, close_to_objective, no_enemy_in_reach, uncontested,
        side_may_secure, nobody_carries_it,
    ),
    rules=("OF-SEC-1", "OF-OBJ-8", "OF-OBJ-2"),
    reminders=("OF-OBJ-1", "OF-MEA-1"),
    key="s",
    begins_with="activate",
    offered=lambda battle, by: (
        acts_on_table(battle, by) and any(one.status != "removed" for one in battle.objectives.values())
    ),
)  # fmt: skip
async def secure(play: Play[Battle], command: Secure) -> None:
    """OF-SEC-1, OF-OBJ-8: the objective is secured; an Access objective scores and is removed."""
    battle, unit, name = play.state, command.by, command.objective or ""
    side = battle.units[unit].side
    battle = battle.with_objective(name, status="secured", secured_by=side, unit=unit, round=battle.round)
    if is_active(battle, unit):
        battle = battle.with_activation(stage="secure")
    play.commit(battle, Secured(unit, name))
    if _profile(battle, command).type == "access":
        score(play, side, name)
        play.commit(play.state.with_objective(name, status="removed"), ObjectiveTaken(name))


def _lose_understood(battle: Battle, command: LoseObjective) -> LoseObjective:
    by_side(battle, command)
    if command.objective not in battle.objectives:
        raise CommandError(f"There is no objective {shown(command.objective)}.")
    if battle.objectives[command.objective].status != "secured":
        raise ForbiddenError(f"{battle.book.mission.objectives[command.objective].name}: not secured.")
    return command


@forbids("OF-OBJ-6", reads=("objective",))
def only_control_is_lost(battle: Battle, command: LoseObjective) -> str | None:
    if battle.book.mission.objectives[command.objective].type == "control":
        return None
    within = inches(number("control_within"))
    return f"Only a Control objective is lost when nobody stays within {within}."


@COMMANDS.add(
    LoseObjective,
    "Lose an objective",
    _lose_understood,
    (only_control_is_lost,),
    actor="side",
    do="lose_objective",
    key="v",
    of_table=True,
    offered=lambda battle, by: battle.phase in ("activation", "end") and bool(secured(battle, by)),
    deliberate=True,
)
async def carry_out_lose(play: Play[Battle], command: LoseObjective) -> None:
    """OF-OBJ-6: no unit of the securing side is within 6 inches: it is open again."""
    lose_objective(play, command.objective)
