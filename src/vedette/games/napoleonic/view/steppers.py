"""What of a Unit or a group is corrected by hand: lives, Hits, shots, and what it has lost."""

from __future__ import annotations

from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import formations, plays
from vedette.games.napoleonic.units import is_infantry, lives_max, profile, shots_available
from vedette.view.steppers import counter, flag, words
from vedette.view.vocabulary import Stepper

COUNTED = 20
"""The most that is stepped to where the rules know no limit; more is set in the list of all values."""


def steppers(battle: Battle, name: str) -> tuple[Stepper, ...]:
    unit, path = battle.units[name], f"units.{name}"
    made = [
        counter("Lives", f"{path}.lives", unit.lives, lives_max(battle, name), "i"),
        counter("Hits", f"{path}.hits", unit.hits, COUNTED, "h"),
        counter("Hits that wait", f"{path}.hits_coming", unit.hits_coming, COUNTED, "w"),
    ]
    if plays(battle, "ones_of_different_shooters", "together"):
        made.append(counter("Single 1 that waits", f"{path}.ones_coming", unit.ones_coming, 1, "n"))
    if unit.group:
        made.append(flag("Has fired", f"{path}.fired", unit.fired, "f"))
        gone = {"on_table": "on the table", "recalled": "called in", "lost": "lost"}
        return (*made, words("Where it is", f"{path}.status", unit.status, gone, "t"))
    if is_infantry(battle, name):
        most = shots_available(battle, name)
        made.append(counter("Shots fired", f"{path}.shots_fired", unit.shots_fired, most, "s"))
        made.append(flag("Flank shot spent", f"{path}.side_shot_used", unit.side_shot_used, "k"))
    if unit.regimental_gun:
        made.append(flag("Gun has fired", f"{path}.gun_fired", unit.gun_fired, "g"))
    made.append(flag("Drum", f"{path}.drum", unit.drum, "d"))
    made.append(flag("Flag", f"{path}.flag", unit.flag, "f"))
    arm = profile(battle, name).arm
    offered = {id: formation.name for id, formation in formations().items() if arm in formation.arms}
    if unit.formation:
        made.append(words("Formation", f"{path}.formation", unit.formation, offered, "o"))
    made.append(counter("Ammo", f"{path}.ammo", unit.ammo, COUNTED, "a"))
    gone = {"on_table": "on the table", "lost": "lost"}
    return (*made, words("Where it is", f"{path}.status", unit.status, gone, "t"))
