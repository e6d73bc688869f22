"""The battle report: a game told afterwards, from its entries alone, for every game in the same words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from vedette.engine.entry_builder import dice_told
from vedette.engine.facts import Adjusted
from vedette.engine.figures import number
from vedette.engine.grammar import at_start
from vedette.engine.long_work import Told, uncollected, unheard
from vedette.engine.requests import question_title
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined, visible
from vedette.engine.timeline import CommandEntry, HeadEntry, RollEntry
from vedette.view.action_log import ActionLog
from vedette.view.board import Board
from vedette.view.clock import clock_words, time_spent
from vedette.view.dice_text import faces_listed
from vedette.view.effects import Effect, Points, Strength, Strengths, effects, strength_of
from vedette.view.luck import luck_of, more_words, percentile_words, tenths
from vedette.view.story import BEFORE, RoundTold, Storyteller
from vedette.view.turning import turning_points
from vedette.view.undo_summary import undone_by, undone_lines
from vedette.view.vocabulary import Card, Table

if TYPE_CHECKING:  # a report that weighs no luck looks for no odds
    from vedette.view.loss_luck import LossSearch

LAST = "the end"  # when points were scored that the end of the game brought
SCHEMA = 1  # the version of what `vedette report --json` tells


class LuckTold(Struct, frozen=True):
    """The luck of a side with one kind of roll: what came, and what fair dice would have brought."""

    kind: str
    rolls: int
    came: int
    likely: float


class Stakes(Struct, frozen=True):
    """What a side lost by commands with dice, and what the odds of each of them had it lose."""

    lost: int
    likely: float
    luck: str


class Unit(Struct, frozen=True):
    """A unit of an army as it stood at the end; `lost`: at the table, and not by a value that was set by hand."""

    id: str
    name: str
    stats: str
    weapons: tuple[str, ...]
    left: int
    full: int
    lost: bool


class Deed(Struct, frozen=True):
    """What a unit did: what it cost the others, whom it brought down, what it lost itself; all as the cards count it."""

    unit: str
    side: str
    dealt: int
    felled: tuple[str, ...]
    lost: int


class ReportSide(Struct, frozen=True):
    """A side: its score, what is left of it, its time, its luck, its units. `points` are None where the game has none.

    `stakes`: its luck weighted by what was at stake; None where nobody has looked for it.
    """

    id: str
    name: str
    score: str
    points: int | None
    strength: Strength
    seconds: int
    luck: str
    kinds: tuple[LuckTold, ...]
    units: tuple[Unit, ...]
    stakes: Stakes | None = None

    @property
    def time(self) -> str:
        """The time that it took, in words."""
        return clock_words(self.seconds)

    @property
    def lost(self) -> tuple[str, ...]:
        """The units that it lost."""
        return tuple(unit.name for unit in self.units if unit.lost)


class Point(Struct, frozen=True):
    """How strong the sides were after line `n`, and the round in which that was."""

    n: int
    round: int
    strength: Strengths


class TurningPoint(Struct, frozen=True):
    """A decision that changed much, or whose roll was unlikely: what happened, why it is told, how it stood before and after.

    `n` is its last line; who wants it otherwise plays on from line `start`, before it. `round` names the round that tells it,
    `roll` tells the unlikely roll with its `chance` in percent, which is 1 in `one_in`; "" and 0 without one.
    """

    n: int
    start: int
    round: str
    side: str
    headline: str
    text: str
    roll: str
    chance: str
    one_in: int
    before: Strengths
    after: Strengths
    points_before: Points
    points_after: Points


class BattleReport(Struct, frozen=True):
    """Everything that a battle report tells; each part may be empty. `scored_in`: when each source of points last brought any. `save` is what its save is called on the command line, "" without one."""

    title: str
    game: str
    save: str
    begun: str
    ended: str
    over: bool
    winner: str
    result: str
    lines: int
    sides: tuple[ReportSide, ...]
    points: tuple[tuple[str, Points], ...]
    scored_in: Mapping[str, str]
    rounds: tuple[RoundTold, ...]
    curve: tuple[Point, ...]
    turning: tuple[TurningPoint, ...]
    deeds: tuple[Deed, ...]
    remarks: tuple[tuple[int, str], ...]
    bookmarks: tuple[tuple[int, str], ...]
    seconds_together: int
    strength_in: str = ""
    losses_in: str = ""
    schema: int = SCHEMA
    board: Board | None = None

    @property
    def period(self) -> str:
        """What the game calls a round: a round, or a turn."""
        last = self.rounds[-1].name if self.rounds else ""
        return "turn" if last.startswith("Turn") else "round"

    def changes(self, turn: TurningPoint) -> list[str]:
        """The state before and after: `Gullet Row 24 → 21 of 24 left`, `Wardens 0 → 3 VP`."""
        told = []
        for side in self.sides:
            was, now = turn.before[side.id], turn.after[side.id]
            if was.now != now.now:
                told.append(f"{side.name} {was.now} → {now.now} of {now.full} left")
            if turn.points_before[side.id] != turn.points_after[side.id]:
                told.append(
                    f"{side.name} {number(turn.points_before[side.id])} → {number(turn.points_after[side.id])} VP"
                )
        return told


@uncollected()
def battle_report(
    session: Session[GameState],
    save: str = "",
    *,
    log: ActionLog | None = None,
    losses: LossSearch | None = None,
    tell: Told = unheard,
) -> BattleReport:
    """The report of a game as it stands, over or not; `save` is what its save is called.

    A `log` that has told the game already need not do it again. `losses` that have looked into every command weigh the luck.
    """
    timeline, table = session.timeline, session.ruleset.view.table(session.state, None)
    told: list[Effect] = []
    scored: dict[str, dict[str, int]] = {}
    scored_in: dict[str, str] = {}
    for effect in effects(session, log):
        tell(effect.n / timeline.head)
        told.append(effect)
        for score in effect.scores:
            if score.points:
                sides = scored.setdefault(score.source, {})
                sides[score.side] = sides.get(score.side, 0) + score.points
                word = table.round.partition(" ")[0].lower() or "round"
                scored_in[score.source] = LAST if effect.is_last else f"{word} {effect.round}"
    spent = time_spent(session)
    rounds = tuple(Storyteller(session).rounds(told))
    names = {side.id: side.name for side in table.sides}
    return BattleReport(
        title=table.title,
        game=session.ruleset.title,
        save=visible(save),
        begun=session.header.created,
        ended=timeline.entry(timeline.head).time if timeline.head else session.header.created,
        over=bool(session.state.outcome),
        winner=session.state.outcome if session.state.outcome in names else "",
        result=table.outcome,
        lines=timeline.head,
        sides=tuple(_sides(session, table, told, spent, losses)),
        points=tuple(scored.items()),
        scored_in=scored_in,
        rounds=rounds,
        curve=tuple(_curve(told)),
        turning=tuple(_turning(session, told, rounds)),
        deeds=tuple(_deeds(session, told)),
        remarks=tuple(_remarks(session, names)),
        bookmarks=tuple(timeline.bookmarked()),
        seconds_together=spent.get("", 0),
        strength_in=session.ruleset.view.story.on(*table.cards).points[1],
        losses_in=losses_in(session),
        board=table.board,
    )


def losses_in(session: Session[GameState]) -> str:
    """What losses are counted in: `models`, `hit points`, or where units differ `models; hit points of single models`."""
    view, first = session.ruleset.view, session.state_at(0)
    cards = [card for card in map(partial(view.card_of, first), first.units) if card.full]
    many, points = view.story.models[1], view.story.on(*cards).points[1]
    several = {len(card.pips) > 1 for card in cards}
    if len(several) == 1 or many == points:
        return many if True in several else points
    return f"{many}; {points} of single {many}"


def _curve(told: Sequence[Effect]) -> Iterator[Point]:
    """The strengths before anything happened, and wherever they changed or a round began; the last ones as well."""
    before: Point | None = None
    for effect in told:
        if before is None:
            yield Point(0, effect.round, effect.before)
        if before is None or effect.losses or effect.round != before.round or effect is told[-1]:
            before = Point(effect.n, effect.round, effect.after)
            yield before


def _sides(
    session: Session[GameState],
    table: Table,
    told: Sequence[Effect],
    spent: Mapping[str, int],
    search: LossSearch | None,
) -> Iterator[ReportSide]:
    """The sides. Their luck is weighted once every command has been looked into, and where somebody could lose anything."""
    throws = session.played.throws()
    begun = dict.fromkeys((side.id for side in table.sides), Strength(0, 0)) | strength_of(table.cards)
    strengths = told[-1].after if told else begun
    scored = told[-1].scored if any(effect.scores for effect in told) else {}
    if not scored and any(mark.objective for mark in table.marks):  # nobody has scored yet
        scored = dict.fromkeys((side.id for side in table.sides), 0)
    gone = {loss.unit: effect.by_hand for effect in told for loss in effect.losses if loss.gone}
    weighed = search.losses if search and search.done and any(search.losses.values()) else {}
    for side in table.sides:
        luck, losses = luck_of(throws, side.id), weighed.get(side.id)
        yield ReportSide(
            side.id,
            side.name,
            side.score,
            scored.get(side.id),
            strengths[side.id],
            spent.get(side.id, 0),
            f"{more_words(luck.whole.luck)}, {percentile_words(luck.whole)}" if luck.whole.rolls else "",
            tuple(
                LuckTold(kind, tally.rolls, tally.actual, tenths(tally.expected) / 10)
                for kind, tally in luck.kinds.items()
            ),
            tuple(
                _unit(session, card, by_hand=gone.get(card.id, False))
                for card in table.cards
                if card.side == side.id
            ),
            None
            if losses is None
            else Stakes(losses.actual, tenths(losses.expected) / 10, more_words(losses.luck)),
        )


def _unit(session: Session[GameState], card: Card, *, by_hand: bool) -> Unit:
    """A unit with its profile; of one that is gone or has left the table the profile that it had at the beginning."""
    view, first = session.ruleset.view, session.state_at(0)
    gone = card.standing == "gone"
    state = first if (gone or card.left) and card.id in first.units else session.state
    stats = view.card_of(first, card.id).stats if state is first else card.stats
    weapons = (detail for detail in view.details(state, card.id) if detail.kind == "weapon")
    return Unit(
        card.id,
        card.name,
        "  ".join(f"{name} {value}" for name, value in stats if name[:1].isalpha()),  # not where it stands
        tuple(f"{weapon.label} {weapon.brief or weapon.text}".strip() for weapon in weapons),
        0 if gone else card.value,
        card.full,
        gone and not by_hand,
    )


def _turning(
    session: Session[GameState], told: Sequence[Effect], rounds: Sequence[RoundTold]
) -> Iterator[TurningPoint]:
    teller = Storyteller(session)
    for effect, roll in turning_points(told):
        yield TurningPoint(
            effect.n,
            effect.played.command.parent,
            next((one.name for one in rounds if one.tells(effect.n)), BEFORE),
            effect.line.who,
            " · ".join([effect.line.results[0].text, *(one.text for one in effect.line.came)]),
            teller.effect(effect),
            roll.text if roll else "",
            roll.percent if roll else "",
            roll.one_in if roll else 0,
            effect.before,
            effect.after,
            effect.points_before,
            effect.scored,
        )


def _deeds(session: Session[GameState], told: Sequence[Effect]) -> Iterator[Deed]:
    """What every unit did that did or lost anything, those first that cost the others most."""
    names, units = session.names(), session.state.units
    dealt: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    felled: dict[str, list[str]] = {}
    for loss in (loss for effect in told if not effect.by_hand for loss in effect.losses):
        lost[loss.unit] += max(0, loss.lost)
        for place, by in enumerate(loss.by):
            dealt[by] += len(range(place, max(0, loss.lost), len(loss.by)))
        if loss.gone and loss.by:
            felled.setdefault(loss.by[0], []).append(names[loss.unit])
    for unit in sorted(units, key=lambda unit: (-len(felled.get(unit, ())), -dealt[unit])):
        if dealt[unit] or lost[unit] or unit in felled:
            yield Deed(names[unit], units[unit].side, dealt[unit], tuple(felled.get(unit, ())), lost[unit])


def _remarks(session: Session[GameState], names: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """What a reader should know of how it was played: values set by hand, overruled rules, corrections, undoing."""
    every, timeline = session.names(), session.timeline
    for played in session.played.way():
        by_hand = (fact for fact in played.facts if isinstance(fact, Adjusted))
        yield from ((played.n, fact.sentence(lambda one: every.get(one, one))) for fact in by_hand)
    for entry in timeline.entries:
        who = at_start(names.get(entry.who, "The table"))
        if isinstance(entry, CommandEntry) and entry.input.override is not None:
            rules = session.rules
            told = [f"{id} ({rules[id].title})" if id in rules else id for id in entry.input.overridden]
            yield entry.n, f"{who} overruled {joined(told) or 'nothing'}: “{entry.input.override}”."
        elif isinstance(entry, HeadEntry) and entry.input.corrects:
            wrong = timeline.entry(entry.input.corrects)
            what = f"line {wrong.n}"
            if isinstance(wrong, RollEntry):
                faces = faces_listed(dice_told(wrong.input.answer))
                what = (
                    f"the {question_title(wrong.input.key).lower()} in {what}, which had been told as {faces}"
                )
            yield entry.n, f"{who} corrected {what}."
    yield from ((0, line) for line in undone_lines(undone_by(session), names))
