"""Drawing a map: the brushes that a game offers, and what each of them makes of a map."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from vedette.engine.errors import CommandError
from vedette.view.board import Board

D = TypeVar("D")
"""A map as far as it is drawn. Only the game looks into it."""

SIZE = re.compile(r"\D*(\d{1,4})\D+(\d{1,4})\D*")  # columns and rows as somebody types them


class Brush(Struct, frozen=True):
    """Something that can be drawn: on a hex, or on one side of it.

    key: the letter or digit that takes it; none of `q w e a s d`, which are directions. sign: how the file has it, ""
    where it stands beside the drawing. group: the heading that it stands under.
    """

    id: str
    label: str
    key: str
    sign: str = ""
    on: Literal["hex", "side"] = "hex"
    group: str = ""


class MapEditor(Struct, Generic[D], frozen=True):
    """How a game draws maps.

    table: the folder of its data in which maps stand. brushes: what can be drawn. begin: an empty map. read: the map of
    a file; raises DataError with every fault. name: what it is called. rename: called otherwise. board: what it looks
    like. paint: with a brush on a hex, or on a side of it; the same map where nothing comes of it. resize: with so many
    columns and rows; raises CommandError for what no map can have. text: the file, under an id.
    """

    table: str
    brushes: tuple[Brush, ...]
    begin: Callable[[], D]
    read: Callable[[Mapping[str, Any]], D]
    name: Callable[[D], str]
    rename: Callable[[D, str], D]
    board: Callable[[D], Board]
    paint: Callable[[D, str, str, str], D]
    resize: Callable[[D, int, int], D]
    text: Callable[[D, str], str]

    def sized(self, drawn: D, text: str) -> D:
        """With as many columns and rows as somebody typed; raises CommandError."""
        found = SIZE.fullmatch(text)
        if found is None:
            raise CommandError("A size is two numbers, columns and rows, such as 24 18.")
        return self.resize(drawn, int(found[1]), int(found[2]))
