"""The clocks: whose time passes, what is no time at all, limits, and what the head shows of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.engine.toy import SETUP, TOY
from vedette.engine.library import data_folder
from vedette.engine.session import Session, new_session, open_session, read_session
from vedette.engine.timeline import CommandEntry, seconds_between
from vedette.registry import rulesets
from vedette.tui.text import Line, Piece
from vedette.tui.widgets.head import cells_changed
from vedette.view.clock import (
    AWAY,
    Clock,
    clock_face,
    clock_words,
    of_both,
    pause_words,
    time_spent,
    time_words,
)

WHERE = ("engine.entry_builder", "engine.session", "engine.game_clock", "view.clock")

Wait = Callable[[int], None]


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Wait:
    """So many seconds go by; none do by themselves."""
    at = [0]

    def now() -> str:
        minutes, seconds = divmod(at[0], 60)
        return f"2026-05-01T{18 + minutes // 60:02}:{minutes % 60:02}:{seconds:02}+00:00"

    for module in WHERE:
        monkeypatch.setattr(f"vedette.{module}.now", now)

    def pass_by(seconds: int) -> None:
        at[0] += seconds

    return pass_by


def game(path: Path | None = None, **settings: Any) -> Session[Any]:
    session = new_session(TOY, {**SETUP, **settings}, seed=4, path=path)
    session.do({"do": "note", "by": "a", "text": "begun"})
    return session


def step(session: Session[Any], by: str) -> None:
    session.do({"do": "step", "by": by})


def spent(session: Session[Any]) -> dict[str, int]:
    return {side: seconds for side, seconds in time_spent(session).items() if seconds}


def test_the_time_before_an_entry_is_the_time_of_whoever_had_to_decide(wait: Wait) -> None:
    session = game()
    wait(40)
    step(session, "a1")
    wait(20)
    session.do({"do": "throw", "by": "b1", "target": "a1"})
    wait(5)
    session.answer(session.throw())
    assert spent(session) == {"a": 40, "b": 25}
    session.undo("a")
    assert spent(session) == {"a": 40, "b": 25}, "what was undone took its time all the same"


def test_the_time_before_what_anybody_may_give_is_that_of_the_side_that_goes_on(wait: Wait) -> None:
    """A note of the other side in the middle of somebody's turn; the clock does not jump."""
    session = game()
    wait(30)
    running = Clock(session).view("a").spent
    session.do({"do": "note", "by": "b", "text": "seen"})
    assert Clock(session).view("a").spent == running == {"a": 30}
    wait(10)
    step(session, "a1")
    assert spent(session) == {"a": 40}


def test_testing_a_group_of_the_other_side_takes_the_time_of_whose_turn_it_is(
    wait: Wait, tmp_path: Path
) -> None:
    """Company: a test that the table calls for; the dice are the time of whoever rolls them."""
    save = tmp_path / "mill.vedette"
    shutil.copy(data_folder() / "saves" / "company-mill-road.vedette", save)
    session: Session[Any] = open_session(rulesets(), save)
    session.goto(60)
    before = spent(session)
    active = session.state.active
    foe = next(id for id, one in session.state.units.items() if one.side != active)
    wait(8)
    session.do({"do": "test", "by": foe, "reason": "a scare"})
    clock = Clock(session).view(active)
    assert clock.spent.get(active, 0) - before.get(active, 0) == 8
    assert clock.spent.get(session.state.units[foe].side, 0) == before.get(session.state.units[foe].side, 0)
    session.close()


def test_ten_minutes_without_an_answer_are_a_break(wait: Wait) -> None:
    session = game()
    wait(AWAY - 1)
    step(session, "a1")
    wait(AWAY)
    step(session, "b1")
    assert spent(session) == {"a": AWAY - 1}
    wait(AWAY)
    assert Clock(session).view("a").stopped == "break"
    assert Clock(session).view("a").spent == {"a": AWAY - 1}


def test_a_clock_that_goes_backwards_counts_as_nothing(wait: Wait) -> None:
    session = game()
    wait(60)
    step(session, "a1")
    wait(-45)
    step(session, "b1")
    assert Clock(session).view("b").spent == {"a": 60}
    wait(30)
    step(session, "b1")
    assert spent(session) == {"a": 60, "b": 30}


def test_a_pause_is_kept_with_the_next_entry_and_ended_by_it(wait: Wait, tmp_path: Path) -> None:
    session = game(tmp_path / "g.vedette")
    wait(10)
    session.pauses.stop()
    wait(300)
    assert Clock(session).view("a").stopped == "paused"
    session.pauses.start()
    wait(15)
    session.pauses.stop()
    wait(100)
    assert Clock(session).view("a").spent == {"a": 25}
    step(session, "a1")
    assert not session.pauses.stopped
    wait(7)
    step(session, "b1")
    assert (session.timeline.entry(2).paused, session.timeline.entry(3).paused) == (400, 0)
    assert pause_words(session.timeline.entry(2)) == "The clock was stopped for 6 min."
    session.close()
    again = open_session({"toy": TOY}, tmp_path / "g.vedette")
    assert spent(again) == {"a": 25, "b": 7}
    assert b'"paused":400' in (tmp_path / "g.vedette").read_bytes().splitlines()[2]
    again.close()


def test_the_time_between_two_sittings_is_nobodys(wait: Wait, tmp_path: Path) -> None:
    session = game(tmp_path / "g.vedette")
    wait(30)
    session.close()
    wait(200)
    again = open_session({"toy": TOY}, tmp_path / "g.vedette")
    again.pauses.begin(again.timeline.entries)
    wait(50)
    step(again, "a1")
    assert spent(again) == {"a": 50}
    again.close()


def test_limits_warn_and_stop_nobody(wait: Wait) -> None:
    session = game(side_minutes=1, round_minutes=2)
    wait(50)
    step(session, "a1")
    wait(40)
    view = Clock(session).view("a")
    assert (view.left("a"), view.left("b"), view.left_in_round) == (-30, 60, 120 - 40)
    step(session, "a1")
    assert time_words(session, Clock(session).view("b").spent) == "Ants 1 min · Bees 0 s, of 1 min each"


def test_times_without_a_zone_are_in_utc() -> None:
    assert seconds_between("2026-01-01T10:00:00", "2026-01-01T11:00:05+00:00") == 3605


@pytest.mark.parametrize(
    ("seconds", "face", "words"),
    [(0, "0:00", "0 s"), (754, "12:34", "12 min"), (3905, "1:05:05", "1 h 05 min"), (-30, "−0:30", "")],
)
def test_times_in_words_and_on_the_clock(seconds: int, face: str, words: str) -> None:
    assert clock_face(seconds) == face
    assert seconds < 0 or clock_words(seconds) == words
    assert clock_words(3 * 24 * 3600) == "3 days"


@pytest.mark.parametrize("save", ["open-fire-first-battle", "company-mill-road"])
def test_whoever_gave_a_command_is_who_was_called_upon(save: str) -> None:
    """So that the entries alone tell whose time it was; remarks may come from anybody."""
    session = read_session(rulesets(), data_folder() / "saves" / f"{save}.vedette")
    both, table = of_both(session.ruleset), session.ruleset.view.table
    for entry in session.timeline.entries[1:]:
        if isinstance(entry, CommandEntry) and not session.ruleset.specs[entry.input.do].common:
            called = table(session.state_at(entry.parent), None).prompt.side
            freely = entry.input.do in ("lose_objective",)
            assert freely or ("" if entry.input.do in both else entry.who) == called, (
                entry.n,
                entry.input.do,
            )


def test_only_the_cells_of_a_clock_are_painted_anew() -> None:
    old = Line((Piece(" KEELBORN "), Piece(" 12:59 ", "first-block"), Piece(" 3 VP")))
    new = replace(old, pieces=(old.pieces[0], Piece(" 13:00 ", "first-block"), old.pieces[2]))
    assert cells_changed(old, new) == (10, 0, 7)
    longer = replace(old, pieces=(old.pieces[0], Piece(" 1:00:00 ", "first-block"), old.pieces[2]))
    assert cells_changed(old, longer) == (10, 0, longer.width - 10)
