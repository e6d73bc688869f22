"""Fields that only the forms of this game have."""

from __future__ import annotations

from vedette.view.fields import Draft, toggle
from vedette.view.vocabulary import Field

UNSEEN = "unseen"
"""The toggle that says `sees = false`: a Group sees its target unless somebody says no."""

DENIED = {UNSEEN: "sees"}


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
