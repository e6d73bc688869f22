"""Bursts and automatic fire: each bullet is a hit of its own (CQ-AUT-3, CQ-AUT-6)."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.hitting import Attacked, hit
from vedette.games.close_quarters.bands import Result
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.fight.harm import fall
from vedette.games.close_quarters.standing import is_out
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number


def bullets_of(attacked: Attacked) -> int:
    """CQ-AUT-3: how many hits a roll to hit comes to: its margin, at least one, at most the rounds (decision 42)."""
    return max(1, min(attacked.margin, attacked.attempt.rounds))


async def bullets(
    play: Play[Fight], attempt: Attempt, target: str, count: int, result: Result | None = None
) -> None:
    """So many bullets hit somebody, the first with the roll's own result; it stops when he is out or falls.

    CQ-AUT-6: with 8 points from one burst he falls at once, and the rest passes. A single shot is one bullet.
    """
    if attempt.rounds > 1:
        play.says(facts.Bullets(target, count))
    done = 0
    for bullet in range(count):
        done += await hit(play, attempt, target, None if bullet else result)
        if is_out(play.state, target):
            return
        if attempt.rounds > 1 and done >= number("burst_fall_at"):
            knock_down(play, target)
            return


def knock_down(play: Play[Fight], target: str) -> None:
    """CQ-AUT-6: he falls, unless he has already, or fights hand to hand."""
    one = play.state.units[target]
    if one.posture != "fallen" and not one.hth:
        fall(play, target)
