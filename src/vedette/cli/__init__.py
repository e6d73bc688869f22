"""The command line: what it is called with, and what it prints."""

import gc
import os
import sys

from vedette.engine.long_work import SELDOM
from vedette.engine.system import use_utf8


def main() -> None:
    """Run `vedette` as it was called, and end the process with its exit code."""
    gc.set_threshold(SELDOM)  # most of what a command makes is a game, which stays
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # else it looks for some in every package
    use_utf8()
    try:
        _run()
    except KeyboardInterrupt:  # before or after the walls
        sys.exit(130)
    finally:
        gc.freeze()  # else Python looks through all of a long game once more before it ends


def _run() -> None:
    words = sys.argv[1:]
    completes = "_VEDETTE_COMPLETE" in os.environ  # set by the scripts that a shell calls at Tab
    if not completes and (
        not words or (words[0] == "play" and len(words) == 2 and not words[1].startswith("-"))
    ):
        from vedette.cli.screen import run_screen  # the plain ways to the screen go past the option parser

        run_screen(*words[1:])
    from vedette.cli.app import run

    run()
