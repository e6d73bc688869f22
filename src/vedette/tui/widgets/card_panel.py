"""A unit in full: its profile, weapons and abilities, and what only eyes at the table can judge."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.tui.text import WITH_IDS, Line, clean, line, rows_of, rule, without_ids, wrap
from vedette.tui.widgets.actions_panel import JUDGED, ActionList, ActionsPanel, spaced
from vedette.tui.widgets.form_panel import Closed
from vedette.tui.widgets.panel_host import Result
from vedette.view.vocabulary import Detail


class CardPanel(ActionsPanel):
    """All that the table's rest leaves out; letters still pick actions."""

    def __init__(self, offer: ActionList, reminders: Sequence[Detail]) -> None:
        """The unit at hand, and the rules of this moment that nobody but the players can judge."""
        super().__init__(offer)
        self._reminders = reminders

    def draw(self, width: int, height: int) -> list[Line]:
        details = self.offer.details
        weapons = [detail for detail in details if detail.kind == "weapon"]
        others = [detail for detail in details if detail.kind != "weapon"]
        title = "Abilities" if any(detail.kind == "ability" for detail in others) else "Details"
        judged = [row for one in self._reminders for row in rows_of(one.text, width, "dim", 2, " ")]
        return spaced(
            self._profile(width),
            _block("Weapons", weapons, width),
            _block(title, others, width),
            rows_of(self.offer.told, width, "dim") if self.offer.told else [],
            [rule(JUDGED, width), *judged] if judged else [],
            [line("  ", ("Esc", "key"), "  back", target="escape")],
        )

    def key(self, key: str, char: str) -> Result:
        return Closed() if key in ("escape", "space", "enter") else super().key(key, char)

    def click(self, target: str) -> Result:
        return Closed() if target == "escape" else super().click(target)


def _block(title: str, details: Sequence[Detail], width: int) -> list[Line]:
    """A heading, and a line or more for each detail; neighbours of a few words share a line."""
    rows: list[Line] = []
    brief = False
    for detail in details:
        struck, label = "dim struck" if detail.struck else "", clean(detail.label)
        text = clean(detail.text) if width >= WITH_IDS else without_ids(clean(detail.text))
        first, *more = wrap(f"{label}  {text}", width - 1, 2)
        head = f" {first[: len(label)]}", f"{struck} strong"
        made = [line(head, (first[len(label) :], struck or "dim"))]
        made += [line((f" {row}", struck or "dim")) for row in more]
        was_brief, brief = brief, len(made) == 1 and detail.kind != "weapon" and not detail.struck
        shares = was_brief and brief and rows[-1].width + made[0].width + 1 <= width
        rows[-1:] = [line(*rows[-1].pieces, " ", *made[0].pieces)] if shares else [*rows[-1:], *made]
    return [rule(title, width), *rows] if rows else []
