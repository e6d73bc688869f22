"""The attack commands as the players give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from vedette.engine.commands import Command
from vedette.games.close_quarters.arms import Arm
from vedette.games.close_quarters.attacks.at_hand import (
    FUSES,
    arc_of_enemies,
    grenades_at_hand,
    has_automatic_fire,
    has_fuse,
    nearest_in_front,
)
from vedette.games.close_quarters.attacks.attempt import Expose, Mode, Spot, Support
from vedette.games.close_quarters.candidates import held, is_on_map, own_hex
from vedette.games.close_quarters.hexes import step
from vedette.games.close_quarters.near import anybody, enemies, in_reach
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import modifier
from vedette.view.asked import Asked
from vedette.view.forms import Words

Extra = Annotated[int, Field(ge=0, le=100)]
"""Strength to spare: too much of it is refused with CQ-WPN-4, above 3 too, and is no error (CH 5)."""

Dice = Annotated[int, Field(ge=-100, le=100)]
Rounds = Annotated[int, Field(ge=1, le=1000)]

Fuse = Literal["", "turn", "movement"]
"""When a grenade goes off (CQ-GRN-4): at the end of the turn, or of the next movement phase."""


class Shoot(Command):
    """Fire a missile weapon."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)] = ""
    weapon2: Annotated[str, Field(description="a second pistol")] = ""
    target2: Annotated[str, Field(description="the same where left out")] = ""
    hex: Annotated[str, Field(description="of a grenade launcher, instead of a target")] = ""
    grenade: Annotated[str, Field(description="of a grenade launcher, the first where left out")] = ""
    fuse: Annotated[Fuse, Field(description="when the grenade goes off")] = ""
    mode: Mode = "single"
    rounds: Annotated[Rounds | None, Field(description="fewer than its automatic fire")] = None
    power: Annotated[Dice | None, Field(description="dice of an energy weapon")] = None
    support: Support = ""
    expose: Expose = ""
    down: Annotated[Literal["", "prone", "kneeling"], Field(description="before the shot")] = ""
    aim_at: Spot = ""
    quick: Annotated[bool, Field(description="drawn for it")] = False
    then_bayonet: Annotated[bool, Field(description="at the same target")] = False
    tank: Annotated[bool, Field(description="of the target's flame thrower")] = False


class Attack(Command):
    """Strike with a regular weapon, or with bare hands."""

    weapon: Annotated[str, Field(description="or hands")]
    target: Annotated[str, Asked("Target", "t", in_reach)]
    power: Annotated[Extra, Field(description="extra strength")] = 0
    aim_at: Spot = ""
    weapon2: Annotated[str, Field(description="for a second blow")] = ""
    target2: Annotated[str, Field(description="the same where left out")] = ""
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
    power: Annotated[Extra, Field(description="extra strength")] = 0
    aim_at: Spot = ""
    expose: Expose = ""
    quick: Annotated[bool, Field(description="drawn for it")] = False


def _nearest(game: Fight, words: Words) -> str:
    return nearest_in_front(game, words["by"])


def _is_timed(game: Fight, words: Words) -> bool:
    """Whether it is his to say; what burns already goes off by itself."""
    grenade = words.get("weapon", "")
    return grenade not in game.map.grenades and has_fuse(game.units[words["by"]].weapon(grenade))


def _fuses(game: Fight, by: str) -> Mapping[str, str]:
    return FUSES


def _at_the_end(game: Fight, words: Words) -> str:
    return "turn"


def _unseen(game: Fight, words: Words) -> str:
    return f"{modifier('over_wall').value:+g}"


class ThrowGrenade(Command):
    """Throw a grenade into a hex."""

    hex: Annotated[
        str, Asked("Into hex", "h", after=("weapon",), default=_nearest, hex=is_on_map, stand_in=own_hex)
    ]
    weapon: Annotated[str, Asked("Grenade", "g", grenades_at_hand)]
    fuse: Annotated[
        Fuse,
        Asked("Goes off", "f", _fuses, judged=False, after=("weapon",), default=_at_the_end, shown=_is_timed),
        Field(description="when it goes off"),
    ] = ""
    over_wall: Annotated[bool, Asked("Over a wall, unseen", "o", hint=_unseen, advanced=True)] = False


class Flame(Command):
    """Fire a flame thrower."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)]
    size: Literal["small", "large"] = "small"


def _leftmost(game: Fight, words: Words) -> str:
    return arc_of_enemies(game, words["by"])[0]


def _rightmost(game: Fight, words: Words) -> str:
    return arc_of_enemies(game, words["by"])[1]


class SweepFire(Command):
    """Automatic fire over the arc between two hexes."""

    first: Annotated[
        str,
        Asked("From", "f", default=_leftmost, hex=is_on_map, stand_in=own_hex),
        Field(description="a hex at one end of the arc"),
    ]
    last: Annotated[
        str,
        Asked("To", "t", default=_rightmost, hex=is_on_map, stand_in=own_hex),
        Field(description="a hex at the other"),
    ]
    weapon: Annotated[str, Asked("Weapon", "g", held(has_automatic_fire), judged=False)]


class Aim(Command):
    """Take aim."""

    weapon: Annotated[str, Field(description="or hands")]
    target: Annotated[str, Asked("Target", "t", enemies)]


class Dodge(Command):
    """Dodge shots and throws till the turn ends."""


class Defend(Command):
    """Defend against blows from the front till the turn ends."""

    parry: Annotated[
        str,
        Asked("Parry with one, strike with the other", "p", held(lambda arm: arm.use == "melee")),
        Field(description="a weapon, the other may still strike"),
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
    """Attack somebody who has just moved through a hex, or has just left cover in it."""

    target: str
    hex: Annotated[str, Field(description="that was moved through or left")]
    fuse: Annotated[Fuse, Field(description="when a grenade goes off")] = ""
    grenade: Annotated[str, Field(description="of a grenade launcher, the first where left out")] = ""
