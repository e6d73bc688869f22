"""What our modules use of others: nothing that is private to Textual, and at the top, where everybody finds it.

An import that is late is a door, and listed here with its reason: what is behind it is big, and most who pass don't need it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from pkgutil import resolve_name
from typing import Any, get_type_hints

import pytest
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
from vedette.cli import late
from vedette.cli.words import app, maps, packs, roster

PACKAGE = ROOT / "src/vedette"

PRIVATE_TO_TEXTUAL = {("tui/keyboard.py", "textual._xterm_parser")}
"""Only the parser of what a terminal sends: no public part of Textual survives a stray Escape."""

SUBCLASSED = (App, Driver, Input, Screen, ScrollBar, Static, Stylesheet, Timer, Worker, Pilot)
"""With their bases all of Textual whose objects we hold, or whose methods we could override without wanting to."""


HOME = "home's first frame is there before the engine, which takes 100 ms"

DOORS = {
    "cli/__init__.py:_run": "typer's app, and the screen, which goes past it",
    "cli/screen.py:open_screen": "Textual",
    "cli/screen.py:open_watch": "Textual",
    "controller.py:plan_behind": "the odds, which only a plan needs: 9 ms of the table's first frame",
    "controller.py:write_report": "the report, with Jinja: 50 ms of the table's first frame",
    "engine/journal.py:_locked": "the locks of files, which only those need who write",
    "engine/saves.py": HOME,
    "registry.py:_foreign": HOME,
    "save_library.py": HOME,
    "testing/plugin.py": "pytest loads it in every environment that has Vedette, and before it rewrites any assertion",
    "pages/character.py:sheet": "Jinja, 50 ms",
    "plain/telling.py:sheet_written": "Jinja, 50 ms",
    "shared_page.py": "the web server",
    "tui/app.py": "what a game needs: 250 ms of home's first frame",
    "tui/launch.py": "the screens, of which one is opened",
    "tui/screens/home.py": "what a game needs: 25 to 350 ms of home's first frame",
    "tui/screens/sheet.py:action_write": "Jinja, 50 ms",
    "tui/table/by_hand.py:adjust": "what is corrected by hand: 3 ms of the table's first frame",
    "tui/table/guiding.py:begin": "a first battle's guide: 12 ms of the table's first frame",
    "tui/screens/replay.py": "the log, which a replay need not open",
    "tui/table/looking_back.py": "the log, and another screen: 15 ms of the table's first frame",
    "tui/table/picture.py": "the map, and another screen: 16 ms of the table's first frame",
    "tui/table/sharing.py:invite": "another screen, and its QR code",
    "tui/table/panels.py": "dice, forms, and the end of a game: 20 ms of the table's first frame",
    "tui/table_controller.py": "the odds and the end of a game: 20 ms of the table's first frame",
    "tui/widgets/table_layout.py": "the map: 10 ms of the table's first frame",
    "view/army_draft.py:print": "Jinja, with which pages are printed",
    "view/report_pages.py:_pygal": "the report's charts",
}
"""Functions that import, or modules with several such, and why."""

BY_NAME = {
    "cli/late.py": "typer's app: what a command does, and what a shell offers at Tab",
    "testing/known.py": "the players of a ruleset's own tests",
    "view/view.py": "a game's package: what only a new game needs of it",
}
"""Modules that import what a text names."""

"""Where imports are still in functions."""


@cache
def sources() -> list[tuple[str, ast.Module]]:
    """Every module of ours, by its place in the package."""
    return [
        (path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    ]


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


def late_imports(name: str, tree: ast.Module) -> Iterator[str]:
    """The functions of a module that import something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(
            isinstance(one, ast.Import | ast.ImportFrom) for one in ast.walk(node)
        ):
            yield f"{name}:{node.name}"


def test_imports_are_at_the_top_but_at_the_doors() -> None:
    found = {name if name in DOORS else door for name, tree in sources() for door in late_imports(name, tree)}
    assert found == DOORS.keys()


def test_few_modules_import_by_name() -> None:
    by_name = {"import_module", "resolve_name", "__import__"}
    found = {
        name
        for name, tree in sources()
        for one in ast.walk(tree)
        if (isinstance(one, ast.Name) and one.id in by_name)
        or (isinstance(one, ast.Attribute) and one.attr in by_name)
    }
    assert found == BY_NAME.keys()


COMMANDS: list[Callable[..., Any]] = [
    command.callback
    for group in (app, roster, maps, packs)
    for command in group.registered_commands
    if command.callback
]


@pytest.fixture
def led_to(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that the door is asked for, and nothing is done."""
    asked: list[str] = []

    def nothing(*_: object, **__: object) -> tuple[()]:
        return ()

    def note(name: str) -> Callable[..., object]:
        asked.append(name)
        return nothing

    monkeypatch.setattr(late, "resolve_name", note)
    return asked


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_what_does_a_command_takes_what_it_is_called_with(
    command: Callable[..., Any], led_to: list[str]
) -> None:
    """In the same types: the door between them knows none."""
    command()
    (name,) = led_to
    words = get_type_hints(command)
    words.pop("saves", None)
    assert get_type_hints(resolve_name(name)) == words


def test_what_is_offered_at_tab_is_found(led_to: list[str]) -> None:
    for command in COMMANDS:
        for hint in get_type_hints(command, include_extras=True).values():
            for option in getattr(hint, "__metadata__", ()):
                if option.autocompletion:
                    option.autocompletion(None, "")
    assert len(led_to) > len(COMMANDS)
    assert all(callable(resolve_name(name)) for name in set(led_to))
