"""Everything that could differ from one day or machine to the next is fixed."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Self

import pytest

from tests.snapshots import film
from tests.tui.conftest import no_odds  # noqa: F401 - for every picture
from vedette.engine import entry_builder, saves, session
from vedette.tui.screens import home

PLAYED = "2026-05-17T19:30:00+00:00"
"""When every entry was made."""


class Evening(datetime):
    """A clock that stands still, in a place without a time zone of its own."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 5, 17, 20, 0, tzinfo=UTC)

    def astimezone(self, tz: tzinfo | None = None) -> Self:
        return self


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """One time, one seed, no cursor that blinks."""
    monkeypatch.setattr(entry_builder, "now", lambda: PLAYED)
    monkeypatch.setattr(session, "now", lambda: PLAYED)
    monkeypatch.setattr(home, "local_clock", Evening.now)
    monkeypatch.setattr(secrets, "randbelow", lambda limit: 7)
    monkeypatch.setattr("textual.widgets.Input.cursor_blink", False)


@pytest.fixture(autouse=True)
def examples(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of examples, empty at first."""
    folder = own_folders / "examples"
    folder.mkdir()
    monkeypatch.setattr(saves, "example_folder", lambda: folder)
    return folder


def pytest_configure(config: pytest.Config) -> None:
    """With `--thorough` every picture is taken at every size."""
    film.thorough = config.getoption("--thorough")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The players' save folder; nobody has made it yet."""
    return tmp_path / "own"
