"""Where the head of a game has moved, and what that took back or would take back: in words, and counted for each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import groupby

from msgspec import Struct

from vedette.engine.facts import Rolled
from vedette.engine.grammar import agree, at_start, the
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.engine.timeline import CommandEntry, Entry, HeadEntry, RollEntry
from vedette.engine.undo_policy import TakingBack, taken_back
from vedette.kit.words import count
from vedette.view.action_log import came_of, given
from vedette.view.dice_text import roll_words

MOST = 8  # commands at most that are told one by one before they are taken back
RESULTS = 3  # so many results of one of them, and how many more there are

MOVES = {"undo": ("undoes", "undo"), "redo": ("redoes", "redo"), "goto": ("goes", "go")}


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
    told: dict[str, Undone] = {}
    for entry in timeline.entries:
        if not isinstance(entry, HeadEntry):
            continue
        taking = taken_back(session.undo_rule_at, timeline, sides, entry)
        if taking.entries:
            before, own = told.get(taking.by, Undone()), taking.decisions[taking.by]
            told[taking.by] = Undone(
                before.times + 1,
                before.corrected + bool(entry.input.corrects),
                before.own + own,
                before.others + taking.decisions.total() - own,
                before.rolls + taking.rolls,
                Counter(before.agreed) + Counter(entry.input.agreed),
            )
    return told


def undone_lines(undone: Mapping[str, Undone], names: Mapping[str, str]) -> list[str]:
    """A sentence for each side: `The Wardens took something back twice: 2 own decisions, 1 decision of others, 4 rolls; agreed by Keelborn: 2.`."""
    told = []
    for side, one in undone.items():
        kinds = [count(one.own, "own decision")] if one.own else []
        kinds += [f"{count(one.others, 'decision')} of others"] if one.others else []
        kinds += [count(one.rolls, "roll")] if one.rolls else []
        parts = [", ".join(kinds)]
        parts += [f"{count(one.corrected, 'correction')} among them"] if one.corrected else []
        parts += [f"agreed by {the(names.get(side, side))}: {times}" for side, times in one.agreed.items()]
        times = {1: "once", 2: "twice"}.get(one.times, f"{one.times} times")
        who = at_start(names.get(side, side)) or "The table"
        told.append(f"{who} took something back {times}: {'; '.join(parts)}.")
    return told


def what_goes(session: Session[GameState], taking: TakingBack) -> list[str]:
    """What would be taken back in a few words for each command, the latest first; of one that stays, its answers.

    The last ones are counted, where there are many.
    """
    told: list[str] = []
    grouped = groupby(taking.entries, key=lambda entry: session.timeline.command_at(entry.n).n)
    groups = [list(entries)[::-1] for _, entries in grouped]
    for entries in groups[:MOST]:
        came = came_of(session, (fact for entry in entries for fact in session.facts(entry)))
        if came:
            more = [f"{len(came) - RESULTS} more"] if len(came) > RESULTS + 1 else []
            told.append(" · ".join([*(came[:RESULTS] if more else came), *more]))
        else:
            first = entries[:1] if isinstance(entries[0], CommandEntry) else entries
            told.append(", ".join(given(session, entry) for entry in first))
    return [*told, *([f"… and {len(groups) - MOST} more"] if len(groups) > MOST else [])]


def about_going(session: Session[GameState], n: int) -> str:
    """A sentence: what going to an entry would take back, or do again."""
    before = {entry.n for entry in session.timeline.path()}
    after = {entry.n for entry in session.timeline.path(n)}

    def counted(lines: Collection[int]) -> str:
        rolls = sum(isinstance(session.timeline.entry(n), RollEntry) for n in lines)
        kinds = ((len(lines) - rolls, "decision"), (rolls, "roll"))
        said = " and ".join(count(number, one) for number, one in kinds if number)
        return f"{said} {'is' if len(lines) == 1 else 'are'}"

    parts = [f"{counted(lost)} undone"] if (lost := before - after) else []
    parts += [f"{counted(again)} done again"] if (again := after - before) else []
    return f"{' and '.join(parts).capitalize() or 'Nothing changes'}."


def moved_words(session: Session[GameState], entry: HeadEntry) -> str:
    """Who moved the head, and what that took back or did again."""
    names, move = session.names(), entry.input
    who = names.get(entry.who, entry.who) or "The table"
    verb = agree(who, *(("corrects", "correct") if move.corrects else MOVES[entry.kind]))
    agreed = joined([the(names.get(side, side)) for side in move.agreed])
    if move.corrects:
        what = f" line {move.corrects}"
    elif entry.kind == "goto":
        what = f" to line {move.to}"
    else:
        ends = (move.to, entry.parent) if entry.kind == "undo" else (entry.parent, move.to)
        what = f": {_first_words(session, who, *ends)}"
        if not agreed:
            return f"{at_start(who)} {verb}{what}"
    return f"{at_start(who)} {verb}{what.removesuffix('.')}.{f' Agreed by {agreed}.' if agreed else ''}"


def _first_words(session: Session[GameState], who: str, before: int, n: int) -> str:
    """The first telling sentence of what came right after an entry, on the way to entry `n`, told of `who`."""
    while n and session.timeline.entry(n).parent != before:
        n = session.timeline.entry(n).parent
    if not n:
        return "nothing"
    entry, names = session.timeline.entry(n), session.names()
    telling = next((fact for fact in session.facts(entry) if not fact.aside), None)
    if telling is None:
        return given(session, entry).removeprefix(f"{who}: ")
    if isinstance(telling, Rolled):
        return roll_words(telling.roll)
    return telling.sentence(lambda one: names.get(one, one))


def overruled(entry: Entry) -> str:
    """The rules that a command set aside, and why; "" for none."""
    if entry.kind != "command" or entry.input.override is None:
        return ""
    return f"Overruled {', '.join(entry.input.overridden) or 'nothing'}: {entry.input.override}"
