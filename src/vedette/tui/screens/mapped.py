"""A screen with the cards of both sides, and a map between them where the game has one."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.screen import ScreenResultType

from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import MAP_KEYS
from vedette.tui.widgets.card_wall import CardWall
from vedette.tui.widgets.hex_map import HexMap
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.prompt import Prompt
from vedette.tui.widgets.roster import Roster

WALL_WIDTHS = ((150, 48), (120, 32), (100, 28), (0, 20))
"""From how many columns on the cards of a side take how many."""

MAP_WALLS = 150
"""From how many columns on there are cards beside a map; below that a roster."""

MAP_WALL = 39
"""Columns of the cards beside a map."""

WALLS = 2
"""Sides that have a wall of cards; where there are more, all stand in the roster."""

MAP_LOG = 100
"""From how many columns on the log stands beside the stage; below that it takes its place."""

ROSTERS = ((150, 36), (100, 24), (0, 17))
"""From how many columns on the roster takes how many."""

TALL = 32
"""From how many rows on there is room to spare."""


class MapScreen(BaseScreen[ScreenResultType]):
    """Shares the room out: cards, stage and log; with a board the map comes first."""

    DEFAULT_CSS = """
    MapScreen {
        & > #body { height: 1fr; }
        & #middle { width: 1fr; }
        & #upper { height: 1fr; display: none; }
        & #lower { height: 1fr; layout: vertical; }
        & PanelHost { height: 3fr; width: 1fr; }
        & GameLog { height: 2fr; width: 1fr; min-height: 4; }
        & .mapped #upper { display: block; }
        & .mapped #lower { layout: horizontal; }
        & .mapped PanelHost { height: 1fr; width: 3fr; }
        & .mapped GameLog { width: 2fr; }
    }
    """
    BINDINGS = [Binding(",".join(key.keys), key.id, key.label, show=False) for key in MAP_KEYS]

    SHORT_LOG: ClassVar[str] = "2fr"
    """The part that the log takes where there are few rows and no map."""

    STAGES: ClassVar[tuple[tuple[int, int, int], ...]] = ((60, 16, 10), (40, 13, 9), (0, 9, 6))
    """From how many rows on the stage below a map has how many, and how many below the largest map."""

    def __init__(self) -> None:
        super().__init__()
        self._mapped = False
        self._side_count = 0
        self._whole = False
        self._walking = False

    def compose_body(self) -> ComposeResult:
        """Cards on both sides; map, stage and log between them."""
        with Horizontal(id="body"):
            yield CardWall("first", id="first")
            with Vertical(id="middle"):
                with Horizontal(id="upper"):
                    yield Roster()
                    yield HexMap()
                with Container(id="lower"):
                    yield PanelHost()
                    yield GameLog()
            yield CardWall("second", id="second")

    def share_out(self, size: Size) -> None:
        """Cards take what the middle can spare; the prompt gets a third row where there are many."""
        self.query_one(Prompt).styles.height = 3 if size.height >= TALL else 2
        self.query_one("#body").set_class(self._mapped, "mapped")
        if self._mapped:
            self._arrange_map(size)
        else:
            self._arrange_walls(size)

    def show_scene(self, scene: Scene | None) -> None:
        """Show the map, or none."""
        sides = len(scene.roles) if scene is not None else 0
        if (scene is not None, sides) != (self._mapped, self._side_count):
            self._mapped, self._side_count = scene is not None, sides
            self.share_out(self.app.size)
        if scene is not None:
            self.query_one(HexMap).show(scene)

    def walk_log(self, *, walking: bool) -> None:
        """Make room for the log while it is walked through, where it has none."""
        if walking != self._walking:
            self._walking = walking
            self.share_out(self.app.size)

    def _arrange_walls(self, size: Size) -> None:
        width = next(cards for columns, cards in WALL_WIDTHS if size.width >= columns)
        for wall in self.query(CardWall):
            wall.display = True
            wall.styles.width = width
        self.query_one("#lower").styles.height = "1fr"
        log = self.query_one(GameLog)
        log.styles.height = "2fr" if size.height >= TALL else self.SHORT_LOG
        self.query_one(PanelHost).display = log.display = True

    def _arrange_map(self, size: Size) -> None:
        walls = size.width >= MAP_WALLS and self._side_count <= WALLS and not self._whole
        for wall in self.query(CardWall):
            wall.display = walls
            wall.styles.width = MAP_WALL
        roster = self.query_one(Roster)
        roster.display = not walls and not self._whole
        roster.styles.width = next(cells for columns, cells in ROSTERS if size.width >= columns)
        usual, least = next(stage[1:] for stage in self.STAGES if size.height >= stage[0])
        self.query_one("#lower").styles.height = least if self._whole else usual
        beside = size.width >= MAP_LOG
        log = self.query_one(GameLog)
        log.styles.height = "1fr"
        log.display = beside or self._walking
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
        self.share_out(self.app.size)

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
