"""Copying: into the clipboard by the system's own program, and by OSC 52 through the terminal, which answers nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from textual.app import App

from vedette.engine.files import keep

ENCODINGS = {"clip.exe": "utf-16-le"}
"""The encodings of programs that don't take UTF-8; with a byte order mark, this one would copy the mark as well."""

PATIENCE = 3.0
"""Seconds until a clipboard program that gets nowhere is given up."""


def copy(app: App[Any], text: str, fallback: Path) -> str:
    """Copy a text, and say how. Where no program takes it, the terminal may have, and it is in a file as well.

    Raises JournalError where that file cannot be written.
    """
    app.copy_to_clipboard(text)
    for command in _programs(os.environ):
        if _gives(command, text):
            return f"Copied with {command[0]}."
    keep(fallback, text.encode())
    return f"Written to {fallback}; the terminal may have copied it as well."


def _programs(environment: Mapping[str, str]) -> Iterator[list[str]]:
    """The clipboard programs of this system, the one of the screen that is in use first."""
    known = [["pbcopy"], ["clip.exe"]]
    if environment.get("DISPLAY"):
        known = [["xclip", "-selection", "clipboard"], *known]
    if environment.get("WAYLAND_DISPLAY"):
        known = [["wl-copy"], *known]
    return (command for command in known if shutil.which(command[0]))


def _gives(command: list[str], text: str) -> bool:
    try:
        done = subprocess.run(
            command,
            input=text.encode(ENCODINGS.get(command[0], "utf-8")),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0
