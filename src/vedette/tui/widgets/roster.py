"""Everybody beside the map in the order of acting: when, who, what is left of the hits, in what state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len
from textual.message import Message

from vedette.tui.sides import initials
from vedette.tui.text import Line, Said, clean, fit, lit, pad, rule, spread
from vedette.tui.widgets.hex_map import HexMap, Legend
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.signs import LEFT, LOST, SENSELESS, STANDING, TARGET, lit_cells, severity
from vedette.view.vocabulary import Card, Table, Turn

BAR = 10
"""Cells of a bar of hit points."""

BARRED = 38
"""From how many cells on there are bars, and names in full."""


class Roster(LineWidget):
    """A row for each unit; the chosen one stays in view."""

    DEFAULT_CSS = "Roster { padding: 1 1 0 1; }"

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
        self.flash({y: lit(row) for y, row in enumerate(self._visible_lines) if row.target in units})

    def draw(self, width: int, height: int) -> Sequence[Line]:
        names = _names([self._cards[turn.unit].name for turn in self._order], width)
        longest = max(map(cell_len, names), default=0)
        made = [rule("Order", width, self._by)]
        for turn, name in zip(self._order, names, strict=True):
            card = self._cards[turn.unit]
            side = self._letters.get(card.side, " "), self._roles.get(card.side, "")
            is_chosen, is_target = card.id == self._chosen, card.id == self._target
            acts = card.standing == "active" or card.id == self._acting
            named = pad(name, longest), width
            made.append(_row(turn, card, side, named, chosen=is_chosen, target=is_target, acts=acts))
        return made

    def clicked(self, target: str) -> None:
        self.post_message(self.UnitClicked(target))


class MapParts:
    """The widgets of a table with a board: the map, the order of acting beside it, and the legend below."""

    def __init__(self) -> None:
        self.map, self.roster, self.legend = HexMap(), Roster(), Legend()


def _names(names: Sequence[str], width: int) -> list[str]:
    """In full where there is room, else the first word, where only one has it."""
    cleaned = [clean(name) for name in names]
    firsts = [name.partition(" ")[0] for name in cleaned]
    if width >= BARRED:
        return [fit(name, width - BARRED + 12) for name in cleaned]
    pairs = zip(firsts, cleaned, strict=True)
    return [fit(first if firsts.count(first) == 1 else name, 8) for first, name in pairs]


@lru_cache(maxsize=256)  # after a command all but one or two are as they were
def _row(
    turn: Turn,
    card: Card,
    side: tuple[str, str],
    named: tuple[str, int],
    *,
    chosen: bool,
    target: bool,
    acts: bool,
) -> Line:
    """Sign, name, hit points left of how many, a bar where it is wide, and what is most to be known; who acts on the side's colour."""
    (letter, role), (name, width), gone = side, named, card.standing == "gone"
    ground = f"{role}-block" if acts else "chosen" if chosen else ""
    sign = TARGET if target else SENSELESS if card.alive else STANDING["active" if acts else card.standing]
    hurt = "" if gone else severity(card.value, card.full)
    calm = gone or card.standing == "done"
    style = "dim" if card.alive else "dim struck" if gone else role if calm else f"{role} strong"
    style = "" if acts else style
    points = "strong" if acts else "dim" if calm and not hurt else f"{hurt} strong"
    left: list[Said] = [
        (letter, "" if acts else role),
        (f"{sign} ", "" if acts else "bad" if gone and not card.alive else role),
        (name.rstrip(), f"{style}{' under' if target else ''}"),
        " " * (cell_len(name) - cell_len(name.rstrip())),
    ]
    if card.full:
        left += [(f" {card.value:>3}", points), (f"/{card.full:<3}", "" if acts else "dim")]
        if width >= BARRED:
            cells = min(card.full, BAR)  # a cell is a hit point, as far as there is room
            lit = lit_cells(card.value, card.full, cells)
            left += [(LEFT * lit, points), (LOST * (cells - lit), "" if acts else "dim")]
    tone = "" if acts or turn.tone == "plain" else turn.tone
    return spread(left, [(f" {clean(turn.doing)}", tone or ("" if acts else "dim"))], width, ground, card.id)
