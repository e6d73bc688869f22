"""Armies as text and tables: what is written can be read again, and what is not understood is told with its line."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.any_text import SIGNS
from tests.cli.conftest import Vedette, vedette
from vedette.engine import library
from vedette.engine.text import clean, slug
from vedette.registry import rulesets
from vedette.view.army_lists import read_list, written_list, written_table
from vedette.view.roster import LONGEST, MOST, Catalogue

__all__ = ["vedette"]

ARMIES = [(ruleset, army.id) for ruleset in rulesets() for army in rulesets()[ruleset].view.roster().armies]


@cache
def roster(ruleset: str = "open-fire") -> Catalogue:
    return rulesets()[ruleset].view.roster()


def _comes_back(ruleset: str, army: dict[str, Any]) -> None:
    """An army is the same after it was written as a list or as a table and read: its ids, text and places apart."""
    catalogue = roster(ruleset)
    units = army["units"]
    apart = {"id", "name", "text", "units", catalogue.leader}
    leads = [unit["id"] for unit in units].index(army["leader"]) if catalogue.leader in army else None
    for written in (written_list, written_table):
        text = written(army["name"], units, catalogue, army)
        read = read_list(text, catalogue, table=written is written_table)
        assert read.faults == [], text
        assert read.name == army["name"]
        rest = dict(read.rest)
        assert rest.pop(catalogue.leader, None) == (None if leads is None else read.units[leads]["id"])
        assert rest == {key: value for key, value in army.items() if key not in apart}
        assert len(read.units) == len(units)
        for back, unit in zip(read.units, units, strict=True):
            placed = {key: value for key, value in unit.items() if key not in catalogue.of_place}
            assert {**back, "id": unit["id"], "name": unit.get("name", back["name"])} == {
                "name": back["name"],
                **placed,
            }, text


@pytest.mark.parametrize(("ruleset", "army"), ARMIES)
def test_every_army_of_ours_is_read_as_it_was_written(ruleset: str, army: str) -> None:
    row = next(one.row for one in roster(ruleset).armies if one.id == army)
    _comes_back(ruleset, dict(row))


def _clean(text: str) -> str:
    try:
        return clean(text)
    except ValueError:
        return ""


SHOWN = SIGNS.filter(lambda sign: category(sign)[0] != "C" and category(sign) not in ("Zl", "Zp"))
WORDS = st.text(SHOWN, min_size=1, max_size=30)
TRICKY = st.sampled_from(
    """Deckhands 2|#1|// x|a, b|=cmd|'=x|"quoted"|The "Mad" One|40 points|Skipper|x: y|2x Skipper|---|a - b|[b]|true|1e5|name;unit|two  blanks|★|\\|"|'""".split(
        "|"
    )
)
NAMES = (WORDS | TRICKY).map(_clean).filter(bool)
VALUES = st.recursive(
    NAMES | st.booleans() | st.integers(-99, 999) | st.floats(0, 99, allow_subnormal=False) | st.just(""),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["hp", "models", "count", "price", "points", "drill", "special", "company", "unit", "captain"]
)


@given(data=st.data())
@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_an_army_is_read_as_it_was_written(ruleset: str, data: st.DataObject) -> None:
    catalogue = roster(ruleset)
    profiles = st.sampled_from([one.id for one in catalogue.profiles][:6])
    unit = st.fixed_dictionaries({"profile": profiles}, optional={"name": NAMES})
    rows = data.draw(
        st.lists(st.tuples(unit, st.dictionaries(KEYS, VALUES, max_size=2)), min_size=1, max_size=6)
    )
    units = [{**unit, **rest, "id": f"u{n}"} for n, (unit, rest) in enumerate(rows)]
    army = {"name": data.draw(NAMES), "units": units, **data.draw(st.dictionaries(KEYS, VALUES, max_size=2))}
    if catalogue.leader and data.draw(st.booleans()):
        army[catalogue.leader] = data.draw(st.sampled_from(units))["id"]
    _comes_back(ruleset, army)


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
    assert (read.name, read.faults) == ("My folk", [])
    assert [unit["profile"] for unit in read.units] == profiles
    assert [unit["name"] for unit in read.units] == names


@pytest.mark.parametrize("blanks", [" " * 300, "\u00a0" * 9 + " "])
def test_a_run_of_blanks_is_read_as_one_but_in_quotation_marks(blanks: str) -> None:
    """With runs in them the patterns took minutes for a line."""
    for text in ("The Dry Masts [x]", "2x Deckhands (9) x 2 ★ [hp=2, a b]: Port Watch", "Deckhands !"):
        wide = text.replace(" ", blanks)
        assert read_list(f"X\n{wide}", roster()) == read_list(f"X\n{text}", roster())
        assert read_list(wide, roster()) == read_list(text, roster())
    assert read_list('X\nSkipper: "Old  Tom"', roster()).units[0]["name"] == "Old  Tom"


def test_every_line_that_is_not_understood_is_told_with_its_number() -> None:
    assert read_list("My folk\n0x Skipper", roster()).faults == ["Line 2: it has no Skipper."]
    text = f"My folk\n3 Boarderz\nDeckhands (6)\n2x Skipper: a, b, c\n\x1b[31m\n???\n{MOST + 1}x Skipper\n{'x' * (LONGEST + 1)}"
    assert read_list(text, roster()).faults == [
        "Line 2: there is no Boarderz; the nearest is Boarders.",
        "Line 3: Deckhands: 9 models each, not 6.",
        "Line 4: 3 names for 2 units.",
        "Line 5: it holds a character that cannot be shown (U+001B).",
        "Line 6: ??? is not a unit.",
        f"Line 7: an army has at most {MOST} units.",
        f"Line 8: it has more than {LONGEST} characters.",
    ]


def test_a_table_names_its_columns_or_has_ours() -> None:
    assert [unit["name"] for unit in read_list("name,unit\nTom,Skipper\n", roster()).units] == ["Tom"]
    read = read_list("2,Deckhands\nx,Skipper\n1,foo", roster())
    assert len(read.units) == 2
    assert read.faults == ["Line 2: x is not a number of units.", "Line 3: there is no foo."]
    assert len(read_list("1,Skipper\r1,Deckhands\r", roster()).units) == 2, "from an old Mac"
    assert read_list('2,Nobody,"x\n', roster(), table=True).faults == [
        "Line 1: it holds a character that cannot be shown (U+000A).",
    ]
    reserved = read_list("1x Skipper [profile=deckhands, id=x]", roster())
    assert reserved.faults == ["Line 1: no profile or id or name can stand in brackets."]
    endless = read_list(f"1,{'x' * 200_000}", roster(), table=True)
    assert endless.faults == ["Line 1: it is not a line of a table."]


def test_no_spreadsheet_takes_a_name_for_a_formula() -> None:
    assert "'=cmd" in written_table("X", [{"profile": "skipper", "id": "s", "name": "=cmd"}], roster())


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


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "X\n1x Skipper\nfoo\n1x Skipper [bar]",
            "Line 3: there is no foo.\nLine 4: bar: there is nothing of this name.",
        ),
        ("Skiper\n2x Deckhands", "Line 1: there is no Skiper; the nearest is Skipper"),
        ("X\n1x Skipper [HP=99]", "Line 2: HP: there is nothing of this name."),
        ("X\n1x Skipper\n2x Deckhands [hp=0]", "Line 3: hp must be at least 1."),
        ("X\n1x Skipper [The Flyers]", "Line 2: “The Flyers” is no setting; names stand behind a colon."),
        ("X\n1x Skipper [=5]", "Line 2: “=5” is no setting; names stand behind a colon."),
        ("X [,hp=2]\n1x Skipper [,=5]", "Line 1: “” is no setting; names stand behind a colon.\nLine 2: “”"),
        ("X\n1x Skipper [models=500]", "Line 2: models must be at most 200"),
        (
            "The Boar\n1x Heavy Riders ★\n2x Bowmen",
            "This is a list for Flagrant Factions, not for Open Fire.",
        ),
    ],
)
def test_a_list_with_faults_is_refused_as_a_whole_with_each_by_its_line(
    text: str, fault: str, vedette: Vedette, tmp_path: Path
) -> None:
    (tmp_path / "list.txt").write_text(text)
    said = vedette("roster", "import", "open-fire", tmp_path / "list.txt")
    assert said.code == 1
    assert said.err.startswith(fault)
    assert said.out == ""
    assert not library.user_folder().exists()


def test_an_army_file_of_another_game_is_refused(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "boar.json").write_text(vedette("roster", "export", "company", "boar", "--as", "json").out)
    assert vedette("roster", "import", "open-fire", tmp_path / "boar.json").code == 1
    assert not library.user_folder().exists()


def test_a_price_that_differs_from_ours_is_a_warning(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(
        "X (24 pts)\n1x Heavy Riders (6 pts)\n2x Bowmen, 99 points\n2x Levy (4 points)"
    )
    said = vedette("roster", "import", "company", tmp_path / "list.txt", "--json")
    assert said.code == 0
    assert [warning[:14] for warning in said.json["warnings"] if warning.startswith("Line")] == [
        "Line 3: Bowmen"
    ]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    "heading", ["", "Qty|Unit|Name\n", "#|Profile|Name\n", "The Boar\nCount|Unit|Name\n"]
)
def test_a_table_is_recognised_whatever_separates_it(
    separator: str, heading: str, vedette: Vedette, tmp_path: Path
) -> None:
    text = f"{heading}2|Bowmen|\n1|Levy|Salters\n".replace("|", separator)
    (tmp_path / "list.txt").write_text(text)
    assert vedette("roster", "import", "company", tmp_path / "list.txt", "--name", "Mine").code == 0
    told = vedette("roster", "export", "company", "mine").out
    assert "2x Bowmen" in told
    assert ": Salters" in told


def test_an_army_is_exported_and_imported_with_all_that_its_file_says(
    vedette: Vedette, tmp_path: Path
) -> None:
    for form, suffix in (("text", "txt"), ("csv", "csv"), ("toml", "toml"), ("json", "json")):
        exported = vedette("roster", "export", "company", "The Eel and the Heron", "--as", form)
        (tmp_path / f"army.{suffix}").write_text(exported.out)
        back = vedette("roster", "import", "company", tmp_path / f"army.{suffix}", "--name", f"By {form}")
        assert back.code == 0, back.err
    rows = [
        json.loads(vedette("roster", "export", "company", f"by-{one}", "--as", "json").out)
        for one in ("text", "csv", "json")
    ]
    for row in rows:
        assert row["companies"] == rows[-1]["companies"]
        assert [{**unit, "id": ""} for unit in row["units"]] == [
            {**unit, "id": ""} for unit in rows[-1]["units"]
        ]


def test_an_exported_army_of_ours_can_be_checked(vedette: Vedette, tmp_path: Path) -> None:
    file = tmp_path / "seafolk.toml"
    vedette("roster", "export", "company", "seafolk", "--as", "toml", "-o", file)
    assert vedette("roster", "check", file).out == "seafolk.toml: 24 points, 5 Groups, 0 faults\n"


@pytest.mark.parametrize("file", ["nowhere.txt", "/", "binary.txt", "empty.txt"])
def test_a_file_that_is_no_list_is_told_in_a_sentence(file: str, vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty.txt").write_text("")
    said = vedette("roster", "import", "open-fire", tmp_path / file, "--name", "x")
    assert said.code == 2
    assert said.err.endswith(".\n")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Ann's Reds", "anns-reds"),
        ("Bö’s Blues", "bos-blues"),
        ("8e Chasseurs à cheval", "8e-chasseurs-a-cheval"),
    ],
)
def test_a_file_is_named_as_people_would_write_it(name: str, file: str) -> None:
    assert slug(name) == file
