"""What follows from a Unit's values: skirmishers, shots and groups, with the arithmetic behind them; and who gives a command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from vedette.engine.commands import Command, shown
from vedette.engine.dice import Modifier
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.games.napoleonic.state import Battle, Profile, Unit
from vedette.games.napoleonic.tables import formations, groups_most, modifier, number, plays

C = TypeVar("C", bound=Command)

Parts = dict[str, Modifier]
"""The terms of a sum by the names that the state gives them, also those that are 0."""


def profile(battle: Battle, unit: str) -> Profile:
    return battle.book.units[battle.units[unit].mother or unit]


def lives_max(battle: Battle, unit: str) -> int:
    """The full complement; a group has one life, its officer (decision 19)."""
    return number("group_lives") if battle.units[unit].group else profile(battle, unit).lives


def is_infantry(battle: Battle, unit: str) -> bool:
    """NA-3.3.1.1: whether this is an Infantry Unit, and no group."""
    return profile(battle, unit).arm == "infantry" and not battle.units[unit].group


def is_cavalry(battle: Battle, unit: str) -> bool:
    """Whether this is a Cavalry Unit; a Screening Group is none (decision 13)."""
    return profile(battle, unit).arm == "cavalry" and not battle.units[unit].group


def skirmisher_parts(battle: Battle, unit: str) -> Parts:
    """NA-3.3.1.1.1, NA-3.3.1.1.2: Drill and Experience, less what is missing (decision 15)."""
    troop, own = battle.units[unit], profile(battle, unit)
    here = is_infantry(battle, unit)
    return {
        "drill": modifier("drill", own.drill * here),
        "experience": modifier("experience", own.experience * here),
        "lives": modifier("missing-lives", (own.lives - troop.lives + officers_missing(battle, unit)) * here),
        "drum": modifier("missing-drum", here and not troop.drum),
        "flag": modifier("missing-flag", here and not troop.flag),
    }


def officers_missing(battle: Battle, unit: str) -> int:
    """NA-3.3.2.1: the officers who are out with groups, where they count as missing lives (decision 6)."""
    return len(groups_of(battle, unit)) if plays(battle, "officers_with_groups", "missing") else 0


def officers_count(battle: Battle, unit: str) -> bool:
    """Whether the shots of a Unit rest on how its officers who are out are counted."""
    out = len(groups_of(battle, unit))
    alone = sum(int(part.value) for part in skirmisher_parts(battle, unit).values())
    with_them = alone + officers_missing(battle, unit)
    limit = shots_limit(battle, unit)
    return min(limit, max(0, with_them)) != min(limit, max(0, with_them - out))


def skirmishers(battle: Battle, unit: str) -> int:
    """The skirmishers that a Unit has now, never below 0 (decision 4)."""
    return total(skirmisher_parts(battle, unit))


def shot_parts(battle: Battle, unit: str) -> Parts:
    """NA-3.3.1.2.1 to NA-3.3.1.2.3: Type, less one in Square or garrison, less the Skirmish Groups out."""
    troop, here = battle.units[unit], is_infantry(battle, unit)
    formed = formations()[troop.formation].modifier if here and troop.formation else ""
    return {
        "type": modifier("type", profile(battle, unit).type * here),
        "formation": modifier(formed) if formed else modifier("square", 0),
        "groups": modifier("groups-out", len(costly_groups(battle, unit)) * here),
    }


def shots_limit(battle: Battle, unit: str) -> int:
    """How many shots the rules of NA-3.3.1.2 leave, whoever is there to fire them; never below 0."""
    return total(shot_parts(battle, unit))


def shots_available(battle: Battle, unit: str) -> int:
    """NA-3.3.1.2.4: with fewer skirmishers than shots only the skirmishers shoot."""
    return min(shots_limit(battle, unit), skirmishers(battle, unit))


def shots_left(battle: Battle, unit: str) -> int:
    """The shots that its skirmishers still have in this phase."""
    return max(0, shots_available(battle, unit) - battle.units[unit].shots_fired)


def total(parts: Parts) -> int:
    """The sum of the parts, never below 0 (decision 4)."""
    return max(0, int(sum(part.value for part in parts.values())))


def groups_limit(battle: Battle, unit: str) -> int:
    """NA-3.3.2.2, NA-3.3.3.2: how many groups the Unit may have out."""
    return 0 if battle.units[unit].group else groups_most(profile(battle, unit))


def all_groups(battle: Battle, unit: str) -> list[str]:
    own = (name for name, troop in battle.units.items() if troop.mother == unit)
    return sorted(own, key=group_number)


def groups_of(battle: Battle, unit: str) -> list[str]:
    return [name for name in all_groups(battle, unit) if battle.units[name].on_table]


def costly_groups(battle: Battle, unit: str) -> list[str]:
    """NA-3.3.1.2.3: the groups that cost their Unit a shot: those out, and lost ones by the table's house rule (decision 6)."""
    lost = plays(battle, "lost_group_shot", "yes")
    costs = ("on_table", "lost") if lost else ("on_table",)
    return [name for name in all_groups(battle, unit) if battle.units[name].status in costs]


def lost_groups_count(battle: Battle, unit: str) -> bool:
    """Whether a Unit's shots depend on how lost groups are counted."""
    lost = sum(battle.units[name].status == "lost" for name in all_groups(battle, unit))
    without = int(sum(part.value for part in shot_parts(battle, unit).values()))
    without += len(costly_groups(battle, unit)) - len(groups_of(battle, unit))
    few = skirmishers(battle, unit)
    differs = min(few, max(0, without)) != min(few, max(0, without - lost))
    return differs and is_infantry(battle, unit)


def group_id(unit: str, number: int) -> str:
    return f"{unit}-g{number}"


def group_number(group: str) -> int:
    return int(group.rpartition("-g")[2])


def in_order(battle: Battle) -> Iterator[str]:
    """Every Unit in the order of the set-up, each followed by its groups."""
    for name in battle.book.units:
        yield name
        yield from all_groups(battle, name)


def score_modifier(battle: Battle, group: str) -> Modifier:
    """NA-3.3.2.4.1: a Skirmish Group whose mother's Drum is missing."""
    unit = battle.units[group]
    return modifier("score-drum", unit.group == "skirmish" and not battle.units[unit.mother].drum)


def has_carbines(battle: Battle, unit: str) -> bool:
    """Whether the Unit has firearms (Ca); of a group, whether its mother has (NA-3.3.3.3.1)."""
    return battle.units[battle.units[unit].mother or unit].carbines


# --- nonsense is an error, not a refusal: unknown ids, and actors that a command is not for


def known(battle: Battle, unit: str) -> Unit:
    if unit not in battle.units:
        raise CommandError(f"There is no Unit and no group {shown(unit)}.")
    return battle.units[unit]


def actor(battle: Battle, command: Command) -> Unit:
    if command.by in battle.sides:
        raise CommandError(f"{command.do} is given by a Unit or a group, not by a side.")
    return known(battle, command.by)


def by_troops(battle: Battle, command: C) -> C:
    if actor(battle, command).group:
        raise CommandError(f"{command.do} is given by a Unit, not by a group.")
    if profile(battle, command.by).arm == "artillery":
        raise ForbiddenError(f"{command.do} is nothing for artillery.")
    return command


def by_group(battle: Battle, command: C) -> C:
    if not actor(battle, command).group:
        raise CommandError(f"{command.do} is given by a group, not by a Unit.")
    return command
