"""How often a trial is tried: a sample in every run, the whole with `pytest tests/trials --thorough`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vedette.registry import rulesets

Times = Callable[[int, int], int]
"""How often: in a sample, and in all."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A trial that wants a ruleset gets each of them in turn."""
    if "ruleset_id" in metafunc.fixturenames:
        metafunc.parametrize("ruleset_id", list(rulesets()))


@pytest.fixture
def times(request: pytest.FixtureRequest) -> Times:
    """The first number in every run, the second one with `--thorough`."""
    thorough = request.config.getoption("--thorough")
    return lambda sample, whole: whole if thorough else sample
