"""What is typed on the command line, as commands, faces and answers."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from vedette.engine.commands import shown
from vedette.engine.dice import TypedTotal
from vedette.engine.errors import CommandError, DataError
from vedette.engine.figures import read_number
from vedette.engine.hidden_information import BOX, DIGEST, sealed_words
from vedette.engine.library import parsed_toml
from vedette.engine.requests import Answer, ChoiceRequest, Request, ScriptedAnswers, Throw
from vedette.engine.system import ESCAPE, quoted
from vedette.engine.timeline import ChoiceEntry, CommandEntry, GivenCommand, RollEntry, Timeline
from vedette.view.named import as_it_counted

if TYPE_CHECKING:
    from vedette.engine.session import Session
    from vedette.engine.state import GameState

LONGEST = 100_000
"""Characters that one value may have."""


def command_words(do: str, words: Sequence[str]) -> dict[str, Any]:
    """`do`, then BY where the first word is no `key=value`, then the arguments; raises CommandError.

    A `declaration` is sealed here, so that it goes no further.
    """
    told: dict[str, Any] = {"do": do}
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


def argument_words(words: Sequence[str]) -> dict[str, Any]:
    """The arguments alone, of a command that is known already; raises CommandError."""
    bare = next((word for word in words if "=" not in word), None)
    if bare is not None:
        raise CommandError(f"“{shown(bare)}” is not an argument: arguments are written as key=value.")
    given = command_words("", words)
    del given["do"]
    return given


THEN = "then"
"""Stands between the commands of a plan."""


def plan_words(words: Sequence[str]) -> list[dict[str, Any]]:
    """Commands with `then` between them, each as `command_words` reads it; raises CommandError."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == THEN:
            parts.append([])
        else:
            parts[-1].append(word)
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
    """The lines of a shell that give a game's commands to another save, each with the faces and answers that it had."""
    path = session.timeline.path()
    commands = [place for place, entry in enumerate(path) if isinstance(entry, CommandEntry)]
    for first, end in pairwise([*commands, len(path)]):
        command: GivenCommand = path[first].input  # type: ignore[assignment]
        answers = path[first + 1 : end]
        state = session.state_at(path[first].parent)
        given = as_it_counted(session.ruleset, state, command.words)
        rest = (f"{key}={_bare(value, _literal)}" for key, value in given.items() if key not in ("do", "by"))
        words = ["vedette", "do", save, command.do, command.by, *rest]
        if command.override is not None:
            words += ["--override", command.override]
        elif session.ruleset.view.awaited(state, command.do):
            words.append("--unasked")
        told = [one.input.told for one in answers if isinstance(one, RollEntry)]
        faces = [[f"total={one}"] if isinstance(one, int) else map(str, one) for one in told]
        if told or path[end - 1].waits:  # without the option Vedette would roll
            words += ["--dice", ",".join(face for pool in faces for face in pool)]
        for choice in (one.input.choice for one in answers if isinstance(one, ChoiceEntry)):
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
        words = [
            f"{key}={_bare(one, _literal)}" for key, one in told.items() if old.input.words.get(key) != one
        ]
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
    parts = text.replace(",", " ").split()
    try:
        return [_told(part) for part in parts]
    except ValueError as error:
        taken = "faces such as 8,2, or total=8 for what the dice of a pool came to"
        raise CommandError(f"--dice takes {taken}, not “{shown(text)}”.") from error


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


def _told(part: str) -> int | TypedTotal:
    total = part.removeprefix("total=")
    return _number(part) if total == part else TypedTotal(_number(total))


def _number(part: str) -> int:
    if not (part.isascii() and part.isdigit() and len(part) <= 4):
        raise ValueError(part)
    return int(part)


def typed_words(text: str) -> dict[str, Any]:
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


def as_typed(words: Mapping[str, Any]) -> str:
    """The arguments of a command as they would be typed in one line; who gives it is none of them."""
    return " ".join(
        shlex.quote(f"{key}={_bare(value)}")
        for key, value in words.items()
        if key not in ("do", "by", BOX, DIGEST)
    )


def _basic(text: str) -> str:
    """A text in double quotes."""
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
    try:
        return value if toml_value(value) == value else text(value)
    except CommandError:
        return text(value)


def _as_toml(value: Any, text: Callable[[str], str]) -> str:
    if isinstance(value, Mapping):
        keys = {key: _basic(key) if "'" in key else text(key) for key in value}  # ''' begins no key
        return f"{{{', '.join(f'{keys[key]} = {_as_toml(one, text)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_as_toml(one, text) for one in value)}]"
    return text(value) if isinstance(value, str) else json.dumps(value)
