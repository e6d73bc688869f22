"""Every case of every ruleset comes out as it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from vedette.engine.case import play_case
from vedette.engine.ruleset import Ruleset
from vedette.registry import rulesets
from vedette.testing import starts

SHARES = 24
"""Into so many tests the cases of a ruleset are split, for the workers: a test for each would cost as much as the case."""


def shares() -> Iterator[tuple[str, Sequence[Path]]]:
    """The cases of each test, and its name."""
    for ruleset in starts.tested():
        paths = starts.case_paths(ruleset)
        yield from ((f"{ruleset}-{share}", paths[share::SHARES]) for share in range(min(SHARES, len(paths))))


@pytest.mark.parametrize("paths", [pytest.param(paths, id=name) for name, paths in shares()])
def test_cases_come_out_as_they_are_written(paths: Sequence[Path]) -> None:
    reports = [play_case(rulesets(), path) for path in paths]
    missed = [[f"{one.path}: {one.title}", *one.misses] for one in reports if one.misses]
    assert not missed, "\n".join(line for lines in missed for line in lines)


def test_every_ruleset_has_cases(ruleset_id: str) -> None:
    assert starts.case_paths(ruleset_id)


def test_cases_name_rules_that_there_are(ruleset: Ruleset[Any]) -> None:
    known = ruleset.rules()
    for path, case in starts.case_files(ruleset.id).items():
        assert set(case.rules) <= set(known), path.name
