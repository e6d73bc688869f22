"""The commands that find a place again and share it: bookmarks with a note, branches as saves of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vedette.cli.options import AsJson, By, SaveName, Saves
from vedette.engine.errors import CommandError

if TYPE_CHECKING:
    from vedette.engine.session import Session
    from vedette.engine.state import GameState


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
    from vedette.cli.games import playing, require_side

    if n is None:
        _list(save, saves, as_json)
        return
    if bool(note.strip()) == remove:
        raise CommandError("A bookmark is a note to a line, or --remove.")
    with playing(save, saves) as session:
        require_side(session, by)
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


def branch(
    save: SaveName,
    n: Annotated[
        int | None, typer.Argument(metavar="[N]", help="The last line of the branch; 0 is the set-up.")
    ] = None,
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="FILE", help="A path, or a name in the save folder.")
    ] = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Write everything that led to a line into a save of its own; without a line, list the branches."""
    from vedette.cli.errors import print_line
    from vedette.cli.games import looking
    from vedette.cli.json_output import print_json
    from vedette.engine.branches import write_branch
    from vedette.engine.saves import SUFFIX, find_save, new_save_path, save_folder
    from vedette.engine.text import visible

    session = looking(save, saves)
    if n is None or out is None:
        if n is not None or out is not None:
            raise CommandError(
                "A branch is written with its last line and a file: vedette branch SAVE N -o FILE."
            )
        _list_branches(session, as_json)
        return
    folder = save_folder(saves)
    name = visible(find_save(save, folder).name.removesuffix(SUFFIX))
    place = new_save_path(out, folder)
    lines = write_branch(session.header, session.timeline, n, name, place)
    if as_json:
        print_json({"save": str(place), "entries": lines, "origin": {"save": name, "line": n}})
        return
    print_line(f"Written: {place}, with {lines} {'entry' if lines == 1 else 'entries'}")


def _list_branches(session: Session[GameState], as_json: bool) -> None:
    """Every line from which nothing goes on, and how many lines lead to it alone."""
    from vedette.engine.branches import apart, branch_ends
    from vedette.kit.words import count

    timeline = session.timeline
    told: list[dict[str, Any]] = [
        {
            "n": n,
            "here": n == timeline.head,
            "round": session.state_at(n).round,
            "apart": apart(timeline, n),
            "outcome": session.state_at(n).outcome,
        }
        for n in branch_ends(timeline)
    ]
    if as_json:
        from vedette.cli.json_output import print_json

        print_json(told)
        return
    from vedette.cli.show import Printer

    printer = Printer(session)
    for one in told:
        printer.heading(timeline.entry(one["n"]))
        here = (
            "the game stands here"
            if one["here"]
            else f"{count(one['apart'], 'line')} apart from the game as it stands"
        )
        printer.line(f"round {one['round']}, {here}", indent=7)
