"""The commands about armies: check and list them, take in lists as people send them, and give them out."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import tomli_w
import typer
from pydantic_core import to_jsonable_python

from vedette.cli import errors
from vedette.cli.characters import judged, list_characters
from vedette.cli.games import ruleset_named
from vedette.cli.json_output import as_text, tell
from vedette.cli.output import print_line, write_new
from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError
from vedette.engine.files import why
from vedette.engine.library import parsed_toml, read_toml
from vedette.engine.plain import to_plain
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.engine.text import slug
from vedette.kit.words import count
from vedette.registry import rulesets
from vedette.view.armies import army_file, save_army
from vedette.view.army_lists import OF_THE_FILE, army_faults, read_army, written_list, written_table
from vedette.view.paper import army_paper, paper_html, paper_text
from vedette.view.roster import Catalogue, units_of

TABLE = ".csv"
LARGEST = 200_000
"""Characters of a list: more than any army has."""


def check_army(file: Path, ruleset: str | None, as_json: bool) -> None:
    army = read_toml(file)
    named = ruleset or army.get("ruleset") or (next(iter(rulesets())) if len(rulesets()) == 1 else None)
    if named is None:
        raise CommandError("For which game is it? Give --ruleset.")
    game = ruleset_named(str(named))
    if game.view.builder is not None and "units" not in army:
        faults, summed = judged(game.view.builder, army)
    else:
        known = game.view.roster()
        faults = army_faults(game, known, army)
        summed = known.words.army(units_of(army))
    told = {"file": str(file), "army": summed, "faults": faults}
    tell(told, [*faults, f"{file.name}: {summed}, {count(len(faults), 'fault')}"], as_json=as_json)
    if faults:
        raise typer.Exit(errors.FAILED)


def list_data(
    ruleset: str, kind: Literal["profiles", "armies", "missions", "games", "characters"], as_json: bool
) -> None:
    if kind == "characters":
        list_characters(ruleset_named(ruleset), as_json)
        return
    known = ruleset_named(ruleset).view.roster()
    offered = getattr(known, kind)
    for sentence in known.left_out:
        errors.say(sentence)
    of_packs = ((one, f"  (pack: {one.pack})" if one.pack else "") for one in offered)
    lines = (f"{one.id:<20} {one.name:<28} {one.line}{pack}".rstrip() for one, pack in of_packs)
    tell([{"id": one.id, "name": one.name, **one.row} for one in offered], lines, as_json=as_json)


def take_in(ruleset: str, file: str, name: str, as_json: bool) -> None:
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
    told = {"id": place.id, "name": called, "army": summed, "file": str(place.path)}
    lines = (f"{called}: {summed}", f"Saved as {place.id}: {place.path}")
    tell({**told, "warnings": [*warnings, *broken]}, lines, as_json=as_json)


def give_out(
    ruleset: str,
    army: str,
    form: Literal["text", "csv", "toml", "json"],
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    roster = ruleset_named(ruleset).view.roster()
    row = _army(army, roster)
    units = units_of(row)
    if form == "json" or as_json:
        text = as_text(to_jsonable_python(row)) + "\n"  # TOML knows days and times, JSON does not
    elif form == "toml":
        text = tomli_w.dumps(row)
    elif form == "csv":
        text = written_table(str(row.get("name") or army), units, roster, row)
    else:
        text = written_list(str(row.get("name") or army), units, roster, row)
    if output is not None:
        write_new(output, text, force=force)
        text = f"Written: {output}"
    for line in text.splitlines():
        print_line(line)


def print_army(army: list[str], html: bool, force: bool, as_json: bool) -> None:
    file = Path(army[-1]) if len(army) > 1 and army[-1].endswith(".html") else None
    names = army[:-1] if file else army
    if len(names) > 2:
        raise CommandError("Give an army, or a ruleset and an army.")
    game = ruleset_named(names[0]) if len(names) == 2 else _game_with(names[-1])
    roster = game.view.roster()
    paper = army_paper(game, roster, _army(names[-1], roster))
    if html or file:
        place = file or Path(f"{slug(paper.name) or 'army'}.html")
        write_new(place, paper_html(paper), force=force)
        print_line(f"Written: {place}")
    else:
        tell(to_plain(paper), paper_text(paper).splitlines(), as_json=as_json)


def _game_with(army: str) -> Ruleset[GameState]:
    """The game that has the army, or that its file names; raises CommandError or DataError."""
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


def _army(army: str, roster: Catalogue) -> Row:
    """The row of an army that is offered, by its id or name, or of a file; raises CommandError or DataError."""
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
    file: str, game: Ruleset[GameState], roster: Catalogue
) -> tuple[Table, Sequence[str], Sequence[str]]:
    """The army in a file of any form, its faults and its warnings; raises CommandError or DataError."""
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
    if file.endswith(".toml"):
        row = parsed_toml(text, Path(file).name)
    else:
        try:
            row = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise CommandError("It is not JSON.") from error
        if not isinstance(row, dict):
            raise CommandError("An army in JSON is an object with a name and units.")
    named = row.get("ruleset", game.id)
    if named != game.id:
        title = rulesets()[named].title if named in rulesets() else named
        return {}, [f"This is an army for {title}, not for {game.title}."], ()
    army = {**row, "name": str(row.get("name", "")), "units": units_of(row)}
    faults = army_faults(game, roster, army, by_rules=False)
    return army, [f"{fault.removesuffix('.')}." for fault in faults], ()
