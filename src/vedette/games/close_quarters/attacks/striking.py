"""One blow with a regular weapon: the roll to hit, the hit, and who else a missed blow strikes in a brawl."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.hitting import Attacked, hit, roll_to_hit
from vedette.games.close_quarters.attacks.misses import follow_blow
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.values.arms import figures
from vedette.games.close_quarters.weapon import Weapon


async def strike_at(play: Play[Fight], attempt: Attempt) -> Attacked:
    """CQ-ATK-1, CQ-HTH-7: strike somebody."""
    play.becomes(play.state.with_unit(attempt.by, fought=True), facts.Strikes(attempt.by, attempt.target))
    attacked = await roll_to_hit(play, attempt)
    if attacked.hit:
        await hit(play, attempt, attempt.target, attacked.result)
    elif not attacked.lost:
        await follow_blow(play, attempt)
    return attacked


def use_power(play: Play[Fight], by: str, used: Weapon | None) -> None:
    """CQ-NRG-3: a battery weapon uses a turn of its power; a pistol in hand-to-hand combat a round."""
    if used is None or not (figures(used).is_a("battery") or figures(used).missile):
        return
    own = play.state.units[by].weapon(used.id)
    if own is not None and own.ammo > 0:
        left = play.state.with_weapon(by, own.id, ammo=own.ammo - 1)
        play.becomes(left, facts.PowerUsed(by, own.type, own.ammo - 1))
