"""Tries what no case noticed with a game's unit tests: in copies of the project, one mutant after the other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

from mutant_edits import Mutant
from mutant_runs import NotReadyError, Verdict

PARTS = ("src", "tests", "rulesets", "saves", "docs", "pyproject.toml", "README.md")
SECONDS = 600


def with_tests(
    repo: Path, folder: Path, results: list[tuple[Mutant, Verdict]], at_once: int
) -> list[tuple[Mutant, Verdict]]:
    """The results again; what the unit tests notice is `killed by tests`. Raises NotReadyError where they fail as it is."""
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(at_once) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(at_once):
            copies.put(copy := _copied(repo, Path(place) / str(number)))
        if not _passes(copy, folder.name):
            raise NotReadyError("The unit tests fail without any change.")

        def tried(result: tuple[Mutant, Verdict]) -> tuple[Mutant, Verdict]:
            mutant, verdict = result
            if mutant.spec or verdict.status == "killed":
                return result
            copy = copies.get()
            path = copy / folder.relative_to(repo) / mutant.file
            source = path.read_bytes()
            path.write_bytes(mutant.edited(source))
            passed = _passes(copy, folder.name)
            path.write_bytes(source)
            copies.put(copy)
            return result if passed else (mutant, replace(verdict, status="killed by tests"))

        return list(pool.map(tried, results))


def _copied(repo: Path, copy: Path) -> Path:
    copy.mkdir()
    for part in PARTS:
        if (repo / part).is_dir():
            shutil.copytree(repo / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(repo / part, copy / part)
    return copy


def _passes(copy: Path, package: str) -> bool:
    command = "-B -m pytest -q -x -p no:xdist -p no:cacheprovider -o addopts=".split()
    surroundings = {**os.environ, "PYTHONPATH": str(copy / "src")}
    try:
        done = subprocess.run(
            [sys.executable, *command, f"tests/games/{package}"],
            check=False,
            cwd=copy,
            env=surroundings,
            capture_output=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
