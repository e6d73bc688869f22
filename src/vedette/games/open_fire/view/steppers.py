"""What of a unit is corrected by hand: hit points, stress, what it has done, whom it is in contact with."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import profile
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
    return (*made, *_one_use(battle, name), *_contacts(battle, name))


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
        carriers = [n for n in unit.living if weapon.id in own.models[n].weapons]
        if "One Use" in weapon.special and carriers:
            spent = sum(weapon.id in unit.models[n].used for n in carriers)
            yield Stepper(
                f"{weapon.name} left",
                tuple(
                    Level(str(left), _spent(battle, name, weapon.id, carriers[: len(carriers) - left]))
                    for left in range(len(carriers) + 1)
                ),
                len(carriers) - spent,
            )


def _spent(battle: Battle, name: str, weapon: str, carriers: list[int]) -> dict[str, list[str]]:
    """The models that change where these, and no others, have used the weapon."""
    changed = {}
    for n, model in enumerate(battle.units[name].models):
        if (weapon in model.used) != (n in carriers):
            others = [used for used in model.used if used != weapon]
            changed[f"units.{name}.models.{n}.used"] = [*others, weapon] if n in carriers else others
    return changed


def _contacts(battle: Battle, name: str) -> Iterator[Stepper]:
    """OF-ASR-1: every enemy on the table, those in contact first; set in the enemy's list, the unit's own follows."""
    enemies = [
        (other, unit) for other, unit in battle.units.items() if battle.enemies(name, other) and unit.on_table
    ]
    if battle.units[name].on_table:
        for other, unit in sorted(enemies, key=lambda pair: name not in pair[1].contacts):
            yield member(f"Contact: {unit.name}", f"units.{other}.contacts", unit.contacts, name, "c")
