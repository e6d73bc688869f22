"""The forms of setup and of the end: traits, ambitions, VP."""

from __future__ import annotations

from typing import Any

from vedette.games.company.groups import companies_of, points
from vedette.games.company.scoring import award_text, vp_for
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import captain_traits
from vedette.view.fields import NONE, Draft, chosen, words_of
from vedette.view.forms import Filled, FormValidator, first_possible
from vedette.view.vocabulary import Choice, Detail, Field


def captain_trait(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """Rolled, unless the Captain is an established character."""
    known = [Choice(named.id, f"{named.name}: {named.text}") for named in captain_traits().values()]
    choices = (Choice(NONE, "roll 2d6"), *known)
    field = chosen("trait", "Trait", "t", draft, choices, default=NONE)
    return Filled([field], words_of("captain_trait", by, [field]))


def ambition(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """What a Company of the side wishes for itself."""
    game = validator.state
    companies, any_ambition = companies_of(game, by), next(iter(game.book.ambitions), "")
    words: dict[str, Any] = {"do": "ambition", "by": by}
    names = {name: game.companies[name].name for name in companies}
    own = validator.choices({**words, "ambition": any_ambition}, "company", names)
    company = chosen("company", "Company", "c", draft, own, default=first_possible(own), required=True)
    wishes = {
        ambition.id: f"{ambition.name}, {ambition.vp} VP: {ambition.text}"
        for ambition in game.book.ambitions.values()
    }
    choices = tuple(Choice(value, label) for value, label in wishes.items())
    wish = chosen("ambition", "Ambition", "a", draft, choices, required=True)
    fields = [company, wish] if len(companies) > 1 else [wish]
    return Filled(fields, words_of("ambition", by, fields))


def start(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """Nothing is asked; the table is reminded of what lies on it."""
    game = validator.state
    first = game.with_role(game.book.scenario.first)
    begins = game.sides[first].name if first else "nobody yet"
    fielded = ", ".join(f"{side.name} {points(game, name)} points" for name, side in game.sides.items())
    lines = (Detail("Takes the first turn", f"{begins} (CO-SET-6)"), Detail("Fielded", fielded))
    return Filled([], {"do": "start", "by": by}, lines)


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


def end_game(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """What would be counted for each side, on top of what was scored."""
    game = validator.state
    lines = tuple(Detail(other_side.name, _counted(game, side)) for side, other_side in game.sides.items())
    return Filled([], {"do": "end_game", "by": by}, lines)


def _counted(game: Skirmish, side: str) -> str:
    found = [(vp_for(game, side, award), award_text(award)) for award in game.book.scenario.awards]
    parts = [f"{game.sides[side].vp} scored", *(f"{vp:+d} {text}" for vp, text in found if vp)]
    total = game.sides[side].vp + sum(vp for vp, _ in found)
    return f"{total} VP: " + ", ".join(parts)
