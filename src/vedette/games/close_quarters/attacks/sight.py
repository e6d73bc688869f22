"""What walls and pits make of a line of fire in a game, and the house rule that it rests on (section 7)."""

from __future__ import annotations

from vedette.engine.checks import Refusal
from vedette.engine.dice import Remark
from vedette.games.close_quarters.ground.cover import Cover, Figure, cover
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import house_rule, plays
from vedette.games.close_quarters.values.house_rules import deciding

ABSOLUTE = ("CQ-ENV-9", "CQ-ENV-13")
"""Refusals of the line of fire that leave nothing to carry out: nobody is in sight."""


def sight(game: Fight, attacker: Figure, target: Figure, expose: str = "") -> Cover:
    """What stands between two figures in this game."""
    round_high = plays(game, "leaning_high_wall", "allowed")
    return cover(game.map, attacker, target, expose, round_high=round_high)


def read_in_sight(game: Fight, attacker: Figure, target: Figure, expose: str = "") -> tuple[Remark, ...]:
    """CQ-RNG-6, CQ-ENV-9: the house rule of leaning round high walls, where it makes a difference."""
    rules = {"leaning_high_wall": house_rule(game, "leaning_high_wall")}
    return deciding(game, rules, lambda read: sight(read, attacker, target, expose))


def out_of_sight(game: Fight, attacker: Figure, target: Figure, expose: str = "") -> Refusal | None:
    """Why the target can't be fired at, if so."""
    found = sight(game, attacker, target, expose)
    if not found.rule:
        return None
    reading = next(iter(read_in_sight(game, attacker, target, expose)), None)
    return Refusal(found.rule, found.sentence, absolute=found.rule in ABSOLUTE, reading=reading)
