"""What helps and hinders a blow: a melee weapon, bare hands, a small gun in hand-to-hand combat (section 8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from vedette.engine.dice import Modifier
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.fire_modifiers import is_lit
from vedette.games.close_quarters.ground.hexes import direction_between
from vedette.games.close_quarters.standing import aspect, is_down
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import modifier, number


def blow_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """What holds for regular weapons only."""
    one, target = game.units[attempt.by], game.units[attempt.target]
    if target.hth:
        yield modifier("hth")
    else:
        yield from posture_and_facing(game, attempt)
    yield modifier("kneeling") if one.posture == "kneeling" else None
    yield modifier("short") if is_short(attempt) and not one.hth else None
    yield modifier("darkness") if game.map.dark and not is_lit(game, attempt) else None
    yield modifier("floating") if one.floating or target.floating else None
    yield modifier("set") if is_set(game, attempt) else None


def posture_and_facing(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """CQ-ATK-8, CQ-ATK-9: who is down is all rear; who kneels keeps his facing (decision 18)."""
    target = game.units[attempt.target]
    if is_down(target):
        yield modifier("posture_down")
        return
    seen = aspect(game, attempt.target, game.units[attempt.by].hex)
    yield modifier("posture_kneeling") if target.posture == "kneeling" else None
    yield modifier(f"facing_{seen}") if seen != "front" else None


def is_short(attempt: Attempt) -> bool:
    """CQ-ATK-12: a short melee weapon."""
    return attempt.arm is not None and attempt.arm.use == "melee" and attempt.arm.length == "short"


def is_set(game: Fight, attempt: Attempt) -> bool:
    """CQ-POL-2: a pole weapon set against a charger: unmoved, and he comes to the next hex."""
    one, target = game.units[attempt.by], game.units[attempt.target]
    return attempt.is_a("pole") and not one.moved and target.charged and attempt.hexes(game) == 1


def has_charged_straight(one: Character) -> bool:
    """CQ-POL-1: whether his last three steps led straight on, and he faces that way."""
    steps = number("charge_hexes")
    hexes = one.path[-(steps + 1) :]
    if len(hexes) <= steps:
        return False
    return all(direction_between(a, b) == one.facing for a, b in pairwise(hexes))


def charge_times(game: Fight, attempt: Attempt) -> int:
    """CQ-POL-1, CQ-POL-2, CQ-POL-4: what a charge makes of the damage; nothing for a jab (CQ-POL-3)."""
    one = game.units[attempt.by]
    if not attempt.regular or attempt.hexes(game) != 1:
        return 1
    if attempt.is_a("bayonet"):
        return number("pole_times") if len(one.path) > number("charge_hexes") else 1
    charged = attempt.is_a("pole") and has_charged_straight(one)
    return number("pole_times") if charged or is_set(game, attempt) else 1
