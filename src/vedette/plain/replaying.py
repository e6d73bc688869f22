"""A game from its beginning, line by line; nothing of it changes."""

from __future__ import annotations

from collections.abc import Callable

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.figures import read_whole
from vedette.plain.speech import spoken_sentence
from vedette.plain.table import PlainTable
from vedette.plain.telling import card_line, fact_lines, place_line
from vedette.plain.words import Dialogue, Word, by_name
from vedette.view.replay_cursor import ReplayCursor

Step = Callable[[ReplayCursor], bool]
"""Goes somewhere; false where that is nowhere."""


class ReplayTalk(Dialogue):
    """A replay; `play_from` is the line from which they want to go on, None where they only looked."""

    def __init__(self, table: PlainTable, rest: str = "") -> None:
        """Begin with the set-up, or with a line."""
        super().__init__(table.talk)
        self.table = table
        self.cursor = ReplayCursor(table.session)
        self.play_from: int | None = None
        self.cursor.go(0) if (line := read_whole(rest)) is None else self.cursor.jump(line)

    def hold(self) -> None:
        self.talk.say("Enter goes on; back, round, loss, a line's number, cards, help, and stop.")
        self.tell()
        super().hold()

    def take(self, line: str) -> None:
        """The number of a line, or Enter for the next one."""
        n = read_whole(line)
        if line and n is None:
            raise CommandError(f"“{shown(line)}” is no way through the replay.")
        self.go(lambda cursor: cursor.step(1) if n is None else cursor.jump(n))

    def go(self, step: Step) -> None:
        if step(self.cursor):
            self.tell()
        else:
            self.talk.say("There is no more.")

    def tell(self) -> None:
        session, entry = self.table.session, self.cursor.frame.entry
        if entry is None:
            self.talk.say("The set-up.", place_line(session.ruleset.view.table(self.cursor.state, None)))
            return
        self.talk.say(f"Line {entry.n}. {spoken_sentence(self.cursor.moment)}")
        words = session.ruleset.view.story
        self.talk.say(*fact_lines(session.facts(entry), self.table.controller.name, words, asked=False))
        note = session.timeline.bookmarks.get(entry.n)
        self.talk.say(spoken_sentence(f"Bookmark: {note}") if note else "")

    def cards(self, rest: str) -> None:
        self.talk.say(*map(card_line, self.table.session.ruleset.view.table(self.cursor.state, None).cards))

    def undone(self, rest: str) -> None:
        self.cursor.flip_audit()
        self.talk.say("Undone lines are told too." if self.cursor.audit else "Undone lines are left out.")

    def play(self, rest: str) -> None:
        self.play_from = self.cursor.frame.place
        self.over = True

    def stop(self, rest: str) -> None:
        self.over = True


def _by(move: Callable[[ReplayCursor, int], bool]) -> Callable[[ReplayTalk, str], None]:
    def done(replay: ReplayTalk, rest: str) -> None:
        if rest not in ("", "back"):
            raise CommandError("Say the word alone to go on, or with back behind it.")
        if move in (ReplayCursor.by_round, ReplayCursor.by_loss):
            replay.cursor.go_on()  # plain mode has no idle time between keys to find them
        replay.go(lambda cursor: move(cursor, -1 if rest else 1))

    return done


ReplayTalk.words = by_name(
    (
        Word("back", "", "the line before; Enter is the next one.", lambda replay, rest: replay.go(lambda cursor: cursor.step(-1))),
        Word("activation", "[back]", "the next activation, or the one before.", _by(ReplayCursor.by_moment)),
        Word("round", "[back]", "the next round, or the one before.", _by(ReplayCursor.by_round)),
        Word("loss", "[back]", "the next loss, or the one before.", _by(ReplayCursor.by_loss)),
        Word("bookmark", "[back]", "the next bookmark, or the one before.", _by(ReplayCursor.by_bookmark)),
        Word("end", "", "the last line.", lambda replay, rest: replay.go(lambda cursor: cursor.go(len(cursor.frames)))),
        Word("undone", "", "tell the undone lines as well, or leave them out.", ReplayTalk.undone),
        Word("cards", "", "every unit as it stood.", ReplayTalk.cards),
        Word("play", "", "play on from this line; nothing is erased.", ReplayTalk.play),
        Word("stop", "", "leave the replay.", ReplayTalk.stop),
        Word("cancel", "", "the same.", ReplayTalk.stop),
        Word("help", "[WORD]", "these words.", ReplayTalk.help),
    )
)  # fmt: skip
