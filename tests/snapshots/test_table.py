"""The table in the middle of a first battle."""

from __future__ import annotations

from pathlib import Path

from tests.snapshots.battle import GAMES, Battle
from tests.snapshots.film import filming
from tests.tui.rooms import rooms


async def test_before_the_battle(own: Path) -> None:
    """What the mission puts on the table can be read to its end beside the only thing to do: start the game."""
    async with rooms(own, GAMES) as at, filming(at) as film:
        await at.press("n", "enter")
        await film.shoot(
            "table-set-up",
            "Enter  Start the game",
            "Set up the table",
            "0 OF 7 DONE",
            large=("Keelborn", "barrier"),
        )


async def test_between_activations(own: Path) -> None:
    """Both armies in cards; the prompt says in the side's block that red must choose; what can be done, and why not the rest."""
    battle = Battle(own / "tuesday.vedette")
    battle.march("m2", 5)
    battle.done("m2")
    battle.march("p2", 4)
    battle.done("p2")
    battle.close()
    async with rooms(own, GAMES, battle.path) as at, filming(at) as film:
        await film.shoot(
            "table-choose", "◀ Keelborn", "Choose a unit to activate", "Round 1 of 4", "▸ d  Deploy"
        )


async def test_an_attack_from_the_form_to_the_last_casualty(own: Path) -> None:
    """First Relief acts: its actions with their letters, `not now` with the rule and the reason.

    The form of its attack: the target, a range beyond the weapon's with the refusal in full and the nearest that is
    possible, then a good range with the dice that it costs. The dice: six empty places; three of them typed, marked as hits
    or not; the re-roll of what failed, because the captain is near; red's defence; red's choice of a casualty. After an
    undo the faces from before are offered. Then the attack is done: its dice above, its sentences in the log, and after another undo the log strikes them.
    """
    path = Battle(own / "tuesday.vedette").to_first_relief()
    async with rooms(own, GAMES, path) as at, filming(at) as film:
        await film.shoot(
            "table-actions", "First Relief", "▸ a  Attack", "not possible now", large=("move, ability",)
        )
        await at.press("a")
        await film.shoot("form-open", "Target", "Morning Watch", "Weapon", "Needed: Target")
        await at.press("a", "a", *"30")
        await film.shoot("form-refused", "reaches up to", "! overrule it", large=("OF-RNG-1",))
        await at.press("backspace", "backspace", *"18", "n", "a")
        await film.shoot("form-filled", "18", "Captain Edrit Sool", "6 D12", "TO SAVE", "Attack: roll 6 D12")
        await at.press("enter")
        await film.shoot("dice-empty", "Wardens ▶", "6 D12", "6 to come", "needs 8+")
        await at.press("9", "t", "3")
        await film.shoot("dice-typed", "3 to come", "✔", "✘")
        await at.press("8", "2", "w")
        await film.shoot("dice-again", "re-roll 2 D12", "3→", "2→")
        await at.press("8", "1")
        await film.shoot("dice-defence", "◀ Keelborn", "Defence", "5 D12")
        await at.press(*"99992")
        await film.shoot("choice", "◀ Keelborn", "1 damage to", "Drummer")
        await at.press("u")
        await film.shoot("dice-recalled", "Same faces as before", "9 9 9 9 2", "F rolls afresh")
        await at.press("enter", "1")
        await film.shoot("table-attacked", "Skipper Jessa Rook", "Secure", large=("/5",))
        await at.press("u")
        await film.shoot("table-undone", "Undone: ", "y redoes it.")


async def test_the_leaves(own: Path) -> None:
    """Boxes over the table: a reason for overruling, a value to set, a line to go to, the rule that refused."""
    path = Battle(own / "tuesday.vedette").to_first_relief()
    async with rooms(own, GAMES, path) as at, filming(at) as film:
        await at.press("m", "w")
        await film.shoot("leaf-rule", "OF-ACT-2", "It has already moved")
        await at.press("escape", "exclamation_mark", *"4", "enter", "exclamation_mark")
        await film.shoot("leaf-reason", "Both agree to overrule? Reason:", "Enter")
        await at.press("escape", "escape", "x", "minus", "s", "plus")
        await film.shoot("by-hand", "Hit points", "Stress", "0 → 1", "Set 2 values")
        await at.press("x", *"stress", "enter")
        await film.shoot("leaf-adjust", "Correct a value", "stress", "reason for the log, if you like")
        await at.press("escape", "escape", "l", "up", "up", "enter")
        await film.shoot("leaf-confirm", "Log", "play on from here", "Esc")


async def test_a_battle_that_is_over(own: Path) -> None:
    """Who has won stands in the prompt; nothing but the log, undo and the replay is left."""
    battle = Battle(own / "tuesday.vedette")
    battle.march("m2", 5)
    battle.do("concede", "red")
    battle.close()
    async with rooms(own, GAMES, battle.path) as at, filming(at) as film:
        await film.shoot("table-over", "Wardens", "Victory", "CONCEDED")
