"""What other chapters do to a Unit: formations, and the markers that the players set (NA-T.2)."""

from __future__ import annotations

from typing import Any

from vedette.engine.checks import forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.napoleonic import facts
from vedette.games.napoleonic.commands import ChangeFormation, Mark
from vedette.games.napoleonic.lookup import actor, by_unit, no_artillery
from vedette.games.napoleonic.losses import lose
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import formations
from vedette.games.napoleonic.units import lives_max, profile
from vedette.view.vocabulary import Detail

MARKED = ("lives", "hits", "drum", "flag", "regimental_gun", "carbines", "ammo")
"""The values that `mark` sets."""

OF_A_GROUP = ("lives", "hits")
"""Those that a group has."""

OF_AN_ARM = {"regimental_gun": "infantry", "carbines": "cavalry"}
"""Those that only one arm has."""


@forbids("NA-T.3")
def it_is_on_the_table(battle: Battle, command: Any) -> str | None:
    """Who is off the table neither acts nor is marked."""
    unit = battle.units[command.by]
    return None if unit.on_table else f"{unit.name}: off the table."


@forbids("NA-3.3.6")
def no_exchange_is_open(battle: Battle, command: Any) -> str | None:
    """While both sides fire, nothing that fire depends on is changed by hand (decision 24)."""
    return "The exchange of fire is open: losses are marked after it." if battle.exchange == "open" else None


def formation_understood(battle: Battle, command: ChangeFormation) -> ChangeFormation:
    """A Unit whose arm takes that formation."""
    by_unit(battle, command)
    no_artillery(battle, command)
    row, arm = formations()[command.formation], profile(battle, command.by).arm
    if arm not in row.arms:
        raise CommandError(f"{row.name} is no formation of {arm}.")
    return command


async def formation(play: Play[Battle], command: ChangeFormation) -> None:
    """NA-T.2: the Unit stands in that formation now; when it may is the table's business (decision 25)."""
    battle = play.state.with_unit(command.by, formation=command.formation)
    play.commit(battle, facts.FormationTaken(command.by, command.formation))


def marked_values(command: Mark) -> dict[str, Any]:
    """The values named, by field."""
    values = {name: getattr(command, name) for name in MARKED}
    return {name: value for name, value in values.items() if value is not None}


def mark_understood(battle: Battle, command: Mark) -> Mark:
    """At least one value, and none that such a Unit or group does not have."""
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


async def mark(play: Play[Battle], command: Mark) -> None:
    """NA-T.2: the values are as the table says; without lives it is lost (NA-T.4)."""
    values = marked_values(command)
    if values:
        told = tuple((name, int(value)) for name, value in values.items())
        play.commit(
            play.state.with_unit(command.by, **values), facts.Marked(command.by, told, command.reason)
        )
    if command.lost or command.lives == 0:
        lose(play, command.by)


def _whose_business_it_is(battle: Battle, by: str, command: ChangeFormation | None) -> tuple[Detail, ...]:
    return (Detail("When it may", "is the business of your rules of movement (NA-T.2)"),)


MARK_COMMANDS: dict[str, CommandSpec[Battle]] = {
    "formation": CommandSpec(
        ChangeFormation,
        "Formation",
        "unit",
        formation,
        formation_understood,
        (it_is_on_the_table, no_exchange_is_open),
        rules=("NA-T.2",),
        key="o",
        moves=True,
        lines=_whose_business_it_is,
    ),
    "mark": CommandSpec(
        Mark,
        "Mark",
        "unit",
        mark,
        mark_understood,
        (it_is_on_the_table, no_exchange_is_open),
        rules=("NA-T.2", "NA-T.4"),
        key="k",
        of_table=True,
    ),
}
