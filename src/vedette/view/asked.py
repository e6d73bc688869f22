"""What a command asks, declared beside its fields, the form that comes of it, and the view that commands make by themselves."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import cache
from types import NoneType, SimpleNamespace, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Check, Refusal
from vedette.engine.commands import Command, CommandSpec, fields_of
from vedette.engine.common import CONCEDE
from vedette.engine.requests import Request
from vedette.engine.ruleset import RuleText
from vedette.engine.state import GameState
from vedette.view.fields import Draft, answered, chosen, is_said, numeric, plain, toggle, typed
from vedette.view.forms import (
    Filled,
    FormBuilder,
    FormValidator,
    Words,
    action_of,
    concede_action,
    concede_form,
    first_open,
    first_possible,
    graded,
    open_first,
    why_not,
)
from vedette.view.roster import Labels, read_roster
from vedette.view.view import View
from vedette.view.vocabulary import Action, Choice, Detail, Field, Form, Table

S = TypeVar("S", bound=GameState)
PLAIN = Labels()  # units are told by their numbers alone

Among = Callable[[Any, str], Iterable[Any]]
"""The values that are offered to somebody, or a mapping of them with what they are called."""

BySaid = Callable[[Any, Words], Any]  # looks at the state and at what is said so far; `by` is among it
Called = Callable[[Any, str, Any], str]  # what a value is called in a list, seen from who gives the command


class Asked(Struct, frozen=True):
    """What a form asks for a field of a command: its label, and the key that jumps to it or flips it.

    A truth is flipped, a number or a text is typed in, and where there are values to choose from, each is graded by the
    rules; the first that is possible is offered where the command can't do without.

    among: the values to choose from; `given` where they depend on what is said so far.
    notes: what there is to know of each value besides.
    judged: whether each value is graded; not where none of the rules is about this field alone.
    after: the fields that are filled before it, as it is judged by them. A form shows its fields in the model's order.
    default: what is offered instead of the first that is possible, or of nothing; None of a truth must be answered.
    now: how it is; it is said only where that changes.
    shown: whether it is asked at all.
    hex: it is a hex of the map, which may be clicked; this tells whether there is such a one.
    required: it must be chosen, although the command can be read without.
    denied: the name of a toggle that says no to the field.
    joined: the name of the one field in which this is asked together with others.
    stand_in: what the command is read with while nobody has said it; no rule looks at it.
    digits: how many a number has at most, where that is known.
    none: the rule and the sentence that say why there is nothing to choose from.
    """

    label: str | BySaid
    key: str
    among: Among | None = None
    given: BySaid | None = None
    notes: Callable[[Any], Mapping[Any, str]] = lambda state: {}
    judged: bool = True
    after: tuple[str, ...] = ()
    default: BySaid | None = None
    now: BySaid | None = None
    shown: BySaid | None = None
    hint: str | BySaid = ""
    unit: str = ""
    advanced: bool | BySaid = False
    hex: Callable[[Any, Any], bool] | None = None
    required: bool = False
    denied: str = ""
    joined: str = ""
    stand_in: Callable[[Any, str], Any] | None = None
    digits: int = 0
    none: tuple[str, str] | None = None

    @property
    def offers(self) -> bool:
        """Whether there are values to choose from."""
        return bool(self.among or self.given)


@cache
def asked_of(model: type[Command]) -> Mapping[str, Asked]:
    """What a command asks, by field, in the order in which it is asked."""
    asked = ((name, one) for name, field in fields_of(model).items() for one in field.metadata)
    return {name: one for name, one in asked if isinstance(one, Asked)}


def declared(
    do: str, called: Called = lambda state, by, value: str(value), *, sole: bool = False
) -> FormBuilder[Any]:
    """The form that a command's own declaration makes.

    It begins with the first value that is possible, and what isn't comes last; with `sole` all stay in their order, and
    only what is the one possible value is offered.
    """
    return lambda validator, by, draft: _Asking(validator, do, by, draft, called, sole=sole).filled()


class _Asking:
    """A form in the making: its fields so far, and the words that they come to."""

    def __init__(
        self, validator: FormValidator[Any], do: str, by: str, draft: Draft, called: Called, *, sole: bool
    ) -> None:
        self.validator, self.state, self.draft, self.called = validator, validator.state, draft, called
        self.spec = validator.specs[do]
        self.model, self.asked = fields_of(self.spec.model), asked_of(self.spec.model)
        self.by, self.sole = by, sole
        self.words: Words = {"do": do, "by": by}
        self.fields: dict[str, Field] = {}

    def filled(self) -> Filled:
        for name in _in_turn(self.asked, lambda name: plain_type(self.model[name].annotation)):
            self._ask(name, self.asked[name])
        in_order = [self.fields[name] for name in self.asked if name in self.fields]
        if self.spec.lines is None:
            return Filled(in_order, self.words)
        missing: Words = {}  # what nobody has said yet: a number as far as something stands in for it
        for name, field in self.fields.items():
            if field.required and field.value is None:
                stand_in = self.asked[name].stand_in if field.kind == "number" else None
                missing[name] = stand_in(self.state, self.by) if stand_in else None
        readable = None not in missing.values()
        command = self.validator.validate({**missing, **self.words}).command if readable else None
        return Filled(in_order, self.words, tuple(self.spec.lines(self.state, self.by, command)))

    def _ask(self, name: str, wanted: Asked) -> None:
        """One field more, where it is asked now; what it shows may depend on what is said, by itself too."""
        if wanted.joined and wanted.joined in {field.name for field in self.fields.values()}:
            return
        if wanted.shown is not None and not wanted.shown(self.state, self.words):
            return
        field = self._field(name, wanted)
        self.words |= self._said(name, wanted, field)
        self.fields[name] = replace(
            field,
            label=self._looked_up(wanted.label),
            key=wanted.key,
            unit=wanted.unit,
            hint=self._looked_up(wanted.hint),
            advanced=bool(self._looked_up(wanted.advanced)),
            digits=wanted.digits,
            none=Refusal(*wanted.none, overridable=False) if wanted.none else None,
        )

    def _looked_up(self, by_said: Any) -> Any:
        return by_said(self.state, self.words) if callable(by_said) else by_said

    def _field(self, name: str, wanted: Asked) -> Field:
        type, draft = plain_type(self.model[name].annotation), self.draft
        if type is bool and wanted.default is not None and self._looked_up(wanted.default) is None:
            return answered(name, "", "", draft)
        if type is bool:
            now = bool(self._looked_up(wanted.now or wanted.default))
            return toggle(wanted.denied or name, "", "", draft, now=now)
        if type is tuple:
            return self._several(name, wanted)
        if wanted.hex is not None:
            return self._hex(name, wanted)
        required = wanted.required or self.model[name].is_required()
        if wanted.offers:
            return self._choice(name, wanted, required=bool(required or wanted.joined))
        first = self._looked_up(wanted.default)
        said = draft if first is None else {name: first, **draft}
        make = typed if type is str else numeric
        return make(name, "", "", said, required=required)

    def _choice(self, name: str, wanted: Asked, *, required: bool) -> Field:
        """One of several; offered is what is declared or usual, where it can be chosen, else what is possible, if it is needed."""
        graded = self._graded(name, wanted)
        choices = graded if self.sole else open_first(graded)
        usual = self._looked_up(wanted.now or wanted.default) or self.model[name].default
        if usual not in [choice.value for choice in choices]:
            first = first_possible if self.sole else first_open
            usual = first(choices) if required else None
        return chosen(wanted.joined or name, "", "", self.draft, choices, usual, required=required)

    def _hex(self, name: str, wanted: Asked) -> Field:
        choices = self._graded(name, wanted) if wanted.offers else ()
        offered = [choice.value for choice in choices]
        first = self._looked_up(wanted.default) or first_open(choices)
        said = self.draft.get(name) or first
        known = said in offered if offered else wanted.hex is not None and wanted.hex(self.state, said)
        return Field(name, "", "", "hex", said if known else None, choices, required=True)

    def _several(self, name: str, wanted: Asked) -> Field:
        choices = plain(self._labels(wanted))
        if wanted.judged:
            choices = tuple(
                replace(
                    one, why_not=self.validator.validate({**self.words, name: [one.value]}, {name}).refusal
                )
                for one in choices
            )
        said = self.draft.get(name, self._looked_up(wanted.default))
        known, offered = said if isinstance(said, (list, tuple)) else (), [one.value for one in choices]
        value = None if said is None else [one for one in known if one in offered]
        return Field(name, "", "", "many", value, choices)

    def _graded(self, name: str, wanted: Asked) -> tuple[Choice, ...]:
        """What this field offers, with those that are asked together with it."""
        if not wanted.judged:
            notes = wanted.notes(self.state)
            return tuple(replace(one, note=notes.get(one.value, "")) for one in plain(self._labels(wanted)))
        # What is asked later and then has a value without anybody saying one, or is said already.
        later = {
            other
            for other, asked in self.asked.items()
            if other not in self.words and (asked.default or other in self.draft)
        }
        missing = stand_ins(self.spec.model, self.state, self.by)
        missing = {other: value for other, value in missing.items() if other not in self.words}
        found: list[Choice] = []
        for other, asked in self._together(name, wanted).items():
            filler = {one: value for one, value in missing.items() if one != other}
            found += graded(self.validator, self.words, other, self._labels(asked), filler, later)
        return tuple(found)

    def _together(self, name: str, wanted: Asked) -> Mapping[str, Asked]:
        if not wanted.joined:
            return {name: wanted}
        return {other: asked for other, asked in self.asked.items() if asked.joined == wanted.joined}

    def _labels(self, wanted: Asked) -> Mapping[Any, str]:
        offered = wanted.given(self.state, self.words) if wanted.given else among(wanted, self.state, self.by)
        if isinstance(offered, Mapping):
            return offered
        return {value: self.called(self.state, self.by, value) for value in offered}

    def _said(self, name: str, wanted: Asked, field: Field) -> Words:
        if wanted.now and field.value == self._looked_up(wanted.now):
            return {}
        told = wanted.now or self._looked_up(wanted.default)  # then a no has to be said as well
        if not is_said(field) and not (told and field.kind == "toggle" and field.value is not None):
            return {}
        if wanted.joined:
            together = self._together(name, wanted)
            name = next(other for other, asked in together.items() if field.value in self._labels(asked))
            return {name: field.value}
        return {name: False if wanted.denied else field.value}


def as_drafted(model: type[Command], words: Mapping[str, Any]) -> Draft:
    """The words of an earlier command under the names of the fields that ask for them."""
    asked, draft = asked_of(model), dict(words)
    for name in asked.keys() & draft.keys():
        if asked[name].denied:
            draft[asked[name].denied] = not draft.pop(name)
        elif asked[name].joined:
            draft[asked[name].joined] = draft.pop(name)
    return {name: value for name, value in draft.items() if name not in ("do", "by")}


def among(wanted: Asked, state: Any, by: str) -> Iterable[Any]:
    """What a field offers to somebody before anything is said."""
    return wanted.among(state, by) if wanted.among else ()


def stand_ins(model: type[Command], state: Any, by: str) -> Words:
    """For each field that a command can't be read without: what is declared to stand for it, or what it offers first."""
    return {
        name: asked.stand_in(state, by) if asked.stand_in else next(iter(among(asked, state, by)), "")
        for name, asked in asked_of(model).items()
        if asked.stand_in or fields_of(model)[name].is_required()
    }


def _in_turn(asked: Mapping[str, Asked], type_of: Callable[[str], Any]) -> list[str]:
    """What is flipped first; then the others, each behind those that it is judged by."""
    found: dict[str, None] = {}

    def take(name: str) -> None:
        for earlier in asked[name].after:
            take(earlier)
        found[name] = None

    for name in sorted(asked, key=lambda name: type_of(name) is not bool):
        take(name)
    return list(found)


def plain_type(annotation: Any) -> Any:
    """`int` for `int | None`, `tuple` for `tuple[str, ...]`, `str` for a literal word."""
    if get_origin(annotation) in (Union, UnionType):
        annotation = next(part for part in get_args(annotation) if part is not NoneType)
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) is Literal:
        return type(get_args(annotation)[0])
    return get_origin(annotation) or annotation


# --- the whole view of a game but for its table


def declared_view(
    ruleset: str,
    specs: Mapping[str, CommandSpec[S]],
    phase_check: Check[S, Any],
    table: Callable[[S, Request | None], Table],
    rules: Callable[[], Mapping[str, RuleText]],
    labels: Labels = PLAIN,
) -> View[S]:
    """The view with the actions, the forms and the catalogue that commands and data make by themselves."""

    def actions(state: S, by: str) -> tuple[Action, ...]:
        actor = "side" if by in state.sides else "unit"
        made = []
        for do, spec in specs.items():
            if spec.actor == actor and spec.is_offered(state, by):
                refusal = why_not(specs, phase_check, state, SimpleNamespace(do=do, by=by))
                made.append(action_of(specs, do, by, refusal, form=spec.asks))
        if actor == "side" and not state.outcome:
            made.append(concede_action(by))
        return tuple(made)

    def called(state: S, by: str, value: Any) -> str:
        named = state.units.get(value) or state.sides.get(value)
        return str(named.name) if named else str(value)

    def form(state: S, do: str, by: str, draft: Draft) -> Form:
        validator = FormValidator(specs, phase_check, state)
        if do == CONCEDE:
            return concede_form(validator, by, draft)
        filled, spec = declared(do, called)(validator, by, draft), specs[do]
        beside = reminded(spec, rules())
        return validator.form(spec.title, filled.fields, filled.words, lines=filled.lines, reminders=beside)

    return View(
        table, actions, form, lambda state: table(state, None).round, lambda: read_roster(ruleset, labels)
    )


def reminded(
    spec: CommandSpec[S], rules: Mapping[str, RuleText], but: Container[str] = ()
) -> tuple[Detail, ...]:
    """The rules beside a command that only eyes at the table can judge, but for those that don't concern who gives it, and rules of other editions."""
    return tuple(
        Detail(rule, rules[rule].sentence) for rule in spec.reminders if rule in rules and rule not in but
    )
