"""Where the head of a game has moved, and where it would go, in words."""

from __future__ import annotations

from collections.abc import Collection

from vedette.engine.facts import Rolled
from vedette.engine.grammar import agree, at_start, the
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import joined
from vedette.engine.timeline import Entry, HeadEntry, RollEntry
from vedette.view.action_log import given
from vedette.view.dice_text import roll_words

MOVES = {"undo": ("undoes", "undo"), "redo": ("redoes", "redo"), "goto": ("goes", "go")}


def about_going(session: Session[GameState], n: int) -> str:
    """A question: what going to an entry would take back, or do again."""
    before = {entry.n for entry in session.timeline.path()}
    after = {entry.n for entry in session.timeline.path(n)}
    lost, again = before - after, after - before
    parts = [f"{_counted(session, lost)} taken back"] if lost else []
    parts += [f"{_counted(session, again)} done again"] if again else []
    return f"Go to line {n}? {' and '.join(parts).capitalize() or 'Nothing changes'}."


def moved_words(session: Session[GameState], entry: HeadEntry) -> str:
    """Who moved the head, and what that took back or did again."""
    names = session.names()
    who = names.get(entry.who, entry.who) or "The table"
    to = entry.input.to
    verb = agree(who, *(("corrects", "correct") if entry.input.corrects else MOVES[entry.kind]))
    did = f"{at_start(who)} {verb}"
    agreed = joined([the(names.get(side, side)) for side in entry.input.agreed])
    tail = f" Agreed by {agreed}." if agreed else ""
    if entry.input.corrects:
        return f"{did} line {entry.input.corrects}.{tail}"
    if entry.kind == "goto":
        return f"{did} to line {to}.{tail}"
    ends = (to, entry.parent) if entry.kind == "undo" else (entry.parent, to)
    moved = f"{did}: {_first_words(session, *ends)}"
    return f"{moved.removesuffix('.')}.{tail}" if tail else moved


def overruled(entry: Entry) -> str:
    """The rules that a command set aside, and why; "" for none."""
    if entry.kind != "command" or entry.input.override is None:
        return ""
    return f"Overruled {', '.join(entry.input.overridden) or 'nothing'}: {entry.input.override}"


def _first_words(session: Session[GameState], before: int, n: int) -> str:
    """The first telling sentence of what came right after an entry, on the way to entry `n`."""
    while n and session.timeline.entry(n).parent != before:
        n = session.timeline.entry(n).parent
    if not n:
        return "nothing"
    entry = session.timeline.entry(n)
    facts = session.facts(entry)
    at = next((i for i, fact in enumerate(facts) if not fact.aside), None)
    if at is None:
        return given(session, entry)
    telling = facts[at]
    return roll_words(telling.roll) if isinstance(telling, Rolled) else session.sentences(entry)[at]


def _counted(session: Session[GameState], lines: Collection[int]) -> str:
    """Decisions and rolls, and the verb that goes with them: `3 decisions and 1 roll are`."""
    rolls = sum(isinstance(session.timeline.entry(n), RollEntry) for n in lines)
    kinds = ((len(lines) - rolls, "decision"), (rolls, "roll"))
    said = " and ".join(f"{number} {one}{'' if number == 1 else 's'}" for number, one in kinds if number)
    return f"{said} {'is' if len(lines) == 1 else 'are'}"
