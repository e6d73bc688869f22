"""Vedette as a process: what it loads, pipes, signals."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from tests.conftest import ROOT
from vedette.cli.errors import guarded, nearest_signs, printable
from vedette.engine.session import read_session
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.view.signs import BARE, PLAIN

CASE = sorted((ROOT / "tests/cases/open-fire").glob("*.toml"))[0]
VEDETTE = [sys.executable, "-m", "vedette"]

LOADED = """
import json, sys
from contextlib import redirect_stdout
from vedette.cli.app import run
for words in json.loads(sys.argv[1]):
    try:
        with redirect_stdout(sys.stderr):
            run(words)
    except SystemExit as stop:
        assert stop.code == 0, words
print(json.dumps(sorted(sys.modules)))
"""


def call(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **more}
    return subprocess.run(
        [*VEDETTE, *arguments], capture_output=True, text=True, env=environment, check=False
    )


def loaded(*commands: list[str]) -> set[str]:
    """What is loaded after these commands."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, json.dumps(commands)], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout))


@pytest.fixture
def game(vedette: Vedette) -> str:
    assert vedette("new", "first-battle", "--save", "g", "--seed", "1").code == 0
    return "g"


def test_help_loads_no_game_no_models_and_no_screen() -> None:
    modules = loaded(["--help"])
    assert (
        not {"textual", "asyncio", "pydantic", "rich.console", "importlib.metadata", "vedette.engine.session"}
        & modules
    )
    assert not any(name.startswith(("vedette.games", "vedette.tui")) for name in modules)


def test_commands_load_no_screen(game: str) -> None:
    modules = loaded(["do", game, "start_game", "red"], ["check", str(CASE)], ["log", game])
    assert "vedette.games.open_fire" in modules
    assert not {"textual", "asyncio"} & modules


def test_vedette_runs_as_a_module_and_has_a_version() -> None:
    done = call("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("Vedette ")


def test_a_reader_that_leaves_is_no_trouble(game: str, times: Times) -> None:
    for arguments in (["state", game], ["rules", "open-fire"])[: times(1, 2)]:
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [*VEDETTE, *arguments], stdout=writer, stderr=subprocess.PIPE, text=True, check=False
        )
        os.close(writer)
        assert (done.returncode, done.stderr) == (1, "")


def test_a_full_disk_behind_the_output_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*VEDETTE, "rules", "open-fire"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr == "The disk is full.\n"


@pytest.mark.posix
def test_ctrl_c_leaves_quietly(tmp_path: Path) -> None:
    for i in range(2000):
        (tmp_path / f"{i}.toml").write_bytes(CASE.read_bytes())
    process = subprocess.Popen(
        [*VEDETTE, "check", str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(0.6)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode in (130, 0, -signal.SIGINT)
    if process.returncode == 130:
        assert err == ""


def test_ctrl_c_while_a_class_is_made_is_no_fault_of_vedette() -> None:
    """Python 3.11 raises a RuntimeError from the interrupt there."""

    def making() -> None:
        raise RuntimeError from KeyboardInterrupt()

    assert guarded(making) == 130


def test_output_that_the_terminal_cannot_write_is_escaped(vedette: Vedette, game: str) -> None:
    assert vedette("do", game, "note", "red", "text=ein süßes –✔").code == 0
    done = call("log", game, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "\\xfc\\xdfes -" in done.stdout


@pytest.mark.parametrize("encoding", ["cp437", "cp850", "cp1252", "ascii", "iso-8859-15", "utf-16"])
def test_no_encoding_gets_a_sign_that_means_another(encoding: str) -> None:
    """Each is itself, one that stands for it, or its number."""
    handler = nearest_signs(encoding)
    for sign in "✔✶–·×┼√é日\U0001f600":
        plain = sign.translate(PLAIN)
        number = sign.encode("ascii", "backslashreplace").decode()
        told = sign.encode(encoding, handler).decode(encoding)
        assert told in (sign, plain, plain.translate(BARE), number)
        assert (told == sign) == (sign in sign.encode(encoding, "ignore").decode(encoding))
    assert "✶".encode("cp850", nearest_signs("cp850")).decode("cp850") == PLAIN[ord("✶")]


class Screen(StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("signs", ["full", "plain"])
def test_only_a_terminal_gets_plain_signs(signs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEDETTE_GLYPHS", signs)

    assert printable("✔ hit · 3\x1b", StringIO()) == "✔ hit · 3�"
    assert printable("✔ hit · 3\x1b", Screen()) == f"{'√' if signs == 'plain' else '✔'} hit · 3�"


def test_signs_that_there_are_not_are_named(vedette: Vedette, monkeypatch: pytest.MonkeyPatch) -> None:
    for signs, told in (("", False), ("plain", False), ("odd\x1b", True)):
        monkeypatch.setenv("VEDETTE_GLYPHS", signs)
        said = vedette("rules", "open-fire")
        assert said.code == 0
        assert ("VEDETTE_GLYPHS" in said.err) == told
        assert "\x1b" not in said.err


def test_completion_can_be_shown() -> None:
    done = call("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert done.returncode == 0
    assert "vedette" in done.stdout.lower()


def test_a_kill_between_or_inside_commands_loses_nothing(vedette: Vedette, game: str, times: Times) -> None:
    """Every command that ended with 0 is in the save, whatever was killed in between."""
    luck, acknowledged = random.Random(3), []
    for number in range(times(3, 12)):
        command = [*VEDETTE, "do", game, "note", "red", f"text=remark {number}"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            try:
                process.wait(luck.uniform(0.1, 1.2))
            except subprocess.TimeoutExpired:
                process.kill()
        if process.returncode == 0:
            acknowledged.append(f"remark {number}")
    session = read_session(rulesets(), Path(os.environ["VEDETTE_SAVES"]) / f"{game}.vedette")
    kept = [entry.given["text"] for entry in session.timeline.entries]
    assert [text for text in kept if text in acknowledged] == acknowledged
    assert session.damage == ""
    assert vedette("do", game, "start_game", "red").code == 0
