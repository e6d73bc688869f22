"""Where everybody stands to everybody: who is in play and awake, who is near, and whom a blow may reach."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.games.close_quarters.arms import martial_arts
from vedette.games.close_quarters.derived import alive, conscious, incapacitated
from vedette.games.close_quarters.state import Character, Fight, Map
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.terrain import Bearing, barred, bearing, solid
from vedette.kit.remembered import remembered
from vedette.view.hexes import distance, neighbours, on_map

WIDENED: Mapping[Bearing, Bearing] = {"front": "front", "side": "front", "rear": "side"}
"""What the sides of a martial artist of level 4 count as."""


def is_down(character: Character) -> bool:
    return character.posture in ("prone", "fallen")


def is_out(game: Fight, name: str) -> bool:
    character = game.units[name]
    return character.left or character.subdued or not conscious(game, name)


def is_able(game: Fight, name: str) -> bool:
    """Alive, conscious, not stunned, held, subdued or gone, and not overburdened (CQ-ENC-8)."""
    character = game.units[name]
    return not (is_out(game, name) or character.stunned or character.held or incapacitated(game, name))


def is_upright(game: Fight, name: str) -> bool:
    """Conscious, and standing, kneeling or in hand-to-hand combat."""
    character = game.units[name]
    return conscious(game, name) and not character.left and (character.hth or not is_down(character))


def is_alive(game: Fight, name: str) -> bool:
    return alive(game.units[name])


def in_hex(game: Fight, hex: str) -> list[str]:
    """Who is in a hex, in the order of the set-up."""
    return [name for name, character in game.units.items() if character.hex == hex and not character.left]


def is_free(game: Fight, hex: str) -> bool:
    return on_map(game.map, hex) and not solid(game.map, hex) and not in_hex(game, hex)


def is_enemy(game: Fight, name: str, other: str) -> bool:
    """Whether the two are on different sides (friends never engage each other, CQ-ENG-4)."""
    return game.units[name].side != game.units[other].side


def threatens(game: Fight, name: str) -> bool:
    """CQ-ENG-2: whether a character has a threat zone at all."""
    character = game.units[name]
    return (
        bool(character.hex)
        and is_able(game, name)
        and not (is_down(character) or character.surprised or character.hanging or character.hth)
    )


def threat_zone(game: Fight, name: str) -> tuple[str, ...]:
    """CQ-ENG-1: the front hexes next to somebody, unless a wall over 1 m stands between."""
    character = game.units[name]
    if not threatens(game, name):
        return ()
    return _in_front(game.map, character.hex, character.facing, _is_all_round(character))


@remembered  # every picture, every step of a way and all odds ask for everybody's
def _in_front(map: Map, hex: str, facing: str, all_round: bool) -> tuple[str, ...]:
    return tuple(
        near
        for near in neighbours(hex)
        if _side(facing, hex, near, all_round=all_round) == "front" and not barred(map, hex, near)
    )


def side_of(character: Character, hex: str) -> Bearing:
    """CQ-MAP-3, CQ-MRT-4: on which side of somebody a hex lies; from level 4 of martial arts on the sides are front."""
    return _side(character.facing, character.hex, hex, all_round=_is_all_round(character))


def _side(facing: str, own: str, hex: str, *, all_round: bool) -> Bearing:
    found = bearing(facing, own, hex)
    return WIDENED[found] if all_round else found


def _is_all_round(character: Character) -> bool:
    return martial_arts(character) >= number("martial_arts_all_round")


def aspect(game: Fight, target: str, hex: str) -> Bearing:
    """The aspect of an attack: the side of the target that the attacker's hex lies on; who crawls is all rear."""
    character = game.units[target]
    return "rear" if character.all_rear else side_of(character, hex)


def is_walled(game: Fight, hex: str, other: str) -> bool:
    """CQ-ENV-11: whether a wall over 1 m bars movement, blows and engagement between neighbours."""
    return barred(game.map, hex, other)


def engaged_by(game: Fight, name: str) -> tuple[str, ...]:
    """CQ-ENG-3: the enemies in whose threat zone somebody is, in the order of the set-up."""
    character = game.units[name]
    if not character.hex or character.hth or is_out(game, name):
        return ()
    near = neighbours(character.hex)
    return tuple(
        other
        for other, there in game.units.items()
        if there.hex in near and is_enemy(game, name, other) and character.hex in threat_zone(game, other)
    )


def is_engaged(game: Fight, name: str) -> bool:
    return bool(engaged_by(game, name))


def brawl(game: Fight, name: str) -> list[str]:
    """Everybody in the same hand-to-hand combat, in the order of the set-up."""
    character = game.units[name]
    return [other for other in in_hex(game, character.hex) if game.units[other].hth] if character.hth else []


def hand_to_hand(game: Fight, by: str, target: str) -> bool:
    """Whether a character fights the target hand to hand: in a brawl, or a subdued one in the same hex (CQ-HTH-11)."""
    character, other = game.units[by], game.units.get(target)
    over = other is not None and other.subdued and bool(character.hex) and other.hex == character.hex
    return character.hth or over


def is_camp(game: Fight) -> bool:
    """Whether nobody could fight here: one side, and nobody on the map; so it is in a character's own file."""
    return len(game.sides) == 1 and not any(character.hex for character in game.units.values())


# --- who is near whom


def enemies(game: Fight, by: str) -> list[str]:
    """The living enemies on the map, the nearest first."""
    return near(game, by, [name for name in game.units if is_enemy(game, by, name)])


def friends(game: Fight, by: str) -> list[str]:
    """The other living friends on the map, the nearest first."""
    return near(game, by, [name for name in game.units if name != by and not is_enemy(game, by, name)])


def friends_beside(game: Fight, by: str) -> list[str]:
    return [name for name in friends(game, by) if game.units[by].hex and away(game, by, name) <= 1]


def anybody(game: Fight, by: str) -> str:
    """Somebody else, for a command that can't be read without a target; "" where there is nobody."""
    return next((name for name in (*enemies(game, by), *game.units) if name != by), "")


def near(game: Fight, by: str, names: list[str]) -> list[str]:
    """Those of them who live and are on the map, the nearest first."""
    there = {name: game.units[name] for name in names if is_alive(game, name)}
    found = [name for name, character in there.items() if character.hex and not character.left]
    return sorted(found, key=lambda name: away(game, by, name))


def away(game: Fight, by: str, name: str) -> int:
    """Hexes between two characters; 0 where one of them is nowhere."""
    character, other = game.units[by], game.units[name]
    return distance(character.hex, other.hex) if character.hex and other.hex else 0


def in_reach(game: Fight, by: str) -> list[str]:
    """The enemies that a blow may reach: in hand-to-hand combat those in it, else within two hexes."""
    character = game.units[by]
    if character.hth:
        return [name for name in brawl(game, by) if is_enemy(game, by, name)]
    reach = number("reach_long") if character.hex else -1
    return [name for name in enemies(game, by) if away(game, by, name) <= reach]


def foe_beside(game: Fight, by: str) -> bool:
    return any(away(game, by, name) <= number("reach_other") for name in in_reach(game, by))
