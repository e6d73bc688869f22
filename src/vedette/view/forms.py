"""Weighs a draft: what a half-filled form would be refused for, and whether it is ready."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Check, Refusal, refusals
from vedette.engine.commands import CommandSpec, fields_of, read_command
from vedette.engine.common import CONCEDE
from vedette.engine.data import Row, Table
from vedette.engine.driver import state_at_once
from vedette.engine.errors import CommandError
from vedette.engine.grammar import agree, name_of, the
from vedette.engine.hidden_information import sealed_words
from vedette.engine.state import GameState
from vedette.view.board import Board
from vedette.view.dice_text import pool_words
from vedette.view.fields import Draft, chosen
from vedette.view.vocabulary import Action, Choice, Detail, Field, Form, PlannedRoll

S = TypeVar("S", bound=GameState)

Words = Table
"""A command as plain words, to be filled."""


class Filled(Struct, frozen=True):
    """What a form asks, the words of its command so far, what it would cost or roll, and the map as it would be."""

    fields: list[Field]
    words: Words
    lines: tuple[Detail, ...] = ()
    board: Board | None = None


class Validation(Struct, frozen=True):
    """What the rules say to a draft; `command` is the understood command where it makes sense."""

    refusal: Refusal | None = None
    error: str = ""
    command: Any = None


class FormValidator(Struct, Generic[S], frozen=True):
    """Weighs the words of one command in one state."""

    specs: Mapping[str, CommandSpec[S]]
    phase_check: Check[S, Any]
    state: S

    def validate(self, words: Words, filled: Collection[str] | None = None) -> Validation:
        """The first refusal, or what is wrong with the words; with `filled`, of those fields only.

        The engine's own commands, such as conceding, are refused by no rule of the game. A declaration is weighed as
        if it were sealed already; without salt, as its box is kept nowhere.
        """
        if words["do"] not in self.specs:
            return Validation()
        try:
            command = read_command(self.specs, sealed_words(words, salt=""))
            spec = self.specs[command.do]
            command = spec.understand(self.state, command)
        except CommandError as error:
            return Validation(error=str(error))
        now = None if spec.common else next(refusals((self.phase_check,), self.state, command), None)
        return Validation(now or next(spec.refusals(self.state, command, filled), None), command=command)

    def choices(self, words: Words, field: str, offered: Mapping[Any, str]) -> tuple[Choice, ...]:
        """The values that a field may take, each with why not; `words` hold what is filled so far."""
        return tuple(
            Choice(value, label, self.validate({**words, field: value}, _known(words, field)).refusal)
            for value, label in offered.items()
        )

    def form(
        self,
        title: str,
        fields: list[Field],
        words: Words,
        *,
        lines: tuple[Detail, ...] = (),
        reminders: tuple[Detail, ...] = (),
    ) -> Form:
        """The form as it stands: complete words are weighed whole, others as far as they go."""
        missing = {field.name for field in fields if field.required and field.value in (None, ())}
        weighed = self.validate(words, _known(words) if missing else None)
        spec, unit = self.specs.get(words["do"]), self.state.units.get(words["by"])
        verb, space, rest = (spec.aims if spec else "").partition(" ")
        aims = f"{agree(name_of(unit), f'{verb}s', verb)}{space}{rest}" if unit and verb else ""
        return Form(
            do=words["do"],
            by=words["by"],
            title=title,
            fields=tuple(fields),
            refusal=weighed.refusal,
            error="" if missing else weighed.error,
            ready=not missing and not weighed.error,
            lines=lines,
            command=words,
            reminders=reminders,
            aims=aims,
        )


def does_words(form: Form) -> tuple[str, ...]:
    """What giving the command does first, in words and in fewer: `Attack: roll 12 D12`, `Attack: 12 D12`, `roll 12 D12`."""
    roll = next((one for one in form.lines if isinstance(one, PlannedRoll)), None)
    if roll is None or not roll.pool.dice:
        return (form.title,)
    dice = pool_words(roll.pool)
    why = f" {roll.label[:1].lower()}{roll.label[1:]}" if roll.else_ else ""
    does = f"{form.title}: roll {dice}"
    return tuple(dict.fromkeys((f"{does}{why}", does, f"{form.title}: {dice}", f"roll {dice}")))


def _known(words: Words, *more: str) -> set[str]:
    return {*words, *more} - {"do", "by"}


def why_not(
    specs: Mapping[str, CommandSpec[S]],
    phase_check: Check[S, Any],
    state: S,
    bare: Any,
    said: Collection[str] = (),
) -> Refusal | None:
    """The first refusal that needs nothing but the action itself to be known.

    `bare` has `do`, `by`, what the phase check looks at, and the fields that are `said`.
    """
    refused = next(refusals((phase_check,), state, bare), None)
    return refused or next(refusals(specs[bare.do].checks, state, bare, said), None)


def begun(validator: FormValidator[S], do: str, by: str) -> tuple[FormValidator[S], Words | None]:
    """How things will stand when a command is given, and the words of the command that it begins with.

    As they stand, and None, where it begins with none, or where that one is refused or asks for something.
    """
    first = validator.specs[do].begins_with
    words = {"do": first, "by": by}
    judged = validator.validate(words) if first else Validation()
    if judged.command is None or judged.refusal is not None:
        return validator, None
    spec = validator.specs[words["do"]]
    after = state_at_once(lambda play: spec.procedure(play, judged.command), validator.state)
    return (validator, None) if after is None else (replace(validator, state=after), words)


def action_of(
    specs: Mapping[str, CommandSpec[S]],
    do: str,
    by: str,
    why_not: Refusal | None = None,
    *,
    title: str = "",
    form: bool = True,
    of_table: bool | None = None,
) -> Action:
    """A command as it is offered, as it declares itself but for what is given."""
    spec = specs[do]
    return Action(
        do,
        by,
        title or spec.title,
        spec.key,
        why_not,
        form=form,
        deliberate=spec.deliberate,
        of_table=spec.of_table if of_table is None else of_table,
    )


def concede_action(side: str) -> Action:
    """The action by which a side gives up: no rule is against it, and its form asks which side means it."""
    return Action(CONCEDE, side, "Concede", "c", form=True, deliberate=True, of_table=True)


def concede_form(
    validator: FormValidator[S], by: str, draft: Draft, then: Callable[[S, str], str] | None = None
) -> Form:
    """Confirm conceding: which side does, and what becomes of it `then`, else that the other one wins."""
    sides: Row = validator.state.sides
    choices = tuple(Choice(id, side.name) for id, side in sides.items())
    who = chosen("who", "Who concedes", "w", draft, choices, required=True, default=by)
    won = name_of(next(side for id, side in sides.items() if id != who.value), is_side=True)
    told = then(validator.state, who.value) if then else f"{the(won)} {agree(won, 'wins', 'win')}"
    title = f"Concede to {the(won)}" if len(sides) == 2 and not then else "Concede"
    return validator.form(title, [who], {"do": CONCEDE, "by": who.value}, lines=(Detail("Then", told),))


def first_possible(choices: tuple[Choice, ...]) -> Any:
    """The only possible value of a field, else None: the table is asked where there is a choice."""
    possible = [choice.value for choice in choices if choice.why_not is None]
    return possible[0] if len(possible) == 1 else None


def graded(
    validator: FormValidator[S],
    words: Words,
    field: str,
    offered: Mapping[Any, str],
    filler: Row | None = None,
    later: Collection[str] = (),
) -> tuple[Choice, ...]:
    """The values that a field may take, each with why not.

    `filler` holds what a command can't be read without and nobody has said yet: it isn't judged, and neither is what
    the form fills in `later`. What else may be left out of a command counts as left out.
    """
    filler = filler or {}
    spec = validator.specs.get(str(words["do"]))
    known = set(fields_of(spec.model) if spec else ()) - ({*filler, *later} - {*words, field})
    return tuple(
        Choice(value, label, validator.validate({**filler, **words, field: value}, known).refusal)
        for value, label in offered.items()
    )


def first_open(choices: Sequence[Choice]) -> Any:
    """The first value that is possible; else the first one, if any."""
    possible = [choice.value for choice in choices if choice.why_not is None]
    return next(iter([*possible, *(choice.value for choice in choices)]), None)


def open_first(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """What is possible before what isn't."""
    return tuple(sorted(choices, key=lambda choice: choice.why_not is not None))


def wanted(name: str, label: str, key: str, draft: Draft, choices: Sequence[Choice], hint: str = "") -> Field:
    """One of several that must be said; the first that is possible unless somebody says something else."""
    offered = tuple(choices)
    return chosen(name, label, key, draft, offered, required=True, default=first_open(offered), hint=hint)


def bare(do: str, by: str) -> Words:
    """The words of a command of which nothing is said yet."""
    return {"do": do, "by": by}


def said(field: Field) -> Words:
    """A field as words; none while it is empty."""
    return {} if field.value is None else {field.name: field.value}


FormBuilder = Callable[[FormValidator[S], str, Draft], Filled]
"""Makes a form of a state, who gives the command, and a draft."""
