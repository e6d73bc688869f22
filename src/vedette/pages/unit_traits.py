"""The special traits of a unit in the army builder: what is bought, what may be bought, and why not the rest."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.errors import CommandError
from vedette.engine.figures import signed
from vedette.kit.words import count
from vedette.pages import model
from vedette.view.army_draft import ArmyDraft
from vedette.view.roster import Extra
from vedette.view.signs import DONE

TRAITS = "traits"


class TraitsTool(model.Tool):
    """Changes the army while it is open; closed with None."""

    title = group = "Traits"

    def __init__(self, draft: ArmyDraft, index: int) -> None:
        self._draft, self._index = draft, index
        self.about = draft.called(index)

    @property
    def sums(self) -> Sequence[str]:
        draft = self._draft
        own = draft.profile_of(draft.units[self._index]).points or 0
        made = [f"{self.about} {count(own, 'point')}"]
        total, limit = draft.total, draft.limit
        if total is None:
            return made
        if limit is None:
            return [*made, f"{draft.who} {total}"]
        left = f"{limit - total} left" if total <= limit else f"{total - limit} over"
        return [*made, f"{draft.who} {total} of {limit}, {left}"]

    @property
    def subtitle(self) -> str:
        return " · ".join(self.sums)

    def page(self) -> model.Page:
        section = model.Section(
            TRAITS,
            [_row(one) for one in self._draft.extras_of(self._index)],
            "trait",
            TRAITS,
            columns=(model.Column(main=True, tone="strong"), model.Column("points", right=True)),
            does=("buy", "buys it, or gives it back"),
            empty="Nothing can be bought for this unit.",
        )
        able = (one.id for one in self._draft.extras_of(self._index) if not one.why_not)
        return model.Page([section], at=next(able, ""))

    def detail(self, row: str) -> model.Detail:
        one = next((one for one in self._draft.extras_of(self._index) if one.id == row), None)
        if one is None:
            return ()
        told = [model.Text(one.why_not, tone="bad")] if one.why_not else []
        about = model.Text(f"{one.text} ({', '.join(one.rules)})", f"{one.name}, {_price(one)}")
        return [about, *told]

    @model.action("enter", "buy", on=TRAITS)
    async def buy(self, row: str, text: str) -> model.Result:
        """Buys a trait, or gives it back if the unit has it."""
        if not row:
            raise CommandError("Choose a trait.")
        self._draft.buy(self._index, row)
        return model.Reply(at=row)

    @model.action("o O", "other type", takes="TRAIT")
    async def other(self, row: str, text: str) -> model.Result:
        """Buys a trait by its word, such as a Foe or a bane of a type that is not listed: `ghost-bane`."""
        asked = model.AskText("Which trait, in small letters?", hint="ghost-foe or ghost-bane")
        word = "-".join((text or await asked).casefold().split())
        self._draft.buy(self._index, word)
        return model.Reply(at=word)

    @model.action("escape", "back")
    async def cancel(self, row: str, text: str) -> model.Result:
        """Back to the army."""
        return model.Close()


def _row(one: Extra) -> model.Row:
    """What is bought has a tick, and what can't be bought its reason."""
    said = f"{one.name}, {_price(one)}{', bought' if one.taken else ''}"
    said += f": {one.why_not}" if one.why_not else ""
    price = signed(one.points) if one.points else "0"
    return model.Row(one.id, (one.name, price), f"{DONE} " if one.taken else "  ", one.why_not, said)


def _price(one: Extra) -> str:
    return f"{'−' if one.points < 0 else ''}{count(abs(one.points), 'point')}"
