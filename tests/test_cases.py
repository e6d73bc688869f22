"""Every case of every ruleset: one test for each file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.contract.starts import case_files
from vedette.engine.case import play_case
from vedette.registry import rulesets

CASES = [path for ruleset in rulesets() for path in sorted((ROOT / "tests/cases" / ruleset).glob("*.toml"))]


@pytest.mark.parametrize("path", CASES, ids=[f"{path.parent.name}/{path.stem}" for path in CASES])
def test_case(path: Path) -> None:
    report = play_case(rulesets(), path)
    assert not report.misses, "\n".join([report.title, *report.misses])


def test_every_ruleset_has_cases() -> None:
    assert {path.parent.name for path in CASES} == set(rulesets())


@pytest.mark.parametrize("ruleset", rulesets())
def test_cases_name_rules_that_there_are(ruleset: str) -> None:
    known = rulesets()[ruleset].rules()
    for path, case in case_files(ruleset).items():
        assert set(case.rules) <= set(known), path.name
