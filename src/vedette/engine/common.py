"""The commands that every ruleset has: adjust, note, odds, settings, roll, concede, conditions (undo and redo move the head)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import Field, field_validator, model_validator

from vedette.engine import conditions
from vedette.engine.checks import Check, Refusal
from vedette.engine.commands import TEXT_LIMIT, Command, Commands, CommandSpec, shown
from vedette.engine.conditions import Condition, ConditionKinds
from vedette.engine.data import Row, Table
from vedette.engine.dice import Total
from vedette.engine.entry_validation import Impossible, must_be_possible
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Adjusted, Conceded, Noted, OddsShown, SettingsAgreed
from vedette.engine.patch import ABSENT, get
from vedette.engine.plain import to_plain
from vedette.engine.play import Play
from vedette.engine.settings import Minutes, UndoRule
from vedette.engine.state import GameState
from vedette.engine.text import clean, require_storable, require_text

C = TypeVar("C", bound=Command)

Words = Annotated[str, Field(min_length=1, max_length=TEXT_LIMIT)]

CONCEDE, ODDS, SETTINGS, ROLL, CONDITION, LIFT = "concede", "odds", "settings", "roll", "condition", "lift"
"""The names of common commands that others ask for."""

MOST_VALUES = 100
"""Values that one adjustment may set."""


class Adjust(Command):
    """Reality wins: set a tracked value, with a reason, or several at once."""

    path: Annotated[str, Field(max_length=200, description="of a tracked value, such as units.m2.stress")] = (
        ""
    )
    value: Any = None
    values: Annotated[
        Table,
        Field(max_length=MOST_VALUES, description="several values by their paths, instead of path and value"),
    ] = {}
    reason: Annotated[str, Field(max_length=TEXT_LIMIT)] = ""

    _said = field_validator("reason")(clean)
    _kept = field_validator("value", "values")(require_storable)

    @model_validator(mode="after")
    def _one_way(self) -> Adjust:
        single = {"path", "value"} & self.model_fields_set
        if bool(self.values) == bool(single) or (single and not (self.path and len(single) == 2)):
            raise ValueError("say a path and its value, or several values by their paths")
        if single and not self.reason:
            raise ValueError("say the reason")
        return self

    @property
    def settings(self) -> Row:
        """All values that are set, by their paths, in their order."""
        return self.values or {self.path: self.value}


class Note(Command):
    """A remark in the log."""

    text: Words

    _said = field_validator("text")(require_text)


class ShowOdds(Command):
    """Whether forms tell the odds, for both players and from here on."""

    shown: bool


class ChangeSettings(Command):
    """How undo works and how long the players may think from here on, as both have agreed."""

    undo: Annotated[UndoRule | None, "free, own or both"] = None
    side_minutes: Annotated[Minutes | None, "that a side has; 0 is no limit"] = None
    round_minutes: Annotated[Minutes | None, "that a round has; 0 is no limit"] = None

    @model_validator(mode="after")
    def _says_something(self) -> ChangeSettings:
        if self.undo is None and self.side_minutes is None and self.round_minutes is None:
            raise ValueError("say undo, side_minutes or round_minutes")
        return self


class FreeRoll(Command):
    """A roll that no rule asks for."""

    what: Annotated[str, Field(pattern=r"^[1-9]\d?[dD][1-9]\d{0,2}$", description="such as 2d6")]
    why: Annotated[str, Field(max_length=TEXT_LIMIT)] = ""

    _clean = field_validator("why")(clean)


class Concede(Command):
    """This side gives up, and the other one wins."""


class SetCondition(Command):
    """A unit is in a condition, such as dug in; the same text again takes the place of what was said of it."""

    unit: str
    text: Annotated[str, Field(max_length=conditions.TEXT_MOST, description="such as dug in")]
    until: Annotated[str, "when it ends by itself; without it when it is lifted"] = conditions.REMOVED
    modifiers: Annotated[
        dict[str, Annotated[int, Field(ge=-conditions.LARGEST, le=conditions.LARGEST)]],
        "what it adds, by roll, such as {attack_against = -1}",
    ] = {}

    _said = field_validator("text")(require_text)


class LiftCondition(Command):
    """A condition of a unit ends."""

    unit: str
    text: str


class Adjustable(Protocol):
    """The part of a ruleset that its common commands need; see `Ruleset`."""

    @property
    def paths(self) -> Callable[[Any], Table]: ...
    @property
    def value_words(self) -> Callable[[Any], Mapping[str, str]]: ...
    @property
    def adjust(self) -> Callable[[Any, str, Any], Any]: ...
    @property
    def adjust_check(self) -> Callable[[Any, str, Any], Refusal | None]: ...
    @property
    def adjust_rules(self) -> tuple[str, ...]: ...
    @property
    def won(self) -> Callable[[Any, str], Any]: ...
    @property
    def impossible(self) -> Impossible: ...
    @property
    def conditions(self) -> ConditionKinds | None: ...


COMMANDS: Commands[Any] = Commands()
"""Those that are the same in every game."""


def by_side(state: GameState, command: C) -> C:
    """Return the command if a side gives it; raises CommandError."""
    if command.by not in state.sides:
        raise CommandError(f"{command.do} is given by a side: {' or '.join(state.sides)}.")
    return command


@COMMANDS.add(Note, "Note", by_side, actor="side", common=True)
async def _note(play: Play[GameState], command: Note) -> None:
    play.emit(Noted(command.text))


@COMMANDS.add(ShowOdds, "Odds", by_side, actor="side", common=True)
async def _odds(play: Play[GameState], command: ShowOdds) -> None:
    play.emit(OddsShown(command.shown))


@COMMANDS.add(ChangeSettings, "Settings", by_side, actor="side", common=True)
async def _settings(play: Play[GameState], command: ChangeSettings) -> None:
    play.emit(SettingsAgreed(command.undo, command.side_minutes, command.round_minutes))


@COMMANDS.add(FreeRoll, "Roll", by_side, actor="side", common=True)
async def _roll(play: Play[GameState], command: FreeRoll) -> None:
    dice, sides = (int(part) for part in re.split("d", command.what.lower()))
    await play.total(Total(dice=dice, sides=sides), why=command.why or "Roll", side=command.by)


def common_commands(game: Adjustable) -> Mapping[str, CommandSpec[Any]]:
    """The common commands of one game."""
    commands: Commands[Any] = Commands()

    def may_adjust(state: GameState, command: Adjust) -> Adjust:
        by_side(state, command)
        adjusted = state
        for path, value in command.settings.items():
            adjusted = game.adjust(adjusted, path, value)
        try:
            must_be_possible(game.impossible, state, adjusted)
        except CommandError as error:
            raise CommandError(f"{', '.join(command.settings)}: {error}.") from error
        return command

    def judged(state: GameState, command: Adjust) -> Refusal | None:
        said = (game.adjust_check(state, path, value) for path, value in command.settings.items())
        return next((refusal for refusal in said if refusal is not None), None)

    checks = (Check(game.adjust_rules, ("path", "value", "values"), judged),) if game.adjust_rules else ()

    @commands.add(Adjust, "Adjust", may_adjust, checks, actor="side", common=True, by_hand=True)
    async def adjust(play: Play[GameState], command: Adjust) -> None:
        known = game.value_words(play.state)
        for path, value in command.settings.items():
            old = get(game.paths(play.state), path)
            words = tuple((part, known[part]) for part in path.split(".") if part in known)
            fact = Adjusted(path, "" if old == ABSENT else to_plain(old), value, command.reason, words)
            play.commit(game.adjust(play.state, path, value), fact)

    commands.update(COMMANDS)

    def may_concede(state: GameState, command: Concede) -> Concede:
        if state.outcome:
            raise ForbiddenError("The game is over already.")
        return by_side(state, command)

    @commands.add(
        Concede, "Concede", may_concede, actor="side", common=True, key="c", deliberate=True, of_table=True
    )
    async def concede(play: Play[GameState], command: Concede) -> None:
        winner = next(side for side in play.state.sides if side != command.by)
        play.commit(game.won(play.state, winner), Conceded(command.by, winner))

    if game.conditions:
        commands.update(_condition_commands(game.conditions))
    return commands


def _condition_commands(kinds: ConditionKinds) -> Commands[Any]:
    commands: Commands[Any] = Commands()

    def known(what: str, word: str, offered: Row) -> None:
        if word not in offered:
            raise CommandError(f"There is no {what} “{shown(word)}”. There are: {', '.join(offered)}.")

    def set_understood(state: GameState, command: SetCondition) -> SetCondition:
        known("unit", by_side(state, command).unit, state.units)
        known("duration", command.until, kinds.until)
        for roll in command.modifiers:
            known("roll", roll, kinds.rolls)
        modifiers = {roll: value for roll, value in command.modifiers.items() if value}
        return command.model_copy(update={"modifiers": modifiers})

    def lift_understood(state: GameState, command: LiftCondition) -> LiftCondition:
        known("unit", by_side(state, command).unit, state.units)
        texts = [condition.text for condition in conditions.conditions_of(state, command.unit)]
        if command.text not in texts:
            there = f"It has: {', '.join(texts)}." if texts else "It has none."
            name = state.units[command.unit].name
            raise CommandError(f"{name} has no condition “{shown(command.text)}”. {there}")
        return command

    @commands.add(SetCondition, "Condition", set_understood, do=CONDITION, actor="side", common=True)
    async def set_(play: Play[GameState], command: SetCondition) -> None:
        condition = Condition(command.unit, command.text, command.until, command.modifiers)
        conditions.condition_begins(play, kinds, condition)

    @commands.add(LiftCondition, "Lift a condition", lift_understood, do=LIFT, actor="side", common=True)
    async def lift(play: Play[GameState], command: LiftCondition) -> None:
        there = conditions.conditions_of(play.state, command.unit)
        ending = next(one for one in there if one.text == command.text)
        conditions.condition_ends(play, ending, lifted=True)

    return commands
