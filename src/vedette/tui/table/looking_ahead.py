"""The odds of the form that is open, and of a command that waits for dice since an earlier sitting, looked for between the keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.widget import Widget

from vedette.tui.table_controller import TableController

if TYPE_CHECKING:
    from vedette.tui.widgets.form_panel import FormPanel
    from vedette.view.foresight import Foresight, Hindsight

BREATH = 0.015
"""Seconds between two looks ahead."""


class LookingAhead:
    """Looks for what may come of the command in the form that is open; a form that was left is looked at no more."""

    def __init__(
        self,
        screen: Widget,
        form: Callable[[], FormPanel | None],
        told: Callable[[], None],
        harm_told: Callable[[], None],
    ) -> None:
        """`form` is the one that is open; `told` paints what is known anew, `harm_told` the map with whom it harms."""
        self._screen = screen
        self._form = form
        self._told = told
        self._harm_told = harm_told
        self.foresight: Foresight | None = None

    def begin(self, controller: TableController) -> None:
        """Begin with the draft as it is now; what was looked for before is dropped."""
        panel = self._form()
        if self.foresight is not None:
            self.foresight.close()
            self.foresight = None
        if panel is None or not controller.foresees:
            return
        self.foresight = controller.foresee(panel.entry)
        self._screen.call_after_refresh(self._look_on, self.foresight, panel)

    def look_back(
        self, controller: TableController, known: Callable[[], None], *, resumed: bool = False
    ) -> None:
        """Look for what may still come of the command under way, and tell when it is `known`, unless that is at once.

        In a game that is `resumed` in the middle of a command look then also for what was known before its dice.
        """
        found = controller.hindsight(resumed=resumed)
        if found is None:
            return
        if found.look_on():
            controller.remember(found)
        else:
            self._screen.call_after_refresh(
                self._look_further_back, controller, found, known, resumed=resumed
            )

    def _look_further_back(
        self, controller: TableController, found: Hindsight, known: Callable[[], None], *, resumed: bool
    ) -> None:
        if controller.request is None or controller.session.timeline.head != found.head:
            found.close()
        elif found.look_on():
            controller.remember(found)
            known()
            if found.rest:
                self.look_back(controller, known, resumed=resumed)
        else:
            self._screen.set_timer(
                BREATH, lambda: self._look_further_back(controller, found, known, resumed=resumed)
            )

    def _look_on(self, foresight: Foresight, panel: FormPanel) -> None:
        """Look on for a moment, and show what is known; keys that were pressed meanwhile come first."""
        if panel is not self._form() or foresight is not self.foresight:
            return
        known = foresight.outlook, foresight.worths, foresight.harm
        if foresight.look_on() or (foresight.done and known != (panel.outlook, panel.worths, panel.harm)):
            panel.outlook, panel.worths = foresight.outlook, foresight.worths
            self._told()
            if panel.harm != foresight.harm:
                panel.harm = foresight.harm
                self._harm_told()
        if not foresight.done:
            self._screen.set_timer(BREATH, lambda: self._look_on(foresight, panel))
