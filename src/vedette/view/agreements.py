"""Forms for what the players agree on: house rules by the chapters of the text, optional rules, how undo works, and how long they may think."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.common import SETTINGS
from vedette.engine.data import Row, Table
from vedette.engine.figures import number
from vedette.engine.readings import Chosen, Preset, Reading, Readings
from vedette.engine.ruleset import Ruleset, RuleText
from vedette.engine.settings import UNDO_RULES, GameOption, Options, Settings, played
from vedette.engine.state import GameState
from vedette.view.fields import Draft, chosen, numeric, plain, toggle
from vedette.view.forms import FormValidator
from vedette.view.signs import CHOSEN
from vedette.view.vocabulary import Choice, Field, Form

Rules = Mapping[str, RuleText]

Line = tuple[str, str]  # a text about a question and the sign before it; the chosen answer has a special one
PRESET = "@preset"  # the field that sets all questions at once; no id looks like this
USUAL = Preset("", "As usual", {})  # the preset that changes nothing
SIDE_MINUTES = (0, 30, 45, 60, 75, 90, 120, 150, 180)
ROUND_MINUTES = (0, 5, 10, 15, 20, 25, 30, 45, 60)
"""The limits that are offered; a game file or a command may say others."""

NUMBERED = re.compile(r"Chapters? (\d+)")
"""How the section of a rule begins if the text has numbered chapters."""


class Question(Struct, frozen=True):
    """What is asked, the `usual` answer, and every answer that can be listed: its value, its text, and what speaks for it."""

    text: str
    usual: Any
    answers: Sequence[tuple[Any, str, str]] = ()
    rules: tuple[str, ...] = ()
    needs: str = ""

    def lines(self, played: object) -> list[Line]:
        """The question, every answer with its reason, what is usual, and the rules."""
        told = [("", self.text), *([("", self.needs)] if self.needs else [])]
        for value, text, because in self.answers if any(because for _, _, because in self.answers) else ():
            usual = "  (usual)" if value == self.usual else ""
            told += [(CHOSEN if value == played else " ", text + usual), ("–", because)]
        if len(told) == 1 + bool(self.needs):
            told.append(("", f"Default: {self.said(self.usual)}."))
        return [*told, ("", " ".join(self.rules))]

    def said(self, value: object) -> str:
        """An answer in words."""
        words = next((text for one, text, _ in self.answers if one == value), "")
        return words or (number(value) if isinstance(value, (int, float)) else str(value))

    def briefly(self, value: object, room: int) -> str:
        """The same in so many cells: an answer that is too long for them by its name, as in a file."""
        said = self.said(value)
        named = isinstance(value, str) and len(said) > room
        return str(value).replace("-", " ") if named else said


class Agreement(Struct, frozen=True):
    """Questions with their answers, with a search; `now` are the answers so far.

    fields: every question for a draft, as a field and in full.
    said: the answers of a draft.
    against: the fault of the answers together, in a sentence; "" for none.
    presets: answers to all questions at once, by name.
    """

    title: str
    about: str
    now: Row
    fields: Callable[[Draft], Sequence[tuple[Field, Question]]]
    said: Callable[[Draft], Table]
    against: Callable[[Draft], str] = lambda draft: ""
    presets: Mapping[str, Chosen] = {}

    def form(self, draft: Draft, look: Iterable[str] = ()) -> Form:
        """Every question, or those with all these words in their texts."""
        wanted, found = [word.casefold() for word in look], []
        if self.presets and not wanted:
            said = self.said(draft)
            now = next((name for name, chosen in self.presets.items() if said == chosen), None)
            choices = tuple(Choice(name, name) for name in self.presets)
            hint = "" if now else "your own choice"
            found.append(Field(PRESET, "All at once", "", "choice", now, choices, hint=hint))
        for one, asked in self.fields(draft):
            texts = (text for _, text in asked.lines(one.value))
            words = " ".join((one.name, one.label, one.group, *texts)).casefold()
            if all(word in words for word in wanted):
                found.append(one)
        against = self.against(draft)
        return Form(do="", by="", title="Play by these", fields=tuple(found), ready=True, error=against)

    def told(self, name: str, draft: Draft) -> Sequence[Line]:
        """The texts about a question."""
        return next((asked.lines(one.value) for one, asked in self.fields(draft) if one.name == name), ())

    def differs(self, draft: Draft) -> frozenset[str]:
        """The questions that are answered otherwise than usual."""
        return frozenset(one.name for one, asked in self.fields(draft) if one.value != asked.usual)


def by_chapter(readings: Readings, rules: Rules) -> dict[str, Reading]:
    """The readings in the order of their chapters."""
    chapters = list(dict.fromkeys(chapter(rule) for rule in rules.values()))

    def place(reading: Reading) -> tuple[int, int]:
        where = chapter(rules[reading.rules[0]])
        numbered = NUMBERED.match(where)
        return (int(numbered[1]) if numbered else 0, chapters.index(where))

    return {reading.id: reading for reading in sorted(readings.values(), key=place)}


def chapter(rule: RuleText) -> str:
    """The chapter of a rule in the text: 16 for 16.15.3."""
    numbered = NUMBERED.match(rule.section)
    return f"Chapter {numbered[1]}" if numbered else rule.section.partition(",")[0]


def house_rules_agreed(readings: Readings, rules: Rules, presets: Sequence[Preset], now: Chosen) -> Agreement:
    """The house rules, by the chapters of the text."""

    def asked(reading: Reading, draft: Draft) -> Field:
        words = {True: "usual", False: "house rule"}
        offered = {one.id: f"{words[one.id == reading.usual]}: {one.text}" for one in reading.choices}
        made = chosen(reading.id, reading.title, "", draft, plain(offered), default=reading.usual)
        return replace(made, group=chapter(rules[reading.rules[0]]))

    return Agreement(
        "House rules",
        "How your table reads unclear rules. It is kept with the game.",
        now,
        lambda draft: [(asked(one, draft), question(one)) for one in readings.values()],
        lambda draft: {id: draft.get(id, one.usual) for id, one in readings.items()},
        presets={one.name: one.completed(readings) for one in (USUAL, *presets)} if presets else {},
    )


def question(reading: Reading) -> Question:
    """What a reading asks."""
    answers = tuple((one.id, one.text, one.because) for one in reading.choices)
    return Question(reading.question, reading.usual, answers, reading.rules)


def options_agreed(options: Options, now: Row) -> Agreement:
    """The optional rules and amounts."""

    def asked(one: GameOption, draft: Draft) -> Field:
        if one.kind == "switch":
            return toggle(one.id, one.name, "", draft, now=one.default, hint=one.text)
        if one.kind == "choice":
            words = plain({word: word for word in one.values})
            return chosen(one.id, one.name, "", draft, words, default=one.default)
        made = numeric(one.id, one.name, "", draft, hint=one.allowed)
        return replace(made, value=draft.get(one.id, one.default))

    def question(one: GameOption) -> Question:
        values = {"switch": (True, False), "choice": one.values}.get(one.kind, ())
        answers = tuple((value, one.said(value), "") for value in values)
        needs = f"It needs {options[one.needs].name}." if one.needs else ""
        return Question(one.text, one.default, answers, one.rules, needs)

    def against(draft: Draft) -> str:
        on = (one for one in options.values() if one.needs and draft.get(one.id, one.default))
        lacking = [one for one in on if not draft.get(one.needs, options[one.needs].default)]
        faults = [f"{one.name} needs {options[one.needs].name}." for one in lacking]
        said = ((one, draft.get(one.id)) for one in options.values())
        faults += [f"{one.name}: {fault}." for one, value in said if (fault := one.fault(value))]
        return " ".join(faults)

    return Agreement(
        "Optional rules",
        "Switch on the rules you play, and type the numbers.",
        {**{id: one.default for id, one in options.items()}, **now},
        lambda draft: [(asked(one, draft), question(one)) for one in options.values()],
        lambda draft: played(options, draft),
        against,
    )


def options_words(options: Options, chosen: Row) -> str:
    """The options in play, in a few words."""
    words = (
        options[id].name if value is True else f"{options[id].name} {options[id].said(value)}"
        for id, value in played(options, chosen).items()
    )
    return " · ".join(words) or "none"


def settings_fields(now: Settings, draft: Draft) -> list[Field]:
    """A field for each setting, as it is now unless the players have said otherwise."""

    def limit(name: str, label: str, key: str, usual: Sequence[int], now: int) -> Field:
        offered = {n: f"{n} min, only a warning" if n else "no limit" for n in sorted({*usual, now})}
        return chosen(name, label, key, draft, plain(offered), default=now)

    return [
        chosen("undo", "Undo", "u", draft, plain(UNDO_RULES), default=now.undo),
        limit("side_minutes", "Time per side", "t", SIDE_MINUTES, now.side_minutes),
        limit("round_minutes", "Time per round", "d", ROUND_MINUTES, now.round_minutes),
    ]


def settings_form(ruleset: Ruleset[GameState], state: Any, now: Settings, by: str, draft: Draft) -> Form:
    """The form for settings that hold from here on."""
    fields = settings_fields(now, draft)
    words = {"do": SETTINGS, "by": by, **{field.name: field.value for field in fields}}
    return FormValidator(ruleset.specs, ruleset.phase_check, state).form("Agreed by both", fields, words)
