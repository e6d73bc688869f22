"""The commands that find a place again and share it: bookmarks with a note, branches as saves of their own."""

from __future__ import annotations

import typer

from vedette.cli.games import looking, playing, require_side
from vedette.cli.json_output import print_json, tell
from vedette.cli.show import Printer
from vedette.engine.branches import apart, branch_ends, write_branch
from vedette.engine.data import Table
from vedette.engine.errors import CommandError
from vedette.engine.saves import SUFFIX, find_save, new_save_path, save_folder
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import visible
from vedette.kit.words import count


def bookmark(save: str, n: int | None, note: str, remove: bool, by: str, as_json: bool) -> None:
    if n is None:
        _list(save, as_json)
        return
    if bool(note.strip()) == remove:
        raise CommandError("A bookmark is a note to a line, or --remove.")
    with playing(save) as session:
        require_side(session, by)
        session.bookmark(n, note, by)
    if as_json:
        _list(save, as_json)
        return
    typer.echo(f"Bookmarked line {n}." if note else f"Line {n} has no bookmark now.")


def _list(save: str, as_json: bool) -> None:
    session = looking(save)
    marked, undone = session.timeline.bookmarks, session.timeline.undone()
    if as_json:
        print_json([{"n": n, "note": marked[n], "undone": n in undone} for n in sorted(marked)])
        return
    printer = Printer(session)
    for n in sorted(marked):
        printer.heading(session.timeline.entry(n), n in undone)
        printer.bookmark(session.timeline.entry(n))
    if not marked:
        printer.line("There are no bookmarks.")


def branch(save: str, n: int | None, out: str | None, as_json: bool) -> None:
    session = looking(save)
    if n is None or out is None:
        if n is not None or out is not None:
            raise CommandError(
                "A branch is written with its last line and a file: vedette branch SAVE N -o FILE."
            )
        _list_branches(session, as_json)
        return
    folder = save_folder()
    name = visible(find_save(save, folder).name.removesuffix(SUFFIX))
    place = new_save_path(out, folder)
    lines = write_branch(session.header, session.timeline, n, name, place)
    told = {"save": str(place), "entries": lines, "origin": {"save": name, "line": n}}
    written = f"Written: {place}, with {lines} {'entry' if lines == 1 else 'entries'}"
    tell(told, [written], as_json=as_json)


def _list_branches(session: Session[GameState], as_json: bool) -> None:
    """Every line from which nothing goes on, and how many lines lead to it alone."""
    timeline = session.timeline
    told: list[Table] = [
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
        print_json(told)
        return
    printer = Printer(session)
    for one in told:
        printer.heading(timeline.entry(one["n"]))
        here = "the game stands here"
        if not one["here"]:
            here = f"{count(one['apart'], 'line')} apart from the game as it stands"
        printer.line(f"round {one['round']}, {here}", indent=7)
