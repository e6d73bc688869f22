"""What is printed, and what is written to a file that somebody names."""

from __future__ import annotations

from pathlib import Path

import typer

from vedette.cli.errors import printable
from vedette.engine.errors import CommandError
from vedette.engine.files import why, write_file
from vedette.engine.text import file_name_fault


def print_line(line: str) -> None:
    typer.echo(printable(line))


def write_new(path: Path, text: str, *, force: bool) -> None:
    """Write a file, whole or not at all; raises CommandError for a name that some system refuses, and where there is one already and nobody said to write over it."""
    if fault := file_name_fault(path.name):
        raise CommandError(fault)
    try:
        write_file(path, text.encode(), over=force)
    except FileExistsError as error:
        raise CommandError(f"There is a {path.name} already. To write over it, add --force.") from error
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {why(error)}.") from error
