"""The commands of Open Fire as the players give them (section 4). Distances are inches."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from vedette.engine.commands import Command
from vedette.engine.text import require_text
from vedette.games.open_fire.lookup import inches
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.view.candidates import abilities, near_names, secured, to_secure, transports
from vedette.view.asked import Asked
from vedette.view.forms import Words

Inches = Annotated[float, Field(ge=0, le=1000)]
Count = Annotated[int, Field(ge=0, le=1000)]
Ids = Annotated[tuple[str, ...], Field(strict=False)]
Numbers = Annotated[tuple[int, ...], Field(strict=False)]


class StartGame(Command):
    """The set-up is over (4.2)."""


class RollOff(Command):
    """For the first activation of a round, or for anything else (4.3)."""

    model_config = ConfigDict(populate_by_name=True)

    about: Annotated[str, Field(alias="for", max_length=200), Asked("For what", "f", required=True)] = (
        "initiative"
    )

    _said = field_validator("about")(require_text)


def _within(battle: Battle, words: Words) -> str:
    return f"Within {number('near_within')} inches"


class Activate(Command):
    """Activate a unit on the table or aboard (4.4)."""

    near: Annotated[Ids, Asked(_within, "n", near_names, judged=False)] = ()


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

    ability: Annotated[str | None, Asked("Ability", "b", abilities, required=True)] = None


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

    transport: Annotated[str | None, Asked("Transport", "t", transports, required=True)] = None
    distance: Annotated[Inches | None, Asked("Distance", "d", unit='"', advanced=True)] = None


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


def _contested(battle: Battle, words: Words) -> str:
    return f"An enemy is within {inches(number('contest_within'))} of it"


class Secure(Command):
    """Secure an objective (4.13)."""

    objective: Annotated[str | None, Asked("Objective", "o", to_secure, required=True)] = None
    contested: Annotated[bool, Asked(_contested, "c", after=("objective",))] = False
    distance: Annotated[Inches | None, Asked("Distance", "d", unit='"', advanced=True)] = None


class LoseObjective(Command):
    """Nobody of the securing side is near any more (4.14)."""

    objective: Annotated[str, Asked("Objective", "o", secured)]


class EndActivation(Command):
    """The unit is done (4.15)."""


class EndRound(Command):
    """The round is over (4.17)."""
