"""An army put together: the catalogue with the kind at hand in full, and beside it the army, its points, and whether it may play."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from vedette.pages.army import PROFILES, UNITS, ArmyTool
from vedette.pages.model import Section
from vedette.tui.screens.tool import FindScreen
from vedette.tui.text import clean
from vedette.tui.widgets.army_lines import ArmyFoot, catalogue_rows, unit_rows
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.find_row import FindRow
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Menu, Rows
from vedette.tui.widgets.page import Page as PageText
from vedette.tui.widgets.prompt import Prompt


class ArmyScreen(FindScreen):
    """Closed with the units; with None if they leave the army as it was."""

    DEFAULT_CSS = """
    ArmyScreen {
        & FindRow { background: $chosen; }
        & > #body { layout: horizontal; height: 1fr; margin: 1 0 0 0; }
        & #offered { width: 43; }
        & #own { width: 1fr; margin: 0 0 0 2; }
        & #profiles { width: 1fr; height: 1fr; }
        & #units { width: 1fr; height: 1fr; background: $background; }
        & #about { width: 1fr; height: 6; padding: 0 2; }
        & Prompt { height: 1; background: $background; }
        &.wide #offered { width: 3fr; max-width: 100; }
        &.wide #own { width: 2fr; max-width: 64; }
        &.wide > #body #about { width: 1fr; height: 11; }
        &.wide > #body #profiles { width: 1fr; }
        &.wide > #body #units { width: 1fr; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(116, "wide")]
    tool: ArmyTool

    def on_mount(self) -> None:
        self.tool.draft.is_lazy = True
        super().on_mount()

    def compose(self) -> ComposeResult:
        yield Banner(self.tool.title, clean(self.tool.subtitle))
        yield FindRow(
            "a name, a trait, or points, like <4"
            if self.tool.draft.total is not None
            else "a name or a trait"
        )
        with Horizontal(id="body"):
            with Vertical(id="offered"):
                yield Menu(id=PROFILES)
                yield PageText(id="about")
            with Vertical(id="own"):
                yield Menu(id=UNITS)
                yield ArmyFoot(self.tool)
        yield Prompt()
        yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self.describe)

    def paint(self, at: str = "") -> None:
        super().paint(at)
        listed, all_of = len(self.tool.listed), len(self.tool.draft.roster.profiles)
        self.query_one(FindRow).show(f"{listed} of {all_of}" if listed < all_of else f"{all_of} profiles")
        if not self.tool.draft.is_judged:
            self.call_after_refresh(self._judge)

    def _judge(self) -> None:
        """Say whether the game may begin with the army: planning it takes longer than a frame, so the units are seen before."""
        self.tool.draft.judge()
        self.query_one(ArmyFoot).show()

    def describe(self) -> None:
        super().describe()
        offered = self.query_one(f"#{PROFILES}", Menu)
        wanted = offered.at if self._section == PROFILES else ""
        foot = self.query_one(ArmyFoot)
        foot.show(wanted)
        self.query_one(f"#{UNITS}", Menu).show(
            lambda width: unit_rows(self.tool, width, wanted, tall=self.has_class("wide"))
        )

    def rows(self, section: Section) -> Rows:
        if section.id == PROFILES:
            return lambda width: catalogue_rows(self.tool, section, width)
        return lambda width: unit_rows(self.tool, width, "", tall=self.has_class("wide"))
