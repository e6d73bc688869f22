"""A character's weapons on his sheet: to hit, damage, ammunition, what they ask of him (CH 5, 6)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.values.arms import (
    Arm,
    damage,
    figures,
    full_ammo,
    hit_mods,
    lack,
    loaded,
    str_need,
    strong_max,
    throw_mods,
)
from vedette.games.close_quarters.values.effective import e_dex
from vedette.games.close_quarters.view.told import conditions
from vedette.games.close_quarters.weapon import Weapon
from vedette.view.sheet import Reason, SheetRow, because

HANDS = {1: "one hand", 2: "both hands"}


def weapon_rows(game: Fight, name: str) -> Iterator[SheetRow]:
    """Every weapon: damage and the roll to hit, with everything behind them."""
    one = game.units[name]
    for weapon in one.weapons:
        arm, mods = figures(weapon), hit_mods(one, weapon)
        target = e_dex(game, name) + int(sum(mod.value for mod in mods))
        value = f"damage {damage(game, one, weapon)}, hits on {target} with {number('check_dice')}d6"
        reasons = [Reason(f"DEX {e_dex(game, name)} effective", ("CQ-CHK-12",)), *because(*mods)]
        reasons += _thrown(game, name, weapon, arm)
        reasons += _demands(one, weapon, arm)
        reasons += _ammunition(one, weapon, arm)
        yield SheetRow(arm.name, value, tuple(reasons))


def _thrown(game: Fight, name: str, weapon: Weapon, arm: Arm) -> Iterator[Reason]:
    """CQ-SKL-17: what may be thrown besides."""
    if arm.thrown and arm.use == "melee":
        target = e_dex(game, name) + int(sum(mod.value for mod in throw_mods(game.units[name], weapon)))
        yield Reason(f"thrown: hits on {target}", ("CQ-SKL-17",))


def _demands(one: Character, weapon: Weapon, arm: Arm) -> Iterator[Reason]:
    """Grip, strength, length and mass."""
    need, missing = str_need(one, weapon), lack(one, weapon)
    said = f"held in {HANDS[weapon.grip]}, STR {need} needed"
    yield Reason(said + (f", {missing} lacking" if missing else ""), ("CQ-WPN-2",) if missing else ())
    if extra := strong_max(one, weapon):
        yield Reason(f"up to +{extra} damage at as much less to hit", ("CQ-WPN-4",))
    parts = [arm.length] if arm.length else []
    yield Reason(", ".join([*parts, f"{arm.grams / 1000:g} kg", *conditions(one, weapon)]))


def _ammunition(one: Character, weapon: Weapon, arm: Arm) -> Iterator[Reason]:
    """CQ-WPN-11 to CQ-WPN-14: rounds, shots in a turn, what a shotgun is loaded with."""
    full = full_ammo(one, weapon)
    if full:
        modes = zip(arm.shots, ("single", "in bursts", "automatic"), strict=True)
        shots = ", ".join(f"{shots} {mode}" for shots, mode in modes if shots)
        yield Reason(f"{weapon.ammo} of {full} rounds; a turn: {shots}", ("CQ-WPN-11",))
    shells = loaded(weapon)
    if shells:
        yield Reason(f"{shells.name}, effective to {arm.effective_range} hexes", ("CQ-WPN-14",))
