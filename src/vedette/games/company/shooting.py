"""Rolling to hit, and what hits cost: the same for Shooting, both sides of a melee, and Bolt; and who may be shot at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Count, Modifier, Remark, Roll
from vedette.engine.errors import ForbiddenError
from vedette.engine.facts import Fact, Names
from vedette.engine.grammar import the
from vedette.engine.play import Again, Play
from vedette.games.company.groups import (
    DISTANCES,
    bloodied,
    has,
    is_played,
    profile,
    readings_of_dice,
    toughness,
    toughness_modifiers,
)
from vedette.games.company.lines import pool_words, reading_line
from vedette.games.company.lookup import by_group, known
from vedette.games.company.phase_check import FREE_GROUP_CHECKS, it_has_a_value
from vedette.games.company.resilience import TEST_RULES, after_losses, test_lines
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import Missile, modifier, number
from vedette.games.company.turns import ACTIVATION_RULES, activates, activation_line
from vedette.kit.schema import Inches
from vedette.kit.sentences import fact
from vedette.kit.words import count
from vedette.view.asked import Asked
from vedette.view.dice_text import rerolled
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail, PlannedRoll

COMMANDS = Commands[Skirmish]()


def to_hit_dice(game: Skirmish, unit: str) -> int:
    """CO-SHT-4, CO-ATK-7: 12 dice, or 6 for a Bloodied Group."""
    return number("to_hit_dice_bloodied" if bloodied(game, unit) else "to_hit_dice")


def bettered(value: int, name: str) -> tuple[int, tuple[Modifier, ...]]:
    """CO-TRA-5, CO-CAP-9: a to-hit value made better, but never better than 2."""
    better = modifier(name)
    if value + better.value < number("best_to_hit"):
        return value, ()
    return value + int(better.value), (better,)


def bloodied_remark(game: Skirmish, unit: str) -> tuple[Remark, ...]:
    """CO-GEN-5: why there are fewer dice."""
    if not bloodied(game, unit):
        return ()
    fewer = f"{number('to_hit_dice_bloodied')} of {number('to_hit_dice')} dice"
    return (Remark("Bloodied", fewer, ("CO-GEN-5",)),)


def cover_remark(cover: bool) -> tuple[Remark, ...]:
    """CO-TER-5: what declared cover does."""
    return (Remark("cover", "roll hits again", ("CO-TER-5",)),) if cover else ()


def toughness_remark(game: Skirmish, target: str, *, shooting: bool = False) -> Remark:
    """CO-SHT-6, CO-ATK-10: how many hits take 1 R, and what adds to T."""
    more = toughness_modifiers(game, target, shooting=shooting)
    total = toughness(game, target, shooting=shooting)
    rules = tuple(rule for modifier in more for rule in modifier.rules)
    hits = "1 hit takes 1 R" if total == 1 else f"{total} hits take 1 R"
    because = f" ({', '.join(f'{modifier.name} {modifier.value:+g}' for modifier in more)})" if more else ""
    return Remark(f"T {total}", f"{hits}{because}", ("CO-SHT-6" if shooting else "CO-ATK-10", *rules))


def to_hit_pool(
    game: Skirmish,
    unit: str,
    target: str,
    needed: int,
    modifiers: tuple[Modifier, ...],
    remarks: tuple[Remark, ...] = (),
    *,
    cover: bool,
    shooting: bool = False,
) -> Count:
    """The dice of a volley or of one side of a melee, and why they are so many and so good."""
    rest = (
        *bloodied_remark(game, unit),
        *cover_remark(cover),
        toughness_remark(game, target, shooting=shooting),
    )
    needed, said = as_players_say(game, unit, target, needed)
    basis = "MI" if shooting else "ME"
    pool = count_pool(to_hit_dice(game, unit), needed, (*modifiers, *said), (*remarks, *rest), basis=basis)
    return replace(pool, readings=readings_of_dice(game, unit))


def as_players_say(game: Skirmish, unit: str, target: str, needed: int) -> tuple[int, tuple[Modifier, ...]]:
    """The number needed with what conditions add to the roll, never better than 2; as the other modifiers of that number."""
    said = condition_modifiers(game, hit=unit, hit_against=target)
    modifiers = tuple(replace(modifier, value=-modifier.value) for modifier in said)
    worse = int(sum(modifier.value for modifier in modifiers))
    return max(min(needed, number("best_to_hit")), needed + worse), modifiers


async def roll_to_hit(
    play: Play[Skirmish], unit: str, pool: Count, *, why: str, told: str, rules: tuple[str, ...], cover: bool
) -> int:
    """CO-SHT-5, CO-ATK-8, CO-TER-5: the hits; against cover every die that hit is rolled again, once."""
    side = play.state.units[unit].side
    if not cover:
        return await play.total(pool, why=why, side=side, rules=rules, told=told)
    roll = await play.roll(
        pool,
        why=why,
        side=side,
        rules=(*rules, "CO-TER-5"),
        told=told,
        again=AGAINST_COVER,
        faces="Hits against cover are rolled again",
    )
    return roll.successes


def dice_that_hit(roll: Roll) -> tuple[int, ...]:
    """The places of the dice that hit."""
    return tuple(place for place, mark in enumerate(roll.marks) if mark == "success")


AGAINST_COVER = Again(dice_that_hit, alone=True)


def to_hit_line(label: str, side: str, pool: Count, *, cover: bool) -> PlannedRoll:
    """The dice of a volley or a blow in a form, and what cover does to each of them."""
    reroll = rerolled(pool, AGAINST_COVER, "cover, hits rolled again") if cover else None
    return PlannedRoll(label, pool_words(pool), side=side, pool=pool, reroll=reroll)


def loss_for(game: Skirmish, unit: str, hits: int, *, shooting: bool = False) -> int:
    """CO-SHT-6, CO-ATK-10, CO-GEN-1: hits divided by T, but no more R than is left."""
    return min(hits // toughness(game, unit, shooting=shooting), game.units[unit].r)


@fact(
    "{unit} took {hits:# hit} against T {toughness}: {lost:?{lost} R lost, {left} left|nothing lost}.",
    moment=lambda it: "hurt" if it.lost else "",
    headline="{unit}: {hits:# hit}, {lost:?−{lost} R|no loss}",
)
class Hit(Fact, frozen=True):
    unit: str
    hits: int
    toughness: int
    lost: int
    left: int

    def arithmetic(self, names: Names) -> str:
        """From hits to R: only whole multiples of T cost any (CO-SHT-6, CO-ATK-10)."""
        if not self.hits:
            return ""
        cost = self.hits // self.toughness
        no_more = f", only {self.lost} to lose" if cost > self.lost else ""
        return f"{names(self.unit)}: {count(self.hits, 'hit')} ÷ T {self.toughness} = {cost} R{no_more}, {self.left} left"


def take_hits(play: Play[Skirmish], unit: str, hits: int, lost: int, against: int) -> None:
    """The Group takes its hits; hits left over are lost (decision 2)."""
    left = play.state.units[unit].r - lost
    play.commit(play.state.with_unit(unit, r=left), Hit(unit, hits, against, lost, left))


def count_pool(
    dice: int,
    needed: int,
    modifiers: tuple[Modifier, ...] = (),
    remarks: tuple[Remark, ...] = (),
    *,
    basis: str,
) -> Count:
    """A to-hit pool: `needed` has the modifiers in it already."""
    return Count(
        dice=dice, sides=number("die_sides"), target=needed, modifiers=modifiers, remarks=remarks, basis=basis
    )


# --- shooting: who may be shot at, the dice, and what they cost


def right_beside(game: Skirmish, by: str) -> int:
    """The distance that stands in while none is given."""
    return 0


def in_play(game: Skirmish, by: str, *, enemies: bool) -> Mapping[str, str]:
    """The Groups in play of the enemy, or of one's own side."""
    return {
        name: group.name
        for name, group in game.units.items()
        if group.in_play and game.enemies(by, name) is enemies
    }


def enemies_in_play(game: Skirmish, by: str) -> Mapping[str, str]:
    """Whom a Group may turn against."""
    return in_play(game, by, enemies=True)


UNSEEN = Asked("Out of sight", "o", denied="unseen", advanced=True)


Sees = Annotated[bool, Field(description="whether the target is in sight")]


Covered = Annotated[bool, Field(description="the target is behind it")]


def _within_range(game: Skirmish, words: Words) -> str:
    mi = profile(game, words["by"]).mi
    return f'at most {mi.range:g}"' if mi else ""


class Shoot(Command):
    """Shoot at an enemy Group."""

    target: Annotated[str, Asked("Target", "t", enemies_in_play, after=("inches",))]
    inches: Annotated[
        Inches,
        Asked("Distance", "i", unit='"', hint=_within_range, stand_in=right_beside, digits=2),
        Field(description="to the target"),
    ]
    cover: Annotated[Covered, Asked("Behind cover", "c")] = False
    sees: Annotated[Sees, UNSEEN] = True


def shoot_understood(game: Skirmish, command: Shoot) -> Shoot:
    """A Group shoots at a Group."""
    by_group(game, command)
    known(game, command.target)
    return command


@forbids("CO-SHT-1")
def it_has_missiles(game: Skirmish, command: Shoot) -> str | None:
    """Only a Group with an MI profile Shoots."""
    if profile(game, command.by).mi is None:
        return f"{game.units[command.by].name}: no MI profile."
    return None


@forbids("CO-GEN-4", reads=("target",))
def the_target_is_an_enemy(game: Skirmish, command: Any) -> str | None:
    """Only enemies are shot at or attacked (decision 33)."""
    if not game.enemies(command.by, command.target):
        return f"{game.units[command.target].name}: not an enemy."
    return None


@forbids("CO-ROU-1", reads=("target",))
def the_target_is_in_play(game: Skirmish, command: Any) -> str | None:
    """Routed Groups, deserters and Groups in reserve can't be a target."""
    target = game.units[command.target]
    return None if target.in_play else f"{target.name}: not in play."


@forbids("CO-SHT-2", reads=("inches",))
def the_target_is_in_range(game: Skirmish, command: Shoot) -> WhyNot:
    """The target is within the MI range."""
    mi = profile(game, command.by).mi
    if mi is not None and command.inches > mi.range:
        return f"Its range is {mi.range:g} inches.", f"{mi.range:g} inches"
    return None


@forbids("CO-SHT-3", reads=("sees",))
def the_target_is_seen(game: Skirmish, command: Shoot) -> str | None:
    """The target can be seen."""
    return None if command.sees else "It cannot see its target."


@forbids("CO-TRA-9", reads=("target", "inches"))
def stealth_hides_the_distant(game: Skirmish, command: Shoot) -> WhyNot:
    """A Stealthy Group can't be shot at from more than 12 inches."""
    limit = number("stealthy_range")
    if has(game, command.target, "stealthy") and command.inches > limit:
        name = game.units[command.target].name
        return f"{name}: Stealthy, no shot from farther away.", f"{limit} inches"
    return None


def shoot_lines(game: Skirmish, by: str, command: Shoot | None) -> tuple[Detail, ...]:
    """A volley, the order before it, and the test that it may bring."""
    order = activation_line(game, by, "shoot")
    if command is None:
        return order
    pool = shoot_pool(game, by, command.target, cover=command.cover)
    volley = to_hit_line("To hit", game.units[by].side, pool, cover=command.cover)
    return (*map(reading_line, pool.readings), volley, *order, *test_lines(game, command.target))


@COMMANDS.add(
    Shoot,
    "Shoot",
    shoot_understood,
    (
        *FREE_GROUP_CHECKS,
        it_has_missiles,
        it_has_a_value,
        the_target_is_an_enemy,
        the_target_is_in_play,
        the_target_is_in_range,
        the_target_is_seen,
        stealth_hides_the_distant,
    ),
    rules=(
        *ACTIVATION_RULES, *TEST_RULES, "CO-SHT-4", "CO-SHT-5", "CO-SHT-6", "CO-SHT-7", "CO-TER-5", "CO-TRA-5",
        "CO-TRA-10",
    ),
    reminders=(*DISTANCES, "CO-TER-4"),
    key="s",
    aims="shoot at",
    offered=lambda game, by: is_played(game, by) and profile(game, by).mi is not None,
    lines=shoot_lines,
)  # fmt: skip
async def shoot(play: Play[Skirmish], command: Shoot) -> None:
    """CO-SHT-4 to CO-SHT-7: the volley, what it costs, and the tests that it brings."""
    missiles(play.state, command.by)
    if not await activates(play, command.by, "shoot"):
        return
    by, target = command.by, command.target
    hits = await roll_to_hit(
        play,
        by,
        shoot_pool(play.state, by, target, cover=command.cover),
        why="shoot",
        told=f"{play.state.units[by].name}: shots at {the(play.state.unit_name(target))}",
        rules=("CO-SHT-4", "CO-SHT-5"),
        cover=command.cover,
    )
    lost = loss_for(play.state, target, hits, shooting=True)
    take_hits(play, target, hits, lost, toughness(play.state, target, shooting=True))
    await after_losses(play, {by: 0, target: lost}, {target: by})


def shoot_pool(game: Skirmish, unit: str, target: str, *, cover: bool) -> Count:
    """CO-SHT-4, CO-SHT-5, CO-TRA-5: the dice of a volley, and what each must show."""
    hit = missiles(game, unit).hit
    needed, modifiers = bettered(hit, "accurate") if has(game, unit, "accurate") else (hit, ())
    return to_hit_pool(game, unit, target, needed, modifiers, cover=cover, shooting=True)


def missiles(game: Skirmish, unit: str) -> Missile:
    """The MI profile; raises CommandError where there is none."""
    mi = profile(game, unit).mi
    if mi is None:
        raise ForbiddenError(f"{game.units[unit].name}: no MI profile, nothing to roll.")
    return mi
