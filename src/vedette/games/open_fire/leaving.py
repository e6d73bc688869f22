"""Leaving assault range: whoever is left may strike once."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.play import Play
from vedette.games.open_fire import facts
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.units import armed, has


def leave(play: Play[Battle], unit: str, left: tuple[str, ...]) -> None:
    """OF-LAR-1: enemy units that were left get a free attack; vehicles don't (OF-VEH-11)."""
    battle = play.state
    entitled = tuple(
        fromkey for fromkey in dict.fromkeys(left) if armed(battle, fromkey) and not has(battle, fromkey, "Vehicle")
    )  # fmt: skip
    if entitled:
        battle = replace(battle, free_attacks=(*battle.free_attacks, *entitled), left_by=unit)
        play.commit(battle, facts.FreeAttacksOpened(unit, entitled))
