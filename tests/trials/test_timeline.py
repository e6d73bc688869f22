"""A game of each ruleset against a simple model of its timeline: what fails is shrunk, and told as a case."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import tomli_w
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from vedette.engine.case import play_case
from vedette.engine.dice import Die
from vedette.engine.errors import CommandError
from vedette.engine.plain import to_plain
from vedette.engine.requests import ChoiceRequest, DiceRequest, Request
from vedette.engine.session import new_session, read_session
from vedette.registry import rulesets
from vedette.testing.known import likely
from vedette.testing.plugin import Times
from vedette.testing.proposals import random_words
from vedette.testing.starts import Start, game_starts

LUCK = st.integers(0, 10_000)


class Evening(RuleBasedStateMachine):
    """Commands, answers, undos, redos and jumps. `stood` is how the game stood after each entry, `way` and `undone`
    are where undo and redo must lead; `steps` is the same as a case tells it."""

    counted: Counter[str] = Counter()

    def __init__(self, start: Start, folder: Path) -> None:
        super().__init__()
        self.start = start
        self.path, self.case = folder / "evening.vedette", folder / "case.toml"
        self.path.unlink(missing_ok=True)
        self.session = new_session(rulesets()[start.ruleset], start.setup, seed=1, path=self.path)
        self.steps: list[dict[str, Any]] = []
        self.given: dict[int, dict[str, Any]] = {}
        self.parent: dict[int, int] = {}
        self.stood = {0: self.place()}
        self.head = 0
        self.undone: list[int] = []

    def place(self) -> Any:
        return to_plain(self.session.state), _key(self.session.request)

    @rule(luck=LUCK, likely_one=st.booleans())
    @precondition(lambda self: self.session.request is None)
    def do(self, luck: int, likely_one: bool) -> None:
        """What comes to mind, until something can be done."""
        own = Random(luck)
        for _ in range(12):
            if self.done(self.proposed(own, likely_one)):
                return

    def proposed(self, luck: Random, likely_one: bool) -> dict[str, Any]:
        player = likely(self.start.ruleset) if likely_one else None
        given = player(self.session.state, luck) if player else random_words(self.session, luck)
        if given["do"] in ("concede", "undo", "redo", "settings"):  # which may forbid undo
            return {"do": "note", "by": self.side, "text": "Well"}
        return {key: value for key, value in given.items() if value is not None}  # which no case can say

    def done(self, given: dict[str, Any]) -> bool:
        try:
            if self.session.do(given).refusal:
                return False
        except CommandError:
            return False
        self.went_on(given)
        return True

    @rule(luck=LUCK, thrown=st.booleans(), afresh=st.booleans())
    @precondition(lambda self: self.session.request is not None)
    def answer(self, luck: int, thrown: bool, afresh: bool) -> None:
        request, own = self.session.request, Random(luck)
        if isinstance(request, DiceRequest):
            typed = tuple(
                Die(own.randint(request.pool.lowest, request.pool.highest)) for _ in range(request.dice)
            )
            dice = self.session.throw(afresh=afresh) if thrown else typed
            assert isinstance(dice, tuple)  # no totals are typed here
            self.session.answer(dice)
            self.went_on({"do": "answer", "dice": [die.face for die in dice]})
        elif isinstance(request, ChoiceRequest):
            value = own.choice(request.options).value
            self.session.answer(value)
            self.went_on({"do": "answer", "choose": [value]})

    @rule(steps=st.integers(1, 4))
    def undo(self, steps: int) -> None:
        left = []
        head = self.head
        for _ in range(steps):
            if head == 0:
                self.refuses("undo", steps)
                return
            left.append(head)
            head = self.before(head)
        self.session.undo(self.side, steps)
        self.undone += left
        self.steps.append(self.waiting({"do": "undo", "by": self.side, "steps": steps}, head))
        self.head = head
        self.counted["undo"] += 1

    @rule(steps=st.integers(1, 4))
    def redo(self, steps: int) -> None:
        if steps > len(self.undone):
            self.refuses("redo", steps)
            return
        self.session.redo(self.side, steps)
        self.steps += self.walk(self.undone[-steps])
        self.head = self.undone[-steps]
        del self.undone[-steps:]
        self.counted["redo"] += 1

    @rule(share=st.floats(0, 1, exclude_max=True))
    @precondition(lambda self: len(self.stood) > 1)
    def goto(self, share: float) -> None:
        n = sorted(self.stood)[int(share * len(self.stood))]
        if n == self.head:
            return
        self.session.goto(n, self.side)
        self.undone.append(self.head)
        self.steps += self.walk(n)
        self.head = n
        self.counted["goto"] += 1

    @rule()
    def open_it_again(self) -> None:
        again = read_session(rulesets(), self.path)
        assert again.timeline.entries == self.session.timeline.entries
        assert (to_plain(again.state), _key(again.request)) == self.stood[self.head]
        self.counted["opened"] += 1

    @invariant()
    def stands_where_the_model_stands(self) -> None:
        assert self.session.timeline.head == self.head
        assert self.place() == self.stood[self.head]
        assert self.session.timeline.can_redo == bool(self.undone)

    @invariant()
    def every_entry_is_still_there(self) -> None:
        entries = self.session.timeline.entries
        assert [one.n for one in entries] == list(range(1, len(entries) + 1))
        assert {one.n for one in entries if one.is_place} == set(self.given)

    def teardown(self) -> None:
        """The game as a case, which must come out the same."""
        self.session.close()
        case = self.as_case()
        note(case)
        self.case.write_text(case, encoding="utf-8")
        report = play_case(rulesets(), self.case)
        assert not report.misses, report.misses

    @property
    def side(self) -> str:
        return str(next(iter(self.session.state.sides)))

    def before(self, n: int) -> int:
        """Where an undo leads: before the last answer of an open command, else before the whole command."""
        if not self.stood[n][1]:
            while self.given[n]["do"] == "answer":
                n = self.parent[n]
        return self.parent[n]

    def went_on(self, step: dict[str, Any]) -> None:
        n = self.session.timeline.head
        self.given[n], self.parent[n], self.head = step, self.head, n
        self.stood[n] = self.place()
        self.undone.clear()
        self.steps.append(self.waiting(step, n))
        self.counted["answer" if step["do"] == "answer" else "do"] += 1

    def refuses(self, what: str, steps: int) -> None:
        try:
            getattr(self.session, what)(self.side, steps)
        except CommandError:
            return
        raise AssertionError(f"{what} took back what there is not")

    def waiting(self, step: dict[str, Any], n: int) -> dict[str, Any]:
        """A step of a case that leads to an entry."""
        name = self.stood[n][1]
        return {**step, "waits": {"for": name.partition("/")[0]}} if name else step

    def walk(self, n: int) -> list[dict[str, Any]]:
        """A jump or a redo, as a case can tell it: all the way back, and there again."""
        back, head = 0, self.head
        while head:
            head, back = self.before(head), back + 1
        way = []
        while n:
            way.append(n)
            n = self.parent[n]
        undo = [{"do": "undo", "by": self.side, "steps": back}] if back else []
        return [*undo, *(self.waiting(self.given[n], n) for n in reversed(way))]

    def as_case(self) -> str:
        setup = {key: value for key, value in self.start.setup.items() if key != "ruleset"}
        head = {"title": "What a trial found", "ruleset": self.start.ruleset, "rules": []}
        return tomli_w.dumps({**head, "setup": setup, "steps": self.steps})


def _key(request: Request | None) -> str:
    """What is asked: the name that a case gives it, and what makes it this question."""
    return f"{request.name}/{request.key}" if request else ""


def test_the_timeline_goes_where_the_model_goes(ruleset_id: str, times: Times, tmp_path: Path) -> None:
    Evening.counted = Counter()
    machine: Any = partial(Evening, game_starts(ruleset_id)[0], tmp_path)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=times(3, 250), stateful_step_count=times(20, 60), deadline=None, derandomize=True,
            database=None, suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
    print(ruleset_id, dict(Evening.counted))
