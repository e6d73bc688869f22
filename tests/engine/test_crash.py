"""A process is killed while it plays; nothing that it acknowledged is lost."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.engine.saves import look, new, reopen
from vedette.engine.plain import to_plain
from vedette.engine.timeline import Entry, read_entry
from vedette.engine.verify import verify
from vedette.testing.plugin import Times


def start(path: Path, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.engine.crash_player", str(path), *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def told(output: str) -> list[Entry]:
    """The entries that were acknowledged; a line that was cut off was not."""
    lines = output.splitlines(keepends=True)
    return [read_entry(line.encode()) for line in lines if line.endswith("\n")]


def must_hold(path: Path, acknowledged: list[Entry]) -> None:
    """Everything that was told is in the save, word for word, and the game can be played on."""
    save = look(path)
    assert not save.damage
    assert save.timeline.entries[: len(acknowledged)] == acknowledged
    assert verify(save) == []
    state, request = to_plain(save.state), save.request
    again = reopen(path)
    assert (to_plain(again.state), again.request) == (state, request)
    again.close()


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2, 3))])
def test_a_kill_at_any_time_loses_nothing(tmp_path: Path, seed: int, times: Times) -> None:
    """The same save is played on and killed, again and again."""
    path, luck = tmp_path / "game.vedette", random.Random(seed)
    acknowledged: list[Entry] = []
    for life in range(times(2, 5)):
        process = start(path, f"{seed}/{life}")
        assert process.stdout is not None
        heard = "".join(process.stdout.readline() for _ in range(luck.randint(1, 60)))
        process.kill()
        heard += process.communicate()[0]
        assert process.returncode == (1 if sys.platform == "win32" else -signal.SIGKILL)
        must_hold(path, [*acknowledged, *told(heard)])
        acknowledged = look(path).timeline.entries  # some may have been written and not yet told


@pytest.mark.parametrize(
    ("write", "cut"),
    [
        *((1, 0), (2, 40), (12, -1)),
        *(
            pytest.param(*one, marks=pytest.mark.thorough)
            for one in ((1, 1), (3, -1), (7, 100), (12, 25), (20, 5))
        ),
    ],
)
def test_a_kill_in_the_middle_of_a_line_loses_only_that_line(tmp_path: Path, write: int, cut: int) -> None:
    path = tmp_path / "game.vedette"
    heard, _ = start(path, write, write, cut).communicate()
    acknowledged = told(heard)
    assert acknowledged or write == 1
    must_hold(path, acknowledged)
    torn = path.with_name("game.vedette.torn")
    assert torn.exists() == (cut > 0)


def test_a_kill_while_the_save_is_made_leaves_its_name_free(tmp_path: Path) -> None:
    path = tmp_path / "game.vedette"
    heard, _ = start(path, 0, 0, 30).communicate()
    assert heard == ""
    assert not path.exists()
    new(path).close()
    assert look(path).timeline.entries == []
