"""The short log: a command in one line, with what came of it and its faces; what was taken back is only counted."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Faces, Roll, Sum, Total
from vedette.engine.facts import LOSSES, Fact, Moment, Noted, Rolled, outcomes
from vedette.engine.figures import number
from vedette.engine.played import PlayedCommand
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.engine.timeline import CommandEntry, Entry
from vedette.kit.words import count
from vedette.view.dice_text import faces_told, outcome
from vedette.view.form_draft import aimed_at
from vedette.view.vocabulary import StoryWords

MOST_NAMED = 3  # units of whom the same is told are counted from here on
REMARKS = 12  # so many remarks in a row at most stand before the outcome that is looked for

ANSWERS = {"dice": "the dice", "choice": "the answer"}
"""What is said of an answer that has brought nothing about yet."""

TARGET = "→ "  # stands before the name of whoever something is done to
TIE = "Roll-off: a tie, both sides roll again"  # what is told of a roll-off that nobody has won yet

CAUSES = 2  # so many things that led to the loudest moment are named beside it

LOUDNESS: tuple[Moment, ...] = ("lost", "down", "hurt", "waits", "fail", "gain", "")
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

    `n` is its last entry, `who` the side, `faces` what was rolled, `arithmetic` how each number came about; of it `sums` are about
    what it cost, and not about a roll, each in full and short; a `remark` is no outcome. `missed`: what a sum came to that failed, and what it needed, where that decided the loudest result: `3, needed 7`.
    `undone` counts actions that were taken back here; then there is nothing else.
    """

    n: int
    who: str = ""
    results: tuple[Result, ...] = ()
    undone: int = 0
    remark: bool = False
    faces: str = ""
    arithmetic: tuple[str, ...] = ()
    sums: tuple[tuple[str, str], ...] = ()
    missed: str = ""

    @property
    def is_great(self) -> bool:
        """Whether somebody was lost: the loudest moment."""
        return any(result.moment in LOSSES for result in self.results)

    @property
    def loudest(self) -> Result:
        """What the table should hear of it: the last of its loudest results; of equal blows what the target took."""
        aimed = [self._is_target(result) and result.moment == "hurt" for result in self.results]
        loudest, _ = min(
            zip(reversed(self.results), reversed(aimed), strict=True),
            key=lambda pair: (LOUDNESS.index(pair[0].moment), not pair[1]),
        )
        return loudest if loudest.moment else self.results[0]

    @property
    def came(self) -> tuple[Result, ...]:
        """What came of it, the loudest first; who did it and the target are named by what was done, and not again."""
        ordered = sorted(self.results[1:], key=lambda result: LOUDNESS.index(result.moment))
        done = self.results[0].text.casefold() if self.results else ""
        told = map(self.unnamed, ordered)
        return tuple(one for one in told if not done.endswith(f": {one.text.casefold()}"))

    @property
    def cause(self) -> str:
        """What its loudest moment came of, in one reason: by whom, and what that cost or how it came about.

        What followed, and what befell others, is left out: the log tells it.
        """
        loud, done = self.loudest, self.results[0]
        name, aimed = loud.text[: loud.subject], self._is_target(loud)
        others = [one for one in self.results if one not in (loud, done)]
        if not name:
            kept = [] if loud is done else [done]
            return " · ".join(self.unnamed(one).text for one in (*kept, *others))
        own = [one for one in others if one.text[: one.subject] in ("", name)]
        how = [one for one in own if not one.subject and name in one.text]
        costs = [one for one in own if one.moment == "hurt" and one not in how]
        reason = " · ".join(one.text[one.subject :].lstrip(":, ") for one in (how + costs)[:CAUSES])
        by, arrow, at = done.text.partition(TARGET)
        if loud is done:
            follows = [one for one in own if aimed or not arrow or not one.subject]
            return reason or " · ".join(self.unnamed(one).text for one in follows[:1])
        if aimed:
            return ": ".join(
                filter(None, [f"by {by[: done.subject] or by.rstrip()}{at[loud.subject :]}", reason])
            )
        if arrow and done.text[: done.subject] == name:  # the one who acted is the one who lost
            return f"{reason} from {at}" if reason else f"from {at}"
        if done.text[: done.subject] == name:  # it befell nobody else, as fire and wounds do
            return " · ".join(filter(None, [done.text[done.subject :].lstrip(":, "), reason]))
        rest = [one for one in (done, *others) if one.moment != loud.moment]
        return reason or min(rest, key=lambda one: LOUDNESS.index(one.moment)).text if rest else reason

    def unnamed(self, result: Result) -> Result:
        """What came of it without the name of the target; where nobody is aimed at, of whoever did it."""
        first, name = self.results[0], result.text[: result.subject]
        of_actor = result is not first and TARGET not in first.text and name == first.text[: first.subject]
        if name and not (of_actor or self._is_target(result)):
            return result
        told = result.text[result.subject :].lstrip(":, ") if name else result.text
        _, arrow, target = first.text.partition(TARGET)
        return Result(
            told.removesuffix(f" {target}") if arrow and result is not first else told, result.moment
        )

    def _is_target(self, result: Result) -> bool:
        name = result.text[: result.subject]
        return bool(name) and self.results[0].text.partition(TARGET)[2].startswith(name)


class ActionLog:
    """The lines of a session; each is told once."""

    def __init__(self, session: Session[GameState]) -> None:
        self.session = session
        self._lines: dict[int, ActionLine | None] = {}
        self._commands: list[int] = []
        self._seen = 0

    def last(self, most: int, upto: int | None = None) -> list[ActionLine]:
        """So many lines up to now, or up to an entry, in their order; commands that only kept the books are left out."""
        timeline = self.session.timeline
        undone, entries = timeline.undone(), timeline.entries
        self._commands += [entry.n for entry in entries[self._seen :] if isinstance(entry, CommandEntry)]
        self._seen = len(entries)
        n = end = len(entries) if upto is None else upto
        while n and (n in undone or not timeline.entry(n).is_place):
            n -= 1
        lines: list[ActionLine] = []
        played, later = self.session.played.at(n), bisect_right(self._commands, end)
        while later and len(lines) < most:
            place = bisect_left(self._commands, played.command.n) if played else -1
            if later - place > 1:
                lines.append(ActionLine(played.n if played else 0, undone=later - place - 1))
            if played is None:
                break
            line = self.line(played)
            lines += [line] if line else []
            later, played = place, played.before
        return lines[:most][::-1]

    def outcome(self, upto: int | None = None) -> ActionLine | None:
        """The last line that brought anything about: it stays in view until the next one."""
        told = reversed(self.last(REMARKS, upto))
        return next((line for line in told if line.results and not line.remark), None)

    def line(self, played: PlayedCommand) -> ActionLine | None:
        """The line of a command; None where nothing but the books was kept."""
        if played.n not in self._lines:
            self._lines[played.n] = self._tell(played)
        return self._lines[played.n]

    def _tell(self, played: PlayedCommand) -> ActionLine | None:
        names, rolls = self.session.names(), played.rolls

        def name(id: str) -> str:
            return names.get(id, id)

        results = _results(played.facts, names)
        # what the one who acts did stands first, also where somebody else answered before it
        own = f"{name(str(played.words.get('by', '')))} {TARGET}"
        results.sort(key=lambda one: not one.text.startswith(own))
        if results:
            results = _aimed(results, names.get(aimed_at(played.words), ""))
        elif rolls:
            words = self.session.ruleset.view.story
            said = _rolled(rolls[-1], name(rolls[-1].side), words) or given(self.session, played.command)
            results = [Result(said)]
        else:
            return None
        line = ActionLine(
            played.n,
            played.command.who,
            tuple(results),
            remark=all(isinstance(fact, Noted) for fact in played.facts),
            faces=" · ".join(map(faces_told, rolls)),
            arithmetic=tuple(filter(None, (fact.arithmetic(name) for fact in played.facts))),
            sums=tuple(
                (said, fact.short_arithmetic(name))
                for fact in played.facts
                if not isinstance(fact, Rolled) and (said := fact.arithmetic(name))
            ),
        )
        if rolls and line.loudest.moment in ("", "fail"):
            pool, total = rolls[-1].pool, rolls[-1].total
            if isinstance(pool, Total) and pool.target is not None and not pool.succeeds(total):
                line = replace(line, missed=f"{number(total)}, needed {number(pool.target)}")
            elif isinstance(pool, Sum) and pool.best and not (pool.compared or pool.succeeds(total)):
                line = replace(line, missed=f"{number(total)}, needed {pool.best} or less")
        return line


def _rolled(roll: Roll, who: str, words: StoryWords) -> str:
    """What a roll came to, of a command that has brought about nothing else yet; "" where it is only looked at."""
    if isinstance(roll.pool, Faces) and not roll.side and len(set(roll.faces)) == 1:
        return TIE
    came = outcome(roll, words)
    return f"{roll.title if who in roll.title else f'{who}: {roll.title}'}, {came}" if came else ""


def _aimed(results: list[Result], target: str) -> list[Result]:
    """With the target behind what was done, where that does not name it and what came of it does."""
    done, *others = results
    if not target or target in done.text or not any(one.text.startswith(target) for one in others):
        return results
    same = f"{done.text[: done.subject]} {TARGET}{target}", f"{target}{done.text[done.subject :]}"
    aimed = replace(done, text=f"{done.text} {TARGET}{target}")
    return [aimed, *(one for one in others if one.text not in same)]


def given(session: Session[GameState], entry: Entry) -> str:
    """What was given, of an entry that has brought nothing about by itself: `Jax: throw a grenade`."""
    by, do = (entry.input.by, entry.input.do) if entry.kind == "command" else (entry.who, "")
    spec = session.ruleset.specs.get(do)
    what = spec.title.lower() if spec else ANSWERS.get(entry.kind, "")
    return f"{session.names().get(by, by)}: {what}"


def _results(facts: Iterable[Fact], names: Mapping[str, str]) -> list[Result]:
    made = []
    for fact in outcomes(facts):
        text = fact.headline(lambda one: names.get(one, one))
        subject = max(filter(text.startswith, names.values()), key=len, default="")
        made.append(Result(text, fact.moment, len(subject)))
    return made if any(TARGET in one.text for one in made) else _together(made)


def _together(results: Iterable[Result]) -> list[Result]:
    """Those of whom the same is told, one behind the other, in one result: `The Corks and First Relief: 1 stress`."""
    made = []
    for (said, moment), same in groupby(results, key=lambda one: (one.text[one.subject :], one.moment)):
        alike = list(same)
        if len(alike) > 1 and said.startswith(":"):
            names = [one.text[: one.subject] for one in alike]
            who = joined(names) if len(names) <= MOST_NAMED else count(len(names), "unit")
            alike = [Result(f"{who}{said}", moment)]
        made += alike
    return made


def came_of(session: Session[GameState], facts: Iterable[Fact]) -> tuple[str, ...]:
    """What facts brought about, in a few words each, without the rolls; the target is named once."""
    line = ActionLine(0, results=tuple(_results(facts, session.names())))
    return tuple(line.unnamed(result).text for result in line.results)
