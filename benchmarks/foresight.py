"""How quickly the odds of a command are known, for every command with dice of the example games, and against icepool.

Processor time, and of each command the quickest of several looks, so that what else a machine does counts little. By hand: `python benchmarks/foresight.py`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from statistics import median
from typing import Any

import icepool

from vedette.engine.again import carried_out, understood
from vedette.engine.dice import Die, Tests
from vedette.engine.errors import CommandError
from vedette.engine.library import data_folder
from vedette.engine.odds.command_odds import command_search, hears_moments
from vedette.engine.odds.search import Search, ignore_facts
from vedette.engine.requests import DiceRequest
from vedette.engine.session import Session, read_session
from vedette.registry import rulesets
from vedette.view.outlook import tells_cards

SOON, FIRST, LONGEST = 0.05, 0.1, 5.0
"""Seconds within which odds should be known, when there is a first answer, and after which they are not waited for."""

LOOKS, IN_PAIRS = 3, 15
"""So often each command is looked at; where it is held against icepool, which takes few milliseconds, more often."""

SLICE = 0.002
"""Seconds between two looks at the clock."""

Losses = Mapping[int, Fraction]


@dataclass(frozen=True, slots=True)
class Looked:
    """The odds of a command: after how many seconds they were whole, and how much of them was known for a first answer."""

    seconds: float
    known: float
    search: Search[Any]


def odds() -> Iterator[str]:
    """The figures, game by game."""
    every: list[Looked] = []
    for path in sorted((data_folder() / "saves").glob("*.vedette")):
        session = read_session(rulesets(), path)
        looks = [look for entry in with_dice(session) if (look := quickest(session, entry)) is not None]
        yield told(f"odds in {path.stem}", looks)
        every += looks
        yield from against_icepool(session, path.stem)
    yield told("odds in all example games", every)


def with_dice(session: Session[Any]) -> list[Any]:
    """The commands of a game that dice were rolled for."""
    rolled = {entry.parent for entry in session.timeline.entries if entry.kind == "dice"}
    return [entry for entry in session.timeline.entries if entry.kind == "command" and entry.n in rolled]


def told(what: str, looks: list[Looked]) -> str:
    """How many are exact in time, the median, the worst, and the least that a first answer knows."""
    taken = [look.seconds for look in looks]
    soon, answered = sum(one <= SOON for one in taken), sum(look.known > 0 for look in looks)
    return (
        f"{what:<42} {soon:>3} of {len(looks):>3} exact within {SOON * 1000:.0f} ms ({soon / len(looks):.0%}), "
        f"{answered} with an answer within {FIRST * 1000:.0f} ms that knows {min(look.known for look in looks):.0%} or more; "
        f"median {median(taken) * 1000:.1f} ms, worst {max(taken) * 1000:.0f} ms"
    )


def quickest(session: Session[Any], entry: Any, target: str = "") -> Looked | None:
    """The quickest of several looks at the odds of a command, as `looked_for` has them."""
    looks = [looked_for(session, entry, target) for _ in range(IN_PAIRS if target else LOOKS)]
    return min((look for look in looks if look), key=lambda look: look.seconds, default=None)


def looked_for(session: Session[Any], entry: Any, target: str = "") -> Looked | None:
    """The odds of a command, all that a form tells of them or the models that a target loses; None where today's rules refuse it for good."""
    ruleset, state = session.ruleset, session.state_at(entry.parent)
    begin = time.process_time()
    tells = tells_models(state, target) if target else tells_cards(ruleset.view, state)
    hears = ignore_facts if target else hears_moments
    search = command_search(ruleset, state, entry.input.words, tells, override=True, hears=hears)
    if not isinstance(search, Search):
        return None
    known, spent = None, 0.0
    while spent < LONGEST and not search.go_on(time.perf_counter() + SLICE):
        spent = time.process_time() - begin
        if known is None and spent > FIRST - SLICE:
            known = float(1 - search.odds.rest)
    return Looked(time.process_time() - begin, 1.0 if known is None else known, search)


def against_icepool(session: Session[Any], name: str) -> Iterator[str]:
    """The attacks of a game that icepool can be asked about as well: how many models are lost, and nothing else."""
    ours, theirs = [], []
    for entry in with_dice(session):
        target = str(entry.input.words.get("target", ""))
        if target not in session.state_at(entry.parent).units:
            continue
        looked = quickest(session, entry, target)
        if looked is None or not looked.search.odds.exact:
            continue
        spent = inf
        for _ in range(IN_PAIRS):
            begin = time.process_time()
            losses = asked_of_icepool(session, entry, target)
            spent = min(spent, time.process_time() - begin)
        if losses and losses == lost(looked.search):
            ours.append(looked.seconds)
            theirs.append(spent)
    if ours:
        times = [own / other for own, other in zip(ours, theirs, strict=True)]
        yield (
            f"  {len(ours)} attacks that icepool answers alike: {median(ours) * 1000:.1f} ms, icepool {median(theirs) * 1000:.1f} ms, "
            f"{median(times):.2f} times as long, at most {max(times):.2f}"
        )


def models(state: Any, unit: str) -> int:
    """How many models a unit has left; 0 where its game counts none."""
    held = state.units[unit]
    return getattr(held, "models_left", 0) or len(getattr(held, "living", ()))


def tells_models(before: Any, unit: str) -> Any:
    """Tells of an end how many models a unit has lost."""
    had = models(before, unit)
    return lambda after, heard: {"lost": had - models(after, unit)} if models(after, unit) != had else {}


def lost(search: Search[Any]) -> Losses:
    """How likely each loss is, none among them."""
    found = dict(search.odds.chances.get("lost", {}))
    nothing = 1 - sum(found.values(), Fraction(0))
    return {0: nothing, **found} if nothing else found


def asked_of_icepool(session: Session[Any], entry: Any, target: str) -> Losses | None:
    """The same question put as a formula: so many hits, for each so many defence tests, of which each that fails costs a model."""
    pools, state = pools_of(session, entry), session.state_at(entry.parent)
    if (
        target not in state.units
        or len(pools) != 2
        or not all(isinstance(pool, Tests) and not pool.own for pool in pools)
    ):
        return None
    attack, defence = pools
    have = models(state, target)
    hit, failed = (chance_of(pool, mark) for pool, mark in ((attack, False), (defence, True)))
    each = defence.dice // attack.dice
    dice = (attack.dice @ hit).map(lambda hits: (hits * each @ failed).map(lambda many: min(many, have)))
    return {int(many): Fraction(ways, dice.denominator()) for many, ways in dice.items()}


def pools_of(session: Session[Any], entry: Any) -> list[Any]:
    """The pools of a command whose every die shows its best face against the worst of the other side."""
    ruleset, state = session.ruleset, session.state_at(entry.parent)
    try:
        run = carried_out(ruleset, state, understood(ruleset, state, entry.input.words))
    except CommandError:
        return []
    pools: list[Any] = []
    while isinstance(run.request, DiceRequest) and len(pools) < 3:
        pool = run.request.pool
        pools.append(pool)
        run.answer((Die(pool.lowest if len(pools) == 2 else pool.highest),) * pool.dice)
    return pools


def chance_of(pool: Tests, failure: bool) -> Any:
    """A die that is True where one of the pool fails, or where it does not."""
    return icepool.Die([(pool.mark(face) == "failure") is failure for face in range(1, pool.sides + 1)])


if __name__ == "__main__":
    for line in odds():
        print(line, flush=True)
