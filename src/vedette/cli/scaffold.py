"""Beginning a ruleset of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vedette.cli import errors
from vedette.cli.options import AsJson


def scaffold(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The ruleset's id, such as my-skirmish.")],
    into: Annotated[
        Path, typer.Option("--into", metavar="FOLDER", help="Where the new folder goes.")
    ] = Path(),
    as_json: AsJson = False,
) -> None:
    """Begin a ruleset of your own: a package that installs, plays and passes its tests as it is."""
    from vedette.scaffold import to_try, write

    root = write(name, into)
    if as_json:
        from vedette.cli.json_output import print_json

        print_json({"folder": str(root), "to_try": to_try(root)})
        return
    errors.print_line(f"Written: {root}")
    errors.print_line("To try it:")
    for line in to_try(root):
        errors.print_line(f"    {line}")
