"""Sheets, new characters and their validation (CQ-CHR-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.commands import CommandSpec
from vedette.engine.common import by_side
from vedette.engine.errors import CommandError, DataError
from vedette.engine.play import Play
from vedette.engine.record import replace
from vedette.games.close_quarters import derived
from vedette.games.close_quarters.characters import facts
from vedette.games.close_quarters.characters.builder import BUILDER_CHECKS, HUMAN, Build, cost, points_left
from vedette.games.close_quarters.characters.commands import Create, Sheet, Validate
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.new_game import build
from vedette.games.close_quarters.setup import BuildData, new_faults
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.turn.order import between_combats, offered_in
from vedette.kit.schema import read_setup

# --- sheet


async def sheet(play: Play[Fight], command: Sheet) -> None:
    """Show a character with every modifier; nothing changes."""
    character = play.state.units[command.by]
    values = []
    for attribute, mods in derived.MODS.items():
        amounts = {mod.name: int(mod.value) for mod in mods(play.state, command.by)}
        base = getattr(character, attribute)
        values.append(facts.Effective(attribute, base, base + sum(amounts.values()), amounts))
    play.emit(facts.SheetShown(command.by, tuple(values)))


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
        facts.CharacterCreated(command.id, command.by, spent, wealth, points_left(game, character)),
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
    play.emit(facts.CharacterFound(command.by, command.as_, unused))


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
