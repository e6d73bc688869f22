"""What each action of Close Quarters needs to be told, and whom and what a random player picks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from vedette.games.close_quarters.arms import Arm, figures
from vedette.games.close_quarters.attacks.weapon_checks import MODES, is_throwable
from vedette.games.close_quarters.near import brawl, is_enemy, is_out
from vedette.games.close_quarters.state import Character, Fight, Weapon
from vedette.view.hexes import DIRECTIONS, distance, neighbours, step

Words = dict[str, Any]
Idea = Callable[[Fight, str, Random], Words]

# --- who and what


def enemies(game: Fight, name: str) -> list[str]:
    """The enemies who still fight."""
    return [
        foe
        for foe, other in game.units.items()
        if is_enemy(game, name, foe) and other.hex and not is_out(game, foe)
    ]


def an_enemy(game: Fight, name: str, luck: Random) -> str:
    """Mostly the nearest."""
    here = game.units[name].hex
    foes = sorted(enemies(game, name), key=lambda foe: distance(here, game.units[foe].hex) if here else 0)
    others = [other for other in game.units if other != name]
    return foes[0] if foes and luck.random() < 0.6 else luck.choice(foes or others or [name])


def one_in_reach(game: Fight, name: str, luck: Random) -> str:
    """Somebody to lay hands on."""
    one = game.units[name]
    near = [foe for foe in enemies(game, name) if game.units[foe].hex in neighbours(one.hex)]
    beside = [foe for foe in brawl(game, name) if is_enemy(game, name, foe)] if one.hth else near
    return luck.choice(beside) if beside else an_enemy(game, name, luck)


def in_hand(one: Character) -> list[Weapon]:
    return [weapon for weapon in one.weapons if weapon.id in one.ready]


def some_weapon(
    one: Character, luck: Random, kind: Callable[[Arm], bool], place: str = "ready"
) -> Weapon | None:
    """A weapon of a kind that he has there."""
    there = [weapon for weapon in one.weapons if weapon.id in getattr(one, place) and kind(figures(weapon))]
    return luck.choice(there) if there else None


# --- actions

WISHES = {
    "shoot": 40, "attack": 40, "throw_grenade": 15, "sweep": 30, "flame": 40, "sweep_fire": 8, "attempt_hth": 8,
    "reload": 12, "clear_jam": 30, "attach_bayonet": 25, "aim": 3, "pass": 1, "subdue": 20, "break_free": 40,
    "disarm": 15, "drop": 1, "ready": 4, "switch": 10, "exchange": 25, "staff": 20, "knockdown": 15, "throw_foe": 15,
    "stop_drop_roll": 30, "help": 40, "extinguish": 60, "patch": 40, "tie": 30, "pull_up": 30, "let_go": 15, "breather": 10,
    "overwatch": 15,
}  # fmt: skip
"""How much an action is wished for, where it isn't 2."""


def _shoot(game: Fight, name: str, luck: Random) -> Words:
    one = game.units[name]
    gun = (
        one.weapon(one.fired) if one.shots and one.fired else some_weapon(one, luck, lambda arm: arm.missile)
    )
    if gun is None:
        drawn = some_weapon(one, luck, lambda arm: arm.missile, "belt")
        return {"weapon": drawn.id if drawn else "", "target": an_enemy(game, name, luck), "quick": True}
    words: Words = {"weapon": gun.id, "target": an_enemy(game, name, luck)}
    modes = [mode for mode, shots in zip(MODES, figures(gun).shots, strict=True) if shots]
    words["mode"] = one.mode or luck.choice(modes or ["single"])
    if one.power:
        words["power"] = one.power
    elif figures(gun).is_a("energy") and luck.random() < 0.3:
        words["power"] = luck.randint(1, 3)
    words |= luck.choice(({}, {}, {}, {}, {"support": "rest"}, {"expose": "over"}, {"down": "kneeling"}))
    if game.options.aimed_shots and luck.random() < 0.3:
        words["aim_at"] = luck.choice(("head", "weapon-arm", "right-leg"))
    return words


def _attack(game: Fight, name: str, luck: Random) -> Words:
    one = game.units[name]
    blade = some_weapon(one, luck, lambda arm: arm.use == "melee")
    words: Words = {"weapon": blade.id if blade else "hands", "target": one_in_reach(game, name, luck)}
    if luck.random() < 0.2:
        words["power"] = 1
    guns = [weapon.id for weapon in in_hand(one) if figures(weapon).missile]
    if guns and not blade and luck.random() < 0.7:
        words |= {"weapon": guns[0], "as_club": not one.hth}
    return words


def _throw_grenade(game: Fight, name: str, luck: Random) -> Words:
    one = game.units[name]
    held = [id for id, live in game.map.grenades.items() if live.held == name]
    held += [weapon.id for weapon in in_hand(one) if figures(weapon).use == "grenade"]
    target = game.units[an_enemy(game, name, luck)].hex
    fuse = luck.choice(("turn", "movement"))
    return {"weapon": luck.choice(held or [""]), "hex": target, "fuse": fuse}


def _aimed_at(kind: Callable[[Arm], bool], foe: Callable[[Fight, str, Random], str]) -> Idea:
    """An action with a weapon of a kind against somebody."""

    def words(game: Fight, name: str, luck: Random) -> Words:
        held = some_weapon(game.units[name], luck, kind)
        return {"weapon": held.id if held else "hands", "target": foe(game, name, luck)}

    return words


def _with(kind: Callable[[Arm], bool], field: str = "weapon") -> Idea:
    """An action with a weapon of a kind alone."""

    def words(game: Fight, name: str, luck: Random) -> Words:
        held = some_weapon(game.units[name], luck, kind)
        return {field: held.id if held else ""}

    return words


def _at(foe: Callable[[Fight, str, Random], str]) -> Idea:
    return lambda game, name, luck: {"target": foe(game, name, luck)}


def _plain(game: Fight, name: str, luck: Random) -> Words:
    return {}


def _to(game: Fight, name: str, luck: Random) -> Words:
    return {"to": luck.choice(neighbours(game.units[name].hex) or ("0101",))}


def _sweep_fire(game: Fight, name: str, luck: Random) -> Words:
    one = game.units[name]
    left, right = (step(one.hex, DIRECTIONS[(DIRECTIONS.index(one.facing) + turn) % 6]) for turn in (-1, 1))
    return {**_with(lambda arm: bool(arm.shots[-1]))(game, name, luck), "first": left, "last": right}


def _ready(game: Fight, name: str, luck: Random) -> Words:
    """Something else in hand, and what is in the way away."""
    one = game.units[name]
    lies = [id for id, thing in game.map.dropped.items() if thing.hex == one.hex]
    things = [*one.belt, *one.belt, *one.slung, *lies] or [*one.items, ""]
    away: Words = {} if one.hth else {luck.choice(("stow", "drop")): list(one.ready)}
    return {"weapon": luck.choice(things), **(away if luck.random() < 0.6 else {})}


def _switch(game: Fight, name: str, luck: Random) -> Words:
    one = game.units[name]
    return {"weapon": luck.choice([*one.belt, *one.slung, ""]), "drop": list(one.ready)}


def _exchange(game: Fight, name: str, luck: Random) -> Words:
    """With a friend in the next hex."""
    one = game.units[name]
    friends = [other for other in game.of(one.side) if game.units[other].hex in neighbours(one.hex)]
    partner = luck.choice(friends or [name])
    give, take = (luck.choice([*who.ready, ""]) for who in (one, game.units[partner]))
    return {"partner": partner, "give": give, "take": take}


def _bayonet(game: Fight, name: str, luck: Random) -> Words:
    one = game.units[name]
    knife = next((weapon.id for weapon in one.weapons if figures(weapon).is_a("bayonet-knife")), "")
    return {"knife": knife, **_with(lambda arm: arm.is_a("stocked"))(game, name, luck)}


def _staff(game: Fight, name: str, luck: Random) -> Words:
    return {
        **_aimed_at(lambda arm: arm.is_a("staff"), one_in_reach)(game, name, luck),
        "effect": luck.choice(("disarm", "trip")),
    }


def _throw_foe(game: Fight, name: str, luck: Random) -> Words:
    target = one_in_reach(game, name, luck)
    return {"target": target, "to": luck.choice(neighbours(game.units[target].hex) or ("0101",))}


def _overwatch(game: Fight, name: str, luck: Random) -> Words:
    there = game.units[an_enemy(game, name, luck)].hex
    mode = luck.choice(("opportunity", "suppression"))
    return {"weapon": luck.choice(game.units[name].ready or ("",)), "hex": there, "mode": mode}


def _help(game: Fight, name: str, luck: Random) -> Words:
    return {"target": luck.choice(list(game.units))}


def _extinguish(game: Fight, name: str, luck: Random) -> Words:
    burning = [{"target": one} for one, other in game.units.items() if other.burning and one != name]
    return luck.choice([*burning, *({"hex": fire} for fire in game.map.fires), {"target": ""}])


ACTIONS: Mapping[str, Idea] = {
    "shoot": _shoot,
    "attack": _attack,
    "throw_grenade": _throw_grenade,
    "throw": _aimed_at(is_throwable, an_enemy),
    "flame": _aimed_at(lambda arm: arm.missile, an_enemy),
    "aim": _aimed_at(lambda arm: arm.missile, an_enemy),
    "sweep": _with(lambda arm: arm.is_a("sweeper")),
    "sweep_fire": _sweep_fire,
    "staff": _staff,
    "slam": _at(one_in_reach),
    "knockdown": _at(one_in_reach),
    "throw_foe": _throw_foe,
    "attempt_hth": _at(one_in_reach),
    "subdue": _at(one_in_reach),
    "disarm": _at(one_in_reach),
    "break_free": _plain,
    "defend": _plain,
    "dodge": _plain,
    "disengage": _to,
    "climb": _to,
    "lay_sandbags": lambda game, name, luck: {"side": luck.choice(DIRECTIONS)},
    "overwatch": _overwatch,
    "ready": _ready,
    "switch": _switch,
    "exchange": _exchange,
    "reload": _with(lambda arm: arm.missile),
    "clear_jam": _with(lambda arm: arm.missile),
    "attach_bayonet": _bayonet,
    "drop": lambda game, name, luck: {"posture": luck.choice(("prone", "kneeling"))},
    "stand_up": _plain,
    "stop_drop_roll": _plain,
    "help": _help,
    "extinguish": _extinguish,
    "patch": _plain,
    "tie": _plain,
    "pull_up": _plain,
    "let_go": _plain,
    "breather": _plain,
    "pass": _plain,
}
"""What each action needs to be told."""
