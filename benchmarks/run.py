"""How quick Vedette is for who installs it: `python benchmarks/run.py`. Run by hand on a machine that does nothing else.

Builds the wheel, installs it into an environment of its own, compiles all of it to bytecode, and has `figures.py` measure that:
a tree of sources that is compiled again at every start says nothing about speed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent


def clean_environment() -> dict[str, str]:
    """The variables of this process without those that change how Python runs, PYTHONDONTWRITEBYTECODE among them."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def installed(folder: Path, variables: Mapping[str, str]) -> Path:
    """The Python of a new environment that has the wheel of this tree, with its bytecode."""

    def call(*command: str | Path) -> None:
        subprocess.run(command, check=True, env=variables, cwd=folder)

    python = folder / "env" / "bin" / "python"
    call(sys.executable, "-m", "venv", folder / "env")
    call(python, "-m", "pip", "-q", "wheel", "--no-deps", "-w", folder, HERE.parent)
    call(python, "-m", "pip", "-q", "install", next(folder.glob("vedette-*.whl")), "icepool>=2.1,<3")
    call(python, "-m", "compileall", "-q", folder / "env" / "lib")
    return python


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        variables = clean_environment()
        python = installed(Path(name), variables)
        sys.exit(
            subprocess.run([python, HERE / "figures.py"], env=variables, cwd=name, check=False).returncode
        )
