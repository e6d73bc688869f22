"""What was said of the table before, read out of the game's own log: it holds until one of the two has moved."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import CommandEntry, Entry
from vedette.view.asked import as_drafted
from vedette.view.form_draft import TARGET

Draft = Mapping[str, Any]

UNMEASURED = (TARGET, "weapon")
"""What still holds after somebody has moved: at whom, and with what."""


class _Step(Struct, frozen=True):
    """What an entry is to the memory: the command and who gave it ("" for an answer), and who stands elsewhere after it."""

    do: str
    by: str
    moved: frozenset[str]


class FormMemory:
    """Drafts out of earlier commands that name another unit, by who gave them; the latest comes first.

    Nothing is kept that is not in the log, so that it is the same in another round, after an undo, and in a game that was
    left. What an entry says is looked up once: a log may be long.
    """

    def __init__(self, session: Session[GameState]) -> None:
        self._session = session
        self._steps: list[_Step] = []
        self._following: dict[int, list[int]] = {}

    def recall(self, do: str, by: str, target: Any = None) -> Draft:
        """What holds of the latest command of this kind by this unit; with a target, of the latest one at it."""
        known = (draft for _, draft in self._of(by, do))
        return next((draft for draft in known if target is None or draft.get(TARGET) == target), {})

    def last_aimed(self, by: str) -> str:
        """The kind of the latest command by this unit that had a target, "" for none."""
        return next((do for do, draft in self._of(by) if TARGET in draft), "")

    def _of(self, by: str, do: str = "") -> Iterator[tuple[str, Draft]]:
        """The commands of a unit from now on back, each with what holds of it; those of which nothing does are left out."""
        moved: set[str] = set()
        for n, is_played in self._backwards():
            step = self._steps[n - 1]
            if step.by == by and do in ("", step.do):
                draft = self._holding(n, moved | step.moved)
                if draft:
                    yield step.do, draft
            if is_played:
                moved |= step.moved

    def _backwards(self) -> Iterator[tuple[int, bool]]:
        """The entries from now on back, each after the commands that were undone behind it; and whether it is played."""
        self._follow()
        after = 0
        for n in (*(entry.n for entry in reversed(self._session.timeline.path())), 0):
            yield from ((one, False) for one in reversed(self._following.get(n, ())) if one != after)
            if n:
                yield n, True
            after = n

    def _follow(self) -> None:
        """Look at the entries that are new."""
        for entry in self._session.timeline.entries[len(self._steps) :]:
            do, by = (entry.input.do, entry.input.by) if isinstance(entry, CommandEntry) else ("", "")
            self._steps.append(_Step(do, by, self._moved_by(do, by) | self._driven(entry)))
            if do:
                self._following.setdefault(entry.parent, []).append(entry.n)

    def _holding(self, n: int, moved: Collection[str]) -> Draft:
        """What a command said, as far as those it names still stand where they stood then."""
        ruleset, units = self._session.ruleset, self._session.state.units
        given = self._session.timeline.command_at(n).input
        if given.do not in ruleset.specs or not any(_named(value, units) for value in _said(given.words)):
            return {}
        draft = drafted(ruleset, given.words)
        aimed = (value for value in _said(given.words) if not _is_plain_list(value))
        if given.by in moved or _named([draft.get(TARGET), *aimed], moved):
            return {name: draft[name] for name in UNMEASURED if name in draft}
        return {name: _staying(value, moved) for name, value in draft.items()}

    def _moved_by(self, do: str, by: str) -> frozenset[str]:
        """Who stands elsewhere after a command: who gave it, or anybody where a side did."""
        spec, state = self._session.ruleset.specs.get(do), self._session.state
        if spec is None or not spec.moves:
            return frozenset()
        return frozenset(state.units if by in state.sides else (by,))

    def _driven(self, entry: Entry) -> frozenset[str]:
        """Who stands elsewhere by what happened, such as a retreat."""
        kinds = self._session.ruleset.facts
        moves = ((event, kinds[event.tag].moves) for event in entry.events if event.tag in kinds)
        return frozenset(str(event.of.get(who)) for event, who in moves if who)


def drafted(ruleset: Ruleset[Any], words: Draft) -> Draft:
    """The words of an earlier command as its form holds them."""
    by_hand = ruleset.view.drafts.get(words["do"])
    return by_hand(words) if by_hand else as_drafted(ruleset.specs[words["do"]].model, words)


def _said(words: Draft) -> Iterator[Any]:
    return (value for name, value in words.items() if name not in ("do", "by"))


def _named(value: Any, units: Collection[str]) -> bool:
    """Whether a value is one of these units, or a list with one among it; groups of an attack are looked into."""
    if isinstance(value, Mapping):
        return any(_named(part, units) for part in value.values())
    if isinstance(value, (list, tuple)):
        return any(_named(part, units) for part in value)
    return isinstance(value, str) and value in units


def _is_plain_list(value: Any) -> bool:
    return isinstance(value, list) and not any(isinstance(part, Mapping) for part in value)


def _staying(value: Any, moved: Collection[str]) -> Any:
    """A list without those who have moved; anything else as it is."""
    return [one for one in value if one not in moved] if isinstance(value, list) else value
