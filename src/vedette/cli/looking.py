"""The commands that only look: state, log, replay, verify."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vedette.cli import errors
from vedette.cli.options import AsJson, Force, Output, SaveName, Saves
from vedette.engine.errors import CommandError
from vedette.engine.system import quoted
from vedette.engine.text import joined

if TYPE_CHECKING:
    from vedette.engine.session import Session
    from vedette.engine.state import GameState
    from vedette.engine.timeline import Entry


def state(
    save: SaveName,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="After entry N; 0 is the set-up.")
    ] = None,
    output: Output = None,
    force: Force = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Print the state as JSON."""
    from vedette.cli.games import looking
    from vedette.cli.json_output import as_text, print_json
    from vedette.cli.reporting import write_new
    from vedette.engine.plain import to_plain

    session = looking(save, saves)
    paths = to_plain(session.paths() if at is None else _paths_at(session, at))
    if output is None:
        print_json(paths)
        return
    write_new(output, as_text(paths) + "\n", force=force)
    errors.print_line(f"Written: {output}")


def show(save: SaveName, saves: Saves = None, as_json: AsJson = False) -> None:
    """Tell where a game stands: who plays, the score, what comes next, and where the save comes from."""
    from vedette.cli.games import looking
    from vedette.engine.save_cards import origin_words

    session = looking(save, saves)
    origin = session.header.origin
    table, timeline = session.ruleset.view.table(session.state, session.request), session.timeline
    last = timeline.entries[-1].time if timeline.entries else session.header.created
    if as_json:
        from vedette.cli.json_output import print_json, told_place

        sides = {side.id: {"name": side.name, "score": side.score} for side in table.sides}
        told = {
            "title": table.title,
            "game": session.ruleset.id,
            "sides": sides,
            "round": session.state.round,
        }
        place = {**told_place(session), "begun": session.header.created, "last": last}
        print_json({**told, **place, "origin": origin.model_dump() if origin else None})
        return
    from vedette.cli.show import Printer

    printer = Printer(session)
    printer.line((table.title, "bold"), f"  {session.ruleset.title}")
    for side in table.sides:
        printer.line(f"  {side.name}", (f"  {side.score}", "bold"))
    lines = f"line {timeline.head}, begun {session.header.created}, last {last}"
    printer.line(f"{table.round}, {lines}" if table.round else lines)
    if origin:
        printer.line(f"{origin_words(session.header.origin)}.")
    if timeline.bookmarks:
        printer.line(f"Bookmarks: {len(timeline.bookmarks)}. To list them: vedette bookmark {quoted(save)}")
    printer.place()


AsCommands = Annotated[
    bool,
    typer.Option("--commands", help="Print lines for a shell that play the game again in a save of its own."),
]


def log(
    save: SaveName,
    undone: Annotated[bool, typer.Option("--all", help="Also what was undone, and the undoing.")] = False,
    since: Annotated[
        int | None, typer.Option("--since", metavar="ROUND", help="From the beginning of that round on.")
    ] = None,
    find: Annotated[
        str, typer.Option("--find", metavar="WORDS", help="Only lines with these words, unit:, rule:, kind:.")
    ] = "",
    saves: Saves = None,
    commands: AsCommands = False,
    as_json: AsJson = False,
) -> None:
    """Tell what happened."""
    from vedette.cli.games import LostGameError, looking

    if commands:
        _refuse_beside_commands({"--all": undone, "--since": since is not None, "--find": find})
    try:
        session = looking(save, saves)
    except LostGameError as error:
        from vedette.cli.lines import tell_lines

        tell_lines(error.lost, as_json)
        raise typer.Exit(errors.FAILED) from error
    if commands:
        _print_commands(session, save, saves, as_json)
        return
    entries = _chosen(session, session.timeline.entries if undone else session.timeline.path(), since, find)
    dead = session.timeline.undone()
    if as_json:
        from vedette.cli.json_output import print_json, told_entry

        print_json([told_entry(session, entry, entry.n in dead) for entry in entries])
        return
    from vedette.cli.show import Printer
    from vedette.view.clock import pause_words, time_spent, time_words

    printer = Printer(session)
    if not entries:
        printer.line("Nothing was found." if find else "Nothing has happened yet.")
    for entry in entries:
        if paused := pause_words(entry):
            printer.line((paused, "dim"), indent=7)
        printer.heading(entry, entry.n in dead)
        for sentence in session.sentences(entry):
            printer.line((sentence, "strike dim" if entry.n in dead else ""), indent=7)
        printer.bookmark(entry)
    spent = time_spent(session)
    if not find and any(spent.values()):
        printer.line(("Time: ", "bold"), time_words(session, spent))


def _refuse_beside_commands(options: Mapping[str, object]) -> None:
    """Raise CommandError where an option was given that would leave lines of the script out, or add some."""
    given = [option for option, value in options.items() if value]
    if given:
        raise CommandError(f"--commands prints a script of the whole game; leave out {joined(given)}.")


def _print_commands(session: Session[GameState], save: str, saves: Path | None, as_json: bool) -> None:
    """Print the lines that play the game again in a save of its own, for a script."""
    from vedette.engine.saves import SUFFIX, find_save, save_folder
    from vedette.view.command_line import command_lines

    again = f"{find_save(save, save_folder(saves)).name.removesuffix(SUFFIX)}-again"
    lines = [f"vedette branch {quoted(save)} 0 -o {quoted(again)}"]
    lines += command_lines(again, session)
    if as_json:
        from vedette.cli.json_output import print_json

        print_json(lines)
        return
    for line in lines:
        errors.print_line(line)


def _chosen(
    session: Session[GameState], entries: Sequence[Entry], since: int | None, find: str
) -> Sequence[Entry]:
    """The entries from a round on that are looked for. Raises CommandError where it was not played, or nothing is offered."""
    from vedette.view.finding import Finder, read_wanted

    if since is not None:
        last = session.state.round
        if since > last:
            raise CommandError(f"Round {since} was not played: the game is in round {last}.")
        entries = [entry for entry in entries if session.state_at(entry.parent).round >= since]
    finder, look = Finder(session), read_wanted(find)
    for field, value in look.marks:
        if not finder.offered(f"{field}:{value}"):
            known = ", ".join(word.partition(":")[2] for word in finder.offered(f"{field}:"))
            raise CommandError(f"Nothing here is {field}:{value}. There is: {known}.")
    return [entry for entry in entries if not look or finder.matches(entry.n, _told(session, entry), look)]


def _told(session: Session[GameState], entry: Entry) -> str:
    """Everything that the log says of an entry."""
    note = session.timeline.bookmarks.get(entry.n, "")
    return " ".join([str(entry.n), session.names().get(entry.who, ""), *session.sentences(entry), note])


def replay(
    save: SaveName,
    at: Annotated[
        int, typer.Option("--at", metavar="N", help="From the action of line N on.", show_default=False)
    ] = 0,
    saves: Saves = None,
    commands: AsCommands = False,
    as_json: AsJson = False,
) -> None:
    """Go through the game as it was played."""
    from vedette.cli.games import looking

    if commands:
        _refuse_beside_commands({"--at": at})
    session = looking(save, saves)
    if commands:
        _print_commands(session, save, saves, as_json)
        return
    played = list(_commands(session, at))
    if as_json:
        from vedette.cli.json_output import print_json, told_entry

        print_json(
            [
                {"moment": moment, "entries": [told_entry(session, entry) for entry in entries]}
                for moment, entries in played
            ]
        )
        return
    from vedette.cli.show import Printer

    printer, before = Printer(session), ""
    for moment, entries in played:
        if moment != before:
            printer.line((f"── {moment} ──", "bold cyan"))
            before = moment
        printer.heading(entries[0])
        for entry in entries:
            printer.facts(entry, indent=7)
            printer.bookmark(entry)
    printer.place()


def verify(
    save: SaveName,
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="With --receipt: one that was written down.")
    ] = None,
    receipt: Annotated[
        bool,
        typer.Option(
            "--receipt",
            help="Print a receipt to write down; with CODE, say whether the game still leads through it.",
        ),
    ] = False,
    saves: Saves = None,
    as_json: AsJson = False,
) -> None:
    """Check a save, and judge it by today's rules."""
    if receipt:
        _receipt(save, saves, code, as_json)
        return
    if code is not None:
        raise CommandError("A receipt is checked with --receipt.")
    from vedette.cli.games import looking
    from vedette.cli.verifying import differences
    from vedette.engine.plain import to_plain
    from vedette.engine.saves import find_save, save_folder
    from vedette.view.undone import undone_by, undone_lines

    session = looking(save, saves)
    damage = session.damage
    found = differences(session, find_save(save, save_folder(saves)))
    undone = undone_by(session)
    if as_json:
        from vedette.cli.json_output import print_json

        told = [{"n": difference.n, "text": difference.text} for difference in found]
        entries = len(session.timeline.entries)
        counted = {side: to_plain(one) for side, one in undone.items()}
        print_json({"entries": entries, "damage": damage, "differences": told, "undone": counted})
    else:
        from vedette.cli.show import Printer

        printer = Printer(session)
        for difference in found:
            printer.line((f"{difference.n:>5}  ", "dim"), difference.text)
        for line in undone_lines(undone, session.names()):
            printer.line(line)
        printer.line(f"{len(session.timeline.entries)} entries, {len(found)} differences")
    if found or damage:
        raise typer.Exit(errors.FAILED)


def _receipt(save: str, saves: Path | None, code: str | None, as_json: bool) -> None:
    """Print the receipt of a save as it stands, or check one."""
    from vedette.cli.games import read_save
    from vedette.cli.json_output import print_json
    from vedette.engine.receipts import Receipt

    found = read_save(save, saves)
    given = Receipt.of(found) if code is None else Receipt.read(code)
    holds = given.holds(found)
    if as_json:
        print_json({"receipt": str(given), "entry": given.n, "holds": holds})
    elif code is None:
        typer.echo(given)
    elif holds:
        typer.echo(f"The game still leads through entry {given.n}; nothing up to there was changed.")
    elif given.n > len(found.entries):
        typer.echo(f"The game does not lead through it: it ends at entry {len(found.entries)}.")
    else:
        typer.echo(f"The game does not lead through it: something up to entry {given.n} is not as it was.")
    if not holds or (code is None and found.damage):
        raise typer.Exit(errors.FAILED)


def _paths_at(session: Session[GameState], n: int) -> dict[str, Any]:
    """The state after an entry; `pending` is what the game waited for then."""
    timeline = session.timeline
    if not 0 <= n <= len(timeline.entries):
        raise CommandError(f"There is no entry {n}: the last one is {len(timeline.entries)}.")
    n = timeline.place(n)
    paths = session.ruleset.paths(session.state_at(n))
    waits = timeline.entry(n).waits if n else ""
    return {**paths, "readings": session.readings, "pending": waits or paths["pending"]}


def _commands(session: Session[GameState], at: int) -> Iterator[tuple[str, list[Entry]]]:
    """Each command on the way to the head with the answers to it, and the moment in which it was given, from that of a line on."""
    path = session.timeline.path()
    last = path[-1].n if path else 0
    if not 0 <= at <= last:
        raise CommandError(f"There is no line {at} in this game: the last one is {last}.")
    group: list[Entry] = []
    for entry in path:
        if entry.kind == "command" and group:
            if group[-1].n >= at:
                yield _moment(session, group[0]), group
            group = []
        group.append(entry)
    if group:
        yield _moment(session, group[0]), group


def _moment(session: Session[GameState], command: Entry) -> str:
    return session.ruleset.view.position(session.state_at(command.parent))
