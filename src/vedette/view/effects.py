"""What every command of a game did to the sides: their strength before and after it, points, what each unit lost, and by whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.data import Words
from vedette.engine.facts import Score
from vedette.engine.played import PlayedCommand
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.view.action_log import ActionLine, ActionLog
from vedette.view.outlook import measure
from vedette.view.vocabulary import Card

SCORE_WEIGHT = 0.3  # what all victory points of a game count for, held against the whole strength of a side
LAST_WEIGHT = 0.3  # what the end of the game counts for
GONE_WEIGHT = 0.1  # what a unit counts for that is lost for good, over and above its strength


class Strength(Struct, frozen=True):
    """What is left of a side, of what it began with, in the points that its cards count."""

    now: int
    full: int

    @property
    def share(self) -> float:
        """How much of it is left, from 0 to 1."""
        return self.now / self.full if self.full else 1.0


Strengths = Mapping[str, Strength]
"""The strength of each side by its id."""

Points = Mapping[str, int]
"""The victory points of each side by its id."""


class Loss(Struct, frozen=True):
    """What a unit lost at a stroke: models where it has several, else what its card counts; all of it where it is gone.

    `by` is credited with it: of several units the first with most of it.
    """

    unit: str
    side: str
    before: int
    after: int
    full: int
    models: bool
    gone: bool
    by: tuple[str, ...] = ()

    @property
    def lost(self) -> int:
        """How many."""
        return self.before - self.after


class Effect(Struct, frozen=True):
    """A command with how the table stood before and after it; `is_last`: the game was over with it, `by_hand`: the players set values.

    `scores` name what was scored for; `tales` are what the report tells of it besides losses and points.
    """

    played: PlayedCommand
    line: ActionLine
    round: int
    before: Strengths
    after: Strengths
    scored: Points
    losses: tuple[Loss, ...]
    scores: tuple[Score, ...]
    tales: tuple[str, ...]
    is_last: bool
    by_hand: bool

    @property
    def n(self) -> int:
        """Its last line."""
        return self.played.n

    @property
    def matters(self) -> bool:
        """Whether anybody lost or scored anything at the table, or the game was over."""
        return self.is_last or (bool(self.losses or self.points) and not self.by_hand)

    def swing(self, all_points: int) -> float:
        """How much of their strength the sides lost together, who was lost for good, and what was scored of `all_points` of the game."""
        moved = sum(abs(self.after[side].share - self.before[side].share) for side in self.before)
        gone = GONE_WEIGHT * sum(loss.gone for loss in self.losses)
        scored = SCORE_WEIGHT * self.points / max(1, all_points)
        return moved + gone + scored + LAST_WEIGHT * self.is_last

    @property
    def points(self) -> int:
        """How many victory points changed in it."""
        return sum(abs(score.points) for score in self.scores)

    @property
    def points_before(self) -> Points:
        """The victory points as they stood before it."""
        here: Counter[str] = Counter()
        for score in self.scores:
            here[score.side] += score.points
        return {side: points - here[side] for side, points in self.scored.items()}


class Credit:
    """Hears the commands of a game in their order, and says who is credited with a loss: the one rule of report and season.

    That is the unit whose command it was, where it lost nothing of its own side; the enemy that struck back, where it did;
    in a game whose hits are settled later, the units that scored most of them. Nobody is credited with a side's own
    misfortunes, with what happens at the end of a turn, or with what was set by hand. A group counts for the unit that sent it out.
    """

    def __init__(self, ruleset: Ruleset[GameState], sides: Mapping[str, str]) -> None:
        """Of a game with these units, each with its side."""
        self._specs, self._words, self._sides = ruleset.specs, ruleset.view.story, sides
        self._hits: dict[str, Counter[str]] = {}
        self._settled: set[str] = set()
        self.by_hand = self._struck_back = self._credits_actor = False
        self._by, self._aimed = "", tuple[str, ...]()

    def hear(self, played: PlayedCommand) -> None:
        """Another command with its dice."""
        spec = self._specs.get(played.do)
        for unit in self._settled:
            self._hits.pop(unit, None)
        self._settled.clear()
        self.by_hand = bool(spec and spec.by_hand)
        self._by = self._unit(played.by)
        self._aimed = tuple(filter(None, map(self._unit, targets(played.words))))
        self._credits_actor = not (spec and spec.ends) and not self.by_hand
        lucky = [roll for roll in played.rolls if roll.successes]
        self._struck_back = any(roll.why in self._words.strikes_back for roll in lucky)
        for roll in lucky if self._by and not self._words.at_once else ():
            for unit in self._aimed if roll.why not in self._words.strikes_back else ():
                self._hits.setdefault(unit, Counter())[self._by] += roll.successes

    def of(self, unit: str, lost: int = 1) -> tuple[str, ...]:
        """Who is credited with so many losses of a unit in the last command; of several the first has most."""
        side = self._sides.get(unit)
        if self.by_hand or side is None:
            return ()
        if self._by and self._sides[self._by] != side:
            return (self._by,) if self._credits_actor else ()
        if self._struck_back:
            return tuple(one for one in self._aimed if self._sides[one] != side)[:1]
        if not self._by and not self._words.at_once:
            self._settled.add(unit)
            return tuple(one for one, _ in self._hits.get(unit, Counter[str]()).most_common(max(1, lost)))
        return ()

    def _unit(self, id: str) -> str:
        """The unit with that id, or the one that sent out a group of that id; "" where there is none."""
        while id not in self._sides and "-" in id:
            id = id.rpartition("-")[0]
        return id if id in self._sides else ""


def targets(words: Words) -> Iterator[str]:
    """At whom a command was aimed."""
    for name in ("target", "at"):
        value = words.get(name, ())
        yield from [value] if isinstance(value, str) else [one for one in value if isinstance(one, str)]


def left_on(card: Card) -> int:
    """What a unit has left that counts: nothing where it is gone, whatever its card still shows."""
    return 0 if card.standing == "gone" else measure(card)


def strength_of(cards: Sequence[Card]) -> dict[str, Strength]:
    """What is left of each side that has any of these cards."""
    left: Counter[str] = Counter()
    full: Counter[str] = Counter()
    for card in cards:
        left[card.side] += 0 if card.standing == "gone" else card.value
        full[card.side] += card.full
    return {side: Strength(left[side], full[side]) for side in full}


def effects(session: Session[GameState], log: ActionLog | None = None) -> Iterator[Effect]:
    """Of every command on the way to the head. Only the units of the set-up count: those that were sent out or summoned later are no losses."""
    log = log or ActionLog(session)
    view, state, names = session.ruleset.view, session.state_at(0), session.names()
    begun_with = [unit["id"] for side in session.setup["sides"] for unit in side.get("units", ())]
    army = {unit: view.card_of(state, unit) for unit in begun_with}
    after = {side: Strength(0, 0) for side in state.sides} | strength_of([*army.values()])
    scored: Counter[str] = Counter(dict.fromkeys(state.sides, 0))
    credit = Credit(session.ruleset, {unit: card.side for unit, card in army.items()})
    for played in session.played.way():
        line = log.line(played)
        if line is None:
            continue
        before, was, state = after, state, session.state_at(played.n)
        credit.hear(played)
        losses: list[Loss] = []
        for unit, old in army.items():
            if unit in state.units and state.units[unit] is not was.units.get(unit):
                new = army[unit] = view.card_of(state, unit)
                loss = _loss(unit, old, new, credit)
                losses += [loss] if loss else []
        if losses:
            after = before | strength_of([*army.values()])
        facts = played.facts
        scores = tuple(
            replace(score, source=names.get(score.source, score.source))
            for fact in facts
            if (score := fact.score)
        )
        for score in scores:
            scored[score.side] += score.points
        yield Effect(
            played,
            line,
            session.state_at(played.command.parent).round,
            before,
            after,
            dict(scored),
            tuple(losses),
            scores,
            tuple(filter(None, (fact.tale(lambda one: names.get(one, one)) for fact in facts))),
            is_last=bool(state.outcome) and not was.outcome,
            by_hand=credit.by_hand,
        )


def _loss(unit: str, old: Card, new: Card, credit: Credit) -> Loss | None:
    """What a unit lost or regained, by its cards; None where that is nothing, or it was gone before."""
    before, left, gone = measure(old), left_on(new), new.standing == "gone"
    if (before == left and not gone) or (gone and old.standing == "gone"):
        return None
    many = len(new.pips) > 1
    full = len(new.pips) if many else new.full
    return Loss(unit, new.side, before, left, full, many, gone, credit.of(unit, before - left))
