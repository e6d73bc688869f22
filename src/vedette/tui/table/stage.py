"""What stands on the stage, and so has the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from vedette.tui.keys import ACTIONS, CHOICE, DICE, ENDED, FORM, Mode
from vedette.tui.table.at_table import AtTable
from vedette.tui.table.looking_ahead import LookingAhead
from vedette.tui.table.panels import PANELS, Entry, aftermath
from vedette.tui.table.picture import Picture
from vedette.tui.widgets.panel_host import Panel

if TYPE_CHECKING:  # what the first frame does not show
    from vedette.tui.widgets.answer_panel import AnswerPanel
    from vedette.tui.widgets.dice_panel import DicePanel
    from vedette.tui.widgets.form_panel import FormPanel


class Stage:
    """The panel between the cards, its mode, and the odds of what is on it."""

    def __init__(self, at: AtTable, picture: Picture) -> None:
        self._at, self._picture = at, picture
        self.host = picture.stage
        self.ahead = LookingAhead(at)
        self._has_answer = False

    @property
    def mode(self) -> Mode:
        return self.host.mode

    @property
    def form(self) -> FormPanel | None:
        return cast("FormPanel", self.host.panel) if self.host.mode is FORM else None

    @property
    def draft(self) -> FormPanel | AnswerPanel | None:
        """What is drafted: the form that is open, or the command that everyone waits for."""
        return cast("AnswerPanel", self.host.panel) if self._has_answer else self.form

    def show(self) -> None:
        """What the game waits for; of a command under way the odds of what is left come as soon as they are known."""
        controller = self._at.controller
        if not self._at.session.readonly:
            self.ahead.look_back()
        self._put(next(one for one in PANELS if one.key is None and one.when(controller)))
        if self._has_answer:
            self.look_ahead()

    def may_open(self, id: str) -> bool:
        return self.mode.rests and any(one.when(self._at.controller) for one in _opened_by(id))

    def open_by(self, id: str) -> None:
        if self.may_open(id):
            self._put(*_opened_by(id))

    def _put(self, entry: Entry) -> None:
        controller = self._at.controller
        above = aftermath(controller) if entry.after_dice else None
        is_answer = entry.key is None and entry.mode is ACTIONS and controller.awaited is not None
        self.open(entry.mode, entry.make(controller), above, is_answer=is_answer)

    def open(self, mode: Mode, panel: Panel, above: Panel | None = None, *, is_answer: bool = False) -> None:
        """Put a panel there, and perhaps one above it to look at; above a form what goes on meanwhile."""
        if mode is FORM and self._at.controller.stays:
            above = aftermath(self._at.controller)
        self._picture.be(
            has_ended=mode is ENDED,
            is_filling=mode is FORM,
            is_asked=above is not None or not mode.rests or self._at.controller.awaited is not None,
        )
        self._has_answer = is_answer
        self.host.show(mode, panel, above)
        self._picture.cursor = ""
        self._at.keys_moved()

    def look_ahead(self) -> None:
        self.ahead.begin()

    def show_known(self) -> None:
        controller, host = self._at.controller, self.host
        if self.mode is DICE:
            cast("DicePanel", host.panel).foreseen = controller.foreseen
            host.redraw()
        elif self.mode is CHOICE:  # the answer pointed at stays at hand
            host.show(CHOICE, host.panel, aftermath(controller))
        self._at.share()


def _opened_by(id: str) -> list[Entry]:
    return [one for one in PANELS if one.key is not None and one.key.id == id]
