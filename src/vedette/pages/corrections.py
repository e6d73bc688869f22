"""Corrections: the rolls of the game, what one of them should have been, and what that would change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from vedette.controller import GameController
from vedette.engine.correction_forecast import Prospect, Prospects
from vedette.engine.corrections import Correction, Now
from vedette.engine.dice import Die, TypedTotal
from vedette.engine.errors import CommandError, VedetteError
from vedette.engine.facts import Rolled
from vedette.engine.figures import read_whole
from vedette.engine.requests import ChoiceRequest, DiceRequest, Request, question_title
from vedette.engine.timeline import ChoiceEntry, CommandEntry, Entry, GivenFaces, RollEntry
from vedette.pages import consent
from vedette.pages.model import AskText, Close, Page, Reply, Result, Row, Section, Tool, action
from vedette.view.action_log import given
from vedette.view.command_line import as_typed, read_faces, typed_words
from vedette.view.correcting import acting, later_lines, scores_after, summary, units_after, was_and_now
from vedette.view.dice_entry import DiceEntry, TotalEntry
from vedette.view.dice_text import came_briefly, faces_listed
from vedette.view.form_draft import aimed_at

ROLLS = "rolls"

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The letters of options."""

MOMENT = 0.08
"""Seconds that are looked beyond a question at a stretch."""

MANY = 3  # dice that differ are only counted from so many on

CHANGED = ("changes", "asked again", "falls away")
"""What becomes of later lines that do not hold."""


class CorrectionTool(Tool):
    """Closed with what to say at the table; with None if nothing was done.

    `entry` is at hand; as it is told now it stands in `dice`, `total` or `choice`. `planned` is what would come of that,
    `fault` what is against it, `ahead` what is known beyond a question that would be asked anew.
    """

    title, group = "Correct", "A correction"
    opened = False
    """Whether the later lines that hold are told one by one."""

    def __init__(self, controller: GameController) -> None:
        """Begin with the entry of a correction that was cut off, else with the newest roll as the likeliest."""
        self.controller, self.session = controller, controller.session
        timeline = self.session.timeline
        lost = timeline.lost_correction
        self._all = bool(lost) and not isinstance(timeline.entry(lost), RollEntry)
        self._lost = str(lost or "")
        self._pages: dict[bool, Page] = {}
        self.entry: Entry | None = None
        self._take(None)

    # --- what is shown

    @property
    def found(self) -> Sequence[Prospect]:
        """What is known beyond the question."""
        return self.ahead.found if self.ahead else ()

    @property
    def subtitle(self) -> str:
        said = "nothing changes until you press Enter"
        return summary(self.planned, self.found) if self.planned and not self.fault else said

    def page(self) -> Page:
        if self._all not in self._pages:
            kinds = RollEntry | ChoiceEntry | CommandEntry if self._all else RollEntry
            rows = [self.row(entry) for entry in self.session.timeline.path() if isinstance(entry, kinds)]
            at = self._lost or (rows[-1].id if rows else "")
            section = Section(ROLLS, rows, "line", ROLLS, empty="No dice have been rolled.")
            self._pages[self._all] = Page([section], at=at)
        return self._pages[self._all]

    def row(self, entry: Entry) -> Row:
        """Whose roll it is, or what was done; in its note what it came to."""
        session, start = self.session, self.session.timeline.command_at(entry.n)
        told, names = given(session, start), session.names()
        title = said = result = called = ""
        if isinstance(entry, RollEntry):
            title, said = question_title(entry.input.key), faces_listed(entry.input.told)
            rolls = (fact.roll for fact in session.facts(entry) if isinstance(fact, Rolled))
            roll = next(rolls, None)
            result = came_briefly(roll, session.ruleset.view.story) if roll else said
            called = roll.told if roll else ""
        elif isinstance(entry, ChoiceEntry):
            title, result = question_title(entry.input.key), str(entry.input.choice)
            said = result
        by, at = names.get(start.input.by, start.input.by), names.get(aimed_at(start.input.words), "")
        who = f"{by} → {at}" if at else told
        if called:  # a test among several says whose it is
            whose, _, what = called.partition(": ")
            who = f"{whose}, {what}" if what else called
        elif title and entry.who not in ("", start.who):  # of whoever is aimed at
            who = f"{at or names.get(entry.who, '')}, {title.lower()}"
        elif title and not at:
            who = f"{by}, {title.lower()}" if entry.who else title
        spoken = f"line {entry.n}: {', '.join(filter(None, (told, f'{title}  {said}'.strip())))}"
        return Row(str(entry.n), (who,), note=result, spoken=spoken)

    def sentences(self) -> list[str]:
        """What would come of it: was, now, the later lines that do not hold, and how many there are."""
        assert self.planned is not None
        was, now = was_and_now(self.session, self.planned)
        later = [one for one in later_lines(self.session, self.planned) if one.verdict in CHANGED]
        scores = [one for one in scores_after(self.session, self.planned) if one.now != one.then]
        units = [(one.before, one.after) for one in units_after(self.session, self.planned)]
        return [
            f"was: {'; '.join(was) or 'nothing came of it'}",
            f"now: {'; '.join(now) or 'nothing comes of it'}",
            *(f"line {one.n}, {one.text}: {one.verdict} {one.why}" for one in later),
            *(f"{one.name}: {one.now}, then {one.then}" for one in scores),
            *(f"{old.name}: {old.value} of {old.full}, then {new.value or 'none'}" for old, new in units),
            summary(self.planned),
        ]

    @property
    def what_to_do(self) -> str:
        """How the entry at hand is told anew."""
        if self.entry is None:
            return ""
        if isinstance(self.entry, CommandEntry):
            return "Press Enter to type it again."
        if isinstance(self.entry, ChoiceEntry):
            return "The letter of the right answer."
        dice = "Type the faces as they lay; Tab goes to the next die."
        return "Type what the dice came to." if self.total else dice

    @property
    def _differ(self) -> list[str]:
        pairs = zip(self.dice.recalled, self.dice.places, strict=False) if self.dice else ()
        return [f"die {i}: {old} → {new}" for i, (old, new) in enumerate(pairs, 1) if new not in (None, old)]

    @property
    def changed(self) -> str:
        return ", ".join(self._differ) if len(self._differ) < MANY else f"{len(self._differ)} dice differ"

    @property
    def misread(self) -> str:
        """How much of the entry at hand is told otherwise now."""
        faces = len(self._differ)
        return f"{'one face was' if faces == 1 else f'{faces} faces were'} misread" if faces else ""

    # --- what is told now

    def at(self, n: int) -> None:
        """Another entry is at hand, as it was told; 0 for none. Raises CommandError."""
        if n and n not in (entry.n for entry in self.session.timeline.path()):
            raise CommandError(f"There is no line {n} on the way here.")
        if n != (self.entry.n if self.entry else 0):
            self._take(self.session.timeline.entry(n) if n else None)

    def _take(self, entry: Entry | None) -> None:
        self.entry = entry
        self.request: Request | None = None
        self.dice: DiceEntry | None = None
        self.total: TotalEntry | None = None
        self.choice: str | int | None = None
        self._forget()
        if entry is not None and not isinstance(entry, CommandEntry):
            self.request = self.session.question(entry.n)
        if isinstance(entry, RollEntry) and isinstance(self.request, DiceRequest):
            pool = self.request.pool
            if isinstance(entry.input, GivenFaces):
                self.dice = DiceEntry(len(entry.input.faces), pool.sides, entry.input.faces, pool.lowest)
            else:
                self.total = TotalEntry(pool.totals, "")

    def _forget(self) -> None:
        self.planned: Correction[Any] | None = None
        self.ahead: Prospects[Any] | None = None
        self.fault = ""

    def type(self, key: str, char: str) -> str | None:
        """A face, a digit of a total, or the letter of an answer; what is wrong with it, None if it is none of these.

        `work` finds out what would come of it.
        """
        dice, total, request = self.dice, self.total, self.request
        if dice is not None and (dice.wants(char) or (char and dice.digits and key == "enter")):
            said = dice.finish_number() if key == "enter" else dice.type(char)
        elif total is not None and char.isdecimal():
            said = total.type(char)
        elif total is not None and key == "backspace":
            total.digits, said = "", ""
        elif isinstance(request, ChoiceRequest) and char and char in LETTERS[: len(request.listed)]:
            self.choice, said = request.listed[LETTERS.index(char)].value, ""
        else:
            return None
        self._forget()
        return said

    def work(self) -> None:
        """Find out what would come of what was typed; nothing, where that is not complete or what was told then."""
        now: Now | None = self.choice
        if self.dice is not None:
            faces = tuple(Die(face) for face in self.dice.places if face is not None)
            now = faces if self.dice.full and self.dice.touched else None
        elif self.total is not None:
            now = None if self.total.total is None else TypedTotal(self.total.total)
        self._forget()
        if now is not None:
            self.tell(now)

    def tell(self, now: Now) -> None:
        """Find out what would come of it if the entry at hand were told like that."""
        assert self.entry is not None
        self._forget()
        try:
            self.planned = self.session.correction(self.entry.n, now)
        except VedetteError as error:
            self.fault = str(error)
            return
        self.fault = str(self.planned.refusal or "")
        if not self.fault and self.planned.count("waits"):
            self.ahead = Prospects(self.session.ruleset, self.planned)

    def look_on(self) -> bool:
        """Look beyond the question for a moment; whether all of it is known."""
        return self.ahead is None or self.ahead.go_on(perf_counter() + MOMENT)

    # --- what can be done

    @action("comma", "activation", show=", .")
    async def activation(self, row: str, text: str) -> Result:
        """The first roll of the activation before, or of the next one."""
        return self._to_first(row, -1, self._activation)

    @action("full_stop", "activation", show=".", footer=False)
    async def next_activation(self, row: str, text: str) -> Result:
        """The first roll of the next activation."""
        return self._to_first(row, 1, self._activation)

    @action("tab shift+tab left right", "next die")
    async def die(self, row: str, text: str) -> Result:
        """Another die of the roll."""
        if self.dice is not None:
            last = len(self.dice.places) - 1
            self.dice.move(1 if self.dice.cursor < last else -last)
        return Reply(at=row)

    @action("enter", "correct")
    async def correct(self, row: str, text: str) -> Result:
        """Makes the correction; of a command it first lets its words be typed anew."""
        if self.planned is not None and not self.fault:
            return Close(await consent.correct(self.controller, self.planned))
        if not isinstance(self.entry, CommandEntry):
            nothing = "That is what was recorded: nothing to correct."
            nothing = nothing if self.entry else "Nothing to correct yet."
            return Reply(self.fault or nothing, "warn", at=row)
        now = self.open_words(self.entry)
        typed = await AskText("The words of this command", "such as range=9", now, edit=True)
        self.tell(typed_words(typed))
        return Reply("" if self.fault else "Press Enter again to make the correction.", "good", at=row)

    def open_words(self, entry: CommandEntry) -> str:
        """The words of a command as everybody may read them, and type them."""
        return as_typed(self.session.ruleset.view.open_words(self.session.state, entry.input.words))

    @action("plus", "lines", show="+")
    async def lines(self, row: str, text: str) -> Result:
        """The later lines that hold, one by one or as ranges."""
        self.opened = not self.opened
        return Reply(at=row)

    @action("escape q Q C", "leave it")
    async def leave(self, row: str, text: str) -> Result:
        """Leaves everything as it is."""
        return Close()

    @action("z", "back to here")
    async def there(self, row: str, text: str) -> Result:
        """Goes back to before it instead, to play on from there."""
        if self.entry is None:
            return None
        return Close(await consent.go_to(self.controller, self.entry.parent, sure=True))

    @action("b", "before")
    async def before(self, row: str, text: str) -> Result:
        """Back to how it was before the last correction."""
        n = self.session.timeline.before_correction
        if n is None:
            return Reply("Nothing has been corrected in this game.", "warn", at=row)
        return Close(await consent.go_to(self.controller, n, sure=True))

    @action("left_square_bracket", "round", show="[ ]")
    async def round(self, row: str, text: str) -> Result:
        """The first roll of the round before, or of the next one."""
        return self._to_first(row, -1, self._round)

    @action("right_square_bracket", "round", show="]", footer=False)
    async def next_round(self, row: str, text: str) -> Result:
        """The first roll of the next round."""
        return self._to_first(row, 1, self._round)

    @action("a", "all")
    async def all(self, row: str, text: str) -> Result:
        """Commands and choices as well, or only rolls."""
        self._all = not self._all
        return Reply(at=row)

    def _activation(self, n: int) -> object:
        return acting(self.session, n)

    def _round(self, n: int) -> object:
        return self.session.state_at(self.session.timeline.command_at(n).parent).round

    def _to_first(self, row: str, way: int, stretch: Callable[[int], object]) -> Result:
        """The first entry of the stretch of the game before, or of the next one; the ends where there is none."""
        numbers = [int(one.id) for one in self.page().section(ROLLS).choices]
        if not numbers:
            return None
        at, stretches = numbers.index(int(row)), [stretch(n) for n in numbers]
        first = [i for i, one in enumerate(stretches) if i == 0 or one != stretches[i - 1]]
        ahead = [i for i in first if i > at] if way > 0 else [i for i in reversed(first) if i <= at][1:]
        return Reply(at=str(numbers[ahead[0] if ahead else len(numbers) - 1 if way > 0 else 0]))


def told_now(entry: Entry | None, text: str) -> Now:
    """What a line says now, as text: faces or a total, an answer, or the words of a command. Raises CommandError."""
    if isinstance(entry, CommandEntry):
        return typed_words(text)
    if isinstance(entry, ChoiceEntry):
        return choice_told(entry, text)
    return faces_told(text)


def faces_told(text: str) -> Now:
    """Faces as they lay, or `total 8`. Raises CommandError."""
    told = read_faces(text.replace("total ", "total=")) or []
    total = next((one for one in told if isinstance(one, TypedTotal)), None)
    return total or tuple(Die(one) for one in told if isinstance(one, int))


def choice_told(entry: Entry | None, text: str) -> Now:
    """An answer, which is a number if the one that was given is."""
    numbers = isinstance(entry, ChoiceEntry) and type(entry.input.choice) is int
    number = read_whole(text) if numbers else None
    return text if number is None else number
