"""The turn: nine phases, which both sides play at once, and Special Events, which are settled before anything else."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace
from pydantic import Field, field_validator

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import TEXT_LIMIT, Command, Commands
from vedette.engine.common import by_side
from vedette.engine.conditions import conditions_end
from vedette.engine.errors import ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.engine.text import require_text
from vedette.games.napoleonic.exchange import end_all_fire
from vedette.games.napoleonic.state import Battle, Phase
from vedette.games.napoleonic.tables import phases
from vedette.kit.sentences import fact
from vedette.view.asked import Asked
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Battle]()


SETTLE = "special_event"
"""The command that settles an event, and the word that `pending` shows while one is due."""


def events_due(battle: Battle) -> int:
    return sum(not event.result for event in battle.events)


@forbids("NA-3.3.5", alternative="settle it first")
def events_come_first(battle: Battle, command: Command) -> str | None:
    return "A Special Event is due." if events_due(battle) and command.do != SETTLE else None


PHASE_CHECK = events_come_first


# --- the turn: nine phases, which both sides play at once


@fact("Turn {round} begins.", headline="Turn {round}")
class TurnBegan(Fact, frozen=True):
    round: int


@fact("Phase: {phase:named}.", {"named": lambda phase: phases()[phase].name.lower()})
class PhaseBegan(Fact, frozen=True):
    aside = True

    phase: Phase


class NextPhase(Command):
    """On to the next phase, or to the one that is named."""

    to: Annotated[Phase | None, "the next one by default"] = None


@forbids("NA-3.3.6", "NA-3.3.6.1")
def losses_are_marked(battle: Battle, command: NextPhase) -> WhyNot:
    """The phase of skirmish fire isn't left in the middle of an exchange: its losses are spread and marked."""
    if battle.phase != "skirmish" or battle.exchange != "open":
        return None
    if any(entry.hits for entry in battle.shared):
        sentence = "Losses are not spread and marked yet."
        return Refusal("NA-3.3.6", sentence, "end the fire of both sides", also=("NA-3.3.6.1",))
    return "Losses are not marked yet.", "end the fire of both sides"


@COMMANDS.add(
    NextPhase,
    "Next phase",
    by_side,
    (losses_are_marked,),
    actor="side",
    rules=("NA-3.3", "NA-T.1"),
    key="p",
    of_both=True,
    moves=True,
    deliberate=True,
    ends=True,
)
async def next_phase(play: Play[Battle], command: NextPhase) -> None:
    """NA-T.1: step on, at least once, until the phase asked for begins. Forced out of fire, that is ended first."""
    if losses_are_marked.test(play.state, command):
        await end_all_fire(play)
    step(play)
    while command.to and play.state.phase != command.to:
        step(play)


def step(play: Play[Battle]) -> None:
    phase = following(play.state.phase)
    conditions_end(play, "phase")
    if phase == next(iter(phases())):
        conditions_end(play, "turn")
        play.commit(replace(play.state, round=play.state.round + 1), TurnBegan(play.state.round + 1))
    battle = replace(play.state, phase=phase)
    if phase == "skirmish":  # what belongs to this phase begins afresh
        fresh = dict.fromkeys(("side_shot_used", "gun_fired", "fired"), False)
        none = dict.fromkeys(("shots_fired", "hits_coming", "ones_coming"), 0)
        battle = replace(
            battle,
            exchange="none",
            shared=(),
            ones=(),
            events=(),
            sides={name: replace(side, fire_ended=False) for name, side in battle.sides.items()},
            units={name: replace(unit, **fresh, **none) for name, unit in battle.units.items()},
        )
    play.commit(battle, PhaseBegan(phase))


def following(phase: Phase) -> Phase:
    order = [row.id for row in phases().values()]
    return order[(order.index(phase) + 1) % len(order)]


# --- Special Events: raised by a natural 0, settled by the table (NA-3.3.5)


@fact("Special Event of {by}: {result:word}.", headline="Special Event: {result:word}")
class EventSettled(Fact, frozen=True):
    by: str
    result: str


class SettleEvent(Command):
    """What the table made of a Special Event."""

    result: Annotated[
        str,
        Field(min_length=1, max_length=TEXT_LIMIT, description="or “none”"),
        Asked("Result", "r", hint="“none” if nothing comes of it"),
    ]

    _said = field_validator("result")(require_text)


@forbids("NA-3.3.5")
def _an_event_is_due(battle: Battle, command: SettleEvent) -> str | None:
    return None if events_due(battle) else "No Special Event is due."


def _whose_event(battle: Battle, by: str, command: SettleEvent | None) -> tuple[Detail, ...]:
    due = [event for event in battle.events if not event.result]
    return tuple(Detail("A 0 of", battle.units[event.by].name) for event in due[:1])


@COMMANDS.add(
    SettleEvent,
    "Enter the Special Event",
    by_side,
    (_an_event_is_due,),
    actor="side",
    do=SETTLE,
    rules=("NA-3.3.5",),
    reminders=("NA-3.3.5",),
    key="v",
    of_both=True,
    lines=_whose_event,
)  # fmt: skip
async def special_event(play: Play[Battle], command: SettleEvent) -> None:
    """NA-3.3.5: the oldest event that isn't settled has this result."""
    due = [n for n, event in enumerate(play.state.events) if not event.result]
    if not due:
        raise ForbiddenError("No Special Event is due.")
    events = list(play.state.events)
    events[due[0]] = replace(events[due[0]], result=command.result)
    fact = EventSettled(events[due[0]].by, command.result)
    play.commit(replace(play.state, events=tuple(events)), fact)
