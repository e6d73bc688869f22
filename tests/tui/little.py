"""A little game for the tests of the screens: two sides, an attack with dice and a choice, a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Check, Refusal, check, refusals
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.dice import Modifier, Tests
from vedette.engine.facts import Fact, Names
from vedette.engine.patch import put
from vedette.engine.plain import to_plain
from vedette.engine.play import Play
from vedette.engine.requests import Option, Request
from vedette.engine.ruleset import Ruleset, RuleText
from vedette.engine.session import Session, new_session
from vedette.view.signs import Standing
from vedette.view.steppers import counter, flag, pool
from vedette.view.view import View
from vedette.view.vocabulary import (
    Action,
    Badge,
    Card,
    Choice,
    Detail,
    Field,
    Form,
    Mark,
    Pip,
    Prompt,
    SideView,
    Stepper,
    Table,
    Token,
)

RULES = {
    "LG-MOV-1": RuleText("LG-MOV-1", "Moving", "A unit moves up to 6 inches.", "enforce", "Moving"),
    "LG-RNG-1": RuleText("LG-RNG-1", "Range", "Nobody shoots further than 12 inches.", "enforce", "Shooting"),
    "LG-ACT-1": RuleText(
        "LG-ACT-1", "Acting", "Only units of the side that acts do anything.", "enforce", "Turns"
    ),
}


class Side(Struct, frozen=True):
    """A side."""

    name: str


class Unit(Struct, frozen=True):
    """A unit: hit points of its models, stress, and whether it has acted."""

    name: str
    side: str
    models: tuple[int, ...]
    stress: int = 0
    done: bool = False


class Little(Struct, frozen=True):
    """The state."""

    units: Mapping[str, Unit]
    sides: Mapping[str, Side]
    turn: str = "red"
    round: int = 1
    phase: str = "battle"
    outcome: str = ""


class Moved(Fact, frozen=True):
    """A unit moved."""

    unit: str
    inches: float

    def sentence(self, names: Names) -> str:
        """How far."""
        return f"{names(self.unit)} moves {self.inches:g} inches."


class Hurt(Fact, frozen=True):
    """A model was lost."""

    unit: str
    model: int

    def sentence(self, names: Names) -> str:
        """Whose."""
        return f"{names(self.unit)} loses a hit point."


class Ended(Fact, frozen=True):
    """A side ended its turn."""

    side: str

    def sentence(self, names: Names) -> str:
        """Which."""
        return f"{names(self.side)} ends its turn."


class Move(Command):
    """A move."""

    inches: float


class Attack(Command):
    """An attack."""

    target: str
    range: float
    cover: bool = False


class End(Command):
    """The end of a turn."""


@check("LG-ACT-1")
def acts(state: Little, command: Any) -> Refusal | None:
    """Only the side whose turn it is acts."""
    side = state.units[command.by].side if command.by in state.units else command.by
    return None if side == state.turn else Refusal("LG-ACT-1", f"It is the turn of {state.turn}.")


@check("LG-MOV-1", reads=("inches",))
def far(state: Little, command: Move) -> Refusal | None:
    """No more than 6 inches."""
    return None if command.inches <= 6 else Refusal("LG-MOV-1", "A unit moves 6 inches at most.", "6 inches")


@check("LG-RNG-1", reads=("range",))
def out_of_range(state: Little, command: Attack) -> Refusal | None:
    """No more than 12 inches."""
    return None if command.range <= 12 else Refusal("LG-RNG-1", "The target is out of range.", "12 inches")


async def move(play: Play[Little], command: Move) -> None:
    """A move changes nothing but the stress."""
    play.commit(_with(play.state, command.by, stress=1), Moved(command.by, command.inches))


async def attack(play: Play[Little], command: Attack) -> None:
    """Three dice against 7+; the target's side picks who is hurt."""
    state = play.state
    unit = state.units[command.by]
    modifiers = [Modifier("Stress", -unit.stress, ("LG-STR-1",))] if unit.stress else []
    modifiers += [Modifier("Cover", -2, ("LG-COV-1",))] if command.cover else []
    pool = Tests(dice=3, sides=12, target=7, modifiers=tuple(modifiers))
    hits = await play.total(pool, why="Attack", side=unit.side, rules=("LG-ATK-1",))
    for _ in range(hits):
        target = play.state.units[command.target]
        alive = [i for i, hp in enumerate(target.models) if hp]
        if alive:
            options = tuple(Option(i, f"model {i + 1}, {target.models[i]} left") for i in alive)
            hit = await play.choose("casualty", side=target.side, options=options, why="Who takes the hit?")
            models = tuple(hp - (i == hit) for i, hp in enumerate(target.models))
            play.commit(_with(play.state, command.target, models=models), Hurt(command.target, int(hit)))


async def end(play: Play[Little], command: End) -> None:
    """The other side's turn."""
    other = "blue" if play.state.turn == "red" else "red"
    play.commit(replace(play.state, turn=other), Ended(command.by))


def _with(state: Little, unit: str, **changes: Any) -> Little:
    return replace(state, units={**state.units, unit: replace(state.units[unit], **changes)})


class Shown:
    """The little game as the screens see it."""

    def table(self, state: Little, request: Request | None) -> Table:
        """Everything."""
        sides = tuple(SideView(side, one.name, "0", side == state.turn) for side, one in state.sides.items())
        prompt = Prompt(state.turn, "Act with a unit, or end the turn")
        marks = (Mark("ford", "Ford", "control · 2", "red"), Mark("mill", "Mill", "access · 1"))
        cards = tuple(self.card(state, unit) for unit in state.units)
        return Table("The Ford", f"Round {state.round} of 6", "Battle", sides, cards, marks, prompt)

    def card(self, state: Little, id: str) -> Card:
        """One unit."""
        unit = state.units[id]
        pips = tuple(Pip(hp, 2, leader=i == 0) for i, hp in enumerate(unit.models))
        standing: Standing = (
            "gone" if not any(unit.models) else "ready" if unit.side == state.turn else "done"
        )
        badges = (Badge("moved"),) if unit.stress else ()
        return Card(
            id, unit.name, unit.side, standing, pips, sum(unit.models), 2 * len(unit.models),
            (Token("Stress", unit.stress, 3, "attacks −1" if unit.stress else ""),), badges,
            (("MOV", "6"), ("SKL", "7+"), ("DEF", "8+")),
        )  # fmt: skip

    def details(self, state: Little, id: str) -> tuple[Detail, ...]:
        """Its weapon."""
        return (Detail("Rifle", "RNG 12  ATT 3  DMG 1"),)

    def steppers(self, state: Little, id: str) -> tuple[Stepper, ...]:
        """Hit points and stress."""
        unit = state.units[id]
        models = [(f"units.{id}.models.{i}", hp, 2) for i, hp in enumerate(unit.models)]
        return (
            pool("Hit points", models, "h"),
            counter("Stress", f"units.{id}.stress", unit.stress, 3, "s"),
            flag("Has acted", f"units.{id}.done", unit.done, "a"),
        )

    def actions(self, state: Little, by: str) -> tuple[Action, ...]:
        """What somebody may do."""
        if by in state.sides:
            return (Action("end", by, "End the turn", "e", deliberate=True),)
        why = next(refusals((acts,), state, Command(do="", by=by)), None)
        return (
            Action("move", by, "Move", "m", why, form=True),
            Action("attack", by, "Attack", "a", why, form=True),
        )

    def form(self, state: Little, do: str, by: str, draft: Mapping[str, Any]) -> Form:
        """The form of a move or an attack."""
        words = {"do": do, "by": by, **draft}
        fields = self.move_fields(draft) if do == "move" else self.attack_fields(state, by, draft)
        ready = all(field.value is not None for field in fields if field.required)
        filled = [field.name for field in fields if field.value is not None]
        refusal = next(refusals(SPECS[do].checks, state, _Loose(words), filled), None)
        lines = (Detail("Dice", "3 D12 at 7+"),) if do == "attack" else (Detail("Allowance", "6 inches"),)
        return Form(do, by, do.capitalize(), fields, refusal, "", ready, lines, words)

    def move_fields(self, draft: Mapping[str, Any]) -> tuple[Field, ...]:
        """How far."""
        return (Field("inches", "Inches", "i", "number", draft.get("inches"), required=True, unit="in"),)

    def attack_fields(self, state: Little, by: str, draft: Mapping[str, Any]) -> tuple[Field, ...]:
        """At whom, how far, in cover or not."""
        enemies = [name for name, unit in state.units.items() if unit.side != state.units[by].side]
        choices = tuple(Choice(enemy, state.units[enemy].name) for enemy in enemies)
        return (
            Field("target", "Target", "t", "choice", draft.get("target"), choices, required=True),
            Field("range", "Range", "r", "number", draft.get("range"), required=True, unit="in"),
            Field("cover", "In cover", "c", "toggle", draft.get("cover", False), advanced=True),
        )


class _Loose:
    def __init__(self, words: Mapping[str, Any]) -> None:
        self.__dict__.update(words)


SPECS = {
    "move": CommandSpec(move, Move, "Move", checks=(acts, far), moves=True),
    "attack": CommandSpec(attack, Attack, "Attack", checks=(acts, out_of_range)),
    "end": CommandSpec(end, End, "End the turn", actor="side"),
}
SHOWN = Shown()
UNITS = ("Grenadiers", "Fusiliers", "Old Guard", "Gunners of the long bridge")


def new_game(setup: Mapping[str, Any]) -> Little:
    """Some units on each side."""
    count = int(setup.get("units", 4))
    units = {
        f"{side[0]}{i + 1}": Unit(f"{UNITS[i % len(UNITS)]} {i + 1}", side, (2,) * (1 + i % 6))
        for side in ("red", "blue")
        for i in range(count)
    }
    names = setup.get("names", {"red": "Ironclads", "blue": "Verdant Line"})
    return Little(units, {side: Side(name) for side, name in names.items()})


LITTLE: Ruleset[Little] = Ruleset(
    id="little",
    title="A little game",
    revision=1,
    commands=SPECS,
    resolve=dict,
    new_game=new_game,
    phase_check=Check((), (), lambda state, command: None),
    paths=lambda state: {**to_plain(state), "pending": ""},
    adjust=put,
    fact_kinds={"moved": Moved, "hurt": Hurt, "ended": Ended},
    rules=lambda: RULES,
    view=View(
        SHOWN.table,
        SHOWN.actions,
        SHOWN.form,
        lambda state: f"Round {state.round}",
        steppers=SHOWN.steppers,
        details=SHOWN.details,
    ),
)


def little(**setup: Any) -> Session[Any]:
    """A new little game, kept nowhere."""
    return new_session(LITTLE, setup, seed=7)
