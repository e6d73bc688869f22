"""The commands about characters with files of their own: roster new, sheet, home."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from vedette.campaign import Homecoming, at_stake, character_files, chronicle, new_career, sync_characters
from vedette.cli import errors
from vedette.cli.games import looking, ruleset_named, tell_home
from vedette.cli.json_output import print_json, tell, told_place
from vedette.cli.output import write_new
from vedette.engine.commands import shown
from vedette.engine.data import Row
from vedette.engine.errors import CommandError, DataError, VedetteError
from vedette.engine.library import read_toml
from vedette.engine.plain import to_plain
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session, read_session
from vedette.engine.state import GameState
from vedette.kit.words import count
from vedette.registry import rulesets
from vedette.view.editors import Builder
from vedette.view.page_templates import sheet_html
from vedette.view.sheet import sheet_text, with_history


def new_character(name: str, file: Path, ruleset: str | None, override: str, as_json: bool) -> None:
    builds = (one for one in rulesets().values() if one.view.builder is not None)
    game = ruleset_named(ruleset) if ruleset else next(builds)
    builder, row = _builder(game), read_toml(file)
    faults, summed = judged(builder, row)
    if faults and not override:
        if as_json:
            print_json({"file": str(file), "character": summed, "faults": faults})
        else:
            for line in (*faults, f"{file.name}: {summed}, {count(len(faults), 'fault')}"):
                errors.say(line)
        raise typer.Exit(errors.REFUSED)
    beginning = builder.beginning(builder.read(row), name)
    session = new_career(game, beginning.setup, beginning.words, name, override=override)
    try:
        line = builder.line(session.state)
        told = {"save": str(session.path), "line": line, **told_place(session)}
        happened = (said for entry in session.timeline.path() for said in session.sentences(entry))
        tell(told, (f"Saved as {session.path}", *happened, line), as_json=as_json)
    finally:
        session.close()


def show_sheet(name: str, unit: str | None, html: Path | None, force: bool, as_json: bool) -> None:
    own = character_files().get(name)
    session = looking(str(own) if own else name)
    make = session.ruleset.view.sheet
    if make is None:
        raise CommandError(f"{session.ruleset.title} has no sheets.")
    sheet = make(session.state, _unit(session, unit))
    if own:
        sheet = with_history(sheet, chronicle(session))
    if html is not None:
        write_new(html, sheet_html(sheet), force=force)
    lines = sheet_text(sheet).splitlines() if html is None else [f"Written: {html}"]
    tell(to_plain(sheet), lines, as_json=as_json)


def come_home(save: str, into: list[str] | None, as_json: bool) -> None:
    session = looking(save)
    if not session.ruleset.careers(session.state):
        raise CommandError("Nobody in this game has a file of their own.")
    files = {career.file for career in session.ruleset.careers(session.state)}
    for name in into or ():
        if name not in files:
            raise CommandError(
                f"Nobody in this game has a file {shown(name)}. There is: {', '.join(sorted(files))}."
            )
    home = sync_characters(session, into or ())
    nothing = "Everything is written already." if at_stake(session) else "The game is not settled yet."
    said = home.said or ([] if home.strangers else [nothing])
    tell({"said": list(said), "strangers": dict(home.strangers)}, said, as_json=as_json)
    if home.strangers:
        tell_home(Homecoming(strangers=home.strangers), save)
        raise typer.Exit(errors.REFUSED)


def judged(builder: Builder[Any], row: Row) -> tuple[list[str], str]:
    """Every fault of a character as a file has him, and what he comes to in a few words."""
    try:
        draft = builder.read(row)
    except DataError as error:
        return error.faults, "a character"
    summary = builder.summary(draft)
    totals = ", ".join(f"{total.label.lower()} {total.text}" for total in summary.totals)
    return [str(fault) for fault in summary.faults], f"{summary.title}: {totals}"


def list_characters(ruleset: Ruleset[GameState], as_json: bool) -> None:
    told = []
    for name, path in character_files().items():
        try:
            session = read_session({ruleset.id: ruleset}, path)
            said = _builder(ruleset).line(session.state)
            called = next((unit.name for unit in session.state.units.values()), "")
        except VedetteError as error:
            said, called = str(error), ""
        told.append({"file": name, "name": called, "line": said})
    lines = (f"{row['file']:<20} {row['name']:<28} {row['line']}".rstrip() for row in told)
    tell(told, lines, as_json=as_json)


def _builder(ruleset: Ruleset[GameState]) -> Builder[Any]:
    if ruleset.view.builder is None:
        raise CommandError(f"{ruleset.title} has no characters with files of their own.")
    return ruleset.view.builder


def _unit(session: Session[GameState], unit: str | None) -> str:
    units = session.state.units
    if unit is None and len(units) == 1:
        return str(next(iter(units)))
    if unit is None or unit not in units:
        there = ", ".join(units) or "nobody yet"
        raise CommandError(f"Whose sheet? There are: {there}.")
    return unit
