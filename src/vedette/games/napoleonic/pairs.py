"""Through Protection two 1s make a Hit: the single 1s that wait for their pair (NA-3.3.1.6.1, NA-3.3.3.4.1)."""

from __future__ import annotations

from dataclasses import replace

from vedette.games.napoleonic.state import Battle, One
from vedette.games.napoleonic.tables import plays


def shared_at(battle: Battle, at: tuple[str, ...]) -> int | None:
    """The place of the shared entry of the same targets, in any order."""
    same = (n for n, entry in enumerate(battle.shared) if set(entry.at) == set(at))
    return next(same, None)


def ones_waiting(battle: Battle, by: str, at: tuple[str, ...]) -> int:
    """The single 1 with which the next one of this shooter makes a pair (decision 2)."""
    if plays(battle, "ones_of_different_shooters", "together"):
        return _ones(battle, at)
    return sum(single.by == by for single in _thrown(battle, at))


def another_waits(battle: Battle, by: str, at: tuple[str, ...]) -> bool:
    """Whether a 1 waits there that may be another shooter's; of 1s that go together nobody keeps whose they were."""
    if plays(battle, "ones_of_different_shooters", "together"):
        return _ones(battle, at) > 0
    return any(single.by != by for single in _thrown(battle, at))


def with_ones(battle: Battle, by: str, at: tuple[str, ...], left: int) -> Battle:
    """The battle with the 1s that wait there, after this shooter has left one or none."""
    if plays(battle, "ones_of_different_shooters", "apart"):
        mine = [single for single in _thrown(battle, at) if single.by == by]
        others = tuple(single for single in battle.ones if single not in mine)
        battle = replace(battle, ones=(*others, *(One(by, at),) * left))
        left = len(_thrown(battle, at))
    place = shared_at(battle, at)
    if place is None:  # a single target: what several share has an entry since its Hits were counted
        return battle.with_unit(at[0], ones_coming=left)
    entries = list(battle.shared)
    entries[place] = replace(entries[place], ones=left)
    return replace(battle, shared=tuple(entries))


def _ones(battle: Battle, at: tuple[str, ...]) -> int:
    """How many 1s wait at the one target, or at the set (decision 22)."""
    if len(at) == 1:
        return battle.units[at[0]].ones_coming
    place = shared_at(battle, at)
    return 0 if place is None else battle.shared[place].ones


def _thrown(battle: Battle, at: tuple[str, ...]) -> list[One]:
    """The same where each shooter makes pairs of its own: who threw each of them."""
    return [single for single in battle.ones if set(single.at) == set(at)]
