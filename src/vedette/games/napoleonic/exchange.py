"""The exchange of fire: when it ends, and how its losses are spread and marked, all at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.common import by_side
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.napoleonic import facts
from vedette.games.napoleonic.commands import CeaseFire, EndFire
from vedette.games.napoleonic.losses import hits_into_lives
from vedette.games.napoleonic.state import Battle, Shared
from vedette.games.napoleonic.tables import house_rule, plays
from vedette.games.napoleonic.units import in_order


@forbids("NA-3.3.6")
def fire_is_under_way(battle: Battle, command: Any) -> str | None:
    """Fire ends in the phase of skirmish fire."""
    return "Fire is ended in the phase of skirmish fire." if battle.phase != "skirmish" else None


@forbids("NA-3.3.6")
def fire_is_ended_once(battle: Battle, command: EndFire) -> str | None:
    """A side ends its fire once."""
    if battle.sides[command.by].fire_ended:
        return f"{battle.sides[command.by].name} already ceased fire."
    return None


async def end_fire(play: Play[Battle], command: EndFire) -> None:
    """NA-3.3.6: this side has no more fire; when both have none, losses are marked."""
    if play.state.phase != "skirmish" or play.state.sides[command.by].fire_ended:
        raise CommandError("There is no fire that this side could end.")
    play.commit(play.state.with_side(command.by, fire_ended=True), facts.FireEnded(command.by))
    if play.state.fire_over:
        await mark_losses(play)


@forbids("NA-3.3.6")
def somebody_still_fires(battle: Battle, command: CeaseFire) -> str | None:
    """What is ended is not ended yet."""
    return "Both sides have ended their fire." if battle.fire_over else None


async def cease_fire(play: Play[Battle], command: CeaseFire) -> None:
    """NA-3.3.6: neither side has more fire, so losses are marked."""
    if play.state.phase != "skirmish" or play.state.fire_over:
        raise CommandError("There is no fire that could be ended.")
    await end_all_fire(play)


async def end_all_fire(play: Play[Battle]) -> None:
    """Both sides have no more fire, and losses are marked."""
    for name, side in play.state.sides.items():
        if not side.fire_ended:
            play.commit(play.state.with_side(name, fire_ended=True), facts.FireEnded(name))
    await mark_losses(play)


async def mark_losses(play: Play[Battle]) -> None:
    """NA-3.3.6: Hits that are shared are spread, then all are marked; a single 1 is lost."""
    rests = [await spread(play, place) for place in range(len(play.state.shared))]
    hit = _mark_hits(play, house_rule(play.state, "spreading").text if any(rests) else "")
    for name in list(in_order(play.state)):
        if play.state.units[name].on_table:
            hits_into_lives(play, name)
    left = tuple(name for name in hit if play.state.units[name].on_table)
    if left and not play.state.book.options.hits_per_life:
        play.emit(facts.HitsLeftToTable(left))


async def spread(play: Play[Battle], place: int) -> bool:
    """NA-3.3.6.1: as evenly as possible, the odd Hits as chosen; whether it rests on which Hits count (decision 21)."""
    shared = play.state.shared[place]
    already = {name: play.state.units[name].hits_coming for name in shared.at}
    ahead = already if plays(play.state, "spreading", "shared-hits") else dict.fromkeys(shared.at, 0)
    while hits := play.state.shared[place].hits:
        fewest = _fewest(play.state, play.state.shared[place], ahead)
        if hits >= len(fewest):
            _take(play, place, fewest)
            continue
        for left in range(hits, 0, -1):
            one = await _choose(play, play.state.shared[place], fewest, left)
            fewest = tuple(name for name in fewest if name != one)
            _take(play, place, (one,))
    return shared.hits > 0 and len(set(already.values())) > 1


def _fewest(battle: Battle, shared: Shared, ahead: dict[str, int]) -> tuple[str, ...]:
    """The targets that take the fewest Hits so far, but for those `ahead`, in the order in which they were named."""
    taken = {name: battle.units[name].hits_coming - ahead[name] for name in shared.at}
    return tuple(name for name in shared.at if taken[name] == min(taken.values()))


async def _choose(play: Play[Battle], shared: Shared, offered: tuple[str, ...], left: int) -> str:
    """The side that takes the losses says who takes the next Hit."""
    options = tuple(Option(name, play.state.units[name].name) for name in offered)
    hits = "the Hit" if left == 1 else f"the next of {left} Hits"
    why = f"Who takes {hits}?"
    return str(await play.choose("spread", side=shared.side, options=options, why=why, rules=("NA-3.3.6.1",)))


def _take(play: Play[Battle], place: int, units: tuple[str, ...]) -> None:
    """Each of them takes one of the Hits that are shared."""
    battle, shared = play.state, list(play.state.shared)
    shared[place] = replace(shared[place], hits=shared[place].hits - len(units))
    for name in units:
        battle = battle.with_unit(name, hits_coming=battle.units[name].hits_coming + 1)
    play.commit(replace(battle, shared=tuple(shared)), facts.HitsSpread(units))


def _mark_hits(play: Play[Battle], reading: str) -> list[str]:
    """Who is on the table takes its Hits; single 1s are gone. Answers with who was hit."""
    battle, hit = play.state, []
    single = any(unit.ones_coming for unit in battle.units.values()) or any(
        shared.ones for shared in battle.shared
    )
    for name in in_order(battle):
        unit = battle.units[name]
        if unit.on_table:
            hit += [name] if unit.hits_coming else []
            marked = unit.hits + unit.hits_coming
            battle = battle.with_unit(name, hits=marked, hits_coming=0, ones_coming=0)
    taken = {name: play.state.units[name].hits_coming for name in hit}
    fact = facts.LossesMarked(tuple(taken), tuple(taken.values()), single, reading)
    play.commit(replace(battle, shared=(), ones=(), exchange="marked"), fact)
    return hit


EXCHANGE_COMMANDS: dict[str, CommandSpec[Battle]] = {
    "cease_fire": CommandSpec(
        CeaseFire,
        "End the fire of both sides",
        "side",
        cease_fire,
        by_side,
        (fire_is_under_way, somebody_still_fires),
        rules=("NA-3.3.6", "NA-3.3.6.1", "NA-T.5"),
        key="e",
        ends=True,
        deliberate=True,
    ),
    "end_fire": CommandSpec(
        EndFire,
        "End the fire",
        "side",
        end_fire,
        by_side,
        (fire_is_under_way, fire_is_ended_once),
        rules=("NA-3.3.6", "NA-3.3.6.1", "NA-T.5"),
        key="f",
        ends=True,
        deliberate=True,
    ),
}
