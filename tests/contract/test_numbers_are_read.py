"""Every number of the rules is read by the code: one that nobody asks for would be changed in vain."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vedette.engine.library import numbers
from vedette.engine.ruleset import Ruleset

WORD = re.compile(r"[a-z]+(?:[-_][a-z]+)*")


def test_every_number_is_read(ruleset: Ruleset[Any]) -> None:
    assert sorted(set(numbers(ruleset.id)) - _asked_for(_code(ruleset), set(numbers(ruleset.id)))) == []


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


def _code(ruleset: Ruleset[Any]) -> ast.Module:
    """All code of a game in one."""
    package = sys.modules[ruleset.new_game.__module__.rpartition(".")[0]]
    files = sorted(Path(str(package.__file__)).parent.rglob("*.py"))
    return ast.Module([part for file in files for part in ast.parse(file.read_text()).body], [])


def _asked_for(code: ast.Module, names: set[str]) -> set[str]:
    """The names that stand in what `number` is asked, and those that can be put together there out of words of the code."""
    texts = [node.value for node in ast.walk(code) if isinstance(node, ast.Constant)]
    words = {one.replace("-", "_") for one in texts if isinstance(one, str) and WORD.fullmatch(one)}
    asked = list(_asked(code))
    found = {part.value for node in asked for part in ast.walk(node) if isinstance(part, ast.Constant)}
    patterns = [_pattern(node, words) for node in asked if isinstance(node, ast.JoinedStr)]
    return {name for name in names if name in found or any(one.fullmatch(name) for one in patterns)}


def _asked(code: ast.Module) -> Iterator[ast.expr]:
    """What is given to `number`, and to the functions that hand it on to `number`."""
    functions = [node for node in ast.walk(code) if isinstance(node, ast.FunctionDef)]
    calls = [node for node in ast.walk(code) if isinstance(node, ast.Call)]
    hand_on = {"number"} | {one.name for one in functions if _hands_on(one)}
    return (given for call in calls if _called(call) in hand_on for given in call.args)


def _hands_on(function: ast.FunctionDef) -> bool:
    """Whether a function asks for the number of a name that it is given."""
    own = {argument.arg for argument in function.args.args}
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call) and _called(node) == "number")
    return any(isinstance(given, ast.Name) and given.id in own for call in calls for given in call.args)


def _called(call: ast.Call) -> str:
    """The name of what is called, of `TABLES.number` as well."""
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")


def _pattern(text: ast.JoinedStr, words: set[str]) -> re.Pattern[str]:
    """Names that an f-string can come to."""
    any_word = f"(?:{'|'.join(sorted(words))})"
    parts = (re.escape(str(one.value)) if isinstance(one, ast.Constant) else any_word for one in text.values)
    return re.compile("".join(parts))
