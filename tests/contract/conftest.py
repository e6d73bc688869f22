"""Every test here runs for every ruleset that is registered."""

from __future__ import annotations

from typing import Any

import pytest

from vedette.engine.ruleset import Ruleset
from vedette.registry import rulesets


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that wants a ruleset gets each of them in turn."""
    if "ruleset_id" in metafunc.fixturenames:
        metafunc.parametrize("ruleset_id", list(rulesets()))


@pytest.fixture
def ruleset(ruleset_id: str) -> Ruleset[Any]:
    return rulesets()[ruleset_id]
