"""Action: Move. Rate, cost, manoeuvres, aircraft, jumps, and who is left behind."""

import math
from typing import Annotated, ClassVar

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.conditions import condition_ends
from vedette.engine.dice import Tests
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, Names
from vedette.engine.grammar import at_start
from vedette.engine.play import Play
from vedette.games.open_fire import units
from vedette.games.open_fire.sequence import acts_on_table, gone_past, is_active
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import Given, by_deployed_unit, enemy_contacts
from vedette.games.open_fire.volley import remove_models
from vedette.kit.schema import Ids, Inches
from vedette.kit.sentences import fact
from vedette.kit.tables import ROUNDING
from vedette.kit.words import count, inches, listed

COMMANDS = Commands[Battle]()

AT_THE_TABLE = (
    "OF-MOV-2", "OF-MOV-3", "OF-MOV-5", "OF-FRM-2", "OF-FRM-3", "OF-USR-13", "OF-TER-1", "OF-TER-3", "OF-KEY-1", "OF-KEY-4",
    "OF-KEY-5", "OF-KEY-7", "OF-VEH-1", "OF-VEH-9",
)  # fmt: skip
"""What only eyes at the table can judge of a move."""

Count = Annotated[int, Field(ge=0, le=1000)]


class Move(Command):
    """Move, normally or as an advance."""

    inches: Inches | None = None
    advance: bool = False
    slow: Annotated[Inches, "inches in slow terrain"] = 0
    up: Annotated[Count, "height levels"] = 0
    down: Annotated[Count, "height levels"] = 0
    barriers: Count = 0
    contacts: Annotated[Ids | None, "enemies within assault range at the end"] = None
    left: Annotated[Ids, "more enemies whose assault range was left on the way"] = ()
    manoeuvres: Annotated[Count, "of a vehicle"] = 0
    backward: Annotated[bool, "of a vehicle"] = False
    off_table: Annotated[bool, "of an aircraft"] = False
    blocked: Annotated[bool, "of an aircraft that cannot fly its minimum"] = False
    jumps: Annotated[
        tuple[Inches, ...], Field(strict=False, description="in a skirmish: inches of each gap")
    ] = ()
    rear_of: Annotated[str, "in a skirmish: an enemy reached from its rear arc"] = ""


@fact("{unit} left assault range: free attack for {by}.", headline="{unit} left assault range")
class FreeAttacksOpened(Fact, frozen=True):
    unit: str
    by: tuple[str, ...]


@fact(
    "{unit} could not fly the minimum: destroyed.",
    moment="lost",
    headline="{unit} DESTROYED: could not fly the minimum",
    tale="{unit} stalled and came down",
)
class CouldNotFly(Fact, frozen=True):
    unit: str


class Moved(Fact, frozen=True):
    """A unit moved."""

    unit: str
    inches: float
    advanced: bool
    backward: bool
    cost: float
    contacts: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        how = "advanced" if self.advanced else "moved"
        way = " backward" if self.backward else ""
        cost = f" (counts as {self.cost:g})" if self.cost != self.inches else ""
        met = f", in assault range of {listed(names, self.contacts)}" if self.contacts else ""
        return f'{at_start(names(self.unit))} {how}{way} {self.inches:g}"{cost}{met}.'

    def headline(self, names: Names) -> str:
        how = "advanced" if self.advanced else "moved"
        met = " into assault" if self.contacts else ""
        return f'{names(self.unit)} {how} {self.inches:g}"{met}'


@fact(
    "{unit} failed the jump and stopped before the gap; the activation is over.",
    moment="fail",
    headline="{unit} failed the jump",
    tale="{unit} lost heart before a jump",
)
class JumpFailed(Fact, frozen=True):
    ahead: ClassVar[str] = "the jump fails and the activation is over"
    unit: str


@fact("{unit} left the battlefield and went into reserve.", headline="{unit} went into reserve")
class LeftBattlefield(Fact, frozen=True):
    unit: str


# --- what a move comes to


def _move_understood(battle: Battle, command: Move) -> Move:
    unit = by_deployed_unit(battle, command)
    if command.blocked and not units.has(battle, command.by, "Aircraft"):
        raise CommandError("Only aircraft can be blocked from flying.")
    if command.blocked and command.model_fields_set - {"do", "by", "blocked"}:
        raise CommandError("A blocked aircraft has no other move.")
    if command.blocked:
        return command
    if (command.manoeuvres or command.backward) and not units.has(battle, command.by, "Vehicle"):
        raise CommandError("Only vehicles make manoeuvres or move backward.")
    if (command.jumps or command.rear_of) and not units.skirmish(battle):
        raise CommandError("Jumps and attacks into the rear belong to Skirmish, which is not in use.")
    if 0 in command.jumps:
        raise CommandError("A gap that is jumped is wider than 0 inches.")
    if command.rear_of:
        enemy_contacts(battle, command.by, (command.rear_of,))
    inches = 0.0 if command.inches is None and command.off_table else command.inches
    if inches is None:
        raise CommandError("Say how many inches it moves.")
    if command.slow > inches:
        raise CommandError("It cannot move farther in slow terrain than it moves in all.")
    if command.off_table and command.contacts is not None:
        raise CommandError("A unit that leaves the battlefield has no contacts.")
    if unit.contacts and command.contacts is None and not command.off_table:
        raise CommandError(
            f"{unit.name}: in assault range. Say which enemies are still in contact after the move."
        )
    contacts = enemy_contacts(battle, command.by, command.contacts or ())
    left = enemy_contacts(battle, command.by, command.left)
    return command.model_copy(update={"inches": inches, "contacts": contacts, "left": left})


def free_manoeuvres(battle: Battle, unit: str) -> int:
    """OF-VEH-2, OF-USR-9: manoeuvres that cost nothing."""
    return number("free_manoeuvres") + units.x_of(battle, unit, "Manoeuvrable")


def advance_manoeuvres(battle: Battle, unit: str) -> int:
    """OF-VEH-4, OF-USR-9: the manoeuvres of an advance move, X more with Manoeuvrable (X) (decision 25)."""
    return number("advance_manoeuvres") + units.x_of(battle, unit, "Manoeuvrable")


class Cost(Struct, frozen=True):
    """What a move costs, in inches, and what the unit may spend."""

    travelled: float
    terrain: float
    manoeuvres: float
    allowance: float

    @property
    def total(self) -> float:
        return self.travelled + self.terrain + self.manoeuvres


def cost_of(battle: Battle, command: Move) -> Cost:
    """OF-MOV-1, OF-KEY-2, OF-KEY-3, OF-KEY-6, OF-KEY-8, OF-VEH-3: the sum of a move."""
    unit = command.by
    slow = command.slow and slow_extra(battle, unit) * command.slow
    up = number("climb_per_level") * command.up
    down = command.down // number("levels_per_inch_down")
    barriers = number("barrier_cost") * command.barriers
    extra = command.manoeuvres and max(0, command.manoeuvres - free_manoeuvres(battle, unit))
    # On top of the rate (decision 22)
    bonus = units.advance_bonus(battle, unit).value if command.advance else 0
    return Cost(
        travelled=command.inches or 0,
        terrain=0 if units.has(battle, unit, "Flying") else slow + up + down + barriers,
        manoeuvres=number("manoeuvre_cost") * extra,
        allowance=units.movement_rate(battle, unit, backward=command.backward) + bonus,
    )


def slow_extra(battle: Battle, unit: str) -> int:
    """OF-KEY-8, OF-USR-11, OF-USR-6: what an inch in slow terrain costs on top."""
    ignored = units.has(battle, unit, "Rugged") or units.has(battle, unit, "Flying")
    return 0 if ignored else number("slow_extra")


def below_minimum(battle: Battle, unit: str, rule: str, command: Move | None = None) -> Refusal | None:
    """OF-AIR-4, OF-AIR-6: what is left to an aircraft that can't fly its minimum, in such a move if one is told (decision 26).

    One that leaves the battlefield need not fly it.
    """
    least, bonus = units.leader(battle, unit).mov_minimum, units.advance_bonus(battle, unit).value
    advance = command is not None and command.advance
    allowed = units.movement_rate(battle, unit) + (bonus if advance else 0)
    if allowed >= least or (command is not None and command.off_table):
        return None
    said = f"It may fly {inches(allowed)}, less than its minimum of {inches(least)}."
    never = advance or not units.may_advance(battle, unit)
    if never or allowed + bonus < least:
        instead = f"leave the battlefield within {inches(allowed)}; if it cannot, it is blocked"
        return Refusal(rule, said, instead)
    limit = advance_manoeuvres(battle, unit)
    turns = f" with {count(limit, 'manoeuvre')}" if command is not None and command.manoeuvres > limit else ""
    return Refusal(rule, said, f"an advance move of {inches(least)} or more{turns}, or leave the battlefield")


def _instead(battle: Battle, command: Move, cost: Cost) -> str:
    """The nearest move that is allowed, in the inches and manoeuvres that change; "" where terrain leaves none."""
    least = 0 if command.off_table else units.leader(battle, command.by).mov_minimum
    most = cost.allowance - cost.terrain
    flown = most - cost.manoeuvres if cost.travelled > most + ROUNDING else cost.travelled
    extra = slow_extra(battle, command.by)
    if command.slow > max(0, flown) and extra:  # then it ends before it has left the slow terrain
        flown = (most - cost.manoeuvres + extra * command.slow) / (1 + extra)
        return f"{inches(flown)} in slow terrain" if flown >= 0 else ""
    flown = max(flown, least)
    if flown > most + ROUNDING:
        return ""
    spare = int((most - flown + ROUNDING) // number("manoeuvre_cost"))
    turns = free_manoeuvres(battle, command.by) + spare
    told = [inches(flown)] if flown != cost.travelled else []
    told += [count(turns, "manoeuvre")] if command.manoeuvres > turns else []
    return " with ".join(told)


@forbids("OF-AIR-3")
def has_flown(battle: Battle, command: Given) -> WhyNot:
    unit = battle.units[command.by]
    flown = is_active(battle, command.by) and battle.activation.moved
    if units.has(battle, command.by, "Aircraft") and unit.on_table and not flown:
        least, name = inches(units.leader(battle, command.by).mov_minimum), battle.unit_name(command.by)
        said = f"{at_start(name)} must fly at least {least} first."
        return below_minimum(battle, command.by, "OF-AIR-3") or said
    return None


@forbids("OF-ACT-2")
def moves_in_order(battle: Battle, command: Move) -> str | None:
    done, twice = gone_past(battle, command.by, "ability"), battle.activation.stage == "move"
    return f"{done}; {'a unit moves only once' if twice else 'moving comes first'}." if done else None


@forbids("OF-TRA-2")
def moves_on_the_table(battle: Battle, command: Move) -> str | None:
    return "A unit aboard does not move by itself." if battle.units[command.by].embarked_in else None


@forbids("OF-MOV-4", reads=("off_table",))
def stays_on_the_board(battle: Battle, command: Move) -> str | None:
    """Only aircraft leave the battlefield of their own will (OF-AIR-6)."""
    if command.off_table and not units.has(battle, command.by, "Aircraft"):
        return "Only aircraft leave the battlefield."
    return None


@forbids("OF-USR-14", reads=("advance",))
def slow_never_advances(battle: Battle, command: Move) -> str | None:
    advances = command.advance and units.has(battle, command.by, "Slow")
    return "Slow units make no advance move." if advances else None


@forbids("OFS-INJ-3", reads=("advance",))
def wounded_never_advances(battle: Battle, command: Move) -> str | None:
    if command.advance and units.leader_wounded(battle, command.by):
        return "A wounded model makes no advance move."
    return None


@forbids("OF-AIR-2", reads=("backward",))
def aircraft_fly_forward(battle: Battle, command: Move) -> str | None:
    backs = command.backward and units.has(battle, command.by, "Aircraft")
    return "Aircraft fly forward only." if backs else None


@forbids("OF-VEH-8", reads=("up", "down"))
def vehicles_do_not_climb(battle: Battle, command: Move) -> str | None:
    climbs = (command.up or command.down) and not units.has(battle, command.by, "Flying")
    return "Vehicles do not climb." if climbs and units.has(battle, command.by, "Vehicle") else None


@forbids("OF-VEH-4", reads=("advance", "manoeuvres"))
def one_manoeuvre_in_an_advance(battle: Battle, command: Move) -> WhyNot:
    if command.advance and command.manoeuvres > (limit := advance_manoeuvres(battle, command.by)):
        allowed = count(limit, "manoeuvre")
        return f"An advance move allows {allowed}.", allowed
    return None


@forbids("OFS-JMP-1", reads=("jumps",))
def gaps_can_be_jumped(battle: Battle, command: Move) -> WhyNot:
    limit = number("jump_limit")
    if max(command.jumps, default=0) > limit:
        return f"A gap of up to {limit} inches may be jumped.", f"{limit} inches"
    return None


@check(
    "OF-MOV-1", "OF-VEH-3", reads=("inches", "advance", "slow", "up", "down", "barriers", "manoeuvres", "backward")
)  # fmt: skip
def within_allowance(battle: Battle, command: Move) -> Refusal | None:
    cost = cost_of(battle, command)
    allowed = cost.allowance + ROUNDING
    if cost.total <= allowed:
        return None
    rule = "OF-VEH-3" if cost.total - cost.manoeuvres <= allowed else "OF-MOV-1"
    said = f"The move costs {cost.total:g} inches; the limit is {cost.allowance:g}."
    return below_minimum(battle, command.by, rule, command) or Refusal(
        rule, said, _instead(battle, command, cost)
    )


@forbids("OF-AIR-3", reads=("inches", "off_table"))
def flies_its_minimum(battle: Battle, command: Move) -> WhyNot:
    """An aircraft flies at least its minimum, counted in inches flown (decision 26)."""
    least = units.leader(battle, command.by).mov_minimum
    if command.blocked or command.off_table or (command.inches or 0) >= least:
        return None
    said = f"An aircraft flies at least its minimum of {inches(least)}."
    nearest = _instead(battle, command, cost_of(battle, command))
    return below_minimum(battle, command.by, "OF-AIR-3", command) or (said, nearest)


@forbids("OFS-ATT-1", reads=("rear_of", "contacts"))
def into_one_rear(battle: Battle, command: Move) -> str | None:
    """The bonus is for moving into contact with a single enemy, not in contact before (decision 59)."""
    if not command.rear_of:
        return None
    before = command.rear_of in battle.units[command.by].contacts
    if before or command.contacts != (command.rear_of,):
        return "Into the rear means: new contact with this enemy alone."
    return None


# --- the move, and who is left behind


def leave(play: Play[Battle], unit: str, left: tuple[str, ...]) -> None:
    """OF-LAR-1: enemy units that were left get a free attack; vehicles don't (OF-VEH-11)."""
    battle = play.state
    entitled = tuple(
        one
        for one in dict.fromkeys(left)
        if units.armed(battle, one) and not units.has(battle, one, "Vehicle")
    )
    if entitled:
        battle = replace(battle, free_attacks=(*battle.free_attacks, *entitled), left_by=unit)
        play.commit(battle, FreeAttacksOpened(unit, entitled))


@COMMANDS.add(
    Move,
    "Move",
    _move_understood,
    (
        moves_in_order, moves_on_the_table, stays_on_the_board, slow_never_advances, wounded_never_advances,
        aircraft_fly_forward, vehicles_do_not_climb, one_manoeuvre_in_an_advance, gaps_can_be_jumped, within_allowance,
        flies_its_minimum, into_one_rear,
    ),
    rules=(
        "OF-ADV-1", "OF-STR-4", "OF-KEY-2", "OF-KEY-3", "OF-KEY-6", "OF-KEY-8", "OF-USR-3", "OF-USR-6",
        "OF-USR-9", "OF-USR-11", "OF-VEH-2", "OF-VEH-10", "OF-AIR-1", "OF-AIR-4", "OF-AIR-5", "OF-AIR-6",
        "OFS-JMP-2", "OF-ASR-1", "OF-FRI-1",
    ),
    reminders=AT_THE_TABLE,
    key="m",
    begins_with="activate",
    moves=True,
    offered=acts_on_table,
)  # fmt: skip
async def move(play: Play[Battle], command: Move) -> None:
    """OF-MOV-1, OF-LAR-1: the unit moves; enemies that it leaves may strike."""
    unit = command.by
    if command.blocked:
        remove_models(play, unit, play.state.units[unit].living, CouldNotFly(unit))
        return
    failed = await _jump_failed(play, command)
    before, declared = play.state.units[unit].contacts, command.contacts or ()
    after = tuple(one for one in declared if one in before) if failed else declared
    left = (*(one for one in before if one not in declared), *command.left)
    battle = units.with_contacts(play.state, unit, after)
    if is_active(battle, unit):
        battle = battle.with_activation(
            stage="move",
            moved=True,
            advanced=command.advance,
            inches=command.inches,
            rear_of="" if failed else command.rear_of,
            over=failed or command.off_table,
        )
    cost = cost_of(play.state, command)
    play.commit(battle, Moved(unit, cost.travelled, command.advance, command.backward, cost.total, after))
    for condition in units.forfeited(play.state, unit, "move"):
        condition_ends(play, condition)
    if failed:
        play.emit(JumpFailed(unit))
    if command.off_table:
        play.commit(play.state.with_unit(unit, in_reserve=True), LeftBattlefield(unit))
    leave(play, unit, left)


async def _jump_failed(play: Play[Battle], command: Move) -> bool:
    """OFS-JMP-2: a die for each inch of a gap, rounded up; any 1 fails. Flying units do not jump."""
    if units.has(play.state, command.by, "Flying"):
        return False
    for gap in command.jumps:
        pool = Tests(dice=math.ceil(gap), sides=number("die_sides"))
        side = play.state.units[command.by].side
        if await play.total(pool, why="Jump", side=side, rules=("OFS-JMP-2",)) < pool.dice:
            return True
    return False
