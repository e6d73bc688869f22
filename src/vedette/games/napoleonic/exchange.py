"""The exchange of fire: when it ends, and how its losses are spread and marked, all at once."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.common import by_side
from vedette.engine.errors import ForbiddenError
from vedette.engine.facts import Fact, Moment, Names
from vedette.engine.grammar import agree, at_start, the
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.readings import told_house_rules
from vedette.engine.requests import Option
from vedette.games.napoleonic.state import Battle, Unit
from vedette.games.napoleonic.tables import house_rule, plays
from vedette.games.napoleonic.units import groups_of, in_order
from vedette.kit.sentences import fact
from vedette.kit.words import count, with_reading

COMMANDS = Commands[Battle]()

SPREAD = "spread"
"""The question who takes a Hit."""

HEADLINE = 60
"""Cells of a line of the log about a shot or its losses."""


@fact("{unit}: lost.", moment="lost", headline="{unit} LOST")
class UnitLost(Fact, frozen=True):
    unit: str


@fact(
    "{group}: lost. The officer was one of the lives of {mother}: mark it, if your rules say so.",
    moment="lost",
    headline="{group} LOST",
)
class GroupLost(Fact, frozen=True):
    group: str
    mother: str


@fact("{group}: lost with {mother}.", moment="lost", headline="{group} LOST")
class GroupLostWithMother(Fact, frozen=True):
    group: str
    mother: str


@fact(
    "Hits cost {unit} {lost:# life/lives}, {lives} left{hits:?, {hits:# Hit} over}.",
    moment="hurt",
    headline="{unit} −{lost:# life/lives}",
)
class LivesLost(Fact, frozen=True):
    unit: str
    lost: int
    lives: int
    hits: int


@fact("{side} ceased fire.", headline="{side}: fire ended")
class FireEnded(Fact, frozen=True):
    side: str


@fact("{units}: 1 of the shared Hits{units:=1?| each}.")
class HitsSpread(Fact, frozen=True):
    aside = True
    units: tuple[str, ...]


class LossesMarked(Fact, frozen=True):
    """The exchange is over: who takes how many Hits, and whether a single 1 was lost."""

    units: tuple[str, ...]
    hits: tuple[int, ...]
    single_lost: bool
    reading: Annotated[str, WORDS] = ""

    def sentence(self, names: Names) -> str:
        taken = [f"{names(unit)} {hits}" for unit, hits in zip(self.units, self.hits, strict=False)]
        single = " A single 1 without its pair is lost." if self.single_lost else ""
        marked = f"Losses are marked, in Hits: {', '.join(taken) or 'none'}."
        return with_reading(marked, self.reading) + single

    def headline(self, names: Names) -> str:
        taken = ", ".join(f"{names(unit)} {hits}" for unit, hits in zip(self.units, self.hits, strict=False))
        told = f"{count(sum(self.hits), 'Hit')} marked: {taken}"
        told = told if len(told) <= HEADLINE else told.partition(":")[0] + f" on {len(self.units)} Units"
        return told if taken else "No Hits to mark"

    @property
    def moment(self) -> Moment:
        return "waits" if any(self.hits) else ""


@fact("{units}: what the Hits do to lives and bravery is as in your rules.")
class HitsLeftToTable(Fact, frozen=True):
    aside = True

    units: tuple[str, ...]


def lose(play: Play[Battle], unit: str) -> None:
    """NA-T.3, NA-T.4: off the table, with all groups that are out."""
    groups = groups_of(play.state, unit)
    troop = play.state.units[unit]
    fact = GroupLost(unit, troop.mother) if troop.group else UnitLost(unit)
    play.commit(play.state.with_unit(unit, status="lost"), fact)
    for group in groups:
        play.commit(play.state.with_unit(group, status="lost"), GroupLostWithMother(group, unit))


def hits_into_lives(play: Play[Battle], unit: str) -> None:
    """NA-T.5: every so many Hits take a life; who has none left is lost. Without the option nothing happens."""
    needed, troop = play.state.book.options.hits_per_life, play.state.units[unit]
    if not needed:
        return
    lost = min(troop.hits // needed, troop.lives)
    if lost:
        lives, hits = troop.lives - lost, troop.hits - lost * needed
        play.commit(play.state.with_unit(unit, lives=lives, hits=hits), LivesLost(unit, lost, lives, hits))
    if troop.on_table and not play.state.units[unit].lives:
        lose(play, unit)


async def mark_losses(play: Play[Battle]) -> None:
    """NA-3.3.6: Hits that are shared are spread, then whoever is on the table takes all of its own; a single 1 is lost."""
    rests = [await spread(play, place) for place in range(len(play.state.shared))]
    battle, taken = play.state, dict[str, int]()
    single = any(unit.ones_coming for unit in battle.units.values()) or any(one.ones for one in battle.shared)
    for name in in_order(battle):
        unit = battle.units[name]
        if unit.on_table:
            taken |= {name: unit.hits_coming} if unit.hits_coming else {}
            battle = battle.with_unit(name, hits=unit.hits + unit.hits_coming, hits_coming=0, ones_coming=0)
    read = told_house_rules([house_rule(battle, "spreading")] if any(rests) else ())
    marked = LossesMarked(tuple(taken), tuple(taken.values()), single, read)
    play.commit(replace(battle, shared=(), ones=(), exchange="marked"), marked)
    for name in list(in_order(play.state)):
        if play.state.units[name].on_table:
            hits_into_lives(play, name)
    left = tuple(name for name in taken if play.state.units[name].on_table)
    if left and not play.state.book.options.hits_per_life:
        play.emit(HitsLeftToTable(left))


async def spread(play: Play[Battle], place: int) -> bool:
    """NA-3.3.6.1: as evenly as possible, the odd Hits as chosen; whether it rests on which Hits count (decision 21)."""
    shared, needed = play.state.shared[place], play.state.book.options.hits_per_life
    already = {name: play.state.units[name].hits_coming for name in shared.at}
    ahead = already if plays(play.state, "spreading", "shared-hits") else dict.fromkeys(shared.at, 0)
    while hits := play.state.shared[place].hits:
        taken = {name: play.state.units[name].hits_coming - ahead[name] for name in shared.at}
        fewest = tuple(name for name in shared.at if taken[name] == min(taken.values()))
        if hits >= len(fewest):
            _take(play, place, fewest)
            continue
        for left in range(hits, 0, -1):  # the side that takes the losses says who takes the next Hit
            options = tuple(_option(play.state.units[name], name, needed) for name in fewest)
            side = play.state.side_name(shared.side)
            one = await play.choose(
                SPREAD,
                side=shared.side,
                options=options,
                why=f"Who takes {'the Hit' if left == 1 else f'the next of {left} Hits'}: "
                f"{' or '.join(option.label for option in options)}?",
                rules=("NA-3.3.6.1",),
                title="Who takes the Hit?" if left == 1 else f"Who takes the next of {left} Hits?",
                aside=f"{the(side)} {agree(side, 'chooses', 'choose')}",
                barred=tuple(
                    _barred(play.state, name, ahead[name]) for name in shared.at if name not in fewest
                ),
                rule="Hits are spread evenly: first to those who take the fewest in this phase.",
                commit="{} takes it",
            )
            fewest = tuple(name for name in fewest if name != one)
            _take(play, place, (str(one),))
    return shared.hits > 0 and len(set(already.values())) > 1


def _option(unit: Unit, name: str, needed: int) -> Option:
    """Who may take a Hit: the Hits that it has now and would have, and the life that is at stake."""
    held = unit.hits + unit.hits_coming
    gone, more = (held // needed, (held + 1) // needed) if needed else (0, 0)
    left = max(0, unit.lives - gone)
    costs = more > gone and left > 0
    note = f"{count(left, 'life', 'lives')} left"
    if needed:
        waiting = (held + 1) % needed
        note = f"no life, {count(waiting, 'Hit')} {'waits' if waiting == 1 else 'wait'}"
    return Option(
        name,
        unit.name,
        detail=f"▲{held} → ▲{held + 1}",
        note=f"−1 life: {left} → {left - 1}" if costs else note,
        severity="bad" if costs else "",
    )


def _barred(battle: Battle, name: str, ahead: int) -> Option:
    unit = battle.units[name]
    taken = unit.hits_coming - ahead
    return Option(name, unit.name, detail=f"▲{unit.hits + unit.hits_coming}", note=f"takes {taken} already")


def _take(play: Play[Battle], place: int, units: tuple[str, ...]) -> None:
    battle, shared = play.state, list(play.state.shared)
    shared[place] = replace(shared[place], hits=shared[place].hits - len(units))
    for name in units:
        battle = battle.with_unit(name, hits_coming=battle.units[name].hits_coming + 1)
    play.commit(replace(battle, shared=tuple(shared)), HitsSpread(units))


# --- the commands that end the fire


class EndFire(Command):
    """A side has no more fire in this phase."""


class CeaseFire(Command):
    """Neither side has more fire in this phase."""


@forbids("NA-3.3.6")
def _fire_is_under_way(battle: Battle, command: Command) -> str | None:
    return "Fire is ended in the phase of skirmish fire." if battle.phase != "skirmish" else None


@forbids("NA-3.3.6")
def its_side_still_fires(battle: Battle, command: Command) -> str | None:
    """A side that has ended its fire has no more shots in this phase, and ends it once."""
    side = command.by if command.by in battle.sides else battle.units[command.by].side
    return (
        f"{at_start(battle.side_name(side))} already ceased fire." if battle.sides[side].fire_ended else None
    )


@COMMANDS.add(
    EndFire,
    "End the fire",
    by_side,
    (_fire_is_under_way, its_side_still_fires),
    actor="side",
    rules=("NA-3.3.6", "NA-3.3.6.1", "NA-T.5"),
    key="f",
    ends=True,
    deliberate=True,
)
async def end_fire(play: Play[Battle], command: EndFire) -> None:
    """NA-3.3.6: this side has no more fire; when both have none, losses are marked."""
    if play.state.phase != "skirmish" or play.state.sides[command.by].fire_ended:
        raise ForbiddenError("There is no fire that this side could end.")
    play.commit(play.state.with_side(command.by, fire_ended=True), FireEnded(command.by))
    if play.state.fire_over:
        await mark_losses(play)


@forbids("NA-3.3.6")
def _somebody_still_fires(battle: Battle, command: CeaseFire) -> str | None:
    return "Both sides have ended their fire." if battle.fire_over else None


@COMMANDS.add(
    CeaseFire,
    "End the fire of both sides",
    by_side,
    (_fire_is_under_way, _somebody_still_fires),
    actor="side",
    rules=("NA-3.3.6", "NA-3.3.6.1", "NA-T.5"),
    key="e",
    of_both=True,
    ends=True,
    deliberate=True,
)
async def cease_fire(play: Play[Battle], command: CeaseFire) -> None:
    """NA-3.3.6: neither side has more fire, so losses are marked."""
    if play.state.phase != "skirmish" or play.state.fire_over:
        raise ForbiddenError("There is no fire that could be ended.")
    await end_all_fire(play)


async def end_all_fire(play: Play[Battle]) -> None:
    for name, side in play.state.sides.items():
        if not side.fire_ended:
            play.commit(play.state.with_side(name, fire_ended=True), FireEnded(name))
    await mark_losses(play)
