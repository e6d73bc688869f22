"""Rolling to hit, and what hits cost: the same for Shooting, both sides of a melee, and Bolt."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Count, Modifier, Remark, Roll
from vedette.engine.play import Again, Play
from vedette.games.company import fight_facts
from vedette.games.company.groups import bloodied, toughness, toughness_modifiers
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import modifier, number


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
    return count_pool(to_hit_dice(game, unit), needed, (*modifiers, *said), (*remarks, *rest))


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
        again=Again(dice_that_hit, alone=True),
        faces="Hits against cover are rolled again",
    )
    return roll.successes


def dice_that_hit(roll: Roll) -> tuple[int, ...]:
    """The places of the dice that hit."""
    return tuple(place for place, mark in enumerate(roll.marks) if mark == "success")


def loss_for(game: Skirmish, unit: str, hits: int, *, shooting: bool = False) -> int:
    """CO-SHT-6, CO-ATK-10, CO-GEN-1: hits divided by T, but no more R than is left."""
    return min(hits // toughness(game, unit, shooting=shooting), game.units[unit].r)


def take_hits(play: Play[Skirmish], unit: str, hits: int, lost: int, against: int) -> None:
    """The Group takes its hits; hits left over are lost (decision 2)."""
    left = play.state.units[unit].r - lost
    play.commit(play.state.with_unit(unit, r=left), fight_facts.Hit(unit, hits, against, lost, left))


def count_pool(
    dice: int, needed: int, modifiers: tuple[Modifier, ...] = (), remarks: tuple[Remark, ...] = ()
) -> Count:
    """A to-hit pool: `needed` has the modifiers in it already."""
    return Count(dice=dice, sides=number("die_sides"), target=needed, modifiers=modifiers, remarks=remarks)
