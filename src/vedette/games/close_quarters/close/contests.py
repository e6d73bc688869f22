"""Strength, skill and dice against each other: opposed rolls of wrestlers (CQ-KND-3, CQ-HTH-9 to CQ-HTH-12)."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.dice import Modifier, Remark
from vedette.engine.play import Play
from vedette.games.close_quarters import dicing
from vedette.games.close_quarters.bands import Result
from vedette.games.close_quarters.dicing import Contender
from vedette.games.close_quarters.facts.close import Margins
from vedette.games.close_quarters.facts.telling import figure
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import martial_arts as levels
from vedette.games.close_quarters.values.effective import e_dex, e_str
from vedette.games.close_quarters.values.martial import martial_arts
from vedette.kit.tables import applying

Rules = tuple[str, ...]


def wrestling(game: Fight, name: str) -> Contender:
    """CQ-KND-3: STR, with martial arts DEX if that is higher, and the level and any bonus bought on it besides."""
    one, level = game.units[name], martial_arts(game.units[name])
    attribute: dicing.Attribute = "dex" if level and e_dex(game, name) > e_str(game, name) else "str"
    return _contender(game, name, attribute, _skill(level), _bonus(one) if level else None)


def wresting(game: Fight, name: str) -> Contender:
    """CQ-HTH-12: STR and the level of martial arts; DEX never helps to disarm."""
    return _contender(game, name, "str", _skill(martial_arts(game.units[name])))


def _contender(game: Fight, name: str, attribute: dicing.Attribute, *more: Modifier | None) -> Contender:
    """Who wrestles with an attribute and what is added to it, each of it told."""
    added = applying(*more)
    value = dicing.EFFECTIVE[attribute](game, name) + int(sum(one.value for one in added))
    told = (Remark(one.title, figure(one.value, "+"), one.rules) for one in added)
    return Contender(name, value, (dicing.explained(game, name, attribute), *told))


def _skill(level: int) -> Modifier:
    return Modifier("Level of martial arts", level, ("CQ-KND-3",))


def _bonus(one: Character) -> Modifier:
    """CQ-EXP-10: the best of the bonuses bought on martial arts."""
    bonus = max((one.bonuses.get(skill, 0) for skill in levels()), default=0)
    return Modifier("Bonus on martial arts", bonus, ("CQ-EXP-10",))


async def wins(play: Play[Fight], first: Contender, second: Contender, *, rules: Rules) -> bool:
    """CQ-CHK-6: whether the first has the higher margin; on a tie nobody wins."""
    own, other = await dicing.opposed(play, first, second, rules=rules)
    return _has_more(play, (first.name, own), (second.name, other))


async def outwrestles(play: Play[Fight], by: str, target: str, *, rules: Rules) -> bool:
    """Whether one wrestler gets the better of the other."""
    return await wins(play, wrestling(play.state, by), wrestling(play.state, target), rules=rules)


async def outwrestles_all(play: Play[Fight], by: str, foes: Sequence[str], *, rules: Rules) -> bool:
    """CQ-HTH-9: one roll against those of several foes; the margin must beat every one of theirs."""
    first = wrestling(play.state, by)
    own = await dicing.contend(play, first, dicing.higher_wins(), why="opposed", rules=rules)
    known = dicing.higher_wins(play.state, by, own)
    beaten = True
    for foe in foes:
        other = await dicing.contend(play, wrestling(play.state, foe), known, why="against", rules=rules)
        beaten &= _has_more(play, (by, own), (foe, other))
    return beaten


def _has_more(play: Play[Fight], first: tuple[str, Result], second: tuple[str, Result]) -> bool:
    """CQ-CHK-6: whether the first has the higher margin, and both margins told."""
    (by, own), (against, other) = first, second
    play.says(Margins(by, against, own.margin, other.margin))
    return own.margin > other.margin
