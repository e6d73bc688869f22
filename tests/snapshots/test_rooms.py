"""Home, a new game, an army, help: what they look like."""

from __future__ import annotations

from pathlib import Path

from tests.snapshots.battle import GAMES, Battle, example
from tests.snapshots.film import filming
from tests.tui.rooms import rooms


async def test_home_without_any_game(own: Path, examples: Path) -> None:
    """The name; a welcome of one line; below it `Play a first battle`, at hand, and the finished example."""
    example(examples)
    async with rooms(own, GAMES) as at, filming(at) as film:
        await film.shoot(
            "home-new", "► n  Play a first battle", "Enter sets a new game up", "Keelborn – Wardens"
        )


async def test_home_with_games(own: Path, examples: Path) -> None:
    """`Go on` with both sides in blocks of their colours comes first; then a new game, the games, the examples."""
    example(examples)
    example(own)
    Battle(own / "tuesday.vedette").to_first_relief()
    (own / "shopping.vedette").write_text("eggs\n", encoding="utf-8")
    async with rooms(own, GAMES) as at, filming(at) as film:
        await film.shoot("home-games", "► Go on", "n  New game", "tuesday", "round 1", "no save of Vedette")


async def test_a_new_game(own: Path) -> None:
    """Everything is chosen already, and `Start the game` stands there in one line.

    Then one side's army is one that does not exist, and the name is taken: both faults at once, nothing starts.
    """
    Battle(own / "keelborn-wardens.vedette").close()
    async with rooms(own, GAMES) as at, filming(at) as film:
        await at.press("n")
        await film.shoot("new-game", "A first battle", "The Salt Road", "Enter ✔ Start the game")
        await at.press("down", "down", "down", "down")
        await film.shoot("new-game-army", "The Mud Landing", "Space changes its units")
        await at.press("6", "down", *"no.toml")
        await at.press("tab", "tab", "tab", "tab", "backspace", "backspace")
        await film.shoot(
            "new-game-faults", "there is no file no.toml", "keelborn-wardens already", "Not ready yet"
        )


async def test_an_army(own: Path) -> None:
    """Profiles on the left, the units that were taken on the right, the numbers of what is at hand below."""
    async with rooms(own, GAMES) as at, filming(at) as film:
        await at.press("n", "down", "down", "down", "down", "space", "enter")
        await film.shoot(
            "army", "Profiles · Enter adds", "5 units · Enter names", "Skipper Jessa Rook", "MOV"
        )


async def test_help(own: Path) -> None:
    """The keys of where one was; then what was typed finds the rule of the roll-off, with its duty."""
    async with rooms(own, GAMES) as at, filming(at) as film:
        await at.press("question_mark")
        await film.shoot("help-keys", "The first screen", "At the table", "set a new game up")
        await at.press(*"OF-RND-3")
        await film.shoot("help-rule", "OF-RND-3", "Vedette r")
