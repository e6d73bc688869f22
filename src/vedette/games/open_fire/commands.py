"""The commands of Open Fire as the players give them (section 4). Distances are inches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from vedette.engine.commands import Command
from vedette.engine.text import require_text
from vedette.games.open_fire.candidates import (
    abilities,
    enemy_names,
    entry_points,
    near_names,
    secured,
    to_secure,
    transports,
    used_on,
)
from vedette.games.open_fire.lookup import inches
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import has, profile
from vedette.view.asked import Asked
from vedette.view.forms import Words

Inches = Annotated[float, Field(ge=0, le=1000)]
Count = Annotated[int, Field(ge=0, le=1000)]
Ids = Annotated[tuple[str, ...], Field(strict=False)]
Numbers = Annotated[tuple[int, ...], Field(strict=False)]
Contacts = Annotated[Ids, Field(description="enemies within assault range")]
Near = Annotated[Ids, Field(description="units so near that their rules reach this one")]
Modifier = Annotated[int, Field(ge=-100, le=100)]
Sight = Literal["clear", "obstructed", "blocked"]
Arc = Literal["front", "left", "right", "rear"]


class StartGame(Command):
    """The set-up is over."""


class PlaceEntry(Command):
    """Place the side's next entry point, where the mission leaves that to the players."""


def _for_entry_points(battle: Battle, words: Words) -> str | None:
    """What is rolled off for while the set-up waits for it."""
    placing = battle.phase == "setup" and battle.book.mission.players_place
    return "entry points" if placing and not battle.last_roll_off else None


class RollOff(Command):
    """Roll off for the first activation of a round, or for anything else."""

    model_config = ConfigDict(populate_by_name=True)

    about: Annotated[
        str,
        Field(
            alias="for", max_length=200, description="what it is about, the first activation where left out"
        ),
        Asked("For what", "f", default=_for_entry_points, required=True),
    ] = "initiative"

    _said = field_validator("about")(require_text)


def _within(battle: Battle, words: Words) -> str:
    return f"Within {number('near_within')} inches"


class Activate(Command):
    """Activate a unit on the table or aboard."""

    near: Annotated[Near, Asked(_within, "n", near_names, judged=False)] = ()


def _is_stressed(battle: Battle, words: Words) -> bool:
    return bool(battle.units[words["by"]].stress)


def _own_entries(battle: Battle, by: str) -> Mapping[str, str]:
    return {one.id: one.text or one.id for one in entry_points(battle, by)}


def _lies_in_ambush(battle: Battle, words: Words) -> bool:
    return "ambush" in words


def _there_is_room(battle: Battle, words: Words) -> bool:
    """Where there is none, nothing else is said."""
    return "blocked" not in words


def _may_ambush(battle: Battle, words: Words) -> bool:
    return _there_is_room(battle, words) and has(battle, words["by"], "Ambush")


def _beyond(battle: Battle, words: Words) -> str:
    return f"anywhere more than {inches(number('ambush_beyond'))} from enemies"


def _enters(battle: Battle, words: Words) -> bool:
    return _there_is_room(battle, words) and not _lies_in_ambush(battle, words)


def _has_a_choice_of_entries(battle: Battle, words: Words) -> bool:
    return _enters(battle, words) and len(entry_points(battle, words["by"])) > 1


def _enters_stressed(battle: Battle, words: Words) -> bool:
    return _there_is_room(battle, words) and _is_stressed(battle, words)


class Deploy(Command):
    """Bring a unit out of reserve and activate it."""

    ambush: Annotated[bool, Asked("Ambush", "a", hint=_beyond, after=("blocked",), shown=_may_ambush)] = False
    entry: Annotated[
        str | None,
        Asked("Entry point", "p", _own_entries, shown=_has_a_choice_of_entries, required=True),
        Field(description="the entry point"),
    ] = None
    distance: Annotated[
        Inches | None,
        Asked("Distance", "d", unit='"', shown=_there_is_room, advanced=_enters),
        Field(description="to the entry point"),
    ] = None
    contacts: Annotated[
        Contacts,
        Asked("In assault range of", "c", enemy_names, judged=False, shown=_enters, advanced=True),
    ] = ()
    near: Annotated[Near, Asked(_within, "n", near_names, judged=False, shown=_enters_stressed)] = ()
    blocked: Annotated[
        bool,
        Asked("No room anywhere", "b", hint="it is destroyed", advanced=True),
        Field(description="no room anywhere"),
    ] = False


def _flees_a_wreck(battle: Battle, words: Words) -> bool:
    return words["by"] in battle.must_disembark


def _gets_out(battle: Battle, words: Words) -> bool:
    return not _flees_a_wreck(battle, words)


def _gets_out_stressed(battle: Battle, words: Words) -> bool:
    return _gets_out(battle, words) and _is_stressed(battle, words)


def _living_models(battle: Battle, by: str) -> Mapping[int, str]:
    return {n: f"{n} {profile(battle, by).models[n].name}" for n in battle.units[by].living}


class Disembark(Command):
    """Get out of a transport, or out of its wreck."""

    lost: Annotated[
        Numbers,
        Asked(
            "Models without a place",
            "l",
            _living_models,
            judged=False,
            hint="lost; with the leader the whole unit",
            shown=_flees_a_wreck,
        ),
        Field(description="models without a place"),
    ] = ()
    contacts: Annotated[
        Contacts,
        Asked("In assault range of", "c", enemy_names, judged=False, shown=_gets_out, advanced=True),
    ] = ()
    distance: Annotated[
        Inches | None, Asked("Distance", "d", unit='"', advanced=True), Field(description="to the transport")
    ] = None
    near: Annotated[Near, Asked(_within, "n", near_names, judged=False, shown=_gets_out_stressed)] = ()


def _those_it_is_used_on(battle: Battle, words: Words) -> Mapping[str, str]:
    return used_on(battle, words["by"], words.get("ability"))


def _is_used_on_somebody(battle: Battle, words: Words) -> bool:
    return bool(used_on(battle, words["by"], words.get("ability")))


class UseAbility(Command):
    """Use an ability."""

    ability: Annotated[str | None, Asked("Ability", "b", abilities, required=True)] = None
    target: Annotated[
        str | None,
        Asked("Used on", "u", given=_those_it_is_used_on, shown=_is_used_on_somebody, required=True),
        Field(description="the unit that it is used on, where it brings a condition on another one"),
    ] = None


class Move(Command):
    """Move, normally or as an advance."""

    inches: Inches | None = None
    advance: bool = False
    slow: Annotated[Inches, Field(description="inches in slow terrain")] = 0
    up: Annotated[Count, Field(description="height levels")] = 0
    down: Annotated[Count, Field(description="height levels")] = 0
    barriers: Count = 0
    contacts: Annotated[Ids | None, Field(description="enemies within assault range at the end")] = None
    left: Annotated[Ids, Field(description="more enemies whose assault range was left on the way")] = ()
    manoeuvres: Annotated[Count, Field(description="of a vehicle")] = 0
    backward: Annotated[bool, Field(description="of a vehicle")] = False
    off_table: Annotated[bool, Field(description="of an aircraft")] = False
    blocked: Annotated[bool, Field(description="of an aircraft that cannot fly its minimum")] = False
    jumps: Annotated[
        tuple[Inches, ...], Field(strict=False, description="in a skirmish: inches of each gap")
    ] = ()
    rear_of: Annotated[str, Field(description="in a skirmish: an enemy reached from its rear arc")] = ""


class Embark(Command):
    """Go aboard a transport."""

    transport: Annotated[str | None, Asked("Transport", "t", transports, required=True)] = None
    distance: Annotated[
        Inches | None, Asked("Distance", "d", unit='"', advanced=True), Field(description="to the transport")
    ] = None


class GroupWords(BaseModel):
    """One group of an attack: models with one weapon at one target."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)

    target: str | None = None
    weapon: str | None = None
    models: Annotated[
        Numbers | None, Field(description="those that attack, all with the weapon where left out")
    ] = None
    range: Annotated[Inches | None, Field(description="inches to the target")] = None
    los: Annotated[Sight | None, Field(description="line of sight")] = None
    arc: Annotated[Arc | None, Field(description="of the target")] = None
    screened: Annotated[bool | None, Field(description="another unit in the way")] = None
    reroll_hits: Annotated[bool | None, Field(description="for the sake of a critical")] = None
    modifier: Annotated[Modifier | None, Field(description="from abilities")] = None
    defence_modifier: Annotated[Modifier | None, Field(description="from abilities")] = None


class Attack(GroupWords, Command):
    """Attack with one or more groups."""

    attacks: Annotated[
        tuple[GroupWords, ...] | None,
        Field(strict=False, min_length=1, description="several groups, each a table"),
    ] = None
    near: Near = ()


class FreeAttack(Attack):
    """Strike at a unit that left assault range."""


class Pass(Command):
    """Give up a free attack (by a unit), or the units that need not act this round (by a side)."""


def _contested(battle: Battle, words: Words) -> str:
    return f"An enemy is within {inches(number('contest_within'))} of it"


class Secure(Command):
    """Secure an objective."""

    objective: Annotated[str | None, Asked("Objective", "o", to_secure, required=True)] = None
    contested: Annotated[
        bool, Asked(_contested, "c", after=("objective",)), Field(description="an enemy is beside it")
    ] = False
    distance: Annotated[
        Inches | None, Asked("Distance", "d", unit='"', advanced=True), Field(description="to the objective")
    ] = None


class LoseObjective(Command):
    """Nobody of the side that has secured an objective is near it any more."""

    objective: Annotated[str, Asked("Objective", "o", secured)]


class EndActivation(Command):
    """The unit is done."""


class EndRound(Command):
    """The round is over."""
