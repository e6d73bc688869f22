"""The guide of a first battle at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vedette.controller import NOTHING, Feedback
from vedette.engine.errors import DataError
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.tui.keys import ACTIONS, FORM, Mode
from vedette.tui.table_controller import TableController
from vedette.tui.widgets.guide_strip import ROWS, GuideStrip
from vedette.tui.widgets.table_layout import TableLayout

if TYPE_CHECKING:
    from vedette.tui.widgets.form_panel import FormPanel
    from vedette.view.guide import Guide


class Guiding:
    """Says what fits what the players have before them; in any other game it says nothing."""

    def __init__(self, places: TableLayout) -> None:
        """In a strip below the table, which makes room for it."""
        self.strip = GuideStrip()
        self._places = places
        self._guide: Guide | None = None

    def begin(self, session: Session[GameState]) -> None:
        """From now on say what fits, where this is a first battle."""
        if not session.header.practice or session.readonly:
            return
        from vedette.view.guide import guide_of  # in a first battle alone: 12 ms

        try:
            self._guide = guide_of(session)
        except DataError as error:
            session.notice = str(error)
        else:
            self._make_room(ROWS)

    def flip(self) -> Feedback:
        """End the guide, or bring it back."""
        guide = self._guide
        if guide is None:
            return Feedback("Only a first battle has a guide: the home screen begins one.", "dim")
        guide.quiet = not guide.quiet
        self._make_room(0 if guide.quiet else ROWS)
        return Feedback("The guide is gone; the game goes on. E brings it back.") if guide.quiet else NOTHING

    def teach(self, controller: TableController, mode: Mode, panel: FormPanel | None) -> None:
        """Say what fits what has the keyboard, and the form that is open."""
        if self._guide is None:
            return
        entry = panel.entry if panel and mode is FORM else None
        field = entry.field.name if entry and entry.field else ""
        on = "handover" if mode is ACTIONS and controller.guard == "any" else mode.lesson
        moment = controller.moment(on, controller.chosen, entry.form if entry else None, field)
        self.strip.show(self._guide.look(moment))

    def _make_room(self, rows: int) -> None:
        self.strip.display = bool(rows)
        self._places.make_room(rows)
