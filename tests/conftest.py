"""What all tests share: nothing is read from or written to the player's own folders."""

from __future__ import annotations

import gc
import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from vedette.engine.long_work import search_seldom

os.environ["TEXTUAL_ANIMATIONS"] = "none"  # nothing moves, so that no test depends on when it looks
os.environ["TEXTUAL_FPS"] = "1000"  # what changed is painted at once, and not at the next beat of the eye

ROOT = Path(__file__).resolve().parent.parent

NEEDS = {
    "browser": ("playwright", "axe_playwright_python"),
    "terminal": ("termios", "pyte"),
    "test_architecture.py": ("grimp",),
    "trials": ("termios",),
    "trials/test_kills_outside.py": ("pyte",),
    "trials/test_screens.py": ("pyte",),
    "trials/test_signals.py": ("pyte",),
    "windows": ("msvcrt",),
}
"""Tests that can't even be imported without these modules: other systems lack them, or `test-core` leaves them out."""

MISSING = {
    path: gone for path, needs in NEEDS.items() if (gone := [name for name in needs if not find_spec(name)])
}

collect_ignore = [*MISSING]

# Several workers share two cores, so that an example may be slow for no fault of its own, to run and to make.
settings.register_profile(
    "vedette", deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("vedette"), max_examples=200)
settings.load_profile("vedette")


def pytest_configure(config: pytest.Config) -> None:
    """With `--thorough` more examples are tried."""
    if config.getoption("--thorough"):
        settings.load_profile("thorough")


def pytest_report_header() -> list[str]:
    """What is not run here."""
    return [
        f"tests/{path} is left out: there is no {' and no '.join(gone)}" for path, gone in MISSING.items()
    ]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `thorough` tells little more than a test beside it that is run every time; other marks name a system."""
    if not config.getoption("--thorough"):
        items[:] = [item for item in items if item.get_closest_marker("thorough") is None]
    other = "posix" if sys.platform == "win32" else "windows"
    for item in items:
        if item.get_closest_marker(other):
            item.add_marker(pytest.mark.skip(reason=f"only on {other} systems"))


def pytest_collection_finish() -> None:
    """Garbage is searched for as the program does it: all that was made until here stays."""
    gc.disable()
    search_seldom()


@pytest.fixture(autouse=True)
def _apart(own_folders: Path, no_waiting_for_the_disk: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test, whether it asks for it or not."""
    from tests import idle  # Textual reads the above when it is imported

    idle.parse_each_style_sheet_once(monkeypatch)
    idle.wait_no_longer_than_needed(monkeypatch)


@pytest.fixture(params=["frames", pytest.param("portable", marks=pytest.mark.thorough)])
def portable_odds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Odds as CPython's frames tell states apart, and then without them, as on a Python that isn't known."""
    portable = bool(request.param == "portable")
    monkeypatch.setenv("VEDETTE_ODDS", "portable" if portable else "")
    return portable


@pytest.fixture(autouse=True)
def lines_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written to a save is not remembered: tests put other bytes there for what a crash or a stranger has left.

    Tests of shared folders override this.
    """
    from vedette.engine import journal

    monkeypatch.setattr(journal, "diverged", lambda *_: None)
