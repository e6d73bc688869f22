"""What of a Group is corrected by hand: R, Shaken, what it has done in the turn, its melees, whether it is Routed."""

from __future__ import annotations

from vedette.games.company.groups import has, profile
from vedette.games.company.state import Skirmish
from vedette.view.steppers import counter, flag, member
from vedette.view.vocabulary import Level, Stepper


def steppers(game: Skirmish, name: str) -> tuple[Stepper, ...]:
    group, path = game.units[name], f"units.{name}"
    if group.routed:
        back = {f"{path}.routed": False, f"{path}.in_play": True}
        return (Stepper("Routed", (Level("no", back), Level("yes")), 1, "r"),)
    made = [
        counter("R", f"{path}.r", group.r, profile(game, name).r_max, "r"),
        flag("Shaken", f"{path}.shaken", group.shaken, "s"),
        flag("Has acted", f"{path}.activated", group.activated, "a"),
    ]
    if has(game, name, "defensive") or group.defensive:
        made.append(flag("Defensive formation", f"{path}.defensive", group.defensive, "f"))
    made.append(flag("Ward", f"{path}.warded", group.warded, "w"))
    made.append(flag("In play", f"{path}.in_play", group.in_play, "p"))
    # Every enemy in play, those in melee first; set in the enemy's list, the Group's own follows.
    enemies = [
        (other, enemy) for other, enemy in game.units.items() if game.enemies(name, other) and enemy.in_play
    ]
    for other, enemy in sorted(enemies, key=lambda pair: name not in pair[1].in_melee_with):
        if group.in_play:
            listed = f"units.{other}.in_melee_with"
            made.append(member(f"Melee: {enemy.name}", listed, enemy.in_melee_with, name, "m"))
    return (*made, flag("Routed", f"{path}.routed", now=False, key="o"))
