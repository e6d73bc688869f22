"""Stun weapons (CQ-STN-1, CQ-STN-2)."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.dicing import save
from vedette.games.close_quarters.facts import damage as facts
from vedette.games.close_quarters.fight.dropping import drop_weapons
from vedette.games.close_quarters.fight.harm import action_to_come, fall
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.values.martial import toughness


async def stun(play: Play[Fight], name: str) -> None:
    """CQ-STN-1: a save on STR, easier for the tough; failing it he drops his weapons, falls, and is stunned.

    This turn counts as one of his two turns only if his action was still to come (CQ-STN-2, decision 63).
    """
    dice = number("stun_dice") - toughness(play.state.units[name])
    told = f"{play.state.units[name].name} against the stun"
    if (await save(play, name, "str", dice, why="stun", rules=("CQ-STN-1",), told=told)).success:
        return
    drop_weapons(play, name)
    fall(play, name)
    turns = number("stun_turns") + (not action_to_come(play.state, name))
    play.becomes(play.state.with_unit(name, stunned=turns), facts.Stunned(name, turns))
