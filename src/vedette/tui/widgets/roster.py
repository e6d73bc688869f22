"""Everybody beside the map in the order of acting: when, who, what is left of the hits, in what state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec import Struct
from textual.message import Message

from vedette.tui.sides import initials
from vedette.tui.text import Line, Said, clean, filled, fit, lit, rule
from vedette.tui.widgets.cards import INDENT, bar
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.signs import CURSOR, SENSELESS, STANDING, TARGET, severity
from vedette.view.vocabulary import Card, Table, Turn

NAME, BAR, POINTS, BRIEF = 12, 4, 5, 3
"""Cells that a name takes at most, a bar, hit points such as `10/12`, and such as `10` beside a bar or a long word."""

ROOM, SHORT = 7, 6  # cells of a row that is not name, number or word; how much of a name is left at least
BARRED = 32  # from how many cells on there are bars


class Roster(LineWidget):
    """A row for each unit; the chosen one stays in view."""

    DEFAULT_CSS = """
    Roster { padding: 1 1 0 1; }
    """

    @dataclass
    class UnitClicked(Message):
        """Somebody was clicked."""

        unit: str

    _cards: Mapping[str, Card] = {}
    _order: Sequence[Turn] = ()
    _by = _chosen = _target = _acting = ""
    _roles: Mapping[str, str] = {}
    _letters: Mapping[str, str] = {}

    def show(
        self, table: Table, roles: Mapping[str, str], chosen: str, target: str = "", acting: str = ""
    ) -> None:
        """Show everybody of a table; `target` is the unit that is aimed at by the `acting` one."""
        self._cards = {card.id: card for card in table.cards}
        self._order = table.order or tuple(Turn(card.id) for card in table.cards)
        self._by, self._roles = table.order_by, roles
        self._letters = initials({side.id: side.name for side in table.sides})
        self._chosen, self._target, self._acting = chosen, target, acting
        self.redraw()
        for at, row in enumerate(self._lines):
            if chosen and row.target == chosen:
                self.show_row(at - 1, min(at + 1, len(self._lines) - 1))

    @property
    def rows(self) -> int:
        return 1 + len(self._order)

    def flash_units(self, units: Collection[str]) -> None:
        """The rows of units that have just been hurt, briefly."""
        self.flash({y: lit(row) for y, row in enumerate(self._visible_lines) if row.target in units})

    def draw(self, width: int, height: int) -> Sequence[Line]:
        columns = _columns(self._order, self._cards, width)
        made = [rule("Order", width, self._by)]
        for turn in self._order:
            card = self._cards[turn.unit]
            side = self._letters.get(card.side, " "), self._roles.get(card.side, "")
            is_chosen, is_target = card.id == self._chosen, card.id == self._target
            acts = card.standing == "active" or card.id == self._acting
            made.append(_row(turn, card, side, columns, chosen=is_chosen, target=is_target, acts=acts))
        return made

    def clicked(self, target: str) -> None:
        self.post_message(self.UnitClicked(target))


class Columns(Struct, frozen=True):
    """Cells for when somebody acts, for the names, for the hit points, and in all."""

    level: int
    name: int
    points: int
    width: int


def _columns(order: Sequence[Turn], cards: Mapping[str, Card], width: int) -> Columns:
    """Where it is narrow the full hits yield first, then the ends of names: a state that is cut says nothing."""
    level = max((len(turn.level) for turn in order), default=0)
    doing = max((len(turn.doing) for turn in order), default=0)
    longest = min(NAME, max((len(cards[turn.unit].name) for turn in order), default=0))
    brief = max((len(f"{cards[turn.unit].value}") for turn in order), default=0)
    wide = width - ROOM - level - doing >= longest + POINTS
    points = BRIEF if width >= BARRED else POINTS if wide else brief
    return Columns(level, min(longest, max(SHORT, width - ROOM - level - points - doing)), points, width)


@lru_cache(maxsize=256)  # after a command all but one or two are as they were
def _row(
    turn: Turn,
    card: Card,
    side: tuple[str, str],
    columns: Columns,
    *,
    chosen: bool,
    target: bool,
    acts: bool,
) -> Line:
    """Side, by its initial and its colour; sign, when, who; hits and a bar of them; in what state."""
    (letter, role), gone = side, card.standing == "gone"
    sign = TARGET if target else SENSELESS if card.alive else STANDING["active" if acts else card.standing]
    named = "dim" if card.alive or card.standing == "done" else "dim struck" if gone else f"{role} strong"
    named = f"{role}-block" if acts else f"{named}{' under' if target else ''}"
    hurt = "" if gone else severity(card.value, card.full)
    points = "dim" if gone or (card.standing == "done" and not hurt) else f"{hurt} strong"
    value = f"{card.value}/{card.full}" if columns.points == POINTS else f"{card.value}"
    pieces: list[Said] = [
        (CURSOR if chosen else " ", "key"),
        (f"{letter}{sign}", "dim" if gone else role),
        (f" {turn.level:>{columns.level}} " if columns.level else " ", "dim"),
        (f"{fit(clean(card.name), columns.name):<{columns.name}}", named),
        " ",
        *(filled(bar(card, BAR + INDENT + 1), BAR) if columns.width >= BARRED else ()),
        ((value if card.full else "").rjust(columns.points), points),
        (f" {clean(turn.doing)}", turn.tone if turn.tone != "plain" else ""),
    ]
    return Line(filled(pieces, columns.width), "chosen" if chosen else "", card.id)
