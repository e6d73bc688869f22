"""The commands about maps: draw one, and make a picture of one."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import typer

from vedette.cli.games import looking, ruleset_named
from vedette.cli.json_output import print_json
from vedette.cli.output import print_line, write_new
from vedette.cli.screen import open_screen
from vedette.engine.errors import CommandError
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.registry import rulesets
from vedette.view.board import Board
from vedette.view.board_svg import board_svg
from vedette.view.map_files import editor_of, find_map, game_with_maps, new_map, open_map, read_map
from vedette.view.palette import PALETTES


def edit_map(file: str | None, ruleset: str | None) -> None:
    game = _game(ruleset)
    open_screen(None, open_map(game, file) if file else new_map(game))


def draw_picture(
    map: str,
    output: Path | None,
    theme: Literal["dark", "light", "contrast", "mono"],
    force: bool,
    ruleset: str | None,
    as_json: bool,
) -> None:
    title, board, sides = _pictured(map, ruleset)
    svg = board_svg(board, title, sides, PALETTES[theme])
    if output is not None:
        write_new(output, svg, force=force)
    if as_json:
        print_json({"title": title, "file": str(output)} if output else {"title": title, "svg": svg})
    elif output is None:
        typer.echo(svg, nl=False)
    else:
        print_line(f"Written: {output}")


def _pictured(map: str, ruleset: str | None) -> tuple[str, Board, dict[str, str]]:
    """What is to be drawn: its title, the board, and the names of the sides on it."""
    game = _game(ruleset)
    found = find_map(game, map)
    if found is not None:
        editor, drawn = editor_of(game), read_map(game, found)
        return editor.name(drawn), editor.board(drawn), {}

    session = looking(map)
    table = session.ruleset.view.table(session.state, session.request)
    if table.board is None:
        raise CommandError(f"{session.ruleset.title} is not played on a map.")
    return table.title, table.board, {side.id: side.name for side in table.sides}


def _game(ruleset: str | None) -> Ruleset[GameState]:
    return ruleset_named(ruleset) if ruleset else game_with_maps(rulesets())
