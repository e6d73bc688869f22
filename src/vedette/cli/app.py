"""One command, as it was called."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from copy import copy

import typer
from typer._click.exceptions import ClickException  # it has no other name

from vedette.cli.errors import guarded, say
from vedette.cli.words import app


def run(arguments: Sequence[str] | None = None) -> None:
    sys.exit(guarded(lambda: _call(arguments)))


def _call(arguments: Sequence[str] | None) -> None:
    """Run one command; what is wrong with its words is told with the words as text."""
    told = io.StringIO()
    words = sys.argv[1:] if arguments is None else arguments
    try:
        code = _parser(words)(arguments, standalone_mode=False)
    except ClickException as error:
        error.show(told)
        code = error.exit_code
    for line in told.getvalue().splitlines():
        say(line)
    sys.exit(code)


def _parser(words: Sequence[str]) -> typer.Typer:
    """The parser of the one command that is called, else of all: to make them all takes as long as many a command."""
    called = [one for one in app.registered_commands if one.callback and one.callback.__name__ in words[:1]]
    if not called:
        return app
    parser = copy(app)
    parser.registered_commands, parser.registered_groups = called, []
    return parser
