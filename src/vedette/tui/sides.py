"""How the sides are told apart: by a colour, by an initial or a sign that goes with it, and by brackets on the map."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from vedette.view.palette import SIDES, side_roles

if TYPE_CHECKING:  # the home screen shows sides before any game is loaded
    from vedette.view.vocabulary import SideView, StoryWords

ROLES = SIDES  # the colour roles: the names of the sides' colours in every palette

SIGNS = {"first": "◀", "second": "▶", "third": "◤", "fourth": "◥"}
"""Where there are two, the sign points to the side's cards."""

BRACKETS = {"first": (" ", " "), "second": ("[", "]"), "third": ("<", ">"), "fourth": ("{", "}")}
"""What stands round a figure on the map, for eyes and terminals without colours."""

ARTICLES = frozenset({"the", "a", "an"})

_WORD = re.compile(r"[^\W_][^\s()]*")


class Sides(Struct, frozen=True):
    """The sides as the dice name them: id to name, and id to colour role; and the game's words for what dice come to."""

    names: Mapping[str, str]
    roles: Mapping[str, str]
    words: StoryWords | None = None


def roles(sides: Sequence[SideView]) -> dict[str, str]:
    return side_roles(side.id for side in sides)


def initials(names: Mapping[str, str]) -> dict[str, str]:
    """A letter for each side, articles skipped: its first, else that of its next word for all that would share one, else any of its own."""
    parts = {
        id: [word for word in _WORD.findall(name) if word.lower() not in ARTICLES] or [name]
        for id, name in names.items()
    }
    firsts = [words[0][:1].upper() for words in parts.values()]
    given: dict[str, str] = {}
    for id, words in parts.items():
        shared = firsts.count(words[0][:1].upper()) > 1
        written = [*(word[0] for word in (words[1:] + words[:1] if shared else words)), *"".join(words)]
        letters = [char.upper() for char in written if char.isalnum()]
        given[id] = next(
            (char for char in letters if char not in given.values()), letters[0] if letters else "?"
        )
    return given


def called(name: str, role: str) -> str:
    """A side with the sign that points to its cards; of more than two sides the others point nowhere."""
    pointing = {"first": f" {SIGNS['first']} {name} ", "second": f" {name} {SIGNS['second']} "}
    return pointing.get(role, f" {name} ")
