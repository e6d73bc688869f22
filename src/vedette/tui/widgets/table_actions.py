"""What belongs to the table and not to the turn: conceding, scoring, other rolls, correcting a value."""

from __future__ import annotations

from vedette.tui.keys import OF_MAP, OF_TABLE, Key
from vedette.tui.messages import KeyClicked
from vedette.tui.text import Line, Piece, ends, filled, rule, wrap
from vedette.tui.widgets.actions_panel import ActionList, ActionsPanel, spaced
from vedette.tui.widgets.form_panel import Closed
from vedette.tui.widgets.panel_host import Result


class TableActions(ActionsPanel):
    """The table's own list, opened from the list of actions."""

    def __init__(self, offer: ActionList, *, mapped: bool = False) -> None:
        """List the table's actions among those offered; `mapped`: there is a map."""
        super().__init__(offer.at_table)
        self._table_keys = (*OF_TABLE, *(OF_MAP if mapped else ()))

    def draw(self, width: int, height: int) -> list[Line]:
        """Its actions, the table's keys, what is not possible and why, the way back."""
        keys = [row for key in self._table_keys for row in _key_rows(key, width)]
        back = Line(ends([Piece("  "), Piece("Esc", "key"), Piece("  back")], [], width), target="escape")
        return spaced(
            [rule(self.offer.heading, width), *self._possible(width)], keys, self._refused(width), [back]
        )

    def key(self, key: str, char: str) -> Result:
        return Closed() if key == "escape" else super().key(key, char)

    def click(self, target: str) -> Result:
        if target == "escape":
            return Closed()
        if target in {key.keys[0] for key in self._table_keys}:
            return KeyClicked(target)
        return super().click(target)


def _key_rows(key: Key, width: int) -> list[Line]:
    head = (Piece("  "), Piece(key.show, "key"), Piece(f"  {key.label.capitalize()}  "))
    indent = sum(len(piece.text) for piece in head)
    first, *more = wrap(key.help, width - indent)
    rows = [(*head, Piece(first, "dim")), *((Piece(" " * indent), Piece(row, "dim")) for row in more)]
    return [Line(filled(row, width), target=key.keys[0]) for row in rows]
