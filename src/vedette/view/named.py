"""Typed commands: names of units, weapons and the like are taken for their ids and listed where one is wrong or missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from vedette.engine.again import understood
from vedette.engine.commands import CommandSpec, arguments_of
from vedette.engine.errors import CommandError
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.view.form_memory import drafted
from vedette.view.vocabulary import Choice, Field

MOST = 40
"""Ids that one sentence lists."""


def choices_of(
    ruleset: Ruleset[Any], state: GameState, told: Mapping[str, Any]
) -> Mapping[str, tuple[Choice, ...]]:
    """What the arguments of a command may be as the game stands, by their names, where its form offers a choice."""
    return {field.argument or field.name: field.choices for field in _fields(ruleset, state, told)}


def _fields(ruleset: Ruleset[Any], state: GameState, told: Mapping[str, Any]) -> tuple[Field, ...]:
    """The fields of a command's form that offer choices and are its arguments."""
    spec = ruleset.specs.get(str(told.get("do")))
    if spec is None or not _is_actor(told.get("by"), spec, state):
        return ()
    draft = {key: value for key, value in told.items() if key not in ("do", "by")}
    try:
        form = ruleset.view.form(state, str(told["do"]), told["by"], draft)
    except (CommandError, LookupError, TypeError, ValueError):  # what was typed is no draft of it
        return ()
    taken = {one.name for one in arguments_of(spec.model)}
    return tuple(field for field in form.fields if field.choices and (field.argument or field.name) in taken)


@contextmanager
def by_name(ruleset: Ruleset[Any], state: GameState, told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The command with ids in place of names that only one has; a CommandError inside is raised again with the ids that are possible."""
    meant = with_ids(ruleset, state, told)
    try:
        yield meant
    except CommandError as error:
        spec = ruleset.specs.get(str(told.get("do")))
        possible = _possible(ruleset, spec, state, meant) if spec is not None and not state.outcome else ""
        if not possible:
            raise
        raise type(error)(f"{error} {possible}") from error


def undecided(ruleset: Ruleset[Any], state: GameState, told: Mapping[str, Any]) -> tuple[Field, ...]:
    """What the form of a command asks, yes or no, because its words leave it out and the state doesn't know it either."""
    spec = ruleset.specs.get(str(told.get("do")))
    if spec is None or spec.known is None:
        return ()
    understood(ruleset, state, told)
    form = ruleset.view.form(state, told["do"], told["by"], drafted(ruleset, told))
    return tuple(field for field in form.fields if field.kind == "toggle" and field.value is None)


def as_it_counted(ruleset: Ruleset[Any], state: GameState, told: Mapping[str, Any]) -> dict[str, Any]:
    """The words of a recorded command, with those that it left out and that today the state or the table would fill in."""
    known = ruleset.specs[told["do"]].known
    if known is None:
        return dict(told)
    command = understood(ruleset, state, told)
    left_out = (*known(state, command), *(field.name for field in undecided(ruleset, state, told)))
    return {**told, **{name: getattr(command, name) for name in left_out if name not in told}}


def must_be_decided(ruleset: Ruleset[Any], state: GameState, told: Mapping[str, Any]) -> None:
    """Raises CommandError where a typed command leaves out what only the table can tell."""
    for field in undecided(ruleset, state, told):
        either = f"{field.name}=true or {field.name}=false"
        raise CommandError(f"Only the table can tell “{field.label}” here: add {either}.")


def with_ids(ruleset: Ruleset[Any], state: GameState, told: Mapping[str, Any]) -> dict[str, Any]:
    """The command with ids in place of names that only one has."""
    spec, names = ruleset.specs.get(str(told.get("do"))), ruleset.names(state)
    if spec is None:
        return dict(told)
    everybody = {id: (names.get(id, ""),) for id in (*state.units, *state.sides)}
    actors = {id: everybody[id] for id in _actors(spec, state)}
    meant = dict(told)
    if "by" in meant:
        meant["by"] = _id_of(meant["by"], actors)
    choices = choices_of(ruleset, state, {key: meant[key] for key in ("do", "by") if key in meant})
    texts = {one.name for one in arguments_of(spec.model) if one.kind == "text" and one.name not in choices}

    def id_in(key: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {name: id_in(name, one) for name, one in value.items()}
        if isinstance(value, list):
            return [id_in(key, one) for one in value]
        if key in choices:
            return _id_of(value, {one.value: _called(one) for one in choices[key]})
        return value if spec.common or key in texts else _id_of(value, everybody)

    return {key: value if key in ("do", "by") else id_in(key, value) for key, value in meant.items()}


def _id_of(value: Any, known: Mapping[Any, Iterable[str]]) -> Any:
    """The id whose name was typed, if exactly one has it; else what was typed."""
    if not isinstance(value, str) or value in known:
        return value
    wanted = value.casefold()
    found = [id for id, names in known.items() if any(str(name).casefold() == wanted for name in names)]
    return found[0] if len(found) == 1 else value


def _called(choice: Choice) -> tuple[str, ...]:
    """How somebody may call a choice: by its label, or by what stands in front of its numbers."""
    return (choice.label, choice.label.partition(":")[0], *choice.columns[:1])


def _possible(
    ruleset: Ruleset[Any], spec: CommandSpec[Any], state: GameState, told: Mapping[str, Any]
) -> str:
    """What could stand where something is missing or is none of what is possible: `target: w1 West Wall or w2 …`."""
    names = ruleset.names(state)
    if not _is_actor(told.get("by"), spec, state):
        what = "units" if spec.actor == "unit" else "by"
        return f"{what}: {_listed((id, names.get(id, '')) for id in _actors(spec, state))}."
    listed = []
    for field in _fields(ruleset, state, told):
        argument = field.argument or field.name
        given = told.get(argument)
        first = given[0] if isinstance(given, list) and given else given
        missing = first is None and field.required
        if missing or (first is not None and first not in [choice.value for choice in field.choices]):
            ids = _listed((str(choice.value), _called(choice)[1]) for choice in field.choices)
            listed.append(f"{argument}: {ids}.")
    return " ".join(listed)


def _actors(spec: CommandSpec[Any], state: GameState) -> Mapping[str, Any]:
    return state.units if spec.actor == "unit" else state.sides


def _is_actor(by: Any, spec: CommandSpec[Any], state: GameState) -> bool:
    """Whether it is the id of somebody who may give the command; what was typed may be a list or a table."""
    return isinstance(by, str) and by in _actors(spec, state)


def _listed(ids: Iterable[tuple[str, str]]) -> str:
    words = [id if not name or name.casefold() == id else f"{id} {name}" for id, name in ids]
    if len(words) > MOST:
        return ("; " if any("," in word for word in words) else ", ").join([*words[:MOST], "…"])
    return joined(words, "or")
