"""How often a trial is tried: a sample in every run, the whole with `pytest tests/trials --thorough`."""

from __future__ import annotations

import pytest

from tests.cli.conftest import one_parser  # noqa: F401 - for the trials that call commands
from tests.tui.conftest import no_odds  # noqa: F401 - for the trials that open the screen
from vedette.registry import rulesets


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A trial that wants a ruleset gets each of them in turn."""
    if "ruleset_id" in metafunc.fixturenames:
        metafunc.parametrize("ruleset_id", list(rulesets()))
