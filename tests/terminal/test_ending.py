"""However the screen ends, the terminal is as it was before, and nothing is lost."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.terminal.terminal import VEDETTE, Terminal, begun
from vedette.engine.save_file import read
from vedette.engine.session import open_session
from vedette.registry import rulesets

PLACES = [
    "key",
    "paint",
    "timer",
    "task",
    "worker",
    "mount",
    "start",
    "leave",
    "ending",
    "input",
    "taking over",
]
"""Where something may go wrong: see `breaking`."""

EVERY_TIME = ("worker",)
"""The place that is tried in every run: in another thread than the screen's, which is the longest way."""

NAMES = ("Rosalind", "Bar Keepers", "The Toll", "The Cart", "toll-bar")
"""Words that are no business of a report."""


def table(save: Path, *, broken: str = "") -> Terminal:
    program = [sys.executable, "-m", "tests.terminal.breaking", broken] if broken else VEDETTE
    return Terminal(
        [*program, "play", str(save)], columns=100, lines=30,
        environment={"NO_COLOR": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
    )  # fmt: skip


def noted(screen: Terminal) -> None:
    """A remark, which is on the disk when it is seen."""
    screen.see("Bar Keepers")
    screen.press("N", *"so far", "enter")
    screen.see("Note: so far")


@pytest.mark.parametrize(
    "place",
    [place if place in EVERY_TIME else pytest.param(place, marks=pytest.mark.thorough) for place in PLACES],
)
def test_an_unexpected_error_is_told_in_a_sentence_and_reported(
    place: str, tmp_path: Path, own_folders: Path
) -> None:
    save = begun("toll-bar", tmp_path)
    session = open_session(rulesets(), save)
    session.do({"do": "note", "by": next(iter(session.state.sides)), "text": "Captain Rosalind was here"})
    session.close()
    with table(save, broken=place) as screen:
        if place in ("key", "paint", "timer", "task", "leave", "ending"):
            screen.see("Bar Keepers")
            screen.press("q" if place in ("leave", "ending") else "D")
        if place in ("leave", "ending"):
            screen.see("n New game")
            screen.press("q")
        assert screen.wait() == 70
        assert screen.left_behind == []
        told = screen.last_words

    assert "Something went wrong inside Vedette." in told
    assert "Traceback" not in told
    if place not in ("leave", "ending"):
        assert "toll-bar is saved up to line 1; to go on: vedette play" in told
        assert str(save) in told.replace("\n", "")
    (report,) = (own_folders / "vedette" / "reports").iterdir()
    assert report.name in told.replace("\n", "")
    text = report.read_text(encoding="utf-8")
    assert "LookupError" in text
    assert "tests/terminal/breaking.py" in text
    assert "Vedette " in text
    assert not [name for name in NAMES if name in text]
    if place not in ("leave", "ending"):
        assert "company" in text
        assert "Entry     1 of 1, command note" in text
    assert [entry.given["do"] for entry in read(save).entries] == ["note"]


@pytest.mark.thorough
def test_an_error_behind_a_closed_door_ends_all_the_same(tmp_path: Path) -> None:
    """Where ending does not come to an end, the terminal is given back by force."""
    save = begun("toll-bar", tmp_path)
    with table(save, broken="stuck") as screen:
        screen.see("Bar Keepers")
        screen.press("D")
        assert screen.wait() == 70
        assert screen.left_behind == []
        assert "saved up to line 0" in screen.last_words


def signals(often: signal.Signals, seldom: Sequence[signal.Signals]) -> pytest.MarkDecorator:
    """One of them in every run, the others, which take the same way, with `--thorough`."""
    others = [pytest.param(number, marks=pytest.mark.thorough) for number in seldom]
    return pytest.mark.parametrize("number", [often, *others], ids=lambda number: number.name)


@signals(signal.SIGTERM, seldom=[signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_a_signal_ends_the_screen_in_order(number: signal.Signals, tmp_path: Path) -> None:
    save = begun("toll-bar", tmp_path)
    with table(save) as screen:
        noted(screen)
        screen.signal(number)
        assert screen.wait() == 128 + number
        assert screen.left_behind == []
        assert screen.last_words.strip() == ""
    session = open_session(rulesets(), save)
    assert [entry.given["text"] for entry in session.timeline.entries] == ["so far"]
    session.close()


@signals(signal.SIGINT, seldom=[signal.SIGTERM])
def test_a_signal_ends_a_screen_that_hangs(number: signal.Signals, tmp_path: Path) -> None:
    with table(begun("toll-bar", tmp_path), broken="hanging") as screen:
        noted(screen)
        screen.press("D")
        screen.signal(number)
        assert screen.wait() == 128 + number
        assert screen.left_behind == []


def test_a_screen_that_was_stopped_comes_back(tmp_path: Path) -> None:
    """Also where it was stopped without being asked: then the shell may have changed the terminal."""
    with table(begun("toll-bar", tmp_path)) as screen:
        noted(screen)
        for number in (signal.SIGTSTP, signal.SIGSTOP):
            screen.signal(number)
            os.waitid(os.P_PID, screen.pid, os.WSTOPPED)
            screen.settle()
            if number == signal.SIGTSTP:
                assert screen.left_behind == []
            before = len(screen.raw)
            screen.signal(signal.SIGCONT)
            screen.settle()
            assert b"SET-UP" in screen.raw[before:], "the whole screen is painted again"
            screen.press("N", *"again", "enter")
            screen.see("Note: again")
        screen.signal(signal.SIGCONT)
        screen.settle()
        screen.press("q")
        screen.see("n New game")
        screen.press("q")
        assert screen.wait() == 0
        assert screen.left_behind == []


def test_a_closed_window_ends_the_program(tmp_path: Path) -> None:
    save = begun("toll-bar", tmp_path)
    with table(save) as screen:
        noted(screen)
        assert screen.hang_up() == 128 + signal.SIGHUP
    assert len(read(save).entries) == 1


@pytest.mark.thorough
def test_bytes_that_are_no_text_end_nothing(tmp_path: Path) -> None:
    """A remark with an ü as Latin-1 has it, a paste of bytes, and sequences that no terminal sends."""
    save = begun("toll-bar", tmp_path)
    with table(save) as screen:
        screen.see("Bar Keepers")
        screen.send(b"Ngr\xfcn \x80\xff\x1b[200~ zwei\xfc \x1b[48;9;9;9;9t\x1b[201~")
        screen.send(b"\x1b[99999999999;1u\x1b[97;1:1u\x1b[1114112u\x1b[<0;99999999;5M\x1b[48;9;9;0;0t\xc3")
        screen.press("enter")
        screen.see("gr�n �� zwei")
        screen.press("q")
        screen.see("n New game")
        screen.press("q")
        assert screen.wait() == 0
        assert screen.left_behind == []
    (entry,) = read(save).entries
    assert re.match("gr�n ��.*zwei�", entry.given["text"])


def test_ctrl_c_while_it_starts_is_no_traceback(tmp_path: Path) -> None:
    with table(begun("toll-bar", tmp_path)) as screen:
        while not screen.raw and screen.runs:
            screen.settle()
        screen.signal(signal.SIGINT)
        assert screen.wait() == 128 + signal.SIGINT
        assert screen.left_behind == []
        assert b"Traceback" not in screen.raw
