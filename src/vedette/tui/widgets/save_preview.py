"""A save in small: the head of its table, the units of all sides with their bars, its last actions, and its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Vertical

from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.save_library import SaveLibrary, in_a_sentence
from vedette.tui.sides import initials
from vedette.tui.table_controller import TableController
from vedette.tui.text import Line, beside, clean, rows_of, rule, spread
from vedette.tui.widgets.cards import PACKED, Room, card_lines, gone_line
from vedette.tui.widgets.head import STRIP, Head, HeadView
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.short_log import ShortLog
from vedette.view.action_log import ActionLine
from vedette.view.vocabulary import Card

ACTIONS = 40  # actions that are kept of a save; no screen shows more of them here
COLUMNS, GAP = 2, 2  # columns of units, and the cells between them; a third side stands below the first

LEAST_LOG, FILE = 5, 4
"""Rows that the last actions have at least, with their heading, and rows of what is told of the file."""

KILO = 1024


class SavePreview(Struct, frozen=True):
    """What is shown of a save. `damage` says what is wrong with its file, `bytes` how large that is."""

    head: HeadView
    actions: Sequence[ActionLine]
    name: str
    lines: int
    bytes: int
    damage: str


def preview_of(session: Session[GameState], path: Path) -> SavePreview:
    """A save as it stands, from a session that only looks at it."""
    controller = TableController(session)
    table = replace(controller.table, phase="", marks=())  # for which a row of half a screen has no room
    head = HeadView(table, controller.roles, controller.call, controller.log.outcome())
    lines = len(session.timeline.entries)
    return SavePreview(
        head, controller.log.last(ACTIONS), path.name, lines, path.stat().st_size, session.damage
    )


def preview_at(library: SaveLibrary, path: Path) -> SavePreview:
    """A save as it stands, read from the disk. Raises VedetteError."""
    with in_a_sentence(path):
        return preview_of(library.look(path), path)


class Units(LineWidget):
    """The units of all sides, beside each other."""

    _groups: Sequence[tuple[str, list[Card], tuple[Card, ...]]] = ()
    """Of each side its colour, its units, and those that are gone."""

    def show(self, cards: Sequence[Card], roles: Mapping[str, str]) -> None:
        self._groups = [
            (
                role,
                [card for card in cards if card.side == side and card.standing != "gone"],
                tuple(card for card in cards if card.side == side and card.standing == "gone"),
            )
            for side, role in roles.items()
        ]
        self.redraw()

    def rows(self, most: int) -> int:
        """How many rows are needed, of so many at most."""
        return min(most, self._height(self._per_unit(most)))

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """A name and a bar for each unit; names alone where there are too many."""
        room, rows = (width - GAP) // COLUMNS, self._per_unit(height)
        columns: list[list[Line]] = [[] for _ in range(COLUMNS)]
        for i, (role, here, gone) in enumerate(self._groups):
            for card in here:
                columns[i % COLUMNS] += card_lines(card, Room(room, PACKED), "", role)[:rows]
            columns[i % COLUMNS] += [gone_line(gone, room)] if gone else []
        return beside(columns, room, GAP)

    def _per_unit(self, height: int) -> int:
        return PACKED if self._height(PACKED) <= height else 1

    def _height(self, rows: int) -> int:
        """Rows of the longer column, with so many for each unit."""
        taken = [len(here) * rows + bool(gone) for _, here, gone in self._groups]
        return max(sum(taken[i::COLUMNS]) for i in range(COLUMNS))


class LastActions(ShortLog):
    """The last actions of a save; there is nothing to open."""

    def draw(self, width: int, height: int) -> Sequence[Line]:
        _, *actions = super().draw(width, height)
        return [rule("Last", width), *actions] if any(one.pieces for one in actions) else []

    def clicked(self, target: str) -> None:
        """A line."""


class FileLines(LineWidget):
    """The file of a save: its name and size, and whether it is whole."""

    _preview: SavePreview | None = None

    def show(self, preview: SavePreview) -> None:
        self._preview = preview
        self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Line]:
        file = self._preview
        if file is None:
            return []
        size = f"{file.bytes // KILO} KB" if file.bytes >= KILO else f"{file.bytes} bytes"
        lines = f"{file.lines} lines" if file.lines > 1 else "not begun"  # the first line is the set-up
        about = spread([clean(file.name)], [(f" {lines}, {size}", "dim")], width)
        told = (f"✘ {file.damage}", "bad") if file.damage else ("✔ complete", "good")
        return [rule("File", width), about, *rows_of(told[0], width, told[1], 2)]


class PreviewPane(Vertical):
    """The small table of a save; its head alone where there are no more rows."""

    DEFAULT_CSS = f"""
    PreviewPane {{
        & > Head {{ height: {STRIP}; }}
        & > Units {{ margin: 1 0; padding: 0 0 0 1; }}
        & > LastActions {{ height: 1fr; padding: 0 2; }}
        & > FileLines {{ height: {FILE}; margin-top: 1; padding: 0 2; }}
        &.head > Units, &.head > LastActions, &.head > FileLines {{ display: none; }}
    }}
    """

    def compose(self) -> ComposeResult:
        yield Head()
        yield Units()
        yield LastActions()
        yield FileLines()

    def show(self, preview: SavePreview) -> None:
        head = preview.head
        self.query_one(Head).show(head)
        self.query_one(Units).show(head.table.cards, head.roles)
        letters = initials({side.id: side.name for side in head.table.sides})
        self.query_one(LastActions).show(preview.actions, head.roles, letters)
        self.query_one(FileLines).show(preview)
        self._arrange()

    def on_resize(self) -> None:
        self.set_class(self.size.height <= STRIP, "head")
        self._arrange()

    def _arrange(self) -> None:
        """The units have the rows that they need, as long as the last actions keep a few."""
        units = self.query_one(Units)
        taken = STRIP + 2 + LEAST_LOG + 1 + FILE
        units.styles.height = units.rows(max(1, self.size.height - taken))
