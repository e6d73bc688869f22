"""What a correction would bring about, in words: what was and would be, and what becomes of every later line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from vedette.engine.corrections import Correction, Judged, RecordedCommand, Verdict
from vedette.engine.facts import Fact, outcomes
from vedette.engine.grammar import the
from vedette.engine.requests import DiceRequest
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.kit.words import count
from vedette.view.action_log import came_of, given
from vedette.view.loss_impact import UnitLoss

if TYPE_CHECKING:  # not before a roll is corrected
    from vedette.engine.correction_forecast import Prospect

Fate = Verdict | Literal["changes"]
"""What becomes of a later line: one that holds comes out the same, one that `changes` is played again and comes out differently."""

Counted = Fate | Literal["depends"]
"""What becomes of lines, where they are counted."""

SEALED = "what is sealed is opened"
"""All that is said of what a side has sealed before a correction is made that opens it."""


class LaterLine(Struct, frozen=True):
    """A later line: its number, the side that gave it, its words, what becomes of it, and why.

    Of one that waits for an answer, `then` is what becomes of it whatever that is.
    """

    n: int
    who: str
    text: str
    verdict: Fate
    why: str = ""
    then: Prospect = ""


class ScoreAfter(Struct, frozen=True):
    """The score of a side as it stands, and as it would be as far as the correction leads."""

    side: str
    name: str
    now: str
    then: str


def acting(session: Session[GameState], n: int) -> object:
    """Who acted and where the game stood when an entry was given: where that changes, another activation begins."""
    command = session.timeline.command_at(n)
    return session.ruleset.view.position(session.state_at(command.parent)), command.input.by


def was_and_now(
    session: Session[GameState], correction: Correction[Any]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What came of the corrected line, and what would come of it now."""
    was, first = correction.was, correction.first
    then = [event.fact for event in was] or _recorded(session, first.line)
    before, now = came_of(session, then), came_of(session, [event.fact for event in first.events])
    now = (*now, SEALED) if first.sealed else now
    if before != now and (same := set(before) & set(now)):  # what came of it either way needs no saying
        before, now = (tuple(one for one in told if one not in same) for told in (before, now))
    return before, now


def later_lines(
    session: Session[GameState], correction: Correction[Any], found: Sequence[Prospect] = ()
) -> list[LaterLine]:
    """Every later line, in the order in which they were given; `found` is told of the first of those that wait."""
    prospects, told = iter(found), list[LaterLine]()
    for judged in correction.later:
        start = judged.line.command
        then: Prospect = next(prospects, "") if judged.verdict == "waits" else ""
        came = came_of(session, _recorded(session, judged.line))
        said = came[0] if came else given(session, start)
        changes = judged.was is not None
        why = _what_changed(session, judged) if changes else _why(judged)
        told.append(LaterLine(start.n, start.who, said, "changes" if changes else judged.verdict, why, then))
    return told


def scores_after(session: Session[GameState], correction: Correction[Any]) -> list[ScoreAfter]:
    """The score of every side now, and where the correction leads, with what else of the score changes; nothing while that waits for an answer.

    That is who holds an objective, and what would be scored if it were counted now.
    """
    if correction.count("waits"):
        return []
    view = session.ruleset.view
    now, then = view.table(session.state, None), view.table(correction.state, None)
    told = [
        ScoreAfter(one.id, one.name, one.told, other.told)
        for one, other in zip(now.sides, then.sides, strict=True)
    ]
    names, was = {side.id: side.name for side in now.sides}, {mark.id: mark for mark in now.marks}
    for mark in then.marks:
        old = was.get(mark.id, mark)
        if mark.objective and mark.side != old.side:
            holders = (
                f"held by {the(names[one.side])}" if one.side else "held by nobody" for one in (old, mark)
            )
            told.append(ScoreAfter("", mark.name, *holders))
        elif not mark.objective and mark.side and mark.text != old.text:
            told.append(ScoreAfter(mark.side, names[mark.side], old.text, mark.text))
    return told


def units_after(session: Session[GameState], correction: Correction[Any]) -> list[UnitLoss]:
    """The units that would have more or less than they have now; nobody while that waits for an answer."""
    if correction.count("waits"):
        return []
    view = session.ruleset.view
    now, then = (
        {card.id: card for card in view.table(one, None).cards} for one in (session.state, correction.state)
    )
    pairs = ((now[id], card) for id, card in then.items() if id in now)
    return [
        UnitLoss(old, new)
        for old, new in pairs
        if old.value != new.value or (old.standing == "gone") != (new.standing == "gone")
    ]


def folded(later: Sequence[LaterLine]) -> list[list[LaterLine]]:
    """The later lines, with those beside each other that hold as one: they are told as a range."""
    ranges: list[list[LaterLine]] = []
    for one in later:
        holds = "holds" in (one.verdict, one.then)
        if holds and ranges and "holds" in (ranges[-1][0].verdict, ranges[-1][0].then):
            ranges[-1].append(one)
        else:
            ranges.append([one])
    return ranges


def counted(correction: Correction[Any], found: Sequence[Prospect] = ()) -> list[tuple[Counted, str]]:
    """What becomes of how many of the later lines, in words: `12 hold`, `1 is asked again`."""
    told = Counter(found)
    open_still = correction.count("waits") - sum(told[one] for one in ("holds", "depends", "falls away"))
    changed = sum(judged.was is not None for judged in correction.later)
    counts: tuple[tuple[Counted, int, str, str], ...] = (
        ("holds", correction.count("holds") - changed, "holds", "hold"),
        ("changes", changed, "comes out differently", "come out differently"),
        ("asked again", correction.count("asked again"), "is asked again", "are asked again"),
        ("falls away", correction.count("falls away"), "falls away", "fall away"),
        ("holds", told["holds"], "can be played whatever the answer", "can be played whatever the answer"),
        ("falls away", told["falls away"], "falls away whatever the answer", "fall away whatever the answer"),
        ("depends", told["depends"], "depends on the answer", "depend on the answer"),
        ("waits", open_still, "waits for the answer", "wait for the answer"),
    )
    return [
        (what, f"{number} {one if number == 1 else many}") for what, number, one, many in counts if number
    ]


def summary(correction: Correction[Any], found: Sequence[Prospect] = ()) -> str:
    """What the corrected line asks for now, and what becomes of the later ones: `14 later lines: 12 hold, 1 is asked again, 1 falls away`."""
    parts = ", ".join(words for _, words in counted(correction, found))
    lines, first = len(correction.later), correction.first
    asks = f"It asks for more: {_why(first).rstrip('?')}. " if first.verdict == "asked again" else ""
    return f"{asks}{count(lines, 'later line')}: {parts}" if lines else f"{asks}Nothing came after it"


def asked_on_the_way(correction: Correction[Any]) -> str:
    """What is asked on the way through what holds; "" where nothing is."""
    again = (one for one in (correction.first, *correction.later) if one.verdict == "asked again")
    return next((_why(one) for one in again), "")


def _what_changed(session: Session[GameState], judged: Judged) -> str:
    """What came of a line and no longer does, and what comes of it instead."""
    if judged.sealed:
        return SEALED
    names = session.names()
    was, now = judged.was or (), outcomes(event.fact for event in judged.events)
    for way in ("headline", "sentence", "arithmetic"):
        then, today = (
            [getattr(fact, way)(lambda one: names.get(one, one)) for fact in facts] for facts in (was, now)
        )
        if then != today:
            old = "; ".join(one for one in then if one and one not in today) or "nothing"
            new = "; ".join(one for one in today if one and one not in then) or "nothing"
            return f"{old} → {new}"
    return ""


def _why(judged: Judged) -> str:
    refusal, request = judged.refusal, judged.request
    if refusal is not None:
        return f"{refusal.rule}: {refusal.sentence}"
    if judged.error:
        return judged.error
    if judged.verdict != "asked again" or not (request or judged.sealed):
        return ""
    if request is None:
        return SEALED
    if isinstance(request, DiceRequest):
        return f"{request.title}: {request.dice} D{request.pool.sides}"
    return request.why


def _recorded(session: Session[GameState], line: RecordedCommand) -> list[Fact]:
    """What happened in a line as it was recorded, whatever of it is told anew."""
    entries = (session.timeline.entry(told.n) for told in (line.command, *line.answers))
    return [fact for entry in entries for fact in session.facts(entry)]
