"""The state of a game: everything that a token would mark on the table, and what no game can be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.commands import shown
from vedette.engine.conditions import Condition
from vedette.engine.grammar import Spoken
from vedette.engine.marks import PAST, STATIC
from vedette.engine.readings import Chosen
from vedette.engine.references import AnySide, AnyUnit, IdOf, SideId, UnitId, Winner
from vedette.engine.state import NO_BOOK, BaseState
from vedette.games.company.tables import (
    CHAPTER,
    Book,
    CaptainTrait,
    EditionId,
    Role,
    captain_traits,
    number,
    spells,
    taunts,
)

Phase = Literal["setup", "rally", "reckless", "activation", "closing", "over"]

TURN: tuple[Phase, ...] = ("rally", "reckless", "activation")
"""CO-TRN-3: the steps of a turn, in their order."""


CompanyId = Annotated[str, IdOf(("companies",))]


class Effect(Struct, frozen=True):
    """A lasting spell on a Group, and the side that cast it (CO-SPL-4)."""

    spell: str
    side: SideId


class Taunted(Struct, frozen=True):
    """A taunt that a Group has Proclaimed, and the enemy that it named (CO-TNT-1)."""

    taunt: str
    target: AnyUnit = ""


class Group(Spoken, frozen=True):
    """A Group. `captain_near` is what its side said last about its Captain (only to suggest it again).

    `used`: what it has used up this turn. `reserve`: it is held back. `move_on`: it may Move at once, with its token.
    `fought` and `stirred`: it has been in melee; it has moved or rolled a die.
    """

    name: str
    side: SideId
    company: CompanyId
    r: int
    shaken: bool = False
    routed: bool = False
    deserted: bool = False
    in_play: bool = True
    activated: bool = False
    rallied: bool = False
    checked: bool = False
    must_rally: bool = False
    must_check: bool = False
    in_melee_with: tuple[UnitId, ...] = ()
    defensive: bool = False
    warded: bool = False
    captain_near: Literal["", "yes", "no"] = ""
    reserve: bool = False
    effects: tuple[Effect, ...] = ()
    taunts: tuple[Taunted, ...] = ()
    spells: tuple[str, ...] = ()
    used: tuple[Literal["bane", "unerring", "well-armed"], ...] = ()
    escaped: bool = False
    carrying: bool = False
    move_on: bool = False
    fought: Annotated[bool, PAST] = False
    stirred: Annotated[bool, PAST] = False

    @property
    def counts_as_shaken(self) -> bool:
        """CO-SPL-9: it is Shaken, or under Confuse."""
        return self.shaken or any(effect.spell == "confuse" for effect in self.effects)

    @property
    def awaits_check(self) -> bool:
        """It must still be checked for Reckless; not one that was made Shaken meanwhile, by hand or by a test."""
        return self.must_check and not self.counts_as_shaken


class Ambitious(Struct, frozen=True):
    """An ambition that a Company has chosen (CO-AMB-1), and whether it was revealed (CO-AMB-2).

    `met`: what the players say where the table saw otherwise; None leaves it to what is kept (CO-AMB-5).
    """

    id: str
    revealed: bool = False
    met: bool | None = None


Deed = Literal["snap-their-spine", "know-my-name", "rain-hell"]
"""Ambitions that are fulfilled for good by what happens at one moment."""


class Company(Spoken, frozen=True):
    """A Company. `points` are those that it fielded, `points_lost` those of its Routed Groups; `list`: which sample company it is."""

    name: str
    side: SideId
    captain: AnyUnit = ""
    trait: CaptainTrait | Literal[""] = ""
    points: int = 0
    points_lost: int = 0
    half_lost: bool = False
    ambition: str = ""
    ambition_done: bool = False
    reroll_used: bool = False
    list: str = ""
    captain_used: bool = False
    ambitions: tuple[Ambitious, ...] = ()
    deeds: Annotated[tuple[Deed, ...], PAST] = ()


class Side(Spoken, frozen=True):
    """A side: its role, its victory points so far, which enemies became Shaken, and how many of its own were at most at once."""

    name: str
    role: Role = ""
    vp: int = 0
    shook: Annotated[tuple[UnitId, ...], PAST] = ()
    most_shaken: Annotated[int, PAST] = 0


class Progress(Struct, frozen=True):
    """What a scenario keeps: its tokens, the Group that is marked, and how near its end is (CO-SCN-8 to 15)."""

    tokens: int = 0
    tokens_taken: int = 0
    tokens_destroyed: int = 0
    marked: AnyUnit = ""
    ritual_done: bool = False
    final_turn: bool = False


class Skirmish(BaseState, frozen=True):
    """The whole game. `turn` counts the turns of both sides, `active` is the side whose turn it is.

    `first_blood`: the Companies that took the first FS from an enemy. `fs_lost`: by both sides in this turn, where the location asks.
    """

    sides: Mapping[str, Side]
    companies: Mapping[str, Company]
    units: Mapping[str, Group]
    turn: int = 0
    phase: Phase = "setup"
    active: AnySide = ""
    outcome: Winner = ""
    conditions: tuple[Condition, ...] = ()
    edition: EditionId = CHAPTER
    location: str = ""
    counters: Mapping[str, int] = {}
    scenario: Progress = Progress()
    first_blood: Annotated[tuple[CompanyId, ...], PAST] = ()
    fs_lost: Annotated[int, PAST] = 0
    book: Annotated[Book, STATIC] = NO_BOOK
    readings: Annotated[Chosen, STATIC] = {}

    @property
    def round(self) -> int:
        turns = number("turns_per_round")
        return (self.turn + turns - 1) // turns

    def with_company(self, company: str, **changes: Any) -> Skirmish:
        changed = replace(self.companies[company], **changes)
        return replace(self, companies={**self.companies, company: changed})

    def with_role(self, role: str) -> str:
        """The side that has a role; "" before the roll-off."""
        return next((name for name, side in self.sides.items() if side.role == role), "")


# --- what no game can be, whoever set it: checked after every entry


def impossible(start: Skirmish, game: Skirmish, units: Collection[str]) -> Iterator[str]:
    if game.units.keys() != start.units.keys() or game.companies.keys() != start.companies.keys():
        yield "no Group and no Company comes into a game, and none goes without a trace"
    if (game.edition, game.location, game.counters.keys()) != (
        start.edition,
        start.location,
        start.counters.keys(),
    ):
        yield "a game keeps its edition, its location and that location's counters"
    now = game.scenario
    counted = (now.tokens, now.tokens_taken, now.tokens_destroyed, game.fs_lost, *game.counters.values())
    if min(*counted, *(side.most_shaken for side in game.sides.values())) < 0:
        yield "nothing is counted below 0"
    for company in game.companies.values():
        chosen = (company.ambition, *(one.id for one in company.ambitions))
        unknown = (one for one in chosen if one and one not in start.book.ambitions)
        yield from (f"there is no ambition {shown(one)}" for one in unknown)
        if company.trait and company.trait not in captain_traits(start.edition):
            yield f"there is no Captain's trait {company.trait} in this edition"
    own_taunts, own_spells = taunts(start.edition), {**spells(start.edition), **start.book.spells}
    for group in (game.units[unit] for unit in units if unit in game.units):
        for taunted in group.taunts:
            if taunted.taunt not in own_taunts:
                yield f"there is no taunt {shown(taunted.taunt)}"
            if taunted.target and game.units[taunted.target].side == group.side:
                yield "a taunt names an enemy"
        lasting = (one.spell for one in group.effects)
        unknown = (one for one in lasting if one not in own_spells or not own_spells[one].lasts)
        yield from (f"no lasting spell is called {shown(one)}" for one in unknown)
