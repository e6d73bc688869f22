"""The sides of a game compared before it begins, and the table on which it is played as a sketch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from vedette.view.vocabulary import Card, StoryWords


class ForcesSum(Struct, frozen=True):
    """Something that both sides have, and how much of it each, in the order of the sides."""

    name: str
    of_sides: tuple[int, ...]


def compared(sides: Sequence[str], cards: Sequence[Card], words: StoryWords) -> tuple[ForcesSum, ...]:
    """Units, models and hit points of each side, as far as they say more than the sum before them."""
    own = [[card for card in cards if card.side == side] for side in sides]
    sums = (
        ForcesSum(words.units[1], tuple(map(len, own))),
        ForcesSum(words.models[1], tuple(sum(len(card.pips) for card in some) for some in own)),
        ForcesSum(words.points[1], tuple(sum(card.full for card in some) for some in own)),
    )
    told = [one for i, one in enumerate(sums) if one.of_sides not in [before.of_sides for before in sums[:i]]]
    return tuple(one for one in told if any(one.of_sides))


class Spot(Struct, frozen=True):
    """Something on the table: its name, how far it is from the west and the north edge, the side that enters there, and a word.

    Where no side enters it is an `objective`, or else part of the ground.
    """

    name: str
    at: tuple[float, float]
    side: str = ""
    text: str = ""
    objective: bool = True


class Sketch(Struct, frozen=True):
    """A table of so many inches from west to east and from north to south, and what stands where on it."""

    size: tuple[float, float]
    spots: tuple[Spot, ...]


def entries(sketch: Sketch) -> Mapping[str, str]:
    """The edge, `north` or `south`, at which a side enters all along its entry points; sides that come in elsewhere are left out."""
    edges: dict[str, set[str]] = {}
    for spot in sketch.spots:
        if spot.side:
            edge = {0: "north", sketch.size[1]: "south"}.get(spot.at[1], "")
            edges.setdefault(spot.side, set()).add(edge)
    return {side: found.pop() for side, found in edges.items() if len(found) == 1 and found != {""}}
