"""The widgets of a table with a board: the map, the order of acting beside it, and the legend below."""

from __future__ import annotations

from vedette.tui.widgets.hex_map import HexMap, Legend
from vedette.tui.widgets.roster import Roster


class MapParts:
    """Made together, and loaded with the first board."""

    def __init__(self) -> None:
        self.map, self.roster, self.legend = HexMap(), Roster(), Legend()
