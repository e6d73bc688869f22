"""The numbers and tables of the rules, as they stand in rulesets/napoleonic/."""

from __future__ import annotations

from msgspec import Struct

from vedette.games.napoleonic.state import Arm, Class, Formation, GroupKind, Phase, Profile
from vedette.kit.tables import Tables

RULESET_ID = "napoleonic"

TABLES = Tables(RULESET_ID)
number = TABLES.number
modifier = TABLES.modifier
plays = TABLES.plays
house_rule = TABLES.house_rule


class PhaseRow(Struct, frozen=True):
    """A phase of the turn (NA-T.1); `brief` is a word for it."""

    id: Phase
    name: str
    brief: str


class FormationRow(Struct, frozen=True):
    """A formation: the arms that take it, and the modifier of the shots that it brings, if any."""

    id: Formation
    name: str
    arms: tuple[Arm, ...]
    modifier: str = ""


class GroupRow(Struct, frozen=True):
    """A sort of group (NA-3.3.2.1, NA-3.3.3.1): the arm and the classes of the Units that send it out."""

    id: GroupKind
    name: str
    arm: Arm
    classes: tuple[Class, ...]
    rules: tuple[str, ...]


phases = TABLES.by_id("phases", PhaseRow)

formations = TABLES.by_id("formations", FormationRow)

groups = TABLES.by_id("groups", GroupRow)


def group_of(profile: Profile) -> GroupRow | None:
    """The sort of group that belongs to the arm; None for artillery."""
    return next((row for row in groups().values() if row.arm == profile.arm), None)


def groups_most(profile: Profile) -> int:
    """NA-3.3.2.2, NA-3.3.3.2: how many groups such a Unit may have out at a time (decision 7)."""
    row = group_of(profile)
    if row is None or profile.rank not in row.classes:
        return 0
    return max(0, profile.type - number("groups_below_type"))
