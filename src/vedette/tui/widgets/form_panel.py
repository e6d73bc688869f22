"""The form of a command; every key is its own, and the rule against the draft is always in view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from textual.message import Message

from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import MAP_KEYS, WHY
from vedette.tui.text import WITH_IDS, Line, clean, fit, line
from vedette.tui.widgets.actions_panel import spaced
from vedette.tui.widgets.duel import HEAD as DUEL_ROWS
from vedette.tui.widgets.duel import Duel
from vedette.tui.widgets.form_lines import (
    MOST_ROLLS,
    Rows,
    body_lines,
    closing_line,
    foot_lines,
    gauge_lines,
    reminder_lines,
)
from vedette.tui.widgets.outlook_lines import TITLED, outlook_lines
from vedette.tui.widgets.panel_host import PAGES, BadKey, Panel, Result, useless
from vedette.view.dice_entry import DiceEntry
from vedette.view.outlook import Outlook, Worth, in_few_words
from vedette.view.vocabulary import Field, Form, PlannedRoll

SCROLL = {key for binding in MAP_KEYS for key in binding.keys if key.startswith("shift+")}
THROUGH = frozenset({"exclamation_mark", "greater_than_sign", "question_mark", "number_sign", "f1", *SCROLL})
"""Signs of the table that work in the middle of a form, as Ctrl and capitals do."""

KEPT_AHEAD, MOST_AHEAD = 6, 10
"""Rows that are kept for what may come of the command, and that it takes at most."""

FACES = frozenset("0123456789-=")
"""Keys of faces that are no letters: in a form those belong to its fields."""

LEAST_BODY = 6
"""Rows of fields that are seen where others must be scrolled for the sake of the odds."""

BEST_OF = "percent_sign"
"""The key that sorts the choices of the field at hand by their odds."""

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


def _weapon(form: Form) -> str:
    field = next((field for field in form.fields if field.name == "weapon"), None)
    labels = [choice.label for choice in field.choices if choice.value == field.value] if field else []
    return labels[0].partition(":")[0] if labels else ""


class FormPanel(Panel):
    """Shows a form entry; the draft lives in the entry, the form is the ruleset's answer to it."""

    is_form = True

    def __init__(
        self,
        entry: FormEntry,
        name: str,
        role: str,
        duel: Duel,
        *,
        foresees: bool = False,
        typing: Collection[str] = (),
    ) -> None:
        """Show a form for somebody, in the colour of the side; with `foresees` its odds will follow.

        `typing` are the sides that type their dice.
        """
        self._foresees, self._typing = foresees, typing
        self.entry = entry
        self._who = name
        self._role = role
        self._duel = duel
        self.outlook: Outlook | None = None
        self.harm: Mapping[str, str] = {}
        self._scrolled = 0
        self.worths: Mapping[Any, Worth] = {}

    def call(self, side: str) -> str:
        """What the table waits for meanwhile: who is about to do what, and to whom; `side` is named already."""
        title, at = clean(self.entry.form.title), self._duel.cards.get(self.entry.target)
        who = "" if self._who in ("", side) else f"{self._who}: "
        return f"{who}{title[:1].lower() if who else title[:1]}{title[1:]}{f' → {at.name}' if at else ''}"

    def draw(self, width: int, height: int) -> list[Line]:
        """The duel, the fields, the rolls, what is against it, what Enter does.

        Where there is no room for all of it the duel's head goes first, then the free rows, then the choices of the
        field at hand are set closer.
        """
        entry, form = self.entry, self.entry.form
        said, room = clean(form.title), width - cell_len(clean(form.title)) - 2
        title = [line((said, "strong"), "  ", (fit(clean(self._who), room), f"{self._role} strong"))]
        duel = self._duel.head(form.by, entry.target, _weapon(form), width) if width >= WITH_IDS else []
        fields = len(body_lines(entry, width, tight=True)[0])
        most = max(height // 2, height - 2 - fields)
        foot = foot_lines(form, width, most, drawn=MOST_ROLLS)
        rest = height - 1 - len(foot) - fields
        rolls = self._duel.rolls(form.lines, width, rest - 2)
        if not rolls:
            foot = foot_lines(form, width, most, drawn=0)
        dice = self.outlook is not None or any(isinstance(one, PlannedRoll) for one in form.lines)
        kept = KEPT_AHEAD if dice and self._foresees else 0  # so that nothing moves once odds are known
        if kept and rest - len(rolls) - 2 <= TITLED:
            left = height - 1 - fields - len(rolls) - kept - 2
            foot = foot_lines(form, width, max(1, left), drawn=MOST_ROLLS if rolls else 0, tight=True)
            rest = height - 1 - len(foot) - fields
        head = duel if duel and rest - len(rolls) - kept - 1 >= DUEL_ROWS + 1 else title
        left = height - len(head) - len(rolls) - bool(rolls) - len(foot) - 1 - LEAST_BODY
        bars = min(KEPT_AHEAD, left) if kept and self.outlook else 0
        ahead = self._ahead(width, max(bars, rest - len(head) - len(rolls) - 1))
        hope = in_few_words(self.outlook) if self.outlook and not ahead else ""
        empty = [field.label for field in entry.empty]
        closing = closing_line(form, entry.half_typed, width, hope, empty, at_dice=entry.at_dice)
        above = len(rolls) + bool(rolls) + len(ahead)
        room = max(1, height - len(head) - above - len(foot) - 1)
        shown = seen(entry, width, room - 1 if head is duel else room, self.worths, self._scrolled)
        gauge = gauge_lines(form, width)
        if gauge and len(body_lines(entry, width, self.worths)[0]) + len(gauge) + 1 > room:
            gauge = []
        made = spaced(head, gauge, shown, rolls, ahead, [*foot, closing], height=height)
        return [*made, *reminder_lines(form, width, height - len(made) - 1)]

    def _ahead(self, width: int, rows: int) -> list[Line]:
        """What may come of the command, as far as it is known by now."""
        seen = self.outlook
        if seen is None:
            return []
        card = self._duel.cards.get(seen.unit)
        return outlook_lines(seen, card.name if card else "", width, min(rows, MOST_AHEAD))

    def key(self, key: str, char: str) -> Result:
        """Everything but the signs of the table, and what no field wants of its letter for the rules and of capitals."""
        if key in PAGES:
            return False
        self._scrolled = 0
        if key == BEST_OF:
            self._sort_by_worth()
            return True
        if key == "exclamation_mark" and self.entry.force_step():
            return True
        if key in THROUGH or key.startswith("ctrl+"):
            return False
        if self.entry.at_dice and char in FACES:
            return self._first_die(char)
        answer = self.entry.key(key, char)
        if self._typed_roll and self.entry.is_full:
            self.entry.go_to_dice()
        if answer == "unknown":
            return False if char == WHY else useless(char)
        if answer == "commit" and self.entry.form.ready:
            return Committed(self.entry.form)
        if key == "enter" and self.entry.empty:
            return BadKey(_still_needed(self.entry.empty), "warn")
        return Closed() if answer == "close" else True

    @property
    def _typed_roll(self) -> PlannedRoll | None:
        """The roll that the command begins with, where its dice will be typed."""
        first = next((one for one in self.entry.form.lines if isinstance(one, PlannedRoll)), None)
        return first if first is not None and first.side in self._typing else None

    def _first_die(self, char: str) -> Result:
        """The first face of the dice gives the command."""
        roll = self._typed_roll
        if roll is None:
            return True
        wrong = DiceEntry(roll.pool.dice, roll.pool.sides, lowest=roll.pool.lowest).type(char)
        return BadKey(wrong) if wrong else Committed(self.entry.form, char)

    def scroll(self, rows: int) -> bool:
        """Fields and choices that have no room; the next key is at the field at hand again."""
        self._scrolled += rows
        return True

    def _sort_by_worth(self) -> None:
        """The best choice of the field at hand first; the same key again, and they stand as they stood."""
        field = self.entry.field
        if field is None or not (self.worths or self.entry.is_sorted(field.name)):
            return
        best = sorted(self.worths, key=lambda value: self.worths[value].rank, reverse=True)
        self.entry.sort(field.name, [] if self.entry.is_sorted(field.name) else best)

    def click(self, target: str) -> Result:
        self._scrolled = 0
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


def _still_needed(empty: Sequence[Field]) -> str:
    """What Enter waits for; where nothing can be chosen, why."""
    stuck = next((field.none for field in empty if field.none is not None and not field.choices), None)
    named = " and ".join(filter(None, (", ".join(one.label for one in empty[:-1]), empty[-1].label)))
    return stuck.sentence if stuck else f"Still needed: {clean(named)}."


def seen(
    entry: FormEntry, width: int, room: int, worths: Mapping[Any, Worth] = {}, scrolled: int = 0
) -> list[Line]:
    """The fields in as many rows as there is room for, set tighter where they don't fit; `scrolled` by so many."""
    body, rows = body_lines(entry, width, worths)
    if len(body) > room:
        body, rows = body_lines(entry, width, worths, tight=True)
    return window(body, rows, room, scrolled)


def window(body: list[Line], rows: Rows, room: int, scrolled: int = 0) -> list[Line]:
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
