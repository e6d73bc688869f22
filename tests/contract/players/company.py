"""A player of Flagrant Factions who keeps to the order of a turn, and measures generously."""

from __future__ import annotations

from random import Random
from typing import Any

from vedette.games.company.groups import companies_of, due, edition, needed_for, profile, spells_of
from vedette.games.company.phase_check import (
    apprentices_without_spells,
    captains_without_trait,
    companies_without_ambition,
    pending,
)
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import captain_traits, locations, taunts
from vedette.testing.known import Known

KNOWN = Known(
    seen_in={"CO-MOV-4": "tests/games/company/test_view.py"},
    unchecked={
        "CO-BLD-3": "CO-SET-1 refuses the start",
        "CO-BLD-6": "the set-up is an error",
    },
    deliberate=frozenset(
        {"test", "score", "end_turn", "end_game", "hold_back", "reveal", "hazard", "self_destruct"}
    ),
)

Words = dict[str, Any]

ORDERS = {
    "move": 1,
    "shoot": 1,
    "attack": 1,
    "cast": 8,
    "summon": 8,
    "proclaim": 1,
    "self_destruct": 1,
    "scenario": 2,
}
"""Orders, and how often they are given: what few Groups can do is done whenever it can be."""


def likely(game: Skirmish, luck: Random) -> Words:
    """What might come next."""
    side = luck.choice(list(game.sides))
    if luck.random() < 0.03:
        return _beside(game, side, luck)
    match game.phase:
        case "setup":
            return _set_up(game, side, luck)
        case "rally":
            return {"do": "rally", "by": luck.choice(due(game, "rally", game.active))}
        case "reckless":
            return _reckless(game, luck.choice(due(game, "reckless", game.active)), luck)
        case "activation":
            return _activate(game, luck)
        case "closing":
            return {"do": "end_game", "by": side}
    return {"do": "note", "by": side, "text": "Well played."}


def _beside(game: Skirmish, side: str, luck: Random) -> Words:
    """Something that may come at any time."""
    company = luck.choice(companies_of(game, side))
    if luck.random() < 0.5:
        unit = luck.choice(list(game.units))
        hits = {"count": luck.randint(1, 12), "value": luck.randint(3, 6)}
        if locations(game.edition) and luck.random() < 0.5:
            return {"do": "hazard", "by": unit, "reason": "A fissure", **hits}
        return {"do": "test", "by": unit, "reason": "A landslide", "lost": luck.randint(0, 3)}
    if luck.random() < 0.5 and edition(game).secret:
        return {
            "do": "reveal",
            "by": side,
            "company": company,
            "ambition": luck.choice([*game.book.ambitions]),
        }
    if luck.random() < 0.5 and not edition(game).secret:
        return {"do": "score", "by": side, "ambition": True, "company": company}
    return {"do": "score", "by": side, "vp": luck.randint(1, 3), "reason": "The mill"}


def _set_up(game: Skirmish, side: str, luck: Random) -> Words:
    match pending(game):
        case "captain_trait":
            unit = luck.choice(captains_without_trait(game))
            known = {"trait": luck.choice(list(captain_traits(game.edition)))} if luck.random() < 0.5 else {}
            return {"do": "captain_trait", "by": unit, **known}
        case "roll_off":
            return {"do": "roll_off", "by": side}
        case "ambition":
            return _ambition(game, luck.choice(companies_without_ambition(game)), luck)
        case "choose_spells":
            unit = luck.choice(apprentices_without_spells(game))
            return {"do": "choose_spells", "by": unit, "spells": luck.sample([*spells_of(game)], 3)}
        case "mark":
            return {"do": "mark", "by": luck.choice(_of_role(game, "defender"))}
    if luck.random() < 0.3:
        return _ambition(game, luck.choice(list(game.companies)), luck)
    held_back = [one for one in _of_role(game, "defender") if game.units[one].in_play]
    if edition(game).reserve_worth and held_back and luck.random() < 0.4:
        return {"do": "hold_back", "by": luck.choice(held_back)}
    return {"do": "start", "by": side}


def _of_role(game: Skirmish, role: str) -> list[str]:
    return [name for name, one in game.units.items() if game.sides[one.side].role == role]


def _ambition(game: Skirmish, company: str, luck: Random) -> Words:
    side, ambition = game.companies[company].side, luck.choice(list(game.book.ambitions))
    revealed = {"revealed": luck.random() < 0.5} if edition(game).secret else {}
    return {"do": "ambition", "by": side, "company": company, "ambition": ambition, **revealed}


def _reckless(game: Skirmish, unit: str, luck: Random) -> Words:
    if not game.units[unit].in_melee_with and luck.random() < 0.4:
        return {"do": "reckless", "by": unit}
    return _attack(game, unit, luck, "reckless")


def _activate(game: Skirmish, luck: Random) -> Words:
    ready = [
        name
        for name, one in game.units.items()
        if one.side == game.active
        and one.in_play
        and not (one.activated or one.rallied or one.checked or one.shaken)
    ]
    if not ready or luck.random() < 0.1:
        return {"do": "end_turn", "by": game.active}
    magic = [one for one in ready if game.units[one].spells or needed_for(game, one, "summon")]
    unit = luck.choice(magic if magic and luck.random() < 0.5 else ready)
    own = profile(game, unit)
    if game.units[unit].in_melee_with:
        return _attack(game, unit, luck) if luck.random() < 0.7 else {"do": "retreat", "by": unit}
    orders = [order for order in ORDERS if _can(game, unit, order)]
    if not orders:
        return {"do": "end_turn", "by": game.active}
    match luck.choices(orders, [ORDERS[order] for order in orders])[0]:
        case "shoot" if own.mi:
            return {**_aimed(game, unit, luck, "shoot"), "inches": round(luck.uniform(0, own.mi.range), 1)}
        case "attack" if own.me:
            return _attack(game, unit, luck)
        case "cast":
            return _cast(game, unit, luck)
        case "summon":
            return _summon(game, unit, luck)
        case "proclaim":
            return _proclaim(game, unit, luck)
        case "self_destruct":
            targets = [name for name, one in game.units.items() if one.in_play and name != unit]
            near = luck.sample(targets, luck.randint(0, min(2, len(targets))))
            return {"do": "self_destruct", "by": unit, "targets": near}
        case "scenario":
            return _of_the_scenario(game, unit, luck)
    return _move(game, unit, luck)


def _can(game: Skirmish, unit: str, order: str) -> bool:
    """Whether a Group might give an order; the rules may be against it still."""
    match order:
        case "cast":
            return bool(game.units[unit].spells)
        case "proclaim":
            return bool(taunts(game.edition))
        case "self_destruct":
            return "self-destruct" in profile(game, unit).traits
        case "scenario":
            return bool(game.book.scenario.orders)
    return needed_for(game, unit, order) is not None


def _of_the_scenario(game: Skirmish, unit: str, luck: Random) -> Words:
    order = luck.choice(game.book.scenario.orders)
    waiting = [name for name, one in game.units.items() if one.reserve and not one.in_play]
    if order == "bring_on":
        if not waiting:
            return _move(game, unit, luck)
        return {"do": order, "by": unit, "group": luck.choice(waiting), "inches": luck.randint(1, 8)}
    return {"do": order, "by": unit}


def _proclaim(game: Skirmish, unit: str, luck: Random) -> Words:
    taunt = luck.choice([*taunts(game.edition).values()])
    words = {"do": "proclaim", "by": unit, "taunt": taunt.id}
    return {**words, "target": _aimed(game, unit, luck, "attack")["target"]} if taunt.target else words


def _aimed(game: Skirmish, unit: str, luck: Random, do: str) -> Words:
    enemies = [name for name, one in game.units.items() if one.in_play and game.enemies(unit, name)]
    target = luck.choice(list(game.units[unit].in_melee_with) or enemies)
    return {"do": do, "by": unit, "target": target, "cover": luck.random() < 0.3}


def _attack(game: Skirmish, unit: str, luck: Random, do: str = "attack") -> Words:
    words = {**_aimed(game, unit, luck, do), "own_cover": luck.random() < 0.1}
    return {**words, "inches": round(luck.uniform(0, profile(game, unit).mo), 1)}


def _move(game: Skirmish, unit: str, luck: Random) -> Words:
    words: Words = {"do": "move", "by": unit}
    if luck.random() < 0.5:
        words["inches"] = round(luck.uniform(0, profile(game, unit).mo), 1)
    if game.book.scenario.escape and luck.random() < 0.2:
        words["escapes"] = True
    if "defensive" in profile(game, unit).traits:
        words["formation"] = luck.random() < 0.6
    return words


def _cast(game: Skirmish, unit: str, luck: Random) -> Words:
    spell = spells_of(game)[luck.choice(game.units[unit].spells)]
    whom = {"enemy": (True,), "friend": (False,)}.get(spell.side or spell.target, (True, False))
    targets = [name for name, one in game.units.items() if one.in_play and game.enemies(unit, name) in whom]
    shaken = [name for name in targets if game.units[name].shaken is spell.shaken]
    words = {"do": "cast", "by": unit, "spell": spell.id, "target": luck.choice(shaken or targets)}
    return {**words, "inches": round(luck.uniform(0, spell.range), 1)}


def _summon(game: Skirmish, unit: str, luck: Random) -> Words:
    side = game.units[unit].side
    waiting = [
        name for name, one in game.units.items() if one.side == side and one.reserve and not one.in_play
    ]
    if not waiting:
        return _move(game, unit, luck)
    far = {"enemy_inches": luck.randint(6, 20)} if edition(game).secret else {}
    return {"do": "summon", "by": unit, "group": luck.choice(waiting), "inches": 6, **far}
