"""The game in one line an action: what was done, what came of it, and all faces; what was taken back is only counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Faces, Roll, Total
from vedette.engine.facts import Fact, Moment, Noted, Rolled, Score, outcomes
from vedette.engine.figures import number
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import Entry
from vedette.view.correcting import given
from vedette.view.dice_text import faces_told as faces_of
from vedette.view.dice_text import outcome
from vedette.view.form_draft import aimed_at

REMARKS = 12
"""So many remarks in a row at most stand before the outcome that is looked for."""

TARGET = "→ "
"""Stands before the name of whoever something is done to."""

TIE = "Roll-off: a tie, both sides roll again"
"""What is told of a roll-off that nobody has won yet."""

LOUDNESS: tuple[Moment, ...] = ("lost", "hurt", "waits", "fail", "gain", "")
"""Moments from the loudest to the most quiet."""


class Result(Struct, frozen=True):
    """Something that happened in an action, in a few words, and what it means to the table.

    The first `subject` characters are the name of a unit or a side.
    """

    text: str
    moment: Moment = ""
    subject: int = 0


class ActionLine(Struct, frozen=True):
    """One command with its answers: the first result is what was done.

    `n` is its last entry, `who` the side, `facts` are all that happened; a `remark` is no outcome. `tales` are
    what the battle report tells of it besides losses and points. `undone` counts actions that were taken back here; then there is nothing else.
    """

    n: int
    who: str = ""
    results: tuple[Result, ...] = ()
    undone: int = 0
    remark: bool = False
    scores: tuple[Score, ...] = ()
    tales: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    names: Mapping[str, str] = {}

    @property
    def faces(self) -> str:
        """What was rolled."""
        return " · ".join(faces_of(fact.roll) for fact in self.facts if isinstance(fact, Rolled))

    @property
    def arithmetic(self) -> tuple[str, ...]:
        """How each of its numbers came about."""
        told = (fact.arithmetic(lambda one: self.names.get(one, one)) for fact in self.facts)
        return tuple(filter(None, told))

    @property
    def is_great(self) -> bool:
        """Whether somebody was lost: the loudest moment."""
        return any(result.moment == "lost" for result in self.results)

    @property
    def loudest(self) -> Result:
        """What the table should hear of it: the last of its loudest results."""
        loudest = min(reversed(self.results), key=lambda result: LOUDNESS.index(result.moment))
        return loudest if loudest.moment else self.results[0]

    @property
    def missed(self) -> str:
        """What a sum came to that failed, and what it needed: `3, needed 7`; "" where none decided the loudest result."""
        rolls = [fact.roll for fact in self.facts if isinstance(fact, Rolled)]
        if self.loudest.moment != "fail" or not rolls:
            return ""
        pool, total = rolls[-1].pool, rolls[-1].total
        if not isinstance(pool, Total) or pool.target is None or pool.succeeds(total):
            return ""
        return f"{number(total)}, needed {number(pool.target)}"

    @property
    def came(self) -> tuple[Result, ...]:
        """What came of it, the loudest first; who did it and the target are named by what was done, and not again."""
        ordered = sorted(self.results[1:], key=lambda result: LOUDNESS.index(result.moment))
        done = self.results[0].text.casefold() if self.results else ""
        told = map(self._unnamed, ordered)
        return tuple(one for one in told if not done.endswith(f": {one.text.casefold()}"))

    @property
    def cause(self) -> str:
        """What its loudest moment came of: by whom, where somebody was the target, what that cost, and what followed.

        What befell others beside whoever was lost or aimed at is left out: the log tells it.
        """
        loud, done = self.loudest, self.results[0]
        name, aimed = loud.text[: loud.subject], self._is_target(loud)
        others = [one for one in self.results if one is not loud and one is not (done if aimed else None)]
        if name and (aimed or loud.moment == "lost"):
            others = [
                one for one in others if one is done or one.text[: one.subject] == name or not one.subject
            ]
            others.sort(key=lambda one: 0 if one is done else self._place(one, name))
        more = " · ".join(self._unnamed(one).text for one in others)
        if not aimed or loud is done:
            return more
        by, _, at = done.text.partition(TARGET)
        who = by[: done.subject] or by.rstrip()
        return ": ".join(filter(None, [f"by {who}{at[loud.subject :]}", more]))

    @staticmethod
    def _place(one: Result, name: str) -> int:
        """Where it stands behind what was done: how it came about, what it cost, what followed."""
        return 1 if not one.subject and name in one.text else 2 if one.moment == "hurt" else 3

    def _unnamed(self, result: Result) -> Result:
        """What came of it without the name of the target; where nobody is aimed at, of whoever did it."""
        first, name = self.results[0], result.text[: result.subject]
        alone = result is not first and TARGET not in first.text
        named = alone and bool(name) and name == first.text[: first.subject]
        rest = result.text[result.subject :].lstrip(":, ")
        return Result(rest, result.moment) if named or self._is_target(result) else result

    def _is_target(self, result: Result) -> bool:
        """Whether it tells of whoever something was done to."""
        name = result.text[: result.subject]
        return bool(name) and self.results[0].text.partition(TARGET)[2].startswith(name)


def points_by_source(actions: Iterable[ActionLine]) -> dict[str, dict[str, int]]:
    """Victory points by what they were scored for, in the order of the game, and by side."""
    scored: dict[str, dict[str, int]] = {}
    for score in (score for action in actions for score in action.scores if score.points):
        sides = scored.setdefault(score.source, {})
        sides[score.side] = sides.get(score.side, 0) + score.points
    return scored


class Digest:
    """The actions of a session; each is told once."""

    def __init__(self, session: Session[GameState]) -> None:
        """Tell the actions of a session."""
        self._session = session
        self._told: dict[tuple[int, int, int], ActionLine | None] = {}
        self._last: dict[int | None, tuple[int, list[ActionLine]]] = {}
        self._taken_back: Collection[int] = ()
        self._seen = 0

    def last(self, most: int, upto: int | None = None) -> list[ActionLine]:
        """So many actions up to now, or up to an entry, in their order; those that only kept the books are left out."""
        self._follow()
        found, last = self._last.get(upto, (0, []))
        if found < most:
            last = self._found(most, upto)
            self._last[upto] = most, last
        return last[-most:]

    def _found(self, most: int, upto: int | None) -> list[ActionLine]:
        made: list[ActionLine] = []
        names, undone = self._session.names(), 0
        for command, *answers in self._groups(upto):
            if command.n in self._taken_back:
                undone += 1
                continue
            group = [command, *(answer for answer in answers if answer.n not in self._taken_back)]
            made += [ActionLine(group[-1].n, undone=undone)] if undone else []
            action, undone = self._action(group, names), 0
            made += [action] if action is not None else []
            if len(made) >= most:
                break
        made += [ActionLine(0, undone=undone)] if undone else []
        return made[:most][::-1]

    def outcome(self, upto: int | None = None) -> ActionLine | None:
        """The last action that brought anything about: it stays in view until the next one."""
        told = self.last(REMARKS, upto)
        return next((action for action in reversed(told) if action.results and not action.remark), None)

    def _follow(self) -> None:
        """What was told last stands until there is another entry; what is undone changes only where the head was moved."""
        timeline = self._session.timeline
        fresh = timeline.entries[self._seen :]
        self._seen += len(fresh)
        if fresh:
            self._last.clear()
        if any(not entry.is_place for entry in fresh):
            self._taken_back = timeline.undone()

    def _groups(self, upto: int | None) -> Iterator[Sequence[Entry]]:
        """Commands with their answers, from the last one on."""
        timeline = self._session.timeline
        answers: list[Entry] = []
        for n in range(len(timeline.entries) if upto is None else upto, 0, -1):
            entry = timeline.entry(n)
            if not entry.is_place:
                continue
            answers.append(entry)
            if entry.kind == "command":
                yield answers[::-1]
                answers = []

    def _action(self, group: Sequence[Entry], names: Mapping[str, str]) -> ActionLine | None:
        key = group[0].n, group[-1].n, len(group)
        if key not in self._told:
            self._told[key] = self._tell(group, names)
        return self._told[key]

    def _rolled(self, roll: Roll, command: Entry, names: Mapping[str, str]) -> str:
        """What a roll came to, of a command that has brought about nothing else yet."""
        if _is_tie(roll):
            return TIE
        came = outcome(roll)
        who = names.get(roll.side, "")
        rolled = roll.title if who in roll.title else f"{who}: {roll.title}"
        return f"{rolled}, {came}" if came else given(self._session, command)

    def _tell(self, group: Sequence[Entry], names: Mapping[str, str]) -> ActionLine | None:
        """A command in a line; None where nothing but the books was kept."""
        facts = tuple(fact for entry in group for fact in self._session.facts(entry))
        results = _aimed(
            tuple(_result(fact, names) for fact in outcomes(facts)), names.get(_target(group[0]), "")
        )
        rolls = [fact.roll for fact in facts if isinstance(fact, Rolled)]
        if not results and rolls:
            results = (Result(self._rolled(rolls[-1], group[0], names)),)
        if not results:
            return None
        scores = tuple(
            replace(fact.score, source=names.get(fact.score.source, fact.score.source))
            for fact in facts
            if fact.score
        )
        tales = tuple(filter(None, (fact.tale(lambda one: names.get(one, one)) for fact in facts)))
        remark = all(isinstance(fact, Noted) for fact in facts)
        return ActionLine(
            group[-1].n,
            group[0].who,
            results,
            remark=remark,
            scores=scores,
            tales=tales,
            facts=facts,
            names=names,
        )


def _is_tie(roll: Roll) -> bool:
    """Whether both sides rolled off, and nobody has won by it."""
    return isinstance(roll.pool, Faces) and not roll.side and len(set(roll.faces)) == 1


def _target(entry: Entry) -> str:
    return aimed_at(entry.input.words) if entry.kind == "command" else ""


def _aimed(results: tuple[Result, ...], target: str) -> tuple[Result, ...]:
    """With the target behind what was done, where that does not name it and what came of it does."""
    done, *others = results or (Result(""),)
    if not target or target in done.text or not any(one.text.startswith(target) for one in others):
        return results
    named = f"{done.text[: done.subject]} {TARGET}{target}"
    return replace(done, text=f"{done.text} {TARGET}{target}"), *(one for one in others if one.text != named)


def _result(fact: Fact, names: Mapping[str, str]) -> Result:
    text = fact.headline(lambda one: names.get(one, one))
    named = max(filter(text.startswith, names.values()), key=len, default="")
    return Result(text, fact.moment, len(named))
