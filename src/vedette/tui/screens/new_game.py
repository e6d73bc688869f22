"""A new game: one form, every fault at once, and the text of whatever is at hand beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical

from vedette.engine.data import Row
from vedette.engine.errors import VedetteError
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.pages.agreement import AgreementTool
from vedette.pages.army import DISCARD, ArmyTool
from vedette.save_library import SaveLibrary
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import NEW, TABLE, bindings
from vedette.tui.messages import OpenHelp
from vedette.tui.screens.dialogs import discard
from vedette.tui.screens.map_editor import MapEditorScreen
from vedette.tui.screens.tool import FormScreen, PageScreen
from vedette.tui.setup_page import setup_told
from vedette.tui.text import Line
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.hex_lines import FAR, NEAR, Zoom, grain, minimap
from vedette.tui.widgets.hex_map import HexMap
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.new_game_panel import (
    Begin,
    DrawMap,
    EditAgreement,
    EditArmy,
    Left,
    NewGamePanel,
)
from vedette.tui.widgets.page import Page
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.army_draft import ArmyDraft
from vedette.view.map_files import new_map
from vedette.view.new_game_setup import NewGameSetup, SaveNames
from vedette.view.palette import side_roles

WIDE = 104
"""From how many columns on the text stands beside the form, and not below it."""


TALL = 32
"""From how many rows on the map stands there as well."""


FORM = 52
"""Columns that the form needs; where it has them, the map has all that it needs."""

ROOMY_FORM = 62
"""Columns in which it says everything in full; what is left beyond them is the text's."""

MARGIN = 6
"""Columns of a map besides its hexes."""


class SmallMap(HexMap, can_focus=False):
    """The map of the game, only to be looked at: as much of it as there is room for."""

    @property
    def zoom(self) -> Zoom:
        return NEAR if self._fits(NEAR) else FAR

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """Where not all of it fits, a cell for two of its hexes or more."""
        scene = self.scene
        each = 0 if scene is None or self._fits(FAR) else grain(scene, width, height)
        if scene is None or not each:
            return super().draw(width, height)
        whole = minimap(scene, each)
        return [Line(row) for row in whole]


class NewGameScreen(BaseScreen[Session[GameState] | None]):
    """Dismissed with the session of the new game, or with None."""

    DEFAULT_CSS = """
    NewGameScreen {
        & > #body { height: 1fr; layout: vertical; }
        & PanelHost { height: 1fr; }
        & #beside { height: 6; }
        & SmallMap { display: none; height: 1fr; }
        & > #body.wide { layout: horizontal; }
        & > #body.wide PanelHost { width: 5fr; }
        & > #body.wide #beside { width: 4fr; height: 1fr; }
        & > #body.mapped SmallMap { display: block; }
        & > #body.mapped #beside.low { layout: horizontal; }
        & #beside.low SmallMap { width: 28; padding: 0 0 0 2; dock: right; }
    }
    """
    BINDINGS = bindings(TABLE.some("theme help"))

    def __init__(self, library: SaveLibrary) -> None:
        """Choose among what the rulesets offer. Raises DataError where a ruleset's data is broken."""
        super().__init__()
        self._library = library
        self._setup = NewGameSetup(
            library.rulesets, SaveNames(library.name_fault, library.free_name), library.last_ruleset()
        )
        self._panel = NewGamePanel(self._setup, self._tell)

    def compose(self) -> ComposeResult:
        yield Banner("New game", "everything is chosen already; change what you like, and Enter starts")
        with Container(id="body"):
            yield PanelHost()
            with Vertical(id="beside"):
                yield SmallMap()
                yield Page()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(NEW)
        self.query_one(PanelHost).show(NEW, self._panel)
        self._tell()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#body").set_class(event.size.width >= WIDE, "wide")
        self._tell()

    def _tell(self) -> None:
        """The text of what is at hand, and the map with everybody on it where there is room."""
        plan, width, height = self._panel.plan, *self.app.size
        board = plan.board if height >= TALL or width < WIDE else None
        self.query_one("#body").set_class(board is not None, "mapped")
        self.query_one("#beside").set_class(width < WIDE, "low")
        usual = max(width * 4 // 9, min(width * 5 // 9, width - ROOMY_FORM))
        needed = max(usual, board.cols * FAR.across + MARGIN) if board and width >= WIDE else usual
        roomy = width >= WIDE and width - needed >= FORM
        self.query_one("#beside").styles.width = needed if roomy else None
        if board is not None:
            self.query_one(SmallMap).show(Scene(board, side_roles(plan.armies)))
        self.query_one(Page).show(*setup_told(plan, self._panel.entry.focus, 0 if board else height))

    def on_begin(self, event: Begin) -> None:
        """Start the game, once: a second Enter may come before the table is there."""
        if not self.is_current:
            return
        plan = self._panel.plan
        try:
            _ = self.dismiss(self._library.start(plan.ruleset, plan.setup, plan.name))
        except VedetteError as error:
            self._panel.fail(str(error))
            self.query_one(PanelHost).follow()

    async def on_left(self, event: Left) -> None:
        """Back; whoever has put units together is asked first."""
        if not self.is_current:
            return
        if not self._setup.own:
            _ = self.dismiss(None)
            return
        await discard(self, DISCARD)

    async def on_edit_army(self, event: EditArmy) -> None:
        side = event.side

        def take(units: Sequence[Row] | None) -> None:
            if units is not None and (tool.draft.is_changed or tool.draft.is_saved):
                self._panel.take_army(side, tool.draft.take())
                self.query_one(PanelHost).follow()

        tool = ArmyTool(ArmyDraft(self._setup, self._panel.entry.draft, side))
        await self.app.push_screen(PageScreen(tool), take)

    async def on_edit_agreement(self, event: EditAgreement) -> None:
        field = event.field

        def take(said: Mapping[str, Any] | None) -> None:
            if said is not None:
                self._panel.take_agreement(field, said)
                self.query_one(PanelHost).follow()

        await self.app.push_screen(FormScreen(AgreementTool(self._panel.plan.agreements[field])), take)

    async def on_draw_map(self, event: DrawMap) -> None:
        def take(id: str | None) -> None:
            if id is not None:
                self._setup.reread()
                self._panel.take_mission(id)
                self.query_one(PanelHost).follow()

        game = self._library.rulesets[self._panel.plan.ruleset]
        await self.app.push_screen(MapEditorScreen(new_map(game)), take)

    def action_help(self) -> None:
        self.post_message(OpenHelp(NEW))
