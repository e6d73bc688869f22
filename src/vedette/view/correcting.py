"""What a correction would bring about, in words: what was and would be, and what becomes of every later line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from vedette.engine.corrections import Correction, Judged, Line, Verdict
from vedette.engine.facts import Fact, outcomes
from vedette.engine.record import record
from vedette.engine.requests import DiceRequest
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import Entry

ANSWERS = {"dice": "the dice", "choice": "the answer"}
"""What is said of an answer that has brought nothing about yet."""


@record
class LaterLine:
    """A later line: its number, the side that gave it, its words, what becomes of it, and why."""

    n: int
    who: str
    text: str
    verdict: Verdict
    why: str = ""


def given(session: Session[GameState], entry: Entry) -> str:
    """What was given, of an entry that has brought nothing about by itself: `Jax: throw a grenade`."""
    by, do = (entry.input.by, entry.input.do) if entry.kind == "command" else (entry.who, "")
    spec = session.ruleset.specs.get(do)
    what = spec.title.lower() if spec else ANSWERS.get(entry.kind, "")
    return f"{session.names().get(by, by)}: {what}"


def came_of(session: Session[GameState], facts: Iterable[Fact]) -> tuple[str, ...]:
    """What facts brought about, in a few words each, without the rolls."""
    names = session.names()
    return tuple(fact.headline(lambda one: names.get(one, one)) for fact in outcomes(facts))


def was_and_now(
    session: Session[GameState], correction: Correction[Any]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What came of the corrected line, and what would come of it now."""
    now = [event.fact for event in correction.first.events]
    return came_of(session, _recorded(session, correction.first.line)), came_of(session, now)


def later_lines(session: Session[GameState], correction: Correction[Any]) -> list[LaterLine]:
    """Every later line, in the order in which they were given."""
    return [_told(session, judged) for judged in correction.later]


def summary(correction: Correction[Any]) -> str:
    """What becomes of the later lines, counted: `14 later lines: 12 hold, 1 is asked again, 1 falls away`."""
    counted = (
        (correction.count("holds"), "holds", "hold"),
        (correction.count("asked again"), "is asked again", "are asked again"),
        (correction.count("falls away"), "falls away", "fall away"),
        (correction.count("waits"), "waits for the answer", "wait for the answer"),
    )
    parts = [f"{count} {one if count == 1 else several}" for count, one, several in counted if count]
    lines = len(correction.later)
    after = (
        f"{lines} later line{'s' if lines > 1 else ''}: {', '.join(parts)}"
        if lines
        else "Nothing came after it"
    )
    return f"{_asks(correction.first)}{after}"


def _asks(first: Judged) -> str:
    """What the corrected line itself asks for now."""
    return f"It asks for more: {_why(first)}. " if first.verdict == "asked again" else ""


def _told(session: Session[GameState], judged: Judged) -> LaterLine:
    start = judged.line.command
    then = came_of(session, _recorded(session, judged.line))
    return LaterLine(
        start.n, start.who, then[0] if then else given(session, start), judged.verdict, _why(judged)
    )


def _why(judged: Judged) -> str:
    refusal, request = judged.refusal, judged.request
    if refusal is not None:
        return f"{refusal.rule}: {refusal.sentence}"
    if judged.error:
        return judged.error
    if judged.verdict != "asked again" or request is None:
        return ""
    if isinstance(request, DiceRequest):
        return f"{request.title}: {request.dice} D{request.pool.sides}"
    return request.why


def _recorded(session: Session[GameState], line: Line) -> list[Fact]:
    """What happened in a line as it was recorded, whatever of it is told anew."""
    entries = (session.timeline.entry(told.n) for told in (line.command, *line.answers))
    return [fact for entry in entries for fact in session.facts(entry)]
