"""What an undo takes back, before it is made and afterwards: line by line, and counted for each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from vedette.engine.grammar import at_start, the
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import CommandEntry, HeadEntry
from vedette.engine.undo_policy import TakingBack, taken_back
from vedette.view.action_log import came_of, given

MOST = 8
"""Commands at most that are told one by one before they are taken back."""


class Undone(Struct, frozen=True):
    """What a side took back in a game: how often, how many decisions of whom and rolls, and who agreed how often.

    `own` are its own decisions and `others` those of other sides or of both. `corrected` counts corrections among `times`.
    """

    times: int = 0
    corrected: int = 0
    own: int = 0
    others: int = 0
    rolls: int = 0
    agreed: Mapping[str, int] = {}


def undone_by(session: Session[GameState]) -> dict[str, Undone]:
    """What each side has taken back, corrections among it; where nobody said who, it is who had decided it."""
    timeline, sides = session.timeline, session.state.sides
    moves = [entry for entry in timeline.entries if isinstance(entry, HeadEntry)]
    taken = [(entry, taken_back(session.undo_rule_at, timeline, sides, entry)) for entry in moves]
    told: dict[str, Undone] = {}
    for entry, one in taken:
        if one.entries:
            told[one.by] = _added(told.get(one.by, Undone()), entry, one)
    return told


def _added(before: Undone, entry: HeadEntry, one: TakingBack) -> Undone:
    own = one.decisions[one.by]
    return Undone(
        before.times + 1,
        before.corrected + bool(entry.input.corrects),
        before.own + own,
        before.others + one.decisions.total() - own,
        before.rolls + one.rolls,
        Counter(before.agreed) + Counter(entry.input.agreed),
    )


def undone_words(undone: Undone, names: Mapping[str, str]) -> str:
    """The same in a few words: `twice: 2 own decisions, 1 decision of others, 4 rolls; agreed by the Wardens: 2`."""
    kinds = (
        (undone.own, "own decision", ""),
        (undone.others, "decision", " of others"),
        (undone.rolls, "roll", ""),
    )
    counted = ", ".join(f"{_counted(count, what)}{whose}" for count, what, whose in kinds if count)
    corrected = [f"{_counted(undone.corrected, 'correction')} among them"] if undone.corrected else []
    agreed = [f"agreed by {the(names.get(side, side))}: {count}" for side, count in undone.agreed.items()]
    times = {1: "once", 2: "twice"}.get(undone.times, f"{undone.times} times")
    return f"{times}: {'; '.join((counted, *corrected, *agreed))}"


def undone_lines(undone: Mapping[str, Undone], names: Mapping[str, str]) -> list[str]:
    """What each side has taken back, in a sentence."""
    return [
        f"{at_start(names.get(side, side)) or 'The table'} took something back {undone_words(one, names)}."
        for side, one in undone.items()
    ]


def what_goes(session: Session[GameState], taking: TakingBack) -> list[str]:
    """What would be taken back in a few words for each command, the latest first; of one that stays, its answers.

    The last ones are counted, where there are many.
    """
    timeline = session.timeline
    grouped = groupby(taking.entries, key=lambda entry: timeline.command_at(entry.n).n)
    groups = [[entry.n for entry in entries][::-1] for _, entries in grouped]
    more = [f"… and {len(groups) - MOST} more"] if len(groups) > MOST else []
    return [*(_line(session, numbers) for numbers in groups[:MOST]), *more]


def _line(session: Session[GameState], numbers: Sequence[int]) -> str:
    entries = [session.timeline.entry(n) for n in numbers]
    came = came_of(session, (fact for entry in entries for fact in session.facts(entry)))
    if came:
        return " · ".join(came)
    told = entries[:1] if isinstance(entries[0], CommandEntry) else entries
    return ", ".join(given(session, entry) for entry in told)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
