"""The saves and the examples: which there are, and how one is opened to be played, looked at, or begun."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from msgspec import Struct

from vedette.engine import saves
from vedette.engine.data import Row
from vedette.engine.errors import CommandError, JournalError, VedetteError
from vedette.engine.files import is_in, why
from vedette.engine.library import user_folder
from vedette.view.map_files import game_with_maps, new_map

if TYPE_CHECKING:
    from vedette.engine.ruleset import Ruleset
    from vedette.engine.save_cards import SaveCard, SaveCards
    from vedette.engine.session import Session
    from vedette.engine.state import GameState
    from vedette.view.editors import Builder
    from vedette.view.guide import About
    from vedette.view.map_files import OpenedMap
    from vedette.view.sheet import Sheet

LONG = 1024 * 1024
"""Bytes of a save that is slow to open."""


class CharacterFile(Struct, frozen=True):
    """A character's file, and who it is in a line."""

    card: SaveCard
    line: str


class BuilderContext(Struct, frozen=True):
    """What a character is made with."""

    ruleset: Ruleset[GameState]
    builder: Builder[Any]

    def make(self, draft: Any, name: str, reason: str = "") -> Session[GameState]:
        """The character's own file of that name, in play; raises VedetteError."""
        from vedette.campaign import character_path, new_career

        beginning = self.builder.beginning(draft, name)
        with in_a_sentence(character_path(name)):
            return new_career(self.ruleset, beginning.setup, beginning.words, name, override=reason)


class SaveLibrary:
    """All games of one save folder, and the examples.

    The engine is imported where it is needed: the first frame of the screen is there before.
    """

    def __init__(self, rulesets: Mapping[str, Ruleset[GameState]], folder: Path) -> None:
        """Know the rulesets (loaded late) and the players' save folder."""
        self.rulesets = rulesets
        self._folder = folder
        self._paths: WeakKeyDictionary[Session[GameState], Path] = WeakKeyDictionary()

    def warm(self) -> None:
        """Load the games beside the screen while nobody waits for them; quitting does not wait for that either."""
        Thread(target=self._load, daemon=True).start()

    def cards(self) -> list[SaveCard]:
        """Every save in short: the players' own, the latest first, then the examples."""
        with in_a_sentence(self._folder):
            return self._listing.cards(self._folder)

    def check(self) -> Iterator[bool]:
        """Read all lines of the saves that a list knows only by their first and last, one save at a time; whether its card has changed."""
        with in_a_sentence(self._folder):
            yield from self._listing.check(self._folder)

    @cached_property
    def _listing(self) -> SaveCards:
        from vedette.engine.save_cards import KNOWN, SaveCards

        return SaveCards(user_folder() / KNOWN)

    def characters(self) -> list[CharacterFile]:
        """The characters with files of their own."""
        from vedette.campaign import character_files
        from vedette.engine.save_cards import save_card

        cards = [save_card(path) for path in character_files().values()]
        return [CharacterFile(card, card.fault or self._character_line(card.path)) for card in cards]

    def play(self, path: Path) -> Session[GameState]:
        """Open a game to play on; of an example, a copy. Raises VedetteError."""
        from vedette.engine.session import open_session

        with in_a_sentence(path):
            own = saves.playable(path, self._folder)
            session = open_session(self.rulesets, own)
        if own != path and not session.notice:
            session.notice = f"The example stays as it is. This is your copy of it: {own.name}"
        if session.damage:
            session.notice = f"{session.damage} P replays it; Enter there plays on in a copy."
        return self._known(session, own)

    @staticmethod
    def is_long(path: Path) -> bool:
        """Whether a save is slow to open."""
        try:
            return path.stat().st_size > LONG
        except OSError:
            return False

    def look(self, path: Path) -> Session[GameState]:
        """Open a game to look at, whoever plays it. Raises VedetteError."""
        from vedette.engine.session import read_session

        with in_a_sentence(path):
            return self._known(read_session(self.rulesets, path), path)

    def bare(self, path: Path, error: VedetteError) -> Sheet | None:
        """The entries of a save that could not be opened, where they are good and only the game is not to be had."""
        from vedette.engine.save_file import NoGameError
        from vedette.view.bare_lines import bare_sheet, facts_known

        if not isinstance(error, NoGameError):
            return None
        return bare_sheet(path.stem, str(error), error.entries, facts_known(error.entries, self.rulesets))

    def path_of(self, session: Session[GameState]) -> Path:
        """Where the save of a session of this library stands."""
        return self._paths[session]

    def copies(self, session: Session[GameState]) -> bool:
        """Whether a session that is looked at can only be played on in a copy."""
        return bool(session.readonly) and (bool(session.damage) or saves.is_example(self._paths[session]))

    def go_on(
        self, session: Session[GameState], n: int, by: str = "", *, agreed: bool = False
    ) -> Session[GameState]:
        """The game at one of its entries, to be played on from there; raises VedetteError.

        It is the same session where that can be written; else a copy of an example, a copy of the good
        part of a damaged save, or the save that was only looked at. The head of a save that lacks lines of this computer
        stays: the players must accept the save first.
        """
        from vedette.campaign import Homecoming, syncing

        writable = session if not session.readonly else self._writable(session)
        if n != writable.timeline.head and not writable.diverged:
            home = Homecoming()
            try:
                with syncing(writable, home):
                    writable.goto(n, by, agreed=agreed)
                said = " ".join(home.sentences)
                writable.notice = said if writable is session or said else writable.notice
            except BaseException:
                if writable is not session:
                    writable.close()
                raise
        return writable

    def bookmark(self, session: Session[GameState], n: int, note: str) -> Session[GameState]:
        """Put a note to a line of a game that is looked at; returns the game with it. Raises VedetteError."""
        if self.copies(session):
            raise CommandError("This save stays as it is. Enter plays on in a copy, which takes bookmarks.")
        if not session.readonly:
            session.bookmark(n, note)
            return session
        writable = self._writable(session)
        try:
            writable.bookmark(n, note)
        finally:
            writable.close()
        return self.look(self._paths[session])

    def start(self, ruleset: str, setup: Row, name: str, *, practice: bool = False) -> Session[GameState]:
        """Begin a game under a name; `practice` for a first battle. Raises VedetteError."""
        from vedette.engine.session import new_session

        path = self._path(name)
        with in_a_sentence(path):
            saves.make_save_folder(self._folder)
            game, seed = self.rulesets[ruleset], secrets.randbelow(2**32)
            return self._known(new_session(game, setup, seed=seed, path=path, practice=practice), path)

    def first_battles(self) -> dict[str, About]:
        """What the first battle of each ruleset is that brings one, by the ruleset; none of them is loaded."""
        from vedette.view.guide import about_first_battle

        told = {ruleset: about_first_battle(ruleset) for ruleset in self.rulesets}
        return {ruleset: about for ruleset, about in told.items() if about}

    def learn(self, ruleset: str) -> Session[GameState]:
        """The first battle of a ruleset: the one that is not over, else a new one. Raises VedetteError."""
        from vedette.view.guide import read_first_battle

        for card in self.cards():
            if card.practice and card.ruleset == ruleset and not (card.outcome or card.fault or card.example):
                return self.play(card.path)
        game = read_first_battle(self.rulesets[ruleset]).game
        return self.start(ruleset, game, self.free_name(f"practice-{ruleset}"), practice=True)

    def last_ruleset(self) -> str:
        """The ruleset of the game that was played last, else the first one."""
        last = saves.last_ruleset(self._folder)
        return last if last in self.rulesets else next(iter(self.rulesets))

    def new_character(self) -> BuilderContext:
        """What a character is made with; raises CommandError where no game has such."""
        found = next(
            (ruleset for ruleset in self.rulesets.values() if ruleset.view.builder is not None), None
        )
        if found is None or found.view.builder is None:
            raise CommandError("No game here has characters with files of their own.")
        return BuilderContext(found, found.view.builder)

    def new_map(self) -> OpenedMap:
        """What a map is drawn with; raises CommandError where no game has any."""
        return new_map(game_with_maps(self.rulesets))

    def require_own(self, path: Path) -> None:
        """Raises CommandError for a save whose file is not to be touched."""
        if saves.is_example(path):
            raise CommandError("Examples stay as they are.")
        if not is_in(path, self._folder):
            raise CommandError("A character's file keeps its name and place.")

    def rename(self, path: Path, name: str) -> Path:
        """Give a save of the players another name; tells where it is now. Raises VedetteError."""
        self.require_own(path)
        place = self._path(name)
        saves.move_save(path, place)
        return place

    def put_away(self, path: Path) -> Path:
        """Put a save of the players into the bin; tells where it is now. Raises VedetteError."""
        self.require_own(path)
        with in_a_sentence(path):
            return saves.put_away(path)

    def bring_back(self, away: Path, path: Path) -> None:
        """Let a save that was put away stand where it stood. Raises VedetteError."""
        saves.move_save(away, path)

    def name_fault(self, name: str) -> str:
        """Why no new game can have this name; "" where it can."""
        try:
            path = self._path(name)
        except CommandError as error:
            return str(error)
        return f"There is a game {path.stem} already." if path.exists() else ""

    def free_name(self, name: str) -> str:
        """A name that no game has yet: this one, or with a number."""
        number, free = 1, name
        while self._in_folder(free).exists():
            number += 1
            free = f"{name}-{number}"
        return free

    def _load(self) -> None:
        for ruleset in self.rulesets:
            with suppress(Exception):  # whoever opens that game is told what is wrong with it
                self.rulesets[ruleset]

    def _character_line(self, path: Path) -> str:
        """A character in a line, or what is wrong with his file."""
        from vedette.engine.session import read_session

        try:
            session = read_session(self.rulesets, path)
        except VedetteError as error:
            return str(error)
        builder = session.ruleset.view.builder
        return builder.line(session.state) if builder else ""

    def _path(self, name: str) -> Path:
        """Where the save of that name is or would be; raises CommandError for a name that no file should have."""
        return self._in_folder(saves.check_name(name.removesuffix(saves.SUFFIX)))

    def _in_folder(self, name: str) -> Path:
        return self._folder / (name + saves.SUFFIX)

    def _known(self, session: Session[GameState], path: Path) -> Session[GameState]:
        self._paths[session] = path
        return session

    def _writable(self, session: Session[GameState]) -> Session[GameState]:
        """A session of the same game that can be written."""
        path = self._paths[session]
        if saves.is_example(path) or not session.damage:
            return self.play(path)
        with in_a_sentence(path):
            copy = saves.mended_path(path, self._folder)
            saves.mend(session, copy)
            return self.play(copy)


@contextmanager
def in_a_sentence(path: Path) -> Iterator[None]:
    """What the disk refuses is told as an error of ours."""
    try:
        yield
    except OSError as error:
        name = Path(str(error.filename)).name if error.filename else path.name
        raise JournalError(f"{name}: {why(error)}.") from error
