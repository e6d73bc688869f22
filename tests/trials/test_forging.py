"""Lines that Vedette never wrote, sealed as if it had: the gate names them, or the game goes on with them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engine.forging import TIME, forge
from tests.trials.mutating import limited, mutated
from tests.trials.odd import HIDDEN, texts_of, values_like
from vedette.engine.facts import Rolled
from vedette.engine.plain import to_plain
from vedette.engine.session import Session, open_session
from vedette.engine.verify import verify
from vedette.registry import rulesets
from vedette.testing import proposals
from vedette.testing.drawn import draw
from vedette.testing.game import PLAIN, Game, begin
from vedette.testing.plugin import Times
from vedette.testing.starts import every_case, game_starts

ANYTHING = {"words": 60, "garbage": 10, "override": 15, "adjust": 5, "history": 10}
"""How often what is given in a game that may be very odd."""

Line = dict[str, Any]


@pytest.mark.parametrize("name", list(rulesets()))
def test_forged_lines_are_named_or_do_no_harm(name: str, times: Times, tmp_path: Path) -> None:
    luck = Random(f"forging/{name}")
    starts = [*game_starts(name) * 3, *every_case(name)]
    number, damaged = times(15, 5000), 0
    for n in range(number):
        own = Random(f"forging/{name}/{n}")
        if not n % 20:
            path, game = _saved(luck.choice(starts), n, luck, tmp_path)
            held = path.read_bytes()
        path.write_bytes(held)
        lines = [_forged(game.session, own) for _ in range(own.choice((1, 1, 3)))]
        forge(path, *_in_order(lines, game.session))
        try:
            with limited():
                damaged += _looked_at(path, len(game.session.timeline.entries), own)
        except Exception as error:
            error.add_note(f"{name} {n}: {json.dumps(lines)[:3000]}")
            raise
    print(f"{name}: {number} saves with forged lines, {damaged} of them named as damaged")


def _saved(start: Any, seed: int, luck: Random, folder: Path) -> tuple[Path, Game]:
    """A game that was played for a while, and its save."""
    path = folder / f"{start.ruleset}-{seed}.vedette"
    game = begin(start, seed, PLAIN, path)
    for _ in game.play(luck.choice((2, 20, 60))):
        pass
    game.session.close()
    return path, game


def _in_order(lines: list[Line], session: Session[Any]) -> list[Line]:
    """The lines behind those of the game; now and then it is the order that is odd."""
    n, head = len(session.timeline.entries), session.timeline.head
    for line in lines:
        if "n" not in line:
            line |= {"n": n + 1, "parent": head}
        n, head = n + 1, n + 1
    return lines


def _forged(session: Session[Any], luck: Random) -> Line:
    """An entry like one of the game in which something is odd, or a note that changes anything."""
    if session.timeline.entries and luck.random() < 0.25:
        like = luck.choice(session.timeline.entries).plain()
        line: Line = mutated(like, luck)
        if isinstance(line, dict) and luck.random() < 0.8:
            line.pop("n", None)
        return line if isinstance(line, dict) else {}
    side = next(iter(session.state.sides))
    return {
        "time": TIME,
        "kind": "command",
        "who": luck.choice((*[side] * 20, "", "nobody", HIDDEN)),
        "input": luck.choice(({"do": "note", "by": side, "text": "x"}, _words(session, luck))),
        "events": [_event(session, luck) for _ in range(luck.choice((1, 1, 2)))],
        "waits": luck.choice((*[""] * 20, "dice", "nonsense")),
    }


def _words(session: Session[Any], luck: Random) -> Line:
    """A command of any sort, as far as JSON knows such words."""
    given: Line = json.loads(json.dumps(proposals.random_words(session, luck), default=str, skipkeys=True))
    return given


def _event(session: Session[Any], luck: Random) -> Line:
    """A fact of the game's, or one that has never been, with changes of anything to anything."""
    known = [event for entry in session.timeline.entries for event in entry.events]
    fact: Line = {"is": "noted", "of": {"text": "x"}}
    if known and luck.random() < 0.5:
        event = luck.choice(known)
        fact = {"is": event.tag, "of": mutated(event.of, luck)}
    return {**fact, "changes": list(_changes(session, luck)) if luck.random() < 0.8 else []}


def _changes(session: Session[Any], luck: Random) -> Any:
    leaves, words = list(proposals.paths_of(to_plain(session.state), "")), texts_of(session)
    for _ in range(luck.choice((1, 1, 1, 2))):
        path, old = luck.choice(leaves)
        *like, odd, odder = values_like(old, words, luck)
        value = luck.choice(like or [old]) if luck.random() < 0.8 else luck.choice((odd, odder))
        if luck.random() < 0.1:
            path = (
                path.rpartition(".")[0] if luck.random() < 0.5 else f"{path}.{luck.choice(('x', '0', '99'))}"
            )
        yield path, old, value


def _looked_at(path: Path, good: int, luck: Random) -> bool:
    """Open the save, look at everything in it, and play on; whether it was damaged."""
    session = open_session(rulesets(), path)
    try:
        assert len(session.timeline.entries) >= good
        if session.damage:
            assert f"damaged at line {len(session.timeline.entries) + 2}" in session.damage
            assert session.damage.isprintable()
        draw(session.ruleset, session.state, session.request)
        _told(session)
        verify(session)
        if not session.damage:
            _played_on(session, luck)
        return bool(session.damage)
    finally:
        session.close()


def _told(session: Session[Any]) -> None:
    """The whole log, every state, and the numbers of every roll."""
    for entry in session.timeline.entries:
        session.sentences(entry)
        for fact in session.facts(entry):
            if isinstance(fact, Rolled):
                roll, pool = fact.roll, fact.roll.pool
                assert (roll.marks, roll.successes, roll.criticals, roll.total, roll.title) is not None
                if pool.reading == "sum":
                    assert 0 <= pool.chance <= 1
        if entry.is_place:
            session.state_at(entry.n)
    assert session.rolls is not None
    assert session.house_rules is not None


def _played_on(session: Session[Any], luck: Random) -> None:
    """Whatever is given now, the answer is an outcome, a refusal or one sentence; and what is kept is read again."""
    game = Game(session, luck, ANYTHING)
    for _ in game.play(8):
        pass
    session.close()
    path = session.path
    assert path is not None
    assert not open_and_close(path).damage


def open_and_close(path: Path) -> Session[Any]:
    session = open_session(rulesets(), path)
    session.close()
    return session
