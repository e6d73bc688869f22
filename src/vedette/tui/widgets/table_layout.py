"""How the table shares the screen: the head, then cards with stage and log between them, or a map with the stage beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.geometry import Size

from vedette.tui.keys import MAP, bindings
from vedette.tui.widgets.cards import CardWall
from vedette.tui.widgets.head import FULL, STRIP, TRACKED, WIDE, Head, HeadView
from vedette.tui.widgets.line_widget import Room
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.short_log import ShortLog
from vedette.view.action_log import ActionLine
from vedette.view.vocabulary import Detail, Table

if TYPE_CHECKING:
    from vedette.tui.widgets.hex_map import HexMap
    from vedette.tui.widgets.hex_scene import Scene
    from vedette.tui.widgets.roster import MapParts

CARDS = ((180, 48), (150, 40), (120, 32), (100, 28), (0, 22))
"""From how many columns on the cards of a side take how many."""

NARROW = 72
"""Columns below which the cards give way while something is asked: a form needs them more."""

BESIDE, MOST_BESIDE = 27, 42
"""The columns beside a map: at least, and at most when the whole map is shown."""

TALL = 30
"""From how many rows on the score board has three rows, and a map has a log below it."""

LARGE = 50
LOGS = ((58, 25, 14), (LARGE, 14, 10), (36, 10, 6), (30, 6, 4), (0, 4, 3))
"""From how many rows on the short log takes how many, and how many while something is asked."""

MANY = 4
"""More objectives than this, listed on a small screen, take a row from the log."""

FORM_LOG = 3
"""Rows of the short log at most while a form is filled in, on a screen that is not large."""

FOOTER, ENDED = 1, 2
"""Rows of the footer, and of the head when the game has ended: the result has the place of the score."""

MAP_LOG, LEAST_LOG = 5, 3
"""Rows of the log below a map, and what it has at least where a guide takes rows."""

LEAST_STAGE, FORM = 12, 29
"""Rows that the stage has before the order of acting has any, and with a form before the legend has any."""

STAGES = ((60, 10), (40, 9), (0, 6))
"""From how many rows on the stage below the largest map has how many."""


class Shape(Struct, frozen=True):
    """What the room is needed for.

    `is_asked`: something is asked, and where rows are scarce the log makes room for it, most of all for a form, `is_filling`.
    `is_waiting`: for dice or a choice. `has_ended`: the game, and how it ended has all the room. `is_tracked`: a track of phases takes a row more than
    a score board. `is_mapped`, `is_whole`: there is a map, as large as it can be. `given`: rows of a guide; the log is the first to give
    way. `told`: actions that the log tells. `said`: rows that the answer to the last key takes. `listed`: objectives on the table.
    """

    is_asked: bool = False
    is_waiting: bool = False
    is_filling: bool = False
    has_ended: bool = False
    is_tracked: bool = False
    is_mapped: bool = False
    is_whole: bool = False
    given: int = 0
    told: int = 0
    said: int = 1
    listed: int = 0


class TableLayout(Room):
    """The widgets of a table, each in its place; whoever shows a game fills them."""

    DEFAULT_CSS = """
    TableLayout {
        layout: vertical;
        & > #body { layout: horizontal; }
        & #middle { layout: vertical; }
        & PanelHost { height: 1fr; width: 1fr; }
        & #middle.mapped { layout: grid; }
        & .mapped ShortLog { height: 1fr; }
    }
    """
    BINDINGS = bindings(MAP.keys, "map('{}')")

    def __init__(self) -> None:
        super().__init__()
        self.head, self.stage = Head(), PanelHost()
        self.short_log = ShortLog()
        self.walls = CardWall("first", id="first"), CardWall("second", id="second")
        self._body, self._middle = Room(id="body"), Room(id="middle")
        self.shape = Shape()

    def compose(self) -> ComposeResult:
        """The head; cards on both sides; stage and log between them. A map is mounted with the first board, the whole log when it is asked for."""
        first, second = self.walls
        yield self.head
        with self._body:
            yield first
            with self._middle:
                yield self.stage
                yield self.short_log
            yield second

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()

    @property
    def map(self) -> HexMap | None:
        return self._parts.map if self._has_map else None

    @property
    def _has_map(self) -> bool:
        return "_parts" in vars(self)

    @cached_property
    def _parts(self) -> MapParts:
        """The map and what stands beside it, in their places; a game without a board never loads them."""
        from vedette.tui.widgets.roster import MapParts  # 10 ms

        parts = MapParts()
        middle, log = self._middle, self.short_log
        _ = (  # they stand there at once, and nobody waits until they are painted
            middle.mount(parts.map, before=0),
            middle.mount(parts.legend, before=log),
            middle.mount(parts.roster, before=log),
        )
        return parts

    def show_scene(self, scene: Scene | None, *, is_waiting: bool = False) -> None:
        """Show the map; `is_waiting`: for dice or a choice, and what the signs on it mean must be known."""
        self.be(is_mapped=scene is not None, is_waiting=is_waiting)
        if scene is not None:
            parts = self._parts
            before = parts.map.width_within(self.screen.size.width), parts.legend.rows
            parts.map.show(scene)
            parts.legend.show(scene, is_waiting=is_waiting)
            if (parts.map.width_within(self.screen.size.width), parts.legend.rows) != before:
                self._arrange()

    def show_walls(
        self,
        table: Table,
        chosen: str,
        target: str = "",
        acting: str = "",
        *,
        details: Callable[[str], Sequence[Detail]],
        asked: Mapping[str, str] = {},
    ) -> None:
        armies = [tuple(card for card in table.cards if card.side == side.id) for side in table.sides]
        army = max(map(len, armies), default=0)
        for wall, cards in zip(self.walls, armies, strict=False):
            wall.show(cards, chosen, target, acting, details=details, army=army, asked=asked)

    def show_order(
        self, table: Table, roles: Mapping[str, str], chosen: str, target: str = "", acting: str = ""
    ) -> None:
        if table.board is None:
            return
        roster = self._parts.roster
        rows = roster.rows
        roster.show(table, roles, chosen, target, acting)
        if roster.rows != rows:
            self._arrange()

    def flash(self, units: Collection[str], *, great: bool) -> None:
        """Who has just been hurt catches the eye once, and with a `great` moment what it came to."""
        if not units:
            return
        for wall in self.walls:
            wall.flash_units(units)
        if self._has_map:
            self._parts.roster.flash_units(units)
        if great:
            self.head.flash_outcome()

    def be(self, **now: bool | int) -> None:
        shape = replace(self.shape, **now)
        if shape != self.shape:
            self.shape = shape
            self._arrange()

    def show_log(
        self, actions: Sequence[ActionLine], roles: Mapping[str, str], letters: Mapping[str, str]
    ) -> None:
        """Show the last actions; at the beginning of a game the stage has the rows that they don't need."""
        short = min(len(actions), LOGS[0][1] - 1)
        self.short_log.show(actions, roles, letters)
        self.be(told=short)

    def show_head(self, view: HeadView) -> None:
        """Show this in the head; a track of phases takes a row more than a score board, a long refusal as many as it needs."""
        self.head.show(view)
        objectives = sum(mark.objective for mark in view.table.marks)
        said = self.head.rows_said(self.screen.size.width)
        self.be(is_tracked=bool(view.table.phases), said=said, listed=objectives)

    def _arrange(self) -> None:
        """Cards take what the middle can spare; a map takes their place, and the stage stands beside it."""
        size = self.screen.size
        mapped = self.shape.is_mapped
        alone = self.shape.has_ended
        tall = size.height >= TALL and not mapped
        tracked = self.shape.is_tracked and size.width >= WIDE
        head = ENDED if alone else TRACKED if tall and tracked else FULL if tall else STRIP
        said = max(head, 1 + self.shape.said)
        self.head.styles.height = said
        self._body.styles.margin = (0 if mapped or alone else max(0, 1 + head - said), 0, 0, 0)
        self._middle.set_class(mapped and not alone, "mapped")
        cards = not mapped and not alone and (size.width >= NARROW or not self.shape.is_asked)
        for wall in self.walls:
            wall.display = cards
        if self._has_map:
            self._parts.map.display = mapped and not alone
        if alone:
            self.stage.display, self.short_log.display = True, False
            self._hide_order()
        elif mapped:
            self._arrange_map(size)
        else:
            self._arrange_cards(size)

    def _arrange_cards(self, size: Size) -> None:
        width = next(cards for columns, cards in CARDS if size.width >= columns)
        self.head.make_room(width)
        for wall in self.walls:
            wall.styles.width = width
        log = self.short_log
        usual, asked = next(rows for least, *rows in LOGS if size.height >= least)
        usual -= usual == LOGS[-1][1] and self.shape.listed > MANY
        asked = min(asked, FORM_LOG) if self.shape.is_filling and size.height < LARGE else asked
        rows = min(asked if self.shape.is_asked else usual, self.shape.told + 1)
        log.styles.height = max(min(LOGS[-1][-1], self.shape.told + 1), rows - self.shape.given)
        log.display = not ((self.shape.is_asked or self.shape.given) and size.height < TALL)
        self.stage.display = True
        self._hide_order()

    def _hide_order(self) -> None:
        if self._has_map:
            self._parts.roster.display = self._parts.legend.display = False

    def _arrange_map(self, size: Size) -> None:
        """The map on the left with the log below it; beside it the stage, the legend and the order of acting; or the largest map."""
        parts, middle, whole = self._parts, self._middle, self.shape.is_whole
        rows = size.height - STRIP - FOOTER - self.shape.given
        logged = 0 if whole or size.height < TALL else max(LEAST_LOG, MAP_LOG - self.shape.given)
        formed = self.shape.is_asked and not self.shape.is_waiting and not logged
        free = 0 if whole or formed else rows - LEAST_STAGE
        # the order begins no lower than the log, as the grid fills its rows from the left
        above = int(not self.shape.is_asked)  # a free row above it, where no form needs it
        if logged:  # what a small map leaves free, while a form still fits above the order
            most_logged = max(parts.roster.rows - 1, rows - FORM - 1)
            logged = max(logged, min(most_logged, rows - parts.map.rows))
        order = min(max(parts.roster.rows + above, logged + 1), free) if free > 2 else 0
        parts.roster.styles.padding = (above, 1, 0, 1)
        most = rows - FORM if self.shape.is_asked and not self.shape.is_waiting else free
        legend = parts.legend.rows if parts.legend.rows <= most - order else 0
        parts.roster.display, parts.legend.display = bool(order), bool(legend)
        self.short_log.display, self.stage.display = bool(logged), True
        beside = min(size.width - parts.map.width_within(size.width - BESIDE), MOST_BESIDE)
        middle.styles.grid_columns = ("1fr", str(beside))
        middle.styles.grid_size_columns = 1 if whole else 2
        if whole:
            stage = next(stage for least, stage in STAGES if size.height >= least)
            middle.styles.grid_columns, middle.styles.grid_rows = ("1fr",), ("1fr", str(stage))
            parts.map.styles.row_span = 1
            return
        ends = {self.stage: rows - legend - order, parts.legend: rows - order, parts.roster: rows}
        left = {parts.map: rows - logged, self.short_log: rows}
        cuts = sorted({*ends.values(), *left.values()})
        middle.styles.grid_rows = tuple(str(end - begin) for begin, end in pairwise((0, *cuts)))
        for column in (ends, left):
            begin = 0
            for widget, end in column.items():
                if widget.display and end > begin:
                    widget.styles.row_span = sum(begin < cut <= end for cut in cuts)
                    begin = end

    def action_map(self, id: str) -> None:
        map = self.map
        if id == "whole":
            self.be(is_whole=not self.shape.is_whole)
        elif map is not None:
            deeds: Mapping[str, Callable[[], None]] = {
                "zoom": lambda: map.zoom_by(1, around=True),
                "nearer": lambda: map.zoom_by(1),
                "farther": lambda: map.zoom_by(-1),
                "cursor": map.take_cursor,
                "threats": lambda: map.flip(threats=True),
                "numbers": lambda: map.flip(numbers=True),
                "scroll_up": lambda: map.move(0, -1),
                "scroll_down": lambda: map.move(0, 1),
                "scroll_west": lambda: map.move(-1, 0),
                "scroll_east": lambda: map.move(1, 0),
            }
            deeds[id]()
