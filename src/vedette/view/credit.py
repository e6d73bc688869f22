"""Who is credited with what a unit loses: the one rule of the report, the season and the end screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from vedette.engine.ruleset import Ruleset


class Credit:
    """Hears the commands of a game and their dice, and says who is credited with a loss.

    That is the unit whose command it was, where it lost nothing of its own side; the enemy that struck back, where it did;
    in a game whose hits are settled later, the units that scored most of them. Nobody is credited with a side's own
    misfortunes, with what happens at the end of a turn, or with what was set by hand. A group counts for the unit that sent it out.
    """

    def __init__(self, ruleset: Ruleset[Any], sides: Mapping[str, str]) -> None:
        """Of a game with these units, each with its side."""
        self._specs, self._words = ruleset.specs, ruleset.view.story
        self._sides = sides
        self._hits: dict[str, Counter[str]] = {}
        self._settled: set[str] = set()
        self.by_hand = False
        self._by = ""
        self._aimed: tuple[str, ...] = ()
        self._struck_back = False
        self._credits_actor = False

    def command(self, words: Mapping[str, Any]) -> None:
        """A command begins."""
        spec = self._specs.get(words["do"])
        for unit in self._settled:
            self._hits.pop(unit, None)
        self._settled.clear()
        self.by_hand = bool(spec and spec.by_hand)
        self._by = self.unit(words["by"])
        self._aimed = tuple(filter(None, map(self.unit, targets(words))))
        self._credits_actor = not (spec and spec.ends) and not self.by_hand
        self._struck_back = False

    def rolled(self, kind: str, successes: int) -> None:
        """A roll of the command under way."""
        if successes and kind in self._words.strikes_back:
            self._struck_back = True
        elif successes and self._by and not self._words.at_once:
            for unit in self._aimed:
                self._hits.setdefault(unit, Counter())[self._by] += successes

    def of(self, unit: str, lost: int = 1) -> tuple[str, ...]:
        """Who is credited with so many losses of a unit in the command under way; of several the first has most."""
        side = self._sides.get(unit)
        if self.by_hand or side is None:
            return ()
        if self._by and self._sides[self._by] != side:
            return (self._by,) if self._credits_actor else ()
        if self._struck_back:
            return tuple(one for one in self._aimed if self._sides[one] != side)[:1]
        if not self._by and not self._words.at_once:
            self._settled.add(unit)
            return tuple(one for one, _ in self._hits.get(unit, Counter[str]()).most_common(max(1, lost)))
        return ()

    def unit(self, id: str) -> str:
        """The unit with that id, or the one that sent out a group of that id; "" where there is none."""
        while id not in self._sides and "-" in id:
            id = id.rpartition("-")[0]
        return id if id in self._sides else ""


def targets(words: Mapping[str, Any]) -> Iterator[str]:
    """At whom a command was aimed."""
    for name in ("target", "at"):
        value = words.get(name, ())
        yield from [value] if isinstance(value, str) else [one for one in value if isinstance(one, str)]
