"""Special Events: raised by a natural 0, settled by the table (NA-3.3.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.common import by_side
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.napoleonic import facts
from vedette.games.napoleonic.commands import SettleEvent
from vedette.games.napoleonic.phase_check import SETTLE, events_due
from vedette.games.napoleonic.state import Battle
from vedette.view.vocabulary import Detail


@forbids("NA-3.3.5")
def an_event_is_due(battle: Battle, command: SettleEvent) -> str | None:
    """There is an event that nobody has settled."""
    return None if events_due(battle) else "No Special Event is due."


def _whose_event(battle: Battle, by: str, command: Any) -> Iterator[Detail]:
    """Who rolled the 0 of the oldest event that is due."""
    due = (event for event in battle.events if not event.result)
    for event in islice(due, 1):
        yield Detail("A 0 of", battle.units[event.by].name)


async def special_event(play: Play[Battle], command: SettleEvent) -> None:
    """NA-3.3.5: the oldest event that isn't settled has this result."""
    due = [n for n, event in enumerate(play.state.events) if not event.result]
    if not due:
        raise CommandError("No Special Event is due.")
    events = list(play.state.events)
    events[due[0]] = replace(events[due[0]], result=command.result)
    fact = facts.EventSettled(events[due[0]].by, command.result)
    play.commit(replace(play.state, events=tuple(events)), fact)


EVENT_COMMANDS: dict[str, CommandSpec[Battle]] = {
    SETTLE: CommandSpec(
        SettleEvent, "Settle the Special Event", "side", special_event, by_side, (an_event_is_due,), rules=("NA-3.3.5",)
    , key="v", lines=_whose_event),
}  # fmt: skip
