"""Every case of every ruleset comes out as it is written: one test for each file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from vedette.engine.case import play_case
from vedette.engine.ruleset import Ruleset
from vedette.registry import rulesets
from vedette.testing import starts

PATHS = [path for ruleset in starts.tested() for path in starts.case_paths(ruleset)]


@pytest.mark.parametrize("path", PATHS, ids=[f"{path.parent.name}/{path.stem}" for path in PATHS])
def test_case(path: Path) -> None:
    report = play_case(rulesets(), path)
    assert not report.misses, "\n".join([report.title, *report.misses])


def test_every_ruleset_has_cases() -> None:
    assert {path.parent.name for path in PATHS} == set(starts.tested())


def test_cases_name_rules_that_there_are(ruleset: Ruleset[Any]) -> None:
    known = ruleset.rules()
    for path, case in starts.case_files(ruleset.id).items():
        assert set(case.rules) <= set(known), path.name
