"""A new game: one form, every fault at once, and the text of whatever is at hand beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical

from vedette.engine.data import Row
from vedette.engine.errors import VedetteError
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.pages.agreement import AgreementTool
from vedette.pages.army import DISCARD, ArmyTool
from vedette.save_library import SaveLibrary
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import NEW, NEW_NARROW, TABLE, bindings
from vedette.tui.messages import OpenHelp
from vedette.tui.screens.agreement import AgreementScreen
from vedette.tui.screens.army import ArmyScreen
from vedette.tui.screens.dialogs import discard
from vedette.tui.screens.map_editor import MapEditorScreen
from vedette.tui.setup_page import at_hand
from vedette.tui.text import Line
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.forces_lines import stage_lines
from vedette.tui.widgets.form_panel import Closed, Committed
from vedette.tui.widgets.hex_lines import FAR, NEAR, Zoom, grain, minimap
from vedette.tui.widgets.hex_map import HexMap
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.new_game_panel import (
    ARMY,
    MISSION,
    DrawMap,
    EditAgreement,
    EditArmy,
    NewGamePanel,
)
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.army_draft import ArmyDraft
from vedette.view.map_files import new_map
from vedette.view.new_game_setup import NewGameSetup, Plan, SaveNames
from vedette.view.palette import side_roles

WIDE = 104
"""From how many columns on the table stands beside the choices; where there are fewer, Tab shows one or the other."""

LEAST_MAP = 10
"""Rows from which a map is shown."""

MOST = 164
"""Columns of the table and the armies at most."""


class SmallMap(HexMap, can_focus=False):
    """The map of the game, only to be looked at: as much of it as there is room for."""

    @property
    def zoom(self) -> Zoom:
        return NEAR if self._fits(NEAR) else FAR

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """Where not all of it fits, a cell for two of its hexes or more."""
        scene = self.scene
        each = 0 if scene is None or self._fits(FAR) else grain(scene, width, height)
        return minimap(scene, each) if scene is not None and each else super().draw(width, height)


class Forces(LineWidget):
    """What is to be played: the table, the armies, and the text of the choice at hand."""

    def __init__(self, panel: NewGamePanel) -> None:
        super().__init__()
        self._panel = panel
        self._drawn_of: tuple[Plan | None, int, int, list[Line]] = None, 0, 0, []
        self._drawn: list[Line] = []

    def draw(self, width: int, height: int) -> list[Line]:
        panel, room = self._panel, min(width, MOST)
        foot = at_hand(panel.plan, panel.entry.focus, panel.option_keys, room)
        plan, *same = self._drawn_of
        if plan is not panel.plan or same != [room, height, foot]:
            self._drawn_of = panel.plan, room, height, foot
            self._drawn = stage_lines(panel.plan, room, height, foot)
        return self._drawn


class NewGameScreen(BaseScreen[Session[GameState] | None]):
    """Dismissed with the session of the new game, or with None."""

    DEFAULT_CSS = """
    NewGameScreen {
        & > #body { height: 1fr; }
        & PanelHost { width: 36; padding: 1 0 0 1; }
        & #stage { width: 1fr; padding: 1 1 0 1; }
        & SmallMap { height: 1fr; margin: 1 0 0 0; }
        &.narrow PanelHost { width: 1fr; padding: 0 1; }
        &.narrow #stage { padding: 0 1; }
        &.narrow.choices #stage { display: none; }
        &.narrow.table PanelHost { width: 0; padding: 0; }
    }
    """
    BINDINGS = [
        *bindings(TABLE.some("theme help")),
        Binding("tab", "other", show=False, priority=True),
    ]

    def __init__(self, library: SaveLibrary) -> None:
        """Choose among what the rulesets offer. Raises DataError where a ruleset's data is broken."""
        super().__init__()
        self._library = library
        self._setup = NewGameSetup(
            library.rulesets, SaveNames(library.name_fault, library.free_name), library.last_ruleset()
        )
        self._panel = NewGamePanel(self._setup, self._tell)
        self.add_class("choices")

    def compose(self) -> ComposeResult:
        yield Banner("New game", "Ready to play. Change anything, or press Enter.")
        with Horizontal(id="body"):
            yield PanelHost()
            with Vertical(id="stage"):
                yield Forces(self._panel)
                yield SmallMap()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(PanelHost).show(NEW, self._panel)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width < WIDE, "narrow")
        self.query_one(KeyBar).show(NEW if event.size.width >= WIDE else NEW_NARROW)
        self.call_after_refresh(self._tell)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action != "other" or self.has_class("narrow")

    def action_other(self) -> None:
        self.toggle_class("choices", "table")
        self.call_after_refresh(self._tell)

    def _tell(self) -> None:
        plan = self._panel.plan
        if plan.board is not None:
            self.query_one(SmallMap).show(Scene(plan.board, side_roles(plan.armies)))
        forces = self.query_one(Forces)
        rows = len(forces.draw(*forces.size)) if plan.board else 0
        self.query_one(SmallMap).display = (
            bool(plan.board) and rows + LEAST_MAP <= self.query_one("#stage").size.height
        )
        forces.styles.height = rows or None
        forces.redraw()

    def on_committed(self, event: Committed) -> None:
        """Start the game, once: a second Enter may come before the table is there."""
        if not self.is_current:
            return
        plan = self._panel.plan
        try:
            _ = self.dismiss(self._library.start(plan.ruleset, plan.setup, plan.name))
        except VedetteError as error:
            self._panel.fail(str(error))
            self.query_one(PanelHost).follow()

    async def on_closed(self, event: Closed) -> None:
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
                self._panel.take(ARMY + side, tool.draft.take())
                self.query_one(PanelHost).follow()

        tool = ArmyTool(ArmyDraft(self._setup, self._panel.entry.draft, side))
        await self.app.push_screen(ArmyScreen(tool), take)

    async def on_edit_agreement(self, event: EditAgreement) -> None:
        field = event.field

        def take(said: Mapping[str, Any] | None) -> None:
            if said is not None:
                self._panel.take(field, said)
                self.query_one(PanelHost).follow()

        await self.app.push_screen(
            AgreementScreen(AgreementTool(self._panel.plan.agreements[field], event.at)), take
        )

    async def on_draw_map(self, event: DrawMap) -> None:
        def take(id: str | None) -> None:
            if id is not None:
                self._setup.reread()
                self._panel.take(MISSION, id)
                self.query_one(PanelHost).follow()

        game = self._library.rulesets[self._panel.plan.ruleset]
        await self.app.push_screen(MapEditorScreen(new_map(game)), take)

    def action_help(self) -> None:
        self.post_message(OpenHelp(NEW))
