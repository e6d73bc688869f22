"""The commands of Open Fire as the players give them (section 4). Distances are inches."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from vedette.engine.commands import Command
from vedette.engine.text import require_text

Inches = Annotated[float, Field(ge=0, le=1000)]
Count = Annotated[int, Field(ge=0, le=1000)]
Ids = Annotated[tuple[str, ...], Field(strict=False)]
Numbers = Annotated[tuple[int, ...], Field(strict=False)]


class StartGame(Command):
    """The set-up is over (4.2)."""


class RollOff(Command):
    """For the first activation of a round, or for anything else (4.3)."""

    model_config = ConfigDict(populate_by_name=True)

    about: Annotated[str, Field(alias="for", max_length=200)] = "initiative"

    _said = field_validator("about")(require_text)


class Activate(Command):
    """Activate a unit on the table or aboard (4.4)."""

    near: Ids = ()


class Deploy(Command):
    """Bring a unit out of reserve and activate it (4.5)."""

    entry: str | None = None
    ambush: bool = False
    distance: Inches | None = None
    contacts: Ids = ()
    blocked: bool = False
    near: Ids = ()


class Disembark(Command):
    """Get out of a transport, or out of its wreck (4.6)."""

    distance: Inches | None = None
    contacts: Ids = ()
    lost: Numbers = ()
    near: Ids = ()


class UseAbility(Command):
    """Use an ability (4.7)."""

    ability: str | None = None


class Move(Command):
    """Move, normally or as an advance (4.8)."""

    inches: Inches | None = None
    advance: bool = False
    slow: Inches = 0
    up: Count = 0
    down: Count = 0
    barriers: Count = 0
    contacts: Ids | None = None
    left: Ids = ()
    manoeuvres: Count = 0
    backward: bool = False
    off_table: bool = False
    blocked: bool = False
    jumps: Annotated[tuple[Inches, ...], Field(strict=False)] = ()
    rear_of: str = ""


class Embark(Command):
    """Go aboard a transport (4.10)."""

    transport: str | None = None
    distance: Inches | None = None


class GroupWords(BaseModel):
    """One group of an attack: models with one weapon at one target (4.11)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)

    target: str | None = None
    weapon: str | None = None
    models: Numbers | None = None
    range: Inches | None = None
    los: Literal["clear", "obstructed", "blocked"] | None = None
    arc: Literal["front", "left", "right", "rear"] | None = None
    screened: bool | None = None
    reroll_hits: bool | None = None
    modifier: Annotated[int, Field(ge=-100, le=100)] | None = None
    defence_modifier: Annotated[int, Field(ge=-100, le=100)] | None = None


class Attack(GroupWords, Command):
    """Attack with one or more groups (4.11)."""

    attacks: Annotated[tuple[GroupWords, ...] | None, Field(strict=False, min_length=1)] = None
    near: Ids = ()


class FreeAttack(Attack):
    """Strike at a unit that left assault range (4.9)."""


class Pass(Command):
    """Give up a free attack (by a unit), or the rest of the round's optional units (by a side)."""


class Secure(Command):
    """Secure an objective (4.13)."""

    objective: str | None = None
    distance: Inches | None = None
    contested: bool = False


class LoseObjective(Command):
    """Nobody of the securing side is near any more (4.14)."""

    objective: str


class EndActivation(Command):
    """The unit is done (4.15)."""


class EndRound(Command):
    """The round is over (4.17)."""
