"""The page of the table: what it shows, and who looks at it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from vedette.shared_page import SharedPage
from vedette.tui.messages import ViewersChanged
from vedette.tui.table.at_table import AtTable
from vedette.tui.widgets.footer import KeyBar

if TYPE_CHECKING:  # not before the first form
    from vedette.tui.form_entry import FormEntry


class Sharing:
    """Shows the table on the page, where it is open; a form that only one side may see is none of it."""

    def __init__(self, at: AtTable, key_bar: KeyBar) -> None:
        """Who comes or goes is heard of in another thread, and told to the screen; they are counted in the last row."""
        self._at = at
        self._key_bar = key_bar
        self._page = SharedPage(self._tell)
        self.private: FormEntry | None = None
        self.deeds = {"invite": self.invite}

    def _tell(self, viewers: int) -> None:
        self._at.post_message(ViewersChanged(viewers))

    def sit_down(self) -> None:
        self._page.look_at(self._at.session, self._at.controller.log)

    def show(self) -> None:
        """The table as it is now, with the form that is open, or else with what was known to come of the dice."""
        if not self._page.is_open:
            return
        controller, panel = self._at.controller, self._at.stage.form
        foreseen = controller.foreseen
        show = partial(self._page.show, controller.table, clocks=controller.clock is not None)
        if panel is not None and panel.entry is not self.private:
            of = controller.name(panel.outlook.unit) if panel.outlook else ""
            show(panel.entry.form, panel.outlook, of)
        elif foreseen is not None:
            show(None, foreseen.outlook, foreseen.name, foreseen.came)
        else:
            show(None, None, "")

    def count(self, viewers: int) -> None:
        self._key_bar.show_viewers(viewers if self._page.is_open else None)

    async def invite(self) -> None:
        from vedette.tui.screens.invite import Invite  # another screen, with the QR code

        def left(_: None) -> None:
            self.count(self._page.viewers)
            self.show()

        await self._at.ask(Invite(self._page, self._at.controller.table), left)

    def close(self) -> None:
        self._page.close()
