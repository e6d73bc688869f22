"""Who is near whom: enemies, friends, and those that a blow may reach."""

from __future__ import annotations

from vedette.games.close_quarters.ground.hexes import distance
from vedette.games.close_quarters.standing import brawl, is_alive, is_enemy
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number


def enemies(game: Fight, by: str) -> list[str]:
    """The living enemies on the map, the nearest first."""
    return near(game, by, [name for name in game.units if is_enemy(game, by, name)])


def friends(game: Fight, by: str) -> list[str]:
    """The living friends on the map, the nearest first; himself left out."""
    return near(game, by, [name for name in game.units if name != by and not is_enemy(game, by, name)])


def friends_beside(game: Fight, by: str) -> list[str]:
    """Those of them in his hex and the next ones."""
    return [name for name in friends(game, by) if game.units[by].hex and away(game, by, name) <= 1]


def anybody(game: Fight, by: str) -> str:
    """Somebody else, for a command that can't be read without a target; "" where he is alone."""
    return next((name for name in (*enemies(game, by), *game.units) if name != by), "")


def near(game: Fight, by: str, names: list[str]) -> list[str]:
    """Those of them who live and are on the map, the nearest first."""
    there = [
        name for name in names if is_alive(game, name) and game.units[name].hex and not game.units[name].left
    ]
    return sorted(there, key=lambda name: away(game, by, name))


def away(game: Fight, by: str, name: str) -> int:
    """Hexes between two characters; 0 where one of them is nowhere."""
    one, other = game.units[by], game.units[name]
    return distance(one.hex, other.hex) if one.hex and other.hex else 0


def in_reach(game: Fight, by: str) -> list[str]:
    """The enemies that a blow may reach: in hand-to-hand combat those in it, else within two hexes."""
    one = game.units[by]
    if one.hth:
        return [name for name in brawl(game, by) if is_enemy(game, by, name)]
    return [name for name in enemies(game, by) if one.hex and away(game, by, name) <= number("reach_long")]


def foe_beside(game: Fight, by: str) -> bool:
    """Whether an enemy stands where bare hands reach him."""
    return any(away(game, by, name) <= number("reach_other") for name in in_reach(game, by))
