"""The commands that find a place again: bookmarks with a note."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vedette.cli.options import AsJson, By, SaveName, Saves
from vedette.engine.errors import CommandError


def bookmark(
    save: SaveName,
    n: Annotated[
        int | None, typer.Argument(metavar="[N]", help="The line, as `vedette log` counts them.")
    ] = None,
    note: Annotated[str, typer.Argument(metavar="[NOTE]", help="Why it is worth finding again.")] = "",
    remove: Annotated[bool, typer.Option("--remove", help="Take the bookmark of that line away.")] = False,
    by: By = "",
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Put a bookmark with a note to a line; without a line, list them."""
    from vedette.cli.games import playing

    if n is None:
        _list(save, saves, as_json)
        return
    if bool(note.strip()) == remove:
        raise CommandError("A bookmark is a note to a line, or --remove.")
    with playing(save, saves) as session:
        if by and by not in session.state.sides:
            raise CommandError(f"--by takes a side: {' or '.join(session.state.sides)}.")
        session.bookmark(n, note, by)
    if as_json:
        _list(save, saves, as_json)
        return
    typer.echo(f"Bookmarked line {n}." if note else f"Line {n} has no bookmark now.")


def _list(save: str, saves: Path | None, as_json: bool) -> None:
    """All bookmarks, also of lines that were undone."""
    from vedette.cli.games import looking

    session = looking(save, saves)
    marked, undone = session.timeline.bookmarks, session.timeline.undone()
    if as_json:
        from vedette.cli.json_output import print_json

        print_json([{"n": n, "note": marked[n], "undone": n in undone} for n in sorted(marked)])
        return
    from vedette.cli.show import Printer

    printer = Printer(session)
    for n in sorted(marked):
        printer.heading(session.timeline.entry(n), n in undone)
        printer.bookmark(session.timeline.entry(n))
    if not marked:
        printer.line("There are no bookmarks.")
