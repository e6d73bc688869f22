"""What several commands share: their options, their exit codes, and how they speak of trouble."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from vedette.engine.errors import DataError, VedetteError
from vedette.engine.text import visible

FAILED = 1
"""A case missed, or a save that is damaged or judged otherwise today."""

ERROR = 2
"""Something makes no sense, or cannot be read or written."""

REFUSED = 3
"""A rule refuses the command."""

WAITING = 4
"""The game waits for dice or for a choice that was not given."""

INTERRUPTED = 130
"""Ended by Ctrl-C."""

SaveName = Annotated[str, typer.Argument(metavar="SAVE", help="A path, or a name in the save folder.")]
Saves = Annotated[
    Path | None,
    typer.Option(
        "--saves", metavar="DIR", envvar="VEDETTE_SAVES", help="The save folder.", show_default=False
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Dice = Annotated[
    str | None,
    typer.Option("--dice", metavar="8,2", help="Faces in the order they are asked for; else Vedette rolls."),
]
Choose = Annotated[
    list[str] | None,
    typer.Option("--choose", metavar="X", help="Answers in the order they are asked for; may be repeated."),
]
By = Annotated[str, typer.Option("--by", metavar="SIDE", help="Who asked for it, for the log.")]
Steps = Annotated[int, typer.Option("--steps", min=1, metavar="N", help="How many.")]


def say(sentence: str) -> None:
    """A remark beside the output, such as a notice about a save; on stderr."""
    with suppress(OSError):  # nobody may be there to hear it
        print(visible(sentence), file=sys.stderr)  # noqa: T201 - this is where the command line speaks


def complain(error: VedetteError) -> int:
    """Tell every fault on a line of its own; returns the exit code."""
    for fault in error.faults if isinstance(error, DataError) else [str(error)]:
        say(fault)
    return ERROR
