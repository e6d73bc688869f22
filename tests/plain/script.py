"""Somebody who plays a recorded game once more by lines: by numbers and forms where that says the same, else by commands in full."""

from __future__ import annotations

import json
import shlex
from collections.abc import Generator, Iterator, Mapping
from typing import Any

from vedette.engine.commands import read_command
from vedette.engine.errors import CommandError
from vedette.engine.requests import ChoiceRequest
from vedette.engine.session import Session
from vedette.engine.timeline import ChoiceEntry, CommandEntry, GivenTotal, RollEntry
from vedette.plain.game import PlainGame
from vedette.plain.talk import Talk
from vedette.view.command_line import toml_value
from vedette.view.form_draft import drafted
from vedette.view.vocabulary import Field, Form


class Again:
    """The lines of a recorded game; they look at the game that hears them, as its players would."""

    def __init__(self, old: Session[Any], new: Session[Any], *, menus: bool = True) -> None:
        self.old, self.new, self.menus = old, new, menus
        self.said: list[str] = []
        self.heard: list[str] = []
        self.by_menu = 0
        self.talk = Talk(self._kept(), self.said.append)
        self.game = PlainGame(new, self.talk)

    def play(self) -> None:
        self.game.play()

    def _kept(self) -> Iterator[str]:
        for line in self._lines():
            self.heard.append(line)
            self.said.append(f"> {line}")
            yield line

    def _lines(self) -> Iterator[str]:
        for entry in self.old.timeline.path():
            if isinstance(entry, CommandEntry):
                yield from self._command(entry)
            elif isinstance(entry, RollEntry):
                given = entry.input
                yield (
                    f"total {given.total}"
                    if isinstance(given, GivenTotal)
                    else " ".join(map(str, given.faces))
                )
            elif isinstance(entry, ChoiceEntry) and isinstance(self.new.request, ChoiceRequest):
                # models that nothing tells apart are not asked for
                yield str(entry.input.answer)

    def _command(self, entry: CommandEntry) -> Iterator[str]:
        words, override = entry.input.words, entry.input.override
        if self.menus and override is None and (yield from self._by_menu(words)):
            return
        rest = [
            shlex.quote(f"{key}={_value(value)}") for key, value in words.items() if key not in ("do", "by")
        ]
        yield " ".join(["do", words["do"], words["by"], *rest])
        if override is not None:
            yield f"override {override}"

    def _by_menu(self, words: Mapping[str, Any]) -> Generator[str, None, bool]:
        """Look at the unit, pick the action, fill its form; false where that cannot say the same."""
        game, do, by = self.game, words["do"], words["by"]
        if by in self.new.state.units and game.unit != by:
            yield by
        offered = [one for one in game.offered() if one.do == do and one.why_not is None]
        if len(offered) != 1 or offered[0].by != by or offered[0].secret or game.form is not None:
            return False
        if not offered[0].form:
            if words.keys() != {"do", "by"}:
                return False
            yield do
            if "Say it again" in self.said[-1]:
                yield do
            return True
        draft = {name: value for name, value in drafted(self.old.ruleset, words).items() if _is_simple(value)}
        yield do
        while (field := self._wanted(draft)) is not None:
            yield shlex.quote(f"{field.name}={_typed(draft.pop(field.name))}")
        yield "done"
        same = self._says(words)
        self.by_menu += same
        yield "" if same else "cancel"
        return same

    @property
    def _form(self) -> Form | None:
        return self.game.form.form if self.game.form else None

    def _wanted(self, draft: Mapping[str, Any]) -> Field | None:
        """The next field that should say something else."""
        fields = self._form.fields if self._form else ()
        return next((one for one in fields if one.name in draft and _can_say(one, draft[one.name])), None)

    def _says(self, words: Mapping[str, Any]) -> bool:
        """Whether the form would give this command."""
        form, specs = self._form, self.new.ruleset.specs
        try:
            return (
                form is not None
                and form.ready
                and read_command(specs, form.command) == read_command(specs, words)
            )
        except CommandError:
            return False


def _can_say(field: Field, value: Any) -> bool:
    """Whether a field says something else, and could say this."""
    offered = [choice.value for choice in field.choices]
    wanted = value if isinstance(value, (list, tuple)) else [value]
    return value not in (field.value, []) and (
        field.kind not in ("choice", "many") or all(one in offered for one in wanted)
    )


def _is_simple(value: Any) -> bool:
    return not isinstance(value, Mapping) and not (
        isinstance(value, (list, tuple)) and any(isinstance(one, (Mapping, list)) for one in value)
    )


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _value(value: Any) -> str:
    """A value as TOML, in a line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inner(part)}" for key, part in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_inner, value)) + "]"
    plain = isinstance(value, str) and toml_value(value) == value
    return value if plain else json.dumps(value)


def _inner(value: Any) -> str:
    return json.dumps(value) if isinstance(value, str) else _value(value)
