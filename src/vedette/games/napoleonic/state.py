"""The state of a battle: everything that a marker on the table would show, and the Units as they were set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Struct

from vedette.engine.conditions import Condition
from vedette.engine.grammar import Spoken
from vedette.engine.marks import PAST, STATIC
from vedette.engine.readings import Chosen
from vedette.engine.references import AnyUnit, SideId, UnitId, Winner
from vedette.engine.state import NO_BOOK, BaseState

Arm = Literal["infantry", "cavalry", "artillery"]
Class = Literal["line", "light", "crack", "irregular"]


class Profile(Struct, frozen=True):
    """A Unit's constant values. `rank` is its class; Fire is Drill + Experience (decision 16)."""

    arm: Arm
    rank: Class
    type: int
    drill: int
    experience: int
    lives: int

    @property
    def fire(self) -> int:
        return self.drill + self.experience

    @property
    def sort(self) -> str:
        return self.arm if self.arm == "artillery" else f"{self.rank} {self.arm}"


class Options(Struct, frozen=True):
    """Optional rules: NA-3.3.5 (Special Events), NA-T.5 (so many Hits take a life; 0: the table decides)."""

    special_events: bool = False
    hits_per_life: int = 0


class Book(Struct, frozen=True):
    """The profiles of all Units by id, and the options."""

    units: Mapping[str, Profile]
    options: Options
    title: str = ""


Phase = Literal[
    "command", "artillery", "skirmish", "infantry", "charges", "movement", "minibattles", "order", "routs"
]
Exchange = Literal["none", "open", "marked"]
Status = Literal["on_table", "recalled", "lost"]
Formation = Literal["line", "column", "manoeuvre", "mob", "square", "garrison"]
GroupKind = Literal["", "skirmish", "screening"]


class Side(Spoken, frozen=True):
    """A side. `fire_ended`: it has no more fire in this phase."""

    name: str
    brigade: str = ""
    fire_ended: bool = False


class Unit(Spoken, frozen=True):
    """A Unit, or a group that it has sent out: then `group` is its sort and `mother` the Unit.

    Of a group only status, lives, Hits and `fired` count; of a Unit everything but `fired`.
    `hits_coming` and `ones_coming` wait for the end of the exchange (NA-3.3.6).
    """

    name: str
    side: SideId
    lives: int
    status: Status = "on_table"
    hits: int = 0
    hits_coming: int = 0
    ones_coming: int = 0
    drum: bool = False
    flag: bool = False
    regimental_gun: bool = False
    carbines: bool = False
    ammo: int = 0
    formation: Formation | Literal[""] = ""
    shots_fired: int = 0
    side_shot_used: bool = False
    gun_fired: bool = False
    group: GroupKind = ""
    mother: AnyUnit = ""
    fired: bool = False

    @property
    def on_table(self) -> bool:
        """Whether it can act and be a target (NA-T.3)."""
        return self.status == "on_table"


class Shared(Struct, frozen=True):
    """Fire at several targets (NA-3.3.6.1): Hits to be spread, and a single 1 that waits for its pair."""

    at: tuple[UnitId, ...]
    side: SideId
    hits: int = 0
    ones: int = 0


class One(Struct, frozen=True):
    """A single 1 through Protection, where each shooter makes pairs of its own: who threw it, at which targets."""

    by: str
    at: tuple[str, ...]


class SpecialEvent(Struct, frozen=True):
    """A natural 0 (NA-3.3.5); `result` is what the table made of it."""

    by: UnitId
    at: tuple[UnitId, ...]
    result: str = ""


class Added(Struct, frozen=True):
    name: str
    value: int
    rule: str


class LastFire(Struct, frozen=True):
    by: AnyUnit = ""
    at: tuple[UnitId, ...] = ()
    dice: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    need: int = 0
    modifiers: tuple[Added, ...] = ()
    hits: int = 0
    ones: int = 0


class Battle(BaseState, frozen=True):
    """The whole battle; `units` are the Units and their groups."""

    sides: Mapping[str, Side]
    units: Mapping[str, Unit]
    round: int = 1
    phase: Phase = "command"
    outcome: Winner = ""
    exchange: Exchange = "none"
    shared: tuple[Shared, ...] = ()
    ones: tuple[One, ...] = ()
    events: tuple[SpecialEvent, ...] = ()
    last: Annotated[LastFire, PAST] = LastFire()
    conditions: tuple[Condition, ...] = ()
    book: Annotated[Book, STATIC] = NO_BOOK
    readings: Annotated[Chosen, STATIC] = {}

    @property
    def fire_over(self) -> bool:
        return all(side.fire_ended for side in self.sides.values())
