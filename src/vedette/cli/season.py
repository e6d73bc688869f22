"""The command that tells a season: several saves together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from vedette.cli.json_output import as_text
from vedette.cli.output import print_line, write_new
from vedette.cli.progress import cores, processes, progress
from vedette.engine.errors import CommandError
from vedette.engine.files import listed
from vedette.engine.long_work import Told
from vedette.engine.saves import SUFFIX
from vedette.engine.text import visible
from vedette.registry import rulesets
from vedette.view.season import LeftOut, SeasonGame, read_game, read_players, season_of
from vedette.view.season_pages import season_html, season_lines, season_plain

FEW = 40
"""So many saves are read sooner than other processes begin."""


def season(folder: Path, out: Path | None, as_json: bool) -> None:
    if out is not None and out.suffix not in (".html", ".json"):
        raise CommandError("A season is an .html or .json file.")
    if not folder.is_dir():
        raise CommandError(f"There is no folder {folder}.")
    players = read_players(folder)
    with progress("Reading the saves") as tell:
        told = season_of(_read(listed(folder, f"*{SUFFIX}"), tell), players)
    if as_json or (out is not None and out.suffix == ".json"):
        text = as_text(season_plain(told)) + "\n"
    elif out is not None:
        text = season_html(told, visible(folder.resolve().name))
    else:
        for line in season_lines(told):
            print_line(line)
        return
    if out is None:
        typer.echo(text, nl=False)
        return
    write_new(out, text, force=True)
    print_line(f"Written: {out}")


def _read(paths: Sequence[Path], told: Told) -> Iterator[SeasonGame | LeftOut]:
    """What every save brings; of many, all processors read some."""
    if len(paths) <= FEW:
        for done, path in enumerate(paths):
            told(done / len(paths))
            yield _game(path)
        return
    with processes(cores(), rulesets) as pool:
        try:
            for done, game in enumerate(pool.map(_game, paths, chunksize=FEW // 2)):
                told(done / len(paths))
                yield game
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _game(path: Path) -> SeasonGame | LeftOut:
    return read_game(rulesets(), path)
