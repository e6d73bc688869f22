"""The form of a command; every key is its own, and the rule against the draft is always in view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from rich.cells import cell_len
from textual.message import Message

from vedette.engine.grammar import in_a_sentence
from vedette.tui.figures import TALL
from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import THROUGH
from vedette.tui.text import WITH_IDS, Line, clean, fit, line
from vedette.tui.widgets import form_lines as lines
from vedette.tui.widgets.actions_panel import spaced
from vedette.tui.widgets.form_lines import body_lines, foot_lines
from vedette.tui.widgets.outlook_lines import Parties, outlook_lines
from vedette.tui.widgets.panel_host import PAGES, BadKey, Panel, Result
from vedette.tui.widgets.roll_lines import drawn, roll_lines, sum_lines
from vedette.view.dice_entry import DiceEntry
from vedette.view.outlook import Outlook, Worth, in_few_words
from vedette.view.vocabulary import Card, Form, PlannedRoll

LEAST_AHEAD, MOST_AHEAD = 5, 11
"""Rows that are kept for what may come of the command, and that it takes at most."""

TALL_PANEL = 29
"""Rows within which the last one says what Enter does; more are used only where there is that much to say."""

FEW_FIELDS, MANY, ROOMY = 5, 99, 24
"""Rows of fields where there are few cells and dice to be told; no such limit; and rows from which on it holds no more."""

MOST_ROWS = 12  # rows of the needed numbers with their parts, at most

FACES = frozenset("0123456789-=")  # keys of faces that are no letters: in a form those belong to its fields
LEAST_BODY = 6  # rows of fields that are seen where others must be scrolled for the sake of the odds
BEST_OF = "percent_sign"  # the key that sorts the choices of the field at hand by their odds

MEANWHILE, LEAST_FORM = 7, 19  # rows of what stays above a form, and those that it has at least below that

CLICKS = {"more": "plus", "commit": "enter", "close": "escape"}
"""Keys that stand for the lines at the end of the form."""


@dataclass
class Committed(Message):
    """The command is to be given; `die` is the key of the first face of its dice, where it was typed in the form."""

    form: Form
    die: str = ""


@dataclass
class Closed(Message):
    """The players left the form."""


@dataclass(eq=False)
class FormPanel(Panel):
    """Shows the form of somebody, in the colour of the side; the draft lives in the entry, the form is the ruleset's answer to it.

    With `foresees` its odds will follow; `typing` are the sides that type their dice.
    """

    entry: FormEntry
    who: str
    role: str
    cards: Mapping[str, Card]
    roles: Mapping[str, str]
    _: KW_ONLY
    foresees: bool = False
    typing: Collection[str] = ()
    outlook: Outlook | None = None
    harm: Mapping[str, str] = field(default_factory=dict)
    worths: Mapping[Any, Worth] = field(default_factory=dict)
    scrolled: int = 0

    def call(self, side: str) -> str:
        """What the table waits for meanwhile: who is about to do what, and to whom; `side` is named already."""
        form, at = self.entry.form, self.cards.get(self.entry.target)
        if form.aims and at is not None and self.who:
            return f"{clean(self.who)} {form.aims} {clean(at.name)}"
        who = "" if self.who in ("", side) else f"{self.who}: "
        title = clean(form.title)
        return f"{who}{in_a_sentence(title) if who else title}{f' → {at.name}' if at else ''}"

    def least(self, width: int, height: int) -> int:
        """What goes on meanwhile stays in sight above it, where there is room."""
        return min(len(self._made(width, height)), height, max(LEAST_FORM, height - MEANWHILE))

    def draw(self, width: int, height: int) -> list[Line]:
        """What there is to say, and in the last row what Enter does: it stays in its place while a form of the usual length is filled in."""
        most = height - 1 if height > TALL_PANEL else height
        *made, closing = self._made(width, most)
        room = min(most, max(TALL_PANEL, len(made) + 1)) - 1
        reminders = [] if self.outlook else lines.reminder_lines(self.entry.form, width, room - len(made) - 2)
        made += [Line(), *reminders] if reminders else []
        return [*made, *[Line()] * (room - len(made)), closing]

    def _made(self, width: int, height: int) -> list[Line]:
        """Who does what to whom, the fields, the dice, what may come of it, what is against it, and in the last row what Enter does.

        Where there is no room for all of it the free rows go first, then unlikely outcomes, then fields of which nothing is said go behind `+`.
        """
        entry, form = self.entry, self.entry.form
        head = self._head(width) if width >= WITH_IDS or height >= TALL_PANEL else []
        rolls = drawn(form, width)
        has_odds = (rolls or self.outlook) and self.foresees
        kept = LEAST_AHEAD if has_odds else 0  # so that nothing moves once odds are known
        room = height - len(head) - 1
        full = roll_lines(form, self.roles, width, MOST_ROWS)
        sums = [sum_lines(form, width, titled=whole, again=whole) for whole in (True, False)]
        loose, tight = (len(body_lines(entry, width, self.worths, tight=one)[0]) for one in (False, True))
        foot = foot_lines(form, width, max(height // 2, room - tight), rolls)
        numbers, why = full, sums[0] if width >= WITH_IDS or height >= TALL_PANEL else sums[1]
        if room < tight + len(why) + len(numbers) + len(foot) + kept:
            why = sums[1]
            left = room - tight - len(why) - len(foot) - kept
            numbers = roll_lines(form, self.roles, width, max(TALL, min(left, len(full))))
        if room < tight + len(why) + len(numbers) + len(foot) + kept:
            left = room - min(tight, LEAST_BODY) - len(why) - len(numbers) - kept
            foot = foot_lines(form, width, max(1, left), rolls, tight=True)
        room -= len(foot)
        fields = max(min(loose, room - len(why) - len(numbers) - kept), min(tight, LEAST_BODY), 1)
        if fields + len(why) + len(numbers) > room:
            numbers = []
        if fields + len(why) + len(numbers) > room:
            why = []
        few = FEW_FIELDS if kept and width < WITH_IDS and height < ROOMY else fields
        shown = seen(entry, width, fields, self.worths, self.scrolled, min(few, fields))
        ahead: list[Line] = []
        if self.outlook:
            card = self.cards.get(self.outlook.unit)
            name = card.name if card and self.outlook.unit != entry.target else ""
            left = room - len(shown) - len(why) - len(numbers)
            ahead = outlook_lines(self.outlook, name, width, min(MOST_AHEAD, left))
        hope = in_few_words(self.outlook) if self.outlook and not ahead else ""
        empty = [one.label for one in entry.empty]
        closing = lines.closing_line(form, entry.half_typed, width, hope, empty, at_dice=entry.at_dice)
        gauge = lines.gauge_lines(form, width)
        gauge = gauge if len(gauge) + 1 + len(shown) + len(why) + len(numbers) + kept <= room else []
        blocks = (head, gauge, shown, why, numbers, ahead, foot)
        return [*spaced(*blocks, height=height - 1), closing]

    def _head(self, width: int) -> list[Line]:
        form = self.entry.form
        by, target = self.cards.get(form.by), self.cards.get(self.entry.target)
        if by is not None and target is not None and width >= WITH_IDS:
            return [*Parties(by, target, self.roles).over(width)][:1]
        said, room = clean(form.title), width - cell_len(clean(form.title)) - 2
        return [line((said, "strong"), "  ", (fit(clean(self.who), room), f"{self.role} strong"))]

    def key(self, key: str, char: str) -> Result:
        """Everything but the signs of the table, and what no field wants of its letter for the rules and of capitals."""
        if key in PAGES:
            return False
        self.scrolled = 0
        if key == BEST_OF:  # once more, and the choices stand as they stood
            at = self.entry.field
            is_sorted = at is not None and self.entry.is_sorted(at.name)
            if at is not None and (self.worths or is_sorted):
                best = sorted(self.worths, key=lambda value: self.worths[value].rank, reverse=True)
                self.entry.sort(at.name, [] if is_sorted else best)
            return True
        if key == "exclamation_mark" and self.entry.force_step():
            return True
        if key in THROUGH or key.startswith("ctrl+"):
            return False
        if self.entry.at_dice and char in FACES:  # the first face of the dice gives the command
            roll = self._typed_roll
            if roll is None:
                return True
            wrong = DiceEntry(roll.pool.dice, roll.pool.sides, lowest=roll.pool.lowest).type(char)
            return BadKey(wrong) if wrong else Committed(self.entry.form, char)
        answer = self.entry.key(key, char)
        if self._typed_roll and self.entry.is_full:
            self.entry.go_to_dice()
        if answer == "unknown":
            return False
        if answer == "commit" and self.entry.form.ready:
            return Committed(self.entry.form)
        if key == "enter" and (empty := self.entry.empty):
            named = " and ".join(filter(None, (", ".join(one.label for one in empty[:-1]), empty[-1].label)))
            stuck = (one.none.sentence for one in empty if one.none is not None and not one.choices)
            return BadKey(next(stuck, f"Still needed: {clean(named)}."), "warn")
        return Closed() if answer == "close" else True

    @property
    def _typed_roll(self) -> PlannedRoll | None:
        """The roll that the command begins with, where its dice will be typed."""
        first = next((one for one in self.entry.form.lines if isinstance(one, PlannedRoll)), None)
        return first if first is not None and first.side in self.typing else None

    def scroll(self, rows: int) -> bool:
        """Fields and choices that have no room; the next key is at the field at hand again."""
        self.scrolled += rows
        return True

    def click(self, target: str) -> Result:
        self.scrolled = 0
        what, _, rest = target.partition(":")
        if what in CLICKS:
            return self.key(CLICKS[what], "")
        if what == "choice":
            name, _, index = rest.rpartition(":")
            self.entry.pick(name, int(index))
        elif what == "field":
            self.entry.pick(rest)
        return True

    def point(self, hex: str, units: Sequence[str]) -> Result:
        return self.entry.point(hex, units)

    @property
    def words(self) -> tuple[str, str] | None:
        return self.entry.words

    def put_words(self, text: str) -> Result:
        self.entry.set_text(self.entry.focus, text)
        return True


def seen(
    entry: FormEntry,
    width: int,
    room: int,
    worths: Mapping[Any, Worth] = {},
    scrolled: int = 0,
    few: int = MANY,
) -> list[Line]:
    """The fields in as many rows as there is room for, set tighter where they don't fit; `scrolled` by so many.

    What goes without saying is behind `+` where they take more than a `few` rows.
    """
    body, rows = body_lines(entry, width, worths)
    if len(body) > room:
        body, rows = body_lines(entry, width, worths, tight=True)
    if len(body) > min(few, room) and not entry.unfolded:
        body, rows = body_lines(entry, width, worths, tight=len(body) > room, room=min(few, room))
    return window(body, rows, room, scrolled)


def window(body: list[Line], rows: lines.Rows, room: int, scrolled: int = 0) -> list[Line]:
    """As many rows as there is room for, the field at hand and its value among them; arrows where more follow.

    With `scrolled` other rows are read, whatever is at hand.
    """
    if len(body) <= room:
        return body
    first, last, at = rows
    top = max(0, min(last - room + 2, first, len(body) - room)) if last >= room - 1 else 0
    if scrolled:
        top = max(0, min(top + scrolled, len(body) - room))
        return _with_arrows(body[top : top + room], above=top > 0, below=top + room < len(body))
    end = top + room
    if room > 2 and at >= end - 1:  # the name of the field stays, its choices move on
        end = min(at + 2, last + 1)
        shown = body[end - room : end] if first > end - room else [body[first], *body[end - room + 1 : end]]
    else:
        shown = body[top:end]
        shown = _with_arrows(shown, above=top > 0 and top != first, below=False)
    return _with_arrows(shown, above=False, below=end < len(body) and end - 1 not in (last, at))


def _with_arrows(shown: list[Line], *, above: bool, below: bool) -> list[Line]:
    upper, lower = line((" ↑ …", "dim")), line((" ↓ …", "dim"))
    return [
        upper if above and i == 0 else lower if below and i == len(shown) - 1 else row
        for i, row in enumerate(shown)
    ]
