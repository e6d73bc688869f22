"""The one door of the command line: what stands behind it is loaded when it is called.

The words of all commands are read at every start and at every Tab of a shell; what does them brings the engine with it.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any


def behind(name: str) -> Any:
    """A function of the command line by its module and name, such as `looking:show`."""
    return resolve_name(f"vedette.cli.{name}")
