"""Fields of a form out of a draft, and the words of a command out of fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict, Unpack

from vedette.engine.data import Table
from vedette.view.hexes import ARROWS, DIRECTIONS, Sized, on_map
from vedette.view.vocabulary import Choice, Field

Draft = Mapping[str, Any]
"""What a form holds so far, by field name."""

NOTHING: Mapping[str, str] = {}

NONE = "(none)"  # the value of a choice that says nothing. No id looks like this.


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


class More(TypedDict, total=False):
    """What a field may have besides what it asks and its value."""

    required: bool
    unit: str
    hint: str
    advanced: bool
    digits: int


def chosen(
    name: str,
    label: str,
    key: str,
    draft: Draft,
    choices: tuple[Choice, ...],
    default: Any = None,
    **more: Unpack[More],
) -> Field:
    """One of several; a remembered value that is no longer offered is dropped."""
    value = draft.get(name, default)
    value = value if value in [choice.value for choice in choices] else default
    return Field(name, label, key, "choice", value, choices, **more)


def many(
    name: str,
    label: str,
    key: str,
    draft: Draft,
    offered: Mapping[Any, str],
    default: tuple[Any, ...] | None = None,
    **more: Unpack[More],
) -> Field:
    """Any of several."""
    said = draft.get(name, default)
    value = None if said is None else [chosen for chosen in said if chosen in offered]
    return Field(name, label, key, "many", value, plain(offered), **more)


def several(
    name: str, label: str, key: str, draft: Draft, choices: Sequence[Choice], **more: Unpack[More]
) -> Field:
    """Any of several, of which some may be against the rules; none of them is nothing said."""
    offered = tuple(choice.value for choice in choices)
    value = [value for value in listed_words(draft.get(name)) if value in offered]
    return Field(name, label, key, "many", value or None, tuple(choices), **more)


def facing(draft: Draft, now: str, label: str = "Facing") -> Field:
    """A direction, as the six letters or a click say it."""
    choices = plain({way: f"{way} {ARROWS[way]}" for way in DIRECTIONS})
    return chosen("facing", label, "f", draft, choices, default=now)


def hex_field(
    map: Sized, name: str, label: str, key: str, draft: Draft, default: str = "", **more: Unpack[More]
) -> Field:
    """Any hex of a map."""
    value, more["required"] = text(draft, name) or default, True
    return Field(name, label, key, "hex", value if on_map(map, value) else None, **more)


def numeric(name: str, label: str, key: str, draft: Draft, **more: Unpack[More]) -> Field:
    """Inches or a count, of so many digits at most where that is known."""
    return Field(name, label, key, "number", draft.get(name), **more)


def toggle(name: str, label: str, key: str, draft: Draft, now: bool = False, **more: Unpack[More]) -> Field:
    """Yes or no; as it is now unless said."""
    return Field(name, label, key, "toggle", bool(draft.get(name, now)), **more)


def answered(name: str, label: str, key: str, draft: Draft, **more: Unpack[More]) -> Field:
    """Yes or no, where neither goes without saying."""
    said, more["required"] = draft.get(name), True
    return Field(name, label, key, "toggle", said if isinstance(said, bool) else None, **more)


def typed(name: str, label: str, key: str, draft: Draft, **more: Unpack[More]) -> Field:
    """Words."""
    return Field(name, label, key, "text", text(draft, name) or None, **more)


def words_of(do: str, by: str, fields: Iterable[Field], denied: Mapping[str, str] = NOTHING) -> Table:
    """The command's words: everything that was said, and nothing that goes without saying.

    `denied` are the fields of the command that a toggle of another name says no to, by that name.
    """
    words: Table = {"do": do, "by": by}
    for field in fields:
        if is_said(field):
            words[denied.get(field.name, field.name)] = False if field.name in denied else field.value
    return words


def is_said(field: Field) -> bool:
    """Whether the table has said anything there."""
    return field.value not in (None, NONE) and not (field.kind == "toggle" and not field.value)
