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
    """A roll that no rule asks for, such as `2d6`."""

    what: Annotated[str, Field(pattern=r"^[1-9]\d?[dD]6$")]
    why: Remark = ""

    _clean = field_validator("why")(clean)


class Sheet(Command):
    """The character with every modifier."""


class Create(Command):
    """A new character of a side: his fields as in a game file."""

    id: Id
    character: dict[str, Any]


STANDARDS = {"new": "a new character", "experienced": "an experienced one"}


class Validate(Command):
    """The builder's checks for a character that there is."""

    as_: Annotated[As, Asked("As", "a", lambda game, by: STANDARDS, judged=False)] = Field("new", alias="as")


class CheckRoll(Command):
    """A check, of a `kind` or on an `attribute`; `skill` counts for a check without a kind."""

    kind: str = ""
    attribute: Rolled | None = None
    difficulty: int | None = None
    skill: str = ""
    bonus: Bonus = 0
    why: Remark = ""

    _clean = field_validator("why")(clean)


class Award(Command):
    """Experience for a reason, or credits."""

    reason: str = ""
    credits: Count | None = None
    why: Remark = ""

    _clean = field_validator("why")(clean)


class Rest(Command):
    """A side rests between games."""


class Buy(Command):
    """A thing at the table's price; `into` loads a weapon with the reload that is bought."""

    type: str
    quantity: Count = 1
    id: Id | None = None
    place: Place | None = None
    into: str | None = None


class Sell(Command):
    """A thing that he has, or one of the side's spoils, for three quarters of the price."""

    what: str = ""
    spoil: str = ""


class Claim(Command):
    """A thing from the side's spoils."""

    spoil: str
    id: Id | None = None
    place: Place | None = None


class Repair(Command):
    """A broken weapon, his own or somebody else's, or the worn armor."""

    weapon: str = ""
    owner: str = ""
    smith: bool = False
    armor: Literal[True] | None = None


class Equip(Command):
    """What he owns, rearranged: the lists replace the old ones."""

    ready: Ids | None = None
    belt: Ids | None = None
    slung: Ids | None = None
    pack: Ids | None = None
    items: Ids | None = None
    worn: Ids | None = None
    shield_held: Held | None = None
    grip: dict[str, Literal[1, 2]] = {}
    fit: dict[str, Ids] = {}


class SwitchShield(Command):
    """The energy shield, on or off."""

    on: bool
