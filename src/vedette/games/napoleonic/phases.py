"""The turn: nine phases, which both sides play at once."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.checks import Refusal, check
from vedette.engine.commands import CommandSpec
from vedette.engine.common import by_side
from vedette.engine.conditions import conditions_end
from vedette.engine.play import Play
from vedette.games.napoleonic import facts
from vedette.games.napoleonic.commands import NextPhase
from vedette.games.napoleonic.exchange import end_all_fire
from vedette.games.napoleonic.state import Battle, Phase, Unit
from vedette.games.napoleonic.tables import phases


@check("NA-3.3.6", "NA-3.3.6.1")
def losses_are_marked(battle: Battle, command: NextPhase) -> Refusal | None:
    """The phase of skirmish fire isn't left in the middle of an exchange: its losses are spread and marked."""
    if battle.phase != "skirmish" or battle.exchange != "open":
        return None
    if any(entry.hits for entry in battle.shared):
        sentence = "Losses are not spread and marked yet: both sides end their fire first."
        return Refusal("NA-3.3.6", sentence, also=("NA-3.3.6.1",))
    return Refusal("NA-3.3.6", "Losses are not marked yet: both sides end their fire first.")


async def next_phase(play: Play[Battle], command: NextPhase) -> None:
    """NA-T.1: step on, at least once, until the phase asked for begins. Forced out of fire, that is ended first."""
    if losses_are_marked.test(play.state, command):
        await end_all_fire(play)
    step(play)
    while command.to and play.state.phase != command.to:
        step(play)


def step(play: Play[Battle]) -> None:
    """The phase after this one; after the last comes the first of the next turn."""
    phase = following(play.state.phase)
    conditions_end(play, "phase")
    if phase == next(iter(phases())):
        conditions_end(play, "turn")
        play.commit(replace(play.state, round=play.state.round + 1), facts.TurnBegan(play.state.round + 1))
    battle = replace(play.state, phase=phase)
    play.commit(reset(battle) if phase == "skirmish" else battle, facts.PhaseBegan(phase))


def following(phase: Phase) -> Phase:
    """The phase that comes after."""
    order = [row.id for row in phases().values()]
    return order[(order.index(phase) + 1) % len(order)]


def reset(battle: Battle) -> Battle:
    """What belongs to the phase of skirmish fire, as it begins."""
    return replace(
        battle,
        exchange="none",
        shared=(),
        ones=(),
        events=(),
        sides={name: replace(side, fire_ended=False) for name, side in battle.sides.items()},
        units={name: _afresh(unit) for name, unit in battle.units.items()},
    )


def _afresh(unit: Unit) -> Unit:
    return replace(
        unit, shots_fired=0, side_shot_used=False, gun_fired=False, fired=False, hits_coming=0, ones_coming=0
    )


PHASE_COMMANDS: dict[str, CommandSpec[Battle]] = {
    "next_phase": CommandSpec(
        NextPhase,
        "Next phase",
        "side",
        next_phase,
        by_side,
        (losses_are_marked,),
        rules=("NA-3.3", "NA-T.1"),
        key="p",
        moves=True,
        deliberate=True,
        ends=True,
    ),
}
