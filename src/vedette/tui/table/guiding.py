"""The guide of a first battle at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vedette.controller import NOTHING, Feedback
from vedette.engine.errors import DataError
from vedette.tui.keys import ACTIONS, FORM
from vedette.tui.table.at_table import AtTable
from vedette.tui.widgets.guide_strip import GuideStrip, guide_rows

if TYPE_CHECKING:
    from vedette.tui.widgets.panel_host import Panel
    from vedette.view.guide import Guide, On


class Guiding:
    """Says what fits what the players have before them; in any other game it says nothing."""

    def __init__(self, at: AtTable) -> None:
        self.strip = GuideStrip()
        self._at = at
        self._guide: Guide | None = None
        self._list: type[Panel] | None = None
        self.deeds = {"guide": self.flip}

    def begin(self) -> None:
        session = self._at.session
        if not session.header.practice or session.readonly:
            return
        from vedette.tui.widgets.table_actions import TableActions  # in a first battle alone, as the guide
        from vedette.view.guide import guide_of  # in a first battle alone: 12 ms

        self._list = TableActions
        try:
            self._guide = guide_of(session)
        except DataError as error:
            session.notice = str(error)
        else:
            self._make_room()

    def flip(self) -> None:
        guide, said = self._guide, NOTHING
        if guide is None:
            said = Feedback("Only a first battle has a guide. Start one from the home screen with f.", "dim")
        else:
            guide.quiet = not guide.quiet
            self._make_room()
            if guide.quiet:
                said = Feedback("The guide is off, and the game goes on. E brings it back.")
        self._at.say(said)
        self.teach()

    def teach(self, over: On | None = None) -> None:
        """Say what fits what has the keyboard, and the form that is open; or what is put `over` the table."""
        if self._guide is None:
            return
        controller, mode, panel = self._at.controller, self._at.stage.mode, self._at.stage.form
        entry = panel.entry if panel and mode is FORM else None
        field = entry.field.name if entry and entry.field else ""
        if self._list and isinstance(self._at.stage.host.panel, self._list):
            over = "elsewhere"
        on = over or ("handover" if mode is ACTIONS and controller.guard == "any" else mode.lesson)
        moment = controller.moment(on, controller.chosen, entry.form if entry else None, field)
        self.strip.show(self._guide.look(moment))
        self._make_room()

    def _make_room(self) -> None:
        is_shown = self._guide is not None and not self._guide.quiet
        self.strip.display = is_shown
        self._at.picture.be(given=guide_rows(self.strip.screen.size.height) if is_shown else 0)
