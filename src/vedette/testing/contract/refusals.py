"""A check is tagged with the rules that it refuses by, and with no others.

Read from the code: every rule of a check must stand in a `Refusal(…)` that its test can come to, by itself or in
a function of the same game that it calls. Where such a refusal works its rule out, all ids count that this code reads.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from types import FunctionType, ModuleType
from typing import Any

from msgspec import Struct

from vedette.engine.checks import Check
from vedette.engine.data import Row
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.testing.known import known
from vedette.testing.written import package_of, tree_of

ID = re.compile(r"\b[A-Z]+-[A-Z0-9]+(?:-\d+|(?:\.\d+)+)\b")
"""What looks like the id of a rule."""


def test_every_rule_of_a_check_stands_in_one_of_its_refusals(ruleset: Ruleset[GameState]) -> None:
    package = package_of(ruleset)
    checks = [
        ruleset.phase_check,
        *(one for spec in ruleset.specs.values() for one in (*spec.checks, *spec.part_checks)),
    ]
    never = {
        f"{one.test.__name__}: {rule}"
        for one in checks
        if one.test.__module__.startswith(package)
        for rule in set(one.rules) - _named(one.test, package) - _of_its_sentences(one)
    }
    assert sorted(never - set(known(ruleset.id).only_allows)) == []


def _of_its_sentences(check: Check[Any, Any]) -> set[str]:
    """The rule by which a check refuses whose test answers with sentences (`forbids`): the first of its own."""
    return set(check.rules[:1]) if hasattr(check.test, "__wrapped__") else set()


class Code:
    """A function or class of a game as it is written, and what its names stand for."""

    def __init__(self, value: Any) -> None:
        self.tree = tree_of(value)
        self._value = value

    @cached_property
    def scope(self) -> Row:
        """The names of its module and of the functions around it."""
        scope = dict(vars(inspect.getmodule(self._value) or ModuleType("")))
        if isinstance(self._value, FunctionType):
            scope |= inspect.getclosurevars(self._value).nonlocals
        return scope

    @cached_property
    def mentioned(self) -> list[Any]:
        """The values of all names and attributes of modules in it."""
        found = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and node.id in self.scope:
                found.append(self.scope[node.id])
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                module = self.scope.get(node.value.id)
                found += [getattr(module, node.attr)] if isinstance(module, ModuleType) else []
        return found

    @cached_property
    def ids(self) -> set[str]:
        """Every rule id in it and in the tables that it reads, but for docstrings."""
        written = ast.unparse(self.tree)
        if isinstance(self.tree, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):  # a lambda has none
            written = written.replace(ast.get_docstring(self.tree) or "\0", "")
        return set(ID.findall(written)) | {rule for value in self.mentioned for rule in _of_data(value)}

    @cached_property
    def refusals(self) -> list[ast.expr]:
        """What stands as rule in each refusal that it makes, and first where `forbids` makes them of its sentences."""
        found = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id == "forbids":
                    found.append(node.args[0])
                if node.func.id == "Refusal":
                    found += node.args[:1]
                    found += [one.value for one in node.keywords if one.arg in ("rule", "also")]
        return found


_code = cache(Code)


@cache
def _named(test: Callable[..., Any], package: str) -> set[str]:
    found, worked_out = set[str](), False
    code = list(_reached(test, package, set()))
    for one in code:
        for rule in one.refusals:
            text = one.scope.get(rule.id) if isinstance(rule, ast.Name) else ast.unparse(rule)
            ids = ID.findall(text) if isinstance(text, str) else []
            found |= set(ids)
            worked_out |= not ids
    return found | {rule for one in code for rule in one.ids} if worked_out else found


def _reached(value: Any, package: str, seen: set[Any]) -> Iterator[Code]:
    """A function and everything of the same game that it calls."""
    value = value.test if isinstance(value, Check) else value
    value = inspect.unwrap(value) if callable(value) else None
    if (
        not isinstance(value, FunctionType | type)
        or not value.__module__.startswith(package)
        or value in seen
    ):
        return
    seen.add(value)
    code = _code(value)
    yield code
    for one in code.mentioned:
        yield from _reached(one, package, seen)


def _of_data(value: Any) -> set[str]:
    """The ids in a table, also in one that is read from a file."""
    if hasattr(value, "cache_info") and not inspect.signature(value).parameters:
        value = value()
    plain = isinstance(value, str | dict | tuple | list | Struct)
    return set(ID.findall(repr(value))) if plain and not isinstance(value, type) else set()
