"""A weapon of which nothing but its type is known: as the tables have it, and full."""

from __future__ import annotations

from dataclasses import replace

from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import weapons
from vedette.games.close_quarters.values.figures import full_ammo, sold_with
from vedette.games.close_quarters.weapon import Weapon


def new_weapon(owner: Character, id: str, type_id: str) -> Weapon:
    """A full weapon in the table's number of hands, with the ammunition that it is sold with."""
    made = Weapon(id, type_id, grip=weapons()[type_id].hands, ammo_type=sold_with(type_id))
    return replace(made, ammo=full_ammo(owner, made))
