"""A form that is being filled: the draft, the form that the game makes of it, and what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from vedette.view.vocabulary import Choice, Field, Form

Fill = Callable[[Mapping[str, Any]], Form]
"""The form for a draft, as the ruleset's view makes it."""

Recall = Callable[[Any], Mapping[str, Any]]
"""What still holds of what was said the last time about a target."""

TARGET = "target"
"""The field whose value decides which facts are remembered."""

TARGETS = "at"
"""The word of a command that may be aimed at several at once."""


def aimed_at(words: Mapping[str, Any]) -> str:
    """The unit that a command is aimed at, "" for none or several."""
    aimed = words.get(TARGETS, words.get(TARGET))
    if isinstance(aimed, list | tuple) and len(aimed) == 1:
        aimed = aimed[0]
    return aimed if isinstance(aimed, str) else ""


def nothing_known(target: Any) -> Mapping[str, Any]:
    """What is remembered about a target where nothing is."""
    return {}


class FormSource(NamedTuple):
    """What a form is made by: the form of a draft, what is remembered about a target, and the draft to begin with."""

    fill: Fill
    recall: Recall = nothing_known
    remembered: Mapping[str, Any] = {}


class FormDraft:
    """A draft, and the form that the game makes of it."""

    def __init__(
        self, fill: Fill, recall: Recall, remembered: Mapping[str, Any], said: Mapping[str, Any] = {}
    ) -> None:
        """Begin with a draft out of remembered facts (or nothing), and with what has just been said."""
        self._order: dict[str, Sequence[Any]] = {}
        self._asked = fill
        self._recall = recall
        self._typed = set(said)
        self._last_target = remembered.get(TARGET)
        self.draft = {**remembered, **said}
        self.form = self._fill(self.draft)
        self._drop_lost_target()

    @property
    def target(self) -> str:
        """The unit that the draft is aimed at, "" for none or several."""
        return aimed_at(self.form.command)

    @property
    def is_repeated(self) -> bool:
        """Whether it is complete as it was said before, at the same target, with nothing to be warned of."""
        warned = any(line.kind == "warning" for line in self.form.lines)
        return self.form.ready and not warned and bool(self.target) and self.target == self._last_target

    def remembered(self, field: Field) -> bool:
        """Whether the value is one from before that nobody has touched yet."""
        return field.name in self.draft and field.name not in self._typed

    def refill(self) -> None:
        """The same draft as things stand now, after a value was corrected."""
        self.form = self._fill(self.draft)
        self._drop_lost_target()

    def put(self, name: str, value: Any) -> None:
        """A value that was chosen elsewhere."""
        self._typed.add(name)
        self.draft[name] = value
        self.form = self._fill(self.draft)

    def form_with(self, name: str, value: Any) -> Form:
        """The form as it would be with another value of a field."""
        draft = self._with_facts(value) if name == TARGET else self.draft
        return self._fill({**draft, name: value})

    def sort(self, name: str, order: Sequence[Any]) -> None:
        """Put the choices of a field in another order; those that it doesn't name follow as they were."""
        self._order[name] = order
        self.form = self._fill(self.draft)

    def is_sorted(self, name: str) -> bool:
        """Whether the choices of a field stand in an order of their own."""
        return bool(self._order.get(name))

    def set_text(self, name: str, text: str) -> None:
        """Words typed into a field."""
        field = next(field for field in self.form.fields if field.name == name)
        if (field.value or "") != text:
            self.set_value(field, text or None)

    def clear(self, field: Field) -> None:
        """Nothing is said there any more."""
        self._typed.discard(field.name)
        self.draft.pop(field.name, None)
        self.form = self._fill(self.draft)

    def set_value(self, field: Field, value: Any) -> None:
        """Something is said there; None says nothing. Another target brings its own facts with it."""
        if value is None:
            self.clear(field)
            return
        self._typed.add(field.name)
        self.draft[field.name] = value
        if field.name == TARGET:
            self.draft = self._with_facts(value)
        self.form = self._fill(self.draft)

    def _drop_lost_target(self) -> None:
        """What is remembered about a target that can't be chosen any more holds for no other one."""
        field = self._aim()
        if field is None or TARGET not in self.draft:
            return
        if self._gives_way(field):
            self._begin_with(self._said({}))
            field = self._aim()
            if field is not None and field.value is not None:
                self._begin_with(self._said(self._recall(field.value)))
        elif field.value != self.draft[TARGET]:
            self._begin_with({} if field.value is None else dict(self._recall(field.value)))

    def _aim(self) -> Field | None:
        return next((field for field in self.form.fields if field.name == TARGET), None)

    def _begin_with(self, draft: dict[str, Any]) -> None:
        self.draft = draft
        self.form = self._fill(draft)

    def _gives_way(self, field: Field) -> bool:
        """Whether the target of the last time is refused, and there is one that is not."""
        refused = {choice.value: choice.why_not is not None for choice in field.choices}
        return self.remembered(field) and refused.get(field.value, False) and not all(refused.values())

    def _with_facts(self, target: Any) -> dict[str, Any]:
        """The draft for a target: facts of another one don't hold, those remembered about this one take their place."""
        return self._said(self._recall(target))

    def _said(self, recalled: Mapping[str, Any]) -> dict[str, Any]:
        """What is remembered, and what has been said since on top of it."""
        mine = {name: value for name, value in self.draft.items() if name in self._typed}
        return {**recalled, **mine}

    def is_open(self, field: Field) -> bool:
        """Empty, or filled by the game though there is something to choose from."""
        choices = [choice for choice in field.choices if choice.why_not is None]
        return is_empty(field) or (
            field.kind == "choice" and field.name not in self.draft and len(choices) > 1
        )

    def _fill(self, draft: Mapping[str, Any]) -> Form:
        """The form for a draft, with its choices in the order that was asked for."""
        return _ordered(self._asked(draft), self._order)


def is_empty(field: Field) -> bool:
    """Whether it says nothing."""
    return field.value is None or field.value == ""


def _ordered(form: Form, orders: Mapping[str, Sequence[Any]]) -> Form:
    """The form with the choices of some fields in another order."""
    if not any(orders.values()):
        return form

    def place(choice: Choice, order: Sequence[Any]) -> int:
        return order.index(choice.value) if choice.value in order else len(order)

    fields = tuple(
        replace(
            field, choices=tuple(sorted(field.choices, key=lambda choice: place(choice, orders[field.name])))
        )
        if field.name in orders
        else field
        for field in form.fields
    )
    return replace(form, fields=fields)
