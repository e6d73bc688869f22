"""The initiative bonus of Tactics and Strategy (CH 3, CQ-SKL-38, CQ-SKL-39)."""

from __future__ import annotations

from vedette.games.close_quarters.derived.body import conscious
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number, skills


def initiative_bonus(game: Fight, side: str) -> int:
    """What a side adds: its leader's skill; without a conscious leader that of its best conscious member."""
    leader = game.sides[side].leader
    if leader and conscious(game, leader):
        return _bonus(game.units[leader])
    return max((_bonus(game.units[name]) for name in game.of(side) if conscious(game, name)), default=0)


def own_initiative_bonus(game: Fight, name: str) -> int:
    """CQ-SKL-38: what a character adds where each rolls for himself: his side's, with Tactics at least 1."""
    character = game.units[name]
    own = number("tactics_bonus_least") if "tactics" in character.skills else 0
    return max(own, initiative_bonus(game, character.side))


def _bonus(character: Character) -> int:
    """The better of his skills; they do not add up (decision 14)."""
    return max((skills()[skill].initiative for skill in character.skills), default=0)
