"""The promises: each with tests that there are; and the one that no other test holds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "docs/promises.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)

OFFLINE = """
import asyncio, sys
from pathlib import Path

def watch(event, arguments):
    if event not in ("socket.connect", "socket.bind", "socket.getaddrinfo"):
        return
    # Windows has no pair of sockets: asyncio makes its own by a port that the system chooses, on this computer.
    own = sys.platform == "win32" and event != "socket.getaddrinfo" and arguments[1][0] == "127.0.0.1"
    if not own or (event == "socket.bind" and arguments[1][1]):
        print("network:", event, arguments[1:])

sys.addaudithook(watch)

from vedette.cli.app import run
from vedette.registry import rulesets
from vedette.tui.launch import make_app

for words in WORDS:
    try:
        run(words)
    except SystemExit as stop:
        assert not stop.code, words

async def look():
    async with make_app(rulesets(), Path(sys.argv[1])).run_test() as pilot:
        await pilot.press("enter", "question_mark", "escape", "Q")

asyncio.run(look())
"""

WORDS = [
    ["new", "first-battle", "--save", "g", "--seed", "1"],
    ["do", "g", "start_game", "red"],
    ["do", "g", "roll_off", "red", "--dice", "7,1"],
    ["log", "g"],
    ["verify", "g"],
]


def test_each_promise_is_held() -> None:
    promises = re.split(r"^\d+\. ", PAGE, flags=re.MULTILINE)[1:]
    assert len(promises) == 12
    assert all("::" in one for one in promises)


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_the_tests_that_hold_them_are_there(file: str, test: str) -> None:
    assert re.search(rf"^(async )?def {test}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_nothing_goes_to_the_network(tmp_path: Path) -> None:
    script = f"WORDS = {[[*words, '--saves', str(tmp_path)] for words in WORDS]!r}\n{OFFLINE}"
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "0 differences" in done.stdout
    assert "network:" not in done.stdout
