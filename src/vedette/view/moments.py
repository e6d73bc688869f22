"""A game as its moments: every action with how the table stood before and after it, and what each unit lost by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from vedette.engine.facts import Rolled
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import CommandEntry
from vedette.view.credit import Credit
from vedette.view.digest import ActionLine, Digest
from vedette.view.outlook import measure
from vedette.view.vocabulary import Card

SCORE_WEIGHT = 0.3
"""What all victory points of a game count for, held against the whole strength of a side."""

LAST_WEIGHT = 0.3
"""What the end of the game counts for."""

GONE_WEIGHT = 0.1
"""What a unit counts for that is lost for good, over and above its strength."""


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


class Moment(Struct, frozen=True):
    """An action with how the table stood before and after it; `is_last`: the game was over with it, `by_hand`: the players set values."""

    action: ActionLine
    command: CommandEntry
    round: int
    before: Strengths
    after: Strengths
    scored: Points
    losses: tuple[Loss, ...]
    is_last: bool = False
    by_hand: bool = False

    @property
    def n(self) -> int:
        """Its last line."""
        return self.action.n

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
        return sum(abs(score.points) for score in self.action.scores)

    @property
    def points_before(self) -> Points:
        """The victory points as they stood before it."""
        here: Counter[str] = Counter()
        for score in self.action.scores:
            here[score.side] += score.points
        return {side: points - here[side] for side, points in self.scored.items()}


@dataclass(slots=True)
class _Cards:
    """The cards of the units as they were looked at last; one is made anew only where its unit is another object."""

    session: Session[GameState]
    seen: dict[str, tuple[object, Card]] = field(default_factory=dict)

    def of(self, state: GameState, unit: str) -> Card:
        troop = state.units[unit]
        known = self.seen.get(unit)
        if known is None or known[0] is not troop:
            known = self.seen[unit] = troop, self.session.ruleset.view.card_of(state, unit)
        return known[1]


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


def moments(session: Session[GameState], digest: Digest | None = None) -> Iterator[Moment]:
    """Every action on the way to the head. Only the units of the set-up count: those that were sent out or summoned later are no losses."""
    timeline, state = session.timeline, session.state_at(0)
    cards = _Cards(session)
    begun_with = [unit["id"] for side in session.setup["sides"] for unit in side.get("units", ())]
    army = {unit: cards.of(state, unit) for unit in begun_with}
    strengths = {side: Strength(0, 0) for side in state.sides} | strength_of([*army.values()])
    scored: Counter[str] = Counter(dict.fromkeys(state.sides, 0))
    credit = Credit(session.ruleset, {unit: card.side for unit, card in army.items()})
    for action in (digest or Digest(session)).last(len(timeline.entries) + 1):
        if not action.results or action.undone:
            continue
        command, before = timeline.command_at(action.n), strengths
        number = session.state_at(command.parent).round
        after = session.state_at(action.n)
        credit.command(command.input.words)
        for fact in action.facts:
            if isinstance(fact, Rolled):
                credit.rolled(fact.roll.why, fact.roll.successes)
        losses = tuple(_losses(state, after, cards, army, credit))
        if losses:
            strengths = before | strength_of([*army.values()])
        for score in action.scores:
            scored[score.side] += score.points
        is_last = bool(after.outcome) and not state.outcome
        state = after
        yield Moment(
            action, command, number, before, strengths, dict(scored), losses, is_last, credit.by_hand
        )


def _losses(
    before: GameState, after: GameState, cards: _Cards, army: dict[str, Card], credit: Credit
) -> Iterator[Loss]:
    """Who has another card than before, with less or more on it; `army` is brought up to date."""
    for unit, was in army.items():
        troop = after.units.get(unit)
        if troop is None or troop is before.units.get(unit):
            continue
        card = army[unit] = cards.of(after, unit)
        gone = card.standing == "gone" and was.standing != "gone"
        if was.standing == "gone" and card.standing == "gone":
            continue
        old, new = measure(was), left_on(card)
        if gone or old != new:
            many = len(card.pips) > 1
            full = len(card.pips) if many else card.full
            yield Loss(unit, card.side, old, new, full, many, gone, credit.of(unit, old - new))
