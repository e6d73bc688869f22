"""The options and arguments that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

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


def argument(metavar: str, help: str, offers: str = "") -> Any:
    """An argument by its place; `offers` names the function of `completing` that a shell asks at Tab."""
    return typer.Argument(metavar=metavar, help=help, autocompletion=offered(offers) if offers else None)


def option(names: str, metavar: str | None, help: str, offers: str = "", **more: Any) -> Any:
    return typer.Option(
        *names.split(), metavar=metavar, help=help, autocompletion=offered(offers) if offers else None, **more
    )


def flag(name: str, help: str) -> Any:
    return typer.Option(name, help=help)


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


SaveName = Annotated[str, argument("SAVE", "A path, or a name in the save folder.", "completing_files:saves")]
Saves = Annotated[
    Path | None,
    option(
        "--saves",
        "DIR",
        "The save folder.",
        envvar="VEDETTE_SAVES",
        show_default=False,
        callback=_keep_folder,
    ),
]
AsJson = Annotated[bool, flag("--json", "Print JSON.")]
Output = Annotated[
    Path | None, option("--output -o", "FILE", "The file to write to; without it, the text is printed.")
]
Force = Annotated[bool, flag("--force", "With -o: overwrite an existing file.")]
Dice = Annotated[
    str | None,
    option(
        "--dice", "8,2", "Faces in the order they are asked for, or total=8 for a pool; else Vedette rolls."
    ),
]
Choose = Annotated[
    list[str] | None, option("--choose", "X", "Answers in the order they are asked for; may be repeated.")
]
By = Annotated[str, option("--by", "SIDE", "Who asked for it, for the log.", "completing:sides")]
Steps = Annotated[int, option("--steps", "N", "How many.", min=1)]
Agreed = Annotated[bool, flag("--agreed", "The other side agrees, where the settings of the game ask it to.")]
RulesetName = Annotated[
    str, argument("RULESET", "A ruleset's id; see `vedette rulesets`.", "completing:rulesets")
]
AsCommands = Annotated[
    bool, flag("--commands", "Print lines for a shell that play the game again in a save of its own.")
]
