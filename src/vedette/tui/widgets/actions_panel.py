"""What the chosen unit and its side may do, and why not the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message

from vedette.engine.common import CONCEDE
from vedette.tui.keys import RESERVED, letters
from vedette.tui.text import Line, Piece, clean, fit, line, wrap
from vedette.tui.widgets.card_lines import STANDING, STANDING_WORDS
from vedette.tui.widgets.panel_host import Panel, Result
from vedette.view.vocabulary import Action, Card

NEVER = "not now"


@dataclass(frozen=True, slots=True)
class ActionList:
    """Actions with the letters that pick them, possible ones first, usual ones before all, for one unit or none."""

    actions: tuple[Action, ...]
    keys: tuple[str, ...]
    card: Card | None
    role: str
    heading: str
    told: str = ""

    @staticmethod
    def of(
        actions: Sequence[Action], card: Card | None, role: str, heading: str, told: str = ""
    ) -> ActionList:
        """Give every action a letter that the table doesn't need; `told` is read below the possible ones."""
        ordered = sorted(actions, key=lambda action: (action.why_not is not None, not action.usual))
        given = letters(((action.key, action.title) for action in ordered), RESERVED)
        return ActionList(tuple(ordered), tuple(given), card, role, heading, told)

    def with_key(self, key: str) -> Action | None:
        """The action that a letter picks."""
        return next((action for action, one in zip(self.actions, self.keys, strict=True) if one == key), None)

    @property
    def first(self) -> Action | None:
        """The first action that is possible, for Enter; nobody gives up by that."""
        possible = (action for action in self.actions if action.why_not is None)
        return next((action for action in possible if action.do != CONCEDE), None)


@dataclass
class Picked(Message):
    """An action was picked, possible or not."""

    action: Action


class ActionsPanel(Panel):
    """The list of actions; a row of letters where something else is shown above and room is short."""

    def __init__(self, offer: ActionList) -> None:
        """Offer these actions."""
        self.offer = offer

    def least(self, width: int, height: int) -> int:
        """All possible actions in running text."""
        return min(len(self._flow(width)), height)

    def draw(self, width: int, height: int) -> list[Line]:
        """Possible actions, impossible ones with their rule, and the card of the unit opened up."""
        possible = [self._possible(action, key, width) for action, key in self._pairs(possible=True)]
        if height < len(possible) + 1:
            return self._flow(width)[:height]
        told = [line(row) for row in wrap(clean(self.offer.told), width)] if self.offer.told else []
        made = [self._heading(width), *possible, *([Line(), *told] if told else [])]
        denied = self._denied(width)
        if denied:
            made.append(line(("── " + NEVER + " " + "─" * max(0, width - len(NEVER) - 4), "dim")))
        return [*made, *denied, *self._details(width)]

    def _pairs(self, possible: bool) -> list[tuple[Action, str]]:
        pairs = zip(self.offer.actions, self.offer.keys, strict=True)
        return [(action, key) for action, key in pairs if (action.why_not is None) is possible]

    def _heading(self, width: int) -> Line:
        card = self.offer.card
        if card is None:
            return line((fit(clean(self.offer.heading), width), f"{self.offer.role} strong"))
        said = f"  {STANDING[card.standing]} {STANDING_WORDS[card.standing]}"
        name = fit(clean(card.name), width - len(said))
        return line((name, f"{self.offer.role} strong"), (said, "dim"))

    def _possible(self, action: Action, key: str, width: int) -> Line:
        form = "…" if action.form else ""
        title = clean(action.title) + form
        rule = action.rule if len(title) + len(action.rule) + 6 <= width else ""
        gap = " " * max(1, width - 4 - len(title) - len(rule))
        lead = "►" if action is self.offer.first else " "
        return line(
            (lead, "key"), (key, "key"), f"  {title}", gap, (rule, "dim"), target=action_target(action)
        )

    def _denied(self, width: int) -> list[Line]:
        """What is not possible, with its rule and the reason; said once where it holds for several."""
        groups: dict[str, list[tuple[Action, str]]] = {}
        for action, key in self._pairs(possible=False):
            if action.why_not is not None:
                said = f"{action.why_not.rule} {clean(action.why_not.sentence)}"
                groups.setdefault(said, []).append((action, key))
        return [row for said, pairs in groups.items() for row in self._because(said, pairs, width)]

    def _because(self, said: str, pairs: list[tuple[Action, str]], width: int) -> list[Line]:
        """Actions that share a reason, and the reason: behind them where it fits, else below."""
        heads = [Line((Piece(" "), *row.pieces)) for row in _flowed(pairs, width - 1, "dim", "dim")]
        if len(heads) == 1 and heads[0].width + len(said) <= width:
            return [Line((*heads[0].pieces, Piece(said, "dim")))]
        return [*heads, *(line(("     " + row, "dim")) for row in wrap(said, width - 5))]

    def _details(self, width: int) -> list[Line]:
        card = self.offer.card
        if card is None:
            return []
        made = [Line()] if card.stats or card.details else []
        stats = "  ".join(f"{name} {value}" for name, value in card.stats)
        made += [line((row, "strong")) for row in wrap(clean(stats), width) if row]
        for token in card.tokens:
            if token.count and token.effect:
                made.append(line((fit(f"{token.name} {token.count}: {clean(token.effect)}", width), "warn")))
        if card.badges:
            made += [
                line((row, "dim"))
                for row in wrap(" · ".join(clean(badge.text) for badge in card.badges), width)
            ]
        for detail in card.details:
            struck = "dim struck" if detail.struck else ""
            label = clean(detail.label)
            for i, row in enumerate(wrap(f"{label}  {clean(detail.text)}", width, 2)):
                pieces = (
                    ((label, f"{struck} strong"), (row[len(label) :], struck)) if i == 0 else ((row, struck),)
                )
                made.append(line(*pieces))
        return made

    def _flow(self, width: int) -> list[Line]:
        """All possible actions in running text."""
        return [line(("─" * width, "dim")), *_flowed(self._pairs(possible=True), width, "key", "")]

    def key(self, key: str, char: str) -> Result:
        """A letter picks its action, Enter the first possible one."""
        action = self.offer.first if key == "enter" else self.offer.with_key(char)
        return Picked(action) if action else False

    def click(self, target: str) -> Result:
        """An action."""
        return next(
            (Picked(action) for action in self.offer.actions if target == action_target(action)), False
        )


def action_target(action: Action) -> str:
    """What a click on an action means; a command may be offered with a form and without."""
    return f"action:{action.by}:{action.do}{'…' if action.form else ''}"


def _flowed(pairs: list[tuple[Action, str]], width: int, key_role: str, role: str) -> list[Line]:
    """Actions with their letters, as many in a row as fit."""
    rows: list[list[Piece]] = [[]]
    used = 0
    for action, key in pairs:
        title = clean(action.title)
        size = len(key) + len(title) + 4
        if used and used + size > width + 3:
            rows.append([])
            used = 0
        target = action_target(action)
        rows[-1] += [Piece(f"{key} ", key_role, target), Piece(f"{title}   ", role, target)]
        used += size
    return [Line(tuple(row)) for row in rows if row]
