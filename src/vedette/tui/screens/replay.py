"""A game once more: by lines, activations and rounds, in both directions, or by itself."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from vedette.controller import NOTHING, Feedback
from vedette.engine.errors import VedetteError
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import HeadEntry
from vedette.engine.times import moment
from vedette.pages.consent import take_back
from vedette.pages.model import Confirm
from vedette.save_library import SaveLibrary
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import BOTH_WAYS, REPLAY, bindings
from vedette.tui.messages import OpenHelp
from vedette.tui.questions import carry_out
from vedette.tui.scenes import plain_scene
from vedette.tui.screens.dialogs import ask_bookmark
from vedette.tui.sides import Sides, initials, roles
from vedette.tui.table_controller import losses, steady
from vedette.tui.text import Said, clean
from vedette.tui.widgets.aftermath_panel import AftermathPanel
from vedette.tui.widgets.dice_panel import RollsPanel, StoryPanel
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.head import HeadView, PromptText
from vedette.tui.widgets.panel_host import Panel, PanelHost
from vedette.tui.widgets.scrubber import Position, Scrubber
from vedette.tui.widgets.short_log import ACTIONS_TOLD
from vedette.tui.widgets.table_layout import TableLayout
from vedette.view.action_log import ActionLog, given
from vedette.view.log_rows import LogRows
from vedette.view.loss_impact import UnitLoss
from vedette.view.replay_cursor import ReplayCursor
from vedette.view.signs import GONE
from vedette.view.undo_summary import moved_words
from vedette.view.vocabulary import Table

SPEEDS = (("¼", 4.0), ("½", 2.0), ("1", 1.0), ("2", 0.5), ("4", 0.25), ("10", 0.1))
"""How fast it runs by itself: what is shown, and seconds a line."""

USUAL = 2

SHORT = 500
"""Most lines of a game that is read at once."""

SLICE, BREATH = 0.03, 0.01
"""Seconds of reading at a time, and between."""


def _bindings() -> Iterator[BindingType]:
    """The keys of the table; of those that go both ways the first half goes back."""
    yield from bindings(key for key in REPLAY.keys if key.id not in BOTH_WAYS)
    for key in map(REPLAY.__getitem__, BOTH_WAYS):
        half = len(key.keys) // 2
        for keys, way in ((key.keys[:half], -1), (key.keys[half:], 1)):
            yield Binding(",".join(keys), f"{key.id}({way})", key.label, show=False)


class ReplayScreen(BaseScreen[Session[GameState] | None]):
    """Dismissed with the session to play on with, or with None."""

    AUTO_FOCUS = "PanelHost"
    DEFAULT_CSS = """
    ReplayScreen {
        &.tall Scrubber { height: 8; margin-bottom: 1; }
        & #middle ShortLog { max-height: 0; }
        & #middle.mapped ShortLog { max-height: 100%; }
    }
    """
    VERTICAL_BREAKPOINTS = [(36, "tall")]
    BINDINGS = list(_bindings())

    def __init__(self, session: Session[GameState], library: SaveLibrary, at: int = 0) -> None:
        """Look at a session: from line `at`, else from its beginning, or at one that is played from where it stands."""
        super().__init__()
        self._library = library
        self._take(session)
        if at:
            self._cursor.jump(at)
        elif session.readonly:
            self._cursor.go(0)
        self._speed = USUAL
        self._is_read = False
        self._timer: Timer | None = None

    def _take(self, session: Session[GameState]) -> None:
        self._session = session
        self._cursor = ReplayCursor(session)
        self._table: Table = session.ruleset.view.table(self._cursor.state, None)
        self._roles = roles(self._table.sides)
        names = {side.id: side.name for side in self._table.sides}
        self._sides = Sides(names, self._roles, session.ruleset.view.story)
        self._log = ActionLog(session)

    def compose(self) -> ComposeResult:
        yield TableLayout()
        yield Scrubber()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(REPLAY, board=self._table.board is not None)
        self._begin()
        self._show(Feedback(self._session.damage, "warn"))

    def _begin(self) -> None:
        """Read a short game at once, and a long one in the background."""
        self._is_read = False
        self.workers.cancel_group(self, "reading")
        if len(self._session.timeline.entries) <= SHORT:
            self._cursor.go_on()
            self._is_read = True
        else:
            self._read()

    @work(group="reading")
    async def _read(self) -> None:
        cursor = self._cursor
        while not cursor.go_on(perf_counter() + SLICE):
            self._show_head()
            self._show_position()
            await sleep(BREATH)
        self._is_read = True
        self._show(Feedback(self._session.damage, "warn"))

    def _show(self, said: Feedback = NOTHING) -> None:
        cursor, session = self._cursor, self._session
        self._table = steady(session.ruleset.view.table(cursor.state, None), self._table)
        self._show_head(said)
        self.query_one(PanelHost).show(REPLAY, self._story())
        layout, board = self.query_one(TableLayout), self._table.board
        layout.show_order(self._table, self._roles, self._table.active)
        layout.show_scene(plain_scene(board, self._roles, self._table.active) if board else None)
        if board:
            actions = self._log.last(ACTIONS_TOLD, cursor.frame.n)
            layout.show_log(actions, self._roles, initials(self._sides.names))
        details = partial(session.ruleset.view.details, cursor.state)
        layout.show_walls(self._table, self._table.active, details=details)
        self._show_position()

    def _story(self) -> Panel:
        """What came of the line: its rolls and losses as at the table, else its sentences; and its bookmark."""
        cursor, session = self._cursor, self._session
        n, entry = cursor.frame.n, cursor.frame.entry
        told: Sequence[str] = session.sentences(entry) if entry else ()
        if isinstance(entry, HeadEntry):
            told = [moved_words(session, entry)]
        rolls = RollsPanel(cursor.rolls, self._sides) if cursor.rolls else None
        played = session.played.at(n) if entry and entry.is_place else None
        panel: Panel | None = rolls
        if played and played.n == n and (lost := self._losses(played.command.parent)):
            panel = AftermathPanel(rolls, lost, self._log.line(played), self._roles)
        note = session.timeline.bookmarks.get(n, "")
        number = cursor.bookmarks.index(cursor.at) + 1 if note and cursor.at in cursor.bookmarks else 0
        return StoryPanel(told, panel, note, number)

    def _losses(self, before: int) -> Sequence[UnitLoss]:
        view, state = self._session.ruleset.view, self._session.state_at(before)
        return losses({card.id: card for card in view.table(state, None).cards}, self._table)

    def _show_head(self, said: Feedback = NOTHING) -> None:
        """Which line this is and what it does, in a row that is nobody's; what it brought; the score."""
        cursor, session = self._cursor, self._session
        entry = cursor.frame.entry
        played = session.played.at(entry.n) if entry and entry.is_place else None
        who = played.command.who if played else entry.who if entry else ""
        line = self._log.line(played) if played else None
        done = line.results[0].text if line and line.results else given(session, entry) if entry else ""
        speed = f"×{SPEEDS[self._speed][0]}, {'runs' if self._timer else 'stopped'}"
        speed = f"undone lines too   {speed}" if cursor.audit else speed
        speed = speed if self._is_read else f"reading {cursor.share:.0%}   {speed}"
        left: list[Said] = [(" Replay", "brand"), ("   line ", "dim"), (str(cursor.frame.n), "strong")]
        left += [(f" of {cursor.frames[-1].n}   ", "dim")]
        name = self._sides.names.get(who, "")
        does = f"{name}: {done}" if name and done and not done.startswith(name) else done or cursor.moment
        left += [(clean(does), f"{self._roles.get(who, '')} strong")]
        where = moment(entry.time).strftime("%H:%M") if entry else ""
        told = PromptText("", "", ""), self._log.outcome(cursor.frame.n), said.text, said.tone
        view = HeadView(self._table, self._roles, *told, where=where, replayed=(left, [f"{speed} "]))
        self.query_one(TableLayout).show_head(view)

    def _show_position(self) -> None:
        cursor = self._cursor
        last, marks = len(cursor.frames) - 1, (tuple(cursor.marks), cursor.lost, cursor.bookmarks)
        words = self._session.ruleset.view.story.on(*self._table.cards)
        position = Position(cursor.at, cursor.frame.n, last, cursor.frames[-1].n, *marks, words.points[1])
        names = self._sides.names
        self.query_one(Scrubber).show(position, self._roles, names, initials(names))

    def _moved(self, moved: bool) -> None:
        if moved:
            self._show()

    def _stepped(self, moved: bool) -> None:
        """A step by hand: what ran by itself stops."""
        self._stop()
        self._moved(moved)

    def on_scrubber_jumped(self, event: Scrubber.Jumped) -> None:
        self._stepped(self._cursor.go(event.index))

    def action_entry(self, way: int) -> None:
        self._stepped(self._cursor.step(way))

    def action_moment(self, way: int) -> None:
        """To the next activation, or to the beginning of this one or the one before."""
        self._stepped(self._cursor.by_moment(way))

    def action_round(self, way: int) -> None:
        self._stepped(self._cursor.by_round(way))

    def action_loss(self, way: int) -> None:
        moved = self._cursor.by_loss(way)
        self._stepped(moved)
        if not (moved or self._is_read):
            self._show_head(Feedback("The rest of the game is still being read.", "dim"))
        elif not moved:
            self._show_head(Feedback(f"No {GONE} {'after' if way > 0 else 'before'} this line.", "dim"))

    def action_start(self) -> None:
        self._stepped(self._cursor.go(0))

    def action_end(self) -> None:
        self._stepped(self._cursor.go(len(self._cursor.frames) - 1))

    def action_run(self) -> None:
        if self._timer is not None:
            self._stop()
            return
        if self._cursor.at == len(self._cursor.frames) - 1:
            self._moved(self._cursor.go(0))
        self._start()

    def action_speed(self, way: int) -> None:
        self._speed = max(0, min(self._speed + way, len(SPEEDS) - 1))
        if self._timer is not None:
            self._timer.stop()
            self._start()
        self._show_head()

    def _start(self) -> None:
        self._timer = self.set_interval(SPEEDS[self._speed][1], self._tick)
        self._show_head()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._show_head()

    def _tick(self) -> None:
        self._moved(self._cursor.step(1))
        if self._cursor.at == len(self._cursor.frames) - 1:
            self._stop()

    async def action_log(self) -> None:
        from vedette.tui.screens.log import LogAnswer, LogScreen  # another screen: 10 ms

        def then(answer: LogAnswer | None) -> None:
            if answer:
                self._stepped(self._cursor.jump(answer.n))

        def bookmark(n: int, note: str) -> str:
            self._bookmark(n, note)
            return f"Bookmarked line {n}: {note}" if note else f"Line {n} has no bookmark now."

        self._stop()
        rows, letters = LogRows(self._session), initials(self._sides.names)
        log = LogScreen(rows, self._roles, letters, bookmark, at=self._cursor.frame.n)
        await self.app.push_screen(log, then)

    def action_audit(self) -> None:
        self._cursor.flip_audit()
        self._begin()
        self._show()

    def action_marked(self, way: int) -> None:
        self._stepped(self._cursor.by_bookmark(way))

    async def action_bookmark(self) -> None:
        n = self._cursor.frame.n

        def bookmark(note: str | None) -> None:
            if note is not None:
                self._bookmark(n, note)

        self._stop()
        if not n or not self._session.timeline.entry(n).is_place:
            self._show_head(Feedback("There is no line here to bookmark.", "dim"))
            return
        await self.app.push_screen(ask_bookmark(self._session, n), bookmark)

    def _bookmark(self, n: int, note: str) -> None:
        audit, at = self._cursor.audit, self._cursor.frame.n
        try:
            self._take(self._library.bookmark(self._session, n, note))
        except VedetteError as error:
            self._show_head(Feedback(str(error), "bad"))
            return
        if audit:
            self._cursor.flip_audit()
        self._begin()
        self._cursor.jump(at)
        self._show(
            Feedback(f"Bookmarked line {n}: {note}" if note else f"Line {n} has no bookmark now.", "good")
        )

    async def action_branch(self) -> None:
        place = self._cursor.frame.place
        self._stop()
        if not self._session.readonly and place == self._session.timeline.head:
            _ = self.dismiss(None)
            return
        question = f"Play on from line {self._cursor.frame.n}? Nothing is erased: what came after it stays in the save."
        if self._library.copies(self._session):
            question = "Play on from here, in a copy? This save stays as it is."

        def act(by: str, *, agreed: bool = False) -> Session[GameState]:
            return self._library.go_on(self._session, place, by if agreed else "", agreed=agreed)

        steps = take_back(
            self._session, self._session.taking_back(place), question, act, Confirm(question, "play on")
        )
        await carry_out(steps, self.app.push_screen, self.dismiss, self._show_head)

    def action_help(self) -> None:
        self.post_message(OpenHelp(REPLAY, self._session, board=self._table.board is not None))

    def action_back(self) -> None:
        _ = self.dismiss(None)
