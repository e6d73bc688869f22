"""`python -m tests.snapshots --write` takes every picture anew; `--look FOLDER` writes them as SVG as well.

Without either it compares. Look at what has changed before it is committed: `git diff tests/snapshots`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tests.snapshots.film import GOLDEN, LOOK, WRITE


def main() -> int:
    """Run the tests of this folder with what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.snapshots")
    parser.add_argument("--write", action="store_true", help="write the goldens anew")
    parser.add_argument("--look", metavar="FOLDER", type=Path, help="write SVGs to look at")
    given = parser.parse_args()
    if given.write:
        os.environ[WRITE] = "1"
        for old in GOLDEN.glob("*.txt"):
            old.unlink()
    if given.look:
        given.look.mkdir(parents=True, exist_ok=True)
        os.environ[LOOK] = str(given.look.resolve())
    return subprocess.call([sys.executable, "-m", "pytest", str(Path(__file__).parent), "-q"])


if __name__ == "__main__":
    sys.exit(main())
