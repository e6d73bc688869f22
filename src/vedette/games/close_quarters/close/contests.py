"""Strength, skill and dice against each other: opposed rolls of wrestlers (CQ-KND-3, CQ-HTH-9 to CQ-HTH-12)."""

from __future__ import annotations

from collections.abc import Iterable

from vedette.engine.play import Play
from vedette.games.close_quarters import dicing
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import martial_arts as levels
from vedette.games.close_quarters.values.effective import e_dex, e_str
from vedette.games.close_quarters.values.martial import martial_arts

Rules = tuple[str, ...]


def wrestling(game: Fight, name: str) -> int:
    """CQ-KND-3: STR, with martial arts DEX if that is higher, and the level and any bonus bought on it besides."""
    level = martial_arts(game.units[name])
    if not level:
        return e_str(game, name)
    return max(e_str(game, name), e_dex(game, name)) + level + _bonus(game.units[name])


def wresting(game: Fight, name: str) -> int:
    """CQ-HTH-12: STR and the level of martial arts; DEX never helps to disarm."""
    return e_str(game, name) + martial_arts(game.units[name])


def _bonus(one: Character) -> int:
    """CQ-EXP-10: the best of the bonuses bought on martial arts."""
    return max((one.bonuses.get(skill, 0) for skill in levels()), default=0)


async def wins(play: Play[Fight], first: tuple[str, int], second: tuple[str, int], *, rules: Rules) -> bool:
    """CQ-CHK-6: whether the first has the higher margin; on a tie nobody wins."""
    own, other = await dicing.opposed(play, first, second, rules=rules)
    return own.margin > other.margin


async def outwrestles(play: Play[Fight], by: str, target: str, *, rules: Rules) -> bool:
    """Whether one wrestler gets the better of the other."""
    game = play.state
    return await wins(play, (by, wrestling(game, by)), (target, wrestling(game, target)), rules=rules)


async def outwrestles_all(play: Play[Fight], by: str, foes: Iterable[str], *, rules: Rules) -> bool:
    """CQ-HTH-9: one roll against those of several foes; the margin must beat every one of theirs."""
    own = await dicing.contend(play, by, wrestling(play.state, by), why="opposed", rules=rules)
    others = [
        await dicing.contend(play, foe, wrestling(play.state, foe), why="against", rules=rules)
        for foe in foes
    ]
    return all(own.margin > other.margin for other in others)
