"""The commands that only look: state, show, log, replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import typer

from vedette.cli import errors
from vedette.cli.games import LostGameError, looking
from vedette.cli.json_output import as_text, print_json, tell, told_entry, told_place
from vedette.cli.lines import tell_lines
from vedette.cli.output import print_line, write_new
from vedette.cli.show import Printer
from vedette.engine.errors import CommandError
from vedette.engine.plain import to_plain
from vedette.engine.save_cards import origin_words
from vedette.engine.saves import SUFFIX, find_save, save_folder
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.system import quoted
from vedette.engine.text import joined
from vedette.engine.timeline import Entry
from vedette.view.clock import pause_words, time_spent, time_words
from vedette.view.command_line import command_lines
from vedette.view.log_search import Finder, read_wanted


def state(save: str, at: int | None, output: Path | None, force: bool, as_json: bool) -> None:
    session = looking(save)
    timeline, paths = session.timeline, session.paths()
    if at is not None:
        if not 0 <= at <= len(timeline.entries):
            raise CommandError(f"There is no entry {at}: the last one is {len(timeline.entries)}.")
        at = timeline.place(at)
        paths = {**session.ruleset.paths(session.state_at(at)), "readings": session.readings}
        waits = timeline.entry(at).waits if at else ""  # what the game waited for then
        paths["pending"] = waits or paths["pending"]
    paths = session.ruleset.view.open_paths(session.state, to_plain(paths))
    if output is None:
        print_json(paths)
        return
    write_new(output, as_text(paths) + "\n", force=force)
    print_line(f"Written: {output}")


def show(save: str, as_json: bool) -> None:
    session = looking(save)
    origin = session.header.origin
    table, timeline = session.ruleset.view.table(session.state, session.request), session.timeline
    last = timeline.entries[-1].time if timeline.entries else session.header.created
    if as_json:
        sides = {
            side.id: {"name": side.name, "score": side.score, "ended": side.ended} for side in table.sides
        }
        told = {
            "title": table.title,
            "game": session.ruleset.id,
            "sides": sides,
            "round": session.state.round,
        }
        place = {**told_place(session), "begun": session.header.created, "last": last}
        print_json({**told, **place, "origin": origin.model_dump() if origin else None})
        return
    printer = Printer(session)
    printer.line((table.title, "bold"), f"  {session.ruleset.title}")
    for side in table.sides:
        printer.line(f"  {side.name}", (f"  {side.told}", "bold"))
    lines = f"line {timeline.head}, begun {session.header.created}, last {last}"
    printer.line(f"{table.round}, {lines}" if table.round else lines)
    if origin:
        printer.line(f"{origin_words(session.header.origin)}.")
    if timeline.bookmarks:
        printer.line(f"Bookmarks: {len(timeline.bookmarks)}. To list them: vedette bookmark {quoted(save)}")
    printer.place()


def log(save: str, undone: bool, since: int | None, find: str, commands: bool, as_json: bool) -> None:
    if commands:
        _refuse_beside_commands({"--all": undone, "--since": since is not None, "--find": find})
    try:
        session = looking(save)
    except LostGameError as error:
        tell_lines(error.lost, as_json)
        raise typer.Exit(errors.FAILED) from error
    if commands:
        _print_commands(session, save, as_json)
        return
    entries = _chosen(session, session.timeline.entries if undone else session.timeline.path(), since, find)
    dead = session.timeline.undone()
    if as_json:
        print_json([told_entry(session, entry, entry.n in dead) for entry in entries])
        return
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


def _print_commands(session: Session[GameState], save: str, as_json: bool) -> None:
    """Print the lines that play the game again in a save of its own, for a script."""
    again = f"{find_save(save, save_folder()).name.removesuffix(SUFFIX)}-again"
    lines = [f"vedette branch {quoted(save)} 0 -o {quoted(again)}"]
    lines += command_lines(again, session)
    tell(lines, lines, as_json=as_json)


def _chosen(
    session: Session[GameState], entries: Sequence[Entry], since: int | None, find: str
) -> Sequence[Entry]:
    """The entries from a round on that are looked for. Raises CommandError where it was not played, or nothing is offered."""
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
    return [entry for entry in entries if not look or finder.matches([entry.n], _told(session, entry), look)]


def _told(session: Session[GameState], entry: Entry) -> str:
    note = session.timeline.bookmarks.get(entry.n, "")
    return " ".join([str(entry.n), session.names().get(entry.who, ""), *session.sentences(entry), note])


def replay(save: str, at: int, commands: bool, as_json: bool) -> None:
    if commands:
        _refuse_beside_commands({"--at": at})
    session = looking(save)
    if commands:
        _print_commands(session, save, as_json)
        return
    played = list(_commands(session, at))
    if as_json:
        told = ((moment, [told_entry(session, entry) for entry in entries]) for moment, entries in played)
        print_json([{"moment": moment, "entries": entries} for moment, entries in told])
        return
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


def _commands(session: Session[GameState], at: int) -> Iterator[tuple[str, Sequence[Entry]]]:
    """Each command on the way to the head with the answers to it, and the moment in which it was given, from that of a line on."""
    way = session.played.way()
    last = way[-1].n if way else 0
    if not 0 <= at <= last:
        raise CommandError(f"There is no line {at} in this game: the last one is {last}.")
    for played in way:
        if played.n >= at:
            yield session.ruleset.view.position(session.state_at(played.command.parent)), played.entries
