"""Every test here runs for every ruleset that is registered."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tests.contract import starts
from vedette.engine.ruleset import Ruleset
from vedette.registry import rulesets


def pytest_configure(config: pytest.Config) -> None:
    """With `--thorough` games begin in every case, and not in a sample of them."""
    if config.getoption("--thorough"):
        starts.MOST, starts.SEEDS = sys.maxsize, 4


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that wants a ruleset gets each of them in turn."""
    if "ruleset_id" in metafunc.fixturenames:
        metafunc.parametrize("ruleset_id", list(rulesets()))


@pytest.fixture
def ruleset(ruleset_id: str) -> Ruleset[Any]:
    return rulesets()[ruleset_id]
