"""The last row: the keys that matter now, from the one table of keys."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.tui.keys import ACTIONS, Key, Mode
from vedette.tui.messages import KeyClicked
from vedette.tui.text import Line, Piece, ends
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.signs import SHARED

SHARE = "I"
"""The key of the page that others look at."""


class KeyBar(LineWidget):
    """Keys and labels, as many as fit; a click does what the key does."""

    DEFAULT_CSS = "KeyBar { height: 1; padding: 0 1; background: $panel; }"

    without: frozenset[str] = frozenset()  # ids of keys that do nothing on this screen
    _shown = ACTIONS, False, False, True
    _viewers: int | None = None
    _keys: Sequence[Key] = ()

    def show_viewers(self, viewers: int | None) -> None:
        if viewers != self._viewers:
            self._viewers = viewers
            self.redraw()

    def show(self, mode: Mode, *, board: bool = False, sheets: bool = False, redo: bool = True) -> None:
        if self._shown != (mode, board, sheets, redo):
            self._shown = mode, board, sheets, redo
            self.redraw()

    def offer(self, keys: Sequence[Key]) -> None:
        self._keys = keys
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        tail = [] if self._viewers is None else [Piece(f"{SHARED} {self._viewers} looking", "key", SHARE)]
        room, width = width, width - Line((*tail,)).width
        mode, board, sheets, redo = self._shown
        offered = self._keys or mode.offers(board=board, sheets=sheets)
        keys = [key for key in offered if key.id not in self.without and (redo or key.id != "redo")]
        sizes = {id(key): len(key.show) + len(key.label) + 3 for key in keys}
        while keys and sum(sizes[id(key)] for key in keys) > width + 2:
            keys.pop(max((i for i, key in enumerate(keys) if key.show != "Esc"), default=0))
        pieces: list[Piece] = []
        for key in keys:
            target = key.keys[0] if key.keys else ""
            pieces += [Piece(key.show, "key", target), Piece(f" {key.label}  ", "", target)]
        return [Line(ends(pieces, tail, room) if tail else tuple(pieces))]

    def clicked(self, target: str) -> None:
        self.post_message(KeyClicked(target))
