"""A process that plays is killed: nothing that it acknowledged is lost, in any ruleset."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.conftest import ROOT
from vedette.engine.session import open_session, read_session
from vedette.engine.timeline import read_entry
from vedette.engine.verify import verify
from vedette.registry import rulesets


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    "name",
    [
        "open-fire",
        *(pytest.param(one, marks=pytest.mark.thorough) for one in rulesets() if one != "open-fire"),
    ],
)
def test_a_kill_at_any_time_loses_nothing(tmp_path: Path, name: str, seed: int) -> None:
    """One ruleset in every run: what is written, and when, is the engine's business and the same for all."""
    path = tmp_path / "game.vedette"
    command = [sys.executable, "-m", "tests.contract.crash_player", name, str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        heard = [process.stdout.readline() for _ in range(Random(seed).randint(5, 80))]
        process.kill()
        heard += process.stdout.read().splitlines(keepends=True)

    told = [read_entry(line.encode()) for line in heard if line.endswith("\n")]
    save = read_session(rulesets(), path)
    assert save.timeline.entries[: len(told)] == told
    assert verify(save) == []
    again = open_session(rulesets(), path)
    assert (again.state, again.request) == (save.state, save.request)
    again.close()
