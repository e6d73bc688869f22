"""Units and groups that are lost, and Hits that take lives."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.napoleonic import facts
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.units import groups_of


def lose(play: Play[Battle], unit: str) -> None:
    """NA-T.3, NA-T.4: off the table, with all groups that are out."""
    groups = groups_of(play.state, unit)
    troop = play.state.units[unit]
    fact = facts.GroupLost(unit, troop.mother) if troop.group else facts.UnitLost(unit)
    play.commit(play.state.with_unit(unit, status="lost"), fact)
    for group in groups:
        play.commit(play.state.with_unit(group, status="lost"), facts.GroupLostWithMother(group, unit))


def hits_into_lives(play: Play[Battle], unit: str) -> None:
    """NA-T.5: every so many Hits take a life; who has none left is lost. Without the option nothing happens."""
    needed, troop = play.state.book.options.hits_per_life, play.state.units[unit]
    if not needed:
        return
    lost = min(troop.hits // needed, troop.lives)
    if lost:
        lives, hits = troop.lives - lost, troop.hits - lost * needed
        play.commit(
            play.state.with_unit(unit, lives=lives, hits=hits), facts.LivesLost(unit, lost, lives, hits)
        )
    if troop.on_table and not play.state.units[unit].lives:
        lose(play, unit)
