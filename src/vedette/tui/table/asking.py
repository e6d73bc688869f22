"""Boxes over the table that ask for words: why a rule is overruled, a remark, a bookmark, any value, anything by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.controller import Feedback, Refused
from vedette.engine.ruleset import RuleText
from vedette.tui.palette import action_offers, palette, rule_offers
from vedette.tui.screens.dialogs import AdjustValue, AskText, ReadRule
from vedette.tui.screens.dialogs import ask_bookmark as bookmark_box
from vedette.tui.table.at_table import AtTable
from vedette.view.steppers import flatten, read
from vedette.view.vocabulary import Action


async def ask_reason(at: AtTable, refused: Refused, give: Callable[[str], None]) -> None:
    """Why both overrule a refusal; without a reason nothing is given."""
    told = str(refused.refusal)
    question = AskText("Both agree to overrule? Reason:", "the reason, for the log", told)
    await at.ask(question, lambda reason: give(reason) if reason else None)


async def ask_bookmark(at: AtTable, n: int, bookmarked: Callable[[], None]) -> None:
    """A note to a line."""

    def bookmark(note: str | None) -> None:
        if note is not None:
            at.say(at.controller.bookmark(n, note))
            bookmarked()

    if not n or not at.session.timeline.entry(n).is_place:
        at.say(Feedback("There is no line here to bookmark.", "dim"))
    else:
        await at.ask(bookmark_box(at.session, n), bookmark)


async def ask_note(at: AtTable) -> None:
    """A remark for the log."""

    def note(text: str | None) -> None:
        if text:
            at.show(at.controller.note(text))

    await at.ask(AskText("A remark for the log", "what should be remembered"), note)


async def ask_value(at: AtTable, give: Callable[[Mapping[str, Any]], None]) -> None:
    """Any tracked value, found by words; those of the chosen unit first."""
    controller = at.controller
    values = dict(flatten(at.session.paths()))
    start = f"{controller.name(controller.chosen)} " if controller.chosen else ""

    def adjust(given: Mapping[str, str] | None) -> None:
        if given:
            value = read(given["value"], values[given["path"]])
            words = {"values": {given["path"]: value}, "reason": given["reason"]}
            give({"do": "adjust", "by": controller.side, **words})

    await at.ask(AdjustValue(values, controller.name, at.session.ruleset.value_words, start), adjust)


async def ask_palette(at: AtTable, pick: Callable[[Action], object]) -> None:
    """An action or a rule, found by words."""

    async def read_rule(rule: RuleText) -> None:
        await at.ask(ReadRule(rule.id, rule.title, rule.text))

    controller, rules = at.controller, at.session.ruleset.rules()
    offer = controller.offer
    actions = () if controller.request else (*offer.actions, *offer.of_table)
    found = palette(tuple(action_offers(actions, pick)), tuple(rule_offers(rules.values(), read_rule)))
    await at.ask(found)
