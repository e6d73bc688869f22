"""Every number of the rules is read by the code: one that nobody asks for would be changed in vain."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from vedette.engine.library import numbers
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState

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
    package = sys.modules[ruleset.new_game.__module__.rpartition(".")[0]]
    files = sorted(Path(str(package.__file__)).parent.rglob("*.py"))
    return ast.Module([part for file in files for part in ast.parse(file.read_text()).body], [])


def _asked_for(code: ast.Module, names: set[str]) -> set[str]:
    """The names that `number` is asked for, and those that it can be asked for by an f-string."""
    asked, words = [value for given in _given(code) for value in _values(given)], _words(code)
    known = {value.value for value in asked if isinstance(value, ast.Constant)}
    patterns = [_pattern(value, words) for value in asked if isinstance(value, ast.JoinedStr)]
    return {name for name in names if name in known or any(one.fullmatch(name) for one in patterns)}


def _given(code: ast.Module) -> Iterator[ast.expr]:
    """What is given to `number`, and to the functions that hand it on to `number`."""
    functions = [node for node in ast.walk(code) if isinstance(node, ast.FunctionDef)]
    hand_on = {"number"} | {one.name for one in functions if _hands_on(one)}
    return (given for call in _calls(code, hand_on) for given in call.args)


def _hands_on(function: ast.FunctionDef) -> bool:
    """Whether a function asks for the number of a name that it is given."""
    own = {argument.arg for argument in function.args.args}
    values = [
        value for call in _calls(function, {"number"}) for given in call.args for value in _values(given)
    ]
    return any(isinstance(value, ast.Name) and value.id in own for value in values)


def _calls(code: ast.AST, names: set[str]) -> list[ast.Call]:
    """The calls of functions of these names, of `TABLES.number` as well."""
    calls = [node for node in ast.walk(code) if isinstance(node, ast.Call)]
    return [one for one in calls if names & {getattr(one.func, "id", ""), getattr(one.func, "attr", "")}]


def _values(given: ast.expr) -> list[ast.expr]:
    """What an expression can come to: both sides of an `if`."""
    if isinstance(given, ast.IfExp):
        return [*_values(given.body), *_values(given.orelse)]
    return [given]


def _words(code: ast.Module) -> set[str]:
    """The words that stand as texts in the code."""
    texts = (node.value for node in ast.walk(code) if isinstance(node, ast.Constant))
    return {text.replace("-", "_") for text in texts if isinstance(text, str) and WORD.fullmatch(text)}


def _pattern(text: ast.JoinedStr, words: set[str]) -> re.Pattern[str]:
    """The names that an f-string can come to; it must have a word of its own, or it could come to any name."""
    own = [str(one.value) if isinstance(one, ast.Constant) else "" for one in text.values]
    assert any(one.strip("_") for one in own), f"{ast.unparse(text)} could be any number"
    any_word = f"(?:{'|'.join(sorted(words))})"
    return re.compile("".join(re.escape(one) or any_word for one in own))
