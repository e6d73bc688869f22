"""The commands about maps: draw one, and make a picture of one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from vedette.cli import completing, errors
from vedette.cli.options import AsJson, Saves
from vedette.cli.reporting import write_new
from vedette.engine.errors import CommandError

if TYPE_CHECKING:
    from vedette.engine.ruleset import Ruleset
    from vedette.view.board import Board

maps = typer.Typer(help="Maps of hexes: draw one, make a picture of one.", no_args_is_help=True)

RulesetId = Annotated[
    str | None,
    typer.Option(
        "--ruleset", metavar="ID", help="The game that the map is for.", autocompletion=completing.rulesets
    ),
]


@maps.command("edit")
def edit_map(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]", help="A map's file, or the name of one; a new one where there is none."
        ),
    ] = None,
    ruleset: RulesetId = None,
    saves: Saves = None,
) -> None:
    """Draw a map on the screen."""
    from vedette.cli.screen import open_screen
    from vedette.view.map_files import new_map, open_map

    game = _game(ruleset)
    open_screen(None, saves, open_map(game, file) if file else new_map(game))


@maps.command("picture")
def draw_picture(
    map: Annotated[
        str, typer.Argument(metavar="MAP|SAVE", help="A map's file or name, or a game that is played on one.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE.svg", help="Where it is written; else it is printed."),
    ] = None,
    theme: Annotated[
        Literal["dark", "light", "contrast", "mono"], typer.Option("--theme", help="Its colours.")
    ] = "dark",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there already.")] = False,
    ruleset: RulesetId = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Make a picture of a map, or of a game on its map, as SVG."""
    from vedette.view.board_svg import board_svg
    from vedette.view.palette import PALETTES

    title, board, sides = _pictured(map, ruleset, saves)
    svg = board_svg(board, title, sides, PALETTES[theme])
    if output is not None:
        write_new(output, svg, force=force)
    if as_json:
        from vedette.cli.json_output import print_json

        print_json({"title": title, "file": str(output)} if output else {"title": title, "svg": svg})
    elif output is None:
        typer.echo(svg, nl=False)
    else:
        errors.print_line(f"Written: {output}")


def _pictured(map: str, ruleset: str | None, saves: Path | None) -> tuple[str, Board, dict[str, str]]:
    """What is to be drawn: its title, the board, and the names of the sides on it."""
    from vedette.cli.games import looking
    from vedette.view.map_files import editor_of, find_map, read_map

    game = _game(ruleset)
    found = find_map(game, map)
    if found is not None:
        editor, drawn = editor_of(game), read_map(game, found)
        return editor.name(drawn), editor.board(drawn), {}

    session = looking(map, saves)
    table = session.ruleset.view.table(session.state, session.request)
    if table.board is None:
        raise CommandError(f"{session.ruleset.title} is not played on a map.")
    return table.title, table.board, {side.id: side.name for side in table.sides}


def _game(ruleset: str | None) -> Ruleset[Any]:
    """The game that is named, else the one that is played on maps."""
    from vedette.cli.games import ruleset_named
    from vedette.registry import rulesets
    from vedette.view.map_files import game_with_maps

    return ruleset_named(ruleset) if ruleset else game_with_maps(rulesets())
