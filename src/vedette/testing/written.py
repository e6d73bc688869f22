"""The code of a ruleset as it is written, parsed once for all tests that read it."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType

from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState


def package_of(ruleset: Ruleset[GameState]) -> str:
    """The package with the code of a ruleset."""
    return ruleset.new_game.__module__.rpartition(".")[0]


def files_of(ruleset: Ruleset[GameState]) -> list[Path]:
    """Every file with code of a ruleset."""
    package = sys.modules[package_of(ruleset)]
    return sorted(Path(str(package.__file__)).parent.rglob("*.py"))


@cache
def parsed(file: Path) -> ast.Module:
    """The code in a file."""
    return ast.parse(file.read_text(encoding="utf-8"))


def tree_of(value: FunctionType | type) -> ast.AST:
    """The definition of a function or class, or a lambda."""
    if isinstance(value, FunctionType):
        code = value.__code__
        return _defined(Path(code.co_filename))[f"{code.co_firstlineno} {code.co_name}"]
    return _defined(Path(str(inspect.getsourcefile(value))))[value.__qualname__]


@cache
def _defined(file: Path) -> Mapping[str, ast.AST]:
    return dict(_definitions(parsed(file), ""))


def _definitions(node: ast.AST, within: str) -> Iterator[tuple[str, ast.AST]]:
    """Functions by their first line, decorators included, and their name; classes by what they are called from outside."""
    for one in ast.iter_child_nodes(node):
        inner = within
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([one.lineno, *(decorator.lineno for decorator in one.decorator_list)])
            yield f"{first} {one.name}", one
            inner = f"{within}{one.name}.<locals>."
        elif isinstance(one, ast.Lambda):
            yield f"{one.lineno} <lambda>", one
        elif isinstance(one, ast.ClassDef):
            yield within + one.name, one
            inner = f"{within}{one.name}."
        yield from _definitions(one, inner)
