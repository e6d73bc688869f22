"""Looks ahead while a form is open: the odds of its command, a little at a time, so that no key waits for them."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from vedette.engine.checks import Refusal
from vedette.engine.errors import CommandError
from vedette.engine.odds.command import command_search, done_without_dice, hears_moments
from vedette.engine.odds.search import Search
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.view.outlook import Outlook, outlook, tells_cards
from vedette.view.vocabulary import Card, Form, PlannedRoll

SLICE = 0.01
"""Seconds that are looked at a stretch: a key that comes meanwhile waits no longer than that."""

FIRST = 0.08
"""Seconds after which what is known is told, though not all of it is."""

PATIENCE = 3.0
"""Seconds after which it stays at that."""


class Foresight:
    """The odds of one command; it is `done` where it won't get to know more."""

    def __init__(
        self, session: Session[GameState], form: Form, cards: Mapping[str, Card], target: str
    ) -> None:
        """Begin with the command of a form; nothing is looked for where it has no roll, or can't be given."""
        self._cards, self._target = cards, target
        self._side = session.ruleset.side_of(session.state, form.by)
        self._spent = 0.0
        self._search = _search(session, form) if _is_worth_it(form) else None
        self.done = self._search is None

    def look_on(self) -> Outlook | None:
        """Look on for a slice; what there is to tell by now, None where that is nothing."""
        if self._search is None:
            return None
        begun = perf_counter()
        try:
            whole = self._search.go_on(begun + SLICE)
        except CommandError:
            self._search, self.done = None, True
            return None
        self._spent += perf_counter() - begun
        self.done = whole or self._spent > PATIENCE
        if not self.done and self._spent < FIRST:
            return None
        return outlook(self._search.odds, self._cards, self._side, self._target)

    def close(self) -> None:
        """Another command is looked at."""
        if self._search is not None:
            self._search.close()
        self._search, self.done = None, True


def _is_worth_it(form: Form) -> bool:
    """Whether dice are to be rolled, and the command can be given as it stands."""
    rolls = any(isinstance(detail, PlannedRoll) for detail in form.lines)
    return rolls and form.ready and not form.error and form.refusal is None


def _search(session: Session[GameState], form: Form) -> Search[GameState] | None:
    """A search for the odds of a form's command, after the one that it begins with; None where it can't be given."""
    ruleset, state = session.ruleset, session.state
    try:
        if form.begins_with is not None:
            state = done_without_dice(ruleset, state, form.begins_with)
        found = command_search(
            ruleset, state, form.command, tells_cards(ruleset.view, state), hears=hears_moments
        )
    except CommandError:
        return None
    return None if isinstance(found, Refusal) else found
