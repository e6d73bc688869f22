"""What all tests share: nothing is read from or written to the player's own folders."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from vedette.engine import files, library

os.environ["TEXTUAL_ANIMATIONS"] = "none"  # nothing moves, so that no test depends on when it looks

ROOT = Path(__file__).resolve().parent.parent

Times = Callable[[int, int], int]
"""How often something is tried: in every run, and with `--thorough`."""

# Several workers share two cores, so that an example may be slow for no fault of its own.
settings.register_profile("vedette", deadline=None, max_examples=60)
settings.load_profile("vedette")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--thorough`: whole trials instead of samples."""
    parser.addoption("--thorough", action="store_true", help="whole trials instead of samples; takes hours")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `thorough` tells little more than a test beside it that is run every time."""
    if not config.getoption("--thorough"):
        items[:] = [item for item in items if item.get_closest_marker("thorough") is None]


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's data folder of the test's own, also for the processes that it starts."""
    folder = tmp_path_factory.mktemp("player")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setenv("VEDETTE_SAVES", str(folder / "saves"))
    monkeypatch.setattr(library, "user_folder", lambda: folder / "vedette")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return folder


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a power cut would show whether a line has reached the disk; processes that tests start do wait for it."""
    monkeypatch.setattr(files, "_sync", lambda file: None)


@pytest.fixture
def times(request: pytest.FixtureRequest) -> Times:
    """The first number in every run, the second one with `--thorough`."""
    thorough = request.config.getoption("--thorough")
    return lambda sample, whole: whole if thorough else sample
