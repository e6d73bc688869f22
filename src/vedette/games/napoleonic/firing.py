"""What all fire has in common: targets on the table, the reading of the dice, and where Hits and single 1s wait."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from vedette.engine.checks import Refusal, forbids
from vedette.engine.commands import Command
from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Low, Modifier, Remark
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact, Moment, Names
from vedette.engine.grammar import at_start
from vedette.engine.play import Play
from vedette.games.napoleonic.exchange import HEADLINE, mark_losses
from vedette.games.napoleonic.marks import Count
from vedette.games.napoleonic.state import Added, Battle, LastFire, One, Shared, SpecialEvent
from vedette.games.napoleonic.tables import house_rule, modifier, number, plays
from vedette.games.napoleonic.units import actor, is_cavalry, known, profile, score_modifier
from vedette.kit.schema import Ids, Inches
from vedette.kit.sentences import fact
from vedette.kit.tables import applying
from vedette.kit.words import count, cut, listed

FIRE_RULES = ("NA-3.3.4", "NA-3.3.5", "NA-3.3.6", "NA-3.3.7")
"""What holds for every shot of the phase."""


NAME = 22
"""Cells of a name in the line of a shot, where both whole would make it too long."""

A_SINGLE = "a single 1"
"""A 1 without its pair."""


def ones_thrown(ones: int) -> str:
    """1s that were thrown; "1 1" could not be read."""
    return "one 1" if ones == 1 else f"{ones} 1s"


class Fired(Fact, frozen=True):
    """Shots were fired: Hits that wait for the end of the exchange, and 1s through Protection.

    `waiting` is the single 1 that waits for its pair at these targets afterwards.
    """

    by: str
    at: Annotated[tuple[str, ...], Meta(min_length=1)]
    shots: int
    hits: int
    ones: int
    waiting: int

    def sentence(self, names: Names) -> str:
        came = count(self.hits, "Hit") if self.hits else "no Hit"
        if self.waiting == self.ones == 1 and not self.hits:
            came = "no Hit yet, one 1 through Protection waits for its pair"
        elif self.ones:
            single = f"; {A_SINGLE} waits for its pair" if self.waiting else ""
            came = f"{came} out of {ones_thrown(self.ones)} through Protection{single}"
        shots = count(self.shots, "shot")
        return f"{at_start(names(self.by))}, {shots} at {listed(names, self.at)}: {came}."

    def headline(self, names: Names) -> str:
        came = [count(self.hits, "Hit")] if self.hits or not self.ones else []
        came += [ones_thrown(self.ones)] if self.ones else []
        by, at = names(self.by), f"{len(self.at)} Units" if self.at[1:] else names(self.at[0])
        told = f"{by} → {at}: {', '.join(came)}"
        return told if len(told) <= HEADLINE else f"{cut(by, NAME)} → {cut(at, NAME)}: {', '.join(came)}"

    def arithmetic(self, names: Names) -> str:
        """From shots to Hits; through Protection it takes two 1s for each, and one may have waited (NA-3.3.1.6.1)."""
        hits = count(self.hits, "Hit")
        if not self.ones:
            return f"{count(self.shots, 'shot')} → {hits}"
        paired = 2 * self.hits + self.waiting
        waited = f" + {paired - self.ones} that waited" if paired > self.ones else ""
        left = f", {A_SINGLE} waits" if self.waiting else ""
        return f"{count(self.shots, 'shot')} → {ones_thrown(self.ones)}{waited}, two for a Hit: {hits}{left}"

    @property
    def moment(self) -> Moment:
        return "waits" if self.hits else ""


@fact("A 0 of {by} brings a Special Event: settle it by your rules.", headline="A 0: Special Event")
class EventRaised(Fact, frozen=True):
    by: str


# --- what a fire command says, and what the rules ask of it


class Fire(Command):
    """What all fire has in common: at whom, how far, and the Protection of the targets."""

    at: Annotated[str | Ids, "a Unit, or a list"]
    range: Annotated[Inches, "in BD"]
    protection: Annotated[Count, "of the targets"] = 0


F = TypeVar("F", bound=Fire)


def at_targets(battle: Battle, command: F) -> F:
    by = actor(battle, command)
    named = (command.at,) if isinstance(command.at, str) else tuple(command.at)
    if not named:
        raise CommandError("Say at whom they fire.")
    if len(set(named)) < len(named):
        raise CommandError("A target is named twice.")
    for target in named:
        if known(battle, target).side == by.side:
            raise ForbiddenError(f"{battle.units[target].name}: not an enemy.")
    return command.model_copy(update={"at": named})


@forbids("NA-T.3", reads=("at",))
def targets_are_on_the_table(battle: Battle, command: Fire) -> str | None:
    for target in command.at:
        if not battle.units[target].on_table:
            return f"{at_start(battle.unit_name(target))}: off the table."
    return None


def too_far(command: Fire, rule: str) -> Refusal | None:
    """All shots of the phase reach up to 2BD."""
    most = number("range")
    if command.range > most:
        return Refusal(rule, f"Skirmish shots reach up to {most} BD, not {command.range:g}.", f"{most} BD")
    return None


def cavalry_in_the_open(battle: Battle, at: str | tuple[str, ...], protection: int) -> tuple[str, ...]:
    """The Cavalry Units among the targets; behind Protection the ground is not open (decision 12)."""
    return () if protection else tuple(target for target in at if is_cavalry(battle, target))


def fire_pool(
    battle: Battle, by: str, at: tuple[str, ...], dice: int, protection: int, *remarks: Remark
) -> Low:
    """NA-3.3.1.6, NA-3.3.3.4: each 1 takes effect, and nothing but what the players say modifies it.

    NA-3.3.2.4, NA-3.3.2.4.1: of a Skirmish Group at or below the mother's Fire, with the missing Drum and the Protection added.
    """
    group, modifiers, read = battle.units[by].group, tuple[Modifier, ...](), list[Remark]()
    if group == "skirmish":
        modifiers = applying(score_modifier(battle, by), modifier("score-protection", protection))
        if plays(battle, "cavalry_and_groups", "free") and cavalry_in_the_open(battle, at, protection):
            read.append(house_rule(battle, "cavalry_and_groups"))
    elif protection:
        remarks += (Remark("Protection", "two 1s for a Hit", ("NA-3.3.1.6.1", "NA-3.3.3.4.1")),)
        # Another shooter's 1 may wait there; of 1s that go together nobody keeps whose they were.
        together = plays(battle, "ones_of_different_shooters", "together")
        if _waiting(battle, at).ones > 0 if together else any(one.by != by for one in _thrown(battle, at)):
            read.append(house_rule(battle, "ones_of_different_shooters"))
    if group and battle.book.options.special_events:
        read.append(house_rule(battle, "event_shots"))
    zero = "a miss and a Special Event" if raises_events(battle, by) else "a miss"
    against = (one for target in at for one in condition_modifiers(battle, fire_against=target))
    return Low(
        dice=dice,
        sides=number("die_sides"),
        target=profile(battle, by).fire if group == "skirmish" else number("hits_on"),
        basis="Fire" if group == "skirmish" else "a Hit",
        modifiers=(*modifiers, *condition_modifiers(battle, fire=by), *against),
        remarks=(*remarks, Remark("Natural 0", zero, ("NA-3.3.5",))),  # whatever is added to it
        readings=tuple(read),
    )


def raises_events(battle: Battle, by: str) -> bool:
    """NA-3.3.5: whether a 0 of this shooter brings a Special Event; for groups by the table's house rule (decision 23)."""
    units_only = battle.units[by].group and plays(battle, "event_shots", "units")
    return battle.book.options.special_events and not units_only


async def fire(
    play: Play[Battle],
    command: Fire,
    pool: Low,
    *,
    why: str,
    rules: tuple[str, ...],
    paired: bool,
    **used: Any,
) -> None:
    """NA-3.3.4, NA-3.3.5: roll, put the Hits where they wait, raise what a 0 raises; after the fire of both sides mark at once.

    `why` is the pool's name in the panel. `paired`: through Protection each pair of 1s is a Hit (decision 2), but not of
    a Skirmish Group (decision 3). `used` is what the shooter uses up.
    """
    if play.state.phase != "skirmish":
        raise ForbiddenError("There is no skirmish fire in this phase.")
    by, at, through = command.by, tuple(command.at), paired and command.protection > 0
    unit, events = play.state.units[by], raises_events(play.state, by)
    told = unit.name if unit.group else f"{unit.name}, {why.lower()}"
    if events:  # where Special Events are played each 0 among the dice matters
        zero = "A 0 raises a Special Event here"
        roll = await play.roll(pool, why=why, side=unit.side, rules=rules, told=told, faces=zero)
    else:
        roll = await play.recorded_total(pool, why=why, side=unit.side, rules=rules, told=told)
    battle, hits, left = play.state, roll.successes, None
    if through:
        hits, left = divmod(ones_waiting(battle, by, at) + hits, number("ones_for_a_hit"))
    battle = _with_waiting(battle, by, at, hits, left)
    last = LastFire(
        by=by,
        at=at,
        dice=roll.faces,
        scores=roll.scores,
        need=pool.target or 0,
        modifiers=tuple(Added(one.name, int(one.value), next(iter(one.rules), "")) for one in pool.modifiers),
        hits=hits,
        ones=roll.successes if through else 0,
    )
    battle = replace(battle.with_unit(by, **used), exchange="open", last=last)
    play.commit(battle, Fired(by, at, pool.dice, last.hits, last.ones, ones_waiting(battle, by, at)))
    for _ in range(roll.faces.count(0) if events else 0):  # each natural 0 raises one (decision 23)
        raised = (*play.state.events, SpecialEvent(by, at))
        play.commit(replace(play.state, events=raised), EventRaised(by))
    if play.state.fire_over:
        await mark_losses(play)


# --- where Hits and single 1s wait: at the one target, or shared by several


def _waiting(battle: Battle, at: tuple[str, ...]) -> Shared:
    """What waits at the one target, or at the set in any order: Hits and 1s (decision 22)."""
    unit = battle.units[at[0]]
    if len(at) == 1:
        return Shared(at, unit.side, unit.hits_coming, unit.ones_coming)
    return next((entry for entry in battle.shared if set(entry.at) == set(at)), Shared(at, unit.side))


def _thrown(battle: Battle, at: tuple[str, ...]) -> list[One]:
    """The 1s where each shooter makes pairs of its own: who threw each of them."""
    return [single for single in battle.ones if set(single.at) == set(at)]


def ones_waiting(battle: Battle, by: str, at: tuple[str, ...]) -> int:
    """The single 1 with which the next one of this shooter makes a pair (decision 2)."""
    if plays(battle, "ones_of_different_shooters", "together"):
        return _waiting(battle, at).ones
    return sum(single.by == by for single in _thrown(battle, at))


def _with_waiting(battle: Battle, by: str, at: tuple[str, ...], hits: int, left: int | None) -> Battle:
    """The battle with so many Hits more that wait there, and with the 1 or none that this shooter has `left`; None where it threw no 1s."""
    if left is not None and plays(battle, "ones_of_different_shooters", "apart"):
        mine = [single for single in _thrown(battle, at) if single.by == by]
        others = tuple(single for single in battle.ones if single not in mine)
        battle = replace(battle, ones=(*others, *(One(by, at),) * left))
        left = len(_thrown(battle, at))
    before = _waiting(battle, at)
    now = replace(before, hits=before.hits + hits, ones=before.ones if left is None else left)
    if len(at) == 1:
        return battle.with_unit(at[0], hits_coming=now.hits, ones_coming=now.ones)
    shared = tuple(now if entry is before else entry for entry in battle.shared)
    return replace(battle, shared=shared if before in battle.shared else (*shared, now))
