"""Where Vedette can't run it says so in a sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest

PLACES = {
    "a system without locks": "sys.modules['fcntl'] = None",
    "an old Python": "sys.version_info = (3, 10, 0, 'final', 0)",
}


@pytest.mark.posix
@pytest.mark.parametrize("place", PLACES)
def test_where_it_cannot_run_it_says_so(place: str) -> None:
    program = f"import sys; {PLACES[place]}; from vedette.cli import main; main()"
    told = subprocess.run(
        [sys.executable, "-c", program, "--version"], check=False, capture_output=True, text=True, timeout=60
    )
    assert told.returncode == 1
    assert not told.stdout
    (sentence,) = told.stderr.splitlines()
    assert sentence.startswith("Vedette ")
