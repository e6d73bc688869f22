"""Looks ahead while a form is open: the odds of its command, a little at a time, so that no key waits for them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.data import Words
from vedette.engine.errors import CommandError
from vedette.engine.odds.command_odds import command_search, hears_moments, rest_search, state_before
from vedette.engine.odds.search import Search
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.view.form_draft import FormDraft, aimed_at
from vedette.view.outlook import Outlook, Worth, form_search, harm, outlook, tells_cards, worth
from vedette.view.vocabulary import Card, Field, Form

SLICE = 0.01  # seconds that are looked at a stretch: a key that comes meanwhile waits no longer than that
FIRST = 0.08  # seconds after which what is known is told, though not all of it is
PATIENCE = 10.0  # seconds after which it stays at that: a sample of so long is as good as it need be
LATER = 3.0  # the same for what a command sets off for later, which comes first
EACH = 0.5  # the same for each of the choices of the field at hand, and for what others might choose

Looks = Generator[None, None, None]  # a long look; after each step it may be left for good


class Foresight:
    """The odds of the command in a form, then those of each choice of the field at hand.

    `outlook`: what there is to tell by now, None where that is nothing. `harm`: how likely each unit is hurt by what the
    command sets off for later. `worths`: the number beside each choice.
    It is `done` where it won't get to know more.
    """

    def __init__(
        self,
        session: Session[GameState],
        draft: FormDraft,
        at_hand: Callable[[], Field | None],
        cards: Mapping[str, Card],
    ) -> None:
        """Begin with the command of a form; nothing is looked for where it has no roll, or can't be given."""
        self._session, self._draft, self._at_hand, self._cards = session, draft, at_hand, cards
        self.outlook: Outlook | None = None
        self.harm: Mapping[str, str] = {}
        self.worths: dict[Any, Worth] = {}
        self.done = False
        self._looks = self._look()

    def look_on(self) -> bool:
        """Look on for a slice; whether there is something new to tell."""
        told = self.outlook, self.harm, len(self.worths)
        until = perf_counter() + SLICE
        while not self.done and perf_counter() < until:
            try:
                next(self._looks)
            except (StopIteration, CommandError):
                self.done = True
        return told != (self.outlook, self.harm, len(self.worths))

    def close(self) -> None:
        """Another command is looked at."""
        self.done = True
        self._looks.close()

    def _look(self) -> Looks:
        """First who is harmed later, then the bars, then the column of numbers, then what other choices would make of the bars."""
        form = self._draft.form
        view, state = self._session.ruleset.view, self._session.state
        if procedure := view.sets_off(state, form.command):  # whom something hurts that it sets off for later
            with closing(Search(procedure, state, tells_cards(view, state), heard=frozenset())) as later:
                yield from _slices(later.look, LATER)
                self.harm = harm(later.known)
        search = self._search(form)
        if search is None:
            yield from self._rivals(None)
            return
        with closing(search):
            begun = perf_counter()
            for _ in _slices(search.look, PATIENCE):
                if perf_counter() - begun > FIRST:
                    self.outlook = self._outlook(form, search)
                yield
            self.outlook = self._outlook(form, search, over=True)
            if self.outlook is not None and self.outlook.losses:
                yield from self._rivals(worth(self.outlook))
            if self.outlook is not None and search.odds.choices and search.odds.exact:
                yield from _slices(search.weigh_choices, EACH)
                self.outlook = self._outlook(form, search, over=True)

    def _rivals(self, own: Worth | None) -> Looks:
        field = self._at_hand()
        choices = field.choices if field and field.kind == "choice" else ()
        choices = tuple(one for one in choices if one.why_not is None and isinstance(one.value, str | int))
        if field is None or len(choices) < 2:
            return
        if own is not None:
            self.worths[field.value] = own
        for choice in choices:
            known = choice.value in self.worths
            form = None if known else self._draft.form_with(field.name, choice.value)
            yield
            search = self._search(form) if form is not None else None
            if form is None or search is None:
                continue
            with closing(search):
                yield from _slices(search.look, EACH)
                seen = self._outlook(form, search)
            if seen is not None and seen.losses:
                self.worths[choice.value] = worth(seen)

    def _outlook(self, form: Form, search: Search[GameState], *, over: bool = False) -> Outlook | None:
        return _seen(self._session, search, self._cards, form.command, over=over)

    def _search(self, form: Form) -> Search[GameState] | None:
        """A search for the odds of a form's command, after those that come before it; None where it rolls nothing or can't be given."""
        if not form.ready or form.error or form.refusal is not None:
            return None
        try:
            found = form_search(self._session.ruleset, self._session.state, form)
        except CommandError:
            return None
        return None if isinstance(found, Refusal) else found


class Hindsight:
    """The odds of the command under way: of what is left of it after the dice so far, or as they were before the first die.

    `at` is the entry after which the command waits, and the faces that lie on the table of the dice that it waits for.
    """

    def __init__(
        self,
        session: Session[GameState],
        cards: Mapping[str, Card],
        typed: Sequence[int | None],
        *,
        rest: bool,
    ) -> None:
        """Begin with the command whose dice are waited for; `cards` are those before it. `rest`: of what is left."""
        self.outlook: Outlook | None = None
        self.at, self.rest = (session.timeline.head, tuple(typed)), rest
        self._session, self._cards = session, cards
        self._looks = self._look()

    def look_on(self) -> bool:
        """Look on for a slice; whether all there is to tell is known now."""
        try:
            next(self._looks)
        except (StopIteration, CommandError):
            return True
        return False

    def close(self) -> None:
        """Nobody waits for it any more."""
        self._looks.close()

    def _look(self) -> Looks:
        session, ruleset, before = self._session, self._session.ruleset, state_before(self._session)
        head, typed = self.at
        given, tells = session.timeline.command_at(head).input, tells_cards(ruleset.view, before)
        search: Refusal | Search[GameState]
        if self.rest:
            search = rest_search(session, tells, hears=hears_moments, typed=typed)
        else:
            override = given.override is not None
            search = command_search(
                ruleset, before, given.words, tells, override=override, hears=hears_moments
            )
        if isinstance(search, Refusal):  # the rules have changed since
            return
        with closing(search):
            yield from _slices(search.look, PATIENCE)
            self.outlook = _seen(session, search, self._cards, given.words, over=True)


def _seen(
    session: Session[GameState],
    search: Search[GameState],
    cards: Mapping[str, Card],
    command: Words,
    *,
    over: bool,
) -> Outlook | None:
    if search.certain:
        return None
    by, story = str(command["by"]), session.ruleset.view.story
    seen = outlook(search.known, cards, by, aimed_at(command), search.range_of, story)
    return seen and replace(seen, over=over)


def _slices(look: Callable[[float], bool], patience: float) -> Looks:
    """Look a slice at a time, until there is nothing more to see or it has taken long enough."""
    spent = 0.0
    while spent < patience:
        begun = perf_counter()
        if look(begun + SLICE):
            return
        spent += perf_counter() - begun
        yield
