"""The commands about packs of house profiles: add, list, remove."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vedette.cli import completing, errors
from vedette.cli.options import AsJson
from vedette.engine.errors import CommandError

if TYPE_CHECKING:
    from vedette.view.pack_files import Pack, PackChange

packs = typer.Typer(help="House profiles as files to send: take one in, list, remove.", no_args_is_help=True)

WORDS = {"new": "new", "replaces": "replaces", "changes": "changes", "same": "as before", "gone": "gone"}
"""What comes of an entry, as it is told."""


@packs.command("add")
def add_pack(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A pack that somebody sent you.")],
    yes: Annotated[
        bool, typer.Option("--yes", help="Take it in without asking; needed with --json.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Take in a pack, after showing what it changes; one with a fault is not taken in."""
    from vedette.registry import rulesets
    from vedette.view.pack_files import changes, open_pack, packs_of, save_pack

    games = rulesets()
    pack = open_pack(file, games)
    game = games[pack.ruleset]
    if as_json:
        from vedette.cli.json_output import print_json

        found = changes(game, pack)
        is_new = any(change.what != "same" for change in found)
        taken = save_pack(pack) if is_new and yes else None
        told = [{"id": one.id, "kind": one.kind.one, "what": one.what, "how": one.how} for one in found]
        print_json(
            {"name": pack.name, "ruleset": pack.ruleset, "file": taken and str(taken), "changes": told}
        )
        return
    errors.print_line(f"{pack.name}, for {game.title}: {_count(pack)}")
    if pack.text:
        errors.print_line(pack.text)
    own = next((one.name for one in packs_of(pack.ruleset) if one.id == pack.id), None)
    if own is not None:
        errors.print_line(f"It comes in place of your pack {own}.")
    found = changes(game, pack)
    for change in found:
        errors.print_line(_told(change))
    if all(change.what == "same" for change in found):
        errors.print_line("You have this pack already.")
        return
    if not (yes or _agreed()):
        errors.say("Nothing was taken in.")
        raise typer.Exit(errors.FAILED)
    errors.print_line(f"Taken in: {save_pack(pack)}")


@packs.command("list")
def list_packs(as_json: AsJson = False) -> None:
    """List your packs, with what they hold."""
    from vedette.engine.library import left_out
    from vedette.registry import rulesets
    from vedette.view.pack_files import packs_of

    found = [pack for ruleset in rulesets() for pack in packs_of(ruleset)]
    for sentence in (sentence for ruleset in rulesets() for sentence in left_out(ruleset)):
        errors.say(sentence)
    if as_json:
        from vedette.cli.json_output import print_json

        told = (
            {"id": pack.id, "name": pack.name, "ruleset": pack.ruleset, "path": str(pack.path), **pack.tables}
            for pack in found
        )
        print_json(list(told))
        return
    for pack in found:
        errors.print_line(f"{pack.id:<20} {pack.ruleset:<16} {pack.name}: {_count(pack)}")
    if not found:
        errors.print_line("No packs yet: vedette pack add FILE takes one in.")


@packs.command("remove")
def remove(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A pack, as `vedette pack list` has it.")],
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset",
            metavar="ID",
            help="Its game, where two have one of that name.",
            autocompletion=completing.rulesets,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put a pack into the bin; games that were begun with it keep what they use."""
    from vedette.engine.commands import shown
    from vedette.registry import rulesets
    from vedette.view.pack_files import packs_of, remove_pack

    found = [
        pack
        for game in rulesets()
        if ruleset in (None, game)
        for pack in packs_of(game)
        if name in (pack.id, pack.name)
    ]
    if not found:
        raise CommandError(f"There is no pack {shown(name)}.")
    if len(found) > 1:
        games = " and ".join(pack.ruleset for pack in found)
        raise CommandError(f"There is one for {games}: say which with --ruleset.")
    place = remove_pack(found[0].ruleset, found[0].path.stem)
    if as_json:
        from vedette.cli.json_output import print_json

        print_json({"name": found[0].name, "file": str(place)})
        return
    errors.print_line(f"{found[0].name} is in the bin: {place}")


def _count(pack: Pack) -> str:
    """How many entries of each kind it has."""
    from vedette.registry import rulesets

    kinds = {kind.table: kind for kind in rulesets()[pack.ruleset].view.packs()}
    held = ((len(rows), kinds[table]) for table, rows in pack.tables.items() if rows and table in kinds)
    return (
        ", ".join(f"{number} {kind.one if number == 1 else kind.many}" for number, kind in held) or "nothing"
    )


def _told(change: PackChange) -> str:
    """An entry in a line: what becomes of it, and how."""
    line = f"  {WORDS[change.what]:<9} {change.kind.one} {change.name} ({change.id})"
    return f"{line}: {change.how}" if change.how else line


def _agreed() -> bool:
    """Whether the player says yes; raises CommandError where nobody can be asked."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError("Nobody can be asked here: add --yes to take it in.")
    try:
        return input("Take it in? y/n ").strip().lower() in ("y", "yes")
    except EOFError:
        return False
