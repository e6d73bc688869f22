"""Fields of a form out of a draft, and the words of a command out of fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.view.vocabulary import Choice, Field

Draft = Mapping[str, Any]
"""What the table has said so far, by field name."""

NONE = "(none)"
"""The value of a choice that says nothing: no enemy in reach, no trait yet. No id looks like this."""

UNSEEN = "unseen"
"""The toggle that says `sees = false`: a Group sees its target unless somebody says no."""


def chosen(
    name: str,
    label: str,
    key: str,
    draft: Draft,
    choices: tuple[Choice, ...],
    *,
    required: bool = True,
    default: Any = None,
    hint: str = "",
) -> Field:
    """One of several; a remembered value that is no longer offered is dropped."""
    offered = [choice.value for choice in choices]
    value = draft.get(name, default)
    value = value if value in offered else default
    return Field(name, label, key, "choice", value, choices, required, hint=hint)


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


def toggle(name: str, label: str, key: str, draft: Draft, *, advanced: bool = False, hint: str = "") -> Field:
    """Yes or no; no unless said."""
    return Field(name, label, key, "toggle", bool(draft.get(name)), hint=hint, advanced=advanced)


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
