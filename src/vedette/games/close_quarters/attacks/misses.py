"""Who else is hit: rolls to avoid after a miss, and chance in a brawl (section 9)."""

from __future__ import annotations

from vedette.engine.dice import Modifier, Remark
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.bursts import bullets, go_past
from vedette.games.close_quarters.attacks.figures import (
    beyond,
    bodies,
    in_the_way,
    is_clear_miss,
    range_modifier,
    read_of_clear_miss,
    spread_at,
)
from vedette.games.close_quarters.attacks.fire_modifiers import autofire
from vedette.games.close_quarters.attacks.hitting import Attacked, hit
from vedette.games.close_quarters.bands import FAILURES, Result, never
from vedette.games.close_quarters.dicing import check, explained, pick
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.standing import brawl
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import modifier, number, plays
from vedette.games.close_quarters.values.effective import e_dex
from vedette.kit.tables import applying


def threatened(game: Fight, attacked: Attacked) -> tuple[str, ...]:
    """CQ-AVD-1, CQ-AVD-3, CQ-AVD-8: whom a miss threatens, in the order in which the line enters their hexes.

    A body used as cover lies in the last hex before the target, behind everybody who is in the way.
    """
    attempt = attacked.attempt
    spared = is_clear_miss(game, attempt, attacked.missed_by) and plays(game, "clear_miss", "spares")
    first = () if spared else in_the_way(game, attempt)
    return (*first, *bodies(game, attempt), *beyond(game, attempt))


async def follow_miss(play: Play[Fight], attacked: Attacked) -> str:
    """CQ-AVD-1: after a miss each figure in the line avoids the shot or is hit; the hex of the last hit, "" for none."""
    attempt = attacked.attempt
    left, last = attempt.rounds, ""
    clear = read_of_clear_miss(play.state, attempt, attacked.missed_by)
    first = in_the_way(play.state, attempt)
    for name in threatened(play.state, attacked):
        avoided = await roll_to_avoid(play, attempt, name, readings=clear if name in first else ())
        if avoided.band in FAILURES:
            play.says(facts.ShotSpent(attempt.by))
            return last
        if avoided.success:
            continue
        play.says(facts.HitInstead(name))
        last, taken = play.state.units[name].hex, min(left, not_avoided(avoided))
        await bullets(play, attempt, name, taken, left=left)
        left -= taken
        if left <= 0:
            return last
    if last:
        go_past(play, left)
    return last


def not_avoided(avoided: Result) -> int:
    """Section 9: how many bullets of a burst strike who didn't avoid it."""
    return max(1, avoided.total - avoided.target)


async def roll_to_avoid(
    play: Play[Fight],
    attempt: Attempt,
    name: str,
    rounds: int | None = None,
    readings: tuple[Remark, ...] = (),
) -> Result:
    """CQ-CHK-13, CQ-AVD-1, CQ-AVD-2: the attacker rolls: up to the number it goes past, above it the figure is hit."""
    one, figure = play.state.units[attempt.by], play.state.units[name]
    return await check(
        play,
        number("avoid_dice"),
        e_dex(play.state, attempt.by),
        why="avoid",
        side=one.side,
        rules=("CQ-AVD-1", "CQ-AVD-2", "CQ-AVD-5"),
        told=f"Past {figure.name}",
        modifiers=avoiding(play.state, attempt, name, attempt.rounds if rounds is None else rounds),
        remarks=(explained(play.state, attempt.by, "dex"), *_meanings(figure.name)),
        readings=readings,
    )


def _meanings(name: str) -> tuple[Remark, ...]:
    """What the totals of a roll to avoid mean."""
    spent = f"From {never(number('avoid_dice'))}"
    return (
        Remark("More than needed", f"{name} is hit", ("CQ-AVD-1",)),
        Remark(spent, "the shot is spent, and nobody is hit", ("CQ-AVD-5",)),
    )


def avoiding(game: Fight, attempt: Attempt, name: str, rounds: int) -> tuple[Modifier, ...]:
    """CQ-AVD-2: distance helps to avoid, automatic fire and spreading shot hurt."""
    if attempt.regular:
        return ()
    hex = game.units[name].hex
    spread = spread_at(game, attempt, hex)
    return applying(
        range_modifier(game, attempt, hex, -1),
        modifier("autofire", -autofire(rounds)),
        modifier(spread, -1) if spread else None,
    )


# --- brawls


async def victim(play: Play[Fight], attempt: Attempt) -> str:
    """CQ-AVD-7: a shot or throw into a brawl hits anybody in it."""
    fighters = brawl(play.state, attempt.target)
    if attempt.regular or not fighters:
        return attempt.target
    side = play.state.units[attempt.by].side
    names = [play.state.units[name].name for name in fighters]
    place = await pick(play, names, why="who", side=side, rules=("CQ-AVD-7",), told="Who in the brawl is hit")
    if fighters[place] != attempt.target:
        play.says(facts.HitInstead(fighters[place]))
    return fighters[place]


async def follow_blow(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-HTH-7: a missed blow into a brawl may hit another in it; they are picked one by one."""
    side = attempt.giver or play.state.units[attempt.by].side
    others = [name for name in brawl(play.state, attempt.target) if name not in (attempt.by, attempt.target)]
    while others:
        names = [play.state.units[name].name for name in others]
        place = await pick(
            play, names, why="who", side=side, rules=("CQ-HTH-7",), told="Who else is in danger"
        )
        name = others.pop(place)
        avoided = await roll_to_avoid(play, attempt, name)
        if avoided.band in FAILURES:
            play.says(facts.ShotSpent(attempt.by))
            return
        if not avoided.success:
            play.says(facts.HitInstead(name))
            await hit(play, attempt, name)
            return
