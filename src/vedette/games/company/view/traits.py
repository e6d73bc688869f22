"""The traits of a Group, each with the game as it would be without it: what decided a volley or a melee is found that way."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.record import replace
from vedette.games.company.groups import profile
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import traits as named


def traits(game: Skirmish, unit: str) -> Mapping[str, Skirmish]:
    """Its own traits; what its Captain brings is told by the modifiers."""
    own = profile(game, unit)
    return {
        named()[trait].name: replace(
            game,
            book=replace(
                game.book,
                units={
                    **game.book.units,
                    unit: replace(own, traits=tuple(one for one in own.traits if one != trait)),
                },
            ),
        )
        for trait in own.traits
    }
