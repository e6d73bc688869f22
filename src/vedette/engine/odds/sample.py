"""A sample: a procedure carried out with dice, again and again, where working its odds out takes too long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import count
from math import inf
from random import Random
from time import perf_counter
from typing import Any, Generic, TypeVar

from vedette.engine.dice import Die
from vedette.engine.errors import CommandError
from vedette.engine.hidden_information import StaysSealed, kept_shut
from vedette.engine.odds.odds_play import Hears, ListeningPlay
from vedette.engine.play import Play
from vedette.engine.readings import unexplained
from vedette.engine.requests import Answer, ChoiceRequest, DiceRequest, Option, different

S = TypeVar("S")


@cache
def _dice(lowest: int, highest: int) -> tuple[Die, ...]:
    return tuple(map(Die, range(lowest, highest + 1)))


class Sample(Generic[S]):
    """What came of a procedure in so many `tries`.

    `came`: how often each value of each name came; `sealed`: how often something sealed had to be opened. The dice are
    those of a `Random` of its own, the same in every sample: the game's dice are left alone. There are no tries
    of what may want more dice than any table has.
    """

    def __init__(
        self,
        procedure: Callable[[Play[S]], Coroutine[Any, Any, None]],
        state: S,
        tells: Callable[[S, Any], Mapping[Any, Any]],
        *,
        hears: Hears,
        heard: Any,
        chooses: Callable[[ChoiceRequest], str | int],
        recorded: Sequence[Answer] | None,
        typed: Sequence[int | None] = (),
        seed: int = 0,
    ) -> None:
        """As `Search`; samples with the same `seed` have the same dice."""
        self._procedure, self._state, self._tells = procedure, state, tells
        self._hears, self._heard, self._chooses = hears, heard, chooses
        self._recorded, self._public = tuple(recorded or ()), -1 if recorded is None else len(recorded)
        self._typed = typed
        self._luck = Random(seed)
        self._possible = True
        self.tries = self.sealed = 0
        self.came: Counter[tuple[Any, Any]] = Counter()
        self.choices: dict[str, Option] = {}

    def go_on(self, until: float = inf, tries: int | None = None) -> None:
        """Try until a time of `perf_counter`, or so often in all."""
        with unexplained():
            while self._possible and perf_counter() < until and (tries is None or self.tries < tries):
                try:
                    play = self._carried_out()
                except CommandError:
                    self._possible, self.tries = False, 0
                    return
                except StaysSealed:
                    self.sealed += 1
                else:
                    with kept_shut():
                        self.came.update(self._tells(play.state, play.heard).items())
                self.tries += 1

    def chances(self) -> dict[Any, dict[Any, Fraction]]:
        """How often each value came, as a part of all tries."""
        found: dict[Any, dict[Any, Fraction]] = {}
        for (name, value), times in self.came.items():
            found.setdefault(name, {})[value] = Fraction(times, self.tries)
        return found

    def _carried_out(self) -> ListeningPlay[S]:
        """One try, up to its end: with the answers of the record, then with dice and what is taken to be chosen."""
        play = ListeningPlay(self._state, self._hears, self._heard)
        run = self._procedure(play)
        answer: Any = None
        try:
            for given in count():
                with kept_shut(shut=given > self._public):
                    asked = run.send(answer)
                if given < len(self._recorded):
                    answer = self._recorded[given]
                elif isinstance(asked, DiceRequest):
                    faces = _dice(asked.pool.lowest, asked.pool.highest)
                    answer = tuple(self._luck.choices(faces, k=asked.dice))
                    if given == len(self._recorded) and self._typed:
                        told = zip(self._typed, answer, strict=True)
                        answer = tuple(die if face is None else Die(face) for face, die in told)
                else:
                    answer = self._chooses(asked)
                    if asked.name not in self.choices and different(asked, answer):
                        self.choices[asked.name] = next(one for one in asked.options if one.value == answer)
        except StopIteration:
            pass
        finally:
            run.close()
        return play
