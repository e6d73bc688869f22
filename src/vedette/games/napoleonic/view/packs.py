"""What a pack of house profiles may hold: Units."""

from __future__ import annotations

from typing import Any, get_args

from vedette.games.napoleonic.setup import UnitData
from vedette.games.napoleonic.state import Arm, Class
from vedette.games.napoleonic.tables import RULESET_ID
from vedette.kit.setup_resolver import unit_faults, with_profile
from vedette.view.packs import PackField, PackKind

NEVER = ("formation", "groups_out")
"""What belongs to a battle."""


def _words(kind: Any) -> dict[Any, str]:
    return {word: word for word in get_args(kind)}


PROFILES = PackKind(
    "profiles",
    "profile",
    "profiles",
    lambda row, beside: unit_faults(RULESET_ID, UnitData, with_profile, row, beside, NEVER),
    (
        PackField("arm", "Arm", "choice", lambda: _words(Arm), required=True),
        PackField("class", "Class", "choice", lambda: _words(Class), required=True),
        PackField("type", "Type", required=True),
        PackField("drill", "Drill", required=True),
        PackField("experience", "Experience", required=True),
        PackField("lives", "Lives"),
        PackField("regimental_gun", "Regimental Gun", "toggle"),
    ),
)


def packs() -> tuple[PackKind, ...]:
    return (PROFILES,)
