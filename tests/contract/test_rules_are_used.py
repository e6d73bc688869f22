"""Every rule that is told is used somewhere, and no code speaks of a rule that is not told."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from vedette.engine.library import data_folder, read_toml
from vedette.engine.ruleset import Ruleset


def test_every_rule_of_the_book_is_used(ruleset: Ruleset[Any]) -> None:
    """By a check, by a procedure, by a tracker or by a reminder."""
    used = _checked(ruleset) | _carried_out(ruleset) | _told(ruleset) | _in_tables(ruleset)
    assert sorted(set(ruleset.rules()) - used) == []


def test_every_rule_that_is_enforced_has_a_check(ruleset: Ruleset[Any]) -> None:
    enforced = {rule.id for rule in ruleset.rules().values() if rule.duty == "enforce"}
    assert sorted(enforced - _checked(ruleset)) == []


def test_every_rule_that_is_resolved_belongs_to_a_procedure(ruleset: Ruleset[Any]) -> None:
    resolved = {rule.id for rule in ruleset.rules().values() if rule.duty == "resolve"}
    used = _checked(ruleset) | _carried_out(ruleset) | _in_tables(ruleset)
    assert sorted(resolved - used) == []


def test_every_rule_that_is_tracked_is_listed_or_carried_out(ruleset: Ruleset[Any]) -> None:
    tracked = {rule.id for rule in ruleset.rules().values() if rule.duty == "track"}
    assert sorted(tracked - set(ruleset.tracked) - _carried_out(ruleset)) == []


def test_every_rule_that_only_the_table_can_judge_is_shown_beside_a_command(ruleset: Ruleset[Any]) -> None:
    reminders = {rule.id for rule in ruleset.rules().values() if rule.duty == "remind"}
    assert sorted(reminders - _reminded(ruleset)) == []


def test_reminders_stand_beside_commands_that_there_are(ruleset: Ruleset[Any]) -> None:
    assert set(ruleset.reminders) <= set(ruleset.specs)


def test_no_code_and_no_table_names_a_rule_that_is_not_told(ruleset: Ruleset[Any]) -> None:
    named = {
        rule
        for module in _modules(ruleset)
        for rule in _ids(ruleset, inspect.getsource(module))
    }  # fmt: skip
    named |= _in_tables(ruleset) | _told(ruleset) | _checked(ruleset)
    assert sorted(named - set(ruleset.rules())) == []


def _checked(ruleset: Ruleset[Any]) -> set[str]:
    specs = ruleset.specs.values()
    checks = [ruleset.phase_check, *(check for spec in specs for check in (*spec.checks, *spec.part_checks))]
    return {rule for check in checks for rule in check.rules} | set(ruleset.adjust_rules)


def _carried_out(ruleset: Ruleset[Any]) -> set[str]:
    """By the lists of the commands, and by the docstrings and asks of the code."""
    listed = {rule for spec in ruleset.specs.values() for rule in spec.rules}
    return listed | {rule for text in _docstrings(ruleset) for rule in _ids(ruleset, text)} | _asked(ruleset)


def _told(ruleset: Ruleset[Any]) -> set[str]:
    return _reminded(ruleset) | set(ruleset.tracked)


def _reminded(ruleset: Ruleset[Any]) -> set[str]:
    return {rule for rules in ruleset.reminders.values() for rule in rules}


def _in_tables(ruleset: Ruleset[Any]) -> set[str]:
    """The `rules` that modifiers, special rules and the like name."""
    folder = data_folder() / "rulesets" / ruleset.id
    files = [path for path in folder.glob("*.toml") if path.name != "rules.toml"]
    return {rule for path in files for rule in _rules_in(read_toml(path))}


def _rules_in(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from (rule for rule in data.get("rules", ()) if isinstance(rule, str))
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from _rules_in(item)


def _modules(ruleset: Ruleset[Any]) -> list[ModuleType]:
    package = ruleset.new_game.__module__.rpartition(".")[0]
    return [module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")]


def _docstrings(ruleset: Ruleset[Any]) -> Iterator[str]:
    documented = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
    for module in _modules(ruleset):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, documented):
                yield ast.get_docstring(node) or ""


def _asked(ruleset: Ruleset[Any]) -> set[str]:
    """What stands in `rules=(…)` of a roll or a choice."""
    given = (
        ast.unparse(node.value)
        for module in _modules(ruleset)
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.keyword) and node.arg == "rules"
    )
    return {rule for text in given for rule in _ids(ruleset, text)}


def _ids(ruleset: Ruleset[Any], text: str) -> set[str]:
    """Rule ids in a text; `OF-DMG-1 to OF-DMG-3`, or `NA-3.3.1 to NA-3.3.4`, means those between as well."""
    families = sorted({rule.split("-")[0] for rule in ruleset.rules()})
    one = rf"((?:{'|'.join(families)})-(?:[A-Z]+-|(?:[A-Z]+|\d+)\.(?:\d+\.)*))(\d+)"
    found = {f"{family}{number}" for family, number in re.findall(rf"\b{one}\b", text)}
    for family, first, other, last in re.findall(rf"\b{one} to {one}\b", text):
        if family == other:
            found |= {f"{family}{number}" for number in range(int(first), int(last) + 1)}
    return found
