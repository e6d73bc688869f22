"""Sheets, new characters and their validation (CQ-CHR-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from vedette.engine.commands import Command, CommandSpec
from vedette.engine.common import by_side
from vedette.engine.errors import CommandError, DataError
from vedette.engine.facts import Fact, Names
from vedette.engine.play import Play
from vedette.engine.record import record, replace
from vedette.games.close_quarters import derived
from vedette.games.close_quarters.characters.builder import BUILDER_CHECKS, HUMAN, Build, cost, points_left
from vedette.games.close_quarters.characters.carrying import As
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.new_game import build
from vedette.games.close_quarters.setup import BuildData, new_faults
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import between_combats, offered_in
from vedette.kit.schema import Id, read_setup
from vedette.view.asked import Asked


class Sheet(Command):
    """Show the character with every modifier."""


class Create(Command):
    """A new character of a side."""

    id: Id
    character: Annotated[dict[str, Any], Field(description="fields as in a game file")]


STANDARDS = {"new": "a new character", "experienced": "an experienced one"}


class Validate(Command):
    """Check a character by the rules for making one."""

    as_: Annotated[As, Asked("As", "a", lambda game, by: STANDARDS, judged=False)] = Field("new", alias="as")


@record
class Effective:
    """An attribute and what it comes to: `mods` by the names of the breakdown."""

    attribute: str
    base: int
    value: int
    mods: Mapping[str, int]

    @property
    def words(self) -> str:
        """As it stands on the sheet."""
        why = ", ".join(f"{name.replace('_', ' ')} {amount:+d}" for name, amount in self.mods.items())
        label = self.attribute.upper()
        return f"{label} {self.value} ({self.base}, {why})" if why else f"{label} {self.value}"


@record
class SheetShown(Fact):
    """Somebody looked at a character."""

    unit: str
    values: tuple[Effective, ...]

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)}: {'; '.join(value.words for value in self.values)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: the sheet"


@fact(
    "{unit} joins {side}: {cost:# credit} spent, {wealth} left.{unused:? {unused:# starting point} not used.}",
    headline="{unit} joins {side}",
)
class CharacterCreated(Fact):
    """A new character; `unused` starting points could still have been spread."""

    unit: str
    side: str
    cost: int
    wealth: int
    unused: int


@fact(
    "{unit} keeps every rule for {as_:=experienced?an experienced|a new} character.{unused:? {unused:# starting point} not used.}",
    headline="{unit} keeps every rule",
)
class CharacterFound(Fact):
    """A character passed the builder's checks."""

    unit: str
    as_: str
    unused: int


# --- sheet


async def sheet(play: Play[Fight], command: Sheet) -> None:
    """Show a character with every modifier; nothing changes."""
    character = play.state.units[command.by]
    values = []
    for attribute, mods in derived.MODS.items():
        amounts = {mod.name: int(mod.value) for mod in mods(play.state, command.by)}
        base = getattr(character, attribute)
        values.append(Effective(attribute, base, base + sum(amounts.values()), amounts))
    play.emit(SheetShown(command.by, tuple(values)))


# --- create


def beginner(side: str, id: str, character: Mapping[str, Any]) -> Character:
    """A new character as he is written; raises CommandError where that makes no sense."""
    try:
        data = read_setup(BuildData, character)
    except DataError as error:
        raise CommandError(f"create: {error}.") from error
    if data.species == HUMAN and data.bought:
        raise CommandError("create: a new human has bought no skills yet.")
    return build(data, id, side)


def _understood(game: Fight, command: Create) -> Create:
    """A side's new character, under an id that is free, whose parts fit together."""
    by_side(game, command)
    if command.id in game.units or command.id in game.sides:
        raise CommandError(f"create: the id {command.id} is in use.")
    character = beginner(command.by, command.id, command.character)
    camp = replace(game, phase="between")  # in combat it is a rule that says no, and not the missing hex
    wrong = next(new_faults(camp, _joined(camp, command.id, character)), None)
    if wrong is not None:
        raise CommandError(f"create: {wrong}.")
    return command


def _joined(game: Fight, id: str, character: Character) -> Fight:
    return replace(game, units={**game.units, id: character})


def _as_built(game: Fight, command: Create) -> tuple[Build, ...]:
    """The new character for the builder's checks; none while he makes no sense yet."""
    try:
        return (Build(beginner(command.by, command.id, command.character)),)
    except CommandError:
        return ()


async def create(play: Play[Fight], command: Create) -> None:
    """CQ-CHR-7: the character joins the side with what is left of the starting credits, never less than 0."""
    game = play.state
    character = beginner(command.by, command.id, command.character)
    spent = cost(character)
    wealth = max(0, game.options.starting_credits - spent)
    play.commit(
        _joined(game, command.id, replace(character, wealth=wealth)),
        CharacterCreated(command.id, command.by, spent, wealth, points_left(game, character)),
    )


# --- validate


def _as_he_is(game: Fight, command: Validate) -> tuple[Build, ...]:
    """The character for the builder's checks, with the credits that he has."""
    character = game.units[command.by]
    return (Build(character, character.wealth, command.as_),)


async def validate(play: Play[Fight], command: Validate) -> None:
    """The builder's checks passed; nothing changes."""
    character = play.state.units[command.by]
    unused = points_left(play.state, character) if command.as_ == "new" else 0
    play.emit(CharacterFound(command.by, command.as_, unused))


CREATING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "sheet": CommandSpec(
        Sheet,
        "Sheet",
        "unit",
        sheet,
        by_unit,
        rules=("CQ-CHR-3",),
        key="i",
        of_table=True,
        offered=offered_in("between"),
    ),
    "create": CommandSpec(
        Create,
        "Create",
        "side",
        create,
        _understood,
        (between_combats("CQ-CHR-17"),),
        rules=("CQ-CHR-7", "CQ-CHR-17", "CQ-ITM-13"),
        parts=_as_built,
        part_checks=BUILDER_CHECKS,
    ),
    "validate": CommandSpec(
        Validate,
        "Check the character sheet",
        "unit",
        validate,
        by_unit,
        (between_combats("CQ-CHR-17"),),
        rules=("CQ-CHR-17",),
        parts=_as_he_is,
        part_checks=BUILDER_CHECKS,
        key="v",
        of_table=True,
        offered=offered_in("between"),
    ),
}
