"""Armies in and out: lists as people send them, tables, and our own files."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from vedette.cli import errors
from vedette.cli.data import RulesetName
from vedette.cli.options import AsJson
from vedette.cli.reporting import write_new
from vedette.engine.errors import CommandError
from vedette.engine.text import slug

if TYPE_CHECKING:
    from vedette.engine.ruleset import Ruleset
    from vedette.view.paper import Paper

TABLE = ".csv"
LARGEST = 200_000
"""Characters of a list: more than any army has."""


def take_in(
    ruleset: RulesetName,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A list, a table (.csv), or an army of ours (.toml); - reads what is typed or piped.",
        ),
    ],
    name: Annotated[
        str, typer.Option("--name", help="What the army is called; else its first line says it.")
    ] = "",
) -> None:
    """Take in an army from a list, to choose from then on; whatever is not understood is told with its line."""
    from vedette.cli.games import ruleset_named
    from vedette.view.army_check import army_faults
    from vedette.view.army_file import army_file, save_army
    from vedette.view.roster import rest_of

    game = ruleset_named(ruleset)
    roster = game.view.roster()
    army = _read(file, roster)
    for fault in army["faults"]:
        errors.say(fault)
    if army["faults"]:
        errors.say("Nothing was taken in.")
        raise typer.Exit(errors.FAILED)
    if not army["units"]:
        raise CommandError(f"There are no units in {file}.")
    called = name or army["name"]
    if not called:
        raise CommandError("What is the army called? Give --name.")
    rest = rest_of(army, roster)
    place = army_file(game.id, called, [one.id for one in roster.armies])
    save_army(place, game.id, rest, army["units"])
    errors.print_line(f"{called}: {roster.words.army(army['units'])}")
    for fault in army_faults(game, roster, {**rest, "name": called, "units": army["units"]}):
        errors.print_line(fault)
    errors.print_line(f"Saved as {place.id}: {place.path}")


def give_out(
    ruleset: RulesetName,
    army: Annotated[str, typer.Argument(metavar="ARMY", help="An army's id, or a TOML file.")],
    form: Annotated[
        Literal["text", "csv", "toml", "json"], typer.Option("--as", help="In which form.")
    ] = "text",
) -> None:
    """Print an army: as a list for a chat, a table, or data."""
    from vedette.cli.games import ruleset_named
    from vedette.view.army_lists import written_list, written_table
    from vedette.view.roster import units_of

    roster = ruleset_named(ruleset).view.roster()
    row = _army(army, roster)
    units = units_of(row)
    if form == "json":
        from pydantic_core import to_jsonable_python

        from vedette.cli.json_output import print_json

        print_json(to_jsonable_python(row))  # TOML knows days and times, JSON does not
        return
    if form == "toml":
        import tomli_w

        text = tomli_w.dumps(row)
    elif form == "csv":
        text = written_table(units, roster)
    else:
        text = written_list(str(row.get("name") or army), units, roster)
    for line in text.splitlines():
        errors.print_line(line)


def print_army(
    army: Annotated[
        list[str],
        typer.Argument(
            metavar="[RULESET] ARMY [FILE.html]",
            help="An army's id, or a TOML file; and where to write the page.",
        ),
    ],
    html: Annotated[
        bool,
        typer.Option(
            "--html",
            help="Write it as a page to be printed, here and by the army's name unless you say where.",
        ),
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="With --html: write over a file that is there already.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print an army: sheets with boxes to tick, and a quick reference of the rules that it uses."""
    from vedette.view.paper import paper_html
    from vedette.view.paper_text import paper_text

    names, file = _with_file(army)
    if len(names) > 2:
        raise CommandError("Give an army, or a ruleset and an army.")
    paper = _paper(names[-1], names[0] if len(names) == 2 else None)
    if html or file:
        place = file or Path(f"{slug(paper.name) or 'army'}.html")
        write_new(place, paper_html(paper), force=force)
        errors.print_line(f"Written: {place}")
    elif as_json:
        from vedette.cli.json_output import print_json
        from vedette.engine.plain import to_plain

        print_json(to_plain(paper))
    else:
        typer.echo(paper_text(paper), nl=False)


def _with_file(names: list[str]) -> tuple[list[str], Path | None]:
    """What was named, and the file to write it to, if the last one is such a file."""
    if len(names) > 1 and names[-1].endswith(".html"):
        return names[:-1], Path(names[-1])
    return names, None


def _paper(army: str, ruleset: str | None) -> Paper:
    """The paper of an army; raises CommandError or DataError."""
    from vedette.cli.games import ruleset_named
    from vedette.view.paper import army_paper

    game = ruleset_named(ruleset) if ruleset else _game_with(army)
    roster = game.view.roster()
    return army_paper(game, roster, _army(army, roster))


def _game_with(army: str) -> Ruleset[Any]:
    """The game that has the army, or that its file names; raises CommandError or DataError."""
    from vedette.cli.games import ruleset_named
    from vedette.engine.commands import shown
    from vedette.engine.library import read_toml
    from vedette.registry import rulesets

    if army.endswith(".toml"):
        named = read_toml(Path(army)).get("ruleset")
        if not isinstance(named, str):
            raise CommandError(f"For which game is {Path(army).name}? Name its ruleset before it.")
        return ruleset_named(named)
    games = [game for game in rulesets().values() if army in (one.id for one in game.view.roster().armies)]
    if not games:
        raise CommandError(
            f"There is no army “{shown(army)}”; `vedette roster list RULESET armies` lists those of a game."
        )
    if len(games) > 1:
        raise CommandError(
            f"{' and '.join(game.title for game in games)} have it: name the ruleset before it."
        )
    return games[0]


def _army(army: str, roster: Any) -> Mapping[str, Any]:
    """The row of an army that is offered, or of a file; raises CommandError or DataError."""
    from vedette.engine.commands import shown
    from vedette.engine.library import read_toml

    found = next((one.row for one in roster.armies if one.id == army), None)
    if found is not None:
        return dict(found)
    if army.endswith(".toml"):
        return read_toml(Path(army))
    raise CommandError(
        f"There is no army “{shown(army)}”. There are: {', '.join(one.id for one in roster.armies)}."
    )


def _read(file: str, roster: Any) -> dict[str, Any]:
    """Name, units and faults out of a file of any form; raises CommandError or DataError."""
    from vedette.engine.files import why
    from vedette.engine.library import read_toml
    from vedette.view.army_lists import read_list, read_table
    from vedette.view.roster import units_of

    if file.endswith(".toml"):
        row = read_toml(Path(file))
        return {**row, "name": str(row.get("name", "")), "units": units_of(row), "faults": ()}
    try:
        text = sys.stdin.read(LARGEST + 1) if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CommandError(f"{Path(file).name}: {why(error)}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{Path(file).name} is not text.") from error
    if len(text) > LARGEST:
        raise CommandError(f"A list of an army has at most {LARGEST} characters.")
    read = (read_table if file.endswith(TABLE) else read_list)(text, roster)
    return {"name": read.name, "units": list(read.units), "faults": read.faults}
