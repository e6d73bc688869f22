"""Bursts and automatic fire: each bullet is a hit of its own (CQ-AUT-3, CQ-AUT-6)."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.hitting import Attacked, hit
from vedette.games.close_quarters.damage.harm import fall
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.near import is_out
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import Result, number


def bullets_of(attacked: Attacked) -> int:
    """CQ-AUT-3: how many hits a roll to hit comes to: its margin, at least one, at most the rounds (decision 42)."""
    return max(1, min(attacked.margin, attacked.attempt.rounds))


async def bullets(
    play: Play[Fight],
    attempt: Attempt,
    target: str,
    count: int,
    result: Result | None = None,
    *,
    left: int = 0,
) -> None:
    """So many bullets hit somebody, the first with the roll's own result; it stops when he is out or falls.

    left: of how many, where some have hit others before. A single shot is one bullet. CQ-AUT-6: with 8 points from one
    burst he falls at once, and the rest passes.
    """
    burst = attempt.rounds > 1
    if burst:
        play.emit(facts.Bullets(target, count, left or attempt.rounds))
    done = 0
    for bullet in range(1, count + 1):
        done += await hit(play, attempt, target, result if bullet == 1 else None, (bullet, count))
        floored = burst and done >= number("burst_fall_at") and not is_out(play.state, target)
        if floored:
            knock_down(play, target)
        if floored or is_out(play.state, target):
            go_past(play, count - bullet)
            return


def go_past(play: Play[Fight], rounds: int) -> None:
    """CQ-AUT-6: the bullets that are left can hit nobody any more."""
    if rounds > 0:
        play.emit(facts.GoPast(rounds))


def knock_down(play: Play[Fight], target: str) -> None:
    """CQ-AUT-6: he falls, unless he has already, or fights hand to hand."""
    character = play.state.units[target]
    if character.posture != "fallen" and not character.hth:
        fall(play, target)
