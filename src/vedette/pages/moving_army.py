"""An army of another edition on its way into this one: what each of its units lacks, asked in one form."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from vedette.engine.errors import CommandError
from vedette.engine.text import joined
from vedette.pages import model
from vedette.view.army_draft import ArmyDraft
from vedette.view.fields import Draft
from vedette.view.roster import CatalogueItem, Move
from vedette.view.vocabulary import Detail, Form

MOST_NAMED = 2
"""So many units that still lack something are called by their names."""


class MoveTool(model.FormTool):
    """Closed with the units as they are in this edition; with None if they are not moved."""

    title, enter = "Another edition", "moves the army"

    def __init__(self, army: ArmyDraft, item: CatalogueItem) -> None:
        self._army, self._item = army, item
        self.about = item.name
        fields = self.form({}).fields
        self.first = fields[0].name if fields else ""

    def form(self, draft: Draft, words: Sequence[str] = ()) -> Form:
        moves = self._army.moving(self._item, draft)
        fields = [replace(field, label=f"{one.name}: {field.label}") for one in moves for field in one.fields]
        lacks = _lacking(moves)
        told = tuple(Detail(one.name, note) for one in moves for note in one.notes)
        return Form("", "", f"Move {self.about}", tuple(fields), error=lacks, ready=not lacks, lines=told)

    def beside(self, field: str, draft: Draft) -> model.Detail:
        lacks = _lacking(self._army.moving(self._item, draft))
        return [model.Text(lacks, tone="dim") if lacks else model.Text("Enter moves the army.", tone="good")]

    async def submit(self, draft: Draft) -> model.Result:
        moves = self._army.moving(self._item, draft)
        if lacks := _lacking(moves):
            raise CommandError(lacks)
        return model.Close([one.row for one in moves if one.row is not None])

    async def cancel(self, draft: Draft) -> model.Result:
        """Leave the army in its edition; if something was said already, after a question."""
        if draft:
            await model.Confirm(f"Leave {self.about} as it was?", "leave it")
        return model.Close()


def _lacking(moves: Sequence[Move]) -> str:
    missing = [one.name for one in moves if one.row is None]
    rest = [f"{len(missing) - 1} more"] if len(missing) > MOST_NAMED else missing[1:]
    return f"Still to be said: the numbers of {joined([missing[0], *rest])}." if missing else ""
