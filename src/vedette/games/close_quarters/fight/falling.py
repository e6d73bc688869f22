"""Falls from a height (CQ-MOV-14, section 6.6)."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.dicing import throw
from vedette.games.close_quarters.facts.reckoning import Reckoning
from vedette.games.close_quarters.fight.armor import guard_against_fall, stopped
from vedette.games.close_quarters.fight.harm import fall, harm
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number


async def fall_from(play: Play[Fight], name: str, metres: float) -> None:
    """He falls so far: a die for every full 5 metres, of which armor stops 2 points at most."""
    fall(play, name)
    dice = int(metres // number("fall_metres_per_die"))
    if dice <= 0:
        return
    one = play.state.units[name]
    told = f"{one.name} falls {metres:g} m"
    rolled = await throw(play, dice, why="fall", side=one.side, rules=("CQ-MOV-14",), told=told)
    points = int(rolled.total)
    guard = guard_against_fall(play.state, name)
    left = stopped(play, name, Reckoning.of(points), guard)
    await harm(play, name, left.points, raw=points, how=left.steps, readings=guard.readings)
