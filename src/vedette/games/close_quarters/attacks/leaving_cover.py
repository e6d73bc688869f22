"""Leaving one's cover in the phase of action, before enemies who watch (CQ-OPT-13)."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.sight import sight
from vedette.games.close_quarters.facts import watching as facts
from vedette.games.close_quarters.ground.cover import Figure
from vedette.games.close_quarters.standing import is_able, is_enemy, is_out
from vedette.games.close_quarters.state import Character, Fight


def note_who_left_cover(play: Play[Fight], before: Fight) -> None:
    """CQ-OPT-13: who stands less covered than before the action may be fired at by those who watch him do so."""
    if before.phase != "action" or not any(one.overwatch for one in play.state.units.values()):
        return
    for name in play.state.units:
        watchers = tuple(one for one in play.state.units if sees_leaving(before, play.state, one, name))
        if watchers:
            left = {**play.state.left_cover, name: watchers}
            play.becomes(replace(play.state, left_cover=left), facts.LeftCover(name, watchers))


def sees_leaving(before: Fight, now: Fight, watcher: str, name: str) -> bool:
    """Whether an enemy who watches has him before him, less covered than he was."""
    one, was, there = now.units[watcher], before.units[name], now.units[name]
    if one.overwatch is None or not is_able(now, watcher) or not is_enemy(now, watcher, name):
        return False
    if is_out(now, name) or not (one.hex and was.hex and there.hex):
        return False
    return hidden(now, one, was) > hidden(now, one, there)


def hidden(game: Fight, watcher: Character, target: Character) -> float:
    """How well walls and pits hide somebody from the watcher: the points that they take off, without end if wholly."""
    found = sight(
        game,
        Figure(watcher.hex, watcher.posture),
        Figure(target.hex, target.posture, target.exposed),
        expose="lean",
    )
    if found.rule:
        return inf
    return -found.concealment.value if found.concealment is not None else 0
