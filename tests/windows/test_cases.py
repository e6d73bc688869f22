"""Every case comes out on Windows as on any other system."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.conftest import ROOT
from vedette.engine.case import cases_in


def test_all_cases_pass() -> None:
    cases = ROOT / "tests" / "cases"
    command = [sys.executable, "-m", "vedette", "check", str(cases), "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=500).stdout)

    assert (told["passed"], told["failed"]) == (len(cases_in(cases)), 0)
