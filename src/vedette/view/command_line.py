"""What is typed on the command line, as commands, faces and answers; names are taken for ids."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date, time
from itertools import pairwise
from typing import Any

from vedette.engine.again import understood
from vedette.engine.commands import CommandSpec, arguments_of, shown
from vedette.engine.data import Row, Table, Words
from vedette.engine.dice import TypedTotal
from vedette.engine.errors import CommandError, DataError
from vedette.engine.figures import read_number
from vedette.engine.hidden_information import BOX, DIGEST, sealed_words
from vedette.engine.library import parsed_toml
from vedette.engine.requests import Answer, ChoiceRequest, Request, ScriptedAnswers, Throw
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.system import ESCAPE, quoted
from vedette.engine.text import joined
from vedette.engine.timeline import ChoiceEntry, CommandEntry, RollEntry, Timeline
from vedette.view.form_draft import drafted
from vedette.view.vocabulary import Choice, Field

MOST = 40  # ids that one sentence lists
LONGEST = 100_000  # characters that one value may have
THEN = "then"  # stands between the commands of a plan


def command_words(do: str, words: Sequence[str]) -> Table:
    """`do`, then BY where the first word is no `key=value`, then the arguments; raises CommandError.

    A `declaration` is sealed here, so that it goes no further.
    """
    told: Table = {"do": do}
    for place, word in enumerate(words):
        key, equals, raw = word.partition("=")
        if not equals and place == 0:
            key, value = "by", word
        elif not equals or not key.isidentifier():
            raise CommandError(f"“{shown(word)}” is not an argument: arguments are written as key=value.")
        else:
            value = toml_value(raw)
        if key in told:
            raise CommandError(f"{shown(key)} is given twice.")
        told[key] = value
    return dict(sealed_words(told))


def argument_words(words: Sequence[str]) -> Table:
    """The arguments alone, of a command that is known already; raises CommandError."""
    bare = next((word for word in words if "=" not in word), None)
    if bare is not None:
        raise CommandError(f"“{shown(bare)}” is not an argument: arguments are written as key=value.")
    given = command_words("", words)
    del given["do"]
    return given


def plan_words(words: Sequence[str]) -> list[Table]:
    """Commands with `then` between them, each as `command_words` reads it; raises CommandError."""
    stops = [-1, *(place for place, word in enumerate(words) if word == THEN), len(words)]
    parts = [words[start + 1 : end] for start, end in pairwise(stops)]
    if not all(parts):
        raise CommandError(f"A command is missing beside “{THEN}”.")
    return [command_words(do, rest) for do, *rest in parts]


def toml_value(raw: str) -> Any:
    """A TOML value; a bare word is a string, `4,5` a number. Raises CommandError for a list or table with a mistake in it."""
    if len(raw) > LONGEST:
        raise CommandError(f"A value has at most {LONGEST} characters.")
    if "," in raw and (number := read_number(raw)) is not None:
        return number
    try:
        read = parsed_toml(f"value = {raw}", "")
    except DataError as error:
        if raw[:1] in ("[", "{", '"', "'"):
            raise CommandError(f"“{shown(raw)}” is not a valid TOML value.") from error
        return raw
    value = read["value"]
    return raw if len(read) > 1 or isinstance(value, (date, time)) else value


def command_lines(save: str, session: Session[GameState]) -> Iterator[str]:
    """The lines of a shell that give a game's commands to another save, each with the faces and answers that it had.

    A command that only one side may know is a comment.
    """
    for played in session.played.way():
        state = session.state_at(played.command.parent)
        counted = as_it_counted(session.ruleset, state, played.words)
        given = session.ruleset.view.open_words(session.state, counted)
        if given != counted:
            yield f"# {' '.join(session.sentences(played.command))}"
            continue
        rest = (f"{key}={_bare(value, _literal)}" for key, value in given.items() if key not in ("do", "by"))
        words = ["vedette", "do", save, played.do, played.by, *rest]
        if played.command.input.override is not None:
            words += ["--override", played.command.input.override]
        elif session.ruleset.view.awaited(state, played.do):
            words.append("--unasked")
        told = [one.input.told for one in played.answers if isinstance(one, RollEntry)]
        faces = [[f"total={one}"] if isinstance(one, int) else map(str, one) for one in told]
        if told or played.is_open:  # without the option Vedette would roll
            words += ["--dice", ",".join(face for pool in faces for face in pool)]
        for choice in (one.input.choice for one in played.answers if isinstance(one, ChoiceEntry)):
            words += ["--choose", str(choice)]
        yield " ".join(map(quoted, words))


def lost_correction_line(save: str, timeline: Timeline) -> str:
    """The command that repeats an incomplete correction, with the values that were written; "" for none."""
    n = timeline.lost_correction
    if not n:
        return ""
    old, place = timeline.entry(n), len(timeline.command_path(n))
    there = timeline.left_out[place : place + 1]  # after the move of the head
    new = there[0].input if there else None
    if isinstance(old, CommandEntry):
        told = new.input.words if isinstance(new, CommandEntry) else {}
        changed = {key: one for key, one in told.items() if old.input.words.get(key) != one}
        words = [f"{key}={_bare(one, _literal)}" for key, one in changed.items()]
    elif isinstance(old, ChoiceEntry):
        words = ["--choose", str(new.input.choice) if isinstance(new, ChoiceEntry) else "X"]
    elif isinstance(new, RollEntry):
        faces = new.input.told
        words = ["--dice", f"total={faces}" if isinstance(faces, int) else ",".join(map(str, faces))]
    else:
        words = ["--dice", "FACES"]
    return " ".join(map(quoted, ["vedette", "correct", save, str(n), *(words or ["KEY=VALUE"])]))


def read_faces(text: str | None) -> list[int | TypedTotal] | None:
    """`8,2` as faces, `total=8` as what the dice of a pool came to; None where Vedette rolls; raises CommandError."""
    if text is None:
        return None
    faces: list[int | TypedTotal] = []
    for part in text.replace(",", " ").split():
        found = re.fullmatch(r"(total=)?([0-9]{1,4})", part)
        if found is None:
            taken = "faces such as 8,2, or total=8 for what the dice of a pool came to"
            raise CommandError(f"--dice takes {taken}, not “{shown(text)}”.")
        faces.append(TypedTotal(int(found[2])) if found[1] else int(found[2]))
    return faces


def answers(texts: Iterable[str] | None) -> list[str]:
    """Answers, whether given with several `--choose` or with commas."""
    return [part.strip() for text in texts or () for part in text.split(",")]


class Typed(ScriptedAnswers):
    """Faces and answers from the command line, where a number is at first only text."""

    def answer(self, request: Request, throw: Throw) -> Answer | None:
        """As `Given`; the text of an option stands for the option."""
        answer = super().answer(request, throw)
        if isinstance(request, ChoiceRequest):
            return next((option.value for option in request.options if str(option.value) == answer), answer)
        return answer


def answer_source(dice: str | None, choose: Iterable[str] | None) -> Typed:
    """What was given with `--dice` and `--choose`."""
    return Typed(read_faces(dice), answers(choose))


def typed_words(text: str) -> Table:
    """Arguments in one line, as `range=9 los=clear`; raises CommandError."""
    return argument_words(split_words(text))


def split_words(text: str) -> list[str]:
    """A line as a shell would part it; raises CommandError."""
    parts = shlex.shlex(text, posix=True)
    parts.whitespace_split, parts.commenters, parts.escape = True, "", ESCAPE
    try:
        return list(parts)
    except ValueError as error:
        raise CommandError("A quotation mark is missing.") from error


def as_typed(words: Words) -> str:
    """The arguments of a command as they would be typed in one line; who gives it is none of them."""
    said = {key: value for key, value in words.items() if key not in ("do", "by", BOX, DIGEST)}
    return " ".join(shlex.quote(f"{key}={_bare(value)}") for key, value in said.items())


def _basic(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _literal(text: str) -> str:
    """A text in single quotes where it can be: not every shell passes double ones on."""
    if ESCAPE or "'''" in text or text.endswith("'"):
        return _basic(text)
    return f"'''{text}'''" if "'" in text else f"'{text}'"


def _bare(value: Any, text: Callable[[str], str] = _basic) -> str:
    """A value as `toml_value` reads it again; a text without quotation marks, unless it would be read as something else."""
    if not isinstance(value, str):
        return _as_toml(value, text)
    with suppress(CommandError):
        if toml_value(value) == value:
            return value
    return text(value)


def _as_toml(value: Any, text: Callable[[str], str]) -> str:
    if isinstance(value, Mapping):
        keys = {key: _basic(key) if "'" in key else text(key) for key in value}  # ''' begins no key
        return f"{{{', '.join(f'{keys[key]} = {_as_toml(one, text)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_as_toml(one, text) for one in value)}]"
    return text(value) if isinstance(value, str) else json.dumps(value)


# --- names of units, weapons and the like for their ids, which are listed where one is wrong or missing


def choice_fields(ruleset: Ruleset[GameState], state: GameState, told: Row) -> Mapping[str, Field]:
    """The fields of a command's form that offer choices as the game stands, by the arguments that they fill."""
    spec = ruleset.specs.get(str(told.get("do")))
    if spec is None or not _is_actor(told.get("by"), spec, state):
        return {}
    draft = {key: value for key, value in told.items() if key not in ("do", "by")}
    try:
        form = ruleset.view.form(state, str(told["do"]), told["by"], draft)
    except (CommandError, LookupError, TypeError, ValueError):  # what was typed is no draft of it
        return {}
    taken = {one.name for one in arguments_of(spec.model)}
    found = {field.argument or field.name: field for field in form.fields if field.choices}
    return {name: field for name, field in found.items() if name in taken}


@contextmanager
def by_name(ruleset: Ruleset[GameState], state: GameState, told: Row) -> Iterator[Table]:
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


def undecided(ruleset: Ruleset[GameState], state: GameState, told: Row) -> tuple[Field, ...]:
    """What the form of a command asks, yes or no, because its words leave it out and the state doesn't know it either."""
    spec = ruleset.specs.get(str(told.get("do")))
    if spec is None or spec.known is None:
        return ()
    understood(ruleset, state, told)
    form = ruleset.view.form(state, told["do"], told["by"], drafted(ruleset, told))
    return tuple(field for field in form.fields if field.kind == "toggle" and field.value is None)


def as_it_counted(ruleset: Ruleset[GameState], state: GameState, told: Row) -> Table:
    """The words of a recorded command, with those that it left out and that today the state or the table would fill in."""
    known = ruleset.specs[told["do"]].known
    if known is None:
        return dict(told)
    command = understood(ruleset, state, told)
    left_out = (*known(state, command), *(field.name for field in undecided(ruleset, state, told)))
    return {**told, **{name: getattr(command, name) for name in left_out if name not in told}}


def must_be_decided(ruleset: Ruleset[GameState], state: GameState, told: Row) -> None:
    """Raises CommandError where a typed command leaves out what only the table can tell."""
    for field in undecided(ruleset, state, told):
        either = f"{field.name}=true or {field.name}=false"
        raise CommandError(f"Only the table can tell “{field.label}” here: add {either}.")


def with_ids(ruleset: Ruleset[GameState], state: GameState, told: Row) -> Table:
    """The command with ids in place of names that only one has."""
    spec, names = ruleset.specs.get(str(told.get("do"))), ruleset.names(state)
    if spec is None:
        return dict(told)
    everybody = {id: (names.get(id, ""),) for id in (*state.units, *state.sides)}
    actors = {id: everybody[id] for id in _actors(spec, state)}
    meant = dict(told)
    if "by" in meant:
        meant["by"] = _id_of(meant["by"], actors)
    choices = choice_fields(ruleset, state, {key: meant[key] for key in ("do", "by") if key in meant})
    texts = {one.name for one in arguments_of(spec.model) if one.kind == "text" and one.name not in choices}

    def id_in(key: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {name: id_in(name, one) for name, one in value.items()}
        if isinstance(value, list):
            return [id_in(key, one) for one in value]
        if key in choices:
            return _id_of(value, {one.value: _called(one) for one in choices[key].choices})
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


def _possible(ruleset: Ruleset[GameState], spec: CommandSpec[Any], state: GameState, told: Row) -> str:
    """What could stand where something is missing or is none of what is possible: `target: w1 West Wall or w2 …`."""
    names = ruleset.names(state)
    if not _is_actor(told.get("by"), spec, state):
        what = "units" if spec.actor == "unit" else "by"
        return f"{what}: {_listed((id, names.get(id, '')) for id in _actors(spec, state))}."
    listed = []
    for argument, field in choice_fields(ruleset, state, told).items():
        given = told.get(argument)
        first = given[0] if isinstance(given, list) and given else given
        missing = first is None and field.required
        if missing or (first is not None and first not in [choice.value for choice in field.choices]):
            ids = _listed((str(choice.value), _called(choice)[1]) for choice in field.choices)
            listed.append(f"{argument}: {ids}.")
    return " ".join(listed)


def _actors(spec: CommandSpec[Any], state: GameState) -> Row:
    return state.units if spec.actor == "unit" else state.sides


def _is_actor(by: Any, spec: CommandSpec[Any], state: GameState) -> bool:
    """Whether it is the id of somebody who may give the command; what was typed may be a list or a table."""
    return isinstance(by, str) and by in _actors(spec, state)


def _listed(ids: Iterable[tuple[str, str]]) -> str:
    words = [id if not name or name.casefold() == id else f"{id} {name}" for id, name in ids]
    if len(words) > MOST:
        return ("; " if any("," in word for word in words) else ", ").join([*words[:MOST], "…"])
    return joined(words, "or")
