"""What the tests are told of a ruleset, because they cannot see it by themselves; nothing of it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from msgspec import Struct

from vedette.engine.data import Table

PLAYERS = "tests.players"
"""The package that has a module for each ruleset, named by its id with underscores; the plugin sets it."""

Likely = Callable[[Any, Random], Table]
"""From a state and some luck to the words of a command."""


class Known(Struct, frozen=True):
    """What stands as `KNOWN` in a ruleset's module; paths of tests start at the project's folder.

    seen_in: reminders that no case and no example shows in a form: the test that does.
    shown_by: rules that a case shows without naming them: the case, as `ruleset/case`.
    unchecked: rules that are enforced without a check that names them, and how: a set-up that is an error, an answer that is not offered.
    only_allows: `check: rule` where a check has a rule that only allows what another forbids, and why that is so.
    elsewhere: facts that no game by itself brings about: the test that does, and the words that it looks for.
    quoting: facts that end as the players' own game file has it.
    deliberate: commands that end, pass or give something up, and that Enter never gives by itself; `concede` always is one.
    people: whether units are single people, whose names are never plural.
    """

    seen_in: Mapping[str, str] = {}
    shown_by: Mapping[str, str] = {}
    unchecked: Mapping[str, str] = {}
    only_allows: Mapping[str, str] = {}
    elsewhere: Mapping[str, tuple[str, str]] = {}
    quoting: tuple[str, ...] = ()
    deliberate: frozenset[str] = frozenset()
    people: bool = False


def known(ruleset: str) -> Known:
    """What was told of a ruleset."""
    found: Known = getattr(_module(ruleset), "KNOWN", Known())
    return found


def likely(ruleset: str) -> Likely | None:
    """The player of a ruleset, which proposes commands that may well be legal, so that games get somewhere.

    A ruleset without one is still played, by commands that are made from their models alone (`proposals.py`).
    """
    return getattr(_module(ruleset), "likely", None)


@cache
def _module(ruleset: str) -> Any:
    name = f"{PLAYERS}.{ruleset.replace('-', '_')}"
    try:
        found = find_spec(name)
    except ModuleNotFoundError:  # there is no package of players
        return None
    return import_module(name) if found is not None else None
