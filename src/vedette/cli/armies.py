"""Armies in and out: lists as people send them, tables, and our own files."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from vedette.cli import completing, errors
from vedette.cli.data import RulesetName
from vedette.cli.options import AsJson, Force, Output
from vedette.cli.reporting import write_new
from vedette.engine.errors import CommandError
from vedette.engine.text import slug

if TYPE_CHECKING:
    from vedette.engine.ruleset import Ruleset
    from vedette.view.paper import Paper
    from vedette.view.roster import Catalogue

TABLE = ".csv"
LARGEST = 200_000
"""Characters of a list: more than any army has."""


def take_in(
    ruleset: RulesetName,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A list, a table (.csv), or an army of ours (.toml, .json); - reads what is typed or piped.",
        ),
    ],
    name: Annotated[
        str, typer.Option("--name", help="The army's name; without it the first line has it.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Import an army from a list, to choose from then on. Where a line is not understood nothing is imported, and every fault is reported with its line."""
    from vedette.cli.games import ruleset_named
    from vedette.view.armies import army_file, save_army
    from vedette.view.army_lists import OF_THE_FILE, army_faults

    game = ruleset_named(ruleset)
    roster = game.view.roster()
    army, faults, warnings = _read(file, game, roster)
    for fault in faults:
        errors.say(fault)
    if faults:
        errors.say("Nothing imported.")
        raise typer.Exit(errors.FAILED)
    units = army["units"]
    if not units:
        raise CommandError(f"There are no units in {file}.")
    called = name or army["name"]
    if not called:
        raise CommandError("What is the army called? Give --name.")
    rest = {key: army[key] for key in army if key not in OF_THE_FILE or key == "text"}
    place = army_file(game.id, called, [one.id for one in roster.armies])
    save_army(place, game.id, rest, units)
    broken = army_faults(game, roster, {**rest, "name": called, "units": units})
    for warning in (*warnings, *broken):
        errors.say(warning)
    summed = roster.words.army(units)
    if as_json:
        from vedette.cli.json_output import print_json

        told = {"id": place.id, "name": called, "army": summed, "file": str(place.path)}
        print_json({**told, "warnings": [*warnings, *broken]})
        return
    errors.print_line(f"{called}: {summed}")
    errors.print_line(f"Saved as {place.id}: {place.path}")


def give_out(
    ruleset: RulesetName,
    army: Annotated[
        str,
        typer.Argument(
            metavar="ARMY", help="An army's id or name, or a TOML file.", autocompletion=completing.armies
        ),
    ],
    form: Annotated[
        Literal["text", "csv", "toml", "json"], typer.Option("--as", help="In which form.")
    ] = "text",
    output: Output = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Print an army: as a list for a chat, a table, or data."""
    from vedette.cli.games import ruleset_named
    from vedette.view.army_lists import written_list, written_table
    from vedette.view.roster import units_of

    roster = ruleset_named(ruleset).view.roster()
    row = _army(army, roster)
    units = units_of(row)
    if form == "json" or as_json:
        from pydantic_core import to_jsonable_python

        from vedette.cli.json_output import as_text

        text = as_text(to_jsonable_python(row)) + "\n"  # TOML knows days and times, JSON does not
    elif form == "toml":
        import tomli_w

        text = tomli_w.dumps(row)
    elif form == "csv":
        text = written_table(str(row.get("name") or army), units, roster, row)
    else:
        text = written_list(str(row.get("name") or army), units, roster, row)
    if output is not None:
        write_new(output, text, force=force)
        text = f"Written: {output}"
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
    from vedette.view.paper import paper_html, paper_text

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
        for line in paper_text(paper).splitlines():
            errors.print_line(line)


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


def _army(army: str, roster: Catalogue) -> Mapping[str, Any]:
    """The row of an army that is offered, by its id or name, or of a file; raises CommandError or DataError."""
    from vedette.engine.commands import shown
    from vedette.engine.library import read_toml
    from vedette.engine.text import slug

    named = [one for one in roster.armies if one.id == army] or [
        one for one in roster.armies if slug(army) in (slug(one.name), slug(one.name).removeprefix("the-"))
    ]
    if len(named) == 1:
        return dict(named[0].row)
    if army.endswith(".toml"):
        return read_toml(Path(army))
    raise CommandError(
        f"There is no army “{shown(army)}”. There are: {', '.join(one.id for one in roster.armies)}."
    )


def _read(
    file: str, game: Ruleset[Any], roster: Catalogue
) -> tuple[dict[str, Any], Sequence[str], Sequence[str]]:
    """The army in a file of any form, its faults and its warnings; raises CommandError or DataError."""
    from vedette.engine.files import why
    from vedette.engine.library import parsed_toml
    from vedette.registry import rulesets
    from vedette.view.army_lists import army_faults, read_army
    from vedette.view.roster import units_of

    name = "Standard input" if file == "-" else Path(file).name
    try:
        text = (
            sys.stdin.read(LARGEST + 1).removeprefix("\ufeff")
            if file == "-"
            else Path(file).read_text(encoding="utf-8-sig")
        )
    except FileNotFoundError as error:
        raise CommandError(f"There is no file {name}.") from error
    except OSError as error:
        raise CommandError(f"{name}: {why(error)}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{name} is not text.") from error
    if len(text) > LARGEST:
        raise CommandError(f"A list of an army has at most {LARGEST} characters.")
    if not file.endswith((".toml", ".json")):
        read = read_army(text, game, roster, rulesets().values(), table=file.endswith(TABLE))
        army = {**read.rest, "name": read.name, "units": list(read.units)}
        return army, read.faults, read.warnings
    row = parsed_toml(text, Path(file).name) if file.endswith(".toml") else _json_object(text)
    named = row.get("ruleset", game.id)
    if named != game.id:
        title = rulesets()[named].title if named in rulesets() else named
        return {}, [f"This is an army for {title}, not for {game.title}."], ()
    army = {**row, "name": str(row.get("name", "")), "units": units_of(row)}
    faults = army_faults(game, roster, army, by_rules=False)
    return army, [f"{fault.removesuffix('.')}." for fault in faults], ()


def _json_object(text: str) -> dict[str, Any]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CommandError("It is not JSON.") from error
    if not isinstance(row, dict):
        raise CommandError("An army in JSON is an object with a name and units.")
    return row
