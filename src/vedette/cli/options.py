"""The options and arguments that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from vedette.cli.late import behind
from vedette.engine.errors import VedetteError
from vedette.engine.figures import read_number


def offered(name: str) -> Callable[[typer.Context, str], list[tuple[str, str]]]:
    """What a shell offers at Tab, of what a function finds; nothing where it can't be found, for nothing can be said in between."""

    def offer(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        try:
            return [(word, said) for word, said in behind(name)(context) if word.startswith(incomplete)]
        except (VedetteError, OSError):
            return []

    return offer


def _keep_folder(given: Path | None) -> Path | None:
    """From here on everything that looks for saves, or for the characters beside them, looks there."""
    if given is not None:
        os.environ["VEDETTE_SAVES"] = str(given)
    return given


def read_seconds(given: str | float) -> float:
    """A number of seconds, with a point or a comma before its decimals; the default comes as a number."""
    seconds = read_number(str(given))
    if seconds is None or seconds < 0:
        raise typer.BadParameter(f"“{str(given)[:40]}” is not a number of seconds.")
    return seconds


SaveName = Annotated[
    str,
    typer.Argument(
        metavar="SAVE",
        help="A path, or a name in the save folder.",
        autocompletion=offered("completing_files:saves"),
    ),
]
Saves = Annotated[
    Path | None,
    typer.Option(
        "--saves",
        metavar="DIR",
        envvar="VEDETTE_SAVES",
        help="The save folder.",
        show_default=False,
        callback=_keep_folder,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="The file to write to; without it, the text is printed."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="With -o: overwrite an existing file.")]
Dice = Annotated[
    str | None,
    typer.Option(
        "--dice",
        metavar="8,2",
        help="Faces in the order they are asked for, or total=8 for a pool; else Vedette rolls.",
    ),
]
Choose = Annotated[
    list[str] | None,
    typer.Option("--choose", metavar="X", help="Answers in the order they are asked for; may be repeated."),
]
By = Annotated[
    str,
    typer.Option(
        "--by",
        metavar="SIDE",
        help="Who asked for it, for the log.",
        autocompletion=offered("completing:sides"),
    ),
]
Steps = Annotated[int, typer.Option("--steps", min=1, metavar="N", help="How many.")]
Agreed = Annotated[
    bool, typer.Option("--agreed", help="The other side agrees, where the settings of the game ask it to.")
]
RulesetName = Annotated[
    str,
    typer.Argument(
        metavar="RULESET",
        help="A ruleset's id; see `vedette rulesets`.",
        autocompletion=offered("completing:rulesets"),
    ),
]
AsCommands = Annotated[
    bool,
    typer.Option("--commands", help="Print lines for a shell that play the game again in a save of its own."),
]
