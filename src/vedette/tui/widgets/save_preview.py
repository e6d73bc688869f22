"""A save in small: who decides what, the score, the units of all sides with their bars, objectives, its last actions, and its file."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Vertical

from vedette.engine.save_cards import SaveCard
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.save_library import SaveLibrary, in_a_sentence
from vedette.tui.figures import TALL, tall
from vedette.tui.sides import initials
from vedette.tui.table_controller import TableController
from vedette.tui.text import Line, Said, beside, clean, fit, line, rows_of, rule, spread
from vedette.tui.widgets.cards import PACKED, Room, card_lines, gone_line
from vedette.tui.widgets.head import Head, HeadView
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.short_log import ShortLog
from vedette.view.action_log import ActionLine
from vedette.view.signs import FAILURE, FREE_OBJECTIVE, OBJECTIVE, SUCCESS

ACTIONS = 40  # actions that are kept of a save; no screen shows more of them here
COLUMNS, GAP = 2, 1  # columns of units, and the cells between them; a third side stands below the first

HEAD, LEAST_LOG = 2, 5
"""Rows of the head, and those that the last actions have at least, with their heading."""

SPREADS = ((PACKED, 1), (PACKED, 0), (1, 0))
"""Rows of a unit and free ones below it, from the roomiest on."""

KILO = 1024


class SavePreview(Struct, frozen=True):
    """What is shown of a save. `points` are those of the sides, () in a game without; `damage` says what is wrong with its file, `bytes` how large that is."""

    head: HeadView
    points: tuple[int, ...]
    actions: Sequence[ActionLine]
    name: str
    lines: int
    bytes: int
    damage: str

    @property
    def call(self) -> str:
        call = self.head.call
        return f"{call.name}{',' if ':' in call.text else ':'} {call.text}" if call.name else call.text


def preview_of(session: Session[GameState], card: SaveCard) -> SavePreview:
    controller = TableController(session)
    table = replace(controller.table, phase="")  # for which a row of a third of a screen has no room
    head = HeadView(table, controller.roles, controller.call, controller.log.outcome())
    lines, path = len(session.timeline.entries), card.path
    actions, size = controller.log.last(ACTIONS), path.stat().st_size
    return SavePreview(head, card.points, actions, path.name, lines, size, session.damage)


def preview_at(library: SaveLibrary, card: SaveCard) -> SavePreview:
    """A save as it stands, read from the disk. Raises VedetteError."""
    with in_a_sentence(card.path):
        return preview_of(library.look(card.path), card)


class Battle(LineWidget):
    """The score, the units of all sides beside each other, and the objectives."""

    _preview: SavePreview | None = None

    def show(self, preview: SavePreview) -> None:
        self._preview = preview
        self.redraw()

    def rows(self, width: int, most: int) -> int:
        return min(most, len(self.draw(width, most)))

    def draw(self, width: int, height: int) -> list[Line]:
        if self._preview is None:
            return []
        head, score = self._preview.head, self._score(self._preview, width)
        objectives = self._objectives(head, width)
        made: list[Line] = []
        for rows, gap in SPREADS:
            made = [Line(), *score, Line(), *self._units(head, width, rows, gap), *objectives]
            if len(made) <= height:
                break
        return made

    def _score(self, preview: SavePreview, width: int) -> list[Line]:
        """Both sides, and their points in tall figures on both sides of the round."""
        sides, roles = preview.head.table.sides, preview.head.roles
        names = [(f" {clean(side.name).upper()} ", f"{roles[side.id]} strong") for side in sides]
        far = clean(preview.head.table.round)
        if len(sides) != COLUMNS or len(preview.points) != COLUMNS:
            shown = [line(" ", (fit(name.strip(), width - 2), role)) for name, role in names]
            return [*shown, line((f" {far}", "dim"))]
        first, second = (tall(str(number)) for number in preview.points)
        middle = ("", *far.lower().split(" ", 1))
        one, other = ((fit(name, width // 2), role) for name, role in names)
        made = [spread([one], [other], width)]
        for row in range(TALL):
            told = (*middle, "", "")[row].center(len("10 of 10"))
            digits: list[Said] = [(first[row], names[0][1]), f" {told} ", (second[row], names[1][1])]
            lead = (width - line(*digits).width) // 2
            made.append(line(" " * lead, *digits))
        return made

    def _units(self, head: HeadView, width: int, rows: int, gap: int) -> list[Line]:
        room = (width - GAP) // COLUMNS
        columns: list[list[Line]] = [[] for _ in range(COLUMNS)]
        for i, (side, role) in enumerate(head.roles.items()):
            own, column = [card for card in head.table.cards if card.side == side], columns[i % COLUMNS]
            gone = tuple(card for card in own if card.standing == "gone")
            for card in own:
                if card.standing != "gone":
                    bare = replace(card, badges=(), tokens=())  # their room is the bar's
                    column += [*card_lines(bare, Room(room, PACKED), "", role)[:rows], *[Line()] * gap]
            column += [gone_line(gone, room)] if gone else []
        return beside(columns, room, GAP)

    def _objectives(self, head: HeadView, width: int) -> list[Line]:
        letters = initials({side.id: side.name for side in head.table.sides})
        rows = []
        for mark in head.table.marks:
            if mark.objective:
                sign = f" {FREE_OBJECTIVE}  ", "dim"
                if mark.side:
                    sign = f" {OBJECTIVE}{letters[mark.side]} ", f"{head.roles[mark.side]} strong"
                name = clean(mark.name), "dim struck" if mark.done else ""
                rows.append(spread([sign, name], [(f"{clean(mark.text)} ", "dim")], width))
        return [Line(), line(" ", *rule("Objectives", width - 2).pieces), *rows] if rows else []


class LastActions(ShortLog):
    """The last actions of a save; there is nothing to open."""

    def draw(self, width: int, height: int) -> Sequence[Line]:
        actions = super().draw(width, height)[1:]  # nothing at all where there is no room
        return [rule("Last", width), *actions] if any(one.pieces for one in actions) else []

    def clicked(self, target: str) -> None:
        """A line."""


class FileLines(LineWidget):
    """The file of a save: whether it is whole, its name and its size."""

    _preview: SavePreview | None = None

    @property
    def rows(self) -> int:
        return 4 if self._preview and self._preview.damage else 1

    def show(self, preview: SavePreview) -> None:
        self._preview = preview
        self.styles.height = self.rows
        self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Line]:
        file = self._preview
        if file is None:
            return []
        size = f"{file.bytes // KILO} KB" if file.bytes >= KILO else f"{file.bytes} bytes"
        sign = (FAILURE, "bad") if file.damage else (SUCCESS, "good")
        told = f"{fit(clean(file.name), width - len(size) - 4)}, {size}"
        return [line(sign, (f" {told}", "dim")), *(rows_of(file.damage, width, "bad") if file.damage else ())]


class PreviewPane(Vertical):
    """The small table of a save."""

    DEFAULT_CSS = f"""
    PreviewPane {{
        & > Head {{ height: {HEAD}; }}
        & > Battle {{ padding: 0 1; }}
        & > LastActions {{ height: 1fr; padding: 0 2; margin-top: 1; }}
        & > FileLines {{ height: 1; margin: 1 0; padding: 0 2; }}
    }}
    """

    def compose(self) -> ComposeResult:
        yield Head()
        yield Battle()
        yield LastActions()
        yield FileLines()

    def show(self, preview: SavePreview) -> None:
        head = preview.head
        self.query_one(Head).show(head)
        self.query_one(Battle).show(preview)
        letters = initials({side.id: side.name for side in head.table.sides})
        self.query_one(LastActions).show(preview.actions, head.roles, letters)
        self.query_one(FileLines).show(preview)
        self._arrange()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """The units have the rows that they need, as long as the last actions keep a few."""
        battle, file = self.query_one(Battle), self.query_one(FileLines)
        taken = HEAD + 1 + LEAST_LOG + 2 + file.rows
        battle.styles.height = battle.rows(self.size.width - 2, max(1, self.size.height - taken))
