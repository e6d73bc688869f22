"""What happens in a battle, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from pydantic import Field

from vedette.engine.facts import Fact, Moment, Names
from vedette.games.napoleonic.state import Formation, Phase
from vedette.games.napoleonic.tables import formations, phases
from vedette.kit.sentences import fact
from vedette.kit.words import count, cut, with_reading


@fact("Turn {round} begins.", headline="Turn {round}")
class TurnBegan(Fact):
    """The next turn."""

    round: int


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact):
    """The next phase of the turn."""

    aside = True

    phase: Phase

    def sentence(self, names: Names) -> str:
        return f"Phase: {phases()[self.phase].name.lower()}."


@dataclass(frozen=True, slots=True)
class FormationTaken(Fact):
    """A Unit changed its formation."""

    unit: str
    formation: Formation

    def sentence(self, names: Names) -> str:
        return f"{names(self.unit)}: now in {formations()[self.formation].name}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)}: {formations()[self.formation].name}"


NAME = 22
"""Cells of each name in the line of a shot: those of groups are long."""

_MARKERS = {
    "drum": ("Drum", "no Drum"),
    "flag": ("Flag", "no Flag"),
    "regimental_gun": ("Regimental Gun", "no Regimental Gun"),
    "carbines": ("carbines", "no carbines"),
}


@dataclass(frozen=True, slots=True)
class Marked(Fact):
    """The players set markers; yes and no are 1 and 0."""

    unit: str
    values: tuple[tuple[str, int], ...]
    reason: str

    def sentence(self, names: Names) -> str:
        parts = [self._part(name, value) for name, value in self.values]
        why = f" ({self.reason})" if self.reason else ""
        return f"{names(self.unit)}: {', '.join(parts)}{why}."

    def headline(self, names: Names) -> str:
        parts = [self._part(name, value) for name, value in self.values]
        return f"{names(self.unit)}: {', '.join(parts[:2])}{', …' if parts[2:] else ''}"

    def _part(self, name: str, value: int) -> str:
        if name in _MARKERS:
            return _MARKERS[name][not value]
        words = {"lives": "life" if value == 1 else "lives", "hits": "Hit" if value == 1 else "Hits"}
        return f"{value} {words.get(name, 'ammunition')}"


@fact("{unit}: lost.", moment="lost", headline="{unit} LOST")
class UnitLost(Fact):
    """A Unit is off the table."""

    unit: str


@fact(
    "{group}: lost. The officer was one of the lives of {mother}: mark it, if your rules say so.",
    moment="lost",
    headline="{group} LOST",
)
class GroupLost(Fact):
    """A group is off the table, and the table is reminded of its officer."""

    group: str
    mother: str


@fact("{group}: lost with {mother}.", moment="lost", headline="{group} LOST")
class GroupLostWithMother(Fact):
    """A group is lost with its mother Unit."""

    group: str
    mother: str


@fact("{unit} sent out {group}.", headline="{group} went out")
class GroupSent(Fact):
    """A Unit sent a group out."""

    moves: ClassVar[str] = "group"

    unit: str
    group: str


@fact("{group} came in{hits:? and brought {hits:# Hit} home}.", headline="{group} came in")
class GroupRecalled(Fact):
    """A group is back with its mother, and so are its Hits."""

    group: str
    mother: str
    hits: int


@dataclass(frozen=True, slots=True)
class Fired(Fact):
    """Shots were fired: Hits that wait for the end of the exchange, and 1s through Protection.

    `waiting` is the single 1 that waits for its pair at these targets afterwards.
    """

    by: str
    at: Annotated[tuple[str, ...], Field(min_length=1)]
    shots: int
    hits: int
    ones: int
    waiting: int

    def sentence(self, names: Names) -> str:
        shots = count(self.shots, "shot")
        what = count(self.hits, "Hit") if self.hits else "no Hit"
        pairs = f" out of {count(self.ones, '1')} through Protection" if self.ones else ""
        single = "; a single 1 waits for its pair" if self.ones and self.waiting else ""
        at = " and ".join(filter(None, [", ".join(map(names, self.at[:-1])), names(self.at[-1])]))
        return f"{names(self.by)}, {shots} at {at}: {what}{pairs}{single}."

    def headline(self, names: Names) -> str:
        came = [count(self.hits, "Hit")] if self.hits or not self.ones else []
        came += [count(self.ones, "1")] if self.ones else []
        at = f"{len(self.at)} targets" if self.at[1:] else cut(names(self.at[0]), NAME)
        return f"{cut(names(self.by), NAME)} → {at}: {', '.join(came)}"

    def arithmetic(self, names: Names) -> str:
        """From shots to Hits; through Protection it takes two 1s for each, and one may have waited (NA-3.3.1.6.1)."""
        hits = count(self.hits, "Hit")
        if not self.ones:
            return f"{count(self.shots, 'shot')} → {hits}"
        paired = 2 * self.hits + self.waiting
        waited = f" + {paired - self.ones} that waited" if paired > self.ones else ""
        left = f", {self.waiting} waits" if self.waiting else ""
        return f"{count(self.shots, 'shot')} → {count(self.ones, '1')}{waited}, two for a Hit: {hits}{left}"

    @property
    def moment(self) -> Moment:
        return "hurt" if self.hits else ""


@fact(
    "A 0 of {by} brings a Special Event: settle it by your rules.",
    moment="fail",
    headline="A 0: Special Event",
)
class EventRaised(Fact):
    """A natural 0 with Special Events on."""

    by: str


@fact("Special Event of {by}: {result:word}.", headline="Special Event: {result:word}")
class EventSettled(Fact):
    """What the table made of a Special Event."""

    by: str
    result: str


@fact("{side} ceased fire.")
class FireEnded(Fact):
    """A side has no more fire in this phase."""

    side: str


@fact("{units}: 1 of the shared Hits{units:=1?| each}.")
class HitsSpread(Fact):
    """Each of these takes one of the Hits on several targets."""

    aside = True
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LossesMarked(Fact):
    """The exchange is over: who takes how many Hits, and whether a single 1 was lost."""

    units: tuple[str, ...]
    hits: tuple[int, ...]
    single_lost: bool
    reading: str = field(default="", compare=False)

    def sentence(self, names: Names) -> str:
        taken = [f"{names(unit)} {hits}" for unit, hits in zip(self.units, self.hits, strict=False)]
        single = " A single 1 without its pair is lost." if self.single_lost else ""
        marked = f"Losses are marked, in Hits: {', '.join(taken) or 'none'}."
        return with_reading(marked, self.reading) + single

    def headline(self, names: Names) -> str:
        return f"Losses marked: {count(sum(self.hits), 'Hit')}"

    @property
    def moment(self) -> Moment:
        return "hurt" if any(self.hits) else ""


@fact("{units}: what the Hits do to lives and bravery is as in your rules.")
class HitsLeftToTable(Fact):
    """What Hits do is the table's business where no option says it."""

    aside = True

    units: tuple[str, ...]


@fact(
    "Hits cost {unit} {lost:# life/lives}, {lives} left{hits:?, {hits:# Hit} over}.",
    moment="hurt",
    headline="{unit} −{lost:# life/lives}",
)
class LivesLost(Fact):
    """Hits took lives."""

    unit: str
    lost: int
    lives: int
    hits: int
