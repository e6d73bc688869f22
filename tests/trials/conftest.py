"""How often a trial is tried: a sample in every run, the whole with `pytest tests/trials --thorough`."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.cli.conftest import one_parser, vedette  # noqa: F401 - for the trials that call commands
from tests.tui.conftest import no_odds  # noqa: F401 - for the trials that open the screen

OF_THE_SAVE = ("test_damage.py", "test_disk.py", "test_kills.py")
"""What these try happens to a save, whatever game is in it."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What happens to a save is tried with one of the games in turn, and with each of them with `--thorough`."""
    if config.getoption("--thorough"):
        return
    alike: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.path.name in OF_THE_SAVE and (callspec := getattr(item, "callspec", None)):
            alike[item.nodeid.replace(callspec.params.get("ruleset_id", "."), ".")].append(item)
    kept = {each[n % len(each)] for n, each in enumerate(alike.values())}
    left_out = {item for each in alike.values() for item in each} - kept
    items[:] = [item for item in items if item not in left_out]
