"""Making attacks: what is declared, group by group, with all that goes without saying (4.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.games.open_fire.commands import Attack, FreeAttack, GroupWords
from vedette.games.open_fire.lookup import by_deployed_unit, near_units, present
from vedette.games.open_fire.profiles import Weapon
from vedette.games.open_fire.sequence import is_active
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import has, profile
from vedette.games.open_fire.volley import Circumstances, Group


@dataclass(frozen=True, slots=True)
class Declared:
    """An attack with everything that goes without saying. `free`: a free attack (OF-LAR-2)."""

    do: str
    by: str
    groups: tuple[Group, ...]
    near: tuple[str, ...]
    free: bool = False


@dataclass(frozen=True, slots=True)
class Aim:
    """One group, the groups before it, and the attack that they belong to."""

    attack: Declared
    group: Group
    earlier: tuple[Group, ...] = field(default=())


def aims(battle: Battle, attack: Declared) -> Iterator[Aim]:
    """The groups of an attack, each with those before it."""
    for i, group in enumerate(attack.groups):
        yield Aim(attack, group, attack.groups[:i])


def understand_attack(battle: Battle, command: Attack) -> Declared:
    """The groups with their defaults (4.11)."""
    by_deployed_unit(battle, command)
    return _declared(battle, command, free=False)


def understand_free_attack(battle: Battle, command: FreeAttack) -> Declared:
    """The target is the unit that left (4.9)."""
    by_deployed_unit(battle, command)
    if any(group.target is not None for group in (command, *(command.attacks or ()))):
        raise CommandError("A free attack is made on the unit that left; no target is named.")
    target = battle.left_by or battle.activation.unit
    if not target:  # nobody is leaving: the gate refuses it, and there is nothing to force
        return Declared(command.do, command.by, (), near_units(battle, command.near), free=True)
    return _declared(battle, command.model_copy(update={"target": target}), free=True)


def _declared(battle: Battle, command: Attack, *, free: bool) -> Declared:
    if command.near and battle.units[command.by].embarked_in:
        raise CommandError(f"{battle.units[command.by].name}: aboard, with nobody near.")
    words = [_merged(command, own) for own in command.attacks or (GroupWords(),)]
    taken: set[int] = set()
    named = {model for word in words for model in word["models"] or ()}
    groups = []
    for word in words:
        group = _group(battle, command.by, word, free=free)
        if word["models"] is None:
            group = _with_models(battle, command.by, group, named, taken)
            taken.update(group.models)
        groups.append(group)
    return Declared(command.do, command.by, tuple(groups), near_units(battle, command.near), free)


def _merged(command: Attack, own: GroupWords) -> dict[str, Any]:
    """Fields in the command hold for each group that does not give its own."""
    words = {name: getattr(own, name) for name in GroupWords.model_fields}
    return {name: getattr(command, name) if value is None else value for name, value in words.items()}


def _group(battle: Battle, by: str, words: dict[str, Any], *, free: bool) -> Group:
    target = _target(battle, by, words["target"], free=free)
    contact = free or target in battle.units[by].contacts
    reach = None if free else words["range"]
    if reach is None and not contact:
        raise CommandError("Say at what range.")
    models = words["models"] or ()
    if words["models"] == ():
        raise CommandError("Say which models attack, or leave that out.")
    weapon = _weapon(battle, by, words["weapon"])
    _check_models(battle, by, weapon, models)
    return Group(
        target=target,
        weapon=weapon,
        models=models,
        range=number("contact_range") if reach is None else reach,
        los=words["los"] or "clear",
        arc="front" if contact else words["arc"] or "front",
        contact=contact,
        screened=bool(words["screened"]),
        reroll_hits=bool(words["reroll_hits"]),
        modifier=words["modifier"] or 0,
        defence_modifier=words["defence_modifier"] or 0,
    )


def _target(battle: Battle, by: str, target: str | None, *, free: bool) -> str:
    if target is None:
        contacts = battle.units[by].contacts
        if len(contacts) != 1:
            raise CommandError("Say which unit is attacked.")
        return contacts[0]
    if not free:
        present(battle, target)
    return target


def _weapon(battle: Battle, by: str, weapon: str | None) -> Weapon:
    weapons = profile(battle, by).weapons
    if weapon is None:
        if len(weapons) != 1:
            name = battle.units[by].name
            raise CommandError(f"{name}: no weapon." if not weapons else "Say with which weapon.")
        return next(iter(weapons.values()))
    if weapon not in weapons:
        raise CommandError(f"{battle.units[by].name}: no weapon {shown(weapon)}.")
    return weapons[weapon]


def _check_models(battle: Battle, by: str, weapon: Weapon, models: tuple[int, ...]) -> None:
    unit = battle.units[by]
    if len(set(models)) != len(models):
        raise CommandError("A model is named twice in one group.")
    for model in models:
        if model not in unit.living:
            raise CommandError(f"{unit.name}: no living model {model}.")
        if weapon.id not in profile(battle, by).models[model].weapons:
            raise CommandError(f"Model {model} of {unit.name} does not carry {weapon.name}.")


def _with_models(battle: Battle, by: str, group: Group, named: set[int], taken: set[int]) -> Group:
    """The models that take part when none are named; `nobody` is the rule where none is left."""
    unit, weapon = battle.units[by], group.weapon
    carriers = tuple(n for n in unit.living if weapon.id in profile(battle, by).models[n].weapons)
    if not carriers:
        raise CommandError(f"No living model of {unit.name} carries {weapon.name}.")
    vehicle = has(battle, by, "Vehicle")
    free = tuple(n for n in carriers if vehicle or (n not in named and n not in taken))
    models = tuple(n for n in free if not spent(battle, by, n, weapon))
    if not models:
        return group.with_models(carriers, nobody="OF-WSR-7" if free else "OF-ATK-4")
    return group.with_models(models[:1] if "Grenade" in weapon.special else models)


def spent(battle: Battle, unit: str, model: int, weapon: Weapon) -> bool:
    """OF-WSR-7: a One Use weapon that this model has used, in whichever profile."""
    weapons, used = profile(battle, unit).weapons, battle.units[unit].models[model].used
    return "One Use" in weapon.special and any(weapon.is_same(weapons[one]) for one in used)


def moved(battle: Battle, attack: Declared) -> bool:
    """Whether the unit has moved in its activation; a free attack is outside of it (decision 31)."""
    return not attack.free and is_active(battle, attack.by) and battle.activation.moved


def advanced(battle: Battle, attack: Declared) -> bool:
    """Whether the unit has made an advance move in its activation."""
    return not attack.free and is_active(battle, attack.by) and battle.activation.advanced


def circumstances_of(battle: Battle, declared: Declared) -> Circumstances:
    """What holds for all groups of an attack, as it stands before the first die."""
    return Circumstances(
        declared.by,
        declared.near,
        moved=moved(battle, declared),
        advanced=advanced(battle, declared),
        free=declared.free,
    )
