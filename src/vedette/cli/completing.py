"""What a shell offers at Tab that only a game knows: its rules, armies, commands and sides, and what a command takes."""

from __future__ import annotations

import os

import typer

from vedette import registry
from vedette.cli.completing_files import Offered
from vedette.cli.games import ruleset_named
from vedette.engine import library
from vedette.engine.commands import arguments_of
from vedette.engine.ruleset import Ruleset
from vedette.engine.saves import find_save, save_folder
from vedette.engine.session import Session, read_session
from vedette.engine.state import GameState
from vedette.view.command_line import choice_fields, command_words


def rulesets(context: typer.Context) -> Offered:
    return [(id, game.title) for id, game in registry.rulesets().items()]


def armies(context: typer.Context) -> Offered:
    """The armies of the ruleset that was named before, else of all."""
    named = context.params.get("ruleset")
    for game in registry.rulesets().values():
        if named in (None, game.id):
            yield from ((one.id, one.name) for one in game.view.roster().armies)


def options(context: typer.Context) -> Offered:
    """The optional rules of the game file named earlier on the line, if it is one of ours, else of all games."""
    for game in registry.rulesets().values():
        if context.params.get("game") in library.games(game.id):
            return [(one.id, one.text) for one in game.options().values()]
    return [(one.id, one.text) for game in registry.rulesets().values() for one in game.options().values()]


def rules(context: typer.Context) -> Offered:
    return [(id, text.title) for id, text in _game(context).rules().items()]


def commands(context: typer.Context) -> Offered:
    """The commands of the game that was named before, by its ruleset or by a save."""
    return [(do, spec.title) for do, spec in _game(context).specs.items()]


def sides(context: typer.Context) -> Offered:
    return _sides(_session(context))


def words(context: typer.Context) -> Offered:
    """What a command takes next: who gives it, then its arguments with the values that they may have."""
    session = _session(context)
    do = str(context.params.get("command") or context.params.get("do"))
    before = [word for word in context.params.get("words") or () if not word.startswith("-")]
    spec = session.ruleset.specs.get(do)
    if spec is None:
        return
    arguments = {one.name: one for one in arguments_of(spec.model)}
    typed = [word for word in before[1:] if "=" in word.strip("=")]
    fields = choice_fields(session.ruleset, session.state, command_words(do, [*before[:1], *typed]))
    values = {
        one.name: [(str(choice.value), choice.label) for choice in fields[one.name].choices]
        if one.name in fields
        else [(word, "") for word in (("true", "false") if one.kind == "true or false" else one.words)]
        for one in arguments.values()
    }
    # bash takes target=w1 for three words
    ends_with_equals = os.environ.get("COMP_WORDS", "").rstrip().endswith("=")
    parted = before[-2:-1] if before[-1:] == ["="] else before[-1:] if ends_with_equals else []
    if parted:
        yield from values.get(parted[0], [])
        return
    if not before:
        names = session.ruleset.names(session.state)
        units = [(id, str(names.get(id, ""))) for id in session.state.units]
        yield from units if spec.actor == "unit" else _sides(session)
    given = {word.partition("=")[0] for word in before}
    for name, argument in arguments.items():
        if name not in given:
            yield from (
                [(f"{name}={value}", said) for value, said in values[name]]
                or [(f"{name}=", argument.about or argument.kind)]
            )


def _session(context: typer.Context) -> Session[GameState]:
    """The game that was named before; raises JournalError."""
    # where the value of an option is still missing, no argument has been given its word
    named = context.params.get("save") or next(iter(context.args), "")
    return read_session(registry.rulesets(), find_save(str(named), save_folder()))


def _game(context: typer.Context) -> Ruleset[GameState]:
    """The ruleset that was named before, by itself or by a save; raises VedetteError."""
    named = context.params.get("ruleset")
    return ruleset_named(str(named)) if named else _session(context).ruleset


def _sides(session: Session[GameState]) -> list[tuple[str, str]]:
    return [(id, str(side.name)) for id, side in session.state.sides.items()]
