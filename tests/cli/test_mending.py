"""mend, verify --receipt, and the entries of a save whose set-up is lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette


def save(name: str = "g") -> Path:
    return Path(os.environ["VEDETTE_SAVES"]) / f"{name}.vedette"


def damage(*changes: tuple[bytes, bytes]) -> bytes:
    data = save().read_bytes()
    for old, new in changes:
        assert old in data
        data = data.replace(old, new, 1)
    save().write_bytes(data)
    return data


FACES = (b'"faces":[7,1]', b'"faces":[1,7]')


@pytest.fixture
def longer(game: Vedette) -> Vedette:
    """The game with a line behind the faces: a broken last line is set aside, and no damage."""
    assert game("do", "g", "note", "red", "text=behind").code == 0
    return game


@pytest.mark.parametrize(
    "command", [["state"], ["log"], ["verify"], ["verify", "--receipt"], ["do", "note", "red"]]
)
def test_a_damaged_game_says_how_it_is_mended(longer: Vedette, command: list[str]) -> None:
    damage(FACES)
    said = longer(command[0], "g", *command[1:])
    assert "To play on, make a sound copy: vedette mend g\n" in said.err


def test_what_is_good_is_copied_and_played_on(longer: Vedette) -> None:
    game = longer
    before = damage(FACES)
    said = game("mend", "g")
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "g.vedette is damaged at line 4. The 2 entries before it are good.\n"
        f"Saved as {save('g-mended')}, with 2 entries\n"
    )
    assert game("do", "g-mended", "roll_off", "red", "--dice", "7,1").code == 0
    assert save().read_bytes() == before
    assert game("mend", "g", "--json").json["save"] == str(save("g-mended-2"))
    assert game("mend", "g", "-o", "better").code == 0
    assert game("verify", "better").code == 0
    said = game("mend", "g", "-o", "better")
    assert (said.code, said.err) == (2, "There is a better.vedette already.\n")


def test_a_flipped_bit_in_the_first_line_costs_nothing(game: Vedette) -> None:
    whole = save().read_bytes()
    damage((b'"seed":5', b'"seed":4'))
    assert "by one flipped bit" in game("verify", "g").err
    assert game("mend", "g").code == 0
    assert save("g-mended").read_bytes() == whole


def test_a_whole_game_is_copied_too(game: Vedette) -> None:
    assert "g.vedette was whole already.\n" in game("mend", "g").out


def test_where_the_set_up_is_lost_the_entries_are_listed(game: Vedette) -> None:
    damage((b'"setup":{', b"########{"))
    said = game("state", "g")
    assert said.code == 2
    assert "the set-up can no longer be read. The 3 entries after it are good." in said.err
    assert "To list them: vedette log g\n" in said.err
    assert game("mend", "g").code == 2
    said = game("log", "g")
    assert said.code == 1
    assert "can no longer be read" in said.err
    assert "    2  red: command do=roll_off by=red" in said.out.replace(
        "by=red do=roll_off", "do=roll_off by=red"
    )
    assert "The roll-off for initiative goes to" in said.out
    told = game("log", "g", "--json").json
    assert [entry["n"] for entry in told] == [1, 2, 3]
    assert told[0]["sentences"]


def test_a_receipt_is_printed_and_checked(game: Vedette) -> None:
    said = game("verify", "g", "--receipt")
    assert said.code == 0
    receipt = said.out.strip()
    assert receipt.startswith("3-")
    game("do", "g", "note", "red", "text=x")
    game("undo", "g")
    said = game("verify", "g", "--receipt", receipt)
    assert (said.code, said.out) == (
        0,
        "The game still leads through entry 3; nothing up to there was changed.\n",
    )
    told = game("verify", "g", "--receipt", receipt, "--json").json
    assert told == {"receipt": receipt, "entry": 3, "holds": True}
    said = game("verify", "g", "--receipt", "3-AAAA-AAAA")
    assert (said.code, said.out) == (
        1,
        "The game does not lead through it: something up to entry 3 is not as it was.\n",
    )
    said = game("verify", "g", "--receipt", "9-AAAA-AAAA")
    assert (said.code, said.out) == (1, "The game does not lead through it: it ends at entry 5.\n")


def test_a_receipt_of_the_good_part_holds(game: Vedette) -> None:
    receipt = game("verify", "g", "--receipt").out.strip()
    for text in ("x", "z"):
        game("do", "g", "note", "red", f"text={text}")
    damage((b'"text":"x"', b'"text":"y"'))
    assert game("verify", "g", "--receipt", receipt).code == 0
    assert game("verify", "g", "--receipt").code == 1


def test_what_is_no_receipt_is_told(game: Vedette) -> None:
    said = game("verify", "g", "--receipt", "x")
    assert (said.code, said.err) == (2, "A receipt looks like 42-7KAM-3XTF, not like “x”.\n")
    said = game("verify", "g", "3-AAAA-AAAA")
    assert (said.code, said.err) == (2, "A receipt is checked with --receipt.\n")
