"""House rules: one field for each question that the text leaves open, and beside it what speaks for each answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Container

from vedette.engine.readings import Chosen, Reading, Readings
from vedette.tui.base_screen import BaseScreen
from vedette.tui.form_entry import FormEntry
from vedette.tui.topics import reading_page
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.duel import Duel
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import Closed, Committed, FormPanel
from vedette.tui.widgets.page import Page
from vedette.tui.widgets.panel_host import PanelHost
from vedette.view.vocabulary import Choice, Field, Form

WIDE = 104
"""From how many columns on the text stands beside the questions, and not below them."""


class HouseRulesScreen(BaseScreen[Chosen | None]):
    """Dismissed with a choice for every reading, or with None where the players left it as it was."""

    DEFAULT_CSS = """
    HouseRulesScreen {
        & > #body { height: 1fr; layout: vertical; }
        & PanelHost { height: 1fr; }
        & Page { height: 11; }
        &.wide > #body { layout: horizontal; }
        &.wide > #body PanelHost { width: 3fr; }
        &.wide > #body Page { width: 2fr; height: 1fr; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(WIDE, "wide")]

    def __init__(self, readings: Readings, chosen: Chosen) -> None:
        """Begin with what is played so far."""
        super().__init__()
        self._readings = readings
        self._entry = FormEntry(self._form, lambda target: {}, {}, said=chosen)

    def compose(self) -> ComposeResult:
        """The questions and the text."""
        yield Banner("House rules", "where the text can be read in two ways, your table decides")
        with Container(id="body"):
            yield PanelHost()
            yield Page()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the questions."""
        self.query_one(KeyBar).show("readings")
        self.query_one(PanelHost).show(FormPanel(self._entry, "", "", Duel({}, {})))
        self._tell()

    def on_panel_host_touched(self, event: PanelHost.Touched) -> None:
        """Another question is at hand, or another answer."""
        self._tell()

    def on_committed(self, event: Committed) -> None:
        """Play so."""
        _ = self.dismiss({field.name: field.value for field in event.form.fields})

    def on_closed(self, event: Closed) -> None:
        """Leave it as it was."""
        _ = self.dismiss(None)

    def _form(self, draft: Mapping[str, Any]) -> Form:
        fields = tuple(
            _field(reading, draft.get(id, reading.usual)) for id, reading in self._readings.items()
        )
        return Form(do="", by="", title="Play by these", fields=fields, ready=True)

    def _tell(self) -> None:
        """The question at hand, and what speaks for each answer."""
        reading = self._readings[self._entry.focus]
        chosen = self._entry.draft.get(reading.id, reading.usual)
        self.query_one(Page).show(reading.question, reading_page(reading, chosen))


def _field(reading: Reading, chosen: str) -> Field:
    words = {True: "usual", False: "house rule"}
    choices = tuple(
        Choice(reading_choice.id, f"{words[reading_choice.id == reading.usual]}: {reading_choice.text}")
        for reading_choice in reading.choices
    )
    return Field(reading.id, reading.title, "", "choice", chosen, choices)
