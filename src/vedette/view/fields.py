"""Fields of a form out of a draft, and the words of a command out of fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from vedette.view.hexes import ARROWS, DIRECTIONS, Sized, on_map
from vedette.view.vocabulary import Choice, Field

Draft = Mapping[str, Any]
"""What the table has said so far, by field name."""

NOTHING: Mapping[str, str] = {}

NONE = "(none)"
"""The value of a choice that says nothing. No id looks like this."""


def listed_words(said: Any) -> list[str]:
    """The words of a list; whatever is none is left out."""
    return [word for word in said if isinstance(word, str)] if isinstance(said, (list, tuple)) else []


def text(draft: Draft, name: str) -> str:
    """A word of the draft; "" for anything else."""
    value = draft.get(name)
    return value if isinstance(value, str) else ""


def plain(offered: Mapping[Any, str]) -> tuple[Choice, ...]:
    """Choices that no rule is against."""
    return tuple(Choice(value, label) for value, label in offered.items())


def chosen(
    name: str,
    label: str,
    key: str,
    draft: Draft,
    choices: tuple[Choice, ...],
    *,
    required: bool = False,
    default: Any = None,
    advanced: bool = False,
    hint: str = "",
) -> Field:
    """One of several; a remembered value that is no longer offered is dropped."""
    offered = [choice.value for choice in choices]
    value = draft.get(name, default)
    value = value if value in offered else default
    return Field(name, label, key, "choice", value, choices, required, hint=hint, advanced=advanced)


def many(
    name: str,
    label: str,
    key: str,
    draft: Draft,
    offered: Mapping[Any, str],
    *,
    default: tuple[Any, ...] | None = None,
    advanced: bool = False,
    hint: str = "",
) -> Field:
    """Any of several."""
    said = draft.get(name, default)
    value = None if said is None else [chosen for chosen in said if chosen in offered]
    return Field(name, label, key, "many", value, plain(offered), hint=hint, advanced=advanced)


def several(
    name: str,
    label: str,
    key: str,
    draft: Draft,
    choices: Sequence[Choice],
    *,
    advanced: bool = False,
    hint: str = "",
) -> Field:
    """Any of several, of which some may be against the rules; none of them is nothing said."""
    offered = tuple(choice.value for choice in choices)
    value = [value for value in listed_words(draft.get(name)) if value in offered]
    return Field(name, label, key, "many", value or None, tuple(choices), hint=hint, advanced=advanced)


def facing(draft: Draft, now: str, label: str = "Facing") -> Field:
    """A direction, as the six letters or a click say it."""
    choices = plain({way: f"{way} {ARROWS[way]}" for way in DIRECTIONS})
    return chosen("facing", label, "f", draft, choices, default=now)


def hex_field(
    map: Sized,
    name: str,
    label: str,
    key: str,
    draft: Draft,
    *,
    default: str = "",
    hint: str = "",
) -> Field:
    """Any hex of a map."""
    value = text(draft, name) or default
    return Field(name, label, key, "hex", value if on_map(map, value) else None, required=True, hint=hint)


def numeric(
    name: str,
    label: str,
    key: str,
    draft: Draft,
    *,
    unit: str = "",
    required: bool = False,
    advanced: bool = False,
    hint: str = "",
    digits: int = 0,
) -> Field:
    """Inches or a count, of so many digits at most where that is known."""
    value = draft.get(name)
    return Field(name, label, key, "number", value, (), required, unit, hint, advanced, digits=digits)


def toggle(
    name: str,
    label: str,
    key: str,
    draft: Draft,
    *,
    now: bool = False,
    advanced: bool = False,
    hint: str = "",
) -> Field:
    """Yes or no; as it is now unless said."""
    return Field(name, label, key, "toggle", bool(draft.get(name, now)), hint=hint, advanced=advanced)


def answered(name: str, label: str, key: str, draft: Draft, *, hint: str = "") -> Field:
    """Yes or no, where neither goes without saying."""
    said = draft.get(name)
    value = said if isinstance(said, bool) else None
    return Field(name, label, key, "toggle", value, required=True, hint=hint)


def typed(
    name: str,
    label: str,
    key: str,
    draft: Draft,
    *,
    required: bool = False,
    advanced: bool = False,
    hint: str = "",
) -> Field:
    """Words."""
    said = text(draft, name) or None
    return Field(name, label, key, "text", said, (), required, hint=hint, advanced=advanced)


def words_of(
    do: str, by: str, fields: Iterable[Field], denied: Mapping[str, str] = NOTHING
) -> dict[str, Any]:
    """The command's words: everything that was said, and nothing that goes without saying.

    `denied` are the fields of the command that a toggle of another name says no to, by that name.
    """
    said = [field for field in fields if is_said(field)]
    return {"do": do, "by": by} | {
        denied.get(field.name, field.name): False if field.name in denied else field.value for field in said
    }


def is_said(field: Field) -> bool:
    """Whether the table has said anything there."""
    return field.value not in (None, NONE) and not (field.kind == "toggle" and not field.value)
