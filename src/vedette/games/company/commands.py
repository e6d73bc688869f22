"""The commands of the company game as the players give them (section 4). Distances are inches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, field_validator

from vedette.engine.commands import TEXT_LIMIT, Command
from vedette.engine.text import require_text
from vedette.games.company.tables import captain_traits
from vedette.view.asked import Asked
from vedette.view.fields import NONE

Inches = Annotated[float, Field(ge=0, le=1000)]
Reason = Annotated[str, Field(min_length=1, max_length=TEXT_LIMIT)]


def _traits(game: Any, by: str) -> Mapping[str, str]:
    """Rolled, unless the Captain is an established character."""
    known = {trait.id: f"{trait.name}: {trait.text}" for trait in captain_traits().values()}
    return {NONE: "roll 2d6", **known}


class RollCaptainTrait(Command):
    """The Captain's trait is rolled, or the existing one named (4.4)."""

    trait: Annotated[
        str | None, Asked("Trait", "t", _traits, judged=False, default=lambda game, words: NONE)
    ] = None


class RollOff(Command):
    """Who attacks and who defends (4.4)."""


class ChooseAmbition(Command):
    """A Company chooses its ambition (4.4)."""

    ambition: str
    company: str | None = None


class Start(Command):
    """Setup is done; the first turn begins (4.4)."""


class Rally(Command):
    """A Shaken Group tests at the start of the turn (4.5)."""


class Move(Command):
    """Move, or form up (4.5). Without inches the assistant only shows the allowance."""

    inches: Inches | None = None
    difficult: Inches = 0
    formation: bool = False
    in_difficult: bool = False
    in_cover: bool = False


class Shoot(Command):
    """Shoot at an enemy Group (4.5)."""

    target: str
    inches: Inches
    sees: bool = True
    cover: bool = False


class Attack(Command):
    """Attack an enemy Group (4.5). In melee the distance goes without saying."""

    target: str
    inches: Inches | None = None
    difficult: Inches = 0
    sees: bool = True
    cover: bool = False
    own_cover: bool = False


class Reckless(Command):
    """A Reckless Group is checked (4.5); without a target no enemy is within its movement."""

    target: str | None = None
    inches: Inches | None = None
    difficult: Inches = 0
    sees: bool = True
    cover: bool = False
    own_cover: bool = False


class Retreat(Command):
    """Leave a melee by order (4.5)."""


class Cast(Command):
    """Cast a spell (4.5). The caster itself is at no distance."""

    spell: str
    target: str
    inches: Inches | None = None
    sees: bool = True
    cover: bool = False


class Summon(Command):
    """Bring a Group out of reserve (4.5)."""

    group: str
    inches: Inches


class Test(Command):
    """A loss or a scare that no other command covers (4.5)."""

    __test__ = False  # the name begins like a test class of pytest

    reason: Reason
    lost: Annotated[int, Field(ge=0, le=1000)] = 0

    _said = field_validator("reason")(require_text)


class EndTurn(Command):
    """The active side ends its turn (4.5)."""


class Score(Command):
    """VP that the players award, or a Company's ambition (4.6)."""

    vp: Annotated[int, Field(ge=1, le=1000)] | None = None
    reason: Reason | None = None
    ambition: bool = False
    company: str | None = None

    @field_validator("reason")
    @classmethod
    def _said(cls, value: str | None) -> str | None:
        return None if value is None else require_text(value)


class EndGame(Command):
    """VP are counted, and the game is over (4.6)."""
