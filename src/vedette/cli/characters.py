"""The commands about characters with files of their own: roster new, sheet, home."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vedette.cli import completing, errors
from vedette.cli.options import AsJson, SaveName, Saves
from vedette.cli.reporting import write_new
from vedette.engine.errors import CommandError, DataError

if TYPE_CHECKING:
    from vedette.engine.ruleset import Ruleset
    from vedette.engine.session import Session
    from vedette.engine.state import GameState
    from vedette.view.builder import Builder
    from vedette.view.sheet import Sheet


def new_character(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the character's file.")],
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The character to build.")],
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset",
            metavar="ID",
            help="The game the character is for.",
            autocompletion=completing.rulesets,
        ),
    ] = None,
    override: Annotated[
        str, typer.Option("--override", metavar="WHY", help="Save it anyway, if all agree.")
    ] = "",
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Make a character with a file of their own; every rule against it at once."""
    from vedette.campaign import new_career
    from vedette.cli.games import ruleset_named
    from vedette.engine.library import read_toml

    game = ruleset_named(ruleset) if ruleset else _with_builder()
    builder, row = _builder(game), read_toml(file)
    faults, summed = judged(builder, row)
    if faults and not override:
        _tell_faults(file, summed, faults, as_json)
        raise typer.Exit(errors.REFUSED)
    beginning = builder.beginning(builder.read(row), name)
    session = new_career(game, beginning.setup, beginning.words, name, override=override)
    try:
        _tell_made(session, builder.line(session.state), as_json)
    finally:
        session.close()


def show_sheet(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A character's file, or any save.")],
    unit: Annotated[
        str | None, typer.Argument(metavar="UNIT", help="Whose sheet, where there are several.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it as a page to be printed.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="With --html: write over a file that is there already.")
    ] = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Print a character's sheet: every value, and why it is what it is."""
    sheet = _sheet_of(name, unit, saves)
    if html is not None:
        from vedette.view.page_templates import sheet_html

        write_new(html, sheet_html(sheet), force=force)
    if as_json:
        from vedette.cli.json_output import print_json
        from vedette.engine.plain import to_plain

        print_json(to_plain(sheet))
    elif html is not None:
        errors.print_line(f"Written: {html}")
    else:
        from vedette.view.sheet import sheet_text

        for line in sheet_text(sheet).splitlines():
            errors.print_line(line)


def come_home(
    save: SaveName,
    into: Annotated[
        list[str] | None,
        typer.Option(
            "--into", metavar="NAME", help="A file that is theirs, though the game began with another."
        ),
    ] = None,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Write what a settled game has made of its characters into their files."""
    from vedette.campaign import Homecoming, at_stake, sync_characters
    from vedette.cli.games import looking, tell_home
    from vedette.engine.commands import shown

    session = looking(save, saves)
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
    if as_json:
        from vedette.cli.json_output import print_json

        print_json({"said": list(said), "strangers": dict(home.strangers)})
    for sentence in () if as_json else said:
        errors.print_line(sentence)
    if home.strangers:
        tell_home(Homecoming(strangers=home.strangers), save)
        raise typer.Exit(errors.REFUSED)


def judged(builder: Builder[Any], row: Mapping[str, Any]) -> tuple[list[str], str]:
    """Every fault of a character as a file has him, and what he comes to in a few words."""
    try:
        draft = builder.read(row)
    except DataError as error:
        return error.faults, "a character"
    summary = builder.summary(draft)
    totals = ", ".join(f"{total.label.lower()} {total.text}" for total in summary.totals)
    return [str(fault) for fault in summary.faults], f"{summary.title}: {totals}"


def list_characters(ruleset: Ruleset[Any], as_json: bool) -> None:
    """The characters' files of a game, each in a line."""
    from vedette.campaign import character_files
    from vedette.engine.errors import VedetteError
    from vedette.engine.session import read_session

    told = []
    for name, path in character_files().items():
        try:
            session = read_session({ruleset.id: ruleset}, path)
            said = _builder(ruleset).line(session.state)
            called = next((unit.name for unit in session.state.units.values()), "")
        except VedetteError as error:
            said, called = str(error), ""
        told.append({"file": name, "name": called, "line": said})
    if as_json:
        from vedette.cli.json_output import print_json

        print_json(told)
        return
    for row in told:
        errors.print_line(f"{row['file']:<20} {row['name']:<28} {row['line']}".rstrip())


def _with_builder() -> Ruleset[Any]:
    """The game whose characters have files of their own."""
    from vedette.registry import rulesets

    return next(game for game in rulesets().values() if game.view.builder is not None)


def _builder(ruleset: Ruleset[Any]) -> Builder[Any]:
    if ruleset.view.builder is None:
        raise CommandError(f"{ruleset.title} has no characters with files of their own.")
    return ruleset.view.builder


def _sheet_of(name: str, unit: str | None, saves: Path | None) -> Sheet:
    """The sheet of the one who is meant, with his history where the save is his own."""
    from vedette.campaign import character_files, chronicle
    from vedette.cli.games import looking
    from vedette.view.sheet import with_history

    own = character_files().get(name)
    session = looking(str(own) if own else name, saves)
    make = session.ruleset.view.sheet
    if make is None:
        raise CommandError(f"{session.ruleset.title} has no sheets.")
    sheet = make(session.state, _unit(session, unit))
    return with_history(sheet, chronicle(session)) if own else sheet


def _unit(session: Session[GameState], unit: str | None) -> str:
    units = session.state.units
    if unit is None and len(units) == 1:
        return str(next(iter(units)))
    if unit is None or unit not in units:
        there = ", ".join(units) or "nobody yet"
        raise CommandError(f"Whose sheet? There are: {there}.")
    return unit


def _tell_faults(file: Path, summed: str, faults: list[str], as_json: bool) -> None:
    if as_json:
        from vedette.cli.json_output import print_json

        print_json({"file": str(file), "character": summed, "faults": faults})
        return
    for fault in faults:
        errors.say(fault)
    errors.say(f"{file.name}: {summed}, {len(faults)} faults")


def _tell_made(session: Session[GameState], line: str, as_json: bool) -> None:
    from vedette.cli.json_output import print_json, told_place

    if as_json:
        print_json({"save": str(session.path), "line": line, **told_place(session)})
        return
    errors.print_line(f"Saved as {session.path}")
    for entry in session.timeline.path():
        for sentence in session.sentences(entry):
            errors.print_line(sentence)
    errors.print_line(line)
