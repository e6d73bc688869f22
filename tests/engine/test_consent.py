"""Undo by agreement: who may take back what, who is asked, and what the save says of it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.engine.forging import TIME, forge
from tests.engine.toy import SETUP, TOY
from vedette.engine.errors import DataError, UnagreedError
from vedette.engine.requests import ChoiceRequest
from vedette.engine.session import Session, new_session, open_session
from vedette.engine.timeline import Entry, HeadEntry, RollEntry
from vedette.engine.verify import verify
from vedette.view.undo_summary import undone_by, undone_lines

GAMES = {"toy": TOY}


def game(undo: str, path: Path | None = None) -> Session[Any]:
    return new_session(TOY, {**SETUP, "undo": undo}, seed=4, path=path)


def step(session: Session[Any], by: str) -> None:
    session.do({"do": "step", "by": by})


def throw(session: Session[Any], by: str, target: str) -> None:
    """A throw with its dice; which tent falls is still to be said where any ball has hit."""
    session.do({"do": "throw", "by": by, "target": target})
    session.answer(session.throw())


def asked(session: Session[Any], steps: int = 1, by: str = "") -> tuple[str, ...]:
    return session.taking_back(session.timeline.undo_targets(steps)[-1], by).asked


def test_a_game_that_says_nothing_of_undo_asks_nobody() -> None:
    session = new_session(TOY, SETUP, seed=4)
    throw(session, "a1", "b1")
    step(session, "a1") if not session.request else None
    assert asked(session) == ()


def test_own_lets_a_side_take_back_its_own_last_command_and_no_more() -> None:
    session = game("own")
    step(session, "b1")
    step(session, "a1")
    assert asked(session) == ()
    assert asked(session, by="b") == ("a",)
    assert asked(session, 2) == ("b",)
    session.undo()
    assert asked(session) == ("b",), "the second undo in a row is judged with the first"
    with pytest.raises(UnagreedError, match=r"The Bees must agree: this undoes 1 decision by the Bees\."):
        session.undo(by="a")


def test_both_asks_where_an_undo_crosses_a_roll_or_the_other_side() -> None:
    session = game("both")
    step(session, "a1")
    step(session, "a1")
    assert asked(session, 2, "a") == ()
    assert asked(session, 1, "b") == ("a",)
    session.do({"do": "throw", "by": "a1", "target": "b1"})
    assert asked(session, 1, "a") == (), "no die has fallen yet"
    session.answer(session.throw())
    assert asked(session, 1, "a") == ("b",)


def test_who_agreed_is_in_the_save_and_a_free_undo_says_nothing_of_it(tmp_path: Path) -> None:
    path = tmp_path / "game.vedette"
    session = game("both", path)
    throw(session, "a1", "b1")
    session.undo("a", agreed=True)
    session.close()
    held = json.loads(path.read_bytes().splitlines()[-1])
    assert (held["who"], held["input"]) == ("a", {"to": 1, "agreed": ["b"]})
    again = open_session(GAMES, path)
    assert again.settings.undo == "both"
    assert verify(again) == []
    assert undone_lines(undone_by(again), again.names()) == [
        "The Ants took something back once: 1 roll; agreed by the Bees: 1."
    ]
    again.undo("a")
    assert "agreed" not in again.timeline.entries[-1].given
    again.close()


def test_a_correction_is_judged_like_an_undo_to_before_it() -> None:
    session = game("both")
    throw(session, "a1", "b1")
    n = len(session.timeline.entries)
    entry = session.timeline.entry(n)
    assert isinstance(entry, RollEntry)
    assert session.taking_back(0, "a", corrects=n).asked == ("b",)
    others = tuple(type(die)(7 - die.face) for die in session.rolls[-1].dice)
    plan = session.correction(n, others)
    with pytest.raises(UnagreedError):
        session.correct(plan, "a")
    session.correct(plan, "a", agreed=True)
    move = next(one for one in session.timeline.entries if isinstance(one, HeadEntry))
    assert (move.input.corrects, move.input.agreed) == (n, ("b",))
    assert verify(session) == []


def test_settings_are_changed_on_the_way_and_taken_back_only_by_both() -> None:
    session = game("free")
    session.do({"do": "settings", "by": "a", "undo": "own", "side_minutes": 90})
    assert (session.settings.undo, session.settings.side_minutes) == ("own", 90)
    assert asked(session) == ("b",)
    session.undo("a", agreed=True)
    assert session.settings.undo == "free"


def test_an_undo_that_nobody_agreed_to_is_told_by_verify(tmp_path: Path) -> None:
    path = tmp_path / "game.vedette"
    session = game("both", path)
    throw(session, "a1", "b1")
    session.close()
    forge(path, {"n": 3, "parent": 2, "time": TIME, "kind": "undo", "who": "a", "input": {"to": 1}})
    again = open_session(GAMES, path)
    assert [one.text for one in verify(again)] == ["The Bees had to agree to this undo, and did not"]
    again.close()


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ({"undo": "sometimes"}, "undo must be 'free', 'own' or 'both'"),
        ({"side_minutes": -1}, "side_minutes must be at least 0"),
        ({"round_minutes": "long"}, "round_minutes must be a whole number"),
    ],
)
def test_settings_that_there_are_not_are_a_sentence(setup: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError) as error:
        new_session(TOY, {**SETUP, **setup}, seed=4)
    assert str(error.value) == said


def test_an_edited_save_with_an_unknown_rule_of_undo_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "game.vedette"
    game("both", path).close()
    from vedette.engine.chain import with_checksum

    held = json.loads(path.read_bytes())
    del held["sum"]
    held["setup"]["undo"] = "sometimes"
    path.write_bytes(with_checksum(json.dumps(held, separators=(",", ":")).encode(), b"")[0])
    with pytest.raises(DataError, match=r"^game\.vedette: undo must be 'free', 'own' or 'both'"):
        open_session(GAMES, path)


@pytest.mark.parametrize("rule", ["free", "own", "both"])
def test_over_random_games_nobody_is_asked_exactly_where_the_rule_says_so(rule: str) -> None:
    """Told anew from the entries alone: everything gone since something was last given, or last agreed on."""
    for seed in range(12):
        luck, session = random.Random(seed), game(rule)
        for _ in range(30):
            _play_on(luck, session, rule)
        assert verify(session) == []


def _play_on(luck: random.Random, session: Session[Any], rule: str) -> None:
    """Something that is given, or an undo to anywhere by anybody, held against the rule."""
    timeline = session.timeline
    if luck.random() < 0.5 or not timeline.head:
        request = session.request
        if isinstance(request, ChoiceRequest):
            session.answer(luck.choice(request.options).value)
        elif request:
            session.answer(session.throw())
        elif luck.random() < 0.4:
            session.do({"do": "throw", "by": "a1", "target": "b1", "balls": 2})
        else:
            step(session, luck.choice(("a1", "b1")))
        return
    places = [
        0,
        *(entry.n for entry in timeline.entries if entry.is_place and entry.n != timeline.head),
    ]
    to, by = luck.choice(places), luck.choice(("a", "b"))
    ask = not _free(rule, _gone(session, to), by, session)
    assert bool(session.taking_back(to, by).asked) == ask
    if ask:
        with pytest.raises(UnagreedError):
            session.goto(to, by)
    session.goto(to, by, agreed=ask)


def _gone(session: Session[Any], to: int) -> list[Entry]:
    """What is on the way to where the game stood when anything was last given or agreed on, and not on the way to a place."""
    timeline, stood = session.timeline, 0
    for entry in timeline.entries:
        if not isinstance(entry, HeadEntry):
            stood = entry.n
        elif entry.input.agreed:
            stood = entry.input.to
    kept = {entry.n for entry in timeline.path(to)}
    return [entry for entry in timeline.path(stood) if entry.n not in kept]


def _free(rule: str, gone: list[Entry], by: str, session: Session[Any]) -> bool:
    own = all(entry.who == by for entry in gone)
    if rule == "free" or not gone:
        return True
    if rule == "both":
        return own and not any(entry.kind == "dice" for entry in gone)
    return own and len({session.timeline.command_at(entry.n).n for entry in gone}) == 1
