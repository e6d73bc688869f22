"""Players: for each ruleset one that proposes commands which may well be legal, so that games get somewhere.

The module of a ruleset has the ruleset's id with underscores. A ruleset without one is still played, by
commands that are made from their models alone (`proposals.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

Likely = Callable[[Any, Random], dict[str, Any]]
"""From a state and some luck to the words of a command."""


def likely(ruleset: str) -> Likely | None:
    """The player of a ruleset, where somebody wrote one."""
    name = f"{__name__}.{ruleset.replace('-', '_')}"
    if find_spec(name) is None:
        return None
    found: Likely = import_module(name).likely
    return found
