"""Firing grenades: what a grenade launcher fires, where at, and where it comes down."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.commands import Fuse
from vedette.games.close_quarters.attacks.grenades import come_down, where_it_lands
from vedette.games.close_quarters.attacks.hitting import roll_to_hit
from vedette.games.close_quarters.attacks.shot_checks import carried_grenades
from vedette.games.close_quarters.attacks.to_hit import out_of_sight
from vedette.games.close_quarters.attacks.weapon_checks import LAUNCHER, not_in_front, own_arm
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.lookup import hex_name, other_unit, weapon
from vedette.games.close_quarters.map.cover import Figure
from vedette.games.close_quarters.map.hexes import on_map
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.weapon import Weapon

ONLY_AT_FIGURES = ("aim_at", "tank", "weapon2", "target2")
"""What is said of a shot at somebody, and of no grenade."""

ONLY_LAUNCHED = ("hex", "grenade", "fuse")
"""What is said of a grenade that is fired, and of no other shot."""


def at_whom_or_what(game: Fight, command: Any) -> Any:
    """The command, at somebody else; of a grenade launcher also into a hex, and with which grenade."""
    launched = is_launcher(game, command)
    for field in ONLY_AT_FIGURES if launched else ONLY_LAUNCHED:
        if getattr(command, field):
            what = "a grenade" if launched else "this weapon"
            raise CommandError(f"{command.do}: {field} means nothing for {what}.")
    if launched and bool(command.target) == bool(command.hex):
        raise CommandError(f"{command.do}: name a target or a hex.")
    if command.hex:
        hex_name(command.hex)
    else:
        other_unit(game, command.by, command.target)
    if command.grenade:
        weapon(game, command.by, command.grenade)
    return command


def is_launcher(game: Fight, command: Any) -> bool:
    """Whether the weapon that the command names fires grenades."""
    arm = own_arm(game, command)
    return arm is not None and arm.is_a(LAUNCHER)


def hex_of(game: Fight, command: Any) -> str:
    """The hex into which a grenade is fired: the one that is named, or the target's; "" while neither is known."""
    target = game.units.get(getattr(command, "target", None) or "")
    return target.hex if target is not None else getattr(command, "hex", None) or ""


def grenade_to_fire(character: Character, id: str = "") -> Weapon | None:
    """The grenade that is named, or the first that he carries; None where he has no such grenade."""
    return next((held for held in carried_grenades(character) if id in ("", held.id)), None)


@forbids("CQ-GRN-1", reads=("weapon", "grenade"), overridable=False)
def it_fires_grenades(game: Fight, command: Any) -> str | None:
    """What is fired is a grenade, in hand, on the belt or on the back."""
    named = getattr(command, "grenade", None)
    character = game.units[command.by]
    if not named or grenade_to_fire(character, named) is not None:
        return None
    return f"{character.name} can't fire that as a grenade."


@check("CQ-GRN-1", "CQ-MAP-5", "CQ-ENV-13", "CQ-ENV-9", "CQ-ENV-10", reads=("hex",))
def it_can_be_fired_there(game: Fight, command: Any) -> Refusal | None:
    """Into a hex of the map, in front, with nothing in the way of a figure that would stand there."""
    character, hex = game.units[command.by], getattr(command, "hex", None)
    if not hex or not character.hex:
        return None
    if not on_map(game.map, hex):
        return Refusal("CQ-GRN-1", f"{hex} is not on the map.", overridable=False)
    aside = not_in_front(character, hex, hex)
    if aside is not None:
        return aside
    return out_of_sight(
        game, Figure(character.hex, command.down or character.posture), Figure(hex), command.expose
    )


async def launch(play: Play[Fight], attempt: Attempt, grenade: str, fuse: Fuse) -> None:
    """CQ-GRN-2, CQ-GRN-3: the roll to hit the hex; the grenade scatters on a miss, and stays if the weapon is lost."""
    fired = grenade_to_fire(play.state.units[attempt.by], grenade)
    attacked = await roll_to_hit(play, attempt)
    if fired is None or attacked.lost:
        play.emit(facts.FiredNothing(attempt.by))
        return
    hex = await where_it_lands(play, attacked)
    await come_down(play, attempt.by, fired, hex, fuse)
