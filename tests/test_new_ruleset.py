"""A ruleset of somebody else: what `vedette scaffold` writes plays and keeps the contract as it is, and the page about it is true.

`.ci/run` installs it as players would, plays it and runs its tests; with `--thorough` that is done here as well, where
it only stands where Python finds it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from vedette.engine.errors import CommandError
from vedette.scaffold import RulesetNames, to_try, write
from vedette.testing import known

PAGE = ROOT / "docs/new-ruleset.md"
MOST = 250
"""Lines of Python that a ruleset begins with, without the empty ones."""

DIST_INFO = """Metadata-Version: 2.1
Name: vedette-duel
Version: 0.1.0
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package, and what an installer would write down of it."""
    root = write("duel", tmp_path)
    info = root / "src/vedette_duel-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(DIST_INFO)
    entry = re.search(r"^duel = .*$", (root / "pyproject.toml").read_text(), re.MULTILINE)
    assert entry
    (info / "entry_points.txt").write_text("[vedette.rulesets]\n" + entry[0].replace('"', "") + "\n")
    return root


def _run(package: Path, *arguments: str) -> str:
    """A tool in the package's folder; what it has to say is why the test fails."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    env["PYTHONPATH"] = str(package / "src")
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        check=False,
        cwd=package,
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    return done.stdout


@pytest.mark.thorough
def test_the_package_keeps_the_contract_as_it_is(package: Path) -> None:
    passed = _run(package, "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:asyncio")
    assert re.search(r"\d{3} passed", passed)


@pytest.mark.thorough
def test_the_package_plays(package: Path) -> None:
    save = str(package / "evening.vedette")
    assert "duel" in _run(package, "vedette", "rulesets")
    _run(package, "vedette", "new", "first-blood", "--save", save)
    said = _run(package, "vedette", "do", save, "strike", "c1", "--dice", "4,5,1", "--choose", "parry")
    assert "Miss Tallow lost 1 hp." in said
    assert "vedette-duel 0.1.0" in Path(save).read_text().splitlines()[0]


def _does(script: str, folder: Path) -> None:
    """Do what a page says, in a folder with a clone named `vedette`; play is left to whoever has a terminal."""
    lines = [line for line in script.splitlines() if not line.startswith("vedette play")]
    apart = ("PYTEST_", "VIRTUAL_ENV", "PYTHONPATH", "VEDETTE_")
    env = {key: value for key, value in os.environ.items() if not key.startswith(apart)}
    env |= {"VEDETTE_SAVES": str(folder / "saves"), "VEDETTE_DATA": str(folder / "data")}
    env |= {"PIP_QUIET": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(
        ["bash", "-e", "-c", "\n".join(lines)],
        check=False,
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
    )
    if "No matching distribution" in done.stderr or "Temporary failure in name" in done.stderr:
        pytest.skip("there is no package index to be reached")
    assert done.returncode == 0, (done.stderr + done.stdout)[-6000:]


def _script(text: str) -> str:
    return text.partition("```sh\n")[2].partition("```")[0]


@pytest.mark.thorough
def test_what_the_page_says_works_in_a_fresh_environment(tmp_path: Path) -> None:
    (tmp_path / "vedette").symlink_to(ROOT)
    _does(_script(PAGE.read_text()), tmp_path)


@pytest.mark.thorough
def test_what_its_readme_says_works_in_a_fresh_environment(tmp_path: Path) -> None:
    (tmp_path / "vedette").symlink_to(ROOT)
    root = write("duel", tmp_path)
    _does(_script((root / "README.md").read_text()), root)


@pytest.mark.thorough
def test_the_hint_after_scaffolding_works_in_a_fresh_environment(tmp_path: Path) -> None:
    _does("\n".join(to_try(write("duel", tmp_path))), tmp_path)


def test_the_code_of_the_package_is_clean(package: Path) -> None:
    _run(
        package,
        "ruff",
        "check",
        "--no-cache",
        "--isolated",
        "--select",
        "E,F,B,UP,SIM,RET",
        "--line-length",
        "120",
        "src",
    )


@pytest.mark.thorough
def test_the_types_of_the_package_are_right(package: Path) -> None:
    """Takes as long as a check of all our own types: those that it imports are read anew."""
    pytest.importorskip("mypy")
    _run(package, "mypy", "--strict", "--cache-dir", os.devnull, "src/vedette_duel")


def test_a_ruleset_begins_with_few_lines(package: Path) -> None:
    lines = [line for path in package.rglob("*.py") for line in path.read_text().splitlines() if line.strip()]
    assert len(lines) <= MOST


def test_its_code_imports_what_stays(package: Path) -> None:
    code = "".join(path.read_text() for path in package.rglob("*.py"))
    assert set(re.findall(r"from (vedette\.[\w.]+) import", code)) == {
        "vedette.api",
        "vedette.testing.contract",
    }


def test_what_the_page_shows_stands_in_the_package(package: Path) -> None:
    files = "\n".join(path.read_text() for path in package.rglob("*") if path.suffix in (".py", ".toml"))
    blocks = re.findall(r"^```(?:python|toml)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 6
    for block in blocks:
        assert block in files, block


def test_a_player_that_cannot_be_imported_is_no_missing_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "faulty_players"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "duel.py").write_text("import no_such_module")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(known, "PLAYERS", "faulty_players")
    assert known.likely("somebody-elses") is None
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        known.likely("duel")


@pytest.mark.parametrize(
    "name", ["", "Duel", "my_duel", "-a", "a--b", "a/b", "../x", "1st", "x" * 41, "a b", "é", "con"]
)
def test_what_is_no_name_is_refused_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="name"):
        write(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(package: Path) -> None:
    before = {path: path.read_bytes() for path in package.rglob("*") if path.is_file()}
    with pytest.raises(CommandError, match="nothing was written"):
        write("duel", package.parent)
    assert before == {path: path.read_bytes() for path in package.rglob("*") if path.is_file()}


def test_ids_of_ours_are_taken(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is a ruleset open-fire already"):
        write("open-fire", tmp_path)


@pytest.mark.parametrize(
    ("id", "prefix"), [("duel", "DU"), ("my-skirmish", "MS"), ("x", "XX"), ("a-4-b", "AB"), ("ww2", "WW")]
)
def test_rules_have_ids_of_their_own(id: str, prefix: str) -> None:
    assert RulesetNames(id).prefix == prefix
