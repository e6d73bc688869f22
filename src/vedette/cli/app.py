"""The commands by name, and the walls around them: no way out of here is a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from vedette import __version__
from vedette.cli import data, looking, options, playing
from vedette.cli.options import Saves
from vedette.engine.errors import VedetteError

app = typer.Typer(
    name="vedette",
    help="A hotseat assistant for miniature wargames. Without a command it opens the screen.",
    epilog="Exit codes: 0 done · 1 a case failed · 2 an error · 3 refused by a rule · 4 waiting for dice or a choice.",
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (
    playing.play,
    playing.new,
    playing.do,
    playing.answer,
    playing.undo,
    playing.redo,
    looking.state,
    looking.log,
    looking.replay,
    looking.verify,
    data.check,
    data.rulesets,
    data.rules,
):
    app.command()(command)
app.add_typer(data.roster, name="roster")


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
    """Keep the save folder for the command, or open the screen."""
    if saves is not None:
        os.environ["VEDETTE_SAVES"] = str(saves)
    if context.invoked_subcommand is None:
        from vedette.cli.screen import open_screen

        open_screen(None, saves)


def run(arguments: Sequence[str] | None = None) -> None:
    """Run one command and end the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(_guarded(lambda: app(arguments)))


def _guarded(call: Callable[[], object]) -> int:
    """The exit code of a call; whatever stops it is told in a sentence."""
    code = _exit_code(call)
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read us has left, as `head` does
        _drop_output()
        return code or options.FAILED
    except OSError as error:
        _drop_output()
        options.say(_sentence(error))
        return options.ERROR
    return code


def _exit_code(call: Callable[[], object]) -> int:
    try:
        call()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt:
        return options.INTERRUPTED
    except VedetteError as error:
        return options.complain(error)
    except OSError as error:
        options.say(_sentence(error))
        return options.ERROR
    except Exception as error:  # the last wall: a player can do nothing with a traceback
        if os.environ.get("VEDETTE_DEBUG"):
            raise
        options.say(
            f"Something went wrong inside Vedette ({type(error).__name__}: {error}). Nothing is lost."
        )
        return options.ERROR
    return 0


def _sentence(error: OSError) -> str:
    """What the system said, and of which file."""
    said = error.strerror or str(error)
    return (
        f"{Path(os.fsdecode(error.filename)).name}: {said}"
        if isinstance(error.filename, (str, bytes))
        else said
    )


def _drop_output() -> None:
    """Python flushes once more when it ends; let that go nowhere instead of failing again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
