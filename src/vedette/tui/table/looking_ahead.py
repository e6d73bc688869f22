"""The odds of the form that is open, and of a command that waits for dice since an earlier sitting, looked for between the keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from vedette.tui.table.at_table import AtTable

if TYPE_CHECKING:
    from vedette.view.foresight import Foresight

BREATH = 0.015
"""Seconds between two looks ahead."""


class LookingAhead:
    """Looks for what may come of the command in the form that is open; a form that was left is looked at no more."""

    def __init__(self, at: AtTable) -> None:
        self._at = at
        self.foresight: Foresight | None = None

    def begin(self) -> None:
        """Begin with the draft as it is now; what was looked for before is dropped."""
        at, panel = self._at, self._at.stage.draft
        if self.foresight is not None:
            self.foresight.close()
            self.foresight = None
        if panel is None or not at.controller.foresees:
            return
        found = self.foresight = at.controller.foresee(panel.entry)

        def look() -> bool:
            if panel is not at.stage.draft or found is not self.foresight:
                return False
            known = found.outlook, found.worths, found.harm
            if found.look_on() or (found.done and known != (panel.outlook, panel.worths, panel.harm)):
                panel.outlook, panel.worths = found.outlook, found.worths
                at.stage.host.redraw()
                at.share()
                if panel.harm != found.harm:
                    panel.harm = found.harm
                    at.picture.show_map()
            return not found.done

        at.call_after_refresh(self._look, look)

    def look_again(self) -> None:
        if self.look_back():
            self._at.stage.show_known()

    def look_back(self, *, resumed: bool = False) -> bool:
        """Look for what may still come of the command under way, and show it when it is known, unless that is at once: then it is true.

        In a game that is `resumed` in the middle of a command look then also for what was known before its dice.
        """
        at, controller = self._at, self._at.controller
        found = controller.hindsight(resumed=resumed)
        if found is None:
            return False
        if found.look_on():
            controller.remember(found)
            return True

        def look() -> bool:
            if not controller.has_come_to(found.at):
                found.close()
                return False
            if not found.look_on():
                return True
            controller.remember(found)
            at.stage.show_known()
            if found.rest:
                self.look_back(resumed=resumed)
            return False

        at.call_after_refresh(self._look, look)
        return False

    def _look(self, look: Callable[[], bool]) -> None:
        """Look for a moment, and again while there is more; keys that were pressed meanwhile come first."""
        if look():
            self._at.set_timer(BREATH, partial(self._look, look))
