"""What goes through a pipe on Windows, in both directions, whatever the code page is."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from vedette.engine.library import user_folder

pytestmark = pytest.mark.windows

VEDETTE = [sys.executable, "-m", "vedette"]
LIST = "Die Älteste № 1\n2x Deckhands (9)\n"


def run(*words: str, given: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    held = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    more: dict[str, Any] = {"env": {**held, "PYTHONPATH": os.environ.get("PYTHONPATH", ""), **env}}
    return subprocess.run(
        [*VEDETTE, *words], check=False, capture_output=True, input=given, timeout=100, **more
    )


def test_what_is_printed_is_utf_8_unless_it_is_said_otherwise() -> None:
    told = run("log", "company-mill-road")
    assert set("–—×→“·") & set(told.stdout.decode("utf-8"))
    other = run("log", "company-mill-road", PYTHONIOENCODING="utf-16-le")
    assert other.stdout.decode("utf-16-le") == told.stdout.decode("utf-8")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_what_is_read_is_utf_8(mark: str) -> None:
    done = run("roster", "import", "open-fire", "-", given=f"{mark}{LIST}".encode())
    assert done.returncode == 0, done.stderr.decode()
    (army,) = user_folder().glob("rulesets/open-fire/armies/*.toml")
    assert "Die Älteste № 1" in army.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [("roster", "import", "open-fire", "-"), ("play", "--plain")])
def test_what_is_not_utf_8_is_told_and_not_a_fault_of_ours(words: tuple[str, ...]) -> None:
    done = run(*words, given=LIST.replace("№", "n").encode("cp850"))
    assert done.returncode != 70
    assert b"Traceback" not in done.stderr


def test_nobody_hears_that_a_pipe_was_closed() -> None:
    words = [*VEDETTE, "log", "company-mill-road"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as told:
        assert told.stdout
        assert told.stderr
        told.stdout.readline()
        told.stdout.close()
        assert told.stderr.read() == b""
        assert told.wait(60) == 1
