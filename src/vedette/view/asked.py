"""What a command asks, declared beside its fields, and the form that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from vedette.engine.commands import Command
from vedette.view.fields import Draft, chosen, numeric, toggle, words_of
from vedette.view.forms import Filled, FormBuilder, FormValidator, Words, first_open, graded, open_first
from vedette.view.vocabulary import Field

S = TypeVar("S")

Among = Callable[[Any, str], Iterable[Any]]
"""The values that are offered to somebody, or a mapping of them with what they are called."""

Called = Callable[[Any, str, Any], str]
"""What a value is called in a list, seen from who gives the command."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a form asks for a field of a command: its label, and the key that jumps to it or flips it.

    `among` are the values from which one is to be chosen; each is graded by the rules, and the first that is possible is
    offered. Without it the field's type tells: yes or no, a number, or words.
    """

    label: str
    key: str
    among: Among | None = None
    unit: str = ""
    hint: str = ""
    advanced: bool = False


@cache
def asked_of(model: type[Command]) -> Mapping[str, Asked]:
    """What a command asks, by field, in the order in which it is asked."""
    return {
        name: one
        for name, field in model.model_fields.items()
        for one in field.metadata
        if isinstance(one, Asked)
    }


def declared(do: str, called: Called) -> FormBuilder[Any]:
    """The form that a command's own declaration makes: first what stands by itself, then what the rules judge by it."""

    def build(validator: FormValidator[Any], by: str, draft: Draft) -> Filled:
        model = validator.specs[do].model
        fields = {
            name: _free(model, name, one, draft) for name, one in asked_of(model).items() if one.among is None
        }
        words = words_of(do, by, list(fields.values()))
        for name, one in asked_of(model).items():
            if one.among is not None:
                fields[name] = _chosen(validator, words, name, one, called, draft)
                words = words_of(do, by, list(fields.values()))
        asked = [fields[name] for name in asked_of(model)]
        return Filled(asked, words_of(do, by, asked))

    return build


def _chosen(
    validator: FormValidator[Any], words: Words, name: str, one: Asked, called: Called, draft: Draft
) -> Field:
    """One of the values that the rules have graded."""
    state, by = validator.state, str(words["by"])
    among = one.among(state, by) if one.among else ()
    labels = among if isinstance(among, Mapping) else {value: called(state, by, value) for value in among}
    choices = open_first(graded(validator, words, name, labels))
    return chosen(
        name, one.label, one.key, draft, choices,
        required=True, default=first_open(choices), hint=one.hint, advanced=one.advanced,
    )  # fmt: skip


def _free(model: type[Command], name: str, one: Asked, draft: Draft) -> Field:
    """A field that no rule narrows: yes or no, a number, words."""
    field = model.model_fields[name]
    if field.annotation is bool:
        return toggle(name, one.label, one.key, draft, hint=one.hint, advanced=one.advanced)
    if field.annotation is str:
        value = draft.get(name)
        text = value if isinstance(value, str) and value else None
        return Field(
            name,
            one.label,
            one.key,
            "text",
            text,
            (),
            field.is_required(),
            hint=one.hint,
            advanced=one.advanced,
        )
    return numeric(
        name, one.label, one.key, draft,
        unit=one.unit, required=field.is_required(), hint=one.hint, advanced=one.advanced,
    )  # fmt: skip
