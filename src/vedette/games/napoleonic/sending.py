"""Skirmish Groups and Screening Groups: sent out in the movement phase, and called in again."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.errors import ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.napoleonic import units
from vedette.games.napoleonic.exchange import hits_into_lives
from vedette.games.napoleonic.marks import it_is_on_the_table
from vedette.games.napoleonic.state import Battle, Unit
from vedette.games.napoleonic.tables import GroupRow, group_of, number
from vedette.kit.sentences import fact
from vedette.kit.words import count

COMMANDS = Commands[Battle]()


class GroupRules(Struct, frozen=True):
    """The rules of a sort of group: who sends it out and when, how many, that it fires, its one shot, and what hits."""

    sent: str
    limit: str
    fires: str
    shot: str
    hits: tuple[str, str]


RULES = {
    "skirmish": GroupRules(
        "NA-3.3.2.1", "NA-3.3.2.2", "NA-3.3.2.3", "NA-3.3.2.3.1", ("NA-3.3.2.4", "NA-3.3.2.4.1")
    ),
    "screening": GroupRules(
        "NA-3.3.3.1", "NA-3.3.3.2", "NA-3.3.3.3", "NA-3.3.3.3.1", ("NA-3.3.3.4", "NA-3.3.3.4.1")
    ),
}


def _sort(battle: Battle, unit: str) -> GroupRow:
    row = group_of(units.profile(battle, unit))
    assert row is not None  # artillery is turned away before any check
    return row


@fact("{unit} sent out {group}.", headline="{group} went out")
class GroupSent(Fact, frozen=True):
    moves: ClassVar[str] = "group"

    unit: str
    group: str


@fact("{group} came in{hits:? and brought {hits:# Hit} home}.", headline="{group} came in")
class GroupRecalled(Fact, frozen=True):
    group: str
    mother: str
    hits: int


class SendGroup(Command):
    """A Unit sends a Skirmish Group or a Screening Group out."""


class RecallGroup(Command):
    """A group goes back to its mother Unit."""


@check("NA-3.3.2.1", "NA-3.3.3.1")
def _groups_are_sent_in_movement(battle: Battle, command: Command) -> Refusal | None:
    row = _sort(battle, command.by)
    if battle.phase != "movement":
        return Refusal(RULES[row.id].sent, f"{row.name}s are sent out in the movement phase.")
    return None


@check("NA-3.3.2.1", "NA-3.3.3.1")
def _its_class_sends_groups(battle: Battle, command: Command) -> Refusal | None:
    row, own = _sort(battle, command.by), units.profile(battle, command.by)
    if own.rank not in row.classes:
        classes = " and ".join(row.classes)
        return Refusal(RULES[row.id].sent, f"Only {classes} {row.arm} sends {row.name}s out.")
    return None


@check("NA-3.3.2.2", "NA-3.3.3.2")
def _no_more_groups_than_allowed(battle: Battle, command: Command) -> Refusal | None:
    row, own = _sort(battle, command.by), units.profile(battle, command.by)
    most = own.type - number("groups_below_type")
    if len(units.groups_of(battle, command.by)) >= most:
        sentence = f"A Unit of Type {own.type} has {count(most, 'group')} out at most."
        return Refusal(RULES[row.id].limit, sentence)
    return None


@COMMANDS.add(
    SendGroup,
    "Send a group out",
    units.by_troops,
    (it_is_on_the_table, _groups_are_sent_in_movement, _its_class_sends_groups, _no_more_groups_than_allowed),
    rules=("NA-3.3.2", "NA-3.3.3"),
    key="s",
    offered=lambda battle, by: units.groups_limit(battle, by) > 0,
)
async def send_group(play: Play[Battle], command: SendGroup) -> None:
    """NA-3.3.2.1, NA-3.3.3.1: a fresh group, of the smallest number that is free."""
    unit = play.state.units[command.by]
    if not unit.on_table:
        raise ForbiddenError(f"{unit.name}: off the table, nobody to send out.")
    battle, group = with_fresh_group(play.state, command.by)
    play.commit(battle, GroupSent(command.by, group))


def with_fresh_group(battle: Battle, unit: str) -> tuple[Battle, str]:
    """The battle with the next group of a Unit, of which nobody has said anything yet, and that group's id.

    Its number is the smallest without a group that is out, or costs a shot.
    """
    mother, row = battle.units[unit], _sort(battle, unit)
    taken = {units.group_number(name) for name in units.costly_groups(battle, unit)}
    n = next(n for n in range(1, len(taken) + 2) if n not in taken)
    name, id = f"{mother.name}, {row.name} {n}", units.group_id(unit, n)
    group = Unit(name, mother.side, number("group_lives"), group=row.id, mother=unit)
    conditions = tuple(condition for condition in battle.conditions if condition.unit != id)
    return replace(battle, units={**battle.units, id: group}, conditions=conditions), id


@forbids("NA-T.4")
def groups_come_in_in_movement(battle: Battle, command: RecallGroup) -> str | None:
    """A group is called in in the movement phase (decision 18)."""
    return "Groups are called in in the movement phase." if battle.phase != "movement" else None


@COMMANDS.add(
    RecallGroup,
    "Call the group in",
    units.by_group,
    (it_is_on_the_table, groups_come_in_in_movement),
    rules=("NA-T.4", "NA-T.5"),
    key="r",
    offered=lambda battle, by: bool(battle.units[by].group),
)
async def recall_group(play: Play[Battle], command: RecallGroup) -> None:
    """NA-T.4: the group is back with its mother, and brings its Hits home."""
    battle, group = play.state, play.state.units[command.by]
    if not group.on_table:
        raise ForbiddenError(f"{group.name}: off the table, nobody to call in.")
    mother = battle.units[group.mother]
    battle = battle.with_unit(command.by, status="recalled", hits=0)
    battle = battle.with_unit(group.mother, hits=mother.hits + group.hits)
    play.commit(battle, GroupRecalled(command.by, group.mother, group.hits))
    hits_into_lives(play, group.mother)
