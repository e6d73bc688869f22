"""Fields that only the forms of this game have, and the words of its commands."""

from __future__ import annotations

from typing import Any

from vedette.view.fields import Draft, toggle
from vedette.view.vocabulary import Field

NONE = "(none)"
"""The value of a choice that says nothing: no enemy in reach, no trait yet. No id looks like this."""

UNSEEN = "unseen"
"""The toggle that says `sees = false`: a Group sees its target unless somebody says no."""


def inches(
    draft: Draft, label: str = "Distance", *, required: bool = True, hint: str = "", name: str = "inches"
) -> Field:
    """Inches as the ruler says."""
    return Field(name, label, name[0], "number", draft.get(name), (), required, '"', hint)


def difficult(draft: Draft) -> Field:
    """The difficult inches among them, folded away until somebody needs them."""
    hint = "each costs 2"
    value = draft.get("difficult")
    return Field("difficult", "Of these difficult", "d", "number", value, unit='"', hint=hint, advanced=True)


def unseen(draft: Draft) -> Field:
    """Whether the target can't be seen."""
    return toggle(UNSEEN, "Out of sight", "o", draft, advanced=True)


def words_of(do: str, by: str, fields: list[Field]) -> dict[str, Any]:
    """The command's words: everything that was said, and nothing that goes without saying."""
    words: dict[str, Any] = {"do": do, "by": by}
    for field in fields:
        if field.name == UNSEEN:
            words |= {"sees": False} if field.value else {}
        elif field.value not in (None, NONE) and field.value is not False:
            words[field.name] = field.value
    return words
