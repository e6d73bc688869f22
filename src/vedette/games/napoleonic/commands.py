"""The commands as the players give them. Distances are BD."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from vedette.engine.commands import TEXT_LIMIT, Command
from vedette.engine.text import clean, require_text
from vedette.games.napoleonic.state import Formation, Phase
from vedette.view.asked import Asked

Distance = Annotated[float, Field(ge=0, le=1000)]
Count = Annotated[int, Field(ge=0, le=1000)]
Shots = Annotated[int, Field(ge=1, le=100)]
Ids = Annotated[tuple[str, ...], Field(strict=False)]
Direction = Literal["front", "left", "right", "rear"]


class NextPhase(Command):
    """On to the next phase, or to the one that is named."""

    to: Phase | None = None


class ChangeFormation(Command):
    """A Unit takes another formation."""

    formation: Formation


class Mark(Command):
    """What other chapters did to a Unit or a group."""

    lives: Count | None = None
    hits: Count | None = None
    drum: bool | None = None
    flag: bool | None = None
    regimental_gun: bool | None = None
    carbines: bool | None = None
    ammo: Count | None = None
    lost: Literal[True] | None = None
    reason: Annotated[str, Field(max_length=TEXT_LIMIT)] = ""

    _clean = field_validator("reason")(clean)


class SendGroup(Command):
    """A Unit sends a Skirmish Group or a Screening Group out."""


class RecallGroup(Command):
    """A group goes back to its mother Unit."""


class Fire(Command):
    """What all fire has in common: at whom, how far, and the Protection of the targets."""

    at: str | Ids
    range: Distance
    protection: Count = 0


class SkirmishFire(Fire):
    """A Unit's skirmishers fire. Without `shots`, all that are left to the front, else one."""

    direction: Direction = "front"
    shots: Shots | None = None
    cavalry: Distance | None = None
    facing_away: bool = False


class GunFire(Fire):
    """A Unit's Regimental Gun fires."""

    direction: Direction = "front"


class GroupFire(Fire):
    """A group fires. Cavalry matters where it stops Skirmish Groups."""

    cavalry: Distance | None = None
    facing_away: bool = False


class EndFire(Command):
    """A side has no more fire in this phase."""


class SettleEvent(Command):
    """What the table made of a Special Event, or "none"."""

    result: Annotated[
        str,
        Field(min_length=1, max_length=TEXT_LIMIT),
        Asked("Result", "r", hint="“none” if nothing comes of it"),
    ]

    _said = field_validator("result")(require_text)
