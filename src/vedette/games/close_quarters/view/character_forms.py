"""The form of an award between combats."""

from __future__ import annotations

from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import awards
from vedette.games.close_quarters.view.asked import bare, text, wanted
from vedette.view.fields import Draft, numeric, words_of
from vedette.view.forms import Filled, FormValidator, graded, open_first
from vedette.view.vocabulary import Choice, Detail, Field

CREDITS = "(credits)"
"""The choice of an award that is money."""


def award(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Experience for a reason, or credits."""
    words = bare("award", by)
    reasons = {id: f"{row.points} points: {row.name}" for id, row in awards().items()}
    offered = (*graded(validator, words, "reason", reasons), Choice(CREDITS, "credits"))
    what = wanted("what", "For what", "f", draft, open_first(offered))
    if what.value != CREDITS:
        return Filled(
            [what], words | ({"reason": what.value} if what.value else {}), _points(validator.state, by)
        )
    fields = [
        numeric("credits", "Credits", "c", draft, required=True),
        Field("why", "Why", "y", "text", text(draft, "why") or None),
    ]
    return Filled([what, *fields], words_of("award", by, fields))


def _points(game: Fight, by: str) -> tuple[Detail, ...]:
    return (Detail("Experience", f"{game.units[by].ep} points"),)
