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
Difficult = Annotated[Inches, Field(description="inches of these in difficult terrain")]
Approach = Annotated[Inches | None, Field(description="to the target, left out in melee")]
Sees = Annotated[bool, Field(description="whether the target is in sight")]
Cover = Annotated[bool, Field(description="the target is behind it")]
OwnCover = Annotated[bool, Field(description="the attackers are behind it")]
OneOfSeveral = Annotated[str | None, Field(description="where the side has several")]
Points = Annotated[int, Field(ge=1, le=1000)]
Reason = Annotated[str, Field(min_length=1, max_length=TEXT_LIMIT)]


def _traits(game: Any, by: str) -> Mapping[str, str]:
    """Rolled, unless the Captain is an established character."""
    known = {trait.id: f"{trait.name}: {trait.text}" for trait in captain_traits().values()}
    return {NONE: "roll 2d6", **known}


class RollCaptainTrait(Command):
    """The Captain's trait is rolled, or the existing one named; by the Captain's Group."""

    trait: Annotated[
        str | None,
        Asked("Trait", "t", _traits, judged=False, default=lambda game, words: NONE),
        Field(description="where it is known, else it is rolled"),
    ] = None


class RollOff(Command):
    """Roll off for who attacks and who defends."""


class ChooseAmbition(Command):
    """A Company chooses its ambition."""

    ambition: str
    company: OneOfSeveral = None


class Start(Command):
    """Setup is done; the first turn begins."""


class Rally(Command):
    """A Shaken Group tests at the start of the turn."""


class Move(Command):
    """Move, or form up. Without inches the assistant only shows the allowance."""

    inches: Inches | None = None
    difficult: Difficult = 0
    formation: Annotated[bool, Field(description="forms up")] = False
    in_difficult: Annotated[bool, Field(description="forms up in difficult terrain")] = False
    in_cover: Annotated[bool, Field(description="forms up in cover")] = False


class Shoot(Command):
    """Shoot at an enemy Group."""

    target: str
    inches: Annotated[Inches, Field(description="to the target")]
    sees: Sees = True
    cover: Cover = False


class Attack(Command):
    """Attack an enemy Group."""

    target: str
    inches: Approach = None
    difficult: Difficult = 0
    sees: Sees = True
    cover: Cover = False
    own_cover: OwnCover = False


class Reckless(Command):
    """A Reckless Group is checked."""

    target: Annotated[str | None, Field(description="left out where no enemy is in reach")] = None
    inches: Approach = None
    difficult: Difficult = 0
    sees: Sees = True
    cover: Cover = False
    own_cover: OwnCover = False


class Retreat(Command):
    """Leave a melee by order."""


class Cast(Command):
    """Cast a spell. The caster itself is at no distance."""

    spell: str
    target: str
    inches: Annotated[Inches | None, Field(description="to the target")] = None
    sees: Sees = True
    cover: Cover = False


class Summon(Command):
    """Bring a Group out of reserve."""

    group: Annotated[str, Field(description="of the reserve")]
    inches: Annotated[Inches, Field(description="to the Summoner")]


class Test(Command):
    """Test Resilience for a loss or a scare that no other command covers."""

    __test__ = False  # the name begins like a test class of pytest

    reason: Reason
    lost: Annotated[int, Field(ge=0, le=1000, description="R that is lost")] = 0

    _said = field_validator("reason")(require_text)


class EndTurn(Command):
    """The active side ends its turn."""


class Score(Command):
    """Score VP that the players award, or a Company's ambition."""

    vp: Annotated[Points | None, Field(description="with a reason")] = None
    reason: Reason | None = None
    ambition: Annotated[bool, Field(description="instead of VP with a reason")] = False
    company: OneOfSeveral = None

    @field_validator("reason")
    @classmethod
    def _said(cls, value: str | None) -> str | None:
        return None if value is None else require_text(value)


class EndGame(Command):
    """VP are counted, and the game is over."""
