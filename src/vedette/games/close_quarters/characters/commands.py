"""The commands of the characters half, as the players give them (CH 17)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from vedette.engine.commands import TEXT_LIMIT, Command
from vedette.engine.text import clean
from vedette.kit.schema import Id
from vedette.view.asked import Asked

Ids = Annotated[tuple[str, ...], Field(strict=False)]
Remark = Annotated[str, Field(max_length=TEXT_LIMIT)]
Count = Annotated[int, Field(ge=1, le=10_000)]
Bonus = Annotated[int, Field(ge=-100, le=100)]
Rolled = Literal["str", "dex", "int"]
Held = Literal["ready", "slung", "dropped"]
Place = Literal["belt", "slung", "ready", "pack", "items", "worn"]
As = Literal["new", "experienced"]


class FreeRoll(Command):
    """A roll that no rule asks for."""

    what: Annotated[str, Field(pattern=r"^[1-9]\d?[dD]6$", description="such as 3d6")]
    why: Remark = ""

    _clean = field_validator("why")(clean)


class Sheet(Command):
    """Show the character with every modifier."""


class Create(Command):
    """A new character of a side."""

    id: Id
    character: Annotated[dict[str, Any], Field(description="fields as in a game file")]


STANDARDS = {"new": "a new character", "experienced": "an experienced one"}


class Validate(Command):
    """Check a character by the rules for making one."""

    as_: Annotated[As, Asked("As", "a", lambda game, by: STANDARDS, judged=False)] = Field("new", alias="as")


class CheckRoll(Command):
    """A check, of a kind or on an attribute."""

    kind: str = ""
    attribute: Annotated[Rolled | None, Field(description="of a check without a kind")] = None
    difficulty: Annotated[int | None, Field(description="in dice")] = None
    skill: Annotated[str, Field(description="that counts for a check without a kind")] = ""
    bonus: Annotated[Bonus, Field(description="to the attribute")] = 0
    why: Remark = ""

    _clean = field_validator("why")(clean)


class Award(Command):
    """Experience for a reason, or credits."""

    reason: str = ""
    credits: Annotated[Count | None, Field(description="instead of a reason")] = None
    why: Remark = ""

    _clean = field_validator("why")(clean)


class Rest(Command):
    """A side rests between games."""


class Buy(Command):
    """Buy a thing at the table's price."""

    type: str
    quantity: Count = 1
    id: Annotated[Id | None, Field(description="of a weapon")] = None
    place: Place | None = None
    into: Annotated[str | None, Field(description="the weapon that is loaded with it")] = None


class Sell(Command):
    """Sell a thing for three quarters of the price."""

    what: Annotated[str, Field(description="something of one's own")] = ""
    spoil: Annotated[str, Field(description="something of the side's spoils")] = ""


class Claim(Command):
    """Claim a thing from the side's spoils."""

    spoil: str
    id: Annotated[Id | None, Field(description="of a weapon")] = None
    place: Place | None = None


class Repair(Command):
    """Repair a broken weapon, or the worn armor."""

    weapon: str = ""
    owner: Annotated[str, Field(description="whose weapon it is")] = ""
    smith: Annotated[bool, Field(description="by a weaponsmith")] = False
    armor: Annotated[Literal[True] | None, Field(description="the worn armor instead")] = None


class Equip(Command):
    """Rearrange what somebody owns: the lists replace the old ones."""

    ready: Ids | None = None
    belt: Ids | None = None
    slung: Ids | None = None
    pack: Ids | None = None
    items: Ids | None = None
    worn: Ids | None = None
    shield_held: Held | None = None
    grip: Annotated[dict[str, Literal[1, 2]], Field(description="hands by weapon")] = {}
    fit: Annotated[dict[str, Ids], Field(description="what hangs on a weapon")] = {}


class SwitchShield(Command):
    """Switch the energy shield on or off."""

    on: bool
