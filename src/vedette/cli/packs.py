"""The commands about packs of house profiles: add, list, remove."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from vedette.cli import errors
from vedette.cli.json_output import print_json, tell
from vedette.cli.output import print_line
from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.library import left_out
from vedette.registry import rulesets
from vedette.view.pack_files import Pack, PackChange, changes, open_pack, packs_of, remove_pack, save_pack

WORDS = {"new": "new", "replaces": "replaces", "changes": "changes", "same": "as before", "gone": "gone"}
"""What comes of an entry, as it is told."""


def add_pack(file: Path, yes: bool, as_json: bool) -> None:
    games = rulesets()
    pack = open_pack(file, games)
    game = games[pack.ruleset]
    if as_json:
        found = changes(game, pack)
        is_new = any(change.what != "same" for change in found)
        taken = save_pack(pack) if is_new and yes else None
        told = [{"id": one.id, "kind": one.kind.one, "what": one.what, "how": one.how} for one in found]
        print_json(
            {"name": pack.name, "ruleset": pack.ruleset, "file": taken and str(taken), "changes": told}
        )
        return
    print_line(f"{pack.name}, for {game.title}: {_count(pack)}")
    if pack.text:
        print_line(pack.text)
    own = next((one.name for one in packs_of(pack.ruleset) if one.id == pack.id), None)
    if own is not None:
        print_line(f"It comes in place of your pack {own}.")
    found = changes(game, pack)
    for change in found:
        print_line(_told(change))
    if all(change.what == "same" for change in found):
        print_line("You have this pack already.")
        return
    if not (yes or _agreed()):
        errors.say("Nothing imported.")
        raise typer.Exit(errors.FAILED)
    print_line(f"Added: {save_pack(pack)}")


def list_packs(as_json: bool) -> None:
    found = [pack for ruleset in rulesets() for pack in packs_of(ruleset)]
    for sentence in (sentence for ruleset in rulesets() for sentence in left_out(ruleset)):
        errors.say(sentence)
    told = [
        {"id": pack.id, "name": pack.name, "ruleset": pack.ruleset, "path": str(pack.path), **pack.tables}
        for pack in found
    ]
    lines = [f"{pack.id:<20} {pack.ruleset:<16} {pack.name}: {_count(pack)}" for pack in found]
    tell(told, lines or ["No packs yet: vedette pack add FILE takes one in."], as_json=as_json)


def remove(name: str, ruleset: str | None, as_json: bool) -> None:
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
    binned = f"{found[0].name} is in the bin: {place}"
    tell({"name": found[0].name, "file": str(place)}, [binned], as_json=as_json)


def _count(pack: Pack) -> str:
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
