"""The state of a battle: everything that a token would mark on the table, and what no battle can be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.conditions import Condition
from vedette.engine.grammar import Spoken
from vedette.engine.marks import PAST, STATIC
from vedette.engine.readings import Chosen
from vedette.engine.references import AnySide, AnyUnit, SideId, UnitId, Winner
from vedette.engine.state import NO_BOOK, BaseState
from vedette.games.open_fire.profiles import Book, ObjectiveProfile

Phase = Literal["setup", "initiative", "activation", "end", "over"]
Stage = Literal["", "recover", "ability", "move", "embark", "attack", "secure"]
Status = Literal["open", "secured", "removed"]


class Model(Struct, frozen=True):
    """A model: hit points left, and the ids of its One Use weapons that are spent."""

    hp: int
    used: tuple[str, ...] = ()


class Unit(Spoken, frozen=True):
    """A unit.

    `contacts` are the enemy units within assault range, in the order declared (OF-ASR-1); `has_moved`: in its
    activation of this round (OF-WSR-5).
    """

    name: str
    side: SideId
    leader: int
    models: tuple[Model, ...]
    stress: int = 0
    activated: bool = False
    took_damage: bool = False
    contacts: tuple[UnitId, ...] = ()
    in_reserve: bool = False
    embarked_in: AnyUnit = ""
    passengers: tuple[UnitId, ...] = ()
    has_moved: bool = False

    @property
    def living(self) -> tuple[int, ...]:
        return tuple([n for n, model in enumerate(self.models) if model.hp > 0])

    @property
    def destroyed(self) -> bool:
        for model in self.models:  # noqa: SIM110 - asked of every unit after every command, and quicker so
            if model.hp > 0:
                return False
        return True

    @property
    def on_table(self) -> bool:
        return not (self.in_reserve or self.embarked_in or self.destroyed)

    @property
    def hp(self) -> int:
        return sum(model.hp for model in self.models)


class Activation(Struct, frozen=True):
    """What the active unit has done. `over` ends it as soon as no free attack is open."""

    unit: AnyUnit = ""
    stage: Stage = ""
    ability: str = ""
    moved: bool = False
    advanced: bool = False
    disembarked: bool = False
    inches: float = 0
    rear_of: AnyUnit = ""
    over: bool = False


class Side(Spoken, frozen=True):
    """A side: victory points, and whether it has passed in this round."""

    name: str
    vp: int = 0
    passed: bool = False


class Objective(Struct, frozen=True):
    """An objective: who secured it, with which unit, in which round."""

    status: Status = "open"
    secured_by: AnySide = ""
    unit: AnyUnit = ""
    round: int = 0


class GroupResult(Struct, frozen=True):
    target: UnitId
    weapon: str
    dice: int = 0
    modifier: float = 0
    hits: int = 0
    criticals: int = 0
    tests: int = 0
    defence_modifier: float = 0
    failed: int = 0
    damage: int = 0
    skipped: bool = False


class Battle(BaseState, frozen=True):
    """The whole battle.

    `left_by` is the unit that the free attacks are made on; `turn_ended`: an activation is over, and the turn has yet to pass.
    `placed` are the entry points that players have placed, in their order.
    """

    sides: Mapping[str, Side]
    units: Mapping[str, Unit]
    objectives: Mapping[str, Objective]
    round: int = 0
    phase: Phase = "setup"
    turn: AnySide = ""
    outcome: Winner = ""
    initiative: AnySide = ""
    last_roll_off: AnySide = ""
    activation: Activation = Activation()
    free_attacks: tuple[UnitId, ...] = ()
    left_by: AnyUnit = ""
    must_disembark: tuple[UnitId, ...] = ()
    last_attack: Annotated[tuple[GroupResult, ...], PAST] = ()
    turn_ended: bool = False
    placed: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    book: Annotated[Book, STATIC] = NO_BOOK
    readings: Annotated[Chosen, STATIC] = {}

    def secured(self) -> Iterator[tuple[str, Objective, ObjectiveProfile]]:
        """The objectives that are secured, each with what the mission says of it."""
        for name, own in self.book.mission.objectives.items():
            if self.objectives[name].status == "secured":
                yield name, self.objectives[name], own

    def with_model(self, unit: str, number: int, **changes: Any) -> Battle:
        models = list(self.units[unit].models)
        models[number] = replace(models[number], **changes)
        return self.with_unit(unit, models=tuple(models))

    def with_objective(self, objective: str, **changes: Any) -> Battle:
        changed = replace(self.objectives[objective], **changes)
        return replace(self, objectives={**self.objectives, objective: changed})

    def with_activation(self, **changes: Any) -> Battle:
        return replace(self, activation=replace(self.activation, **changes))


# --- what no battle can be, whoever set it: checked after every entry


def impossible(start: Battle, battle: Battle, units: Collection[str]) -> Iterator[str]:
    """One sentence for each thing that can't be; of units it is asked of those that have changed."""
    if battle.phase == "over" and not battle.outcome:
        yield "a battle that is over was won, or is a draw"
    if battle.free_attacks and not (battle.left_by or battle.activation.unit):
        yield "free attacks are made on a unit that leaves, and none does"
    if not start.book.mission.entry_points.keys() >= set(battle.placed):
        yield "only entry points of the mission are placed"
    if battle.units.keys() != start.units.keys():
        yield "no unit comes into a battle, and none goes without a trace"
        return
    for name in units:
        profile = start.book.units[name]
        models, leader = battle.units[name].models, battle.units[name].leader
        if len(models) != len(profile.models):
            yield f"{name}: {len(profile.models)} models, dead ones too"
        elif not 0 <= leader < len(models):
            yield f"{name}: no model {leader}"
        if any(not profile.weapons.keys() >= set(model.used) for model in models if model.used):
            yield f"{name}: no such weapon"
