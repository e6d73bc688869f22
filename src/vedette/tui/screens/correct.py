"""The history of rolls, and how one that was misread is put right: nothing changes before Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle
from time import perf_counter
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Input

from vedette.engine.correction_forecast import Prospects
from vedette.engine.corrections import Correction, Now
from vedette.engine.dice import Die, TypedTotal
from vedette.engine.entry_builder import dice_told
from vedette.engine.errors import VedetteError
from vedette.engine.requests import ChoiceRequest, DiceRequest, Request, question_title
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import ChoiceEntry, CommandEntry, Entry, GivenFaces, RollEntry
from vedette.tui.base_screen import BaseScreen
from vedette.tui.dice_entry import DiceEntry, TotalEntry
from vedette.tui.keys import CORRECT_KEYS
from vedette.tui.sides import initials
from vedette.tui.text import Line, clean, filled, line
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.correction_page import Corrected, CorrectionPage, Effects
from vedette.tui.widgets.dice_lines import Place
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.prompt import Prompt, PromptText
from vedette.view.action_log import came_of, given
from vedette.view.command_line import as_typed, typed_words
from vedette.view.correcting import (
    acting,
    asked_on_the_way,
    counted,
    later_lines,
    scores_after,
    summary,
    was_and_now,
)
from vedette.view.dice_text import faces_listed, needs, pool_words

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The letters of options; while a choice is corrected they go before the keys of this screen."""

MARKS = "ABDEFGHIJKLMNOPRSTUVWXYZ"
"""The letters of the rows, from the newest on, again and again; the other two leave this screen."""

MOMENT, BREATH = 0.08, 0.015
"""Seconds that are looked beyond a question at a stretch, and until the next one."""

NUMBER = 7
"""Cells of the letter and the number of a line, and of the letter of its side."""

PAGE = 8
"""Lines that PgUp and PgDn go."""

STEPS = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -10_000, "end": 10_000}

Decision = Correction[Any] | int | None
"""What was decided on: a correction, an entry to go back to, or nothing."""


class CorrectScreen(BaseScreen[Decision]):
    """The rolls of the game in a list, beside it the one at hand as it was told and as it is told now."""

    DEFAULT_CSS = """
    CorrectScreen {
        & > Input { background: $panel; display: none; }
        & > Input.open { display: block; }
        & > #body { height: 1fr; }
        & Menu { width: 2fr; max-width: 46; }
        & CorrectionPage { width: 3fr; max-width: 104; }
    }
    """
    BINDINGS = [
        Binding(",".join(key.keys), key.id, key.label, show=False) for key in CORRECT_KEYS if key.keys
    ]

    def __init__(self, session: Session[GameState], roles: Mapping[str, str]) -> None:
        """Show the rolls on the way to where the game stands, the last one at hand; `roles` colour the sides."""
        super().__init__()
        self._session = session
        self._roles = roles
        self._names = session.names()
        self._letters = initials({side: self._names.get(side, side) for side in roles})
        self._all = False
        self._entry: Entry | None = None
        self._request: Request | None = None
        self._dice: DiceEntry | None = None
        self._total: TotalEntry | None = None
        self._choice: str | int | None = None
        self._planned: Correction[Any] | None = None
        self._ahead: Prospects[Any] | None = None
        self._fault = ""

    def compose(self) -> ComposeResult:
        """The list, the correction, words to type, what is said, the keys."""
        yield Banner("Correct", "nothing changes until you press Enter")
        with Horizontal(id="body"):
            yield Menu()
            yield CorrectionPage()
        yield Input(placeholder="such as range=9", compact=True, select_on_focus=False)
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        """The entry of an incomplete correction, else the newest roll as the likeliest."""
        self.query_one(KeyBar).show("correct")
        self.query_one(Menu).focus()
        timeline = self._session.timeline
        lost = timeline.lost_correction
        self._all = bool(lost) and not isinstance(timeline.entry(lost), RollEntry)
        self._list(str(lost) if lost else "newest")

    def _list(self, at: str | None = None) -> None:
        """The entries that can be corrected, the newest at the end."""
        kinds = (RollEntry, ChoiceEntry, CommandEntry) if self._all else (RollEntry,)
        entries = [entry for entry in self._session.timeline.path() if isinstance(entry, kinds)]
        menu = self.query_one(Menu)
        newest = str(entries[-1].n) if entries else ""
        marks = cycle(MARKS)
        told = [(str(entry.n), self._row(entry, next(marks))) for entry in reversed(entries)][::-1]

        def rows(width: int) -> list[MenuRow]:
            return [MenuRow(n, tuple(Line(filled(row.pieces, width)) for row in lines)) for n, lines in told]

        menu.show(rows, newest if at == "newest" else at)
        self._take(int(menu.at or 0))

    def _row(self, entry: Entry, mark: str) -> tuple[Line, ...]:
        start = self._session.timeline.command_at(entry.n)
        came = came_of(self._session, self._session.facts(start))
        head = (
            (mark, "key"),
            (f"{entry.n:>4} ", "dim"),
            (f"{self._letters.get(entry.who, ' ')} ", self._roles.get(entry.who, "")),
            clean(came[0] if came else given(self._session, start)),
        )
        if not isinstance(entry, RollEntry | ChoiceEntry):
            return (line(*head),)
        what = question_title(entry.input.key)
        words = (
            faces_listed(dice_told(entry.input.answer))
            if isinstance(entry, RollEntry)
            else entry.input.choice
        )
        return (line(*head), line(" " * (NUMBER + 1), (clean(f"{what}  {words}"), "dim")))

    def _take(self, n: int) -> None:
        """Another entry is at hand: it stands as it was told."""
        self._entry = self._session.timeline.entry(n) if n else None
        self._dice = self._total = self._choice = self._planned = self._ahead = self._request = None
        self._fault = ""
        entry = self._entry
        if entry is not None and not isinstance(entry, CommandEntry):
            self._request = self._session.question(n)
        if isinstance(entry, RollEntry) and isinstance(self._request, DiceRequest):
            pool = self._request.pool
            if isinstance(entry.input, GivenFaces):
                self._dice = DiceEntry(len(entry.input.faces), pool.sides, entry.input.faces, pool.lowest)
            else:
                self._total = TotalEntry(pool.totals, "")
        self._draw()
        self.query_one(Prompt).show(PromptText("", "", self._what_to_do))

    @property
    def _what_to_do(self) -> str:
        if self._entry is None:
            return ""
        if isinstance(self._entry, CommandEntry):
            return "Press Enter to type it again."
        if isinstance(self._entry, ChoiceEntry):
            return "The letter of the right answer."
        return (
            "Type what the dice came to."
            if self._total
            else "Type the faces as they lay; Tab goes to the next die."
        )

    def _now(self) -> Now | None:
        """What is told now; None where it is what was told then, or not complete."""
        if self._dice is not None:
            full = self._dice.full and self._dice.touched
            return tuple(Die(face) for face in self._dice.places if face is not None) if full else None
        if self._total is not None:
            return None if self._total.total is None else TypedTotal(self._total.total)
        return self._choice

    def _plan(self, now: Now | None) -> None:
        self._planned, self._ahead, self._fault = None, None, ""
        if now is not None and self._entry is not None:
            try:
                self._planned = self._session.correction(self._entry.n, now)
                self._fault = str(self._planned.refusal or "")
            except VedetteError as error:
                self._fault = str(error)
        self._draw()
        if self._planned is not None and not self._fault and self._planned.count("waits"):
            self._ahead = Prospects(self._session.ruleset, self._planned)
            self.call_after_refresh(self._look_on, self._ahead)

    def _look_on(self, ahead: Prospects[Any]) -> None:
        """Look beyond the question for a moment, and show what is known; keys that were pressed meanwhile come first."""
        if ahead is not self._ahead or not self.is_attached:
            return
        done = ahead.go_on(perf_counter() + MOMENT)
        self._draw()
        if not done:
            self.set_timer(BREATH, lambda: self._look_on(ahead))

    def _typed(self) -> None:
        """Something was typed: it is seen at once, and what comes of it right after."""
        self._planned, self._ahead, self._fault = None, None, ""
        self._draw()
        self.call_after_refresh(lambda: self._plan(self._now()))

    def _draw(self) -> None:
        self.query_one(CorrectionPage).show(self._told(), self._effects(), self._roles, self._letters)
        said = "nothing changes until you press Enter"
        found = self._ahead.found if self._ahead else ()
        self.query_one(Banner).say(
            summary(self._planned, found) if self._planned and not self._fault else said
        )

    def _told(self) -> Corrected | None:
        entry, request = self._entry, self._request
        if entry is None:
            return None
        who, role = self._names.get(entry.who, "Both sides"), self._roles.get(entry.who, "")
        if isinstance(request, DiceRequest):
            wanted = " · ".join(filter(None, (pool_words(request.pool), needs(request.pool))))
            before, now = self._places(request)
            return Corrected(who, role, entry.n, request.title, wanted, request.pool.sides, before, now)
        if isinstance(request, ChoiceRequest) and isinstance(entry, ChoiceEntry):
            options = tuple(zip(LETTERS, (option.label for option in request.listed), strict=False))
            chosen = entry.input.choice if self._choice is None else self._choice
            at = next((i for i, option in enumerate(request.listed) if option.value == chosen), 0)
            return Corrected(
                who, role, entry.n, request.why, options=options, chosen=LETTERS[at % len(LETTERS)]
            )
        words = as_typed(entry.input.words) if isinstance(entry, CommandEntry) else ""
        return Corrected(who, role, entry.n, given(self._session, entry), needs=words)

    def _places(self, request: DiceRequest) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
        """The dice as they were told, and as they are told now."""
        entry, dice = self._entry, self._dice
        if dice is None or not isinstance(entry, RollEntry):
            typed = self._total.digits if self._total else ""
            number = (
                entry.input.answer.number
                if isinstance(entry, RollEntry) and isinstance(entry.input.answer, TypedTotal)
                else 0
            )
            return (Place(number),), (Place(None, cursor=True, typing=typed),)
        then = [die.face for die in entry.input.answer] if isinstance(entry.input.answer, tuple) else []
        place = request.again if request.roll else range(len(then))
        before = tuple(
            Place(face, request.pool.mark(face, at), faint=True) for face, at in zip(then, place, strict=True)
        )
        now = tuple(
            Place(
                face,
                "" if face is None else request.pool.mark(face, at),
                earlier=(old,) if face not in (old, None) else (),
                cursor=i == min(dice.cursor, len(then) - 1),
                typing=dice.digits if i == dice.cursor else "",
            )
            for i, (face, old, at) in enumerate(zip(dice.places, then, place, strict=True))
        )
        return before, now

    def _effects(self) -> Effects:
        planned = self._planned
        if planned is None or self._fault:
            return Effects(fault=self._fault)
        session, found = self._session, self._ahead.found if self._ahead else ()
        was, now = was_and_now(session, planned)
        return Effects(
            was, now, tuple(later_lines(session, planned, found)), tuple(counted(planned, found)), asked_on_the_way(planned),
            tuple(scores_after(session, planned)), known=True,
        )  # fmt: skip

    def on_key(self, event: events.Key) -> None:
        """Walk through the list, or type what lay there."""
        if isinstance(self.focused, Input):
            return
        if event.key in STEPS:
            event.stop()
            self.query_one(Menu).step(STEPS[event.key])
        elif event.character and event.character in MARKS:
            event.stop()
            self._to_mark(event.character)
        elif self._takes(event):
            event.stop()
            event.prevent_default()

    def _to_mark(self, mark: str) -> None:
        menu = self.query_one(Menu)
        at = menu.ids.index(menu.at) if menu.at else 0
        menu.step(marked_row(len(menu.ids), at, mark) - at)

    def _takes(self, event: events.Key) -> bool:
        """Whether a key belongs to the dice or to the choice that is corrected."""
        char = event.character or ""
        if self._dice is not None and (
            self._dice.wants(char) or (char and self._dice.digits and event.key == "enter")
        ):
            said = self._dice.finish_number() if event.key == "enter" else self._dice.type(char)
        elif self._total is not None and char.isdecimal():
            said = self._total.type(char)
        elif self._total is not None and event.key == "backspace":
            self._total.digits, said = "", ""
        elif (
            isinstance(self._request, ChoiceRequest) and char in LETTERS[: len(self._request.listed)] and char
        ):
            self._choice, said = self._request.listed[LETTERS.index(char)].value, ""
        else:
            return False
        self.query_one(Prompt).say(said, "bad" if said else "plain")
        self._typed()
        return True

    def on_menu_moved(self, event: Menu.Moved) -> None:
        """Another entry."""
        self._take(int(event.id or 0))

    async def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Enter belongs to the correction."""
        await self.action_commit()

    async def action_commit(self) -> None:
        """Make the correction; the words of a command are opened first."""
        if self._planned is not None and not self._fault:
            _ = self.dismiss(self._planned)
        elif isinstance(self._entry, CommandEntry):
            box = self.query_one(Input)
            box.value = as_typed(self._entry.input.words)
            box.add_class("open")
            box.focus()
        else:
            nothing = (
                "That is what was recorded: nothing to correct." if self._entry else "Nothing to correct yet."
            )
            self.query_one(Prompt).say(self._fault or nothing, "warn")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The words of a command: what would come of them; Press Enter again to make the correction."""
        event.stop()
        try:
            now = typed_words(event.value)
        except VedetteError as error:
            self.query_one(Prompt).say(str(error), "bad")
            return
        event.input.remove_class("open")
        self.query_one(Menu).focus()
        self._plan(now)
        self.query_one(Prompt).say("" if self._fault else "Press Enter again to make the correction.", "good")

    def action_moment(self, way: int) -> None:
        """The first roll of the activation before, or of the next one."""
        self._to_first(way, lambda n: acting(self._session, n))

    def action_round(self, way: int) -> None:
        """The first roll of the round before, or of the next one."""
        session = self._session
        self._to_first(way, lambda n: session.state_at(session.timeline.command_at(n).parent).round)

    def _to_first(self, way: int, stretch: Callable[[int], object]) -> None:
        """The first entry of the stretch of the game before the one at hand, or of the next one; the ends where there is none."""
        menu = self.query_one(Menu)
        numbers = [int(id) for id in menu.ids]
        if not numbers:
            return
        at = numbers.index(int(menu.at or 0))
        stretches = [stretch(n) for n in numbers]
        first = [i for i, one in enumerate(stretches) if i == 0 or one != stretches[i - 1]]
        ahead = [i for i in first if i > at] if way > 0 else [i for i in reversed(first) if i <= at][1:]
        menu.step((ahead[0] if ahead else len(numbers) - 1 if way > 0 else 0) - at)

    def action_die(self) -> None:
        """The next die of the roll."""
        if self._dice is not None:
            last = len(self._dice.places) - 1
            self._dice.move(1 if self._dice.cursor < last else -last)
            self._draw()

    def action_there(self) -> None:
        """Back to before this entry, to play on from there."""
        if self._entry is not None:
            _ = self.dismiss(self._entry.parent)

    def action_before(self) -> None:
        """Back to how it was before the last correction."""
        before = self._session.timeline.before_correction
        if before is None:
            self.query_one(Prompt).say("Nothing has been corrected in this game.", "warn")
        else:
            _ = self.dismiss(before)

    def action_all(self) -> None:
        """Commands and choices as well, or only rolls."""
        self._all = not self._all
        self._list()

    def action_back(self) -> None:
        """Leave everything as it is; out of the words first."""
        box = self.query_one(Input)
        if box.has_class("open"):
            box.remove_class("open")
            self.query_one(Menu).focus()
        else:
            _ = self.dismiss(None)


def marked_row(rows: int, at: int, mark: str) -> int:
    """The row with a letter that is nearest to another row; that one where none has it."""
    marked = range(rows - 1 - MARKS.index(mark), -1, -len(MARKS))
    return min(marked, key=lambda row: abs(row - at), default=at)
