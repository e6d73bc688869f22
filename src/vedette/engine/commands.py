"""Commands: what a player wants to do, and what the engine knows of each kind of command."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping
from functools import cache
from inspect import cleandoc
from types import ModuleType
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeVar

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic.fields import FieldInfo

from vedette.engine.checks import Check, Refusal, refusals
from vedette.engine.data import Row, Words
from vedette.engine.errors import CommandError
from vedette.engine.plain import faults
from vedette.engine.text import clean

S = TypeVar("S")
Procedure = Callable[..., Coroutine[Any, Any, None]]
"""What carries a command out: `async def move(play: Play[Game], command: Move) -> None`."""

P = TypeVar("P", bound=Procedure)
Declared = ParamSpec("Declared")

TEXT_LIMIT = 2000
"""Characters that a remark, a reason or a name may have."""


class Command(BaseModel):
    """Base of all commands: `do` names it, `by` is a unit's or a side's id."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)

    do: str
    by: str


def bare(does: str, like: type[Command] = Command) -> type[Command]:
    """A kind of command with no fields of its own; `does` is what it does, in a sentence."""
    return create_model("Bare", __base__=like, __doc__=does)


@cache
def fields_of(model: type[Command]) -> Mapping[str, FieldInfo]:
    """The fields of a command besides `do` and `by`, under the names that players use."""
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    return {name: field for name, field in fields.items() if name not in Command.model_fields}


class CommandSpec(Struct, Generic[S], frozen=True):
    """A kind of command: how it is declared, and what carries it out.

    do: its name; without that the name of its procedure.
    understand: fills in what goes without saying; raises CommandError for nonsense.
    checks: in their order, then the `part_checks` for each of the `parts` (the groups of an attack). The procedure may
        assume that all passed.
    rules, reminders: what the procedure carries out; what only eyes and hands at the table can judge.
    common: possible at any time. key: the letter that picks it. moves: distances measured before no longer hold.
    deliberate: ends, passes or gives something up, or is for what the game does not wait for; given only by its own key.
    aims: the verb before a target (*shoot at*), of what might be forgotten when somebody `ends` their time to act.
    of_table: listed with the table's own commands and not with the turn's, such as conceding.
    by_hand: sets values that the players settled themselves; what it changes is nobody's deed or luck.
    begins_with: the command that may be given before it by itself, such as the activation of who attacks.
    offered: when it makes sense to list it. known: words that the state adds to a new command where they are left out.
    lines: what its form tells beside its fields, for whom and which command; None while something is missing, but for a
        number that something stands in for.
    """

    procedure: Procedure
    model: type[Command]
    title: str
    understand: Callable[[S, Any], Any] = lambda state, command: command
    checks: tuple[Check[S, Any], ...] = ()
    do: str = ""
    actor: Literal["unit", "side"] = "unit"
    rules: tuple[str, ...] = ()
    reminders: tuple[str, ...] = ()
    common: bool = False
    parts: Callable[[S, Any], Iterable[Any]] | None = None
    part_checks: tuple[Check[S, Any], ...] = ()
    key: str = ""
    moves: bool = False
    deliberate: bool = False
    ends: bool = False
    aims: str = ""
    of_table: bool = False
    by_hand: bool = False
    of_both: bool = False
    begins_with: str = ""
    offered: Callable[[S, str], bool] | None = None
    lines: Callable[[S, str, Any], Iterable[Any]] | None = None
    known: Callable[[S, Any], Row] | None = None

    @property
    def asks(self) -> bool:
        """True if it takes arguments besides who gives it."""
        return bool(fields_of(self.model))

    @property
    def does(self) -> str:
        """What it does, in a sentence: the first line of its model's docstring."""
        return cleandoc(self.model.__doc__ or "").partition("\n")[0]

    @property
    def all_rules(self) -> tuple[str, ...]:
        """The rules that it carries out, and those by which it may be refused."""
        checks = (*self.checks, *self.part_checks)
        return tuple(dict.fromkeys((*self.rules, *(rule for check in checks for rule in check.rules))))

    def is_offered(self, state: S, by: str) -> bool:
        """True if it makes sense to list it for a unit or a side."""
        return self.offered is None or self.offered(state, by)

    def refusals(self, state: S, command: Any, filled: Collection[str] | None = None) -> Iterator[Refusal]:
        """Every refusal in order; with `filled`, only of checks whose fields are filled."""
        yield from refusals(self.checks, state, command, filled)
        for part in self.parts(state, command) if self.parts else ():
            yield from refusals(self.part_checks, state, part, filled)


def _adding(
    spec: Callable[Concatenate[Procedure, Declared], CommandSpec[S]],
) -> Callable[Concatenate[Commands[S], Declared], Callable[[P], P]]:
    """Make a decorator for procedures that takes the other arguments of a specification."""

    def add(self: Commands[S], /, *declared: Declared.args, **more: Declared.kwargs) -> Callable[[P], P]:
        def above(procedure: P) -> P:
            made = spec(procedure, *declared, **more)
            self[made.do or procedure.__name__.strip("_")] = made
            return procedure

        return above

    return add


class Commands(dict[str, CommandSpec[S]]):
    """The commands of a chapter by name, each declared above its procedure: `@COMMANDS.add(Move, "Move", …)`."""

    add = _adding(CommandSpec)


def commands_of(*chapters: ModuleType) -> dict[str, CommandSpec[Any]]:
    """All commands of these chapters, by name."""
    return {do: spec for chapter in chapters for do, spec in vars(chapter).get("COMMANDS", {}).items()}


def spec_named(specs: Mapping[str, CommandSpec[S]], do: object) -> CommandSpec[S]:
    """A kind of command by its name; raises CommandError with those that there are."""
    if not isinstance(do, str) or do not in specs:
        raise CommandError(f"There is no command “{shown(do)}”. There are: {', '.join(specs)}.")
    return specs[do]


def read_command(specs: Mapping[str, CommandSpec[S]], words: Words) -> Command:
    """Parse plain words as a command; raises CommandError."""
    spec = spec_named(specs, words.get("do"))
    try:
        return spec.model.__pydantic_validator__.validate_python(dict(words))  # type: ignore[no-any-return]
    except ValidationError as error:
        raise CommandError(f"{words['do']}: {faults(error)[0]}.") from error


def reason(text: object) -> str:
    """Check the reason for overruling a refusal; raises CommandError if it cannot be shown."""
    if not isinstance(text, str) or len(text) > TEXT_LIMIT:
        raise CommandError(f"A reason is a text of up to {TEXT_LIMIT} characters.")
    try:
        return clean(text)
    except ValueError as error:
        raise CommandError(f"The reason cannot be kept: {error}.") from error


def shown(word: object) -> str:
    """A word from outside, short enough to be quoted in a sentence."""
    text = str(word)
    return text if len(text) <= 40 else text[:39] + "…"


KINDS = {
    "boolean": "true or false", "integer": "whole number", "number": "number", "string": "text", "array": "list",
    "object": "table",
}  # fmt: skip
"""What the types of a JSON schema are called."""


class Argument(Struct, frozen=True):
    """An argument of a command: what kind of value it is, and what it is about where its name doesn't tell.

    words: what it may be, where only some words will do.
    """

    name: str
    kind: str
    required: bool
    words: tuple[str, ...] = ()
    about: str = ""


def arguments_of(model: type[Command]) -> tuple[Argument, ...]:
    """All arguments of a command, in their order: for the command line, and for the page about it.

    What one is about is a text in its annotation: `Annotated[bool, "with one die more"]`.
    """
    properties = model.model_json_schema()["properties"]
    found = []
    for name, field in fields_of(model).items():
        parts = [
            one for one in properties[name].get("anyOf", [properties[name]]) if one.get("type") != "null"
        ]
        literals = (word for part in parts for word in part.get("enum", [part.get("const")]))
        words = tuple(word for word in literals if isinstance(word, str) and word)
        *kinds, last = words or dict.fromkeys(
            KINDS[part["type"]] if "type" in part else "table" if "$ref" in part else "any value"
            for part in parts
        )
        kind = f"{', '.join(kinds)} or {last}" if kinds else last
        about = next((one for one in reversed(field.metadata) if isinstance(one, str)), field.description)
        found.append(Argument(name, kind, field.is_required(), words, about or ""))
    return tuple(found)
