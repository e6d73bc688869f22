"""The battle report: a game told afterwards, from its entries alone, for every game in the same words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from vedette.engine.facts import Rolled
from vedette.engine.fairness import percentile
from vedette.engine.luck import Throw, Throws
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import CommandEntry, HeadEntry
from vedette.view.clock import clock_words, time_spent
from vedette.view.digest import ActionLine, Digest, points_by_source
from vedette.view.luck import luck_of, luck_words, percentile_words
from vedette.view.vocabulary import Card, Table

MOST_TURNING = 6
"""Turning points by what they changed."""

MOST_ROLLS = 3
"""Turning points by how unlikely their roll was."""

RARE = Fraction(1, 12)
"""A roll that fewer fair dice than these would have made is told as unlikely."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What is left of a side, of what it began with, in the points that its cards count."""

    now: int
    full: int

    @property
    def share(self) -> float:
        """How much of it is left, from 0 to 1."""
        return self.now / self.full if self.full else 1.0


Strengths = Mapping[str, Strength]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of an army as it stood at the end."""

    name: str
    stats: str
    weapons: tuple[str, ...]
    left: str
    lost: bool


@dataclass(frozen=True, slots=True)
class ReportSide:
    """A side: its score, what is left of it, its time, its luck, its units."""

    id: str
    name: str
    score: str
    strength: Strength
    time: str
    luck: str
    units: tuple[Unit, ...]

    @property
    def lost(self) -> tuple[str, ...]:
        """The units that it lost."""
        return tuple(unit.name for unit in self.units if unit.lost)


@dataclass(frozen=True, slots=True)
class Point:
    """How strong the sides were after line `n`, in a round."""

    n: int
    round: str
    strength: Strengths


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A line that changed much, or whose roll was unlikely: what happened, why it is told, how it stood before and after."""

    n: int
    round: str
    text: str
    why: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A round in sentences, and how strong the sides were at its end."""

    name: str
    first: int
    text: str
    strength: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a battle report tells; each part may be empty."""

    title: str
    game: str
    begun: str
    ended: str
    result: str
    sides: tuple[ReportSide, ...]
    points: tuple[tuple[str, Mapping[str, int]], ...]
    rounds: tuple[RoundTold, ...]
    curve: tuple[Point, ...]
    turning: tuple[TurningPoint, ...]
    deeds: tuple[tuple[str, tuple[str, ...]], ...]
    remarks: tuple[tuple[int, str], ...]
    lines: int


@dataclass(frozen=True, slots=True)
class _Moment:
    """An action with how the table stood before and after it."""

    action: ActionLine
    round: str
    before: Strengths
    after: Strengths
    sentences: tuple[str, ...]

    @property
    def swing(self) -> float:
        """How far the balance of strength moved, and how many points were scored."""
        moved = sum(abs(self.after[side].share - self.before[side].share) for side in self.before)
        return moved + sum(abs(score.points) for score in self.action.scores) / 10


def battle_report(session: Session[GameState]) -> Report:
    """The report of a game as it stands, over or not."""
    view, path = session.ruleset.view, session.timeline.path()
    table = view.table(session.state, None)
    names = {side.id: side.name for side in table.sides}
    moments = list(_moments(session))
    throws = Throws(session).with_lines()
    return Report(
        title=table.title,
        game=session.ruleset.title,
        begun=session.header.created,
        ended=path[-1].time if path else session.header.created,
        result=table.outcome,
        sides=tuple(_sides(session, table, [throw for _, throw in throws])),
        points=tuple(points_by_source(one.action for one in moments).items()),
        rounds=tuple(_rounds(moments, names)),
        curve=tuple(Point(one.action.n, one.round, one.after) for one in moments),
        turning=tuple(_turning(moments, throws, names)),
        deeds=tuple(_deeds(moments, session)),
        remarks=tuple(_remarks(session, names)),
        lines=len(path),
    )


def _moments(session: Session[GameState]) -> Iterator[_Moment]:
    """Every action on the way to the head; the strengths are worked out anew where somebody was hurt or lost."""
    timeline, view = session.timeline, session.ruleset.view
    strengths, name = _strengths(view.table(session.state_at(0), None)), ""
    seen: int | None = None
    for action in Digest(session).last(len(timeline.entries) + 1):
        if not action.results or action.undone:
            continue
        start = timeline.command_at(action.n)
        state = session.state_at(start.parent)
        if state.round != seen:
            seen, name = state.round, view.table(state, None).round
        before = strengths
        if any(result.moment for result in action.results):
            strengths = _strengths(view.table(session.state_at(action.n), None))
        yield _Moment(action, name, before, strengths, _sentences(session, action))


def _strengths(table: Table) -> dict[str, Strength]:
    """What is left of each side."""
    left: Counter[str] = Counter()
    full: Counter[str] = Counter()
    for card in table.cards:
        left[card.side] += card.value if card.standing != "gone" else 0
        full[card.side] += card.full
    return {side.id: Strength(left[side.id], full[side.id]) for side in table.sides}


def _sentences(session: Session[GameState], action: ActionLine) -> tuple[str, ...]:
    """What was done in the first sentence, and what came of it in the others; only what matters afterwards."""
    if action.loudest.moment not in ("lost", "hurt", "gain"):
        return ()
    names = session.names()
    entries = session.timeline.command_path(action.n)
    told = [fact for entry in entries for fact in session.facts(entry) if not fact.aside]
    matters = [
        fact for at, fact in enumerate(told) if not isinstance(fact, Rolled) and (at == 0 or fact.moment)
    ]
    return tuple(fact.sentence(lambda one: names.get(one, one)) for fact in matters)


def _sides(session: Session[GameState], table: Table, throws: Sequence[Throw]) -> Iterator[ReportSide]:
    spent, strengths = time_spent(session.timeline.entries), _strengths(table)
    for side in table.sides:
        whole = luck_of(throws, side.id).whole
        luck = f"{luck_words(whole)}, {percentile_words(whole)}" if whole.rolls else ""
        units = tuple(_unit(session, card) for card in table.cards if card.side == side.id)
        time = clock_words(spent.get(side.id, 0))
        yield ReportSide(side.id, side.name, side.score, strengths[side.id], time, luck, units)


def _unit(session: Session[GameState], card: Card) -> Unit:
    details = session.ruleset.view.details(session.state, card.id)
    stats = "  ".join(f"{name} {value}" for name, value in card.stats)
    weapons = tuple(f"{one.label} {one.brief or one.text}".strip() for one in details if one.kind == "weapon")
    left = f"{card.value} of {card.full}" if card.full else ""
    return Unit(card.name, stats, weapons, left, card.standing == "gone")


def _rounds(moments: Sequence[_Moment], names: Mapping[str, str]) -> Iterator[RoundTold]:
    """Each round as a paragraph: what mattered in its order, and how strong the sides were at its end."""
    for name, group in groupby(moments, key=lambda one: one.round):
        told = list(group)
        text = " ".join(sentence for one in told for sentence in one.sentences)
        quiet = sum(not one.sentences and not one.action.remark for one in told)
        rest = f"{quiet} other action{'s' if quiet > 1 else ''} changed nobody's strength." if quiet else ""
        end = told[-1].after
        yield RoundTold(
            name or "Before the first round", told[0].action.n, f"{text} {rest}".strip(), _told(end, names)
        )


def _told(strengths: Strengths, names: Mapping[str, str]) -> str:
    return ", ".join(f"{names[side]} {one.now} of {one.full}" for side, one in strengths.items() if one.full)


def _turning(
    moments: Sequence[_Moment], throws: Sequence[tuple[int, Throw]], names: Mapping[str, str]
) -> Iterator[TurningPoint]:
    """What changed most, and what was least likely, in the order of the game."""
    found = {
        one.action.n: (one, "")
        for one in sorted(moments, key=lambda one: -one.swing)[:MOST_TURNING]
        if one.swing
    }
    for rarity, n, throw in sorted(_rare(throws), key=lambda one: one[0])[:MOST_ROLLS]:
        one = next((one for one in moments if one.action.n >= n), None)
        if one is not None:
            found[one.action.n] = one, f"{throw.kind.replace('_', ' ').capitalize()}: {_one_in(rarity)}"
    for n in sorted(found):
        one, rare = found[n]
        text = " · ".join(result.text for result in one.action.results)
        before, after = _told(one.before, names), _told(one.after, names)
        why = " · ".join(filter(None, (rare, _changed(one, names), _scored(one, names))))
        yield TurningPoint(n, one.round, text, why, before, after)


def _changed(one: _Moment, names: Mapping[str, str]) -> str:
    """Whose strength it was that changed: `Gullet Row 24 → 21 of 24`."""
    return ", ".join(
        f"{names[side]} {was.now} → {one.after[side].now} of {was.full}"
        for side, was in one.before.items()
        if was.now != one.after[side].now
    )


def _rare(throws: Sequence[tuple[int, Throw]]) -> Iterator[tuple[Fraction, int, Throw]]:
    """Rolls that few fair dice would have made, as good or as bad."""
    for n, throw in throws:
        if throw.judged and throw.parts:
            share = percentile(Counter(throw.parts), throw.actual)
            rarity = min(share, 1 - share)
            if rarity < RARE:
                yield rarity, n, throw


def _one_in(rarity: Fraction) -> str:
    return f"a roll like that comes once in {round(1 / rarity)}" if rarity else "hardly ever seen"


def _scored(one: _Moment, names: Mapping[str, str]) -> str:
    return ", ".join(
        f"{names[score.side]} {score.points:+} for {score.source}" for score in one.action.scores
    )


def _deeds(moments: Sequence[_Moment], session: Session[GameState]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who brought whom down: the unit that acted, and what was lost then."""
    names, done = session.names(), dict[str, list[str]]()
    for one in moments:
        lost = [result.text for result in one.action.results if result.moment == "lost"]
        if lost:
            by = session.timeline.command_at(one.action.n).input.by
            done.setdefault(names.get(by, by), []).extend(lost)
    yield from sorted(((unit, tuple(texts)) for unit, texts in done.items()), key=lambda one: -len(one[1]))


def _remarks(session: Session[GameState], names: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """What a reader should know of how it was played: overruled rules, corrections, undoing."""
    undone: Counter[str] = Counter()
    for entry in session.timeline.entries:
        who = names.get(entry.who, "The table")
        if isinstance(entry, CommandEntry) and entry.input.override is not None:
            rules = ", ".join(entry.input.overridden) or "nothing"
            yield entry.n, f"{who} overruled {rules}: {entry.input.override}"
        elif isinstance(entry, HeadEntry) and entry.input.corrects:
            yield entry.n, f"{who} corrected line {entry.input.corrects}."
        elif isinstance(entry, HeadEntry) and entry.kind == "undo":
            undone[who] += 1
    yield from (
        (0, f"{who} took back {count} time{'s' if count > 1 else ''}.") for who, count in undone.items()
    )
