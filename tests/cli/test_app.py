"""The command line as a whole: help, words that it doesn't know, colours, folders."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from vedette.cli import main
from vedette.engine.library import data_folder


def test_every_command_has_help(vedette: Vedette) -> None:
    commands = "new do answer state log undo redo replay verify check rulesets rules roster play".split()
    told = vedette("--help").out
    assert all(command in told for command in commands)


@pytest.mark.parametrize("arguments", [[], ["play", "g"]])
def test_without_a_terminal_there_is_no_screen(
    game: Vedette, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["vedette", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert "needs a terminal" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["fly"], ["state"], ["state", "g", "--fly"], ["\x1b[31m"], ["do", "g"]]
)
def test_unknown_commands_and_options_are_errors(vedette: Vedette, arguments: list[str]) -> None:
    said = vedette(*arguments)
    assert said.code == 2
    assert said.err
    assert "\x1b" not in said.err


def test_colour_only_in_a_terminal_and_never_with_no_color(
    vedette: Vedette, monkeypatch: pytest.MonkeyPatch
) -> None:
    green, save = re.compile(r"\x1b\[(1;)?32m"), data_folder() / "saves/open-fire-first-battle.vedette"
    assert "\x1b" not in vedette("replay", save).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert green.search(vedette("replay", save).out)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not green.search(vedette("replay", save).out)


@pytest.mark.parametrize("named", [True, False])
def test_saves_are_found_in_the_folder_that_is_named(
    vedette: Vedette, tmp_path: Path, own_folders: Path, named: bool
) -> None:
    folder = tmp_path / "a" if named else own_folders / "saves"
    place = ["--saves", str(folder)] if named else []
    assert vedette(*place, "new", "first-battle", "--save", "x").code == 0
    assert vedette("state", "x", *place).code == 0
    assert (folder / "x.vedette").is_file()
