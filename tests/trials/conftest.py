"""How often a trial is tried: a sample in every run, the whole with `pytest tests/trials --thorough`."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.cli.conftest import one_parser, vedette  # noqa: F401 - for the trials that call commands
from tests.tui.conftest import no_odds  # noqa: F401 - for the trials that open the screen

WHATEVER_THE_GAME = frozenset(
    f"test_{one}.py"
    for one in ("damage", "disk", "kills", "forging", "timeline", "memory", "commands", "screens")
)
"""What these try has to do with the save, the timeline or the screen, whatever game is played."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is alike for all games is tried with one of them in turn, and with each of them with `--thorough`."""
    if config.getoption("--thorough"):
        return
    alike: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.path.name in WHATEVER_THE_GAME and (callspec := getattr(item, "callspec", None)):
            game = callspec.params.get("ruleset_id", callspec.params.get("name", "."))
            alike[item.nodeid.replace(game, ".")].append(item)
    kept = {each[n % len(each)] for n, each in enumerate(alike.values())}
    left_out = {item for each in alike.values() for item in each} - kept
    items[:] = [item for item in items if item not in left_out]
