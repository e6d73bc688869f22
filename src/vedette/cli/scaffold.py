"""Beginning a ruleset of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vedette.cli import errors


def scaffold(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The ruleset's id, such as my-skirmish.")],
    into: Annotated[
        Path, typer.Option("--into", metavar="FOLDER", help="Where the new folder goes.")
    ] = Path(),
) -> None:
    """Begin a ruleset of your own: a package that installs, plays and passes its tests as it is."""
    from vedette.scaffold import write

    root = write(name, into)
    errors.print_line(f"Written: {root}")
    errors.print_line(f'To try it: cd {root} && pip install -e ".[test]" && pytest')
