"""The page for everybody's phone: who may look, every address of it with its QR code, and its end."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from vedette.engine.errors import VedetteError
from vedette.kit.words import only_looks
from vedette.shared_page import SharedPage
from vedette.tui.screens.dialogs import Confirm, Dialog, keyed
from vedette.tui.text import clean
from vedette.view.vocabulary import Table
from vedette.web.qr import qr_lines

ASKED = "Let others follow the game on a page. Who may look?"
WAYS = (
    ("1", "anyone on this network with the address, such as phones"),
    ("2", "this computer only"),
    ("Esc", "nobody"),
)

PARTS = ("head", "code", "list", "keys")

AROUND = 4
"""Rows of the box that are neither code nor list."""


class Invite(Dialog[None]):
    """Asks who may look, then shows where; with the page open it shows that at once."""

    DEFAULT_CSS = """
    Invite > Vertical { padding: 0 1; width: auto; min-width: 44; }
    Invite Static { width: auto; }
    Invite #code { color: #ffffff; background: #000000; }
    """

    def __init__(self, page: SharedPage, table: Table) -> None:
        super().__init__(ASKED)
        self._page, self._table = page, table
        self._at, self._is_seen = 0, True

    def compose(self) -> ComposeResult:
        with Vertical():
            yield from (Static(id=part) for part in PARTS)

    def on_mount(self) -> None:
        self._show()

    async def on_key(self, event: events.Key) -> None:
        """1 and 2 open the page; arrows or its number pick an address; n makes a new link, x closes the page, Esc the box."""
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
        elif self._page.is_open and event.key in ("up", "down"):
            self._turn_to((self._at + (1 if event.key == "down" else -1)) % len(self._page.addresses))
        elif event.key.isdecimal() and int(event.key) < len(self._page.addresses):
            self._turn_to(int(event.key))
            await self._reveal()
        elif event.key == "enter":
            await self._reveal()

    def on_resize(self) -> None:
        self._show()

    def _turn_to(self, place: int) -> None:
        """Another address; a side's own stays hidden until somebody wants to see it."""
        self._at, self._is_seen = place, not self._page.addresses[place].side
        self._show()

    async def _reveal(self) -> None:
        if self._page.is_open and not self._is_seen:

            def see(yes: bool | None) -> None:
                self._is_seen = bool(yes)
                self._show()

            side = self._page.addresses[self._at].side
            await self.app.push_screen(Confirm(only_looks(side), "show the address"), see)

    @property
    def _in_networks(self) -> bool:
        return any(address.adapter for address in self._page.addresses)

    def _open(self, *, lan: bool, new_link: bool = False) -> None:
        self._at, self._is_seen = 0, True
        try:
            self._page.open(self._table, lan=lan, new_link=new_link)
        except VedetteError as error:
            self.query_one("#head", Static).update(Content(f"{error}\n").stylize("bold $error"))
        else:
            self._show()

    def _show(self) -> None:
        head, code, listed, keys = (self.query_one(f"#{part}", Static) for part in PARTS)
        addresses = self._page.addresses
        code.display, listed.display = self._page.is_open and self._is_seen, len(addresses) > 1
        if not self._page.is_open:
            head.update(Content(f"{ASKED}\n").stylize("bold"))
            keys.update(keyed(WAYS))
            return
        address = addresses[self._at]
        signs = qr_lines(address.url) if self._is_seen else []
        told = address.url if self._is_seen else "Enter shows the address"
        head.update(Content(f"{clean(address.whose)}{told}").stylize("bold"))
        code.update(Content("\n".join(signs)))
        room = max(1, self.app.size.height - len(signs) - AROUND)
        first = max(0, min(self._at - room // 2, len(addresses) - room))
        rows = [self._row(place) for place in range(first, min(first + room, len(addresses)))]
        listed.update(Content("\n").join(rows))
        more = "↑↓ others · " if listed.display else ""
        new = "n new link · " if self._in_networks else ""
        keys.update(Content(f"{more}Esc back · {new}x close the page"))

    def _row(self, place: int) -> Content:
        """An address of the list, with whom it is for and by which adapter; of a side's own only where it is."""
        address, at_hand = self._page.addresses[place], place == self._at
        url, is_shown = address.url, not address.side or (at_hand and self._is_seen)
        shown = url if is_shown else f"{url[: url.index('/', len('http://'))]}/…"  # without its token
        words = (clean(address.side) or "everybody", clean(address.adapter), shown)
        key = place if place < 10 else " "
        row = Content(f"{'▸' if at_hand else ' '} {key}  {' · '.join(filter(None, words))}")
        return row.stylize("bold") if at_hand else row
