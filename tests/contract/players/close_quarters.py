"""A player of Close Quarters who walks towards the enemy, does what his weapons are good for, and keeps the phases.

Of several ideas the first is taken that no rule forbids; now and then one is given without asking the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from tests.contract.players.close_quarters_actions import ACTIONS, WISHES, enemies, in_hand
from vedette.engine.commands import read_command
from vedette.engine.errors import CommandError
from vedette.engine.hidden_information import sealed
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.near import engaged_by, is_able
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.terrain import nearest_direction, on_edge
from vedette.games.close_quarters.turn.beginning import beaten, ways_back
from vedette.games.close_quarters.turn.path import next_steps
from vedette.games.close_quarters.view.actions import offered
from vedette.testing.known import Known
from vedette.view.hexes import distance, neighbours, vector

LINES = "tests/games/close_quarters/test_view_lines.py"

KNOWN = Known(
    # Aliens, staffs and the like.
    seen_in=dict.fromkeys(
        ("CQ-ENG-4", "CQ-SKL-27", "CQ-SKL-40", "CQ-SCN-15", "CQ-SKL-41"), LINES
    ),
    shown_by={
        "CQ-ARM-12": "close-quarters/combat-inside-an-energy-field",
        "CQ-CHK-13": "close-quarters/combat-a-knife-past-alice",
        "CQ-ENC-9": "close-quarters/env-gravity",
        "CQ-WPN-12": "close-quarters/combat-bursts",
        "CQ-WPN-17": "close-quarters/combat-a-laser-split",
    },
    only_allows={
        "has_something_to_defend_with: CQ-MRT-3": "level 3 of martial arts is one of the things to defend with",
        "not_moved_too_far_to_fire: CQ-OPT-15": "the option allows half a move before firing",
        "two_weapons_can_be_used: CQ-SKL-35": "the skill allows a second blow",
        "is_loaded: CQ-WPN-11": "a spear thrower without a spear is refused as empty",
        "_he_can_act: CQ-STN-2": "who is stunned can do nothing, and CQ-TRN-4 refuses it",
        "only_then: CQ-STN-2": "the same of moving",
        "test: CQ-STN-2": "the same of a watch",
    },
    elsewhere={
        "CameHome": ("tests/test_campaign.py", " is back from "),
        "Remembered": ("tests/test_campaign.py", "a knife"),
    },
    deliberate=frozenset({"check", "pass", "let_pass", "leave", "let_go", "end_movement", "end_turn"}),
    people=True,
)  # fmt: skip

Words = dict[str, Any]

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
    if any(side.sealed for side in game.sides.values()) and luck.random() < 0.1:
        return {"do": "reveal", "by": luck.choice([name for name, side in game.sides.items() if side.sealed])}
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


def _any_allowed(game: Fight, ideas: Iterable[Words], luck: Random) -> Words | None:
    """One that no rule forbids, by luck."""
    shuffled = list(ideas)
    luck.shuffle(shuffled)
    return next((words for words in shuffled if _is_allowed(game, words)), None)


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


# --- between combats, and beside them


def _beside(game: Fight, luck: Random) -> Words:
    """Something that may come at any time."""
    unit, other = luck.choice(list(game.units)), luck.choice(list(game.units))
    wearer = luck.choice([name for name, one in game.units.items() if one.energy_shield] or [unit])
    box, digest = sealed({"on": luck.random() < 0.7})
    side = game.units[wearer].side
    ideas: list[Words] = [
        {"do": "check", "by": unit, "attribute": luck.choice(("str", "dex", "int"))},
        {"do": "opposed", "by": unit, "attribute": "int", "against": other, "against_attribute": "str"},
        {"do": "switch_shield", "by": wearer, "on": not game.units[wearer].energy_shield_on},
        {"do": "seal", "by": side, "what": "shield", "unit": wearer, "box": box, "digest": digest},
        {"do": "reveal", "by": side},
        {"do": "sneak", "by": unit, "against": other, "mh": luck.randint(1, 5), "listening": "passive"},
        {"do": "roll", "by": game.units[unit].side, "what": "3d6", "why": "Whose tea it is"},
    ]
    return _any_allowed(game, ideas, luck) or ideas[0]


def _for_once(luck: Random, side: str) -> Words:
    """Surprise, or flight."""
    return luck.choice(({"surprise": side}, {"flee": side})) if luck.random() < 0.1 else {}


def _afterwards(game: Fight, side: str, luck: Random) -> Words:
    if not game.settled and luck.random() < 0.6:
        won = luck.choice((game.outcome, "draw", side))
        return {"do": "settle", "by": side, "winner": won}
    return {"do": "start_combat", "by": side} if luck.random() < 0.2 else _business(game, side, luck)


def _between(game: Fight, side: str, luck: Random) -> Words:
    if placed := _any_allowed(game, _placing(game, luck), luck):
        return placed
    if luck.random() < 0.25:
        return {"do": "start_combat", "by": side}
    return _business(game, side, luck)


def _placing(game: Fight, luck: Random) -> Iterator[Words]:
    """Who has joined since is put onto the map, where the others stand on it."""
    if any(one.hex for one in game.units.values()):
        for name, one in game.units.items():
            if not one.hex:
                hex = f"{luck.randint(1, game.map.cols):02}{luck.randint(1, game.map.rows):02}"
                where = {"path": f"units.{name}.hex", "value": hex, "reason": "Here I am"}
                yield {"do": "adjust", "by": one.side, **where}


def _business(game: Fight, side: str, luck: Random) -> Words:
    """Rest, wounds, experience, money, repairs."""
    if not game.of(side):
        return {"do": "rest", "by": side}
    lying = [
        {"do": "collect", "by": unit, "thing": thing} for unit in game.of(side) for thing in game.map.dropped
    ]
    if lying and (taken := _any_allowed(game, lying, luck)):
        return taken
    needed = _any_allowed(game, _mending(game, side), luck) if luck.random() < 0.5 else None
    if needed:
        return needed
    unit = luck.choice(game.of(side))
    one, friend = game.units[unit], luck.choice(game.of(side))
    weapon = luck.choice([weapon.id for weapon in one.weapons] or [""])
    spoil = luck.choice(game.sides[side].spoils or ("",))
    ideas: list[Words] = [
        {"do": "rest", "by": side},
        {"do": "award", "by": unit, "reason": luck.choice(("fight", "check", "roleplay"))},
        {"do": "award", "by": unit, "credits": luck.randint(1, 90), "why": "For the cargo"},
        {"do": "buy", "by": unit, "type": luck.choice(("rope", "reload-pistol", "smoke-grenade", "knife"))},
        {"do": "sell", "by": unit, **({"spoil": spoil} if spoil else {"what": weapon})},
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
    return _any_allowed(game, ideas, luck) or ideas[0]


def _mending(game: Fight, side: str) -> Iterator[Words]:
    """What makes sense only for few: to heal, to share the spoils out, to sneak, to recharge and to repair."""
    for unit in game.of(side):
        yield from ({"do": "claim", "by": unit, "spoil": spoil} for spoil in game.sides[side].spoils[:1])
        for friend in game.of(side):
            yield {"do": "heal", "by": unit, "patient": friend}
            yield {"do": "wake", "by": unit, "patient": friend}
            for weapon in game.units[friend].weapons:
                if weapon.broken:
                    yield {"do": "repair", "by": unit, "weapon": weapon.id, "owner": friend}
        if any(skill.endswith("stealth") for skill in game.units[unit].skills):
            past = {"mh": 2, "listening": "passive"}
            yield from ({"do": "sneak", "by": unit, "against": foe, **past} for foe in enemies(game, unit))
        yield from ({"do": "recharge", "by": unit, "weapon": one.id} for one in game.units[unit].weapons)


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
    if one.hex and on_edge(game.map, one.hex) and luck.random() < 0.1:
        return {"do": "leave", "by": mover}
    return _move(game, mover, luck)


def _may_move(game: Fight, name: str) -> bool:
    one = game.units[name]
    return bool(one.hex) and not one.done and not one.hth and is_able(game, name)


def _move(game: Fight, name: str, luck: Random) -> Words:
    """Some way towards an enemy, mostly not more than half of the allowance, and then a look at him."""
    one = game.units[name]
    goal = _goal(game, name, luck)
    armed = any(figures(weapon).missile and weapon.ammo for weapon in in_hand(one))
    steps = luck.choice((0, 0, 1, one.half) if armed else (1, one.half, one.half, one.mov))
    if one.leaks and luck.random() < 0.7:
        steps = 0
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
    foes = [game.units[foe].hex for foe in enemies(game, name)]
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
    listed = [do for do in offered(game, name) if do in ACTIONS]
    if not listed:
        return {"do": "pass", "by": name}
    do = luck.choices(listed, [WISHES.get(do, 2) for do in listed])[0]
    return {"do": do, "by": name, **ACTIONS[do](game, name, luck)}


def _force_retreat(game: Fight, name: str, luck: Random) -> Words:
    foes = [foe for foe in beaten(game, name) if ways_back(game, foe)]
    if not foes or luck.random() < 0.2:
        return {"do": "pass", "by": name}
    foe = luck.choice(foes)
    to = luck.choice(ways_back(game, foe))
    return {"do": "force_retreat", "by": name, "target": foe, "to": to, "follow": luck.random() < 0.5}
