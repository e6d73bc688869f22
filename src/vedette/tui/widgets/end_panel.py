"""The end of a game: who has won, what each side scored and lost, and the moments that decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vedette.tui.digest import ActionLine, Result
from vedette.tui.figures import can_be_tall, tall
from vedette.tui.text import Line, Piece, clean, ends, line, rule, wrap
from vedette.tui.widgets.actions_panel import spaced
from vedette.tui.widgets.card_lines import bar
from vedette.tui.widgets.head import MOMENTS
from vedette.tui.widgets.panel_host import Panel
from vedette.view.vocabulary import Card, SideView, Table

TOLD = ("lost", "gain")
"""Moments that are told again at the end."""


class EndPanel(Panel):
    """Looked at; what can still be done is the table's: undo, the replay, leaving."""

    def __init__(
        self, table: Table, actions: Sequence[ActionLine], roles: Mapping[str, str], keys: str
    ) -> None:
        """Show how a game ended; `actions` are all of it, `keys` tells what is left to do."""
        self._table = table
        self._actions = actions
        self._roles = roles
        self._keys = keys

    def draw(self, width: int, height: int) -> list[Line]:
        """The result, the sides, the moments, the last ones first to go where rows are scarce."""
        heads = spaced(self._result(width), self._sides(width))
        keys = [line((row, "dim")) for row in wrap(clean(self._keys), width)]
        room = height - len(heads) - len(keys) - 2
        return spaced(heads, self._moments(width, room), keys)

    def _result(self, width: int) -> list[Line]:
        """Who has won, in tall letters where they fit."""
        said = clean(self._table.outcome).rstrip(".")
        word = said.upper().removeprefix("VICTORY FOR ")
        large = [line((row, "strong")) for row in tall(word)] if can_be_tall(word, width) else []
        return [rule("The end", width), *large, line((said, "strong"))]

    def _sides(self, width: int) -> list[Line]:
        """Each side: its score, its units that are left, and what is left of them as a bar."""
        return [row for side in self._table.sides for row in self._side(side, width)]

    def _side(self, side: SideView, width: int) -> list[Line]:
        cards = [card for card in self._table.cards if card.side == side.id]
        here = [card for card in cards if card.standing != "gone"]
        left, full = sum(card.value for card in cards), sum(card.full for card in cards)
        role = self._roles.get(side.id, "")
        name = [Piece(clean(side.name), f"{role} strong"), Piece(f"  {clean(side.score)}", "strong")]
        said = [Piece(f"{len(here)} of {len(cards)} left", "dim")]
        whole = Card(side.id, side.name, side.id, "ready", value=left, full=full)
        points = [Piece(f" {left}/{full}", "dim")] if full else []
        return [Line(ends(name, said, width)), Line((*bar(whole, width - 8), *points))]

    def _moments(self, width: int, rows: int) -> list[Line]:
        """Who was lost and what was gained, in the order of the game."""
        found = [
            (action, result) for action in self._actions for result in action.results if result.moment in TOLD
        ]
        if not found or rows <= 1:
            return []
        return [
            rule("Moments", width),
            *(self._moment(action, result, width) for action, result in found[-(rows - 1) :]),
        ]

    def _moment(self, action: ActionLine, result: Result, width: int) -> Line:
        sign, colour, _ = MOMENTS[result.moment]
        done = action.results[0].text if action.results[0] is not result else ""
        left = [Piece(f"{sign}{clean(result.text)}", f"{colour} strong"), Piece(f"  {clean(done)}", "dim")]
        return Line(ends(left, [Piece(f" line {action.n}", "dim")], width))
