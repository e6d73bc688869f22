"""The page for everybody's phone: who may look, where it is as an address and a QR code, and its end."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from vedette.engine.errors import VedetteError
from vedette.kit.words import only_looks
from vedette.shared_page import SharedPage
from vedette.tui.screens.dialogs import Confirm, Dialog
from vedette.tui.text import clean
from vedette.view.vocabulary import Table

ASKED = "Others follow the game on a page. Who may look?"
WAYS = "1   everybody in this network who has the address, such as phones\n2   this computer only\nEsc nobody"


class Invite(Dialog[None]):
    """Asks who may look, then shows where; with the page open it shows that at once."""

    DEFAULT_CSS = """
    Invite > Vertical { padding: 0 1; width: auto; min-width: 44; }
    Invite Static { width: auto; }
    Invite #code { color: #ffffff; background: #000000; }
    """

    def __init__(self, page: SharedPage, table: Table) -> None:
        """Over a table."""
        super().__init__()
        self._page = page
        self._table = table
        self._at = 0

    def compose(self) -> ComposeResult:
        """A heading, the code, and what keys do."""
        with Vertical():
            yield Static(id="head")
            yield Static(id="code")
            yield Static(id="keys")

    def on_mount(self) -> None:
        """Show where the page is, or ask."""
        self._show()

    async def on_key(self, event: events.Key) -> None:
        """1 and 2 open the page; an address's number shows it; n makes a new link, x closes the page, Esc the box."""
        event.stop()
        if event.key == "escape":
            self.leave(None)
        elif not self._page.is_open and event.key in ("1", "2"):
            self._open(lan=event.key == "1")
        elif self._page.is_open and event.key == "x":
            self._page.close()
            self.leave(None)
        elif self._in_networks and event.key == "n":
            self._page.close()
            self._open(lan=True, new_link=True)
        elif event.key.isdecimal() and int(event.key) < len(self._page.addresses):
            await self._turn_to(int(event.key))

    async def _turn_to(self, place: int) -> None:
        """Another address; a side's own only once the others look away."""

        def turn(yes: bool | None) -> None:
            if yes:
                self._at = place
                self._show()

        side = self._page.addresses[place].side
        if side:
            await self.app.push_screen(Confirm(only_looks(side), "shows their address"), turn)
        else:
            turn(yes=True)

    @property
    def _in_networks(self) -> bool:
        """Whether others than this computer may look."""
        return any(address.adapter for address in self._page.addresses)

    def _open(self, *, lan: bool, new_link: bool = False) -> None:
        self._at = 0
        try:
            self._page.open(self._table, lan=lan, new_link=new_link)
        except VedetteError as error:
            self.query_one("#head", Static).update(Content(f"{error}\n").stylize("bold $error"))
        else:
            self._show()

    def _show(self) -> None:
        """The question, or the address that is looked at."""
        head, code, keys = (self.query_one(f"#{part}", Static) for part in ("head", "code", "keys"))
        code.display = self._page.is_open
        if not self._page.is_open:
            head.update(Content(f"{ASKED}\n").stylize("bold"))
            keys.update(Content(WAYS))
            return
        from vedette.web.qr import qr_lines

        address = self._page.addresses[self._at]
        head.update(Content(f"{clean(address.whose)}{address.url}").stylize("bold"))
        code.update(Content("\n".join(qr_lines(address.url))))
        others = [
            f"{place} {', '.join(filter(None, (clean(other.side) or 'everybody', clean(other.adapter))))}"
            for place, other in enumerate(self._page.addresses)
            if place != self._at
        ]
        rows = [" · ".join(others[n : n + 3]) for n in range(0, len(others), 3)]
        rows.append(f"Esc back · {'n new link · ' if self._in_networks else ''}x close the page")
        keys.update(Content("\n".join(rows)))
