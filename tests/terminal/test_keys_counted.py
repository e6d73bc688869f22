"""How many keys the usual things take at the table, counted in a real terminal; digits and stray keys on the way."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.games.open_fire.battles import through_deployment
from tests.terminal.terminal import VEDETTE, Terminal, begun
from vedette.engine import library
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import new_session
from vedette.games.napoleonic.ruleset import RULESET as NAPOLEONIC
from vedette.games.open_fire.ruleset import RULESET

ATTACK = "an attack, its dice typed"

MOST: Mapping[str, int] = {
    "an attack, its dice rolled": 5,
    ATTACK: 4,  # and the dice
    "the same attack again": 2,  # and the dice
    "a move": 3,
    "back to a line of the log": 3,  # and the yes to what it takes back
    "hit points by hand": 4,
    "a remark": 2,  # and its text
    "a roll of three activations ago, misread": 6,  # and its faces
}
"""Keys from a selected unit to the result that is applied, beside dice, words and a yes."""


class Counted:
    """A terminal that counts the keys of one thing after the other."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.table: dict[str, int] = {}

    def press(self, what: str, *keys: str, then: str, beside: int = 0) -> None:
        """Press these keys, and wait for what follows; `beside` of them are dice, words or a yes."""
        before = self.terminal.keys
        self.terminal.press(*keys)
        self.terminal.see(then)
        self.table[what] = self.terminal.keys - before - beside

    @property
    def too_many(self) -> Mapping[str, int]:
        """What takes more keys than it may."""
        return {what: keys for what, keys in self.table.items() if keys > MOST[what]}


def second_round(save: Path) -> None:
    """A first battle in which everybody is on the table, and the first side is to activate."""
    game = library.read_toml(library.data_folder() / "rulesets" / "open-fire" / "games" / "first-battle.toml")
    battle = new_session(RULESET, game, seed=7, path=save)
    battle.do({"do": "start_game", "by": "red"})
    battle.do({"do": "roll_off", "by": "red"}, answers=ScriptedAnswers([9, 3]))
    through_deployment(battle)
    battle.close()


def test_the_usual_things_take_few_keys(tmp_path: Path) -> None:
    save = tmp_path / "game.vedette"
    second_round(save)
    with Terminal(
        [*VEDETTE, "play", str(save)], columns=120, lines=40, environment={"NO_COLOR": "1"}
    ) as table:
        counted = Counted(table)
        table.see("Choose a unit to activate")

        # The captain, still ready, moves. A digit is a number wherever the cursor stands: no weapon, no target.
        counted.press("a move", "m", "4", "enter", then='moved 4"')
        table.press("a", "3", "1", "4")
        table.see('314"▏')
        table.press("escape")
        table.see_gone('314"▏')

        # The dice are typed, and miss; taken back, the attack is given once more.
        missed = ("1", "1", "1")
        counted.press(ATTACK, "a", "b", "8", "enter", *missed, then="0 hits", beside=3)
        table.press("u", "escape")
        table.see("a  Attack")
        counted.press("the same attack again", ".", "enter", *missed, then="0 hits", beside=3)
        counted.press("hit points by hand", "x", "-", "enter", then="by hand")
        counted.press("a remark", "n", *"tea", "enter", then="Note: tea", beside=3)

        # The other side is called upon: the first letter only acknowledges. Then both have their dice rolled.
        table.press("D")
        table.see("Vedette rolls")
        table.press("e")
        table.see("Go on")
        table.press("a")
        table.see_gone("Go on")
        assert "Range" not in table.text
        table.press("D")
        table.see("Vedette rolls for")
        counted.press("an attack, its dice rolled", "a", "b", "8", "enter", then="−2 models, 2 hits")
        back = "a roll of three activations ago, misread"
        counted.press(back, "h", ",", ",", ",", "9", "4", "enter", then="is corrected", beside=2)
        counted.press(
            "back to a line of the log", "l", "up", "g", "enter", then="Undone. y redoes it", beside=1
        )

    assert counted.table.keys() == MOST.keys()
    assert counted.too_many == {}
    print("\n".join(f"{keys}  {what}" for what, keys in counted.table.items()))


@pytest.mark.thorough
def test_a_range_of_two_digits_takes_no_more_where_both_sides_type_their_dice(tmp_path: Path) -> None:
    """Behind the second digit the dice follow, without an Enter."""
    save = tmp_path / "game.vedette"
    second_round(save)
    with Terminal(
        [*VEDETTE, "play", str(save)], columns=80, lines=24, environment={"NO_COLOR": "1"}
    ) as table:
        counted = Counted(table)
        table.see("Choose a unit to activate")
        table.press("down")
        table.see("SKL 9")

        shots, saves = ("9", *"11111111"), ("2",)
        counted.press(ATTACK, "a", "b", "1", "2", *shots, *saves, then="−1", beside=len((*shots, *saves)))
        assert counted.too_many == {}

        # Enter before the dice is one key more, and no die: nobody is asked to unlearn it.
        table.press("u", "u", "escape")
        table.see("Choose a unit to activate")
        table.press("a", "b", "1", "2")
        table.see("Type the dice")
        table.press("enter")
        table.see("9 D12")


@pytest.mark.thorough
def test_the_usual_things_take_as_few_keys_in_napoleonic(tmp_path: Path) -> None:
    save = tmp_path / "game.vedette"
    game = library.games("napoleonic")["along-the-hedges"] | {"state": {"phase": "skirmish"}}
    new_session(NAPOLEONIC, game, seed=7, path=save).close()
    with Terminal(
        [*VEDETTE, "play", str(save)], columns=120, lines=40, environment={"NO_COLOR": "1"}
    ) as table:
        counted = Counted(table)
        table.see("Both sides fire")
        counted.press("an attack, its dice typed", "a", "b", "1", "enter", "7", "7", then="0 Hits", beside=2)
        table.press("u")
        table.see("Undone")
        counted.press("the same attack again", ".", "enter", "7", "7", then="0 Hits", beside=2)
        counted.press("hit points by hand", "x", "-", "enter", then="by hand")
        counted.press("a remark", "n", *"tea", "enter", then="Note: tea", beside=3)
        table.press("tab", "D")
        table.see("Vedette rolls")
        counted.press("an attack, its dice rolled", "a", "b", "1", "enter", "enter", then="3 shots →")
        counted.press(
            "back to a line of the log", "l", "up", "g", "enter", then="Undone. y redoes it", beside=1
        )
    assert counted.too_many == {}


@pytest.mark.thorough
def test_the_usual_things_take_as_few_keys_in_close_quarters(tmp_path: Path) -> None:
    with Terminal(
        [*VEDETTE, "play", str(begun("brook-path", tmp_path))],
        columns=120,
        lines=40,
        environment={"NO_COLOR": "1"},
    ) as table:
        counted = Counted(table)
        table.see("Start the combat")
        table.press("s", "r", "6", "2", "2")
        table.see("Move with m: Bob")
        counted.press("a move", "m", "q", "enter", then="Bob moves to 0704")
        table.press("e")
        table.acknowledge()
        table.press("e", "e")
        table.see("Ann acts")
        missed = ("6", "6", "4")
        counted.press("an attack, its dice typed", "s", "enter", *missed, then="shot 2 of 2", beside=3)
        counted.press("the same attack again", ".", *missed, then="Bob acts", beside=3)
        table.acknowledge()
        counted.press("hit points by hand", "x", "-", "enter", then="by hand")
        counted.press("a remark", "n", *"tea", "enter", then="Note: tea", beside=3)
        counted.press(
            "back to a line of the log", "l", "up", "g", "enter", then="Undone. y redoes it", beside=1
        )
    assert counted.too_many == {}
