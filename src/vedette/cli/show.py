"""What the command line prints for people. Words from outside are text, never markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from rich.text import Text

from vedette.cli.errors import printable
from vedette.engine.data import Words
from vedette.engine.dice import Die, Mark, Roll
from vedette.engine.facts import Rolled, verdict
from vedette.engine.hidden_information import BOX, DIGEST
from vedette.engine.requests import DiceRequest, Request, question_title
from vedette.engine.session import Outcome, Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.engine.timeline import BookmarkEntry, ChoiceEntry, Entry, HeadEntry, LeftOutEntry, RollEntry
from vedette.view.dice_text import (
    MARKS,
    SOURCES,
    faces_listed,
    needs,
    outcome,
    pool_words,
    reckoning,
    sources,
)
from vedette.view.signs import BOOKMARK
from vedette.view.undo_summary import moved_words

STYLES: dict[Mark, str] = {"critical": "bold green", "success": "green", "failure": "dim", "": ""}


class Printer:
    """Prints a game: outcomes, entries, rolls and open questions."""

    def __init__(self, session: Session[GameState]) -> None:
        """Names are looked up once: they don't change in a game."""
        self._session = session
        self._names = session.names()
        self._terms = session.ruleset.view.terms(session.state)
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._colours = COLOR_SYSTEMS.get(self._console.color_system or "")
        self._styles: dict[str, Style] = {}

    def line(self, *pieces: str | tuple[str, str], indent: int = 0) -> None:
        """One line of plain strings and (text, style); a terminal that is too narrow wraps it by itself."""
        styled = ((piece, "") if isinstance(piece, str) else piece for piece in pieces)
        told = [(printable(words), style) for words, style in styled]
        if self._console.legacy_windows:
            self._console.print(Text.assemble(" " * indent, *told), soft_wrap=True)
            return
        made = (self._style(style).render(words, color_system=self._colours) for words, style in told)
        print(" " * indent + "".join(made))  # noqa: T201 - rich takes ten times as long for a line

    def _style(self, name: str) -> Style:
        if name not in self._styles:
            style = Style.parse(name)
            self._styles[name] = style.without_color if self._console.no_color else style
        return self._styles[name]

    def outcome(self, outcome: Outcome) -> None:
        """What came of a command or an answer, and what is waited for now."""
        if outcome.overridden:
            rules = self._session.rules
            told = (f"{rule}, {rules[rule].title}" if rule in rules else rule for rule in outcome.overridden)
            self.line("Overruled: ", "; ".join(told))
        for entry in outcome.entries:
            if not entry.is_place:
                self.line(self.given(entry))
            self.facts(entry)
        self.place()

    def facts(self, entry: Entry, indent: int = 0) -> None:
        """What happened in an entry: rolls with their whole breakdown, the rest in sentences."""
        for fact in self._session.facts(entry):
            if isinstance(fact, Rolled):
                self.roll(fact.roll, indent)
            else:
                self.line(fact.sentence(self.name), indent=indent)

    def place(self) -> None:
        session = self._session
        if session.request:
            self.ask(session.request)
        elif session.state.outcome:
            self.line(("The game is over. ", "bold"), verdict(session.state.outcome, self.name))
        else:
            prompt = session.ruleset.view.table(session.state, None).prompt
            about = f"  {self.name(prompt.side)}" if prompt.side else ""
            self.line(("Next: ", "bold"), prompt.text, (about, "dim"))

    def ask(self, request: Request) -> None:
        """An open question: the dice that are wanted and why, or the options."""
        who = self.name(request.side) if request.side else "both sides"
        if isinstance(request, DiceRequest):
            wanted = f"{request.dice} D{request.pool.sides}" + (" again" if request.roll else "")
            title = request.title if who in request.title else f"{request.title}, {who}"
            self.line(("Waiting for dice: ", "bold"), _joined(title, wanted, needs(request.pool)))
            self._reckoning(request.pool, 2)
            return
        self.line(("Waiting for a choice: ", "bold"), f"{who}: {request.why}")
        for option in request.listed:
            self.line((str(option.value), "bold"), f"  {option.label}", indent=2)

    def roll(self, roll: Roll, indent: int = 0) -> None:
        """A pool: who rolls, why, what is wanted and where that comes from, every face, what came of it."""
        who = self.name(roll.side) if roll.side else "both sides"
        self.line(
            (roll.title, "bold"), f": {_joined(who, pool_words(roll.pool), needs(roll.pool))}", indent=indent
        )
        self._reckoning(roll.pool, indent + 2)
        faces: list[str | tuple[str, str]] = []
        for die, mark in zip(roll.dice, roll.marks, strict=True):
            faces += [*([" "] if faces else []), (_face(die, mark), STYLES[mark])]
        said = _joined(outcome(roll, self._session.ruleset.view.story), sources(roll))
        self.line(*faces, f"  {said}" if said else "", indent=indent + 2)

    def heading(self, entry: Entry, undone: bool = False) -> None:
        struck = "strike dim" if undone else ""
        mark = "undone " if undone else ""
        self.line((f"{entry.n:>5}  ", "dim"), (f"{mark}{self.given(entry)}", struck or "bold"))

    def bookmark(self, entry: Entry) -> None:
        note = self._session.timeline.bookmarks.get(entry.n)
        if note:
            self.line((f"{BOOKMARK} ", "bold"), note, indent=7)

    def given(self, entry: Entry) -> str:
        who = f"{self.name(entry.who)}: " if entry.who else ""
        if isinstance(entry, HeadEntry):
            return moved_words(self._session, entry)
        if isinstance(entry, BookmarkEntry):
            note = entry.input.note
            return f"{who}bookmark at line {entry.input.line}{f': {note}' if note else ' taken away'}"
        if isinstance(entry, LeftOutEntry):
            return f"{who}{entry.said}"
        if isinstance(entry, ChoiceEntry):
            choice = entry.input.choice  # a number is a place in a list
            told = self._value(choice) if isinstance(choice, str) else f"{choice + 1}"
            return f"{who}{question_title(entry.input.key)}: {told}"
        if isinstance(entry, RollEntry):
            given = entry.input
            dice = faces_listed(given.told)
            instead = "" if given.instead_of == () else f" instead of {faces_listed(given.instead_of)}"
            return f"{who}{question_title(given.key)} {dice}{instead}"
        command, spec = entry.input, self._session.ruleset.specs.get(entry.input.do)
        by = self.name(command.by)
        actor = f"{by}: " if command.by == entry.who or not who else f"{self.name(entry.who)} · {by}: "
        does = spec.title if spec else _words(command.do)
        by_hand = ("path", "value") if spec and spec.by_hand else ()  # the sentence below says it in words
        words = self._session.ruleset.view.open_words(self._session.state, command.words)
        titled = [key for key, value in words.items() if _words(key) in does.lower().split() and value]
        said = [self._value(words[key]) for key in titled]  # *Choose an ambition: First blood*
        said = [f"{one[:1].upper()}{one[1:]}" for one in said]
        said += self._arguments(words, ("do", "by", BOX, DIGEST, *titled, *by_hand))
        rest = ", ".join(said)
        overruled = f" (overruled {', '.join(command.overridden)}: {command.override})"
        forced = "" if command.override is None else overruled
        return f"{actor}{does}{': ' if rest else ''}{rest}{forced}"

    def _arguments(self, words: Words, without: Sequence[str] = ()) -> Iterator[str]:
        """What a command says besides what it does, in words; what it says no to is left out."""
        for key, value in words.items():
            if key not in without and value is not False and value not in (None, "", []):
                said = value if isinstance(value, list) else [value]
                clear = key in ("text", "reason", "why") or all(str(one) in self._terms for one in said)
                yield (
                    _words(key)
                    if value is True
                    else f"{'' if clear else _words(key) + ' '}{self._value(value)}"
                )

    def _value(self, value: Any) -> str:
        if isinstance(value, Mapping):
            return " ".join(self._arguments(value))
        if isinstance(value, list | tuple):
            places = [one + 1 if type(one) is int else one for one in value]  # people count from 1
            return joined([self._value(one) for one in places])
        if isinstance(value, str):
            own = self._names.get(value) or self._terms.get(value)
            return own or (_words(value) if re.fullmatch(r"[a-z0-9_-]+", value) else value)
        return f"{value:g}" if isinstance(value, float) else str(value)

    def name(self, key: str) -> str:
        return self._names.get(key, key)

    def _reckoning(self, pool: Any, indent: int) -> None:
        for value, reason, rules in reckoning(pool):
            self.line(f"{value:>4} {reason}", (f"  {rules}" if rules else "", "dim"), indent=indent)


def _face(die: Die, mark: Mark) -> str:
    earlier = "".join(f"{face}↦" for face in die.earlier)
    return f"{earlier}{die.face}{SOURCES[die.source]}{MARKS[mark][0].strip()}"


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _words(name: str) -> str:
    """The name of an argument or a thing without a name of its own, as people write it."""
    return {"los": "line of sight"}.get(name, name.replace("_", " ").replace("-", " "))
