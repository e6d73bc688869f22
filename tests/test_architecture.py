"""The house keeps its own rules: imports that run downwards and never in a circle, docs that are true."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import grimp
import pytest
import typer.main
from packaging.requirements import Requirement

from tests import commands_page, manual_page
from tests.conftest import ROOT
from tests.keys_page import PAGE, section
from vedette.cli.words import app
from vedette.engine import plugin_discovery
from vedette.registry import rulesets

SOURCES = sorted((ROOT / "src").rglob("*.py"))
DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TEMPLATE = "src/vedette/scaffold/template"
"""What a ruleset of one's own begins with; the page about it names its files."""

COMMANDS = list(vars(typer.main.get_command(app))["commands"])


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def code_in(path: Path) -> list[str]:
    """Everything in backticks or in a block of code."""
    text = text_of(path)
    blocks = re.findall(r"^```.*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [
        *re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)),
        *blocks,
    ]


def test_no_module_comes_back_to_itself() -> None:
    """Nobody imports in a circle, for types or late either."""
    graph = grimp.build_graph("vedette", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()


def test_nothing_below_the_screen_loads_one() -> None:
    """The games, the view and the engine, all of them, in a process of their own; and every command, but the one that serves a page."""
    layers = ("vedette.cli", "vedette.registry", "vedette.view", "vedette.engine")
    games = (game.entry.module.removesuffix(".ruleset") for game in plugin_discovery.ours().values())
    modules = [".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in SOURCES]
    below = [name.removesuffix(".__init__") for name in modules if name.startswith((*layers, *games))]
    below.remove("vedette.cli.serving")
    code = f"import sys\nfor name in {below!r}: __import__(name)\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"textual", "asyncio"} & set(done.stdout.split())


def test_only_one_module_below_the_screens_knows_the_system() -> None:
    """Others ask its functions, which mean the same everywhere."""
    asks = re.compile(
        r"sys\.platform|\bos\.name\b|platform\.system\(\) *[=!]=|\b(?:fcntl|msvcrt|ctypes|termios)\b"
    )
    below = [path for path in SOURCES if "tui" not in path.parts]
    assert [path.stem for path in below if asks.search(text_of(path))] == ["system"]


COPIES = ("copy", "copy2", "copyfile", "copyfileobj", "copytree")
WRITERS = {
    *("write_text", "write_bytes", "mkdir", "makedirs", "renames", "unlink", "rmdir", "rmtree", "touch"),
    *("removedirs", "truncate", "ftruncate", "link", "symlink", "symlink_to", "hardlink_to"),
    *("mkstemp", "mkdtemp", "extractall", "urlretrieve", "FileIO"),
    *("TemporaryFile", "NamedTemporaryFile", "TemporaryDirectory", "SpooledTemporaryFile"),
}
"""Functions and methods that write, rename, make or delete files and folders."""

MAY_WRITE = {
    "engine/files.py": "all data of the players goes through it",
    "engine/system.py": "what it calls on each system",
    "testing/plugin.py": "folders of a test, which has none of the players'",
    "tui/terminal.py": "opens devices",
    "cli/errors.py": "opens the null device",
}


def writes_in(tree: ast.AST) -> Iterator[str]:
    """Calls that write files, as far as their form tells: `a.replace(b)` replaces a file, `a.replace(b, c)` words."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        call = node.func
        name = call.attr if isinstance(call, ast.Attribute) else call.id if isinstance(call, ast.Name) else ""
        owner = call.value.id if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name) else ""
        parts = list(ast.walk(node))
        modes = {one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        flags = {one.attr for one in parts if isinstance(one, ast.Attribute)}
        of_path = isinstance(call, ast.Attribute) and len(node.args) == 1 and not node.keywords
        if (
            name in WRITERS
            or (owner in ("os", "shutil") and name in ("rename", "replace", "remove", "move", *COPIES))
            or (name in ("rename", "replace") and of_path)
            or (
                name in ("open", "fdopen") and any(re.fullmatch("[rbt]*[wax+][+bt]*", mode) for mode in modes)
            )
            or (name == "open" and flags & {"O_CREAT", "O_WRONLY", "O_RDWR", "O_TRUNC"})
        ):
            yield f"{node.lineno}: {name}"


def test_only_one_module_writes_files() -> None:
    found = {
        path.relative_to(ROOT / "src/vedette").as_posix(): list(writes_in(ast.parse(text_of(path))))
        for path in SOURCES
    }
    assert {name: calls for name, calls in found.items() if calls and name not in MAY_WRITE} == {}
    assert [name for name in MAY_WRITE if not found[name]] == []


def test_only_one_module_lists_folders() -> None:
    """Others ask `files.listed`, which takes any folder; the tests for rulesets look through the rulesets' own data."""
    lists = re.compile(r"\.r?glob\(|\.iterdir\(|\b(?:scandir|listdir)\(|\b(?:os|Path)\.walk\(")
    sources = [path for path in SOURCES if "testing" not in path.parts]
    assert [path.stem for path in sources if lists.search(text_of(path))] == ["files"]


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, vedette, vedette.cli, vedette.registry\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"textual", "typer"} & set(done.stdout.split())


def test_home_is_there_before_anything_of_a_game_is_loaded() -> None:
    code = """
import sys
from vedette.engine.saves import find_save, save_folder
from vedette.registry import rulesets
from vedette.tui.launch import make_app
import vedette.tui.screens.home
make_app(rulesets(), save_folder())
print(*sys.modules)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"pydantic", "vedette.engine.session", "vedette.engine.ruleset"} & set(done.stdout.split())


def test_the_wheel_carries_the_data() -> None:
    build = tomllib.loads(text_of(ROOT / "pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert build["force-include"] == {"rulesets": "vedette/_data/rulesets", "saves": "vedette/_data/saves"}
    for folder in build["force-include"]:
        assert (ROOT / folder).is_dir()
    for ruleset in rulesets():
        assert (ROOT / "rulesets" / ruleset / "rules.toml").is_file()


def test_the_portable_program_packs_what_the_package_needs() -> None:
    """Where this fails: the first lines of portable.txt make it anew."""
    packed = dict(
        re.findall(r"^([\w.-]+)==(\S+)", text_of(ROOT / "scripts/windows/portable.txt"), re.MULTILINE)
    )
    for needed in tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]["dependencies"]:
        requirement = Requirement(needed)
        assert requirement.specifier.contains(packed[requirement.name]), needed


def test_ci_runs_the_test_command_of_the_readme() -> None:
    lines = [
        line
        for line in text_of(ROOT / "README.md").splitlines()
        if line.startswith("python3 -m venv .venv &&")
    ]
    assert len(lines) == 2
    assert lines[0].endswith("/vedette")
    assert "[test]" in lines[1]
    pattern = re.search(r"grep -m1 -E '([^']+)'", text_of(ROOT / ".ci/run"))
    assert pattern is not None
    assert re.match(pattern[1].replace("\\.", "[.]"), lines[1])
    assert not re.match(pattern[1], lines[0])


@pytest.mark.parametrize("path", DOCS, ids=[path.name for path in DOCS])
def test_links_in_the_docs_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text_of(path)):
        if not target.startswith("https://"):
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", DOCS, ids=[path.name for path in DOCS])
def test_commands_in_the_docs_exist(path: Path) -> None:
    for code in code_in(path):
        for command in re.findall(r"\bvedette (?!-|SAVE)([a-z]+)", code):
            assert command in COMMANDS, code


def test_every_command_is_told() -> None:
    for path in (ROOT / "README.md", ROOT / "docs/playing.md"):
        told = " ".join(code_in(path))
        assert [command for command in COMMANDS if f"vedette {command}" not in told] == []


@pytest.mark.parametrize("path", DOCS, ids=[path.name for path in DOCS])
def test_rules_in_the_docs_exist(path: Path) -> None:
    known = {rule for ruleset in rulesets().values() for rule in ruleset.rules()}
    named = re.findall(r"\b[A-Z]{2,4}-(?:[A-Z]{2,4}-\d+|(?:[A-Z]|\d+)(?:\.\d+)+)\b", text_of(path))
    assert set(named) <= known


def test_every_rule_of_close_quarters_has_its_place_in_the_text() -> None:
    sections = text_of(ROOT / "docs/close-quarters-sections.md")
    named = set(re.findall(r"CQ-[A-Z]+-\d+", sections))
    for chapter, first, last in re.findall(r"(CQ-[A-Z]+-)(\d+) to CQ-[A-Z]+-(\d+)", sections):
        named |= {f"{chapter}{n}" for n in range(int(first), int(last) + 1)}
    assert sorted(set(rulesets()["close-quarters"].rules()) - named) == []


@pytest.mark.parametrize("path", DOCS, ids=[path.name for path in DOCS])
def test_files_in_the_docs_exist(path: Path) -> None:
    """What is named like a file of the project is one: `engine/play.py`, `rulesets/open-fire/rules.toml`."""
    folders = (
        "",
        "src/vedette",
        "src/vedette/engine",
        "src/vedette/games/open_fire",
        "rulesets/open-fire",
        "tests",
        TEMPLATE,
        f"{TEMPLATE}/src/package",
    )
    for code in re.findall(r"`([^`\n ]+\.(?:py|toml|md))`", text_of(path)):
        if "<" not in code and code.upper() != code and not code.startswith("GAME"):
            names = (code, f"{code}.jinja")
            assert any((ROOT / folder / name).exists() for folder in folders for name in names), code


def test_every_command_of_a_game_is_told() -> None:
    """Where this fails: `python -m tests.commands_page`."""
    assert set(re.findall(r"<!-- commands: (\S+) -->", text_of(PAGE))) == {*rulesets(), "every-game"}
    assert text_of(PAGE) == commands_page.page()


def test_every_key_is_told() -> None:
    """Where this fails: `python -m tests.keys_page`."""
    assert text_of(PAGE).endswith(section())


def test_every_command_that_prints_takes_json() -> None:
    opens_something = {"play", "learn", "watch", "edit"}  # as the README says

    def printing(group: Any) -> Iterator[Any]:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                yield from printing(command)
            elif name not in opens_something:
                yield command

    found = list(printing(typer.main.get_command(app)))
    assert len(found) > 30
    assert [one.name for one in found if not any("--json" in param.opts for param in one.params)] == []


def test_the_manual_page_tells_every_command_as_it_is() -> None:
    """Where this fails: `python -m tests.manual_page`."""
    page = text_of(manual_page.PAGE)
    assert page == manual_page.page()
    for line in (
        "vedette new \\fIGAME.toml\\fR \\fB\\-\\-save\\fR \\fISAVE\\fR",  # a required option
        "vedette verify \\fISAVE\\fR \\fI[CODE]\\fR",  # an argument that may be left out
        "\\fB\\-\\-as\\fR \\fItext|csv|table|toml|json\\fR\nIn which form. Default: text.",  # values and a default
    ):
        assert line in page
