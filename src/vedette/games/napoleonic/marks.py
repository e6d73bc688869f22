"""What other chapters do to a Unit: formations, and the markers that the players set (NA-T.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from vedette.engine.checks import forbids
from vedette.engine.commands import TEXT_LIMIT, Command, Commands
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, Names
from vedette.engine.grammar import at_start
from vedette.engine.play import Play
from vedette.engine.text import clean
from vedette.games.napoleonic.exchange import lose
from vedette.games.napoleonic.state import Battle, Formation
from vedette.games.napoleonic.tables import formations
from vedette.games.napoleonic.units import actor, by_troops, lives_max, profile
from vedette.kit.sentences import fact
from vedette.kit.words import count
from vedette.view.asked import Asked, BySaid
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Battle]()


MARKED = ("lives", "hits", "drum", "flag", "regimental_gun", "carbines", "ammo")
"""The values that `mark` sets."""

OF_A_GROUP = ("lives", "hits")
"""Those that a group has."""

OF_AN_ARM = {"regimental_gun": "infantry", "carbines": "cavalry"}
"""Those that only one arm has."""


@forbids("NA-T.3")
def it_is_on_the_table(battle: Battle, command: Command) -> str | None:
    unit = battle.units[command.by]
    return None if unit.on_table else f"{unit.name}: off the table."


@forbids("NA-3.3.6")
def no_exchange_is_open(battle: Battle, command: Command) -> str | None:
    """While both sides fire, nothing that fire depends on is changed by hand (decision 24)."""
    return "The exchange of fire is open: losses are marked after it." if battle.exchange == "open" else None


@fact(
    "{unit}: now in {formation:named}.",
    {"named": lambda formation: formations()[formation].name},
    headline="{unit}: {formation:named}",
)
class FormationTaken(Fact, frozen=True):
    unit: str
    formation: Formation


_MARKERS = {
    "drum": ("Drum", "no Drum"),
    "flag": ("Flag", "no Flag"),
    "regimental_gun": ("Regimental Gun", "no Regimental Gun"),
    "carbines": ("carbines", "no carbines"),
}


class Marked(Fact, frozen=True):
    """The players set markers; yes and no are 1 and 0."""

    unit: str
    values: tuple[tuple[str, int], ...]
    reason: str

    def sentence(self, names: Names) -> str:
        why = f" ({self.reason})" if self.reason else ""
        return f"{at_start(names(self.unit))}: {', '.join(self._parts)}{why}."

    def headline(self, names: Names) -> str:
        parts = self._parts
        return f"{names(self.unit)}: {', '.join(parts[:2])}{', …' if parts[2:] else ''}"

    @property
    def _parts(self) -> list[str]:
        counted = {"lives": ("life", "lives"), "hits": ("Hit", "Hits"), "ammo": ("ammunition", "ammunition")}
        return [
            _MARKERS[name][not value] if name in _MARKERS else count(value, *counted[name])
            for name, value in self.values
        ]


Count = Annotated[int, Field(ge=0, le=1000)]


def _other_formations(battle: Battle, by: str) -> Mapping[str, str]:
    arm, now = profile(battle, by).arm, battle.units[by].formation
    return {row.id: row.name for row in formations().values() if arm in row.arms and row.id != now}


class ChangeFormation(Command):
    """A Unit takes another formation."""

    formation: Annotated[Formation, Asked("Formation", "f", _other_formations, judged=False)]


def _now(name: str) -> BySaid:
    return lambda battle, words: getattr(battle.units[words["by"]], name)


def _told_now(name: str) -> BySaid:
    def told(battle: Battle, words: Words) -> str:
        by = words["by"]
        of = f" of {lives_max(battle, by)}" if name == "lives" else ""
        return f"now {getattr(battle.units[by], name)}{of}"

    return told


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

    lives: Annotated[Count | None, Asked("Lives", "i", now=_now("lives"), hint=_told_now("lives"))] = None
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
        "ammunition",
    ] = None
    lost: Annotated[Literal[True] | None, Asked("Lost", "o", hint=_with_its_groups), "off the table"] = None
    reason: Annotated[str, Field(max_length=TEXT_LIMIT), Asked("Reason", "r", hint="if you like")] = ""

    _clean = field_validator("reason")(clean)


def formation_understood(battle: Battle, command: ChangeFormation) -> ChangeFormation:
    by_troops(battle, command)
    row, arm = formations()[command.formation], profile(battle, command.by).arm
    if arm not in row.arms:
        raise CommandError(f"{row.name.capitalize()} is not a formation of {arm}.")
    return command


@COMMANDS.add(
    ChangeFormation,
    "Formation",
    formation_understood,
    (it_is_on_the_table, no_exchange_is_open),
    rules=("NA-T.2",),
    reminders=("NA-T.2",),
    key="o",
    moves=True,
    offered=lambda battle, by: bool(battle.units[by].formation),
    lines=lambda battle, by, command: (Detail("When", "your movement rules say (NA-T.2)"),),
)
async def formation(play: Play[Battle], command: ChangeFormation) -> None:
    """NA-T.2: the Unit stands in that formation now; when it may is the table's business (decision 25)."""
    battle = play.state.with_unit(command.by, formation=command.formation)
    play.commit(battle, FormationTaken(command.by, command.formation))


def marked_values(command: Mark) -> dict[str, Any]:
    values = {name: getattr(command, name) for name in MARKED}
    return {name: value for name, value in values.items() if value is not None}


def mark_understood(battle: Battle, command: Mark) -> Mark:
    unit, values = actor(battle, command), marked_values(command)
    if not values and not command.lost:
        raise CommandError("Say what is marked.")
    for name in values:
        arm = OF_AN_ARM.get(name)
        if unit.group and name not in OF_A_GROUP:
            raise CommandError(f"A group has no {name}.")
        if arm and arm != profile(battle, command.by).arm:
            raise CommandError(f"{name} is for {arm} only.")
    most = lives_max(battle, command.by)
    if command.lives is not None and command.lives > most:
        raise CommandError(f"{unit.name}: 0 to {most} lives, not {command.lives}.")
    return command


@COMMANDS.add(
    Mark,
    "Mark",
    mark_understood,
    (it_is_on_the_table, no_exchange_is_open),
    rules=("NA-T.2", "NA-T.4"),
    reminders=("NA-T.2",),
    key="k",
    of_table=True,
    by_hand=True,
)
async def mark(play: Play[Battle], command: Mark) -> None:
    """NA-T.2: the values are as the table says; without lives it is lost (NA-T.4)."""
    values = marked_values(command)
    if values:
        told = tuple((name, int(value)) for name, value in values.items())
        play.commit(play.state.with_unit(command.by, **values), Marked(command.by, told, command.reason))
    if command.lost or command.lives == 0:
        lose(play, command.by)
