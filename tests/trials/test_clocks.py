"""The clock of the computer jumps back and forth, to the ends of time and beyond: games are played on, and told."""

from __future__ import annotations

import datetime
from itertools import cycle
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette, vedette
from tests.conftest import ROOT
from vedette.engine import times
from vedette.engine.save_cards import save_card
from vedette.engine.saves import save_folder
from vedette.engine.session import open_session
from vedette.registry import rulesets
from vedette.tui.save_lines import about

__all__ = ["vedette"]

SHOWN = (
    *("1970-01-01T00:00:00", "9999-12-31T23:59:59", "2026-11-27T20:00:00", "2026-11-27T19:00:00", ""),
    *("0001-01-01T00:00:00", "2027-01-01T00:00:00"),
)
"""What the clock shows, one after the other; "" is beyond all dates."""

COMMANDS = (
    *(
        "show",
        "log",
        "log --json",
        "verify",
        "report",
        "report --json",
        "luck",
        "undo",
        "redo",
        "bookmark 3 here",
    ),
    *("report -o r.html", "report -o r.md", "replay"),
)


@pytest.fixture
def jumping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock shows another time."""
    shown = cycle(SHOWN)

    class Clock(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> datetime.datetime:  # type: ignore[override]
            text = next(shown)
            if not text:
                raise OverflowError
            return datetime.datetime.fromisoformat(text).replace(tzinfo=tz)

    monkeypatch.setattr(times, "datetime", Clock)


@pytest.fixture
def path(own_folders: Path) -> Path:
    path = save_folder() / "jump.vedette"
    path.parent.mkdir()
    path.write_bytes((ROOT / "saves/open-fire-hanging-yard.vedette").read_bytes())
    return path


def test_a_game_goes_on_whatever_the_clock_shows(jumping: None, path: Path) -> None:
    session = open_session(rulesets(), path)
    before = len(session.timeline.entries)
    for n in range(3 * len(SHOWN)):
        session.redo() if n % 2 else session.undo()
        session.pauses.stop()
        session.pauses.start()
    written = session.timeline.entries[before:]
    assert {entry.time[:4] for entry in written} >= {"0002", "1970", "9998"}
    session.close()
    assert len(open_session(rulesets(), path).timeline.entries) == before + 3 * len(SHOWN)


def test_a_game_is_told_whatever_the_clock_shows(
    jumping: None, path: Path, vedette: Vedette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        name, *rest = command.split()
        said = vedette(name, "jump", *rest)
        assert (said.code, said.err) == (0, ""), command
    assert vedette("season", path.parent, "-o", tmp_path / "s.html").code == 0
    assert vedette("new", "first-battle", "--save", "g").code == 0
    for _ in SHOWN:
        assert about(save_card(path), times.local_clock())


@pytest.mark.parametrize("shown", SHOWN)
def test_every_time_that_the_clock_shows_can_be_written(shown: str, jumping: None) -> None:
    assert times.FIRST <= times.clock() <= times.LAST
    assert times.local_clock().tzinfo is not None
