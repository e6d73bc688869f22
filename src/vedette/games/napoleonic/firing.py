"""What all fire has in common: targets on the table, the reading of the dice, and where Hits and single 1s wait."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from vedette.engine.checks import Refusal, forbids
from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Low, Modifier, Remark, Roll
from vedette.engine.errors import ForbiddenError
from vedette.engine.facts import Fact, Moment, Names
from vedette.engine.grammar import at_start
from vedette.engine.play import Play
from vedette.games.napoleonic.exchange import mark_losses
from vedette.games.napoleonic.lookup import targets
from vedette.games.napoleonic.state import Added, Battle, LastFire, One, Shared, SpecialEvent
from vedette.games.napoleonic.tables import house_rule, modifier, number, plays
from vedette.games.napoleonic.units import is_cavalry, profile, score_modifier
from vedette.kit.sentences import fact
from vedette.kit.tables import applying
from vedette.kit.words import count, cut, listed


def shared_at(battle: Battle, at: tuple[str, ...]) -> int | None:
    """The place of the shared entry of the same targets, in any order."""
    same = (n for n, entry in enumerate(battle.shared) if set(entry.at) == set(at))
    return next(same, None)


def ones_waiting(battle: Battle, by: str, at: tuple[str, ...]) -> int:
    """The single 1 with which the next one of this shooter makes a pair (decision 2)."""
    if plays(battle, "ones_of_different_shooters", "together"):
        return _ones(battle, at)
    return sum(single.by == by for single in _thrown(battle, at))


def another_waits(battle: Battle, by: str, at: tuple[str, ...]) -> bool:
    """Whether a 1 waits there that may be another shooter's; of 1s that go together nobody keeps whose they were."""
    if plays(battle, "ones_of_different_shooters", "together"):
        return _ones(battle, at) > 0
    return any(single.by != by for single in _thrown(battle, at))


def with_ones(battle: Battle, by: str, at: tuple[str, ...], left: int) -> Battle:
    """The battle with the 1s that wait there, after this shooter has left one or none."""
    if plays(battle, "ones_of_different_shooters", "apart"):
        mine = [single for single in _thrown(battle, at) if single.by == by]
        others = tuple(single for single in battle.ones if single not in mine)
        battle = replace(battle, ones=(*others, *(One(by, at),) * left))
        left = len(_thrown(battle, at))
    place = shared_at(battle, at)
    if place is None:  # a single target: what several share has an entry since its Hits were counted
        return battle.with_unit(at[0], ones_coming=left)
    entries = list(battle.shared)
    entries[place] = replace(entries[place], ones=left)
    return replace(battle, shared=tuple(entries))


def _ones(battle: Battle, at: tuple[str, ...]) -> int:
    """How many 1s wait at the one target, or at the set (decision 22)."""
    if len(at) == 1:
        return battle.units[at[0]].ones_coming
    place = shared_at(battle, at)
    return 0 if place is None else battle.shared[place].ones


def _thrown(battle: Battle, at: tuple[str, ...]) -> list[One]:
    """The same where each shooter makes pairs of its own: who threw each of them."""
    return [single for single in battle.ones if set(single.at) == set(at)]


# --- what all fire has in common: targets on the table, the reading of the dice, and where Hits wait


FIRE_RULES = ("NA-3.3.4", "NA-3.3.5", "NA-3.3.6", "NA-3.3.7")
"""What holds for every shot of the phase."""


class Shot(Struct, frozen=True):
    """A fire command as it is read: who, at whom, through what, and how many dice.

    `why` is the pool's name in the panel. `changes` are what it uses up of the shooter. `paired`: 1s through
    Protection count in pairs (NA-3.3.1.6.1, NA-3.3.3.4.1).
    """

    by: str
    at: tuple[str, ...]
    protection: int
    why: str
    pool: Low
    rules: tuple[str, ...]
    changes: dict[str, Any]
    paired: bool


def at_targets(battle: Battle, command: Any) -> Any:
    """The command with its targets as a list: all enemies, each once."""
    return command.model_copy(update={"at": targets(battle, command.by, command.at)})


@forbids("NA-T.3", reads=("at",))
def targets_are_on_the_table(battle: Battle, command: Any) -> str | None:
    """Who is off the table is no target."""
    for target in command.at:
        if not battle.units[target].on_table:
            return f"{at_start(battle.unit_name(target))}: off the table."
    return None


@forbids("NA-3.3.6")
def its_side_still_fires(battle: Battle, command: Any) -> str | None:
    """A side that has ended its fire has no more shots in this phase."""
    side = battle.units[command.by].side
    return (
        f"{at_start(battle.side_name(side))} already ceased fire." if battle.sides[side].fire_ended else None
    )


def too_far(command: Any, rule: str) -> Refusal | None:
    """All shots of the phase reach up to 2BD."""
    most = number("range")
    if command.range > most:
        return Refusal(rule, f"Skirmish shots reach up to {most} BD, not {command.range:g}.", f"{most} BD")
    return None


def facing_cavalry(battle: Battle, command: Any) -> tuple[str, str] | None:
    """NA-3.3.1.3.1: how enemy cavalry in the open, near and facing, stops skirmishers, and what would do (decisions 11, 12)."""
    within = number("cavalry_within")
    if command.cavalry is not None and command.cavalry < within:
        return f"Enemy cavalry closer than {within} BD stops skirmishers in that direction.", ""
    if command.facing_away:
        return None
    faced = cavalry_in_the_open(battle, command.at, command.protection)
    if not faced:
        return None
    sentence = f"Cavalry in the open faces them: {battle.units[faced[0]].name}."
    return sentence, "facing away, or behind Protection"


def cavalry_in_the_open(battle: Battle, at: tuple[str, ...], protection: int) -> tuple[str, ...]:
    """The Cavalry Units among the targets; behind Protection the ground is not open (decision 12)."""
    return () if protection else tuple(target for target in at if is_cavalry(battle, target))


def plain_pool(
    battle: Battle, by: str, at: tuple[str, ...], dice: int, protection: int, *remarks: Remark
) -> Low:
    """NA-3.3.1.6, NA-3.3.3.4: each 1 takes effect, and nothing modifies it."""
    pairs = Remark("Protection", "two 1s for a Hit", ("NA-3.3.1.6.1", "NA-3.3.3.4.1"))
    said = (*remarks, pairs) if protection else remarks
    read = protection and another_waits(battle, by, at)
    return Low(
        dice=dice,
        sides=number("die_sides"),
        target=number("hits_on"),
        basis="a Hit",
        modifiers=_of_conditions(battle, by, at),
        remarks=(*said, zero_remark(battle, by)),
        readings=(
            *((house_rule(battle, "ones_of_different_shooters"),) if read else ()),
            *_event_reading(battle, by),
        ),
    )


def group_pool(battle: Battle, group: str, at: tuple[str, ...], protection: int) -> Low:
    """NA-3.3.2.4, NA-3.3.2.4.1: at or below the mother's Fire, with the missing Drum and the Protection added."""
    read = plays(battle, "cavalry_and_groups", "free") and cavalry_in_the_open(battle, at, protection)
    return Low(
        dice=number("group_shots"),
        sides=number("die_sides"),
        target=profile(battle, group).fire,
        basis="Fire",
        modifiers=applying(
            score_modifier(battle, group),
            modifier("score-protection", protection),
            *_of_conditions(battle, group, at),
        ),
        remarks=(zero_remark(battle, group),),
        readings=(
            *((house_rule(battle, "cavalry_and_groups"),) if read else ()),
            *_event_reading(battle, group),
        ),
    )


def _of_conditions(battle: Battle, by: str, at: tuple[str, ...]) -> tuple[Modifier, ...]:
    """What the players say of the shooter, and of each target."""
    against = (one for target in at for one in condition_modifiers(battle, fire_against=target))
    return (*condition_modifiers(battle, fire=by), *against)


def zero_remark(battle: Battle, by: str) -> Remark:
    """NA-3.3.5: what a 0 does, whatever is added to it."""
    event = raises_events(battle, by)
    return Remark("Natural 0", "a miss and a Special Event" if event else "a miss", ("NA-3.3.5",))


def raises_events(battle: Battle, by: str) -> bool:
    """NA-3.3.5: whether a 0 of this shooter brings a Special Event; for groups by the table's house rule (decision 23)."""
    units_only = battle.units[by].group and plays(battle, "event_shots", "units")
    return battle.book.options.special_events and not units_only


def _event_reading(battle: Battle, by: str) -> tuple[Remark, ...]:
    read = battle.book.options.special_events and battle.units[by].group
    return (house_rule(battle, "event_shots"),) if read else ()


HEADLINE, NAME = 60, 22
"""Cells of the line of a shot; where names would make it longer each of them has fewer."""

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


@fact(
    "A 0 of {by} brings a Special Event: settle it by your rules.",
    moment="fail",
    headline="A 0: Special Event",
)
class EventRaised(Fact, frozen=True):
    by: str


async def fire(play: Play[Battle], shot: Shot) -> None:
    """Roll, put the Hits where they wait, raise what a 0 raises; after the fire of both sides mark at once."""
    if play.state.phase != "skirmish":
        raise ForbiddenError("There is no skirmish fire in this phase.")
    unit = play.state.units[shot.by]
    told = unit.name if unit.group else f"{unit.name}, {shot.why.lower()}"
    roll = await _rolled(play, shot, told)
    battle, scored = with_scores(play.state, shot, roll.successes)
    last = _last(shot, roll, scored)
    battle = replace(battle.with_unit(shot.by, **shot.changes), exchange="open", last=last)
    waiting = ones_waiting(battle, shot.by, shot.at)
    play.commit(battle, Fired(shot.by, shot.at, shot.pool.dice, last.hits, last.ones, waiting))
    _raise_events(play, shot, roll.faces.count(0))
    if play.state.fire_over:
        await mark_losses(play)


async def _rolled(play: Play[Battle], shot: Shot, told: str) -> Roll:
    """The dice of a shot; where Special Events are played each 0 among them matters (NA-3.3.5)."""
    why, side, rules = shot.why, play.state.units[shot.by].side, shot.rules
    if not raises_events(play.state, shot.by):
        return await play.recorded_total(shot.pool, why=why, side=side, rules=rules, told=told)
    zero = "A 0 raises a Special Event here"
    return await play.roll(shot.pool, why=why, side=side, rules=rules, told=told, faces=zero)


def _last(shot: Shot, roll: Roll, hits: int) -> LastFire:
    """The command as `last` tells it."""
    return LastFire(
        by=shot.by,
        at=shot.at,
        dice=roll.faces,
        scores=roll.scores,
        need=shot.pool.target or 0,
        modifiers=tuple(_added(modifier) for modifier in shot.pool.modifiers),
        hits=hits,
        ones=roll.successes if shot.paired and shot.protection else 0,
    )


def _added(modifier: Modifier) -> Added:
    return Added(modifier.name, int(modifier.value), next(iter(modifier.rules), ""))


def with_scores(battle: Battle, shot: Shot, scores: int) -> tuple[Battle, int]:
    """NA-3.3.4, NA-3.3.1.6.1: the battle with the Hits waiting at their targets, and how many they are.

    Through Protection each pair of 1s is a Hit (decision 2), but not of a Skirmish Group (decision 3).
    """
    if not (shot.paired and shot.protection):
        return _with_hits(battle, shot.at, scores), scores
    ones = ones_waiting(battle, shot.by, shot.at) + scores
    pairs, left = divmod(ones, number("ones_for_a_hit"))
    return with_ones(_with_hits(battle, shot.at, pairs), shot.by, shot.at, left), pairs


def _with_hits(battle: Battle, at: tuple[str, ...], hits: int) -> Battle:
    """The Hits at the one target, or shared by several."""
    if len(at) == 1:
        return battle.with_unit(at[0], hits_coming=battle.units[at[0]].hits_coming + hits)
    entries = list(battle.shared)
    place = shared_at(battle, at)
    if place is None:
        place = len(entries)
        entries.append(Shared(at, battle.units[at[0]].side))
    entries[place] = replace(entries[place], hits=entries[place].hits + hits)
    return replace(battle, shared=tuple(entries))


def _raise_events(play: Play[Battle], shot: Shot, zeros: int) -> None:
    """NA-3.3.5: where Special Events are played, each natural 0 raises one (decision 23)."""
    if not raises_events(play.state, shot.by):
        return
    for _ in range(zeros):
        events = (*play.state.events, SpecialEvent(shot.by, shot.at))
        play.commit(replace(play.state, events=events), EventRaised(shot.by))
