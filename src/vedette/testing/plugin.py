"""The pytest plugin that comes with Vedette: which rulesets the contract is tested for, and how thoroughly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

Times = Callable[[int, int], int]
"""How often something is tried: in every run, and with `--thorough`."""

RULESETS, CASES, PLAYERS = "vedette_rulesets", "vedette_cases", "vedette_players"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--thorough`, and where a project has what the tests need."""
    parser.addoption("--thorough", action="store_true", help="whole trials instead of samples; takes hours")
    parser.addini(
        RULESETS, "ids of the rulesets that the contract is tested for (all that there are)", "args", []
    )
    parser.addini(CASES, "the folder with a folder of cases for each ruleset", default="tests/cases")
    parser.addini(PLAYERS, "the package with a player for each ruleset", default="tests.players")


def pytest_configure(config: pytest.Config) -> None:
    """With `--thorough` games begin in every case and are all played, and not a sample of them."""
    pytest.register_assert_rewrite("vedette.testing.contract")
    from vedette.testing import known, starts

    starts.TESTED = tuple(config.getini(RULESETS))
    starts.ROOT, starts.CASES = config.rootpath, config.rootpath / config.getini(CASES)
    known.PLAYERS = config.getini(PLAYERS)
    if config.getoption("--thorough"):
        starts.MOST, starts.SHARE, starts.SEEDS = sys.maxsize, 1, 4


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of the contract that wants a ruleset gets each of them in turn."""
    from vedette.testing import starts

    if "ruleset_id" in metafunc.fixturenames:
        metafunc.parametrize("ruleset_id", starts.tested())


@pytest.fixture
def ruleset(ruleset_id: str) -> Any:
    """A ruleset that is tested."""
    from vedette.registry import rulesets

    return rulesets()[ruleset_id]


@pytest.fixture(scope="session")
def new_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Paths of folders that nobody has made yet. pytest's own looks through all that there are for each new one."""
    players = tmp_path_factory.mktemp("players")
    return (players / str(number) for number in count())


@pytest.fixture
def own_folders(new_folders: Iterator[Path]) -> Iterator[Path]:
    """A player's data folder of the test's own, also for the processes that it starts, whatever the test undoes."""
    from vedette.engine import library

    folder = next(new_folders)
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VEDETTE_DATA", str(folder / "vedette"))
        patch.setenv("VEDETTE_SAVES", str(folder / "saves"))
        patch.setattr(library, "user_folder", lambda: folder / "vedette")
        patch.delenv("NO_COLOR", raising=False)
        patch.setenv("VEDETTE_GLYPHS", "full")
        patch.setenv("COLORTERM", "truecolor")
        yield folder


@pytest.fixture
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a power cut would show whether a line has reached the disk; processes that tests start do wait for it."""
    from vedette.engine import files

    monkeypatch.setattr(files, "sync", lambda file: None)


@pytest.fixture
def times(request: pytest.FixtureRequest) -> Times:
    """The first number in every run, the second one with `--thorough`."""
    thorough = request.config.getoption("--thorough")
    return lambda sample, whole: whole if thorough else sample
