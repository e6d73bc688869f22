"""What a pack of house profiles may hold: Units."""

from __future__ import annotations

from vedette.games.napoleonic.setup import UnitData
from vedette.games.napoleonic.tables import RULESET_ID
from vedette.kit.setup_resolver import unit_faults, with_profile
from vedette.view.packs import PackField, PackKind, Rows
from vedette.view.roster import Row

NEVER = ("formation", "groups_out")
"""What belongs to a battle."""

ARMS = {"infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery"}
CLASSES = {"line": "line", "light": "light", "crack": "crack", "irregular": "irregular"}


def _profile_faults(row: Row, beside: Rows) -> list[str]:
    return unit_faults(RULESET_ID, UnitData, with_profile, row, beside, NEVER)


PROFILES = PackKind(
    "profiles",
    "profile",
    "profiles",
    _profile_faults,
    (
        PackField("arm", "Arm", "choice", lambda: ARMS, required=True),
        PackField("class", "Class", "choice", lambda: CLASSES, required=True),
        PackField("type", "Type", required=True),
        PackField("drill", "Drill", required=True),
        PackField("experience", "Experience", required=True),
        PackField("lives", "Lives"),
        PackField("regimental_gun", "Regimental Gun", "toggle"),
    ),
)


def packs() -> tuple[PackKind, ...]:
    """Units: nothing else of this game is a profile."""
    return (PROFILES,)
