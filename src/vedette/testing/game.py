"""A random game: whatever is proposed is given to the session, and every step tells what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from vedette.engine.dice import Die
from vedette.engine.errors import CommandError
from vedette.engine.requests import Answer, ChoiceRequest, DiceRequest, Request, ScriptedAnswers
from vedette.engine.session import Outcome, Session, new_session
from vedette.registry import rulesets
from vedette.testing import proposals
from vedette.testing.known import likely
from vedette.testing.starts import Start

WILD = {"likely": 60, "words": 20, "garbage": 10, "override": 4, "adjust": 3, "history": 3}
"""How often what is proposed, of a hundred steps."""

PLAIN = {"likely": 92, "history": 8}


class GameStep(Struct, frozen=True):
    """What was given, how the game stood before, and what came of it."""

    given: Any
    before: Any
    asked: Request | None
    outcome: Outcome | None
    error: str = ""

    @property
    def refused(self) -> bool:
        return self.outcome is not None and self.outcome.refusal is not None


@dataclass
class Game:
    """A session in the hands of luck."""

    session: Session[Any]
    luck: Random
    mix: dict[str, int]
    given: list[Any] = field(default_factory=list)

    def play(self, steps: int) -> Iterator[GameStep]:
        """So many steps; a failure tells what was given last."""
        for _ in range(steps):
            try:
                yield self.step()
            except Exception as error:
                error.add_note(f"after {len(self.given)} steps; given last: {self.given[-5:]}")
                raise

    def run(self, steps: int) -> Game:
        """The same for a test that does not look at each step."""
        for _ in self.play(steps):
            pass
        return self

    def step(self) -> GameStep:
        before, asked = self.session.state, self.session.request
        given, answers, override = self._next()
        self.given.append((given, override) if override else given)
        try:
            if isinstance(given, ScriptedAnswers):
                outcome = self.session.answer_all(given)
            elif answers:
                outcome = self.session.answer(given)
            elif isinstance(given, int):
                outcome = self.session.goto(given)
            else:
                outcome = self.session.do(given, override=override, answers=self._supply())
        except CommandError as error:
            return GameStep(given, before, asked, None, str(error))
        return GameStep(given, before, asked, outcome)

    def _next(self) -> tuple[Any, bool, str]:
        """What is given, whether it answers the open question, and the reason to force it."""
        kind = self.luck.choices(list(self.mix), list(self.mix.values()))[0]
        if kind == "history":
            move = self.luck.choice(("undo", "redo", "goto"))
            if self.session.timeline.can_redo and self.luck.random() < 0.5:
                move = "redo"
            if move == "goto":
                return self.luck.randint(-1, len(self.session.timeline.entries) + 1), False, ""
            by = next(iter(self.session.state.sides))
            return {"do": move, "by": by, "steps": self.luck.randint(1, 3)}, False, ""
        if self.session.request and (kind != "words" or self.luck.random() < 0.5):
            if self.luck.random() < 0.2:
                return self._supply() or ScriptedAnswers([1]), True, ""
            wrong = kind == "garbage" or self.luck.random() < 0.05
            return (_wrong(self.session.request, self.luck) if wrong else self.answer()), True, ""
        if kind == "garbage":
            return proposals.garbage(self.session, self.luck), False, ""
        if kind == "adjust":
            by = next(iter(self.session.state.sides))
            adjustment = proposals.adjustment(self.session, self.luck)
            return {"do": "adjust", "by": by, **adjustment}, False, self.luck.choice(("", "We agree"))
        player = likely(self.session.ruleset.id)
        if kind in ("words", "override") or player is None:
            given = proposals.random_words(self.session, self.luck)
            if given["do"] == "concede" and self.luck.random() < 0.9:
                given["do"] = "note"
            return given, False, "We agree" if kind == "override" else ""
        return player(self.session.state, self.luck), False, ""

    def _supply(self) -> ScriptedAnswers | None:
        """Now and then answers that come together, too few or too many of them."""
        if self.luck.random() < 0.8:
            return None
        dice = [self.luck.randint(1, 12) for _ in range(self.luck.randint(0, 8))]
        return ScriptedAnswers(
            self.luck.choice((dice, None)),
            self.luck.choices((0, 1, "keep", "nobody"), k=self.luck.randint(0, 1)),
        )

    def answer(self) -> Answer:
        """A right answer to the open question."""
        request = self.session.request
        if isinstance(request, ChoiceRequest):
            return self.luck.choice(request.options).value
        if self.luck.random() < 0.5:
            return self.session.throw(afresh=self.luck.random() < 0.1)
        assert isinstance(request, DiceRequest)
        return tuple(
            Die(self.luck.randint(request.pool.lowest, request.pool.highest)) for _ in range(request.dice)
        )


def _wrong(request: Request, luck: Random) -> Any:
    """An answer that does not fit."""
    if isinstance(request, ChoiceRequest):
        return luck.choice(("nobody", -1, True, "", (Die(1),)))
    too_many = tuple(Die(1) for _ in range(request.dice + luck.randint(1, 3)))
    wrong_face = (
        *(Die(1) for _ in range(request.dice - 1)),
        Die(luck.choice((request.pool.lowest - 1, -1, request.pool.highest + 1, 10**30))),
    )
    return luck.choice((too_many, too_many[: request.dice - 1], wrong_face, 1, "reroll", ()))


def begin(start: Start, seed: int, mix: dict[str, int], path: Path | None = None) -> Game:
    """A game from a start."""
    session = new_session(rulesets()[start.ruleset], start.setup, seed=seed, path=path)
    return Game(session, Random(f"{start.name}/{seed}"), mix)
