"""The games that this Vedette plays; each is imported only when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # home is on the screen before anything of a game is loaded
    from vedette.engine.ruleset import Ruleset

GAMES = {
    "open-fire": "vedette.games.open_fire.ruleset",
    "company": "vedette.games.company.ruleset",
    "napoleonic": "vedette.games.napoleonic.ruleset",
    "close-quarters": "vedette.games.close_quarters.ruleset",
}
"""Ruleset ids and the modules that define them, each as `RULESET`."""


class Rulesets(Mapping[str, "Ruleset[Any]"]):
    """All rulesets by id, in the order of the table above."""

    def __getitem__(self, ruleset: str) -> Ruleset[Any]:
        """Import a game; raises KeyError for one that we do not have."""
        return _load(GAMES[ruleset])

    def __contains__(self, ruleset: object) -> bool:
        """Whether we have a game; imports nothing."""
        return ruleset in GAMES

    def __iter__(self) -> Iterator[str]:
        """The ids; imports nothing."""
        return iter(GAMES)

    def __len__(self) -> int:
        """How many games there are."""
        return len(GAMES)


@cache
def _load(module: str) -> Ruleset[Any]:
    ruleset: Ruleset[Any] = import_module(module).RULESET
    return ruleset


def rulesets() -> Rulesets:
    """All rulesets; nothing is imported yet."""
    return Rulesets()
