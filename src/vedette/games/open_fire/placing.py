"""Setting up: players who choose their entry points place one each in turn (OF-SET-5)."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.checks import forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.open_fire import facts
from vedette.games.open_fire.commands import PlaceEntry
from vedette.games.open_fire.lookup import by_side
from vedette.games.open_fire.state import Battle


def unplaced(battle: Battle, side: str) -> list[str]:
    """The entry points that a side has yet to place."""
    points = battle.book.mission.entry_points.values()
    return [point.id for point in points if point.side == side and point.id not in battle.placed]


def is_placing(battle: Battle) -> bool:
    """Whether entry points are still to be placed, in a mission that leaves that to the players."""
    chosen = battle.phase == "setup" and battle.book.mission.players_place
    return chosen and any(unplaced(battle, side) for side in battle.sides)


def to_place(battle: Battle) -> str:
    """The side that places the next entry point: the winner of the roll-off, then each in turn; "" before the roll-off."""
    if not battle.placed:
        return battle.last_roll_off
    last = battle.book.mission.entry_points[battle.placed[-1]].side
    return next((side for side in (battle.other(last), last) if unplaced(battle, side)), "")


def awaits_roll_off(battle: Battle) -> bool:
    """Whether it is still to be rolled for who places first."""
    return is_placing(battle) and not to_place(battle)


def _place_understood(battle: Battle, command: PlaceEntry) -> PlaceEntry:
    by_side(battle, command)
    if not (is_placing(battle) and unplaced(battle, command.by)):
        raise CommandError(f"{battle.sides[command.by].name}: no entry point to place.")
    return command


@forbids("OF-SET-5")
def places_in_turn(battle: Battle, command: PlaceEntry) -> str | None:
    """The winner of the roll-off places first, then each side in turn."""
    due = to_place(battle)
    if not due:
        return "Roll off first for who places an entry point."
    return None if due == command.by else f"The next entry point is for {battle.sides[due].name} to place."


async def place_entry(play: Play[Battle], command: PlaceEntry) -> None:
    """OF-SET-5: the side places its next entry point."""
    point = unplaced(play.state, command.by)[0]
    play.commit(replace(play.state, placed=(*play.state.placed, point)), facts.EntryPlaced(command.by, point))


def _may_place(battle: Battle, by: str) -> bool:
    return is_placing(battle) and bool(unplaced(battle, by))


PLACING_COMMANDS: dict[str, CommandSpec[Battle]] = {
    "place_entry": CommandSpec(
        PlaceEntry,
        "Place an entry point",
        "side",
        place_entry,
        _place_understood,
        (places_in_turn,),
        rules=("OF-SET-5",),
        key="p",
        offered=_may_place,
    ),
}
