"""Luck weighted by what was at stake: what each side has lost, held against what the odds of every command had it lose.

The odds are those of a whole command as it was given, before its first die fell, with the choices that were made. So what
differs from them is the luck of its dice, of both sides together, in models or hit points as the cards count them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from time import perf_counter
from typing import Any

from vedette.engine.again import procedure_of, understood
from vedette.engine.errors import CommandError
from vedette.engine.long_work import Told, unheard
from vedette.engine.odds.search import Search, first_option
from vedette.engine.played import PlayedCommand
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import ChoiceEntry
from vedette.view.effects import left_on
from vedette.view.outlook import measure
from vedette.view.view import View

PATIENCE = 3.0  # seconds that the odds of one command are looked for at most
SLICE = 0.01  # seconds of it at a stretch
PACE = 200  # so many commands are looked into in a second at most


@dataclass(slots=True)
class Losses:
    """What a side has lost by commands with dice, in what its cards count, and what it had to expect to lose."""

    actual: int = 0
    expected: Fraction = Fraction(0)

    def __bool__(self) -> bool:
        """Whether there was anything to lose."""
        return bool(self.actual or self.expected)

    @property
    def luck(self) -> Fraction:
        """How much less was lost than the odds told."""
        return self.expected - self.actual


class LossSearch:
    """Looks for the losses to be expected of each command of a game, as long at a time as it is let.

    `commands` have been looked into; `left_out` of them have too many ways to go on, and count for nobody. `done`: all of them.
    """

    def __init__(self, session: Session[GameState]) -> None:
        """Of every command with dice that has been carried out to its end."""
        self._session = session
        self._with_dice = [one for one in session.played.way() if one.asked_dice and not one.is_open]
        self._slices = self._look()
        self.losses = {side: Losses() for side in session.state.sides}
        self.commands = self.left_out = 0
        self.done = False

    def go_on(self, until: float = inf, told: Told = unheard) -> bool:
        """Look on until a time of `perf_counter`; whether every command has been looked into."""
        for _ in self._slices:
            told(self.share)
            if perf_counter() > until:
                return False
        self.done = True
        return True

    @property
    def share(self) -> float:
        """The share of them that is done."""
        return self.commands / len(self._with_dice) if self._with_dice else 1.0

    def can_be_done_in(self, seconds: float) -> bool:
        """Whether so many seconds may be enough for all commands: if not, nobody need wait for it."""
        return len(self._with_dice) <= seconds * PACE

    def _look(self) -> Iterator[None]:
        """Look into one command after the other, a slice at a time."""
        for played in self._with_dice:
            known = False
            try:
                search = self._search(played)
                for _ in range(round(PATIENCE / SLICE)):
                    known = search.go_on(perf_counter() + SLICE)
                    if known:
                        break
                    yield
                search.close()
            except CommandError:  # today's rules understand it no more
                known = False
            self.commands += 1
            self.left_out += not known
            if known:
                self._count(played, search.odds.chances)
            yield

    def _search(self, played: PlayedCommand) -> Search[GameState]:
        """The odds of a command as it was given, with the choices that were made, and the first option where nothing was asked there."""
        ruleset, state = self._session.ruleset, self._session.state_at(played.command.parent)
        command = understood(ruleset, state, played.command.input.words)
        made = {one.input.key: one.input.choice for one in played.answers if isinstance(one, ChoiceEntry)}
        return Search(
            procedure_of(ruleset, command),
            state,
            lambda after, heard: _lost(ruleset.view, state, after),
            heard=frozenset(),
            chooses=lambda request: made.get(request.key, first_option(request)),
        )

    def _count(self, played: PlayedCommand, chances: Mapping[str, Mapping[int, Fraction]]) -> None:
        """Add what a command has cost, and what it had to."""
        before, after = self._session.state_at(played.command.parent), self._session.state_at(played.n)
        came = _lost(self._session.ruleset.view, before, after)
        for unit in {**came, **chances}:
            losses = self.losses[before.units[unit].side]
            losses.actual += came.get(unit, 0)
            likely = chances.get(unit, {}).items()
            losses.expected += sum((lost * chance for lost, chance in likely), Fraction(0))


def _lost(view: View[Any], before: GameState, after: GameState) -> Mapping[str, int]:
    """What each unit has lost, counted as in the report: of a unit that is gone, everything."""
    changed = (unit for unit, one in before.units.items() if after.units.get(unit, one) is not one)
    lost = {
        unit: measure(view.card_of(before, unit)) - left_on(view.card_of(after, unit)) for unit in changed
    }
    return {unit: number for unit, number in lost.items() if number}
