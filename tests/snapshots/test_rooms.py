"""Home, a new game, an army, help: what they look like."""

from __future__ import annotations

import os
from pathlib import Path

from tests.snapshots.battle import GAMES, Battle, example
from tests.snapshots.film import filming
from tests.tui.rooms import rooms


async def test_home_without_any_game(own: Path, examples: Path) -> None:
    """The name; a welcome; below it `First battle`, at hand, and the finished example."""
    example(examples)
    async with rooms(own, GAMES) as at, filming(at) as film:
        await film.shoot(
            "home-new", "▸ f First battle", "Enter starts a first battle", "Keelborn lost to Wardens"
        )


async def test_home_with_games(own: Path, examples: Path) -> None:
    """`Continue` comes first; then the other open games, what can be begun, what is damaged, examples, what is over.

    Where there is room the game at hand stands beside them in small.
    """
    example(examples)
    example(own)
    Battle(own / "tuesday.vedette").to_first_relief()
    Battle(own / "monday.vedette").close()
    os.utime(own / "monday.vedette", (0, 0))
    (own / "shopping.vedette").write_text("eggs\n", encoding="utf-8")
    async with rooms(own, GAMES) as at, filming(at) as film:
        await film.shoot(
            "home-games", "▸ Enter  Continue", "2 The Salt Road", "n New game", "tuesday", "round 1", "! shopping.vedette",
            large=("Wardens ▶ │", "✔ tuesday", "◈ First Relief"),
        )  # fmt: skip
        await at.press("slash", *"first", "enter", "end")
        await film.shoot(
            "home-found", "WATCH AN EXAMPLE", "The Salt Road", "OVER", large=("Wardens ▶ │ Victory",)
        )


async def test_a_new_game(own: Path) -> None:
    """Everything is chosen already, and `Start the game` stands there in one line.

    Then one side's army is one that does not exist, and the name is taken: both faults at once, nothing starts.
    """
    Battle(own / "keelborn-wardens.vedette").close()
    async with rooms(own, GAMES) as at, filming(at) as film:
        await at.press("n")
        await film.shoot("new-game", "A first battle", "The Salt Road", "Enter  Start the game")
        await at.press("down", "down")
        await film.shoot("new-game-army", "▸k Keelborn", "The Mud Landing", "Space units")
        await at.press("6", "down", *"no.toml")
        await at.press(*["down"] * 7, "backspace", "backspace")
        await film.shoot("new-game-faults", "there is no file", "keelborn-wardens", "Not ready yet")


async def test_an_army(own: Path) -> None:
    """Profiles on the left, the units that were taken on the right, the numbers of what is at hand below."""
    async with rooms(own, GAMES) as at, filming(at) as film:
        await at.press("n", "down", "down", "space", "enter")
        await film.shoot("army", "CATALOGUE", "MAY IT PLAY?", "Skipper Jessa", "MOV")


async def test_help(own: Path) -> None:
    """The keys of where one was; then what was typed finds the rule of the roll-off, with its duty."""
    async with rooms(own, GAMES) as at, filming(at) as film:
        await at.press("question_mark")
        await film.shoot("help-keys", "THE FIRST SCREEN", "SIGNS", large=("RULES",))
        await at.press(*"OF-RND-3")
        await film.shoot("help-rule", "OF-RND-3", "Vedette r")
