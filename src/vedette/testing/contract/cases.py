"""Every case of every ruleset comes out as it is written."""

from __future__ import annotations

from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.testing import starts
from vedette.testing.brought import brought_about


def test_cases_come_out_as_they_are_written(ruleset: Ruleset[GameState]) -> None:
    missed = brought_about(ruleset.id).missed
    assert not missed, "\n".join(missed)


def test_every_ruleset_has_cases(ruleset_id: str) -> None:
    assert starts.case_paths(ruleset_id)


def test_cases_name_rules_that_there_are(ruleset: Ruleset[GameState]) -> None:
    known = ruleset.rules()
    for path, case in starts.case_files(ruleset.id).items():
        assert set(case.rules) <= set(known), path.name
