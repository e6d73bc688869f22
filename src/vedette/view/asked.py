"""What a command asks, declared beside its fields, and the form that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from vedette.engine.commands import Command
from vedette.view.fields import Draft, chosen, toggle, words_of
from vedette.view.forms import Filled, FormBuilder, FormValidator, first_open, graded, open_first

Among = Callable[[Any, str], Iterable[Any]]
"""The values that are offered to somebody, or a mapping of them with what they are called."""

Called = Callable[[Any, str, Any], str]
"""What a value is called in a list, seen from who gives the command."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a form asks for a field of a command: its label, and the key that jumps to it or flips it.

    `among` are the values from which one is to be chosen; each is graded by the rules, and the first that is possible is
    offered. Without it the field is yes or no.
    """

    label: str
    key: str
    among: Among | None = None


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
        asked = asked_of(validator.specs[do].model)
        fields = {
            name: toggle(name, wanted.label, wanted.key, draft)
            for name, wanted in asked.items()
            if wanted.among is None
        }
        for name, wanted in asked.items():
            if wanted.among is not None:
                words = words_of(do, by, list(fields.values()))
                labels = _labels(
                    wanted.among(validator.state, by), lambda value: called(validator.state, by, value)
                )
                choices = open_first(graded(validator, words, name, labels))
                default = first_open(choices)
                fields[name] = chosen(
                    name, wanted.label, wanted.key, draft, choices, required=True, default=default
                )
        in_order = [fields[name] for name in asked]
        return Filled(in_order, words_of(do, by, in_order))

    return build


def _labels(among: Iterable[Any], called: Callable[[Any], str]) -> Mapping[Any, str]:
    return among if isinstance(among, Mapping) else {value: called(value) for value in among}
