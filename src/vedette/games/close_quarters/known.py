"""What the texts of a state name: ids of the tables, and hexes of the map. Nothing else can stand there."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from pydantic import Field

from vedette.engine.named import Among, Named
from vedette.engine.record import record
from vedette.games.close_quarters.hexes import is_hex_name, parse
from vedette.games.close_quarters.tables import (
    ammunition,
    armor,
    energy_shields,
    items,
    shields,
    skills,
    terrains,
    thing,
    weapons,
)


@record
class OnMap(Named):
    """It is a hex of the map, or one of the words."""

    words: tuple[str, ...] = ()

    def known(self, data: Any, name: str) -> bool:
        """Whether the map has that hex."""
        if not is_hex_name(name):
            return name in self.words
        column, row = parse(name)
        return column in range(1, data["map"]["cols"] + 1) and row in range(1, data["map"]["rows"] + 1)


@record
class AThing(Named):
    """It is something that can be owned, of whatever kind."""

    def known(self, data: Any, name: str) -> bool:
        """Whether any table has it."""
        return thing(name) is not None


@cache
def body_armor() -> frozenset[str]:
    """What is worn on the body: suits, jackets, vests and shielding."""
    return frozenset(id for id, row in armor().items() if row.kind != "helmet")


@cache
def helmets() -> frozenset[str]:
    """What is worn on the head."""
    return frozenset(id for id, row in armor().items() if row.kind == "helmet")


NOTHING = ("",)

SUPPORTS = ("bipod", "tripod")
BAYONET = "bayonet"
PACKS = ("battery-pack", "battery-backpack")

FITTED = (*SUPPORTS, BAYONET, *PACKS)
"""What may be fitted to a weapon."""

Hex = Annotated[str, OnMap()]
AnyHex = Annotated[str, OnMap(NOTHING)]
Terrain = Annotated[str, Among(terrains)]
SkillId = Annotated[str, Among(skills)]
ItemId = Annotated[str, Among(items)]
ThingId = Annotated[str, AThing()]
Fitting = Annotated[str, Among(lambda: FITTED)]
WeaponType = Annotated[str, Among(weapons)]
AnyAmmunition = Annotated[str, Among(ammunition, NOTHING)]
AnyArmor = Annotated[str, Among(body_armor, NOTHING)]
AnyHelmet = Annotated[str, Among(helmets, NOTHING)]
AnyShield = Annotated[str, Among(shields, NOTHING)]
AnyEnergyShield = Annotated[str, Among(energy_shields, NOTHING)]
Hands = Annotated[int, Field(ge=1, le=2)]
Attribute = Annotated[int, Field(ge=0, le=10_000)]
Shots = Annotated[str, Field(pattern=r"^\d{1,3}/\d{1,3}/\d{1,3}$")]
