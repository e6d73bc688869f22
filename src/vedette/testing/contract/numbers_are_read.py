"""Every number of the rules is read by the code: one that nobody asks for would be changed in vain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from vedette.engine.library import numbers
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.testing.written import files_of, parsed

WORD = re.compile(r"[a-z]+(?:[-_][a-z]+)*")


def test_every_number_is_read(ruleset: Ruleset[GameState]) -> None:
    names = set(numbers(ruleset.id))
    assert sorted(names - _asked_for(_code(ruleset), names)) == []


def test_a_number_that_nobody_reads_is_found() -> None:
    code = ast.parse("""
'''A game with "told" in a docstring.'''
def metres(name): return number(name) / 2
def cost(way, hard):
    wall = "wall"
    return metres("deep") + number("hard" if hard else "easy") + number(f"{way}_{wall}_cost")
WAYS = ("over", "through")
""")
    asked = {"deep", "hard", "easy", "over_wall_cost", "through_wall_cost"}
    assert _asked_for(code, {*asked, "told", "under_wall_cost", "wall", "way"}) == asked


def _code(ruleset: Ruleset[GameState]) -> ast.Module:
    return ast.Module([part for file in files_of(ruleset) for part in parsed(file).body], [])


def _asked_for(code: ast.Module, names: set[str]) -> set[str]:
    """The names that `number` is asked for, by itself or by a function that hands them on, and those that an f-string can come to."""
    hand_on, nodes = {"number"}, list(ast.walk(code))
    for function in nodes:
        if isinstance(function, ast.FunctionDef):
            own = {argument.arg for argument in function.args.args}
            given = _given(ast.walk(function), {"number"})
            hand_on |= {function.name for one in given if isinstance(one, ast.Name) and one.id in own}
    asked = _given(nodes, hand_on)
    known = {one.value for one in asked if isinstance(one, ast.Constant)}
    texts = [str(node.value) for node in nodes if isinstance(node, ast.Constant)]
    words = {text.replace("-", "_") for text in texts if WORD.fullmatch(text)}
    patterns = []
    for text in asked:
        if isinstance(text, ast.JoinedStr):  # without a word of its own it could come to any name
            own_words = [str(one.value) if isinstance(one, ast.Constant) else "" for one in text.values]
            assert any(one.strip("_") for one in own_words), f"{ast.unparse(text)} could be any number"
            parts = (re.escape(one) or f"(?:{'|'.join(sorted(words))})" for one in own_words)
            patterns.append(re.compile("".join(parts)))
    return {name for name in names if name in known or any(one.fullmatch(name) for one in patterns)}


def _given(nodes: Iterable[ast.AST], names: set[str]) -> list[ast.expr]:
    """What is given to functions of these names, to `TABLES.number` as well; of an `if` both sides."""
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    of_these = [one for one in calls if names & {getattr(one.func, "id", ""), getattr(one.func, "attr", "")}]
    return [value for call in of_these for given in call.args for value in _values(given)]


def _values(given: ast.expr) -> list[ast.expr]:
    if isinstance(given, ast.IfExp):
        return [*_values(given.body), *_values(given.orelse)]
    return [given]
