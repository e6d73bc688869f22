"""The command that mends: a copy of all that is good in a damaged save."""

from __future__ import annotations

from typing import Annotated

import typer

from vedette.cli import errors
from vedette.cli.options import AsJson, SaveName, Saves


def mend(
    save: SaveName,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="NAME",
            help="A path, or a name in the save folder; else SAVE-mended beside it.",
        ),
    ] = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Copy what is good of a damaged save into a new one, to play on in; the damaged one stays as it is."""
    from vedette.cli.json_output import print_json
    from vedette.engine.saves import find_save, mended_path, new_save_path, save_folder
    from vedette.engine.saves import mend as write_mended
    from vedette.engine.session import read_session
    from vedette.registry import rulesets

    folder = save_folder(saves)
    path = find_save(save, folder)
    session = read_session(rulesets(), path)
    copy = mended_path(path, folder) if output is None else new_save_path(output, folder)
    write_mended(session, copy)
    entries = len(session.timeline.entries)
    if as_json:
        print_json({"save": str(copy), "entries": entries, "damage": session.damage})
        return
    errors.print_line(session.damage or session.notice or f"{path.name} was whole already.")
    errors.print_line(f"Saved as {copy}, with {entries} entries")
