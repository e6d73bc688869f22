"""The state as cases and `vedette state` see it: tracked and derived values by path (CH 3, combat half 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from vedette.engine.dice import Modifier
from vedette.engine.plain import WhenAsked, to_plain
from vedette.games.close_quarters import arms, derived
from vedette.games.close_quarters.arms import unarmed
from vedette.games.close_quarters.derived import defence, initiative_bonus, own_initiative_bonus, slots
from vedette.games.close_quarters.near import engaged_by
from vedette.games.close_quarters.state import Character, Fight, Map, Side, Weapon
from vedette.games.close_quarters.tables import RULESET_ID
from vedette.games.close_quarters.turn.order import pending

TOLD = (
    "round", "phase", "active", "actor", "initiative", "move_order", "order", "last_move", "left_cover", "outcome",
    "settled", "check", "opposed", "sneak", "options", "conditions",
)  # fmt: skip
"""What is tracked of the game as a whole."""

OWN = ("weapon", "by")
"""What a thing on the map remembers for itself."""

HIDDEN = ("box",)
"""What of a sealed declaration is nobody's to see (CQ-ARM-15)."""

GRAMS = 1000
"""In a kilogram."""


def paths(game: Fight) -> dict[str, Any]:
    """All paths of a game as plain data; what is not there yet, or no longer, has no path."""
    return {
        "ruleset": RULESET_ID,
        **_present({name: to_plain(getattr(game, name)) for name in TOLD}),
        "pending": pending(game),
        "sides": {
            id: {**_side(side), "initiative_bonus": initiative_bonus(game, id)}
            for id, side in game.sides.items()
        },
        "units": WhenAsked(game.units, lambda name: _unit(game, name, game.units[name])),
        "map": _map(game.map),
    }


def _side(side: Side) -> dict[str, Any]:
    """A side's own; of what it has sealed, that there is something, and the digest that it is held to."""
    return {**to_plain(side), "sealed": [_without(to_plain(sealed), HIDDEN) for sealed in side.sealed]}


def _unit(game: Fight, name: str, character: Character) -> dict[str, Any]:
    """What a character's sheet and markers show, and what follows from it."""
    engaged = engaged_by(game, name)
    return {
        **_present(to_plain(character)),
        "weapons": [_weapon(game, character, weapon) for weapon in character.weapons],
        **_effective(game, name),
        "full_str": derived.full_str(character),
        "hits_left": derived.hits_left(character),
        "alive": derived.alive(character),
        "conscious": derived.conscious(game, name),
        "load": derived.load_grams(character) / GRAMS,
        "effective_load": float(derived.effective_load(game, name) / GRAMS),
        "encumbrance": derived.encumbrance(game, name).id,
        "slots": slots(character, game.options),
        "defence": to_plain(defence(game, character)),
        "toughness": arms.toughness(character),
        "martial_arts": arms.martial_arts(character),
        "fencing": arms.fencing(game, name),
        "unarmed": to_plain(unarmed(character)),
        "initiative_bonus": own_initiative_bonus(game, name),
        "engaged_by": list(engaged),
        "engaged": bool(engaged),
    }


def _effective(game: Fight, name: str) -> dict[str, Any]:
    """The effective values, each with its modifiers (CH 11)."""
    found: dict[str, Any] = {}
    for attribute, mods in derived.MODS.items():
        amounts = _amounts(mods(game, name))
        found[f"e_{attribute}"] = getattr(game.units[name], attribute) + sum(amounts.values())
        found[f"e_{attribute}_mods"] = amounts
    return found


def _weapon(game: Fight, character: Character, weapon: Weapon) -> dict[str, Any]:
    """An instance, and what it comes to in its owner's hands (CH 5)."""
    hit = _amounts(arms.hit_mods(character, weapon))
    return {
        **_present(to_plain(weapon)),
        "skilled": arms.skilled(character, weapon),
        "str_need": arms.str_need(character, weapon),
        "lack": arms.lack(character, weapon),
        "strong_max": arms.strong_max(character, weapon),
        "damage": arms.damage(game, character, weapon),
        "hit": sum(hit.values()),
        "hit_mods": hit,
    }


def _map(map: Map) -> dict[str, Any]:
    """The ground and what lives on it."""
    living = {
        "grenades": {id: _without(to_plain(grenade), OWN) for id, grenade in map.grenades.items()},
        "dropped": {id: _without(to_plain(thing), OWN) for id, thing in map.dropped.items()},
    }
    return {**to_plain(map), **living}


def _amounts(mods: Iterable[Modifier]) -> dict[str, int]:
    return {modifier.name: int(modifier.value) for modifier in mods}


def _present(told: dict[str, Any]) -> dict[str, Any]:
    """Without what is not there."""
    return {name: value for name, value in told.items() if value is not None}


def _without(told: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name not in names}
