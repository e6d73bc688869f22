"""Characters that outlive a game: each has a file of its own, a save like any other, and comes home to it.

A file is written to by one command for each game that its character has come home from. Undoing that game past its
settlement undoes the homecoming as well; nothing in the file is ever erased. Two characters may have files of one name,
in folders of two players: a game knows the file that its character came from, and asks before it writes into another.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeGuard

from vedette.engine.commands import shown
from vedette.engine.data import Row, Table, Words
from vedette.engine.errors import CommandError, JournalError, VedetteError
from vedette.engine.facts import Fact
from vedette.engine.files import is_in, listed
from vedette.engine.ruleset import Career, Ruleset
from vedette.engine.saves import SUFFIX, check_name, make_save_folder, save_folder
from vedette.engine.session import Session, new_session, open_session, read_session
from vedette.engine.state import GameState, S
from vedette.engine.timeline import CommandEntry, Entry

COME_HOME = "come_home"
"""The command by which a file takes over what a game has made of its character."""

MOST_TOLD = 1000
"""Sentences of one game that a file takes over."""

LONGEST_TOLD = 100_000
"""Characters of all those sentences."""


@dataclass(slots=True)
class Homecoming:
    """What came of bringing characters home: what was written or why not, in sentences.

    `failed`: somebody could not be brought home. `strangers` are files that may be another character's, and what is said of each: nothing was written into them.
    """

    said: list[str] = field(default_factory=list)
    strangers: dict[str, str] = field(default_factory=dict)
    failed: bool = False

    @property
    def sentences(self) -> list[str]:
        """All of it."""
        return [*self.said, *self.strangers.values()]


class _StrangerError(CommandError):
    """A file is perhaps not that of the character who wants to come home to it."""


def character_folder() -> Path:
    """Where the characters' files stand: beside the players' games."""
    return save_folder() / "characters"


def character_path(name: str) -> Path:
    """Where a new character's file of that name goes; raises CommandError for a name that is not allowed."""
    return character_folder() / (check_name(name) + SUFFIX)


def character_files() -> dict[str, Path]:
    """All characters' files by their names."""
    return {path.name.removesuffix(SUFFIX): path for path in listed(character_folder(), f"*{SUFFIX}")}


def character_row(ruleset: Ruleset[Any], name: str, row_of: Callable[[Any, str], Table]) -> Table | None:
    """The character of a file as a row of a game file, and where it comes from; None where there is no such file.

    Raises JournalError.
    """
    path = character_files().get(name)
    if path is None:
        return None
    session = read_session({ruleset.id: ruleset}, path)
    origin = {"file": name, "file_mark": game_mark(session), "file_entry": session.timeline.head}
    return next(({**row_of(session.state, unit), **origin} for unit in session.state.units), None)


def is_career(path: Path | None) -> bool:
    """Whether a save is a character's own file."""
    return path is not None and is_in(path, character_folder())


def game_mark(session: Session[GameState]) -> str:
    """What tells one game from all others, whatever its file is called."""
    return f"{session.header.created} {session.header.seed}"


def at_stake(session: Session[GameState]) -> bool:
    """Whether a character of the game has something to bring home to his file."""
    return bool(_settlement(session))


def _settlement(session: Session[GameState]) -> list[Career]:
    """The characters of a settled game, with what they bring home."""
    return [career for career in session.ruleset.careers(session.state) if career.words is not None]


@contextmanager
def syncing(session: Session[GameState], home: Homecoming) -> Iterator[None]:
    """Let something happen in a game, and then its characters come home; what came of it goes into `home`.

    Their files are opened only where they bring home something else than before.
    """
    before = _settlement(session)
    try:
        yield
    finally:
        if _settlement(session) != before:
            brought = sync_characters(session)
            home.said += brought.said
            home.strangers |= brought.strangers
            home.failed |= brought.failed


def sync_characters(session: Session[GameState], known: Collection[str] = ()) -> Homecoming:
    """Make the characters' files agree with the game as it stands; what was written, or why not, in sentences.

    The players have said of the files in `known` that they are those characters', whatever they look like.
    """
    home = Homecoming()
    for career in session.ruleset.careers(session.state):
        name = session.names().get(career.unit, career.unit)
        try:
            with _opened(session.ruleset, career.file) as own:
                home.said += _brought(session, own, career, name, career.file in known)
        except _StrangerError as error:
            home.strangers[career.file] = f"{name} did not come home: {error}"
        except VedetteError as error:
            home.failed = True
            home.said.append(f"{name} did not come home: {error}")
    return home


def _told(session: Session[GameState], unit: str) -> list[str]:
    """What happened to a character, in the sentences of the game's log; the last of it, where it is very much."""
    names = session.names()
    # Finds whole names in a text, the longest first: Ann Lee is not Ann.
    longest_first = sorted(filter(None, names.values()), key=len, reverse=True)
    known = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    facts = (fact for entry in session.timeline.path() for fact in session.facts(entry))
    own = (fact for fact in facts if _is_about(fact, unit, names.get(unit, unit), known))
    told = [fact.sentence(lambda named: names.get(named, named)) for fact in own][-MOST_TOLD:]
    lengths = accumulate(len(sentence) for sentence in reversed(told))
    return told[len(told) - sum(length <= LONGEST_TOLD for length in lengths) :]


def _is_about(fact: Fact, unit: str, name: str, known: re.Pattern[str]) -> bool:
    """Whether a sentence names a unit: by its id, or, as notes and the titles of rolls do, in words of its own."""
    ids: set[str] = set()

    def unnamed(id: str) -> str:
        ids.add(id)
        return "…"

    words = fact.sentence(unnamed)
    return unit in ids or name in known.findall(words)


def _brought(
    session: Session[GameState], own: Session[GameState], career: Career, name: str, known: bool
) -> Iterator[str]:
    """Write into one file what is not there yet, and take back what no longer holds."""
    mark = game_mark(session)
    wanted = None if career.words is None else {**career.words, "do": COME_HOME, "game": mark}
    words = wanted and {**wanted, "told": _told(session, career.unit)}
    written = _written(own, mark)
    if _is_kept(own, written, words):
        return
    if written is None and not known and not _is_file_of(session, own, career):
        raise _StrangerError(
            f"the file {career.file}, made {_made(own)}, is not the one that this game began with."
        )
    if written is not None and written.n == own.timeline.head:
        own.undo()
    if own.timeline.head != career.since and not known:
        raise CommandError(f"the file {career.file} has gone on since the game began, and stays as it is.")
    if words is None:
        yield f"{name}: what this game wrote into their file is undone."
        return
    refused = own.do(words).refusal
    if refused is not None:
        raise CommandError(str(refused))
    yield f"{name}'s file is up to date."


def _is_kept(own: Session[GameState], written: CommandEntry | None, words: Words | None) -> bool:
    """Whether a file holds a homecoming already; where it has gone on since, what was told stays as it was told."""
    if written is None or words is None:
        return written is None and words is None
    gone_on = written.n != own.timeline.head
    kept = written.input.root
    return {**kept, "told": words["told"]} == words if gone_on else kept == words


def _is_file_of(session: Session[GameState], own: Session[GameState], career: Career) -> bool:
    """Whether this is the file that a character joined the game from; games of 0.1.0 know only its name."""
    if career.mark:
        return career.mark == game_mark(own)
    since, entries = career.since, own.timeline.entries
    return 0 < since <= len(entries) and entries[since - 1].time <= session.header.created


def _made(own: Session[GameState]) -> str:
    return str(own.header.created)[:10]


def _written(own: Session[GameState], mark: str) -> CommandEntry | None:
    homecomings = (entry for entry in own.timeline.path() if _is_homecoming(entry))
    return next((entry for entry in homecomings if entry.input.root.get("game") == mark), None)


def _is_homecoming(entry: Entry) -> TypeGuard[CommandEntry]:
    return entry.kind == "command" and entry.input.do == COME_HOME


def new_career(ruleset: Ruleset[S], setup: Row, words: Words, name: str, *, override: str = "") -> Session[S]:
    """A file for a new character: the set-up, and the command that makes him.

    Raises VedetteError, and leaves no file, where there is one already or where he can't be made.
    """
    path = character_path(name)
    if path.exists():
        raise CommandError(f"There is a character’s file {shown(name)} already.")
    session = new_session(ruleset, setup, seed=secrets.randbelow(2**32))
    refused = session.do(words, override=override).refusal
    if refused is not None:
        raise CommandError(str(refused))
    make_save_folder(path.parent)
    session.write_to(path)
    return session


def chronicle(session: Session[GameState]) -> list[tuple[str, str]]:
    """What has happened to a character, as his own file tells: day and sentence; of a game no more than its end."""
    told: list[tuple[str, str]] = []
    for entry in session.timeline.path():
        sentences = session.sentences(entry)
        last = sentences[-1:] if _is_homecoming(entry) else sentences
        told += [(entry.time[:10], sentence) for sentence in last]
    return told


@contextmanager
def _opened(ruleset: Ruleset[GameState], file: str) -> Iterator[Session[GameState]]:
    path = character_files().get(file)
    if path is None:
        raise JournalError(f"there is no file {file} among the characters.")
    own = open_session({ruleset.id: ruleset}, path)
    try:
        yield own
    finally:
        own.close()
