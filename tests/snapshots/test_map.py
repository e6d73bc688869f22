"""A fight on the map: a small yard with walls of every height, fire, smoke, water and a pit."""

from __future__ import annotations

from pathlib import Path

from tests.snapshots.battle import Game
from tests.snapshots.film import filming
from tests.tui.rooms import rooms
from vedette.games.close_quarters.ruleset import RULESET

GAMES = {RULESET.id: RULESET}
YARD = Path(__file__).with_name("yard.toml")


class Yard(Game):
    """The fight in the yard."""

    def __init__(self, path: Path) -> None:
        """The raiders have the initiative, and let the Watch move first."""
        super().__init__(path, RULESET, YARD)
        self.do("start_combat", "watch")
        self.do("initiative", "watch", dice=[2, 5], choose=("watch",))


async def test_try(own: Path) -> None:
    """."""
    yard = Yard(own / "yard.vedette")
    async with rooms(own, GAMES, yard.close()) as at, filming(at) as film:
        await at.press("m", "s", "d")
        await film.shoot("map-try1")
        await at.press("w")
        await film.shoot("map-try2")
        await at.press("exclamation_mark")
        await at.press("escape", "escape")
        await at.press("M")
        await film.shoot("map-try3")
        await at.press("M", "minus")
        await film.shoot("map-try4")


async def test_try2(own: Path) -> None:
    """."""
    yard = Yard(own / "yard.vedette")
    yard.do("move", "ada", path=["0403"], facing="se")
    yard.do("end_movement", "watch")
    yard.do("end_movement", "raiders")
    async with rooms(own, GAMES, yard.close()) as at, filming(at) as film:
        await film.shoot("map-try5")
        await at.press("s", "2")
        await film.shoot("map-try6")
        await at.press("enter")
        await film.shoot("map-try7")
