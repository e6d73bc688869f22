"""The first state of a battle: profiles into the book, presets into the state (3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.conditions import TEXT_MOST
from vedette.engine.errors import CommandError
from vedette.engine.record import replace
from vedette.games.open_fire.adjust import TRACKED_PATHS, consistent, stress_refused
from vedette.games.open_fire.profiles import (
    Ability,
    AbilityCondition,
    Book,
    Mission,
    ModelProfile,
    ObjectiveProfile,
    UnitProfile,
    Weapon,
    read_special,
)
from vedette.games.open_fire.setup import AbilityData, GameData, MissionData, ModelData, UnitData, WeaponData
from vedette.games.open_fire.state import Battle, Model, Objective, Side, Unit
from vedette.kit.schema import read_setup
from vedette.kit.tracked import presets, put_tracked


def new_game(setup: Mapping[str, Any]) -> Battle:
    """The battle before its first command; raises DataError with every fault of the set-up."""
    data = read_setup(GameData, setup)
    battle = Battle(
        sides={side.id: Side(side.name or side.id) for side in data.sides},
        units={unit.id: _unit(unit, side.id) for side in data.sides for unit in side.units},
        objectives={objective_data.id: Objective() for objective_data in data.mission.objectives},
        book=_book(data),
        readings=data.readings,
    )
    with presets():
        return preset(battle, data.state)


def preset(battle: Battle, values: Mapping[str, Any]) -> Battle:
    """The battle with presets, and with the defaults that follow from them."""
    values = {("turn" if path == "active" else path): value for path, value in values.items()}
    started = any(path in values for path in ("turn", "activation.unit"))
    values = {"phase": "activation" if started else "setup", **values}
    for path, value in values.items():
        battle = put_tracked(TRACKED_PATHS, battle, path, value)
        if refused := stress_refused(battle, path, value):
            raise CommandError(refused.sentence)
    battle = _under_way(battle, values)
    return consistent(_linked(battle, values))


def _under_way(battle: Battle, values: Mapping[str, Any]) -> Battle:
    """What a phase other than the set-up brings with it."""
    if battle.phase == "setup":
        for unit, troop in battle.units.items():
            if f"units.{unit}.in_reserve" not in values and not troop.destroyed:
                battle = battle.with_unit(unit, in_reserve=True)
        return battle
    first = next(iter(battle.sides))
    if "round" not in values:
        battle = replace(battle, round=1)
    if battle.phase == "activation":
        active = battle.units.get(battle.activation.unit)
        turn = battle.turn or (active.side if active else first)
        battle = replace(battle, turn=turn, initiative=battle.initiative or turn)
    if battle.phase == "end":
        battle = replace(battle, initiative=battle.initiative or first)
    if battle.activation.unit and not battle.activation.stage:
        battle = battle.with_activation(stage="recover")
    return battle


def _linked(battle: Battle, values: Mapping[str, Any]) -> Battle:
    """Contacts on both sides, passengers of transports, and a leader that lives."""
    for unit, troop in battle.units.items():
        for other in troop.contacts:
            known = battle.units.get(other)
            if known and unit not in known.contacts:
                battle = battle.with_unit(other, contacts=(*known.contacts, unit))
        if troop.embarked_in in battle.units:
            battle = _boarded(battle, unit, troop.embarked_in)
        if troop.living and troop.leader not in troop.living and f"units.{unit}.leader" not in values:
            battle = battle.with_unit(unit, leader=troop.living[0])
    return battle


def _boarded(battle: Battle, unit: str, transport: str) -> Battle:
    """The battle with a passenger; out of a transport that is destroyed already it must get out."""
    if battle.units[transport].destroyed:
        return replace(battle, must_disembark=tuple(dict.fromkeys((*battle.must_disembark, unit))))
    aboard = battle.units[transport].passengers
    return battle.with_unit(transport, passengers=(*aboard, unit))


def _unit(data: UnitData, side: str) -> Unit:
    models = tuple(Model(_first(model.hp, data.hp)) for model in data.each)
    return Unit(data.name or data.id, side, data.leader, models)


def _book(data: GameData) -> Book:
    units = {unit.id: _unit_profile(unit) for side in data.sides for unit in side.units}
    return Book(units, _mission(data.mission, tuple(side.id for side in data.sides)), tuple(data.expansions))


def _unit_profile(data: UnitData) -> UnitProfile:
    return UnitProfile(
        models=tuple(_model_profile(data, model) for model in data.each),
        weapons={weapon.id: weapon_of(weapon) for weapon in data.weapons},
        abilities={ability_data.id: _ability(ability_data) for ability_data in data.abilities},
    )


def _ability(data: AbilityData) -> Ability:
    name, brings = data.name or data.id, data.condition
    told = " ".join(filter(None, (data.text, data.how)))
    if brings is None:
        return Ability(data.id, name, told)
    text = brings.text or name[:TEXT_MOST]
    modifiers = {str(roll): value for roll, value in brings.modifiers.items()}
    condition = AbilityCondition(text, brings.until, modifiers, brings.on)
    return Ability(data.id, name, told, condition)


def _model_profile(unit: UnitData, model: ModelData) -> ModelProfile:
    mov = _first(model.mov, unit.mov)
    minimum, maximum = mov if isinstance(mov, tuple) else (0, mov)
    every = tuple(weapon.id for weapon in unit.weapons)
    return ModelProfile(
        name=model.name or unit.name or unit.id,
        mov=maximum,
        mov_minimum=minimum,
        skl=_first(model.skl, unit.skl),
        def_=_first(model.def_, unit.def_),
        cmd=_first(model.cmd, unit.cmd),
        hp=_first(model.hp, unit.hp),
        weapons=every if model.weapons is None else tuple(model.weapons),
        special=unit.special_of(model),
    )


def weapon_of(data: WeaponData) -> Weapon:
    """A weapon as the game keeps it."""
    minimum, maximum = data.rng if isinstance(data.rng, tuple) else (0, data.rng)
    special = read_special(data.special, "weapon")
    name, prc = data.name or data.id, data.prc
    return Weapon(data.id, name, minimum, maximum, data.att, data.dmg, prc, special, data.profile_of)


def _mission(data: MissionData, sides: tuple[str, ...]) -> Mission:
    return Mission(
        name=data.name,
        text=data.text,
        rounds=data.rounds,
        players_place=data.players_place,
        entry_points={entry_point.id: entry_point for entry_point in data.entry_points},
        objectives={
            objective_data.id: ObjectiveProfile(
                objective_data.id,
                objective_data.name or objective_data.id,
                objective_data.type,
                objective_data.vp,
                sides if objective_data.who is None else tuple(objective_data.who),
            )
            for objective_data in data.objectives
        },
    )


def _first(own: Any, shared: Any) -> Any:
    """A model's own attribute, else the unit's."""
    return shared if own is None else own
