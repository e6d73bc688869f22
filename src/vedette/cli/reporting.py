"""The command that tells a game afterwards."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import typer

from vedette.cli.games import looking
from vedette.cli.json_output import as_text, print_json
from vedette.cli.output import print_line, write_new
from vedette.cli.progress import progress
from vedette.engine.errors import CommandError
from vedette.view.loss_luck import LossSearch
from vedette.view.report import battle_report
from vedette.view.report_pages import report_html, report_markdown, report_plain


def report(save: str, out: Path | None, seconds: float, as_json: bool) -> None:
    if out is not None and out.suffix not in (".html", ".md", ".json"):
        raise CommandError("A report is an .html, .md or .json file.")
    session = looking(save)
    losses = LossSearch(session)
    with progress("Writing the report") as tell:
        if losses.can_be_done_in(seconds):
            losses.go_on(perf_counter() + seconds, lambda share: tell(share / 2))
        told = battle_report(session, save, losses=losses, tell=lambda share: tell((1 + share) / 2))
    if out is None and not as_json:
        typer.echo(report_markdown(told), nl=False)
        return
    if out is None or out.suffix == ".json":
        if out is None:
            print_json(report_plain(told))
            return
        text = as_text(report_plain(told)) + "\n"
    else:
        text = report_html(told) if out.suffix == ".html" else report_markdown(told)
    write_new(out, text, force=True)
    print_line(f"Written: {out}")
