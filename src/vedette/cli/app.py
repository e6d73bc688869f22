"""The commands by name."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from copy import copy
from typing import Annotated

import typer
from typer._click.exceptions import ClickException  # it has no other name

from vedette import __version__
from vedette.cli import (
    armies,
    characters,
    correcting,
    data,
    finding,
    looking,
    luck,
    maps,
    mending,
    odds,
    packs,
    places,
    playing,
    reporting,
    scaffold,
    season,
    serving,
    watching,
)
from vedette.cli.errors import guarded, say
from vedette.cli.options import Saves

app = typer.Typer(
    name="vedette",
    help="A hotseat assistant for miniature wargames. Without a command it opens the screen.",
    epilog="Exit codes: 0 done · 1 a case failed · 2 an error · 3 forbidden by a rule or the state of the game · 4 waiting for dice or a choice · 70 a fault of ours.",
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (
    playing.play,
    playing.learn,
    playing.new,
    playing.do,
    playing.answer,
    playing.undo,
    playing.redo,
    correcting.correct,
    looking.state,
    looking.show,
    looking.log,
    looking.replay,
    finding.bookmark,
    finding.branch,
    looking.verify,
    reporting.report,
    serving.serve,
    watching.watch,
    season.season,
    odds.odds,
    luck.luck,
    mending.mend,
    places.where,
    data.check,
    data.rulesets,
    data.rules,
    data.commands,
    scaffold.scaffold,
):
    app.command()(command)
data.roster.command("import")(armies.take_in)
data.roster.command("export")(armies.give_out)
data.roster.command("print")(armies.print_army)
data.roster.command("new")(characters.new_character)
data.roster.command("sheet")(characters.show_sheet)
data.roster.command("home")(characters.come_home)
app.add_typer(data.roster, name="roster")
app.add_typer(maps.maps, name="map")
app.add_typer(packs.packs, name="pack")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"Vedette {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    saves: Saves = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Open the screen, where no command is given."""
    if context.invoked_subcommand is None:
        from vedette.cli.screen import open_screen

        open_screen(None, saves)


def run(arguments: Sequence[str] | None = None) -> None:
    """Run one command and end the process with its exit code."""
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
