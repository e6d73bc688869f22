"""The commands about armies: check and list them, take in lists as people send them, and give them out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Literal

import tomli_w
import typer
from pydantic_core import to_jsonable_python

from vedette.cli import errors
from vedette.cli.characters import judged, list_characters
from vedette.cli.games import require_edition, ruleset_named
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
from vedette.view.army_lists import OF_THE_FILE, army_faults, read_armies, written_list, written_table
from vedette.view.paper import army_paper, paper_html, paper_text
from vedette.view.roster import ArmyList, Catalogue, CatalogueItem, units_of

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


Kind = Literal["profiles", "armies", "missions", "games", "characters"]


def list_data(ruleset: str, kind: Kind | None, as_json: bool) -> None:
    if kind == "characters":
        list_characters(ruleset_named(ruleset), as_json)
        return
    known = ruleset_named(ruleset).view.roster()
    kinds = (kind,) if kind else ("profiles", "armies") if known.editions else ("profiles",)
    for sentence in known.left_out:
        errors.say(sentence)
    editions = [(edition.name, known.of_edition(edition.id)) for edition in known.editions]
    parts = [
        (f"{name}: {one}", getattr(own, one)) for name, own in editions or [("", known)] for one in kinds
    ]
    items: dict[int, CatalogueItem] = {id(item.row): item for _, offered in parts for item in offered}
    widths = [
        max([20, *(len(one.id) for one in items.values())]),
        max([28, *(len(one.name) for one in items.values())]),
    ]
    lines: list[str] = []
    for heading, offered in parts:
        if editions and offered:
            lines += ["", heading] if lines else [heading]
        for one in offered:
            pack = f"  (pack: {one.pack})" if one.pack else ""
            lines.append(f"{one.id:<{widths[0]}} {one.name:<{widths[1]}} {one.line}{pack}".rstrip())
    tell([{"id": one.id, "name": one.name, **one.row} for one in items.values()], lines, as_json=as_json)


def take_in(ruleset: str, file: str, name: str, edition: str, as_json: bool) -> None:
    game = ruleset_named(ruleset)
    roster = game.view.roster()
    require_edition(game, edition)
    armies = _read(file, game, roster, edition)
    faults = [fault for army in armies for fault in army.faults]
    for fault in faults:
        errors.say(fault)
    if faults:
        errors.say("Nothing imported.")
        raise typer.Exit(errors.FAILED)
    if name and len(armies) > 1:
        raise CommandError(f"There are {len(armies)} armies in it, each with a name: leave --name out.")
    if not all(army.units for army in armies):
        raise CommandError(f"There are no units in {'what was piped in' if file == '-' else file}.")
    if not all(name or army.name for army in armies):
        raise CommandError("What is the army called? Give --name.")
    told = [_take_in(army, name, game, roster) for army in armies]
    for army in told:
        for warning in army["warnings"]:
            errors.say(f"{army['name']}: {warning}" if len(told) > 1 else warning)
    lines = [
        line
        for army in told
        for line in (f"{army['name']}: {army['army']}", f"Saved as {army['id']}: {army['file']}")
    ]
    tell(told[0] if len(told) == 1 else told, lines, as_json=as_json)


def _take_in(army: ArmyList, name: str, game: Ruleset[GameState], roster: Catalogue) -> Table:
    """Save an army; one that has the name of an army of ours gets another one, unless the name was given."""
    taken, called = [one.id for one in roster.armies], name or army.name
    try:
        place = army_file(game.id, called, taken)
    except CommandError:
        if name or not slug(called):
            raise
        called = f"{called} (imported)"
        place = army_file(game.id, called, taken)
    rest = {key: army.rest[key] for key in army.rest if key not in OF_THE_FILE or key == "text"}
    save_army(place, game.id, rest, army.units)
    broken = army_faults(game, roster, {**rest, "name": called, "units": army.units})
    summed = roster.words.army(army.units)
    warnings = [*army.warnings, *broken]
    return {"id": place.id, "name": called, "army": summed, "file": str(place.path), "warnings": warnings}


def give_out(
    ruleset: str,
    army: str,
    form: Literal["text", "csv", "table", "toml", "json"],
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    game = ruleset_named(ruleset)
    roster = game.view.roster()
    row = _army(army, roster)
    units = units_of(row)
    whole = {**row, "ruleset": ruleset}  # so that the file can be checked, and printed, for itself
    if form == "json" or as_json:
        text = as_text(to_jsonable_python(whole)) + "\n"  # TOML knows days and times, JSON does not
    elif form == "toml":
        text = tomli_w.dumps(whole)
    elif form == "csv":
        text = written_table(str(row.get("name") or army), units, roster, row)
    elif form == "table":
        if roster.forms is None:
            raise CommandError(f"{game.title} has no printed table of its own; --as csv is a table.")
        text = roster.forms.table(str(row.get("name") or army), units, row)
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


def _read(file: str, game: Ruleset[GameState], roster: Catalogue, edition: str) -> list[ArmyList]:
    """The armies in a file of any form, with their faults and warnings; raises CommandError or DataError."""
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
        is_table = file.endswith(TABLE)
        return read_armies(text, game, roster, rulesets().values(), table=is_table, edition=edition)
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
        return [ArmyList(faults=[f"This is an army for {title}, not for {game.title}."])]
    row |= {"edition": edition} if edition else {}
    faults = [f"{fault.removesuffix('.')}." for fault in army_faults(game, roster, row, by_rules=False)]
    rest = {key: value for key, value in row.items() if key not in ("name", "units")}
    return [ArmyList(str(row.get("name", "")), units_of(row), rest=rest, faults=faults)]
