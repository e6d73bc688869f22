"""The games that this Vedette plays: its own, and what other packages publish. Each is imported only when somebody asks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from vedette.engine import plugin_discovery
from vedette.engine.errors import DataError
from vedette.engine.text import sentence

if TYPE_CHECKING:  # home is on the screen before anything of a game is loaded
    from vedette.engine.ruleset import Ruleset


class Rulesets(Mapping[str, "Ruleset[Any]"]):
    """All rulesets by id: ours in their order, then those of other packages. One that cannot be loaded is none."""

    def __getitem__(self, ruleset: str) -> Ruleset[Any]:
        """Import a game; raises KeyError for one that there is not."""
        if (ours := plugin_discovery.ours().get(ruleset)) is not None:
            return _own(ours)
        if ruleset not in plugin_discovery.others() or isinstance(game := _foreign(ruleset), DataError):
            raise KeyError(ruleset)
        return game

    def __contains__(self, ruleset: object) -> bool:
        """Whether there is such a game; imports none of ours, and of others only that one."""
        return ruleset in plugin_discovery.ours() or (isinstance(ruleset, str) and _is_sound(ruleset))

    def __iter__(self) -> Iterator[str]:
        """The ids; imports none of ours."""
        return iter((*plugin_discovery.ours(), *self._foreign()))

    def __len__(self) -> int:
        """How many games there are."""
        return len(plugin_discovery.ours()) + len(self._foreign())

    def _foreign(self) -> list[str]:
        return [id for id in plugin_discovery.others() if _is_sound(id)]


def rulesets() -> Rulesets:
    """All rulesets; nothing is imported yet."""
    return Rulesets()


def faults() -> list[str]:
    """A sentence for each unreadable package, and each published ruleset that cannot be loaded or prints while loading."""
    told = [str(fault) for id in plugin_discovery.others() if isinstance(fault := _foreign(id), DataError)]
    return [*plugin_discovery.unreadable(), *told, *_wrote.values()]


_wrote: dict[str, str] = {}
"""Sentences about rulesets that printed something while loading."""


@cache
def _own(ours: plugin_discovery.Published) -> Ruleset[Any]:
    ruleset: Ruleset[Any] = ours.entry.load()
    return ruleset


def _is_sound(id: str) -> bool:
    """Whether another package publishes it, and it can be loaded."""
    return id in plugin_discovery.others() and not isinstance(_foreign(id), DataError)


@cache
def _foreign(id: str) -> Ruleset[Any] | DataError:
    """A ruleset of another package, which says so from now on; or why it cannot be had."""
    from vedette.engine.ruleset import Ruleset

    found = plugin_discovery.others()[id]
    try:
        ruleset, wrote = found.load()
    except DataError as fault:
        return fault
    if wrote.strip():
        _wrote[id] = f"{found.package}: {id} printed something while it was loaded: {sentence(wrote.strip())}"
    if not re.fullmatch(r"[\w-]+", id, re.ASCII):
        return DataError(f"{found.package}: “{sentence(id)}” can't be the id of a ruleset.")
    if not isinstance(ruleset, Ruleset) or ruleset.id != id:
        return DataError(f"{found.package}: {found.entry.value} is no ruleset of the id {id}.")
    return replace(ruleset, package=found.package)
