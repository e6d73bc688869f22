"""The form of VP."""

from __future__ import annotations

from typing import Any

from vedette.games.company.groups import companies_of
from vedette.games.company.scoring import award_text
from vedette.games.company.state import Skirmish
from vedette.view.fields import NONE, Draft, chosen, words_of
from vedette.view.forms import Filled, FormValidator, first_possible
from vedette.view.vocabulary import Choice, Field


def score(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """What the scenario leaves to the players, an ambition, or VP for another reason."""
    offered = _scorable(validator, by)
    choices = tuple(Choice(key, label, why_not) for key, (label, _, why_not) in offered.items())
    what = chosen("what", "For what", "w", draft, choices, default=first_possible(choices), required=True)
    if what.value is None:
        return Filled([what], {"do": "score", "by": by})
    if what.value != NONE:
        return Filled([what], {"do": "score", "by": by, **offered[what.value][1]})
    vp = Field("vp", "VP", "v", "number", draft.get("vp"), required=True, unit="VP")
    reason = Field("reason", "Reason", "r", "text", draft.get("reason"), required=True)
    return Filled([what, vp, reason], words_of("score", by, [vp, reason]))


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
