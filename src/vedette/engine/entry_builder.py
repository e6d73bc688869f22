"""Makes the entries of a command and its answers; nothing is kept before all of them fit."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Generic, TypeVar

from vedette.engine.data import Table
from vedette.engine.dice import Dice, Die, Source, TypedTotal
from vedette.engine.driver import Execution
from vedette.engine.errors import CommandError
from vedette.engine.requests import Answer, AnswerSource, DiceRequest, Request
from vedette.engine.timeline import CommandEntry, Entry, RollEntry, Timeline, asked, made_entry
from vedette.engine.times import clock

S = TypeVar("S")

ANEW: Mapping[Source, Source] = {"typed": "corrected", "rolled": "rolled again"}
"""What faces are called that stand in place of others."""


def now() -> str:
    """The time of an entry: ISO 8601, seconds, UTC."""
    return clock().isoformat(timespec="seconds")


class EntryBuilder(Generic[S]):
    """The entries that a run adds behind the head of a timeline."""

    def __init__(self, timeline: Timeline, run: Execution[S], seed: int) -> None:
        """Add behind the head; the seed decides what the assistant's dice show."""
        self.entries: list[Entry] = []
        self._timeline = timeline
        self._run = run
        self._seed = seed
        self._rolls = timeline.rolls_at(timeline.head)

    def command(self, who: str, given: Table) -> None:
        """Note the command as far as its first ask."""
        self._add("command", who, given)

    def take(self, request: Request, answer: Answer) -> None:
        """Answer the run and note it; dice that stand in place of others are marked. Raises CommandError for a wrong answer."""
        before = self.recalled(request)
        if before is not None and not isinstance(answer, str | int):
            answer = before if dice_told(before) == dice_told(answer) else _corrected(answer)
        self.note(request, answer)

    def note(self, request: Request, answer: Answer) -> None:
        """Answer the run and note it as it is; raises CommandError for a wrong answer."""
        self._run.answer(answer)
        if isinstance(answer, str | int):
            self._add("choice", request.side, {"key": request.key, "choice": answer})
            return
        before = self.recalled(request)
        same = before is None or dice_told(before) == dice_told(answer)
        instead = {} if before is None or same else {"instead of": dice_told(before)}
        self._add("dice", request.side, {"key": request.key, **dice_written(answer)} | instead)
        self._rolls += 1

    def take_all(self, answers: AnswerSource) -> None:
        """Answer as long as the source has answers."""
        while (request := self._run.request) is not None:
            answer = answers.answer(request, lambda request=request: self.throw(request))  # type: ignore[misc]
            if answer is None:
                break
            self.take(request, answer)
        answers.finish()

    def recalled(self, request: Request | None) -> Dice | None:
        """What was told of the dice that the same question had before an undo."""
        before = self._before(request) if isinstance(request, DiceRequest) else []
        return before[-1].input.answer if before else None

    def throw(self, request: Request | None, *, afresh: bool = False) -> Dice:
        """The assistant's dice; after an undo what was told before, unless afresh.

        What falls depends on the seed and on how many pools were rolled before, not on who rolls for
        what: undoing and doing something else does not change the luck of the table.
        """
        assert isinstance(request, DiceRequest)
        before = self._before(request)
        if before and not afresh:
            return before[-1].input.answer
        luck = random.Random(f"{self._seed}/{self._rolls}/{len(before)}")
        faces = range(request.pool.lowest, request.pool.highest + 1)
        return tuple([Die(luck.choice(faces), "rolled") for _ in range(request.dice)])

    def _before(self, request: DiceRequest) -> list[RollEntry]:
        command = self.entries[0] if self.entries else None
        if not isinstance(command, CommandEntry):  # it was given in an earlier recording
            command = self._timeline.command_at(self._timeline.head)
        return self._timeline.asked_before(asked(command.input, self._rolls, request.key))

    def _add(self, kind: str, who: str, given: Table) -> None:
        """Note what was given and what followed; raises CommandError where no save could keep it."""
        made = self.entries
        n = len(self._timeline.entries) + len(made) + 1
        parent = made[-1].n if made else self._timeline.head
        events = [event.written() for event in self._run.take_events()]
        made.append(_entry(kind, who, given, n=n, parent=parent, events=events, waits=self._run.waits))


def bookmark_entry(timeline: Timeline, n: int, note: str, by: str) -> Entry:
    """The entry that puts a note to a line; raises CommandError where no save could keep it."""
    given = {"line": n, "note": note.strip()}
    return _entry("bookmark", by, given, n=len(timeline.entries) + 1, parent=timeline.head)


def _entry(kind: str, who: str, given: Table, **more: object) -> Entry:
    return kept_entry({"time": now(), "kind": kind, "who": who, "input": given, **more})


def kept_entry(held: Table) -> Entry:
    """The entry of what its line will hold; raises CommandError where no save could keep it."""
    try:
        return made_entry(held)
    except ValueError as error:
        raise CommandError(f"No save could keep this: {error}.") from error


def dice_told(dice: Dice) -> tuple[int, ...] | int:
    """The faces, or the total."""
    return dice.number if isinstance(dice, TypedTotal) else tuple(die.face for die in dice)


def _corrected(dice: Dice) -> Dice:
    if isinstance(dice, TypedTotal):
        return TypedTotal(dice.number, "corrected")
    return tuple(Die(die.face, ANEW.get(die.source, die.source)) for die in dice)


def dice_written(dice: Dice) -> Table:
    """What was told of dice, as an entry holds it."""
    if isinstance(dice, TypedTotal):
        return {"total": dice.number, "from": dice.source}
    return {"faces": tuple(die.face for die in dice), "from": tuple(die.source for die in dice)}
