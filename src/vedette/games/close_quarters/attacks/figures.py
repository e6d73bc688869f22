"""Who stands in the line of fire: in the way, as a body in front of the target, and beyond it (section 9)."""

from __future__ import annotations

from vedette.engine.dice import Modifier, Remark
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.facts.telling import figure
from vedette.games.close_quarters.ground.hexes import distance
from vedette.games.close_quarters.ground.lines import between, open_beyond
from vedette.games.close_quarters.standing import in_hex, is_down, is_enemy, is_upright
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import house_rule, modifier, number
from vedette.games.close_quarters.values.arms import loaded
from vedette.games.close_quarters.values.effective import e_dex


def in_the_way(game: Fight, attempt: Attempt) -> tuple[str, ...]:
    """CQ-AVD-3, CQ-AVD-4: upright figures between the two, but no friend in the hex next to the attacker."""
    own = game.units[attempt.by].hex
    return tuple(
        name
        for hex in between(own, attempt.at(game))
        for name in in_hex(game, hex)
        if is_upright(game, name)
        and (distance(own, hex) > 1 or is_enemy(game, attempt.by, name))
        and name not in (attempt.by, attempt.target)
    )


def penalty_in_the_way(game: Fight, attempt: Attempt) -> int:
    """CQ-AVD-3: P, the range of the farthest figure in the way or their number, whichever is greater."""
    figures = in_the_way(game, attempt)
    if not figures or not attempt.interveners:
        return 0
    return max(len(figures), *(range_to(game, attempt, game.units[name].hex) for name in figures))


def is_clear_miss(game: Fight, attempt: Attempt, missed_by: int) -> bool:
    """CQ-AVD-3: whether a shot or a throw missed by as much as the penalty of those in the way, or more."""
    return missed_by >= max(penalty_in_the_way(game, attempt), number("near_miss_least"))


def read_of_clear_miss(game: Fight, attempt: Attempt, missed_by: int) -> tuple[Remark, ...]:
    """CQ-AVD-3: the house rule that spares those in the way of a clear miss, or endangers them."""
    flies = attempt.way in ("missile", "thrown") and attempt.interveners
    if flies and is_clear_miss(game, attempt, missed_by) and in_the_way(game, attempt):
        return (house_rule(game, "clear_miss"),)
    return ()


def named_in_the_way(game: Fight, attempt: Attempt) -> tuple[Remark, ...]:
    """CQ-AVD-3: who the figures in the way are, and of what their penalty is the greater."""
    penalty = penalty_in_the_way(game, attempt)
    if not penalty:
        return ()
    figures = in_the_way(game, attempt)
    names = ", ".join(_named(game, attempt, name) for name in figures)
    why = "their number" if penalty == len(figures) else "the range of the farthest"
    return (Remark("In the way", f"{names}, {figure(-penalty)} by {why}", ("CQ-AVD-3",)),)


def _named(game: Fight, attempt: Attempt, name: str) -> str:
    own = "" if is_enemy(game, attempt.by, name) else " (own side)"
    return f"{game.units[name].name}{own}"


def bodies(game: Fight, attempt: Attempt) -> tuple[str, ...]:
    """CQ-RNG-8: the lying figures behind which the target kneels or lies, in the last hex before its own."""
    target = game.units[attempt.target]
    hexes = between(game.units[attempt.by].hex, target.hex)
    if not hexes or target.posture == "standing":
        return ()
    lying = (name for name in in_hex(game, hexes[-1]) if is_down(game.units[name]))
    return tuple(name for name in lying if not game.units[name].hth)


def beyond(game: Fight, attempt: Attempt) -> tuple[str, ...]:
    """CQ-AVD-8: upright figures after the target, as far as a miss is followed."""
    own, at = game.units[attempt.by].hex, attempt.at(game)
    hexes = (hex for hex in open_beyond(game.map, own, at) if is_followed(game, attempt, hex))
    return tuple(name for hex in hexes for name in in_hex(game, hex) if is_upright(game, name))


def is_followed(game: Fight, attempt: Attempt, hex: str) -> bool:
    """CQ-AVD-8: thrown 10 hexes from the thrower; fired as long as there is a number of 5 or more."""
    if attempt.way == "thrown":
        return distance(game.units[attempt.by].hex, hex) <= number("followed_thrown")
    return e_dex(game, attempt.by) - range_to(game, attempt, hex) >= number("followed_missile")


def range_to(game: Fight, attempt: Attempt, hex: str) -> int:
    """CQ-RNG-1, CQ-RNG-2, CQ-NRG-2: what the distance to a hex takes off the number, 0 or more."""
    hexes = distance(game.units[attempt.by].hex, hex)
    if attempt.way == "thrown":
        return hexes
    steps = max(0, -(-hexes // number("range_hexes")) - 1)
    return steps // number("energy_range_divisor") if attempt.is_a("energy") else steps


def range_modifier(game: Fight, attempt: Attempt, hex: str, times: int = 1) -> Modifier:
    """The distance to a hex under the rule for such fire; in a roll to avoid `times` is -1."""
    kind = "energy" if attempt.is_a("energy") else "missile"
    row = "range_thrown" if attempt.way == "thrown" else f"range_{kind}"
    return modifier(row, times * range_to(game, attempt, hex))


def spread_at(game: Fight, attempt: Attempt, hex: str) -> str:
    """CQ-SHG-1: how shot spreads at that hex, as the id of its modifier; "" for all other fire."""
    arm, weapon = attempt.arm, attempt.weapon
    shot = loaded(weapon) if weapon is not None and attempt.way == "missile" else None
    if arm is None or shot is None or not shot.spreads:
        return ""
    hexes = distance(game.units[attempt.by].hex, hex)
    return "spread_far" if hexes * number("spread_divisor") >= arm.effective_range else "spread_near"


def is_beyond_range(game: Fight, attempt: Attempt, hex: str) -> bool:
    """CQ-SHG-2: whether a shotgun's shot at that hex goes beyond its effective range."""
    arm = attempt.arm
    if attempt.way != "missile" or arm is None or not arm.is_a("shotgun"):
        return False
    return distance(game.units[attempt.by].hex, hex) > arm.effective_range
