"""How the table shares the screen: the head, cards at both sides, the stage and the log between them, a map where there is one."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

from vedette.tui.keys import MAP_KEYS
from vedette.tui.widgets.card_wall import CardWall
from vedette.tui.widgets.head import FULL, STRIP, TRACKED, WIDE, Head, HeadView
from vedette.tui.widgets.hex_map import HexMap
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.roster import Roster
from vedette.tui.widgets.short_log import ShortLog

CARDS = ((150, 40), (120, 32), (100, 28), (0, 22))
"""From how many columns on the cards of a side take how many."""

MAP_CARDS = 150
"""From how many columns on there are cards beside a map; below that a roster."""

WALLS = 2
"""Sides that have a wall of cards; where there are more, all stand in the roster."""

MAP_LOG = 100
"""From how many columns on the log stands beside the stage; below that it takes its place."""

ROSTERS = ((150, 36), (100, 24), (0, 17))
"""From how many columns on the roster takes how many."""

TALL = 30
"""From how many rows on the score board has three rows."""

LOGS = ((50, 14, 10), (36, 10, 6), (30, 6, 4), (0, 3, 3))
"""From how many rows on the short log takes how many, and how many while something is asked."""

STAGES = ((60, 16, 10), (40, 13, 9), (0, 9, 6))
"""From how many rows on the stage below a map has how many, and how many below the largest map."""


class TableLayout(Widget):
    """The widgets of a table, each in its place; whoever shows a game fills them."""

    DEFAULT_CSS = """
    TableLayout {
        height: 1fr;
        layout: vertical;
        & > #body { height: 1fr; }
        & #middle { width: 1fr; }
        & #upper { height: 1fr; display: none; }
        & #lower { height: 1fr; layout: vertical; }
        & PanelHost { height: 1fr; width: 1fr; }
        & GameLog { height: 1fr; width: 1fr; display: none; }
        & .mapped #upper { display: block; }
        & .mapped #lower { layout: horizontal; }
        & .mapped PanelHost { width: 3fr; }
        & .mapped ShortLog { width: 2fr; height: 1fr; }
        & .mapped GameLog { width: 2fr; }
    }
    """
    BINDINGS = [Binding(",".join(key.keys), key.id, key.label, show=False) for key in MAP_KEYS]

    def __init__(self) -> None:
        super().__init__()
        self.walls = CardWall("first", id="first"), CardWall("second", id="second")
        self._sides = 0
        self._scene: Scene | None = None
        self._whole = self._walking = self._asked = self._tracked = False

    def compose(self) -> ComposeResult:
        """The head; cards on both sides; map, stage and log between them."""
        first, second = self.walls
        yield Head()
        with Horizontal(id="body"):
            yield first
            with Vertical(id="middle"):
                with Horizontal(id="upper"):
                    yield Roster()
                    yield HexMap()
                with Container(id="lower"):
                    yield PanelHost()
                    yield GameLog()
                    yield ShortLog()
            yield second

    def on_resize(self, event: events.Resize) -> None:
        """Share the room out anew."""
        self._arrange()

    def show_scene(self, scene: Scene | None) -> None:
        """Show the map, or none."""
        sides = len(scene.roles) if scene is not None else 0
        changed = (scene is None, sides) != (self._scene is None, self._sides)
        self._scene, self._sides = scene, sides
        if changed:
            self._arrange()
        if scene is not None:
            self.query_one(HexMap).show(scene)

    def walk_log(self, *, walking: bool) -> None:
        """The whole log in place of the stage, while it is walked through."""
        if walking != self._walking:
            self._walking = walking
            self._arrange()

    def ask(self, *, asked: bool) -> None:
        """Something is asked: where rows are scarce the log makes room for it."""
        if asked != self._asked:
            self._asked = asked
            self._arrange()

    def show_head(self, view: HeadView) -> None:
        """Show this in the head; a track of phases takes a row more than a score board."""
        self.query_one(Head).show(view)
        tracked = bool(view.table.phases)
        if tracked != self._tracked:
            self._tracked = tracked
            self._arrange()

    def _arrange(self) -> None:
        """Cards take what the middle can spare; with a map, the map comes first."""
        size = self.screen.size
        mapped = self._scene is not None
        tall = size.height >= TALL and not mapped
        head = self.query_one(Head)
        tracked = self._tracked and size.width >= WIDE
        head.styles.height = TRACKED if tall and tracked else FULL if tall else STRIP
        body = self.query_one("#body")
        body.set_class(mapped, "mapped")
        body.styles.margin = (1 if tall else 0, 0, 0, 0)
        self.query_one(GameLog).display = self._walking
        if mapped:
            self._arrange_map(size)
        else:
            self._arrange_cards(size)

    def _arrange_cards(self, size: Size) -> None:
        width = next(cards for columns, cards in CARDS if size.width >= columns)
        self.query_one(Head).make_room(width)
        for wall in self.walls:
            wall.display = True
            wall.styles.width = width
        self.query_one("#lower").styles.height = "1fr"
        log = self.query_one(ShortLog)
        usual, asked = next(rows for least, *rows in LOGS if size.height >= least)
        log.styles.height = asked if self._asked else usual
        self.query_one(PanelHost).display = not self._walking
        log.display = not self._walking and not (self._asked and size.height < TALL)

    def _arrange_map(self, size: Size) -> None:
        walls = size.width >= MAP_CARDS and self._sides <= WALLS and not self._whole
        for wall in self.walls:
            wall.display = walls
            wall.styles.width = next(cards for columns, cards in CARDS if size.width >= columns)
        roster = self.query_one(Roster)
        roster.display = not walls and not self._whole
        roster.styles.width = next(cells for columns, cells in ROSTERS if size.width >= columns)
        usual, least = next(stage[1:] for stage in STAGES if size.height >= stage[0])
        self.query_one("#lower").styles.height = least if self._whole else usual
        beside = size.width >= MAP_LOG
        log = self.query_one(ShortLog)
        log.styles.height = "1fr"
        log.display = beside and not self._walking
        self.query_one(PanelHost).display = beside or not self._walking

    def action_zoom(self) -> None:
        """From one zoom to the next, and round."""
        self.query_one(HexMap).zoom_by(1, around=True)

    def action_nearer(self) -> None:
        """Larger hexes."""
        self.query_one(HexMap).zoom_by(1)

    def action_farther(self) -> None:
        """Smaller hexes."""
        self.query_one(HexMap).zoom_by(-1)

    def action_whole(self) -> None:
        """The map as large as it can be, and back."""
        self._whole = not self._whole
        self._arrange()

    def action_cursor(self) -> None:
        """A cursor on the map."""
        self.query_one(HexMap).take_cursor()

    def action_threats(self) -> None:
        """Threat zones shown or not."""
        self.query_one(HexMap).flip_threats()

    def action_numbers(self) -> None:
        """The number of every hex, or not."""
        self.query_one(HexMap).flip_numbers()

    def action_scroll_up(self) -> None:
        """The part of the map above."""
        self.query_one(HexMap).move(0, -1)

    def action_scroll_down(self) -> None:
        """The part below."""
        self.query_one(HexMap).move(0, 1)

    def action_scroll_west(self) -> None:
        """The part to the left."""
        self.query_one(HexMap).move(-1, 0)

    def action_scroll_east(self) -> None:
        """The part to the right."""
        self.query_one(HexMap).move(1, 0)
