"""The form of VP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vedette.games.company.groups import companies_of
from vedette.games.company.scoring import award_text
from vedette.games.company.state import Skirmish
from vedette.view.fields import NONE, Draft, chosen, words_of
from vedette.view.forms import Filled, FormValidator, first_possible
from vedette.view.vocabulary import Choice, Detail, Field


def score(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """What the scenario leaves to the players, an ambition, or VP for another reason."""
    offered = _scorable(validator, by)
    choices = tuple(Choice(key, label, why_not) for key, (label, _, why_not) in offered.items())
    what = chosen("what", "For what", "w", draft, choices, default=first_possible(choices), required=True)
    lines = tuple(_awards(validator.state))
    if what.value is None:
        return Filled([what], {"do": "score", "by": by}, lines)
    if what.value != NONE:
        return Filled([what], {"do": "score", "by": by, **offered[what.value][1]}, lines)
    vp = Field("vp", "VP", "v", "number", draft.get("vp"), required=True, unit="VP")
    reason = Field("reason", "Reason", "r", "text", draft.get("reason"), required=True)
    return Filled([what, vp, reason], words_of("score", by, [vp, reason]), lines)


def _awards(game: Skirmish) -> Iterator[Detail]:
    """What the scenario gives VP for, and to whom."""
    for award in game.book.scenario.awards:
        who = "" if award.role == "both" else f" for the {award.role}"
        when = "score it yourselves" if award.when == "declared" else "counted at the end"
        yield Detail(f"{award.vp} VP{who}", f"{award_text(award)}: {when}")


def _scorable(validator: FormValidator[Skirmish], by: str) -> dict[str, tuple[str, dict[str, Any], Any]]:
    """What a side may score: label, the command's words, and why not."""
    game = validator.state
    found: dict[str, tuple[str, dict[str, Any], Any]] = {}
    for n, award in enumerate(game.book.scenario.awards):
        if award.when == "declared" and award.role in ("both", game.sides[by].role) and award.vp > 0:
            text = award_text(award)
            found[f"award {n}"] = (f"{award.vp} VP: {text}", {"vp": award.vp, "reason": text}, None)
    for name in companies_of(game, by):
        company = game.companies[name]
        if company.ambition:
            own = game.book.ambitions[company.ambition]
            words = {"ambition": True, "company": name}
            refused = validator.validate({"do": "score", "by": by, **words}).refusal
            found[f"ambition {name}"] = (f"{own.vp} VP: {own.name} of {company.name}", words, refused)
    return {**found, NONE: ("something else", {}, None)}
