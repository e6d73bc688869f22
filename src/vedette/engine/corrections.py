"""Corrections: what was told wrongly is told anew, and every later line that still holds is played again behind it.

A line is a command with its answers. It *holds* where the rules still allow it and every question is the same: then it
keeps its words and its faces. It is *asked again* where a question has changed, and *falls away* where a rule forbids it.
What comes after a question that is still open cannot be known: it *waits*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, Literal

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.again import against, carried_out, understood
from vedette.engine.checks import Refusal
from vedette.engine.data import Row
from vedette.engine.dice import Dice, Die, TypedTotal
from vedette.engine.driver import Execution
from vedette.engine.entry_builder import EntryBuilder, bookmark_entry, dice_told, dice_written, kept_entry
from vedette.engine.errors import CommandError
from vedette.engine.facts import Event, Fact, outcomes, read_fact
from vedette.engine.hidden_information import digests
from vedette.engine.plain import to_plain
from vedette.engine.requests import Answer, Request
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import S
from vedette.engine.timeline import (
    AnswerEntry,
    ChoiceEntry,
    CommandEntry,
    Entry,
    GivenFaces,
    HeadEntry,
    RollEntry,
    Timeline,
)

Verdict = Literal["holds", "asked again", "falls away", "waits"]
Now = Row | Dice | str | int
"""What should have been told: words of a command that change, dice, or a choice."""


class RecordedCommand(Struct, frozen=True):
    """A recorded command with its answers; while it is replayed, with those that are left."""

    command: CommandEntry
    answers: tuple[AnswerEntry, ...] = ()


class Judged(Struct, frozen=True):
    """The fate of a line: it holds, is asked again (`request`), or falls away (`refusal` by a rule, or `error`).

    `was` is what came of it before, where that differs. With `sealed` the events end where a box would be opened that
    is shut until the correction is made.
    """

    line: RecordedCommand
    verdict: Verdict
    refusal: Refusal | None = None
    error: str = ""
    request: Request | None = None
    events: tuple[Event, ...] = ()
    sealed: bool = False
    was: tuple[Fact, ...] | None = None


class Correction(Struct, Generic[S], frozen=True):
    """A planned correction: the new entry, the fate of its line and of every later one, and the resulting state.

    `was` is what came of its line as it was recorded, under today's rules. `before_question` is the state before the line that asks again, or else where all of it leads.
    """

    entry: Entry
    first: Judged
    later: tuple[Judged, ...]
    state: S
    before_question: S
    was: tuple[Event, ...] = ()

    @property
    def refusal(self) -> Refusal | None:
        return self.first.refusal

    @property
    def lines(self) -> list[RecordedCommand]:
        """The corrected line and all that came after it."""
        return [self.first.line, *(judged.line for judged in self.later)]

    def count(self, verdict: Verdict) -> int:
        """Number of later lines with this verdict."""
        return sum(judged.verdict == verdict for judged in self.later)


def lines_of(entries: Iterable[Entry]) -> list[RecordedCommand]:
    """Group entries, of which the first is a command, into commands with their answers."""
    lines: list[RecordedCommand] = []
    for entry in entries:
        if isinstance(entry, CommandEntry):
            lines.append(RecordedCommand(entry))
        elif isinstance(entry, AnswerEntry):
            lines[-1] = replace(lines[-1], answers=(*lines[-1].answers, entry))
    return lines


def lines_from(timeline: Timeline, n: int, head: int) -> list[RecordedCommand]:
    """The line of an entry, and those that came after it on the way to a place."""
    first = timeline.command_at(n).n
    path = timeline.path(head)
    return lines_of(path[next(at for at, entry in enumerate(path) if entry.n == first) :])


def correction(
    ruleset: Ruleset[S], timeline: Timeline, state_at: Callable[[int], S], n: int, now: Now
) -> Correction[S]:
    """Work out a correction without making it. Raises CommandError if it makes no sense."""
    if not any(entry.n == n for entry in timeline.path()):
        raise CommandError(f"There is no entry {n} on the way to where the game stands.")
    entry = amended(timeline.entry(n), now)
    first, *later = lines_from(timeline, n, timeline.head)
    state = state_at(first.command.parent)
    was = () if _falls_away(ruleset, state, first) else tuple(_run(ruleset, state, first).play.events)
    if isinstance(entry, CommandEntry):
        first = replace(first, command=entry)
    else:
        first = replace(first, answers=tuple(entry if one.n == n else one for one in first.answers))
    asked = question(ruleset, state, first, n)
    if asked is not None and isinstance(entry, RollEntry | ChoiceEntry):
        asked.check(entry.input.answer)
    still_open = (later[-1] if later else first) if timeline.waits else None
    before = state
    judged, state = _judged(ruleset, state, first, waited=first is still_open)
    done = [judged]
    for line in later:
        if done[-1].verdict in ("asked again", "waits"):
            done.append(Judged(line, "waits"))
            continue
        before = state
        judged, state = judged_from(ruleset, state, line, waited=line is still_open)
        done.append(_compared(ruleset, state_at, judged) if judged.verdict == "holds" else judged)
    shut = cache(lambda: frozenset(digests(to_plain(state_at(timeline.head)))))
    told, *others = (_kept_sealed(one, shut) for one in done)
    return Correction(entry, told, tuple(others), state, before, was)


def amended(entry: Entry, now: Now) -> Entry:
    """Return the corrected entry. Raises CommandError if it could not have been given like that."""
    if isinstance(entry, CommandEntry):
        if not isinstance(now, Mapping):
            raise CommandError(f"Entry {entry.n} is a command: it is corrected with key=value.")
        if "do" in now:
            raise CommandError("Another command is not a correction: go back to there and give it.")
        given = {**entry.given, **now}
    elif isinstance(entry, ChoiceEntry) and isinstance(now, (str, int)):
        given = {"key": entry.input.key, "choice": now}
    elif isinstance(entry, RollEntry) and isinstance(now, (tuple, TypedTotal)):
        given = {"key": entry.input.key, **dice_written(_corrected(entry, now))}
    else:
        wanted = "a choice" if isinstance(entry, ChoiceEntry) else "dice"
        raise CommandError(f"Entry {entry.n} is corrected with {wanted}.")
    made = kept_entry({**entry.plain(), "input": given})
    if _said(made) == _said(entry):
        raise CommandError("That is what was told then: nothing changes.")
    return made


def _said(entry: Entry) -> Any:
    """What was told, regardless of where it came from."""
    return dice_told(entry.input.answer) if isinstance(entry, RollEntry) else entry.given


def _corrected(entry: RollEntry, dice: Dice) -> Dice:
    """The corrected dice; those with an unchanged face keep their source."""
    if isinstance(dice, TypedTotal):
        return TypedTotal(dice.number, "corrected")
    before = entry.input.answer if isinstance(entry.input, GivenFaces) else ()
    if before and len(before) != len(dice):
        many = "1 die was" if len(before) == 1 else f"{len(before)} dice were"
        raise CommandError(f"{many} rolled there, not {len(dice)}.")
    return tuple(
        old if old is not None and old.face == die.face else Die(die.face, "corrected")
        for old, die in zip(before or (None,) * len(dice), dice, strict=True)
    )


def repeated(
    run: Execution[S], answers: Sequence[AnswerEntry], give: Callable[[Request, Answer], None]
) -> tuple[AnswerEntry, ...]:
    """Feed recorded answers to a run while its requests match, and return the unused ones.

    Answers to questions that nobody asks any more are skipped.
    """
    left = tuple(answers)
    while (request := run.request) is not None:
        at = next((at for at, entry in enumerate(left) if _fits(request, entry)), None)
        if at is None:
            break
        give(request, left[at].input.answer)
        left = left[at + 1 :]
    return left


def _fits(request: Request, entry: AnswerEntry) -> bool:
    if request.key != entry.input.key:
        return False
    try:
        request.check(entry.input.answer)
    except CommandError:
        return False
    return True


def played_again(
    ruleset: Ruleset[S], timeline: Timeline, state: S, lines: Sequence[RecordedCommand], seed: int
) -> tuple[Execution[S] | None, list[Entry], list[RecordedCommand]]:
    """Play lines behind the head of a timeline, with their bookmarks, until a question is open or all are done.

    Returns the last run, the entries, and what is left: of the open line its answers, and the lines after it.
    """
    run: Execution[S] | None = None
    entries: list[Entry] = []
    for at, line in enumerate(lines):
        if _falls_away(ruleset, state, line):
            continue
        run = begun(ruleset, state, line)
        recording = EntryBuilder(timeline, run, seed)
        recording.command(ruleset.side_of(state, line.command.input.by), line.command.given)
        left = repeated(run, line.answers, recording.note)
        for entry in recording.entries:
            timeline.add(entry)
        entries += recording.entries
        for place, old in enumerate((line.command, *line.answers)):
            if old.n in timeline.bookmarks:
                now = recording.entries[min(place, len(recording.entries) - 1)].n
                entries.append(bookmark_entry(timeline, now, timeline.bookmarks[old.n], ""))
                timeline.add(entries[-1])
        if run.request:
            return run, entries, [replace(line, answers=left), *lines[at + 1 :]]
        state = run.play.state
    return run, entries, []


def left_to_do(
    ruleset: Ruleset[S], timeline: Timeline, state_at: Callable[[int], S]
) -> list[RecordedCommand]:
    """The commands that a correction stopped at the open request has yet to replay."""
    move = next((entry for entry in reversed(timeline.entries) if isinstance(entry, HeadEntry)), None)
    if move is None or not move.input.corrects:
        return []
    line, *left = lines_from(timeline, move.input.corrects, move.parent)
    done, *others = lines_of(timeline.entries[move.n :])
    for done in others:
        state = state_at(done.command.parent)
        while left and left[0].command.given != done.command.given and _falls_away(ruleset, state, left[0]):
            left.pop(0)
        if not left or left[0].command.given != done.command.given:
            return []
        line = left.pop(0)
    answers = line.answers
    for answer in done.answers:  # their questions have been met again
        at = next((at for at, entry in enumerate(answers) if entry.input.key == answer.input.key), -1)
        answers = answers[at + 1 :]
    return [replace(line, answers=answers), *left]


def question(ruleset: Ruleset[S], state: S, line: RecordedCommand, n: int) -> Request | None:
    """The request that entry `n` answers; None if it is the command, or if today's rules do not ask."""
    at = next((at for at, entry in enumerate(line.answers) if entry.n == n), None)
    if at is None or _falls_away(ruleset, state, line):
        return None
    return _run(ruleset, state, replace(line, answers=line.answers[:at])).request


def judged_from(
    ruleset: Ruleset[S], state: S, line: RecordedCommand, *, waited: bool = False
) -> tuple[Judged, S]:
    """The fate of a later line and the state after it; one that makes no sense any more falls away."""
    try:
        return _judged(ruleset, state, line, waited=waited)
    except CommandError as error:
        return Judged(line, "falls away", error=str(error)), state


def _judged(ruleset: Ruleset[S], state: S, line: RecordedCommand, *, waited: bool) -> tuple[Judged, S]:
    """The same of any line, whose last question may be open if it `waited` then; raises CommandError for nonsense."""
    refusal = next(iter(against(ruleset, state, line.command)), None)
    if refusal is not None:
        return Judged(line, "falls away", refusal=refusal), state
    run = _run(ruleset, state, line)
    verdict: Verdict = "asked again" if run.request and not waited else "holds"
    return Judged(line, verdict, request=run.request, events=tuple(run.play.events)), run.play.state


def _compared(ruleset: Ruleset[S], state_at: Callable[[int], S], judged: Judged) -> Judged:
    """Add what came of the line before, if it differs both from the record and under today's rules."""
    line, now = judged.line, outcomes(event.fact for event in judged.events)
    entries: tuple[Entry, ...] = (line.command, *line.answers)
    facts = (read_fact(ruleset.facts, one.tag, one.values) for entry in entries for one in entry.events)
    if (recorded := outcomes(facts)) == now:
        return judged
    state = state_at(line.command.parent)
    if not _falls_away(ruleset, state, line):
        recorded = outcomes(event.fact for event in _run(ruleset, state, line).play.events)
    return judged if recorded == now else replace(judged, was=tuple(recorded))


def _kept_sealed(judged: Judged, shut: Callable[[], frozenset[str]]) -> Judged:
    """The same up to where it opens a box that is shut where the game stands; `shut` tells their digests."""
    for at, event in enumerate(judged.events):
        old, new = (set(digests([change[i] for change in event.changes])) for i in (1, 2))
        if old - new and (old - new) & shut():
            return replace(judged, events=judged.events[:at], request=None, sealed=True)
    return judged


def _falls_away(ruleset: Ruleset[S], state: S, line: RecordedCommand) -> bool:
    """True if a line makes no sense any more, or a rule forbids it that its players did not overrule."""
    try:
        return bool(against(ruleset, state, line.command))
    except CommandError:
        return True


def begun(ruleset: Ruleset[S], state: S, line: RecordedCommand) -> Execution[S]:
    """Run the command of a line up to its first request."""
    return carried_out(ruleset, state, understood(ruleset, state, line.command.input.words))


def _run(ruleset: Ruleset[S], state: S, line: RecordedCommand) -> Execution[S]:
    run = begun(ruleset, state, line)
    repeated(run, line.answers, lambda request, answer: run.answer(answer))
    run.close()
    return run
