"""Streams that are closed, full, endless or no text: every command ends with one sentence, or quietly, and never loses a save."""

from __future__ import annotations

import os
import shlex
import subprocess
from itertools import product
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from tests.conftest import ROOT
from tests.terminal.terminal import VEDETTE
from vedette.testing.plugin import Times

FIRST = ROOT / "rulesets/open-fire/games/first-battle.toml"
COMMANDS = (
    "show g", "log g --json", "do g note red text=x", "play g --plain", "play g", "", "--help", "nonsense", "show nothing",
    "season .", "rulesets", "roster check -", "pack list",
)  # fmt: skip
CLOSED = (">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-")

INPUTS = (
    "head -c 300000 /dev/urandom", "head -c 5000000 /dev/zero", "head -c 10000000 /dev/zero | tr '\\0' a",
    "head -c 10000000 /dev/zero | tr '\\0' 7; echo", "printf 8", "printf '8\\n'", "printf '8\\r\\n2\\r\\n'",
    "printf 'undo\\r\\nundo\\r\\n'", "yes | head -n 50000", "yes '' | head -n 50000", "yes help | head -n 300",
    "printf 'log\\0\\n\\033[A\\033[A\\n\\003\\n\\004\\n'",
)  # fmt: skip
"""What is heard instead of a player."""


@pytest.fixture
def game(vedette: Vedette) -> Path:
    """A game named `g` whose first roll is awaited."""
    assert vedette("new", FIRST, "--save", "g", "--seed", 1).code == 0
    assert vedette("do", "g", "start_game", "red").code == 0
    return Path(os.environ["VEDETTE_SAVES"]) / "g.vedette"


def called(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command in a shell, as `vedette WORDS`."""
    line = f'vedette() {{ {shlex.join(VEDETTE)} "$@"; }}\n{words}'
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, check=False, cwd=folder, timeout=60
    )


def test_a_closed_stream_is_told_in_one_sentence(game: Path, times: Times) -> None:
    tried = 0
    for n, (command, closed) in enumerate(product(COMMANDS, CLOSED)):
        if n % times(31, 1):
            continue
        before = game.read_bytes()
        done = called(f"vedette {command} {closed}", game.parent)
        told = (command, closed, done)
        assert done.returncode in (0, 2), told
        assert done.returncode == 2 or ">&-" not in closed.replace("2>&-", ""), told
        assert "Traceback" not in done.stdout + done.stderr, told
        assert len(done.stderr.splitlines()) <= 1 or command in ("play g --plain", "nonsense"), told
        assert done.returncode == 0 or game.read_bytes() == before, told
        tried += 1
    print(f"{tried} commands with closed streams")


def test_anything_may_be_heard_in_place_of_a_player(game: Path, vedette: Vedette, times: Times) -> None:
    for what in INPUTS[:: times(9, 1)]:
        done = called(f"({what}) | vedette play g --plain > said", game.parent)
        assert done.returncode in (0, 2, 3, 4), (what, done)
        assert "Traceback" not in done.stderr, what
        assert vedette("verify", "g").code == 0, what


ODD_FILES = (
    "vedette play g --plain < /dev/null > /dev/full", "vedette do g note red text=hello > /dev/full", "vedette report g -o /tmp",
    "yes help | vedette play g --plain | head -n 1", "vedette new /dev/null --save h",
    "vedette new /tmp --save h", "head -c 9 /dev/urandom | vedette roster check -",
    f"cat {shlex.quote(str(FIRST))} | vedette new /dev/stdin --save h",
)  # fmt: skip


def test_odd_files_in_place_of_streams(game: Path, vedette: Vedette, times: Times) -> None:
    for words in ODD_FILES[:: times(4, 1)]:
        done = called(words, game.parent)
        assert done.returncode in (0, 2), (words, done)
        assert "Traceback" not in done.stderr, words
        assert vedette("verify", "g").code == 0, words
