"""Kill -9 from outside: by strace at the system calls of the command line, and of the screen at random moments."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.terminal.terminal import VEDETTE, Terminal
from tests.trials.middle import in_the_middle, laid, played
from tests.trials.test_kills import bare, held, in_memory, next_command, standing
from vedette.engine.requests import DiceRequest
from vedette.engine.save_file import read
from vedette.engine.session import read_session
from vedette.engine.verify import verify
from vedette.registry import rulesets
from vedette.testing.plugin import Times

CALLS = "openat,write,fdatasync,fsync,flock,ftruncate,link,linkat,unlink,unlinkat,rename,close"
"""What touches a save."""


@pytest.fixture
def strace() -> str:
    program = shutil.which("strace")
    if program is None:
        pytest.skip("there is no strace here")
    if subprocess.run([program, "true"], capture_output=True, check=False).returncode:
        pytest.skip("strace may not trace here")
    return program


def calls(strace: str, words: Sequence[str], folder: Path) -> list[tuple[str, int]]:
    """The system calls of a command that have to do with a folder, and what is printed: which, and how manieth."""
    trace = folder.parent / "trace"
    command = [strace, "-y", "-e", f"trace={CALLS}", "-o", str(trace), *VEDETTE, *words]
    subprocess.run(command, capture_output=True, check=False)
    counted, points = Counter[str](), []
    for line in trace.read_text(encoding="utf-8", errors="replace").splitlines():
        call = line.partition("(")[0]
        counted[call] += 1
        if re.match(r"\w+\(", line) and (str(folder) in line or line.startswith("write(1<")):
            points.append((call, counted[call]))
    return points


def test_a_kill_at_any_system_call_loses_nothing(tmp_path: Path, strace: str, times: Times) -> None:
    folder, counted = tmp_path / "saves", Counter[str]()
    folder.mkdir()
    path = folder / "game.vedette"
    for ruleset in list(rulesets())[: times(1, 4)]:
        luck = Random(ruleset)
        start = in_the_middle(ruleset, 30)
        laid(path, start)
        words, act = next_command(path, ruleset, luck)
        points = calls(strace, words, folder)
        assert len(points) > 5
        for call, number in luck.sample(points, min(len(points), times(1, len(points)))):
            laid(path, start)
            inject = ["-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]

            def kill(words: list[str], inject: list[str] = inject) -> dict[str, Any]:
                command = [strace, "-o", "/dev/null", *inject, *VEDETTE, *words]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                return {"code": done.returncode, "out": done.stdout}

            counted.update(held(path, words, act, kill))
    print(dict(counted))


def test_the_screen_that_is_killed_loses_nothing(tmp_path: Path, times: Times) -> None:
    """At a question for dice, and while a remark is written."""
    luck, counted = Random(3), Counter[str]()
    for number, ruleset in zip(range(times(1, 160)), cycle(rulesets())):
        path = tmp_path / f"{number}.vedette"
        game = played(ruleset, luck.choice((2, 20, 50)), luck.randrange(100), path)
        dice = luck.random() < 0.5
        while (dice != isinstance(game.session.request, DiceRequest)) and not game.session.state.outcome:
            game.step()
        game.session.close()
        if not game.session.state.outcome:
            counted.update(_killed(path, luck, f"zq{number}x"))
    print(dict(counted))


def _killed(path: Path, luck: Random, mark: str) -> list[str]:
    """Roll dice, or write a remark; kill the screen, and hold what is promised."""
    before, session = path.read_bytes(), in_memory(path)
    was, there = standing(session), len(session.timeline.entries)
    side = next(iter(session.state.sides.values())).name
    command, place = [*VEDETTE, "play", str(path)], {"NO_COLOR": "1"}
    with Terminal(command, columns=120, lines=40, environment=place) as screen:
        screen.see(side.split()[0].upper())
        if isinstance(session.request, DiceRequest) and luck.random() < 0.7:
            screen.hurry("enter")
        else:
            screen.press("N")
            screen.press(*mark)
            screen.see(mark)
            screen.hurry("enter")
        _wait(path, len(before), luck)
        os.kill(screen.pid, signal.SIGKILL)
        screen.wait()
        text = screen.text
    assert path.read_bytes().startswith(before), path
    save = read(path)
    new = save.entries[there:]
    assert save.damage == ""
    painted = f"Note: {mark}" in text
    assert not painted or mark in [entry.given.get("text") for entry in new], "a remark was shown and is lost"
    again = read_session(rulesets(), path)
    assert new or standing(in_memory(path)) == was, bare(new)
    assert verify(again) == []
    return ["killed", "kept" if new else "not kept", *(["shown"] if painted else [])]


def _wait(path: Path, size: int, luck: Random) -> None:
    """Until the line is written, or for a moment in which it may be or not."""
    end = time.monotonic() + luck.choice((0.0, 0.01, 0.03, 0.08, 5.0, 5.0))
    while path.stat().st_size == size and time.monotonic() < end:
        time.sleep(0.0002)
    time.sleep(luck.choice((0.0, 0.0, 0.001, 0.01, 0.1)))
