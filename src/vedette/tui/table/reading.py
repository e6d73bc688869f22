"""Rules and keys to read: those behind what is on the screen, and any action or rule by its words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from vedette.tui.keys import TABLE
from vedette.tui.messages import KeyClicked, OpenHelp
from vedette.tui.palette import KEY, NAMED, UNIT, Offer, action_offers, palette
from vedette.tui.screens.dialogs import ReadRule
from vedette.tui.table.at_table import AtTable
from vedette.tui.text import clean
from vedette.tui.widgets.actions_panel import Picked

if TYPE_CHECKING:
    from vedette.engine.ruleset import RuleText
    from vedette.view.behind import Behind
    from vedette.view.vocabulary import Form


class Reading:
    """Opens the page of keys and rules, and finds by words."""

    def __init__(self, at: AtTable) -> None:
        self._at = at
        self.deeds = {
            "why": self.why,
            "help": lambda: self._open(at.controller.near),
            "palette": self.find_all,
        }

    def why(self) -> None:
        self._open(self._at.controller.behind, first=True)

    def _open(self, near: Callable[[Form | None], tuple[Behind, ...]], *, first: bool = False) -> None:
        """Open the page, with the rules that matter now at its head; all rules `first`, or the keys."""
        at = self._at
        at.forms.take_refusal()
        panel, board = at.stage.form, at.controller.table.board is not None
        rules = near(panel.entry.form if panel else None)
        at.post_message(OpenHelp(at.picture.mode, at.session, rules, board, first))

    async def find_all(self) -> None:
        at, controller = self._at, self._at.controller

        async def read_rule(rule: RuleText) -> None:
            await at.ask(ReadRule(rule.id, rule.title, rule.text))

        offer = controller.offer
        actions = () if controller.request else (*offer.actions, *offer.of_table)
        picks = action_offers(actions, lambda action: at.post_message(Picked(action)))
        others = []
        for card in controller.table.cards:
            side = clean(controller.name(card.side))
            others.append(Offer(UNIT, clean(card.name), side, partial(at.picture.choose, card.id)))
        for key in TABLE.keys:
            press = partial(at.post_message, KeyClicked(key.keys[0]))
            others.append(Offer(KEY, key.label.capitalize(), f"{key.show}  {key.help}", press))
        named = ((f"{rule.id}  {rule.title}", rule) for rule in at.session.rules.values())
        rules = (Offer(NAMED, name, rule.text, partial(read_rule, rule)) for name, rule in named)
        await at.ask(palette(tuple(picks), (*others, *rules)))
