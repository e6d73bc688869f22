"""The attack commands as the players give them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from vedette.engine.commands import Command
from vedette.games.close_quarters.attacks.attempt import Expose, Mode, Spot, Support
from vedette.games.close_quarters.derived.arms import Arm
from vedette.games.close_quarters.map.hexes import step
from vedette.games.close_quarters.near import anybody, enemies, in_reach
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.view.people import held, is_on_map, own_hex
from vedette.view.asked import Asked
from vedette.view.forms import Words

Extra = Annotated[int, Field(ge=0, le=100)]
"""Strength to spare: too much of it is refused with CQ-WPN-4, above 3 too, and is no error (CH 5)."""

Dice = Annotated[int, Field(ge=-100, le=100)]
Rounds = Annotated[int, Field(ge=1, le=1000)]

Fuse = Literal["", "turn", "movement"]
"""When a grenade goes off (CQ-GRN-4): at the end of the turn, or of the next movement phase."""


class Shoot(Command):
    """Fire a missile weapon. `power`: dice of an energy weapon's shot; `rounds`: fewer than its automatic fire.

    A grenade launcher may fire into a `hex` instead; `grenade`: which one, else the first that is carried; `fuse`: when
    it goes off, at the end of the turn unless it is said. `weapon2`: a second pistol, at `target2` or the same target.
    """

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)] = ""
    weapon2: str = ""
    target2: str = ""
    hex: str = ""
    grenade: str = ""
    fuse: Fuse = ""
    mode: Mode = "single"
    rounds: Rounds | None = None
    power: Dice | None = None
    support: Support = ""
    expose: Expose = ""
    down: Literal["", "prone", "kneeling"] = ""
    aim_at: Spot = ""
    quick: bool = False
    then_bayonet: bool = False
    tank: bool = False


class Attack(Command):
    """Strike with a regular weapon, or bare `hands`; with `weapon2` a second blow follows."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", in_reach)]
    power: Extra = 0
    aim_at: Spot = ""
    weapon2: str = ""
    target2: str = ""
    as_club: bool = False


class Sweep(Command):
    """Strike everybody in front with a two-handed cutting weapon."""

    weapon: Annotated[str, Asked("Weapon", "w", held(lambda arm: arm.is_a("sweeper")))]


EFFECTS = {"disarm": "disarm: saves on DEX, or drops it", "trip": "trip: saves on STR, or falls"}


class Staff(Command):
    """Disarm or trip with a staff."""

    target: Annotated[str, Asked("Target", "t", in_reach, after=("weapon", "effect"), stand_in=anybody)]
    effect: Annotated[
        Literal["disarm", "trip"], Asked("Effect", "e", lambda game, by: EFFECTS, after=("weapon",))
    ]
    weapon: Annotated[str, Asked("Staff", "w", held(lambda arm: arm.is_a("staff")), judged=False)]


class Throw(Command):
    """Throw a weapon at somebody."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)]
    power: Extra = 0
    aim_at: Spot = ""
    expose: Expose = ""
    quick: bool = False


class ThrowGrenade(Command):
    """Throw a grenade into a hex."""

    weapon: str
    hex: str
    fuse: Fuse = ""
    over_wall: bool = False


class Flame(Command):
    """Fire a flame thrower."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)]
    size: Literal["small", "large"] = "small"


class SweepFire(Command):
    """Automatic fire over the arc between two hexes."""

    weapon: str
    first: str
    last: str


class Aim(Command):
    """Take aim."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)]


class Dodge(Command):
    """Dodge shots and throws till the turn ends."""


class Defend(Command):
    """Defend against blows from the front till the turn ends; with `parry` the other weapon may still strike."""

    parry: Annotated[
        str,
        Asked("Parry with one, strike with the other", "p", held(lambda arm: arm.use == "melee")),
    ] = ""


WATCHES = {"opportunity": "one shot when somebody comes", "suppression": "suppression: all rounds at once"}


def can_watch(arm: Arm) -> bool:
    """CQ-OPT-13: whether one watches a hex with it; not with a flame thrower."""
    return not arm.is_a("flame-thrower")


def _hex_ahead(game: Fight, words: Words) -> str:
    character = game.units[words["by"]]
    return step(character.hex, character.facing) if character.hex else ""


class Overwatch(Command):
    """Watch a hex, to attack who moves into it."""

    hex: Annotated[str, Asked("Hex", "h", default=_hex_ahead, hex=is_on_map, stand_in=own_hex)]
    weapon: Annotated[str, Asked("Weapon", "g", held(can_watch), judged=False)]
    mode: Annotated[Literal["opportunity", "suppression"], Asked("How", "o", lambda game, by: WATCHES)] = (
        "opportunity"
    )


class OpportunityFire(Command):
    """Attack somebody who has just moved through a hex, or has just left his cover in it.

    `fuse`: when the grenade goes off that is thrown or fired at him, at the end of the turn unless it is said.
    `grenade`: which one a grenade launcher fires, else the first that is carried.
    """

    target: str
    hex: str
    fuse: Fuse = ""
    grenade: str = ""
