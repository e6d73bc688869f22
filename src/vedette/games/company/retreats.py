"""Retreating: the way back, ordered or forced."""

from __future__ import annotations

from vedette.engine.dice import Remark, Total
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.company import fight_facts
from vedette.games.company.groups import retreat_distance, without_melees
from vedette.games.company.routs import Queue, joins, lost_r, rout
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import house_rule, number, plays

WAYS = (
    Option("clear", "the way back is clear"),
    Option("blocked", "blocked by terrain or by enemy Groups"),
    Option("off_table", "a model leaves the table: the Group is Routed"),
)


async def fall_back(play: Play[Skirmish], unit: str, queue: Queue, cause: str, *, ordered: bool) -> None:
    """CO-RET-2, CO-RET-4, CO-RET-5, CO-RET-6: half of MO away from the cause; melees are over."""
    game = play.state
    inches = retreat_distance(game, unit)
    play.commit(without_melees(game, unit), fight_facts.Retreated(unit, inches, cause))  # decision 11
    if not inches:  # decision 10
        return
    group = play.state.units[unit]
    away = f"from {game.units[cause].name}" if cause else "from the nearest enemy"
    answer = await play.choose(
        "retreat",
        side=group.side,
        options=WAYS,
        why=f"{group.name} Retreats {inches} inches directly away {away}, not within {number('retreat_gap')} inches of enemies.",
        rules=("CO-RET-2", "CO-RET-3"),
    )
    if answer == "blocked":
        await _blocked(play, unit, queue, cause, ordered=ordered)
    elif answer == "off_table":
        rout(play, unit, queue, "off_table")


async def _blocked(play: Play[Skirmish], unit: str, queue: Queue, cause: str, *, ordered: bool) -> None:
    """CO-RET-4: lower than the current R, that many R are lost, and tested if the table reads it so (decisions 7 to 9)."""
    group = play.state.units[unit]
    what = Remark("lower than its R", f"it has {group.r}: it loses that many", ("CO-RET-4",))
    total = await play.total(
        Total(dice=number("blocked_dice"), sides=number("die_sides"), remarks=(what,)),
        why="blocked",
        side=group.side,
        rules=("CO-RET-4",),
        told=f"The way back of {group.name} is blocked",
    )
    lost = total if total < group.r else 0
    read = house_rule(play.state, "forced_blocked_retreat")
    tested = ordered or plays(play.state, "forced_blocked_retreat", "test")
    why_not = read.text if lost and not tested else ""
    blocked = fight_facts.Blocked(unit, lost, group.r - lost, why_not)
    play.commit(play.state.with_unit(unit, r=group.r - lost), blocked)
    if lost and tested:
        joins(play.state, lost_r(unit, lost, cause, () if ordered else (read,)), queue)
