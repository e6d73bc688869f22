"""The commands as the players give them. Distances are BD."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, field_validator

from vedette.engine.commands import TEXT_LIMIT, Command
from vedette.engine.text import clean, require_text
from vedette.games.napoleonic.state import Battle, Formation, Phase
from vedette.games.napoleonic.tables import formations
from vedette.games.napoleonic.units import lives_max, profile
from vedette.view.asked import Asked, BySaid
from vedette.view.forms import Words

Distance = Annotated[float, Field(ge=0, le=1000)]
Count = Annotated[int, Field(ge=0, le=1000)]
Shots = Annotated[int, Field(ge=1, le=100)]
Ids = Annotated[tuple[str, ...], Field(strict=False)]
Direction = Literal["front", "left", "right", "rear"]


class NextPhase(Command):
    """On to the next phase, or to the one that is named."""

    to: Annotated[Phase | None, Field(description="the next one where left out")] = None


def _other_formations(battle: Battle, by: str) -> Mapping[str, str]:
    """Those of its arm that it hasn't taken."""
    arm, now = profile(battle, by).arm, battle.units[by].formation
    return {row.id: row.name for row in formations().values() if arm in row.arms and row.id != now}


class ChangeFormation(Command):
    """A Unit takes another formation."""

    formation: Annotated[Formation, Asked("Formation", "f", _other_formations, judged=False)]


def _now(name: str) -> BySaid:
    return lambda battle, words: getattr(battle.units[words["by"]], name)


def _told_now(name: str) -> BySaid:
    return lambda battle, words: f"now {getattr(battle.units[words['by']], name)}"


def _lives_now(battle: Battle, words: Words) -> str:
    by = words["by"]
    return f"now {battle.units[by].lives} of {lives_max(battle, by)}"


def _is_unit(battle: Battle, words: Words) -> bool:
    return not battle.units[words["by"]].group


def _is_of(arm: str) -> BySaid:
    return lambda battle, words: _is_unit(battle, words) and profile(battle, words["by"]).arm == arm


def _drum(battle: Battle, words: Words) -> str:
    return "Trumpet" if profile(battle, words["by"]).arm == "cavalry" else "Drum"


def _with_its_groups(battle: Battle, words: Words) -> str:
    return "off the table" + (", with its groups" if _is_unit(battle, words) else "")


class Mark(Command):
    """What other chapters did to a Unit or a group."""

    lives: Annotated[Count | None, Asked("Lives", "i", now=_now("lives"), hint=_lives_now)] = None
    hits: Annotated[Count | None, Asked("Hits", "h", now=_now("hits"), hint=_told_now("hits"))] = None
    drum: Annotated[bool | None, Asked(_drum, "d", now=_now("drum"), shown=_is_unit)] = None
    flag: Annotated[bool | None, Asked("Flag", "f", now=_now("flag"), shown=_is_unit)] = None
    regimental_gun: Annotated[
        bool | None, Asked("Regimental Gun", "g", now=_now("regimental_gun"), shown=_is_of("infantry"))
    ] = None
    carbines: Annotated[
        bool | None, Asked("Carbines", "c", now=_now("carbines"), shown=_is_of("cavalry"))
    ] = None
    ammo: Annotated[
        Count | None,
        Asked("Ammunition", "a", now=_now("ammo"), hint=_told_now("ammo"), shown=_is_unit, advanced=True),
        Field(description="ammunition"),
    ] = None
    lost: Annotated[
        Literal[True] | None, Asked("Lost", "o", hint=_with_its_groups), Field(description="off the table")
    ] = None
    reason: Annotated[str, Field(max_length=TEXT_LIMIT), Asked("Reason", "r", hint="if you like")] = ""

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


class CeaseFire(Command):
    """Neither side has more fire in this phase."""


class SettleEvent(Command):
    """What the table made of a Special Event."""

    result: Annotated[
        str,
        Field(min_length=1, max_length=TEXT_LIMIT, description="or “none”"),
        Asked("Result", "r", hint="“none” if nothing comes of it"),
    ]

    _said = field_validator("result")(require_text)
