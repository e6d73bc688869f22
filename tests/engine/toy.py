"""A small game for the tests of the engine: two sides throw balls at each other's tents.

TOY-1: nothing more happens after the end. TOY-2: nobody throws at their own. TOY-3: six balls at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, cast

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Check, Refusal, check
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.dice import Tests
from vedette.engine.errors import CommandError, DataError
from vedette.engine.facts import Fact, Names, tag
from vedette.engine.marks import STATIC
from vedette.engine.patch import get, put
from vedette.engine.plain import to_plain
from vedette.engine.play import Again, Play
from vedette.engine.requests import ChoiceRequest, Option
from vedette.engine.ruleset import Ruleset, RuleText


class Side(Struct, frozen=True):
    name: str
    points: int = 0


class Unit(Struct, frozen=True):
    name: str
    side: str
    tents: tuple[int, ...] = (3, 3)
    tags: tuple[str, ...] = ()
    colour: Annotated[str, STATIC] = "white"


class Toy(Struct, frozen=True):
    sides: Mapping[str, Side]
    units: Mapping[str, Unit]
    round: int = 1
    phase: str = "play"
    outcome: str = ""


class Fell(Fact, frozen=True):
    unit: str
    tent: int
    damage: int

    def sentence(self, names: Names) -> str:
        return f"Tent {self.tent} of {names(self.unit)} loses {self.damage}."


class Stepped(Fact, frozen=True):
    unit: str

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)} takes a step."


class Throw(Command):
    target: str
    balls: int = 2
    again: bool = False


class Step(Command):
    tag: str = ""


@check("TOY-2", reads=("target",))
def no_own(state: Toy, command: Throw) -> Refusal | None:
    if state.units[command.target].side == state.units[command.by].side:
        return Refusal("TOY-2", "Nobody throws at their own.")
    return None


@check("TOY-3", reads=("balls",))
def six_at_most(state: Toy, command: Throw) -> Refusal | None:
    return Refusal("TOY-3", "There are six balls.", "6 balls") if command.balls > 6 else None


def _gate(state: Toy, command: Command) -> Refusal | None:
    return Refusal("TOY-1", "The game is over.") if state.outcome else None


def understand(state: Toy, command: Any) -> Any:
    for unit in (command.by, getattr(command, "target", command.by)):
        if unit not in state.units:
            raise CommandError(f"There is no unit {unit}.")
    return command


async def throw(play: Play[Toy], command: Throw) -> None:
    """Roll a test for each ball; the other side says which tent falls first."""
    side, enemy = play.state.units[command.by].side, play.state.units[command.target].side
    offer = ChoiceRequest(
        name="again", side=side, options=(Option("yes", "again"), Option("no", "keep")), why="Throw"
    )
    again = Again(lambda roll: roll.failures, offer) if command.again else None
    roll = await play.roll(Tests(dice=command.balls, sides=6, target=4), why="Throw", side=side, again=again)
    for _ in range(roll.successes):
        unit = play.state.units[command.target]
        standing = tuple(i for i, points in enumerate(unit.tents) if points)
        if not standing:
            break
        options = tuple(Option(i, f"tent {i}") for i in standing)
        tent = int(await play.choose("tent", side=enemy, options=options, why="Damage"))
        tents = tuple(points - (i == tent) for i, points in enumerate(unit.tents))
        units = {**play.state.units, command.target: replace(unit, tents=tents)}
        play.commit(replace(play.state, units=units), Fell(command.target, tent, 1))


async def step(play: Play[Toy], command: Step) -> None:
    unit = play.state.units[command.by]
    if command.tag:
        unit = replace(unit, tags=(*unit.tags, command.tag))
    state = replace(play.state, round=play.state.round + 1, units={**play.state.units, command.by: unit})
    play.commit(state, Stepped(command.by))


def resolve(setup: Mapping[str, Any]) -> dict[str, Any]:
    return dict(setup)


def new_game(setup: Mapping[str, Any]) -> Toy:
    faults = [
        f"{side['id']}: its name is no text" for side in setup["sides"] if type(side["name"]) is not str
    ]
    if faults:
        raise DataError(faults)
    sides = {side["id"]: Side(side["name"]) for side in setup["sides"]}
    units = {f"{key}{i}": Unit(f"{side.name} {i}", key) for key, side in sides.items() for i in (1, 2)}
    return Toy(sides, units)


def paths(state: Toy) -> dict[str, Any]:
    told: dict[str, Any] = to_plain(state)
    return {**told, "ruleset": "toy", "active": "", "pending": "" if state.outcome else "anything"}


def adjust(state: Toy, path: str, value: Any) -> Toy:
    if get(paths(state), path) == "<absent>" or path in ("ruleset", "active", "pending"):
        raise CommandError(f"{path} cannot be set.")
    return put(state, path, value)


def names(state: Toy) -> dict[str, str]:
    sides = {key: side.name for key, side in state.sides.items()}
    return sides | {key: unit.name for key, unit in state.units.items()}


def side_of(state: Toy, who: str) -> str:
    return state.units[who].side if who in state.units else who


TOY: Ruleset[Toy] = Ruleset(
    id="toy",
    title="Tents and balls",
    revision=1,
    commands={
        "throw": CommandSpec(throw, Throw, "Throw", understand, (no_own, six_at_most)),
        "step": CommandSpec(step, Step, "Step", understand),
    },
    resolve=resolve,
    new_game=new_game,
    phase_check=Check(("TOY-1",), (), _gate),
    after_command=lambda play: None,
    paths=paths,
    adjust=adjust,
    names=names,
    side_of=side_of,
    fact_kinds={tag(kind): kind for kind in (Fell, Stepped)},
    view=cast(Any, None),  # the engine never looks into it
    rules=lambda: {"TOY-1": RuleText("TOY-1", "The end", "It is over.", "enforce", "All of it")},
)

SETUP: dict[str, Any] = {
    "ruleset": "toy",
    "sides": [{"id": "a", "name": "Ants"}, {"id": "b", "name": "Bees"}],
}
