"""What helps and hinders a shot, a throw or a grenade (section 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vedette.engine.dice import Modifier, Remark
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.figures import bodies, penalty_in_the_way, range_modifier, spread_at
from vedette.games.close_quarters.attacks.sight import read_in_sight, sight
from vedette.games.close_quarters.ground.cover import Cover, Figure
from vedette.games.close_quarters.ground.hexes import distance, multihexes
from vedette.games.close_quarters.standing import brawl, side_of
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import house_rule, modifier, number, plays
from vedette.games.close_quarters.values.arms import str_need
from vedette.games.close_quarters.values.body import full_str
from vedette.games.close_quarters.values.skills import knows

FLASHLIGHT = "flashlight"

AUTOMATIC_WEAPONS = "automatic-weapons"


POSTURES: Mapping[str, tuple[str, ...]] = {
    "kneeling": ("concealment_kneeling",),
    "prone": ("concealment_down",),
    "fallen": ("concealment_down",),
}
"""How a target's posture hides it, as the ids of modifiers."""


def fire_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """What holds for shots and throws at a figure."""
    one = game.units[attempt.by]
    hex = attempt.at(game)
    spread = spread_at(game, attempt, hex)
    yield range_modifier(game, attempt, hex)
    yield modifier("autofire", autofire(attempt.rounds))
    yield modifier(spread) if spread else None
    yield concealment(game, attempt)
    yield modifier("lean") if leans(game, attempt) else None
    if attempt.way == "missile":
        yield support(game, attempt)
        yield modifier("moving") if one.moved > number("step") else None
    yield modifier("interveners", penalty_in_the_way(game, attempt))
    yield modifier("brawl", max(0, len(brawl(game, attempt.target)) - 1))
    if attempt.first_hex:
        yield modifier("new_target", multihexes(distance(attempt.first_hex, hex)))


def grenade_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """CQ-GRN-1, CQ-GRN-11: what holds for a grenade at a hex."""
    yield modifier("range_grenade", multihexes(attempt.hexes(game)))
    yield modifier("over_wall") if attempt.over_wall else None


def launch_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """CQ-RNG-1: what holds for a grenade that is fired at a hex: the launcher is a missile weapon."""
    yield range_modifier(game, attempt, attempt.hex)
    yield modifier("lean") if leans(game, attempt) else None
    yield support(game, attempt)
    yield modifier("moving") if game.units[attempt.by].moved > number("step") else None


def autofire(rounds: int) -> int:
    """CQ-AUT-2: what so many rounds add to the number."""
    return rounds // number("autofire_rounds")


# --- concealment


def cover_of(game: Fight, attempt: Attempt) -> Cover:
    """Section 7: what walls and pits make of the attack."""
    return sight(game, *ends(game, attempt), attempt.expose)


def ends(game: Fight, attempt: Attempt) -> tuple[Figure, Figure]:
    """Who fires, and who is fired at; in a hex somebody who would stand there."""
    one, target = game.units[attempt.by], game.units.get(attempt.target)
    there = Figure(target.hex, target.posture, target.exposed) if target else Figure(attempt.hex)
    return Figure(one.hex, one.posture), there


def read_of_mode(game: Fight, attempt: Attempt) -> tuple[Remark, ...]:
    """CQ-AUT-1: the house rule by which the mode of fire is another than that of the first shots."""
    one = game.units[attempt.by]
    follows = attempt.way == "missile" and attempt.weapon is not None and attempt.weapon.id == one.fired
    changed = follows and plays(game, "mode_switch", "one") and (one.mode_changed or one.mode != attempt.mode)
    return (house_rule(game, "mode_switch"),) if changed else ()


def read_of_second(game: Fight, attempt: Attempt) -> tuple[Remark, ...]:
    """CQ-ATK-14: the house rule by which the second of two pistols is fired."""
    fired = attempt.second and attempt.way == "missile"
    return (house_rule(game, "two_pistols"),) if fired else ()


def read_in_the_line(game: Fight, attempt: Attempt) -> tuple[Remark, ...]:
    """The house rules that the line of fire rests on."""
    if attempt.regular or attempt.way == "grenade":
        return ()
    return read_in_sight(game, *ends(game, attempt), attempt.expose)


def leans(game: Fight, attempt: Attempt) -> bool:
    """CQ-RNG-6: whether he leans round the end of the wall that he stands behind."""
    return attempt.expose == "lean" and cover_of(game, attempt).exposes


def concealment(game: Fight, attempt: Attempt) -> Modifier | None:
    """CQ-RNG-3: of all that hides the target only the worst counts."""
    target = game.units[attempt.target]
    hidden = [modifier(id) for id in POSTURES.get(target.posture, ())]
    if bodies(game, attempt):
        hidden.append(modifier("concealment_body"))
    walls = cover_of(game, attempt).concealment
    if walls is not None:
        hidden.append(walls)
    return min(hidden, key=lambda one: one.value, default=None)


# --- support and strength


def support(game: Fight, attempt: Attempt) -> Modifier | None:
    """CQ-RNG-4: of all that steadies the weapon only the best counts."""
    one, weapon = game.units[attempt.by], attempt.weapon
    found = []
    if attempt.support:
        found.append(modifier(f"support_{attempt.support}"))
    in_both_hands = weapon is not None and weapon.grip == number("hands")
    if attempt.is_a("stocked") and in_both_hands and one.moved <= number("step"):
        found.append(modifier("support_stock"))
    if attempt.is_a("pistol") and one.posture == "prone":
        found.append(modifier("support_prone"))
    return max(found, key=lambda one: one.value, default=None)


def lack_in_fire(game: Fight, attempt: Attempt) -> int:
    """CQ-AUT-4, CQ-AUT-5: the STR that is lacking: bursts need more, a support helps."""
    one, weapon = game.units[attempt.by], attempt.weapon
    if weapon is None:
        return 0
    more = (attempt.rounds - 1) // number("autofire_rounds")
    lack = max(0, str_need(one, weapon) + more - full_str(one))
    if attempt.support == "rest":
        return max(0, lack - number("rest_strength"))
    if attempt.support == "bipod":
        return lack // number("bipod_divisor")
    return 0 if attempt.support == "tripod" else lack


def lacks_automatic_weapons(game: Fight, attempt: Attempt) -> bool:
    """CQ-AUT-9: automatic fire needs a skill of its own, but not with the machine gun."""
    if attempt.mode != "auto" or attempt.is_a("auto_skill_free"):
        return False
    return not knows(game.units[attempt.by], AUTOMATIC_WEAPONS)


# --- darkness


def is_lit(game: Fight, attempt: Attempt) -> bool:
    """CQ-ENV-7: whether the attacker holds a flashlight on what he aims at, in his front and near enough."""
    one = game.units[attempt.by]
    if FLASHLIGHT not in one.ready or attempt.hexes(game) > number("flashlight_range"):
        return False
    return side_of(one, attempt.at(game)) == "front"


def is_fired_in_the_dark(game: Fight, attempt: Attempt) -> bool:
    """CQ-ENV-6: fired or thrown in the dark, with no light here and none on the target."""
    if not game.map.dark or attempt.regular or is_lit(game, attempt):
        return False
    target = game.units.get(attempt.target)
    return target is None or FLASHLIGHT not in target.ready
