"""roster new, sheet, check, list, home; and characters' files wherever a save is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.characters import own_file, written
from tests.cli.conftest import Vedette
from vedette.campaign import character_path

FAULTS = [
    "CQ-CHR-5: Bruce Corr has STR 7. → STR 8",
    "CQ-CHR-5: Bruce Corr has DEX 7. → DEX 8",
    "CQ-SKL-2: Doctor needs INT 14; Bruce Corr has 9.",
    "CQ-SKL-3: Marksmanship needs DEX 14; Bruce Corr has 7.",
    "CQ-SKL-4: Doctor needs Medic.",
    "CQ-CHR-7: Bruce Corr comes to 318 credits; the limit is 200.",
]


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    skills = ["sidearms", "marksmanship", "doctor"]
    return written(tmp_path / "bad.toml", str=7, dex=7, skills=skills, armor2="steel")


def test_a_character_is_made_and_looked_at(vedette: Vedette, tmp_path: Path) -> None:
    said = vedette("roster", "new", "bruce", written(tmp_path / "bruce.toml"))
    assert said.code == 0
    assert said.out.splitlines()[1:] == [
        "Bruce Corr joins Home: 198 credits spent, 2 left.",
        "STR 9 DEX 14 INT 9 MOV 10 · 0 experience · 2 cr",
    ]
    listed = vedette("roster", "list", "close-quarters", "characters")
    assert listed.out.split()[:3] == ["bruce", "Bruce", "Corr"]
    assert vedette("roster", "list", "close-quarters", "characters", "--json").json[0]["file"] == "bruce"
    again = vedette("roster", "new", "bruce", tmp_path / "bruce.toml")
    assert (again.code, again.err) == (2, "There is a character’s file bruce already.\n")


def test_every_fault_at_once_by_its_rule(vedette: Vedette, bad: Path) -> None:
    said = vedette("roster", "check", bad, "--ruleset", "close-quarters")
    assert said.code == 1
    assert said.out.splitlines()[:-1] == FAULTS
    made = vedette("roster", "new", "bad", bad)
    assert made.code == 3
    assert made.err.splitlines()[:-1] == FAULTS
    assert vedette("roster", "new", "bad", bad, "--json").json["faults"] == FAULTS
    assert vedette("roster", "list", "close-quarters", "characters").out == ""


def test_rules_are_overruled_with_a_reason(vedette: Vedette, bad: Path) -> None:
    assert vedette("roster", "new", "bad", bad, "--override", "a cripple's story").code == 0
    told = vedette("log", "characters/bad", "--json").json[0]["input"]
    assert told["override"] == "a cripple's story"
    assert told["overridden"] == list(dict.fromkeys(fault.partition(":")[0] for fault in FAULTS))


def test_what_makes_no_sense_is_told_at_once(vedette: Vedette, tmp_path: Path) -> None:
    file = written(tmp_path / "x.toml", skills=["juggling"], wings=2, armor="hat", bought=["sidearms"])
    said = vedette("roster", "check", file, "--ruleset", "close-quarters")
    assert said.code == 1
    assert all(word in said.out for word in ("juggling", "wings", "hat"))
    assert vedette("roster", "new", "x", file).code == 3


def test_a_sheet_is_printed_with_every_reason(vedette: Vedette) -> None:
    own_file()
    said = vedette("roster", "sheet", "bruce")
    assert said.code == 0
    assert max(map(len, said.out.splitlines())) <= 80
    for words in (
        "Bruce Corr", "Marksmanship +3 (CQ-SKL-15)", "9 of 9 rounds", "Slots taken", "Projectile cloth helmet",
        "unburdened", "Credits", "History", "joins Home",
    ):  # fmt: skip
        assert words in said.out
    blocks = vedette("roster", "sheet", "bruce", "--json").json["blocks"]
    assert [one["title"] for one in blocks][:3] == ["Attributes", "Condition", "Skills"]


def test_a_sheet_is_written_as_a_page_that_needs_nothing_else(vedette: Vedette, tmp_path: Path) -> None:
    vedette("roster", "new", "odd", written(tmp_path / "odd.toml", name="<b>Bruce</b> & Co"))
    page = tmp_path / "odd.html"
    assert vedette("roster", "sheet", "odd", "--html", page).out == f"Written: {page}\n"
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<h1>&lt;b&gt;Bruce&lt;/b&gt; &amp; Co</h1>" in text
    assert "CQ-SKL-15" in text
    assert "@media print" in text
    assert not any(word in text for word in ("://", "<script", "src=", "@import"))


@pytest.mark.posix
def test_a_page_is_written_over_another_file_only_where_that_is_said(
    vedette: Vedette, tmp_path: Path
) -> None:
    vedette("roster", "new", "odd", written(tmp_path / "odd.toml"))
    page, link = tmp_path / "odd.html", tmp_path / "link.html"
    page.write_text("mine", encoding="utf-8")
    link.symlink_to(tmp_path / "elsewhere.html")
    for path in (page, link):
        said = vedette("roster", "sheet", "odd", "--html", path)
        assert said.code == 2
        assert said.err == f"There is a {path.name} already. To write over it, add --force.\n"
    assert page.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "elsewhere.html").exists()
    assert vedette("roster", "sheet", "odd", "--html", page, "--force").code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_anybody_of_any_game_has_a_sheet(vedette: Vedette) -> None:
    assert vedette("new", "duel", "--save", "d").code == 0
    asked = vedette("roster", "sheet", "d")
    assert asked.code == 2
    assert asked.err.startswith("Whose sheet?")
    unit = asked.err.removeprefix("Whose sheet? There are: ").split(",")[0]
    assert vedette("roster", "sheet", "d", unit).code == 0
    assert vedette("new", "first-battle", "--save", "g").code == 0
    assert vedette("roster", "sheet", "g", "m1").err == "Open Fire has no sheets.\n"


def test_a_characters_file_is_a_save_like_any_other(vedette: Vedette) -> None:
    own_file()
    name = "characters/bruce"
    assert vedette("do", name, "award", "bruce", "reason=roleplay").code == 0
    assert vedette("state", name, "--json").json["units"]["bruce"]["ep"] == 1
    refused = vedette("do", name, "buy_skill", "bruce", "skill=running")
    assert refused.code == 3
    assert refused.err.startswith("CQ-EXP-16")
    assert vedette("undo", name).code == 0
    assert vedette("redo", name).code == 0
    assert "roleplay" in vedette("log", name).out
    assert vedette("replay", name).code == 0
    assert vedette("verify", name).out.endswith("4 entries, 0 differences\n")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that Bruce Corr joins."""
    game = tmp_path / "sands.toml"
    game.write_text(
        'ruleset = "close-quarters"\ntitle = "The sands"\n[[sides]]\nid = "red"\n[[sides.units]]\nid = "b1"\n'
        'profile = "@bruce"\n[[sides]]\nid = "blue"\n[[sides.units]]\nid = "kuro"\nprofile = "kuro"\n',
        encoding="utf-8",
    )
    return game


def test_a_file_of_the_same_name_that_is_another_is_written_into_only_where_it_is_named(
    vedette: Vedette, game: Path
) -> None:
    own_file()
    assert vedette("new", game, "--save", "sands").code == 0
    character_path("bruce").unlink()
    own_file()
    before = character_path("bruce").read_bytes()

    said = vedette("do", "sands", "settle", "red", "winner=red")
    assert said.code == 0
    assert "is not the one that this game began with." in said.err
    assert "vedette roster home sands --into bruce" in said.err
    said = vedette("roster", "home", "sands")
    assert (said.code, said.out) == (3, "")
    assert "--into bruce" in said.err
    said = vedette("roster", "home", "sands", "--into", "kuro")
    assert (said.code, said.err) == (2, "Nobody in this game has a file kuro. There is: bruce.\n")
    assert character_path("bruce").read_bytes() == before

    said = vedette("roster", "home", "sands", "--into", "bruce")
    assert (said.code, said.out) == (0, "Bruce Corr's file is up to date.\n")
    assert vedette("roster", "home", "sands").out == "Everything is written already.\n"


def test_he_comes_home_from_a_settled_game(vedette: Vedette, game: Path) -> None:
    own_file()
    assert vedette("new", game, "--save", "sands").code == 0
    assert vedette("roster", "home", "sands").out == "The game is not settled yet.\n"
    said = vedette("do", "sands", "settle", "red", "winner=red")
    assert (said.code, said.err) == (0, "Bruce Corr's file is up to date.\n")
    assert vedette("roster", "home", "sands").out == "Everything is written already.\n"
    assert "Bruce Corr is back from The sands" in vedette("roster", "sheet", "bruce").out
    assert "is undone" in vedette("undo", "sands").err
    assert "is up to date" in vedette("redo", "sands").err


def test_what_has_no_characters_says_so(vedette: Vedette, tmp_path: Path) -> None:
    file = written(tmp_path / "bruce.toml")
    assert vedette("roster", "new", "b", file, "--ruleset", "open-fire").code == 2
    assert vedette("new", "first-battle", "--save", "g").code == 0
    assert vedette("roster", "home", "g").err == "Nobody in this game has a file of their own.\n"
    assert vedette("roster", "sheet", "nobody").code == 2
