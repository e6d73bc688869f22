"""Every rule that is told is used somewhere, and no code speaks of a rule that is not told.

A docstring is no use of a rule, nor is a list that nobody reads: what counts has happened in a case, or stands in
a text or table that the code reads. A reminder counts only where a form has shown it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from vedette.engine.library import read_toml, ruleset_folder
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.testing import starts
from vedette.testing.brought import brought_about, ids, in_cases
from vedette.testing.known import known
from vedette.testing.written import files_of, parsed


def test_every_rule_of_the_book_is_used(ruleset: Ruleset[GameState]) -> None:
    """By a check, by what happens, by a tracked value or by a reminder."""
    brought = brought_about(ruleset.id)
    told = _reminded(ruleset) | set(ruleset.tracked)
    used = (
        brought.refused
        | brought.named
        | in_cases(ruleset.id)
        | _written(ruleset)
        | told
        | set(known(ruleset.id).shown_by)
    )
    assert sorted(set(ruleset.rules()) - used) == []


def test_every_rule_that_is_enforced_has_a_check(ruleset: Ruleset[GameState]) -> None:
    unchecked = set(known(ruleset.id).unchecked)
    assert sorted(_with_duty(ruleset, "enforce") - _checked(ruleset)) == sorted(unchecked)


def test_every_rule_that_is_enforced_has_refused_something_in_a_case(ruleset: Ruleset[GameState]) -> None:
    """Or a case is about what it leaves of a command that another rule refuses."""
    shown = brought_about(ruleset.id).refused | in_cases(ruleset.id)
    assert sorted(_with_duty(ruleset, "enforce") - shown) == []


def test_every_rule_that_is_resolved_is_shown_by_a_case(ruleset: Ruleset[GameState]) -> None:
    """A case is about it, or a roll, a question, a fact or a refusal in a case names it."""
    brought = brought_about(ruleset.id)
    used = brought.refused | brought.named | in_cases(ruleset.id) | set(known(ruleset.id).shown_by)
    assert sorted(_with_duty(ruleset, "resolve") - used - _reminded(ruleset) - _written(ruleset)) == []


def test_what_shows_a_rule_without_a_case_of_its_own_is_there(ruleset: Ruleset[GameState]) -> None:
    told = known(ruleset.id)
    assert {*told.shown_by, *told.seen_in} <= set(ruleset.rules())
    assert all((starts.CASES / f"{case}.toml").is_file() for case in told.shown_by.values())
    for rule, test in told.seen_in.items():
        assert f'"{rule}"' in (starts.ROOT / test).read_text(encoding="utf-8"), rule


def test_every_rule_that_is_tracked_is_listed_or_carried_out(ruleset: Ruleset[GameState]) -> None:
    brought = brought_about(ruleset.id)
    used = set(ruleset.tracked) | brought.named | brought.refused | in_cases(ruleset.id)
    assert sorted(_with_duty(ruleset, "track") - used) == []


def test_every_rule_that_only_the_table_can_judge_is_shown_beside_a_command(
    ruleset: Ruleset[GameState],
) -> None:
    assert sorted(_with_duty(ruleset, "remind") - _reminded(ruleset)) == []


def test_every_reminder_is_shown_by_the_form_of_its_command(ruleset: Ruleset[GameState]) -> None:
    shown = brought_about(ruleset.id).reminded
    never = {
        f"{do}: {rule}"
        for do, rules in ruleset.reminders.items()
        for rule in set(rules) - shown.get(do, set()) - set(known(ruleset.id).seen_in)
    }
    assert sorted(never) == []


def test_no_code_and_no_table_names_a_rule_that_is_not_told(ruleset: Ruleset[GameState]) -> None:
    named = {
        rule
        for file in files_of(ruleset)
        for rule in ids(ruleset, file.read_text(encoding="utf-8"), ranges=True)
    }  # fmt: skip
    named |= _in_tables(ruleset) | _reminded(ruleset) | set(ruleset.tracked) | _checked(ruleset)
    assert sorted(named - set(ruleset.rules())) == []


def _with_duty(ruleset: Ruleset[GameState], duty: str) -> set[str]:
    return {rule.id for rule in ruleset.rules().values() if rule.duty == duty}


def _checked(ruleset: Ruleset[GameState]) -> set[str]:
    specs = ruleset.specs.values()
    checks = [ruleset.phase_check, *(check for spec in specs for check in (*spec.checks, *spec.part_checks))]
    return {rule for check in checks for rule in check.rules} | set(ruleset.adjust_rules)


def _reminded(ruleset: Ruleset[GameState]) -> set[str]:
    return {rule for rules in ruleset.reminders.values() for rule in rules}


@cache
def _written(ruleset: Ruleset[GameState]) -> set[str]:
    """What stands in the texts and tables that the code reads: no docstrings, no lists of what a command carries out."""
    texts = (text for file in files_of(ruleset) for text in _texts(parsed(file)))
    return {rule for text in texts for rule in ids(ruleset, text)} | _in_tables(ruleset)


def _texts(code: ast.Module) -> Iterator[str]:
    """The texts of a module that are no statement of their own; the rules of a declared command are for readers only."""
    calls = [node for node in ast.walk(code) if isinstance(node, ast.Call)]
    listed = {
        id(part)
        for call in calls
        if ast.unparse(call.func) in ("CommandSpec", "COMMANDS.add")
        for keyword in call.keywords
        if keyword.arg == "rules"
        for part in ast.walk(keyword.value)
    }
    prose = {id(node.value) for node in ast.walk(code) if isinstance(node, ast.Expr)}
    for node in ast.walk(code):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in listed | prose:
            yield node.value


def _in_tables(ruleset: Ruleset[GameState]) -> set[str]:
    folder = ruleset_folder(ruleset.id)
    files = [path for path in folder.rglob("*.toml") if path.name != "rules.toml"]
    return {rule for path in files for rule in _rules_in(read_toml(path))}


def _rules_in(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        yield from (rule for rule in data.get("rules", ()) if isinstance(rule, str))
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from _rules_in(item)
