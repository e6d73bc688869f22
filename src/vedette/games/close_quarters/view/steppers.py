"""What of a character is corrected by hand: hits, ammunition, posture, and the marks of the combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from vedette.games.close_quarters.arms import full_ammo
from vedette.games.close_quarters.candidates import weapon_name
from vedette.games.close_quarters.derived import hits_left
from vedette.games.close_quarters.state import Character, Fight, Posture
from vedette.games.close_quarters.turn.allowance import allowance
from vedette.view.steppers import counter, flag, words
from vedette.view.vocabulary import Stepper

TURNS = 9
"""The most turns that are stepped to."""

BURNING = {"": "no", "limb": "a limb", "half": "half", "whole": "all over", "soaked": "soaked in oil"}


def steppers(game: Fight, name: str) -> tuple[Stepper, ...]:
    """Hits first, then the weapons in hand; what is seldom needed only where there is any of it."""
    character, path = game.units[name], f"units.{name}"
    made = [
        _hits(character, path),
        *_ammunition(character, path),
        words("Posture", f"{path}.posture", character.posture, {one: one for one in get_args(Posture)}, "p"),
        flag("Has acted", f"{path}.acted", character.acted, "a"),
        flag("Has moved", f"{path}.done", character.done, "m"),
        counter(
            "Movement spent",
            f"{path}.moved",
            character.moved,
            allowance(game, name, character.path) if character.hex else 0,
            "v",
        ),
        counter("Stunned, turns", f"{path}.stunned", character.stunned, TURNS, "s"),
        words("Burning", f"{path}.burning", character.burning, BURNING, "b"),
    ]
    if game.options.nonlethal:
        nonlethal = counter(
            "Nonlethal damage", f"{path}.nonlethal", character.nonlethal, 2 * character.str, "n"
        )
        made.insert(1, nonlethal)
    if character.aim_target:
        made.append(counter("Turns aimed", f"{path}.aim_turns", character.aim_turns, TURNS, "t"))
    made.append(flag("Entangled", f"{path}.entangled", character.entangled, "e"))
    if character.leaks:
        made.append(counter("Leaks", f"{path}.leaks", character.leaks, TURNS, "l"))
    return tuple(made)


def _hits(character: Character, path: str) -> Stepper:
    """CQ-CHR-14: as the table counts them; more damage than hits leaves fewer than none."""
    least, most = min(hits_left(character), -character.nonlethal), character.str - character.nonlethal
    left = {hits: str(hits) for hits in range(least, most + 1)}
    return words("Hits left", f"{path}.hits_left", hits_left(character), left, "h")


def _ammunition(character: Character, path: str) -> Iterator[Stepper]:
    """CQ-WPN-11: rounds in what can be loaded, what is in hand first."""
    order = sorted(enumerate(character.weapons), key=lambda pair: pair[1].id not in character.ready)
    for place, weapon in order:
        full = full_ammo(character, weapon)
        if full:
            label = f"{weapon_name(character, weapon.id)}: rounds"
            yield counter(label, f"{path}.weapons.{place}.ammo", weapon.ammo, full, "r")
