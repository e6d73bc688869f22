"""A player of Close Quarters who walks towards the enemy, does what his weapons are good for, and keeps the phases.

Of several ideas the first is taken that no rule forbids; now and then one is given without asking the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from vedette.engine.commands import read_command
from vedette.engine.errors import CommandError
from vedette.engine.sealed import sealed
from vedette.games.close_quarters.attacks.shot_checks import MODES, is_throwable
from vedette.games.close_quarters.ground.hexes import (
    DIRECTIONS,
    distance,
    nearest_direction,
    neighbours,
    on_edge,
    step,
    vector,
)
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.standing import brawl, engaged_by, is_able, is_enemy, is_out
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.turn.retreats import beaten, ways_back
from vedette.games.close_quarters.turn.steps import next_steps
from vedette.games.close_quarters.values.arms import Arm, figures
from vedette.games.close_quarters.view.offered import of_character
from vedette.games.close_quarters.weapon import Weapon

Words = dict[str, Any]
Idea = Callable[[Fight, str, Random], Words]

LONGEST = 40
"""Turns after which somebody gives up: no rule ends a combat in which nobody finds anybody."""

NEWCOMER = {"name": "Nel", "str": 9, "dex": 12, "int": 11, "mov": 10, "skills": ["medic", "knife"]}
"""Somebody who may join."""

IDEAS = 12
"""How often something else is thought of when a rule forbids the first idea."""


def likely(game: Fight, luck: Random) -> Words:
    """What might come next."""
    if luck.random() < 0.03 and game.units:
        return _beside(game, luck)
    if (game.round > LONGEST or luck.random() < 0.001) and not game.outcome and game.phase != "between":
        return {"do": "concede", "by": luck.choice(list(game.sides))}
    words = _idea(game, luck)
    for _ in range(IDEAS):
        if _is_allowed(game, words) or luck.random() < 0.03:
            return words
        words = _idea(game, luck)
    return _nothing(game, luck)


def _is_allowed(game: Fight, words: Words) -> bool:
    try:
        command = RULESET.specs[words["do"]].understand(game, read_command(RULESET.specs, words))
    except CommandError:
        return False
    return not RULESET.refusals(game, command)


def _idea(game: Fight, luck: Random) -> Words:
    side = luck.choice(list(game.sides))
    if game.outcome:
        return _afterwards(game, side, luck)
    match game.phase:
        case "between":
            return _between(game, side, luck)
        case "initiative":
            return {"do": "initiative", "by": side, **_for_once(luck, side)}
        case "movement":
            return _in_movement(game, luck)
        case "action":
            return _in_action(game, luck)
        case "retreat":
            return _force_retreat(game, game.actor, luck)
    return {"do": "end_turn", "by": side}


def _nothing(game: Fight, luck: Random) -> Words:
    """What goes on where nothing better is thought of."""
    if game.phase in ("action", "retreat") or (game.phase == "movement" and game.actor):
        return {"do": "pass", "by": game.actor}
    side = luck.choice(list(game.sides))
    due = {"movement": "end_movement", "initiative": "initiative", "end": "end_turn"}
    return {"do": due.get(game.phase, "start_combat"), "by": game.active or side}


# --- who and what


def _foes(game: Fight, name: str) -> list[str]:
    """The enemies who still fight."""
    return [
        foe
        for foe, other in game.units.items()
        if is_enemy(game, name, foe) and other.hex and not is_out(game, foe)
    ]


def _foe(game: Fight, name: str, luck: Random) -> str:
    """Mostly the nearest."""
    here = game.units[name].hex
    foes = sorted(_foes(game, name), key=lambda foe: distance(here, game.units[foe].hex) if here else 0)
    others = [other for other in game.units if other != name]
    return foes[0] if foes and luck.random() < 0.6 else luck.choice(foes or others or [name])


def _neighbour(game: Fight, name: str, luck: Random) -> str:
    """Somebody to lay hands on."""
    one = game.units[name]
    near = [foe for foe in _foes(game, name) if game.units[foe].hex in neighbours(one.hex)]
    beside = [foe for foe in brawl(game, name) if is_enemy(game, name, foe)] if one.hth else near
    return luck.choice(beside) if beside else _foe(game, name, luck)


def _in_hand(one: Character) -> list[Weapon]:
    return [weapon for weapon in one.weapons if weapon.id in one.ready]


def _some(one: Character, luck: Random, kind: Callable[[Arm], bool], place: str = "ready") -> Weapon | None:
    """A weapon of a kind that he has there."""
    there = [weapon for weapon in one.weapons if weapon.id in getattr(one, place) and kind(figures(weapon))]
    return luck.choice(there) if there else None


# --- between combats, and beside them


def _beside(game: Fight, luck: Random) -> Words:
    """Something that may come at any time."""
    unit, other = luck.choice(list(game.units)), luck.choice(list(game.units))
    side = game.units[unit].side
    box, digest = sealed({"on": luck.random() < 0.7})
    ideas: list[Words] = [
        {"do": "check", "by": unit, "attribute": luck.choice(("str", "dex", "int"))},
        {"do": "opposed", "by": unit, "attribute": "int", "against": other, "against_attribute": "str"},
        {"do": "switch_shield", "by": unit, "on": luck.random() < 0.7},
        {"do": "seal", "by": side, "what": "shield", "unit": unit, "box": box, "digest": digest},
        {"do": "reveal", "by": side},
        {"do": "sneak", "by": unit, "against": other, "mh": luck.randint(1, 5), "listening": "passive"},
        {"do": "roll", "by": side, "what": "3d6", "why": "Whose tea it is"},
    ]
    allowed = [words for words in ideas[1:] if _is_allowed(game, words)]
    return luck.choice(allowed or ideas)


def _for_once(luck: Random, side: str) -> Words:
    """Surprise, or flight."""
    return luck.choice(({"surprise": side}, {"flee": side})) if luck.random() < 0.1 else {}


def _afterwards(game: Fight, side: str, luck: Random) -> Words:
    if not game.settled and luck.random() < 0.6:
        won = luck.choice((game.outcome, "draw", side))
        return {"do": "settle", "by": side, "winner": won}
    return {"do": "start_combat", "by": side} if luck.random() < 0.2 else _business(game, side, luck)


def _between(game: Fight, side: str, luck: Random) -> Words:
    if luck.random() < 0.25:
        return {"do": "start_combat", "by": side}
    if not game.settled and luck.random() < 0.1:
        return {"do": "settle", "by": side, "winner": luck.choice([*game.sides, "draw"])}
    return _business(game, side, luck)


def _business(game: Fight, side: str, luck: Random) -> Words:
    """Rest, wounds, experience, money, repairs."""
    if not game.of(side):
        return {"do": "rest", "by": side}
    unit = luck.choice(game.of(side))
    one, friend = game.units[unit], luck.choice(game.of(side))
    weapon = luck.choice([weapon.id for weapon in one.weapons] or [""])
    spoil = luck.choice(game.sides[side].spoils or ("",))
    ideas: list[Words] = [
        {"do": "rest", "by": side},
        {"do": "heal", "by": unit, "patient": friend},
        {"do": "award", "by": unit, "reason": luck.choice(("fight", "check", "roleplay"))},
        {"do": "award", "by": unit, "credits": luck.randint(1, 90), "why": "For the cargo"},
        {"do": "buy", "by": unit, "type": luck.choice(("rope", "reload-pistol", "smoke-grenade", "knife"))},
        {"do": "sell", "by": unit, **({"spoil": spoil} if spoil else {"what": weapon})},
        {"do": "claim", "by": unit, "spoil": spoil},
        {"do": "recharge", "by": unit, "weapon": weapon},
        {"do": "repair", "by": unit, "weapon": weapon, "owner": friend},
        {"do": "buy_skill", "by": unit, "skill": luck.choice(("running", "medic", "swimming", "tactics"))},
        {"do": "buy_bonus", "by": unit, "skill": luck.choice(one.skills or ("knife",))},
        {"do": "buy_attribute", "by": unit, "attribute": luck.choice(("str", "dex", "int", "mov"))},
        {"do": "validate", "by": unit},
        {"do": "sheet", "by": unit},
        {"do": "equip", "by": unit, "ready": [*one.ready][:1]},
        {"do": "change_skills", "by": unit, "drop": [*one.skills][:1], "learn": ["running"]},
        {"do": "create", "by": side, "id": f"new-{len(game.units)}", "character": NEWCOMER},
        {"do": "opposed", "by": unit, "attribute": "int", "against": friend, "against_attribute": "str"},
        {"do": "come_home", "by": unit, "game": "mine", "title": "The mine", "character": {"ep": one.ep}},
    ]
    allowed = [words for words in ideas if _is_allowed(game, words)]
    return luck.choice(allowed or ideas)


# --- movement


def _in_movement(game: Fight, luck: Random) -> Words:
    if game.options.advanced_initiative:
        mover = game.actor
        if not mover:
            return {"do": "end_movement", "by": luck.choice(list(game.sides))}
    else:
        waiting = [name for name in game.of(game.active) if _may_move(game, name)]
        if not waiting or luck.random() < 0.15:
            return {"do": "end_movement", "by": game.active}
        mover = luck.choice(waiting)
    one = game.units[mover]
    if one.burning and not one.panic and luck.random() < 0.7:
        return {"do": "resist_panic", "by": mover}
    if one.posture != "standing" and luck.random() < 0.6:
        return {"do": "stand_up", "by": mover}
    if one.overwatch and game.last_move and luck.random() < 0.8:
        last = game.last_move
        return {"do": "opportunity_fire", "by": mover, "target": last.unit, "hex": luck.choice(last.path)}
    if one.hex and on_edge(game.map, one.hex) and luck.random() < 0.05:
        return {"do": "leave", "by": mover}
    return _move(game, mover, luck)


def _may_move(game: Fight, name: str) -> bool:
    one = game.units[name]
    return bool(one.hex) and not one.done and not one.hth and is_able(game, name)


def _move(game: Fight, name: str, luck: Random) -> Words:
    """Some way towards an enemy, mostly not more than half of the allowance, and then a look at him."""
    one = game.units[name]
    goal = _goal(game, name, luck)
    armed = any(figures(weapon).missile and weapon.ammo for weapon in _in_hand(one))
    steps = luck.choice((0, 0, 1, one.half) if armed else (1, one.half, one.half, one.mov))
    if game.sides[one.side].fleeing or one.panic == "panic":
        steps = one.mov
    path = _path(game, name, goal, steps, luck)
    end = path[-1] if path else one.hex
    words: Words = {"do": "move", "by": name, "path": path}
    if end and end != goal:
        words["facing"] = nearest_direction(vector(end, goal))
    if luck.random() < 0.06:
        words["posture"] = luck.choice(("kneeling", "prone"))
    lies = [id for id, thing in game.map.dropped.items() if thing.hex in path]
    if lies and luck.random() < 0.6:
        words |= {"pick_up": lies[0], "on_the_run": luck.random() < 0.4}
    if game.options.delay and luck.random() < 0.2:
        words["delay"] = True
    return words


def _goal(game: Fight, name: str, luck: Random) -> str:
    """Mostly the nearest enemy's hex; sometimes any neighbouring hex, to get around a corner."""
    here = game.units[name].hex
    foes = [game.units[foe].hex for foe in _foes(game, name)]
    if foes and luck.random() < 0.85:
        return min(foes, key=lambda there: distance(here, there))
    return luck.choice([*foes, *neighbours(here)])


def _path(game: Fight, name: str, goal: str, steps: int, luck: Random) -> list[str]:
    """Hex by hex where no rule forbids it, nearer if possible."""
    path: list[str] = []
    for _ in range(steps):
        here = path[-1] if path else game.units[name].hex
        ways = [hex for hex, _, _, refusal in next_steps(game, name, path) if refusal is None]
        ways = [hex for hex in ways if hex not in path]
        if not ways or (here and distance(here, goal) <= 1):
            break
        if luck.random() < 0.15:
            path.append(luck.choice(ways))
        else:
            path.append(min(ways, key=lambda there: distance(there, goal)))
    return path


# --- action


def _in_action(game: Fight, luck: Random) -> Words:
    """Something of what makes sense for whose turn it is; sometimes somebody dodges or defends ahead of his."""
    if luck.random() < 0.05:
        early = luck.choice(list(game.units))
        return {"do": "defend" if engaged_by(game, early) else "dodge", "by": early}
    name = game.actor
    offered = [do for do in dict.fromkeys(of_character(game, name)) if do in ACTIONS]
    do = luck.choices(offered, [WISHES.get(do, 2) for do in offered])[0]
    return {"do": do, "by": name, **ACTIONS[do](game, name, luck)}


WISHES = {
    "shoot": 40, "attack": 40, "throw_grenade": 15, "sweep": 30, "flame": 15, "sweep_fire": 8, "attempt_hth": 8,
    "reload": 12, "clear_jam": 30, "attach_bayonet": 10, "aim": 3, "pass": 1, "subdue": 20, "break_free": 40,
    "disarm": 15, "drop": 1, "ready": 4, "switch": 10, "exchange": 8, "staff": 20, "knockdown": 15, "throw_foe": 15,
    "stop_drop_roll": 30, "help": 40, "extinguish": 40, "patch": 30, "pull_up": 30, "let_go": 15, "breather": 10,
}  # fmt: skip
"""How much an action is wished for, where it isn't 2."""


def _shoot(game: Fight, name: str, luck: Random) -> Words:
    one = game.units[name]
    gun = one.weapon(one.fired) if one.shots and one.fired else _some(one, luck, lambda arm: arm.missile)
    if gun is None:
        drawn = _some(one, luck, lambda arm: arm.missile, "belt")
        return {"weapon": drawn.id if drawn else "", "target": _foe(game, name, luck), "quick": True}
    words: Words = {"weapon": gun.id, "target": _foe(game, name, luck)}
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
    blade = _some(one, luck, lambda arm: arm.use == "melee")
    words: Words = {"weapon": blade.id if blade else "hands", "target": _neighbour(game, name, luck)}
    if luck.random() < 0.2:
        words["power"] = 1
    guns = [weapon.id for weapon in _in_hand(one) if figures(weapon).missile]
    if guns and not blade and luck.random() < 0.7:
        words |= {"weapon": guns[0], "as_club": not one.hth}
    return words


def _throw_grenade(game: Fight, name: str, luck: Random) -> Words:
    one = game.units[name]
    held = [id for id, live in game.map.grenades.items() if live.held == name]
    held += [weapon.id for weapon in _in_hand(one) if figures(weapon).use == "grenade"]
    target = game.units[_foe(game, name, luck)].hex
    fuse = luck.choice(("turn", "movement"))
    return {"weapon": luck.choice(held or [""]), "hex": target, "fuse": fuse}


def _aimed_at(kind: Callable[[Arm], bool], foe: Callable[[Fight, str, Random], str]) -> Idea:
    """An action with a weapon of a kind against somebody."""

    def words(game: Fight, name: str, luck: Random) -> Words:
        held = _some(game.units[name], luck, kind)
        return {"weapon": held.id if held else "hands", "target": foe(game, name, luck)}

    return words


def _with(kind: Callable[[Arm], bool], field: str = "weapon") -> Idea:
    """An action with a weapon of a kind alone."""

    def words(game: Fight, name: str, luck: Random) -> Words:
        held = _some(game.units[name], luck, kind)
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
    one = game.units[name]
    partner = luck.choice([other for other in game.of(one.side) if other != name] or [name])
    give, take = (luck.sample(who.ready, min(1, len(who.ready))) for who in (one, game.units[partner]))
    return {"partner": partner, "give": give, "take": take}


def _bayonet(game: Fight, name: str, luck: Random) -> Words:
    one = game.units[name]
    knife = next((weapon.id for weapon in one.weapons if figures(weapon).is_a("bayonet-knife")), "")
    return {"knife": knife, **_with(lambda arm: arm.is_a("stocked"))(game, name, luck)}


def _staff(game: Fight, name: str, luck: Random) -> Words:
    return {
        **_aimed_at(lambda arm: arm.is_a("staff"), _neighbour)(game, name, luck),
        "effect": luck.choice(("disarm", "trip")),
    }


def _throw_foe(game: Fight, name: str, luck: Random) -> Words:
    target = _neighbour(game, name, luck)
    return {"target": target, "to": luck.choice(neighbours(game.units[target].hex) or ("0101",))}


def _overwatch(game: Fight, name: str, luck: Random) -> Words:
    there = game.units[_foe(game, name, luck)].hex
    mode = luck.choice(("opportunity", "suppression"))
    return {"weapon": luck.choice(game.units[name].ready or ("",)), "hex": there, "mode": mode}


def _help(game: Fight, name: str, luck: Random) -> Words:
    return {"target": luck.choice(list(game.units))}


ACTIONS: Mapping[str, Idea] = {
    "shoot": _shoot,
    "attack": _attack,
    "throw_grenade": _throw_grenade,
    "throw": _aimed_at(is_throwable, _foe),
    "flame": _aimed_at(lambda arm: arm.missile, _foe),
    "aim": _aimed_at(lambda arm: arm.missile, _foe),
    "sweep": _with(lambda arm: arm.is_a("sweeper")),
    "sweep_fire": _sweep_fire,
    "staff": _staff,
    "slam": _at(_neighbour),
    "knockdown": _at(_neighbour),
    "throw_foe": _throw_foe,
    "attempt_hth": _at(_neighbour),
    "subdue": _at(_neighbour),
    "disarm": _at(_neighbour),
    "break_free": _plain,
    "defend": _plain,
    "dodge": _plain,
    "disengage": _to,
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
    "extinguish": _help,
    "patch": _plain,
    "pull_up": _plain,
    "let_go": _plain,
    "breather": _plain,
    "pass": _plain,
}
"""What each action needs to be told."""


def _force_retreat(game: Fight, name: str, luck: Random) -> Words:
    foes = [foe for foe in beaten(game, name) if ways_back(game, foe)]
    if not foes or luck.random() < 0.2:
        return {"do": "pass", "by": name}
    foe = luck.choice(foes)
    to = luck.choice(ways_back(game, foe))
    return {"do": "force_retreat", "by": name, "target": foe, "to": to, "follow": luck.random() < 0.5}
