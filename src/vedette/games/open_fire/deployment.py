"""Entry points and reserve: placing them, deploying units, Ambush and Support."""

from typing import Annotated, ClassVar

from msgspec.structs import replace

from vedette.engine.checks import WhyNot, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.grammar import at_start, the
from vedette.engine.play import Again, Play
from vedette.games.open_fire import units
from vedette.games.open_fire.candidates import Contacts, Near, asked_contacts, asked_near, entry_points
from vedette.games.open_fire.recovery import command_test, not_activated, own_turn, recover
from vedette.games.open_fire.sequence import begin_activation, end_activation
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number, plays
from vedette.games.open_fire.volley import remove_models
from vedette.kit.schema import Inches
from vedette.kit.sentences import fact
from vedette.kit.words import inches
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Battle]()


@fact("{side} placed {entry}.", headline="{side}: {entry}")
class EntryPlaced(Fact, frozen=True):
    side: str
    entry: str


@fact(
    "{unit} deployed{ambush:? in ambush|{entry:? at {entry}}}.",
    headline="{unit} deployed{ambush:? in ambush}",
)
class Deployed(Fact, frozen=True):
    unit: str
    entry: str
    ambush: bool


@fact(
    "{unit} failed the Support test and stayed in reserve.",
    moment="fail",
    headline="{unit} stayed in reserve",
    tale="{unit} failed to arrive from reserve",
)
class SupportFailed(Fact, frozen=True):
    ahead: ClassVar[str] = "stays in reserve"
    unit: str


@fact(
    "There was no room for {unit}: destroyed.",
    moment="lost",
    headline="{unit} DESTROYED: no room",
    tale="{unit} found no room to arrive",
)
class NoRoom(Fact, frozen=True):
    unit: str


# --- entry points that the players place


def unplaced(battle: Battle, side: str) -> list[str]:
    points = battle.book.mission.entry_points.values()
    return [point.id for point in points if point.side == side and point.id not in battle.placed]


def is_placing(battle: Battle) -> bool:
    chosen = battle.phase == "setup" and battle.book.mission.players_place
    return chosen and any(unplaced(battle, side) for side in battle.sides)


def to_place(battle: Battle) -> str:
    """The side that places the next entry point: the winner of the roll-off, then each in turn; "" before the roll-off."""
    if not battle.placed:
        return battle.last_roll_off
    last = battle.book.mission.entry_points[battle.placed[-1]].side
    return next((side for side in (battle.other(last), last) if unplaced(battle, side)), "")


def awaits_roll_off(battle: Battle) -> bool:
    return is_placing(battle) and not to_place(battle)


class PlaceEntry(Command):
    """Place the side's next entry point, where the mission leaves that to the players."""


def _place_understood(battle: Battle, command: PlaceEntry) -> PlaceEntry:
    units.by_side(battle, command)
    if not (is_placing(battle) and unplaced(battle, command.by)):
        raise ForbiddenError(f"{at_start(battle.side_name(command.by))}: no entry point to place.")
    return command


@forbids("OF-SET-5")
def places_in_turn(battle: Battle, command: PlaceEntry) -> str | None:
    due = to_place(battle)
    if not due:
        return "Roll off first for who places an entry point."
    side = the(battle.side_name(due))
    return None if due == command.by else f"The next entry point is for {side} to place."


@COMMANDS.add(
    PlaceEntry,
    "Place an entry point",
    _place_understood,
    (places_in_turn,),
    actor="side",
    rules=("OF-SET-5",),
    key="p",
    offered=lambda battle, by: is_placing(battle) and bool(unplaced(battle, by)),
)
async def place_entry(play: Play[Battle], command: PlaceEntry) -> None:
    """OF-SET-5: the side places its next entry point."""
    point = unplaced(play.state, command.by)[0]
    play.commit(replace(play.state, placed=(*play.state.placed, point)), EntryPlaced(command.by, point))


def _there_is_room(battle: Battle, words: Words) -> bool:
    return "blocked" not in words


def _enters(battle: Battle, words: Words) -> bool:
    return not ("blocked" in words or "ambush" in words)


AMBUSH = Asked(
    "Ambush",
    "a",
    hint=lambda battle, words: f"anywhere more than {inches(number('ambush_beyond'))} from enemies",
    after=("blocked",),
    shown=lambda battle, words: _there_is_room(battle, words) and units.has(battle, words["by"], "Ambush"),
)


class Deploy(Command):
    """Bring a unit out of reserve and activate it."""

    ambush: Annotated[bool, AMBUSH] = False
    entry: Annotated[
        str | None,
        Asked(
            "Entry point",
            "p",
            lambda battle, by: {one.id: one.text or one.id for one in entry_points(battle, by)},
            shown=lambda battle, words: _enters(battle, words) and len(entry_points(battle, words["by"])) > 1,
            required=True,
        ),
        "the entry point",
    ] = None
    distance: Annotated[
        Inches | None,
        Asked("Distance", "d", unit='"', hint="to the entry point", shown=_there_is_room, advanced=_enters),
        "to the entry point",
    ] = None
    contacts: Annotated[Contacts, asked_contacts(_enters)] = ()
    near: Annotated[Near, asked_near(_there_is_room)] = ()
    blocked: Annotated[bool, Asked("No room: destroyed", "b", advanced=True), "no room anywhere"] = False


def _deploy_understood(battle: Battle, command: Deploy) -> Deploy:
    unit = units.by_unit(battle, command)
    if not unit.in_reserve:
        raise ForbiddenError(f"{unit.name}: not in reserve.")
    if command.blocked and command.model_fields_set - {"do", "by", "blocked"}:
        raise CommandError("Without room there is nothing else to say.")
    if command.ambush and (command.entry is not None or command.contacts):
        raise CommandError("An ambush is laid away from entry points and enemies.")
    units.near_units(battle, command.near)
    contacts = units.enemy_contacts(battle, command.by, command.contacts)
    entry = command.entry
    if entry is not None and entry not in battle.book.mission.entry_points:
        raise CommandError(f"There is no entry point {shown(entry)}.")
    if entry is None:
        own = [one.id for one in entry_points(battle, command.by)]
        if command.blocked or command.ambush or not own:
            own = [""]
        if len(own) > 1:
            raise CommandError(f"Say at which entry point: {', '.join(own)}.")
        entry = own[0]
    return command.model_copy(update={"contacts": contacts, "entry": entry})


@forbids("OF-DEP-3", reads=("blocked",))
def may_wait(battle: Battle, command: Deploy) -> str | None:
    """Nobody is destroyed for lack of room who may stay in reserve."""
    if command.blocked and units.has(battle, command.by, "Support"):
        return "Without room it cannot be deployed; with Support it may wait in reserve."
    return None


@forbids("OF-USR-1", reads=("ambush", "distance"))
def ambush(battle: Battle, command: Deploy) -> WhyNot:
    if not command.ambush:
        return None
    beyond = number("ambush_beyond")
    if not units.has(battle, command.by, "Ambush"):
        return "Only units with Ambush lay one.", "deploy it at an entry point"
    if command.distance is not None and command.distance <= beyond:
        return f"An ambush is more than {beyond} inches from every enemy model."
    return None


@forbids("OF-DEP-1", reads=("entry", "ambush", "distance"))
def at_entry_point(battle: Battle, command: Deploy) -> WhyNot:
    if command.ambush:
        return None
    entry = battle.book.mission.entry_points.get(command.entry or "")
    if entry and entry.side != battle.units[command.by].side:
        return f"{entry.id} is an entry point of the other side."
    said = "The unit is placed within {within} of an entry point."
    return units.too_far(command.distance, "deploy_within", said)


def _where(battle: Battle, by: str, command: Deploy | None) -> tuple[Detail, ...]:
    own = entry_points(battle, by)
    if len(own) != 1:
        return ()
    return (Detail("Entry point", f"within {number('deploy_within')} inches of: {own[0].text or own[0].id}"),)


@COMMANDS.add(
    Deploy,
    "Deploy",
    _deploy_understood,
    (own_turn, not_activated, may_wait, ambush, at_entry_point),
    rules=("OF-DEP-4", "OF-USR-17", "OF-USR-5", "OF-RES-1", "OF-RES-2"),
    reminders=("OF-FRM-2", "OF-FRM-3", "OF-USR-13"),
    key="d",
    moves=True,
    lines=_where,
    offered=lambda battle, by: battle.units[by].in_reserve and by not in battle.free_attacks,
)
async def deploy(play: Play[Battle], command: Deploy) -> None:
    """OF-DEP-1, OF-DEP-4, OF-USR-17: out of reserve, then the activation as normal."""
    begin_activation(play, command.by)
    if command.blocked:
        remove_models(play, command.by, play.state.units[command.by].living, NoRoom(command.by))
        return
    if not await _support_test(play, command.by):
        play.emit(SupportFailed(command.by))
        end_activation(play, command.by)
        return
    moves = not command.ambush and plays(play.state, "deploying_is_moving", "yes")  # decision 19
    moved = moves or play.state.units[command.by].has_moved
    battle = play.state.with_unit(command.by, in_reserve=False, has_moved=moved)
    battle = units.with_contacts(battle, command.by, command.contacts)
    play.commit(battle, Deployed(command.by, command.entry or "", command.ambush))
    await recover(play, command.by, command.near)


async def _support_test(play: Play[Battle], unit: str) -> bool:
    """OF-USR-17: from the second round on a unit with Support takes a command test first."""
    if not units.has(play.state, unit, "Support") or play.state.round < number("support_test_from_round"):
        return True
    fearless = units.has(play.state, unit, "Fearless")
    test = await play.roll(
        command_test(play.state, unit, dice=1),
        why="Support test",
        side=play.state.units[unit].side,
        rules=("OF-USR-17",),
        again=Again(lambda roll: roll.failures, alone=True) if fearless else None,
    )
    return test.successes > 0
