"""Which reminders may apply to a draft, as far as the state tells; those that nothing here judges always stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from vedette.games.close_quarters.arms import Arm, figures
from vedette.games.close_quarters.derived import encumbrance
from vedette.games.close_quarters.near import is_alive
from vedette.games.close_quarters.reminders import REMINDERS
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import TABLES, encumbrance_bands
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

HEAVIEST_AT_EASE = "heavy"
"""The heaviest band of encumbrance that doesn't tire (CQ-ENC-4)."""

Applies = Callable[[Fight, Words], bool]


def reminders_of(game: Fight, words: Words) -> tuple[Detail, ...]:
    """The rules that only eyes at the table can judge, and that may have a say now."""
    named = REMINDERS.get(str(words["do"]), ())
    return tuple(
        Detail(rule, TABLES.rules()[rule].sentence)
        for rule in named
        if rule not in JUDGED or JUDGED[rule](game, words)
    )


# --- who and what a draft is about


def _people(game: Fight, words: Words) -> Iterator[Character]:
    """Who gives the command, and whom it is about; all whom a side commands."""
    by = str(words["by"])
    for name in (by, str(words.get("target") or "")):
        if name in game.units:
            yield game.units[name]
    if by in game.sides:
        yield from (
            character for name, character in game.units.items() if is_alive(game, name) and not character.left
        )


def _arm(game: Fight, words: Words) -> Arm | None:
    character = game.units.get(str(words["by"]))
    weapon = character.weapon(str(words.get("weapon") or "")) if character is not None else None
    return figures(weapon) if weapon is not None else None


def _is(game: Fight, words: Words, *kinds: str) -> bool:
    """Whether the weapon of the draft is of one of these classes."""
    arm = _arm(game, words)
    return arm is not None and any(arm.is_a(kind) for kind in kinds)


# --- what has to be there for a rule to have a say


def _into_fire(game: Fight, words: Words) -> bool:
    """CQ-FIR-8: a way into a burning hex; as a turn begins somebody who is still in one."""
    if words["do"] == "move":
        return any(hex in game.map.fires for hex in words.get("path") or ())
    return any(character.hex in game.map.fires for character in _people(game, words))


def _practice(game: Fight, words: Words) -> bool:
    """CQ-SCN-15: an agreed practice, or a practice weapon in the draft."""
    character = game.units.get(str(words["by"]))
    weapon = character.weapon(str(words.get("weapon") or "")) if character is not None else None
    return game.options.scenario == "practice" or (weapon is not None and weapon.quality == "practice")


def _chase(game: Fight, words: Words) -> bool:
    """CQ-INI-5: somebody flees from a pursuer, or a side has run."""
    return bool(words.get("chase")) or any(side.all_ran for side in game.sides.values())


def _past_armor(game: Fight, words: Words) -> bool:
    """CQ-ARM-9: a weapon of gas or fire; as a turn begins gas, fire or a place without air."""
    if words["do"] != "initiative":
        return _is(game, words, "gas", "incendiary", "molotov")
    gas = any(cloud.kind == "gas" for cloud in game.map.clouds.values())
    burns = any(character.burning for character in game.units.values())
    return gas or burns or bool(game.map.fires) or game.map.atmosphere != "air"


def _burdened(game: Fight, words: Words) -> bool:
    """CQ-ENC-4: somebody carries more than the heaviest band that doesn't tire."""
    by = str(words["by"])
    bands = [band.id for band in encumbrance_bands()]
    return by in game.units and bands.index(encumbrance(game, by).id) > bands.index(HEAVIEST_AT_EASE)


def _spacesuit(game: Fight, words: Words) -> bool:
    """CQ-SKL-40: a spacesuit is worn."""
    return any("spacesuit" in (character.armor, character.armor2) for character in _people(game, words))


def _checks(kind: str, skill: str) -> Applies:
    """A check of that kind or with that skill; any, as long as none is said."""

    def applies(game: Fight, words: Words) -> bool:
        said = {words.get("kind"), words.get("skill")} - {None}
        return (not said and not words.get("attribute")) or bool(said & {kind, skill})

    return applies


JUDGED: Mapping[str, Applies] = {
    "CQ-FIR-8": _into_fire,
    "CQ-SKL-41": lambda game, words: _is(game, words, "staff"),
    "CQ-SCN-15": _practice,
    "CQ-SCN-5": lambda game, words: game.options.scenario == "arena",
    "CQ-SCN-11": lambda game, words: game.options.scenario == "interior",
    "CQ-ENG-4": lambda game, words: any(
        character.species not in ("human", "robot") for character in _people(game, words)
    ),
    "CQ-CHR-8": lambda game, words: any(character.species != "human" for character in _people(game, words)),
    "CQ-INI-5": _chase,
    "CQ-ARM-9": _past_armor,
    "CQ-ARM-15": lambda game, words: any(character.energy_shield for character in game.units.values()),
    "CQ-ENV-18": lambda game, words: any(character.floating for character in _people(game, words)),
    "CQ-ENC-4": _burdened,
    "CQ-SKL-40": _spacesuit,
    "CQ-SKL-21": _checks("swim", "swimming"),
    "CQ-ENC-10": _checks("swim", "swimming"),
    "CQ-SKL-27": _checks("rope", "climbing"),
    "CQ-SKL-39": lambda game, words: words.get("skill") in (None, "strategy"),
    "CQ-EXP-15": lambda game, words: words.get("attribute") in (None, "str"),
}
"""The rules of which the state or the draft tells whether they may apply."""
