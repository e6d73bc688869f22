"""A sweep with fire before it is made: the roll at each figure in the arc (CQ-AUT-8)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.dice import Sum
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.commands import SweepFire
from vedette.games.close_quarters.attacks.grenades import avoiding
from vedette.games.close_quarters.attacks.sweeping_fire import attempts_at_best, figures_in_arc
from vedette.games.close_quarters.attacks.to_hit import Aim, aim
from vedette.games.close_quarters.bands import always, never
from vedette.games.close_quarters.standing import is_enemy
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.values.effective import e_dex
from vedette.games.close_quarters.view.breakdown import odds
from vedette.games.close_quarters.view.told import named
from vedette.view.vocabulary import Detail


def swept(game: Fight, command: SweepFire) -> Iterator[Detail]:
    """Who is in the arc, and the roll at each in the order of the sweep."""
    names = figures_in_arc(game, command)
    yield Detail("Swept", named(game, names) or "nobody")
    attempts = attempts_at_best(game, command)
    for at, name in enumerate(names):
        attempt = attempts.get(name)
        said = _roll_at(game, attempt) if attempt is not None else "no round is left for him"
        surely = at == 0 or attempt is None
        yield Detail(game.units[name].name, said if surely else f"{said}, if those before him are missed")


def _roll_at(game: Fight, attempt: Attempt) -> str:
    """To hit a foe, to avoid a friend."""
    if is_enemy(game, attempt.by, attempt.target):
        return odds(aim(game, attempt))
    return f"a friend, missed on {odds(_past(game, attempt))}"


def _past(game: Fight, attempt: Attempt) -> Aim:
    """CQ-AVD-1, CQ-AVD-2: the roll to avoid a friend."""
    dice = number("avoid_dice")
    modifiers = avoiding(game, attempt, attempt.target, attempt.rounds)
    target = e_dex(game, attempt.by) + int(sum(one.value for one in modifiers))
    pool = Sum(
        dice=dice,
        sides=number("die_sides"),
        target=target,
        modifiers=modifiers,
        always=always(dice),
        never=never(dice),
    )
    return Aim(pool)
