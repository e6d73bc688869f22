"""What of a unit is corrected by hand: hit points, stress, what it has done, whom it is in contact with."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.games.open_fire.candidates import enemies_on_table
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import carriers, profile
from vedette.view.steppers import counter, flag, member, pool
from vedette.view.vocabulary import Level, Stepper


def steppers(battle: Battle, name: str) -> tuple[Stepper, ...]:
    """Models of one kind in a row of their own, the leader dying last (OF-FRM-1); then the tokens of the unit."""
    unit, path = battle.units[name], f"units.{name}"
    made = [
        *_hit_points(battle, name),
        counter("Stress", f"{path}.stress", unit.stress, number("stress_limit"), "s"),
        flag("Has acted", f"{path}.activated", unit.activated, "a"),
        flag("Took damage", f"{path}.took_damage", unit.took_damage, "t"),
    ]
    if unit.in_reserve:
        made.append(flag("In reserve", f"{path}.in_reserve", now=True, key="r"))
    made += _one_use(battle, name)
    if unit.on_table:  # OF-ASR-1: those in contact first; set in the enemy's list, the unit's own follows
        for other in sorted(enemies_on_table(battle, name), key=lambda other: other not in unit.contacts):
            enemy = battle.units[other]
            made.append(
                member(f"Contact: {enemy.name}", f"units.{other}.contacts", enemy.contacts, name, "c")
            )
    return tuple(made)


def _hit_points(battle: Battle, name: str) -> Iterator[Stepper]:
    """Each kind of model, the leader's last (OF-DMG-1)."""
    unit = battle.units[name]
    models = profile(battle, name).models
    kinds = [model for n, model in enumerate(models) if model not in models[:n]]
    for kind in sorted(kinds, key=lambda kind: kind == models[unit.leader]):
        places = [n for n, model in enumerate(models) if model == kind]
        leader_first = sorted(places, key=lambda n: n != unit.leader)
        hits = [(f"units.{name}.models.{n}.hp", unit.models[n].hp, kind.hp) for n in leader_first]
        yield pool("Hit points" if len(kinds) == 1 else f"Hit points: {kind.name}", hits, "h")


def _one_use(battle: Battle, name: str) -> Iterator[Stepper]:
    """OF-WSR-7: how many of the living models that carry a One Use weapon still have it."""
    unit, own = battle.units[name], profile(battle, name)
    for weapon in own.weapons.values():
        armed = carriers(battle, name, weapon.id)
        if "One Use" not in weapon.special or not armed:
            continue
        levels = []
        for left in range(len(armed) + 1):
            changed = {}  # the models that change where these, and no others, have used the weapon
            for n, model in enumerate(unit.models):
                uses = n in armed[: len(armed) - left]
                if (weapon.id in model.used) != uses:
                    others = [used for used in model.used if used != weapon.id]
                    changed[f"units.{name}.models.{n}.used"] = [*others, weapon.id] if uses else others
            levels.append(Level(str(left), changed))
        spent = sum(weapon.id in unit.models[n].used for n in armed)
        yield Stepper(f"{weapon.name} left", tuple(levels), len(armed) - spent)
