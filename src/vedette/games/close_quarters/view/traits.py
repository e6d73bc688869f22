"""The skills of a character, each with the combat as it would be without it: what decided an attack is found that way."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import skills


def traits(game: Fight, name: str) -> Mapping[str, Fight]:
    """Each of his skills once, at whatever level."""
    own = game.units[name].skills
    return {
        skills()[skill].name: game.with_unit(name, skills=tuple(one for one in own if one != skill))
        for skill in dict.fromkeys(own)
    }
