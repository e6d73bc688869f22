"""The page about new rulesets is true: what it shows is a ruleset that passes the contract tests.

Its blocks are written, at the paths that head them, into a house that knows no other game.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PAGE = ROOT / "docs/new-ruleset.md"
REGISTRY = "src/vedette/registry.py"
HOUSE = ("__init__.py", "py.typed", "engine", "kit", "view", "registry.py", "games/__init__.py")
TESTS = ("__init__.py", "conftest.py", "test_cases.py", "contract")
CONTRACT = "data facts numbers_are_read random_play rules_are_used saving undo whys".split()
"""Not the example games: the page shows none."""


def blocks() -> dict[str, str]:
    """The blocks of code by the paths that head them."""
    text = PAGE.read_text(encoding="utf-8").replace("\\_", "_")
    found = re.findall(r"^### (\S+)\n\n```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(found) == text.count("\n### ") == text.count("\n```") / 2
    assert len(dict(found)) == len(found)
    return dict(found)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house with the page's ruleset, and no other."""
    root = tmp_path / "house"
    for part in HOUSE:
        _copy(ROOT / "src/vedette" / part, root / "src/vedette" / part)
    for part in TESTS:
        _copy(ROOT / "tests" / part, root / "tests" / part)
    _copy(ROOT / "pyproject.toml", root / "pyproject.toml")
    for player in (root / "tests/contract/players").glob("[!_]*.py"):
        player.unlink()
    for path, code in blocks().items():
        if path == REGISTRY:
            _register(root / REGISTRY, code)
        else:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(code, encoding="utf-8")
    return root


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    elif source.is_file():
        shutil.copy(source, target)


def _register(path: Path, line: str) -> None:
    """The registry with this line in place of all others."""
    text, times = re.subn(
        r"(?<=^GAMES = \{\n).*?(?=^\})", lambda _: line, path.read_text(), flags=re.MULTILINE | re.DOTALL
    )
    assert times == 1
    path.write_text(text, encoding="utf-8")


def _run(house: Path, *arguments: str) -> None:
    """A tool in the house; what it has to say is why the test fails."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    env |= {"PYTHONPATH": f"{house / 'src'}{os.pathsep}{house}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        check=False,
        cwd=house,
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]


def test_the_ruleset_of_the_page_passes_the_contract_tests_and_its_cases(house: Path) -> None:
    contract = [f"tests/contract/test_{name}.py" for name in CONTRACT]
    _run(house, "pytest", "-n0", "-q", "-x", "-p", "no:cacheprovider", *contract, "tests/test_cases.py")


def test_the_code_of_the_page_is_clean(house: Path) -> None:
    code = ("src/vedette/games/duel", "tests/contract/players/duel.py")
    _run(house, "ruff", "check", "--no-cache", *code)
    _run(house, "ruff", "format", "--no-cache", "--check", *code)
    _run(house, "mypy", "--strict", *code)
