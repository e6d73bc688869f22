"""Putting a character on the map by hand: any hex that is free, then where he looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.games.close_quarters.hexes import distance
from vedette.games.close_quarters.near import is_free
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.view.asked import facing, hex_field
from vedette.games.close_quarters.view.board import board, moved
from vedette.view.board import hex_name
from vedette.view.fields import Draft
from vedette.view.forms import Filled


def place(game: Fight, unit: str, draft: Draft) -> Filled:
    """The hex and the facing of a character; it begins where he stands, or else beside his own side."""
    character = game.units[unit]
    free = free_hexes(game)
    start = character.hex or _beside_friends(game, unit, free)
    where = hex_field(game, "hex", "Hex", "h", draft, default=start)
    towards = facing(draft, character.facing)
    hex = str(where.value or "")
    values: dict[str, Any] = {f"units.{unit}.facing": towards.value}
    if hex:
        values[f"units.{unit}.hex"] = hex
    words = {"do": "adjust", "by": character.side, "values": values}
    shown = moved(game, unit, [hex] if hex else [], str(towards.value))
    return Filled([where, towards], words, board=board(shown, choices=free, cursor=hex))


def free_hexes(game: Fight) -> Sequence[str]:
    """Every hex in which somebody may be put."""
    all_hexes = (
        hex_name(col, row) for row in range(1, game.map.rows + 1) for col in range(1, game.map.cols + 1)
    )
    return [hex for hex in all_hexes if is_free(game, hex)]


def _beside_friends(game: Fight, unit: str, free: Sequence[str]) -> str:
    """The free hex that is nearest to somebody of his own side, else to the middle of the map; "" without any."""
    friends = [game.units[name].hex for name in game.of(game.units[unit].side) if game.units[name].hex]
    middle = hex_name((game.map.cols + 1) // 2, (game.map.rows + 1) // 2)
    return min(free, key=lambda one: min(distance(one, near) for near in friends or [middle]), default="")
