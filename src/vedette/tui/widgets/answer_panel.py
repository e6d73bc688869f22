"""The command that the whole table waits for, such as opportunity fire: its sum, its odds, and what else may be answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.grammar import the
from vedette.tui.form_entry import FormEntry
from vedette.tui.text import Line, clean, filled, framed, line, rows_of, rule, spread
from vedette.tui.widgets.actions_panel import ActionList, ActionsPanel, Guard, action_target
from vedette.tui.widgets.form_panel import Committed
from vedette.tui.widgets.outlook_lines import outlook_lines
from vedette.tui.widgets.panel_host import Result
from vedette.tui.widgets.roll_lines import roll_lines, sum_lines
from vedette.view.forms import does_words
from vedette.view.outlook import Outlook, Worth
from vedette.view.vocabulary import Action, Card, PlannedRoll

ROOMY = 26  # from how many rows on there are free ones


class AnswerPanel(ActionsPanel):
    """Enter gives the command as its form has it; its letter opens the form, those of the others pick them."""

    def __init__(
        self,
        offer: ActionList,
        guard: Guard,
        action: Action,
        entry: FormEntry,
        cards: Mapping[str, Card],
        roles: Mapping[str, str],
        side: str,
    ) -> None:
        super().__init__(offer, guard)
        self.entry, self._action, self._cards, self._roles, self._side = entry, action, cards, roles, side
        self.outlook: Outlook | None = None
        self.worths: Mapping[Any, Worth] = {}
        self.harm: Mapping[str, str] = {}

    def least(self, width: int, height: int) -> int:
        return min(len(self.draw(width, height)), height)

    def draw(self, width: int, height: int) -> list[Line]:
        form, roomy = self.entry.form, height >= ROOMY
        card, block = self.offer.card, f"{self.offer.role}-block"
        name = clean(card.name) if card else ""
        weapon = next((one.label for one in self.offer.details if one.kind == "weapon"), "")
        head = [spread([(name, "strong")], [f"{card.value}/{card.full}" if card else ""], width, block)]
        about = (f"hand over to {the(self._side)}", clean(weapon))
        head += [Line(filled([said], width), block) for said in about if said]
        free = [Line()] if roomy else []
        sums = sum_lines(form, width, titled=False, again=False)
        rolls = [*sums, *(free if sums else []), *roll_lines(form, self._roles, width, 10)]
        target = self._cards.get(self.entry.target)
        odds = outlook_lines(self.outlook, target.name if target else "", width, 7) if self.outlook else []
        others = [one for one in form.lines if not isinstance(one, PlannedRoll) and one.kind != "sum"]
        told = [f"{clean(one.label)} {clean(one.text)}" for one in others]
        then = [row for one in told for row in rows_of(one, width, "", 2)]
        said = next((one for one in does_words(form) if len(one) + 8 <= width), form.title)
        enter = Line(filled([(" Enter", "key"), (f"  {said}", "good strong")], width), "good-ground")
        commit = self._acknowledging(width) if self._guard else framed(enter) if roomy else [enter]
        answers = [
            line((f" {key}", "key"), (f"      {clean(action.title)}", "strong"), target=action_target(action))
            for action, key in self._pairs(possible=True)
            if action is not self._action
        ]
        made = [*head, *free, *rolls, *free, *odds, *(free if odds else []), *commit, *free, *answers]
        return [*made, *free, rule("Then", width), *then] if then and len(made) + len(then) < height else made

    def below(self, width: int, height: int) -> list[Line]:
        return self.draw(width, height)

    def key(self, key: str, char: str) -> Result:
        ready = self.entry.form.ready and self.entry.form.refusal is None
        if key == "enter" and ready and not self.only_acknowledges(key):
            return Committed(self.entry.form)
        return super().key(key, char)
