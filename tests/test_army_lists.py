"""Armies as text and tables: what is written can be read again, and what is not understood is told with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Vedette, vedette
from vedette.engine import library
from vedette.registry import rulesets
from vedette.view.army_lists import MOST, read_list, read_table, written_list, written_table
from vedette.view.roster import Catalogue

__all__ = ["vedette"]

ARMIES = [(ruleset, army.id) for ruleset in rulesets() for army in rulesets()[ruleset].view.roster().armies]


def roster(ruleset: str = "open-fire") -> Catalogue:
    return rulesets()[ruleset].view.roster()


def _told(unit: Any, catalogue: Catalogue) -> dict[str, Any]:
    """A unit without its id, and with the name of its profile where it has none."""
    profile = next(one.name for one in catalogue.profiles if one.id == unit["profile"])
    return {"name": profile, **{key: value for key, value in unit.items() if key != "id"}}


@pytest.mark.parametrize(("ruleset", "army"), ARMIES)
def test_every_army_of_ours_is_read_as_it_was_written(ruleset: str, army: str) -> None:
    catalogue = roster(ruleset)
    row = next(one.row for one in catalogue.armies if one.id == army)
    read = read_list(written_list(row["name"], row["units"], catalogue), catalogue)
    assert read.faults == ()
    assert read.name == row["name"]
    assert [_told(unit, catalogue) for unit in read.units] == [
        _told(unit, catalogue) for unit in row["units"]
    ]
    table = read_table(written_table(row["units"], catalogue), catalogue)
    assert [unit["profile"] for unit in table.units] == [unit["profile"] for unit in row["units"]]


@pytest.mark.parametrize(
    ("line", "profiles", "names"),
    [
        (
            "2x Deckhands (9): Port Watch, Starboard Watch",
            ["deckhands"] * 2,
            ["Port Watch", "Starboard Watch"],
        ),
        ("- 2 × deckhands", ["deckhands"] * 2, ["Deckhands", "Deckhands 2"]),
        ("Whaler crew x2 – 85 pts", ["whaler-crew"] * 2, ["Whaler crew", "Whaler crew 2"]),
        ("• Skipper [40 points] - Old Tom", ["skipper"], ["Old Tom"]),
        ("whaler-crew: Grandmother, the needle", ["whaler-crew"], ["Grandmother, the needle"]),
    ],
)
def test_lists_are_read_as_people_write_them(line: str, profiles: list[str], names: list[str]) -> None:
    read = read_list(f"My folk:\n# from the chat\n\n{line}\n----\n", roster())
    assert (read.name, read.faults) == ("My folk", ())
    assert [unit["profile"] for unit in read.units] == profiles
    assert [unit["name"] for unit in read.units] == names


def test_every_line_that_is_not_understood_is_told_with_its_number() -> None:
    assert read_list("My folk\n0x Skipper", roster()).faults == ("Line 2: it has no Skipper.",)
    text = f"My folk\n3 Boarderz\nDeckhands (6)\n2x Skipper: a, b, c\n\x1b[31m\n???\n{MOST + 1}x Skipper\n{'x' * 600}"
    assert read_list(text, roster()).faults == (
        "Line 2: there is no Boarderz; the nearest is Boarders.",
        "Line 3: Deckhands: 9 models each, not 6.",
        "Line 4: 3 names for 2 units.",
        "Line 5: it holds a character that cannot be shown (U+001B).",
        "Line 6: ??? is not a unit.",
        f"Line 7: an army has at most {MOST} units.",
        "Line 8: it has more than 500 characters.",
    )


def test_a_table_names_its_columns_or_has_ours() -> None:
    assert [unit["name"] for unit in read_table("name,unit\nTom,Skipper\n", roster()).units] == ["Tom"]
    read = read_table("2,Deckhands\nx,Skipper\n1,foo", roster())
    assert len(read.units) == 2
    assert read.faults == ("Line 2: x is not a number of units.", "Line 3: there is no foo.")
    assert len(read_table("1,Skipper\r1,Deckhands\r", roster()).units) == 2, "from an old Mac"
    assert read_table('2,Nobody,"x\n', roster()).faults == (
        "Line 1: it holds a character that cannot be shown (U+000A).",
    )
    reserved = read_list("1x Skipper [profile=deckhands, id=x]", roster())
    assert reserved.faults == ("Line 1: no profile or id or name can stand in brackets.",)
    endless = read_table(f"1,{'x' * 200_000}", roster())
    assert endless.faults == ("Line 1: it is not a line of a table.",)


def test_no_spreadsheet_takes_a_name_for_a_formula() -> None:
    assert "'=cmd" in written_table([{"profile": "skipper", "id": "s", "name": "=cmd"}], roster())


def test_a_list_is_taken_in_and_given_out(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("The Long Reach\n1x Skipper: Old Tom\n2x Deckhands\n")
    said = vedette("roster", "import", "open-fire", tmp_path / "list.txt")
    assert said.code == 0
    assert "Saved as the-long-reach" in said.out
    assert vedette("roster", "export", "open-fire", "the-long-reach").out == (
        "The Long Reach\n1x Skipper (3): Old Tom\n2x Deckhands (9)\n"
    )
    told = json.loads(vedette("roster", "export", "open-fire", "the-long-reach", "--as", "json").out)
    assert [unit["name"] for unit in told["units"]] == ["Old Tom", "Deckhands", "Deckhands 2"]


def test_a_day_in_an_army_file_is_told_as_text(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "army.toml").write_text('name = "X"\nmade = 2025-03-21\n[[units]]\nprofile = "skipper"\n')
    said = vedette("roster", "export", "open-fire", tmp_path / "army.toml", "--as", "json")
    assert said.code == 0
    assert said.json["made"] == "2025-03-21"


def test_of_a_list_with_a_fault_nothing_is_taken_in(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("The Long Reach\n1x Skipper\nfoo\nbar\n")
    said = vedette("roster", "import", "open-fire", tmp_path / "list.txt")
    assert said.code == 1
    assert said.err == "Line 3: there is no foo.\nLine 4: there is no bar.\nNothing was taken in.\n"
    assert not library.user_folder().exists()


@pytest.mark.parametrize("file", ["nowhere.txt", "/", "binary.txt", "empty.txt"])
def test_a_file_that_is_no_list_is_told_in_a_sentence(file: str, vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty.txt").write_text("")
    said = vedette("roster", "import", "open-fire", tmp_path / file, "--name", "x")
    assert said.code == 2
    assert said.err.endswith(".\n")
