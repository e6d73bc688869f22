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

    def to_the_action(self) -> None:
        """Abel has come up to the wall, Finn to meet him."""
        self.do("move", "abel", path=["0403"], facing="se")
        self.do("end_movement", "watch")
        self.do("move", "finn", path=["0804"])
        self.do("end_movement", "raiders")

    def to_its_end(self) -> None:
        """Abel hits Finn, who falls; Dirk hits Abel; the raiders give up in the second turn."""
        self.to_the_action()
        self.do("shoot", "abel", weapon="rifle", target="finn", dice=[2, 3, 4, 3, 3, 2, 1])
        self.do("pass", "abel")
        self.do("shoot", "dirk", weapon="carbine", target="abel", dice=[4, 4, 4, 2, 1, 2, 1])
        while self.session.state.phase == "action":
            self.do("pass", self.session.state.actor)
        self.do("end_turn", "watch")
        self.do("concede", "raiders")


async def test_the_yard(own: Path) -> None:
    """Walls by their weight, every ground with its pattern, smoke and fire over it, what lies there by its name.

    Figures have two letters, where they look, their hits, and what is most to be known of them. Below the map stands in
    words what is in the hex that is looked at. Large the map has all the room but a few rows.
    """
    yard = Yard(own / "yard.vedette")
    async with rooms(own, GAMES, yard.close()) as at, filming(at) as film:
        await film.shoot("map-yard", "░░", "Ab↘", large=(". :", "≈ ≈"))
        await at.press("M")
        await film.shoot("map-large", "01  02  03", "Ab↘")
        await at.press("M", "Z")
        await film.shoot("map-far", "01 02 03", "Fi↖")


async def test_a_path(own: Path) -> None:
    """Abel's way grows step by step: its hexes and what it costs in the form, he himself where it has come to.

    Round him stand the keys of the next steps; the step into Bram's hex has a ✘ on the map, and the reason in the form.
    The step over the knee-high wall is free: the way behind him is told by arrows.
    """
    yard = Yard(own / "yard.vedette")
    async with rooms(own, GAMES, yard.close()) as at, filming(at) as film:
        await at.press("m", "s", "d", "w")
        await film.shoot("map-path", "0303 → 0304 → 0404 → 0403", "3 of 10 MOV", " e ", "✘w 0402")
        await at.press("w")
        await film.shoot("map-path-refused", "✘ CQ-MOV-7: Bram is in", "✘", " e ")
        await at.press("e", "d")
        await film.shoot("map-path-wall", "0503 → 0603", "↓")


async def test_a_shot(own: Path) -> None:
    """The form: every target with its chance, the line of fire over the map, and what makes the chance, line by line.

    Then the dice, with the number that is needed and the same modifiers; the line of fire stays till the damage is rolled.
    """
    yard = Yard(own / "yard.vedette")
    yard.to_the_action()
    async with rooms(own, GAMES, yard.close()) as at, filming(at) as film:
        await film.shoot("map-action", "Abel Holm acts", "0403", "Shoot")
        await at.press("s")
        await film.shoot("map-shoot", "◉ Finn", "Dirk", "Egon", "Shoot")
        await at.press("3")
        await film.shoot("map-shoot-prone", "◉ Egon", "38%")
        await at.press("1", "enter", "2", "3")
        await film.shoot("map-dice", "≤15", "1 to come")
        await at.press("4")
        await film.shoot("map-damage", "Damage to Finn", "4 D6")
        await at.press(*"3321")
        await film.shoot("map-hit", "Damage to Finn", large=("Finn falls", "2 fallen"))


async def test_a_fight_is_watched(own: Path) -> None:
    """The map as it was: the set-up, Abel's move with its way, his shot with its dice; at the end who is out."""
    yard = Yard(own / "yard.vedette")
    yard.to_its_end()
    async with rooms(own, GAMES, yard.close()) as at, filming(at) as film:
        await at.press("P", "home")
        await film.shoot("map-replay-start", "line 0 of")
        await at.press(*["right"] * 6)
        await film.shoot("map-replay-move", "Abel Holm moves to 0403")
        await at.press(*["right"] * 6)
        await film.shoot("map-replay-shot", "Finn falls")
        await at.press("end")
        await film.shoot("map-replay-end", "conceded")


async def test_three_sides(own: Path) -> None:
    """All three in the roster, whatever the width; the third side's call points nowhere.

    Tab goes from side to side, and round.
    """
    game = Game(own / "three.vedette", RULESET, Path(__file__).with_name("three.toml"))
    game.do("start_combat", "colony")
    game.do("initiative", "colony", dice=[2, 3, 5], choose=("raiders", "colony"))
    async with rooms(own, GAMES, game.close()) as at, filming(at) as film:
        await film.shoot(
            "map-three", "Raiders │", "COLONY", "REBELS", "Bruce", "Zorgo", "Kuro", "Ku", "Move with m"
        )
        await at.press("tab")
        await film.shoot("map-three-next", "↘ 0204", "Bruce Corr")
        await at.press("tab", "tab")
        await film.shoot("map-three-round", "0502", "Kuro Tan")
