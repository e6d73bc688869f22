"""Readings: where the text of the rules can honestly be read in two ways, the table decides, and either is played.

A reading is a value of the set-up. The rules ask for it by its id; nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.dice import Remark

_explained: ContextVar[bool] = ContextVar("explained", default=True)


@contextmanager
def unexplained() -> Iterator[None]:
    """Suppress explanations: rules may leave out the readings behind a number."""
    token = _explained.set(False)
    try:
        yield
    finally:
        _explained.reset(token)


def explains() -> bool:
    """True if explanations of numbers are read."""
    return _explained.get()


Chosen = Mapping[str, str]
"""Which choice is played, by the id of the reading."""


class ReadingChoice(Struct, frozen=True):
    """One way to read the text: the rule as it is then played, and what speaks for it."""

    id: str
    text: str
    because: str


class Reading(Struct, frozen=True):
    """A question that the text leaves open. The first choice is the usual one.

    `editions`: the editions of the rules that leave it open, "" where none is named, () for all; `usual_in`: their usual choice, where it is
    another one. `before`: the choice played before the players could choose, unless it is the usual one. `meant`: by the ids of
    older games, the ids of today.
    """

    id: str
    title: str
    question: str
    rules: tuple[str, ...]
    choices: tuple[ReadingChoice, ...]
    before: str = ""
    meant: Mapping[str, str] = {}
    editions: tuple[str, ...] = ()
    usual_in: Mapping[str, str] = {}

    def of_edition(self, edition: str) -> Reading | None:
        """The question as an edition asks it, its usual choice first; None where it does not ask."""
        if self.editions and edition not in self.editions:
            return None
        usual = self.usual_in.get(edition, self.usual)
        return replace(self, choices=tuple(sorted(self.choices, key=lambda choice: choice.id != usual)))

    @property
    def usual(self) -> str:
        return self.choices[0].id

    def choice(self, id: str) -> ReadingChoice:
        """The choice of that id; raises KeyError where there is none."""
        for choice in self.choices:
            if choice.id == id:
                return choice
        raise KeyError(id)

    def remark(self, id: str) -> Remark:
        """Which choice is played, for a breakdown or a refusal."""
        return Remark(READING if id == self.usual else HOUSE_RULE, self.choice(id).text, self.rules)


READING, HOUSE_RULE = "Reading", "House rule"
"""What a remark is called where the table has decided otherwise than usual."""


def told_house_rules(remarks: Iterable[Remark]) -> str:
    """The house rules among them, as a fact tells them; how the text is usually read needs no telling."""
    return " ".join(remark.text for remark in remarks if remark.name == HOUSE_RULE)


Readings = Mapping[str, Reading]
"""The readings of a ruleset, by id."""


def asked_in(readings: Readings, setup: Row) -> Readings:
    """The questions that the edition of a set-up leaves open; where it names none, those of every edition."""
    asked = ((id, reading.of_edition(str(setup.get("edition", "")))) for id, reading in readings.items())
    return {id: reading for id, reading in asked if reading is not None}


class Preset(Struct, frozen=True):
    """Choices that go together, such as those of the main chapters; other readings are as usual."""

    id: str
    name: str
    choices: Mapping[str, str]

    def completed(self, readings: Readings) -> dict[str, str]:
        """A choice for every reading."""
        return completed(readings, self.choices)


def faults(readings: Readings, given: Row) -> Iterator[str]:
    """Yield a sentence for each wrong choice of a set-up."""
    for id, choice in given.items():
        if id not in readings:
            yield f"there is no reading {shown(id)}" + (
                f"; there are {', '.join(readings)}" if readings else ""
            )
        elif choice not in (known := [option.id for option in readings[id].choices]):
            yield f"{id} is read as {' or '.join(known)}, not as {shown(choice)}"


def completed(readings: Readings, given: Chosen) -> dict[str, str]:
    """A choice for every reading: as given, else the usual one. What is unknown stays, to be refused."""
    return {**{id: reading.usual for id, reading in readings.items()}, **given}


def as_before(readings: Readings, given: Chosen) -> dict[str, str]:
    """The same for a game that was begun before there were all these readings: as it was played then."""
    if any(id not in given for id in readings):
        given = {
            id: readings[id].meant.get(choice, choice) if id in readings else choice
            for id, choice in given.items()
        }
    return {**{id: reading.before or reading.usual for id, reading in readings.items()}, **given}


def with_readings(
    readings: Readings, setup: Row, decided: Callable[[Readings, Chosen], dict[str, str]]
) -> Table:
    """A set-up with a choice for every reading that its edition asks, where the ruleset has any."""
    given, readings = setup.get("readings", {}), asked_in(readings, setup)
    if not readings or not isinstance(given, dict):
        return dict(setup)
    return {**setup, "readings": decided(readings, given)}


def house_rules(readings: Readings, chosen: Chosen) -> tuple[Remark, ...]:
    """The choices that differ from the usual, each under the title of its reading."""
    return tuple(
        Remark(reading.title, reading.choice(chosen[id]).text, reading.rules)
        for id, reading in readings.items()
        if chosen.get(id, reading.usual) != reading.usual
    )
