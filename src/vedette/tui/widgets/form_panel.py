"""The form of a command; every key is its own, and the rule against the draft is always in view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from rich.cells import cell_len
from textual.message import Message

from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import THROUGH
from vedette.tui.text import WITH_IDS, Line, clean, fit, line
from vedette.tui.widgets import form_lines as lines
from vedette.tui.widgets.actions_panel import spaced
from vedette.tui.widgets.duel import HEAD as DUEL_ROWS
from vedette.tui.widgets.duel import Duel
from vedette.tui.widgets.form_lines import MOST_ROLLS, body_lines, foot_lines
from vedette.tui.widgets.outlook_lines import TITLED, outlook_lines
from vedette.tui.widgets.panel_host import PAGES, BadKey, Panel, Result
from vedette.view.dice_entry import DiceEntry
from vedette.view.outlook import Outlook, Worth, in_few_words
from vedette.view.vocabulary import Form, PlannedRoll

KEPT_AHEAD, MOST_AHEAD = 6, 10
"""Rows that are kept for what may come of the command, and that it takes at most."""

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
    duel: Duel
    _: KW_ONLY
    foresees: bool = False
    typing: Collection[str] = ()
    outlook: Outlook | None = None
    harm: Mapping[str, str] = field(default_factory=dict)
    worths: Mapping[Any, Worth] = field(default_factory=dict)
    scrolled: int = 0

    def call(self, side: str) -> str:
        """What the table waits for meanwhile: who is about to do what, and to whom; `side` is named already."""
        title, at = clean(self.entry.form.title), self.duel.cards.get(self.entry.target)
        who = "" if self.who in ("", side) else f"{self.who}: "
        return f"{who}{title[:1].lower() if who else title[:1]}{title[1:]}{f' → {at.name}' if at else ''}"

    def least(self, width: int, height: int) -> int:
        """What goes on meanwhile stays in sight above it, where there is room."""
        whole = super().least(width, height)
        return min(whole, max(LEAST_FORM, height - MEANWHILE))

    def draw(self, width: int, height: int) -> list[Line]:
        """The duel, the fields, the rolls, what is against it, what Enter does.

        Where there is no room for all of it the duel's head goes first, then the free rows, then the choices of the
        field at hand are set closer.
        """
        entry, form = self.entry, self.entry.form
        said, room = clean(form.title), width - cell_len(clean(form.title)) - 2
        title = [line((said, "strong"), "  ", (fit(clean(self.who), room), f"{self.role} strong"))]
        chosen = (
            choice.label.partition(":")[0]
            for one in form.fields
            for choice in one.choices
            if one.name == "weapon" and choice.value == one.value
        )
        duel = self.duel.head(form.by, entry.target, next(chosen, ""), width) if width >= WITH_IDS else []
        fields = len(body_lines(entry, width, tight=True)[0])
        most = max(height // 2, height - 2 - fields)
        foot = foot_lines(form, width, most, drawn=MOST_ROLLS)
        rest = height - 1 - len(foot) - fields
        rolls = self.duel.rolls(form.lines, width, rest - 2)
        if not rolls:
            foot = foot_lines(form, width, most, drawn=0)
        dice = self.outlook is not None or any(isinstance(one, PlannedRoll) for one in form.lines)
        kept = KEPT_AHEAD if dice and self.foresees else 0  # so that nothing moves once odds are known
        if kept and rest - len(rolls) - 2 <= TITLED:
            left = height - 1 - fields - len(rolls) - kept - 2
            foot = foot_lines(form, width, max(1, left), drawn=MOST_ROLLS if rolls else 0, tight=True)
            rest = height - 1 - len(foot) - fields
        head = duel if duel and rest - len(rolls) - kept - 1 >= DUEL_ROWS + 1 else title
        left = height - len(head) - len(rolls) - bool(rolls) - len(foot) - 1 - LEAST_BODY
        bars = min(KEPT_AHEAD, left) if kept and self.outlook else 0
        ahead: list[Line] = []
        if self.outlook:
            card = self.duel.cards.get(self.outlook.unit)
            most = min(MOST_AHEAD, max(bars, rest - len(head) - len(rolls) - 1))
            ahead = outlook_lines(self.outlook, card.name if card else "", width, most)
        hope = in_few_words(self.outlook) if self.outlook and not ahead else ""
        empty = [one.label for one in entry.empty]
        closing = lines.closing_line(form, entry.half_typed, width, hope, empty, at_dice=entry.at_dice)
        above = len(rolls) + bool(rolls) + len(ahead)
        room = max(1, height - len(head) - above - len(foot) - 1)
        shown = seen(entry, width, room - 1 if head is duel else room, self.worths, self.scrolled)
        gauge = lines.gauge_lines(form, width)
        if gauge and len(body_lines(entry, width, self.worths)[0]) + len(gauge) + 1 > room:
            gauge = []
        made = spaced(head, gauge, shown, rolls, ahead, [*foot, closing], height=height)
        return [*made, *lines.reminder_lines(form, width, height - len(made) - 1)]

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
    entry: FormEntry, width: int, room: int, worths: Mapping[Any, Worth] = {}, scrolled: int = 0
) -> list[Line]:
    """The fields in as many rows as there is room for, set tighter where they don't fit; `scrolled` by so many."""
    body, rows = body_lines(entry, width, worths)
    if len(body) > room:
        body, rows = body_lines(entry, width, worths, tight=True)
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
    """The rows with a sign at the ends beyond which there are more."""
    upper, lower = line((" ↑ …", "dim")), line((" ↓ …", "dim"))
    return [
        upper if above and i == 0 else lower if below and i == len(shown) - 1 else row
        for i, row in enumerate(shown)
    ]
