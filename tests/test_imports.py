"""What our modules use of others: nothing that is private to Textual, and at the top, where everybody finds it."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from functools import cache

from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.pilot import Pilot
from textual.screen import Screen
from textual.scrollbar import ScrollBar
from textual.timer import Timer
from textual.widgets import Input, Static
from textual.worker import Worker

from tests.conftest import ROOT

PACKAGE = ROOT / "src/vedette"

PRIVATE_TO_TEXTUAL = {("tui/keyboard.py", "textual._xterm_parser")}
"""Only the parser of what a terminal sends: no public part of Textual survives a stray Escape."""

SUBCLASSED = (App, Driver, Input, Screen, ScrollBar, Static, Stylesheet, Timer, Worker, Pilot)
"""With their bases all of Textual whose objects we hold, or whose methods we could override without wanting to."""


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name.strip("_") != ""


def private_names(kind: type) -> set[str]:
    """The private methods of a class of Textual and of its bases, and what they set in themselves."""
    bases = [base for base in kind.__mro__ if base.__module__.startswith("textual.")]
    return set().union(*(_names_in(base.__module__, base.__qualname__) for base in bases))


@cache
def _names_in(module: str, kind: str) -> set[str]:
    source = inspect.getsource(importlib.import_module(module))
    (tree,) = (
        node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == kind
    )
    nodes = list(ast.walk(tree))
    methods = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    fields = {
        node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    return {name for name in methods | fields if is_private(name)}


def test_only_one_module_imports_what_is_private_to_textual() -> None:
    found = set()
    for name, tree in sources():
        for node in ast.walk(tree):
            imported = (
                [f"{node.module}.{alias.name}" for alias in node.names] + [str(node.module)]
                if isinstance(node, ast.ImportFrom)
                else [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else []
            )
            parts = [
                one for one in imported if one.startswith("textual.") and any(map(is_private, one.split(".")))
            ]
            found |= {(name, ".".join(one.split(".")[:2])) for one in parts}
    assert found == PRIVATE_TO_TEXTUAL


def test_nothing_reaches_into_an_object_of_textual() -> None:
    """A private name is used of `self` alone, or of an object of our own whose class is in the same module."""
    inside = set().union(*map(private_names, SUBCLASSED))
    found = []
    for name, tree in sources():
        if not name.startswith(("tui/", "cli/")):
            continue
        ours = {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and ast.unparse(node.value) == "self"
        } | {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        found += [
            f"{name}:{node.lineno} {ast.unparse(node)}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and node.attr in inside - ours
            and ast.unparse(node.value) != "os"
        ]
    assert not found


def test_no_class_of_ours_has_a_private_name_of_its_base_in_textual() -> None:
    """Else it would override what it doesn't know, or set what is Textual's."""
    found = []
    for name, tree in sources():
        if not name.startswith("tui/") or name == "tui/console.py":  # that module exists on Windows alone
            continue
        module = importlib.import_module(
            "vedette." + name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        )
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                theirs = private_names(getattr(module, node.name))
                used = {
                    one.name
                    for one in ast.walk(node)
                    if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
                }
                used |= {
                    one.attr
                    for one in ast.walk(node)
                    if isinstance(one, ast.Attribute) and ast.unparse(one.value) in ("self", "super()", "cls")
                }
                found += [f"{name} {node.name}.{one}" for one in sorted(used & theirs)]
    assert not found
