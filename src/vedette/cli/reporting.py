"""The command that tells a game afterwards."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from vedette.cli.options import AsJson, SaveName, Saves, read_seconds
from vedette.cli.progress import progress
from vedette.engine.errors import CommandError


def report(
    save: SaveName,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="A file: .html, .md or .json.")
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            parser=read_seconds,
            metavar="SECONDS",
            help="How long to weigh the luck by what was at stake, at most.",
        ),
    ] = 1,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Tell the battle: result, turning points, every round, losses, luck and time. Without a file it is printed."""
    from vedette.cli.errors import print_line
    from vedette.cli.games import looking
    from vedette.view.loss_luck import LossSearch
    from vedette.view.report import battle_report
    from vedette.view.report_pages import report_html, report_markdown, report_plain

    if out is not None and out.suffix not in (".html", ".md", ".json"):
        raise CommandError("A report is an .html, .md or .json file.")
    session = looking(save, saves)
    losses = LossSearch(session)
    with progress("Writing the report") as tell:
        if losses.can_be_done_in(seconds):
            losses.go_on(perf_counter() + seconds, lambda share: tell(share / 2))
        told = battle_report(session, save, losses=losses, tell=lambda share: tell((1 + share) / 2))
    if out is None and not as_json:
        typer.echo(report_markdown(told), nl=False)
        return
    if out is None or out.suffix == ".json":
        from vedette.cli.json_output import as_text, print_json

        if out is None:
            print_json(report_plain(told))
            return
        text = as_text(report_plain(told)) + "\n"
    else:
        text = report_html(told) if out.suffix == ".html" else report_markdown(told)
    write_new(out, text, force=True)
    print_line(f"Written: {out}")


def write_new(path: Path, text: str, *, force: bool) -> None:
    """Write a file, whole or not at all; raises CommandError for a name that some system refuses, and where there is one already and nobody said to write over it."""
    from vedette.engine.files import why, write_file
    from vedette.engine.text import file_name_fault

    if fault := file_name_fault(path.name):
        raise CommandError(fault)
    try:
        write_file(path, text.encode(), over=force)
    except FileExistsError as error:
        raise CommandError(f"There is a {path.name} already. To write over it, add --force.") from error
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {why(error)}.") from error
