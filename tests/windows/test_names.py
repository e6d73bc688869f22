"""Names of files and words for shells, as Windows takes them; and a Python that takes its data along when it goes."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette, vedette
from tests.engine.test_text import FOREIGN
from vedette.engine.library import user_folder
from vedette.engine.system import quoted

__all__ = ["vedette"]

pytestmark = pytest.mark.windows

WORDS = [
    "plain",
    "two words",
    "R&D",
    "a|b",
    "(1)",
    "<x>",
    "50%",
    "a,b",
    "^",
    "!x",
    "it's",
    "C:\\my games\\",
    "ä日",
    "",
]
VALUES = ["key=['a', 'b']", "$HOME", "`n", 'say "hi"', 'end\\"', '"a" & "b"']


ASKED = [name for name in [*FOREIGN, "nul.vedette"] if not {"/", "\\"} & {*name} and not name.endswith(" ")]
"""Slashes are read as folders, and a space at the end is before the ending."""


@pytest.mark.parametrize("name", ASKED)
def test_no_save_and_no_page_gets_a_name_that_is_none(name: str, vedette: Vedette, tmp_path: Path) -> None:
    place = tmp_path / "empty"
    place.mkdir()
    assert vedette("new", "first-battle", "--save", name).code == 2
    assert vedette("new", "first-battle", "--save", f"{place}\\{name}.vedette").code == 2
    if not name.endswith("."):  # which is in the middle of this one
        assert vedette("report", "company-mill-road", "-o", f"{place}\\{name}.html").code == 2
    assert list(place.iterdir()) == []


@pytest.fixture(autouse=True)
def windows_own_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Git's would say so."""
    for name in ("MSYSTEM", "SHELL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("name", ["MSYSTEM", "SHELL"])
def test_the_shell_of_git_takes_its_own_quotes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "MINGW64")
    for word in (*WORDS, *VALUES):
        assert shlex.split(quoted(word)) == [word]


def test_a_word_in_quotes_comes_through_cmd_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PSModulePath", raising=False)
    script = tmp_path / "its words.py"
    script.write_text("import json, sys; print(json.dumps(sys.argv[1:]))", encoding="utf-8")
    words = [*WORDS, *VALUES[:-1]]  # cmd counts quotation marks, and would see that & outside of them
    line = " ".join(map(quoted, [sys.executable, str(script), *words]))
    done = subprocess.run(f'cmd /d /s /c "{line}"', check=True, capture_output=True, timeout=60)
    assert json.loads(done.stdout) == words


def test_powershell_reads_nothing_into_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PSModulePath", "mine;programs;windows")
    for word in WORDS:
        assert quoted(word) in (word, f'"{word}"', f'"{word}\\"'), (
            "as in cmd, with nothing that is read in it"
        )
    for word in ("$HOME", "`n", "it's $5", "‘$’", "“x”"):
        said = quoted(word)
        assert (said[0], said[-1]) == ("'", "'")
        for mark in "'‘’":
            said = said[:1] + said[1:-1].replace(mark * 2, mark) + said[-1:]
        assert said[1:-1] == word


def test_data_is_kept_apart_from_a_python_that_takes_it_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VEDETTE_DATA")
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", str(tmp_path / "local"))
    monkeypatch.setenv("WIN_PD_OVERRIDE_PERSONAL", str(tmp_path / "OneDrive"))
    usual = tmp_path / "local/vedette"
    assert user_folder() == usual
    store = (
        "C:\\Program Files\\WindowsApps\\PythonSoftwareFoundation.Python.3.11_3.11.2544.0_x64__qbz5n2kfra8p0"
    )
    monkeypatch.setattr(sys, "base_prefix", store)
    assert user_folder() == tmp_path / "OneDrive/Vedette"
    usual.mkdir(parents=True)
    assert user_folder() == usual, "where the games were before"
