"""What the rules ask of units and models: special rules, injuries, movement rate, defending model; and who gives a command."""

from __future__ import annotations

from typing import Literal, Protocol, TypeVar

from vedette.engine import common
from vedette.engine.commands import Command, shown
from vedette.engine.conditions import Condition, conditions_of
from vedette.engine.dice import Modifier
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.games.open_fire.profiles import AbilityCondition, ModelProfile, UnitProfile, defender_of, whose
from vedette.games.open_fire.state import Battle, Unit
from vedette.games.open_fire.tables import modifier, number, plays
from vedette.kit.tables import applying
from vedette.kit.words import inches

C = TypeVar("C", bound=Command)


class Given(Protocol):
    """A command, as it was given or as it is understood."""

    @property
    def do(self) -> str: ...
    @property
    def by(self) -> str: ...


def profile(battle: Battle, unit: str) -> UnitProfile:
    return battle.book.units[unit]


def leader(battle: Battle, unit: str) -> ModelProfile:
    """The profile of the model that leads (OF-FRM-1): its MOV, CMD and rules count for the unit."""
    return profile(battle, unit).models[battle.units[unit].leader]


def has(battle: Battle, unit: str, rule: str) -> bool:
    """A unit has a special rule when its leader has it (decision 7)."""
    return rule in leader(battle, unit).special


def x_of(battle: Battle, unit: str, rule: str) -> int:
    """The X of a unit's special rule; 0 where it has none."""
    return leader(battle, unit).special.x(rule)


def model_has(battle: Battle, unit: str, model: int, rule: str) -> bool:
    """A model has a special rule when the unit's list or its own gives it."""
    return rule in profile(battle, unit).models[model].special


def called(battle: Battle, unit: str, model: int) -> str:
    return f"{model + 1} {profile(battle, unit).models[model].name}"


def skirmish(battle: Battle) -> bool:
    return "skirmish" in battle.book.expansions


def _points(battle: Battle, unit: str, model: int) -> tuple[int, int]:
    return battle.units[unit].models[model].hp, profile(battle, unit).models[model].hp


def hurt(battle: Battle, unit: str, model: int) -> bool:
    """OFS-INJ-1: below half of the starting hit points; a wounded model is hurt too (OFS-INJ-4)."""
    hp, full = _points(battle, unit, model)
    below = hp > 0 and (number("hurt_divisor") * hp < full or wounded(battle, unit, model))
    return below and skirmish(battle)


def wounded(battle: Battle, unit: str, model: int) -> bool:
    """OFS-INJ-2: reduced to 1 hit point; a model that started with 1 has not been reduced."""
    hp, full = _points(battle, unit, model)
    return hp == number("wounded_at") < full and skirmish(battle)


def damaged_vehicle(battle: Battle, unit: str, model: int) -> bool:
    """OF-VEH-12: a living vehicle that has lost more than half of its hit points."""
    hp, full = _points(battle, unit, model)
    return 0 < number("damaged_divisor") * hp < full and model_has(battle, unit, model, "Vehicle")


def leader_wounded(battle: Battle, unit: str) -> bool:
    return wounded(battle, unit, battle.units[unit].leader)


def may_advance(battle: Battle, unit: str) -> bool:
    """OF-USR-14 and OFS-INJ-2: not if it is Slow, or its wounded leader moves."""
    return not (has(battle, unit, "Slow") or leader_wounded(battle, unit))


def condition(battle: Battle, unit: str, model: int) -> tuple[Modifier | None, Modifier | None]:
    """What injuries and damage do to the tests of a model: damaged vehicle, hurt."""
    return (
        modifier("damaged-vehicle") if damaged_vehicle(battle, unit, model) else None,
        modifier("hurt") if hurt(battle, unit, model) else None,
    )


def rate_modifiers(battle: Battle, unit: str) -> tuple[Modifier, ...]:
    """What changes the movement rate, by name (OF-STR-4, OFS-INJ-1, OF-VEH-12)."""
    damaged, injured = condition(battle, unit, battle.units[unit].leader)
    return applying(modifier("stress-move", battle.units[unit].stress), injured, damaged)


def brought_by(battle: Battle, condition: Condition) -> AbilityCondition | None:
    """What the ability that brought a condition says of it; None for one that was set by hand."""
    abilities = profile(battle, condition.source or condition.unit).abilities.values()
    known = (ability.condition for ability in abilities if ability.condition is not None)
    same = (condition.text, condition.until, condition.modifiers)
    return next((one for one in known if (one.text, one.until, one.modifiers) == same), None)


def forfeited(battle: Battle, unit: str, do: str) -> tuple[Condition, ...]:
    """The conditions of a unit that a command of its own would end."""
    there = ((condition, brought_by(battle, condition)) for condition in conditions_of(battle, unit))
    return tuple(condition for condition, brought in there if brought is not None and brought.forfeits == do)


def movement_rate(battle: Battle, unit: str, *, backward: bool = False) -> float:
    """The leader's MOV (an aircraft's maximum) with its modifiers, never below 0; half backward.

    OF-MOV-1, OF-VEH-10, OF-AIR-5; decisions 11 and 22.
    """
    rate = leader(battle, unit).mov + sum(modifier.value for modifier in rate_modifiers(battle, unit))
    return max(0.0, rate) / (number("backward_divisor") if backward else 1)


def advance_bonus(battle: Battle, unit: str) -> Modifier:
    """OF-ADV-1, OF-USR-3: what an advance move adds to the movement rate."""
    return modifier("advance-move-fast" if has(battle, unit, "Fast") else "advance-move")


def can_be_damaged(battle: Battle, unit: str) -> tuple[int, ...]:
    """The living models that take damage: all but the leader, or the leader when alone (OF-DMG-1)."""
    troop = battle.units[unit]
    others = tuple(n for n in troop.living if n != troop.leader)
    return others or troop.living


def defending_model(battle: Battle, unit: str) -> int:
    """The model whose DEF and rules count for a pool of defence tests (decision 8)."""
    return defender_of(profile(battle, unit).models, can_be_damaged(battle, unit))


def bearer(battle: Battle, unit: str, model: int, attribute: Literal["skl", "def_"]) -> str:
    """Whose number counts, such as `the Lamp bearer`, where those of a unit differ; else ""."""
    models, troop = profile(battle, unit).models, battle.units[unit]
    return whose(models, troop.living, troop.leader, attribute).get(getattr(models[model], attribute), "")


def basis(battle: Battle, unit: str, model: int, attribute: Literal["skl", "def_"]) -> str:
    """What the number of a model is called on the card, and whose it is where those of its unit differ: `DEF (Lamp bearer)`."""
    name, who = attribute.strip("_").upper(), bearer(battle, unit, model, attribute)
    return f"{name} ({who})" if who else name


def near(battle: Battle, unit: str, named: tuple[str, ...]) -> tuple[str, ...]:
    """The units whose rules reach this one: those named, and the enemies in contact."""
    both = dict.fromkeys((*named, *battle.units[unit].contacts))
    return tuple(name for name in both if name != unit)


def fear_of(battle: Battle, unit: str, other: str) -> int:
    """OF-USR-4: the X of another unit's Fear for this one; among friends by the table's house rule (decision 50)."""
    spared = not battle.enemies(unit, other) and plays(battle, "fear_on_friends", "no")
    return 0 if spared else x_of(battle, other, "Fear")


def deployed_is_moved(battle: Battle, unit: str) -> bool:
    """Whether the active unit arrived at an entry point and, by the table's house rule, has moved (decision 19)."""
    active = battle.activation.unit == unit and not battle.activation.moved
    return active and battle.units[unit].has_moved and plays(battle, "deploying_is_moving", "yes")


def inspired(battle: Battle, unit: str, named: tuple[str, ...]) -> str:
    """OF-USR-8: the name of a friendly unit near with Inspiring Presence; "" where there is none."""
    reach = near(battle, unit, named)
    inspires = (
        name for name in reach if not battle.enemies(unit, name) and has(battle, name, "Inspiring Presence")
    )
    return next((battle.units[name].name for name in inspires), "")


def armed(battle: Battle, unit: str) -> bool:
    return any(profile(battle, unit).models[n].weapons for n in battle.units[unit].living)


def carriers(battle: Battle, unit: str, weapon: str) -> tuple[int, ...]:
    models = profile(battle, unit).models
    return tuple(n for n in battle.units[unit].living if weapon in models[n].weapons)


def with_contacts(battle: Battle, unit: str, contacts: tuple[str, ...]) -> Battle:
    return battle.with_mutual("contacts", unit, contacts)


def aboard(battle: Battle, unit: str, transport: str) -> Battle:
    """The battle with a unit aboard that transport, or out of the one that it was in; the lists follow."""
    old = battle.units[unit].embarked_in
    if old in battle.units:
        rest = tuple(passenger for passenger in battle.units[old].passengers if passenger != unit)
        battle = battle.with_unit(old, passengers=rest)
    if transport in battle.units:
        battle = battle.with_unit(transport, passengers=(*battle.units[transport].passengers, unit))
    return battle.with_unit(unit, embarked_in=transport)


# --- nonsense is an error, not a refusal: unknown units, sides and the like (4.1)


def by_side(battle: Battle, command: C) -> C:
    not_over(battle)
    return common.by_side(battle, command)


def by_unit(battle: Battle, command: Given) -> Unit:
    not_over(battle)
    if command.by in battle.sides:
        raise CommandError(f"{command.do} is given by a unit, not by a side.")
    return living(battle, command.by)


def by_deployed_unit(battle: Battle, command: Given) -> Unit:
    unit = by_unit(battle, command)
    if unit.in_reserve:
        raise ForbiddenError(f"{unit.name}: still in reserve. Deploy first.")
    return unit


def not_over(battle: Battle) -> None:
    if battle.phase == "over":
        raise ForbiddenError("The battle is over.")


def known(battle: Battle, unit: str) -> Unit:
    if unit not in battle.units:
        raise CommandError(f"There is no unit {shown(unit)}.")
    return battle.units[unit]


def living(battle: Battle, unit: str) -> Unit:
    troop = known(battle, unit)
    if troop.destroyed:
        raise ForbiddenError(f"{troop.name}: destroyed.")
    return troop


def present(battle: Battle, unit: str) -> Unit:
    troop = living(battle, unit)
    if not troop.on_table:
        raise ForbiddenError(f"{troop.name}: not on the table.")
    return troop


def near_units(battle: Battle, units: tuple[str, ...]) -> tuple[str, ...]:
    for unit in units:
        present(battle, unit)
    return tuple(dict.fromkeys(units))


def enemy_contacts(battle: Battle, unit: str, contacts: tuple[str, ...]) -> tuple[str, ...]:
    for other in contacts:
        present(battle, other)
        if not battle.enemies(unit, other):
            raise ForbiddenError(f"{battle.units[other].name}: not an enemy.")
    return tuple(dict.fromkeys(contacts))


def too_far(distance: float | None, limit: str, said: str) -> tuple[str, str] | None:
    """Why a distance, where it is known, is beyond that limit of the rules, told as `said`; and the limit."""
    within = number(limit)
    if distance is None or distance <= within:
        return None
    return said.format(within=inches(within)), inches(within)
