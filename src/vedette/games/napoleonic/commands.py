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

    to: Annotated[Phase | None, Field(description="the next one where left out")] = None


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
    ammo: Annotated[Count | None, Field(description="ammunition")] = None
    lost: Annotated[Literal[True] | None, Field(description="off the table")] = None
    reason: Annotated[str, Field(max_length=TEXT_LIMIT)] = ""

    _clean = field_validator("reason")(clean)


class SendGroup(Command):
    """A Unit sends a Skirmish Group or a Screening Group out."""


class RecallGroup(Command):
    """A group goes back to its mother Unit."""


class Fire(Command):
    """What all fire has in common: at whom, how far, and the Protection of the targets."""

    at: Annotated[str | Ids, Field(description="a Unit, or a list")]
    range: Annotated[Distance, Field(description="in BD")]
    protection: Annotated[Count, Field(description="of the targets")] = 0


class SkirmishFire(Fire):
    """A Unit's skirmishers fire."""

    direction: Direction = "front"
    shots: Annotated[Shots | None, Field(description="all that are left, or one to flank and rear")] = None
    cavalry: Annotated[Distance | None, Field(description="BD to cavalry that faces the shooters")] = None
    facing_away: Annotated[bool, Field(description="the cavalry faces away")] = False


class GunFire(Fire):
    """A Unit's Regimental Gun fires."""

    direction: Direction = "front"


class GroupFire(Fire):
    """A group fires."""

    cavalry: Annotated[
        Distance | None,
        Field(description="BD to cavalry that faces the group, where that stops Skirmish Groups"),
    ] = None
    facing_away: Annotated[bool, Field(description="the cavalry faces away")] = False


class EndFire(Command):
    """A side has no more fire in this phase."""


class SettleEvent(Command):
    """What the table made of a Special Event."""

    result: Annotated[
        str,
        Field(min_length=1, max_length=TEXT_LIMIT, description="or “none”"),
        Asked("Result", "r", hint="“none” if nothing comes of it"),
    ]

    _said = field_validator("result")(require_text)
