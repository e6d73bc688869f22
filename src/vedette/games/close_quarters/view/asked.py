"""What the forms of this game are made of: fields out of any draft, graded choices, the words of a command."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.games.close_quarters.state import Fight
from vedette.view.fields import Draft, chosen, listed, plain
from vedette.view.forms import Words, first_open
from vedette.view.hexes import ARROWS, DIRECTIONS, on_map
from vedette.view.vocabulary import Choice, Field

DO = "do"
BY = "by"


def bare(do: str, by: str) -> Words:
    """The words of a command of which nothing is said yet."""
    return {DO: do, BY: by}


def said(field: Field) -> Words:
    """A field as words; none while it is empty."""
    return {} if field.value is None else {field.name: field.value}


# --- reading a draft


def text(draft: Draft, name: str) -> str:
    """A word of the draft; "" for anything else."""
    value = draft.get(name)
    return value if isinstance(value, str) else ""


# --- fields


def wanted(name: str, label: str, key: str, draft: Draft, choices: Sequence[Choice], hint: str = "") -> Field:
    """One of several that must be said; the first that is possible unless somebody says something else."""
    offered = tuple(choices)
    return chosen(name, label, key, draft, offered, required=True, default=first_open(offered), hint=hint)


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
    """Any of several."""
    offered = tuple(choice.value for choice in choices)
    value = [value for value in listed(draft.get(name)) if value in offered]
    return Field(name, label, key, "many", value or None, tuple(choices), hint=hint, advanced=advanced)


def facing(draft: Draft, now: str, label: str = "Facing") -> Field:
    """A direction, as the six letters or a click say it."""
    choices = plain({way: f"{way} {ARROWS[way]}" for way in DIRECTIONS})
    return chosen("facing", label, "f", draft, choices, default=now)


def hex_field(
    game: Fight,
    name: str,
    label: str,
    key: str,
    draft: Draft,
    choices: Sequence[Choice] = (),
    *,
    default: str = "",
    required: bool = True,
    hint: str = "",
) -> Field:
    """A hex of the map; one of the choices, where there are any."""
    value = text(draft, name) or default
    known = value in [choice.value for choice in choices] if choices else on_map(game.map, value)
    return Field(name, label, key, "hex", value if known else None, tuple(choices), required, hint=hint)
