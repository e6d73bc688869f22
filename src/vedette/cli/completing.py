"""What a shell offers at Tab: saves, rulesets, games, armies, commands, units, and the arguments of a command."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from vedette.engine.ruleset import Ruleset
    from vedette.engine.session import Session
    from vedette.engine.state import GameState

Offered = Iterable[tuple[str, str]]
"""Words with what each means."""


def _offering(
    find: Callable[[typer.Context], Offered],
) -> Callable[[typer.Context, str], list[tuple[str, str]]]:
    """Those that begin as somebody has typed; none where they can't be found, for nothing can be said in between."""

    def offer(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        from vedette.engine.errors import VedetteError

        try:
            return [(word, said) for word, said in find(context) if word.startswith(incomplete)]
        except (VedetteError, OSError):
            return []

    return offer


@_offering
def saves(context: typer.Context) -> Offered:
    """The players' saves and the examples."""
    from vedette.engine.files import listed
    from vedette.engine.saves import SUFFIX, example_folder

    for folder, said in ((_folder(context), ""), (example_folder(), "an example")):
        yield from ((path.name.removesuffix(SUFFIX), said) for path in listed(folder, f"*{SUFFIX}"))


@_offering
def rulesets(context: typer.Context) -> Offered:
    """The games that are installed."""
    from vedette import registry

    return [(id, game.title) for id, game in registry.rulesets().items()]


@_offering
def games(context: typer.Context) -> Offered:
    """The game files that Vedette brings."""
    from vedette import registry
    from vedette.engine import library

    for ruleset in registry.rulesets():
        yield from ((id, str(row.get("title", ""))) for id, row in library.games(ruleset).items())


@_offering
def armies(context: typer.Context) -> Offered:
    """The armies of the ruleset that was named before, else of all."""
    from vedette import registry

    named = context.params.get("ruleset")
    for game in registry.rulesets().values():
        if named in (None, game.id):
            yield from ((one.id, one.name) for one in game.view.roster().armies)


@_offering
def options(context: typer.Context) -> Offered:
    """The optional rules of the game file named earlier on the line, if it is one of ours, else of all games."""
    from vedette import registry
    from vedette.engine import library

    for game in registry.rulesets().values():
        if context.params.get("game") in library.games(game.id):
            return [(one.id, one.text) for one in game.options().values()]
    return [(one.id, one.text) for game in registry.rulesets().values() for one in game.options().values()]


@_offering
def rules(context: typer.Context) -> Offered:
    """The rules of the ruleset that was named before."""
    return [(id, text.title) for id, text in _game(context).rules().items()]


@_offering
def commands(context: typer.Context) -> Offered:
    """The commands of the game that was named before, by its ruleset or by a save."""
    return [(do, spec.title) for do, spec in _game(context).specs.items()]


@_offering
def sides(context: typer.Context) -> Offered:
    """The sides of the save that was named before."""
    return _sides(_session(context))


@_offering
def units(context: typer.Context) -> Offered:
    """The units of the save that was named before."""
    return _units(_session(context))


@_offering
def words(context: typer.Context) -> Offered:
    """What a command takes next: who gives it, then its arguments with the values that they may have."""
    from vedette.engine.commands import arguments_of
    from vedette.view.command_line import choice_fields, command_words

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
    parted = before[-2:-1] if before[-1:] == ["="] else before[-1:] if _ends_with_equals() else []
    if parted:
        yield from values.get(parted[0], [])
        return
    if not before:
        yield from _units(session) if spec.actor == "unit" else _sides(session)
    given = {word.partition("=")[0] for word in before}
    for name, argument in arguments.items():
        if name not in given:
            yield from (
                [(f"{name}={value}", said) for value, said in values[name]]
                or [(f"{name}=", argument.about or argument.kind)]
            )


def _ends_with_equals() -> bool:
    return os.environ.get("COMP_WORDS", "").rstrip().endswith("=")


def _folder(context: typer.Context) -> Path:
    from vedette.engine.saves import save_folder

    return save_folder(context.params.get("saves"))


def _session(context: typer.Context) -> Session[GameState]:
    """The game that was named before; raises JournalError."""
    from vedette import registry
    from vedette.engine.saves import find_save
    from vedette.engine.session import read_session

    # where the value of an option is still missing, no argument has been given its word
    named = context.params.get("save") or next(iter(context.args), "")
    return read_session(registry.rulesets(), find_save(str(named), _folder(context)))


def _game(context: typer.Context) -> Ruleset[Any]:
    """The ruleset that was named before, by itself or by a save; raises VedetteError."""
    from vedette.cli.games import ruleset_named

    named = context.params.get("ruleset")
    return ruleset_named(str(named)) if named else _session(context).ruleset


def _sides(session: Session[GameState]) -> list[tuple[str, str]]:
    return [(id, str(side.name)) for id, side in session.state.sides.items()]


def _units(session: Session[GameState]) -> list[tuple[str, str]]:
    names = session.ruleset.names(session.state)
    return [(id, str(names.get(id, ""))) for id in session.state.units]
