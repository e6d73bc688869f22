"""map picture, map edit."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Vedette
from tests.conftest import ROOT

BOARDING = ROOT / "saves/close-quarters-boarding.vedette"


def test_a_picture_of_a_map_of_a_file_and_of_a_game(vedette: Vedette, tmp_path: Path) -> None:
    file = tmp_path / "yard.toml"
    file.write_text('name = "The <yard>"\ndrawn = """\n_   #\n  ~\n"""\n', encoding="utf-8")
    assert vedette("map", "picture", "ruins").out.startswith("<svg ")
    assert "The &lt;yard&gt;" in vedette("map", "picture", file, "--theme", "light").out

    picture = tmp_path / "boarding.svg"
    assert vedette("map", "picture", BOARDING, "-o", picture).out == f"Written: {picture}\n"
    assert "Kuro Tan" in picture.read_text(encoding="utf-8")


def test_nothing_is_written_over_unless_it_is_said(vedette: Vedette, tmp_path: Path) -> None:
    picture = tmp_path / "ruins.svg"
    picture.write_text("mine", encoding="utf-8")
    said = vedette("map", "picture", "ruins", "-o", picture)
    assert (said.code, said.err) == (2, "There is a ruins.svg already. To write over it, add --force.\n")
    assert picture.read_text(encoding="utf-8") == "mine"
    assert vedette("map", "picture", "ruins", "-o", picture, "--force").code == 0


def test_what_has_no_map_is_told_in_a_sentence(vedette: Vedette, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('drawn = """\n_   ?\n  _\n"""\n', encoding="utf-8")
    for words, said in (
        ((bad,), "bad.toml: Line 1 of the drawing has `?` in column 03, which is not a symbol."),
        (("nowhere",), "There is no save “nowhere”."),
        ((ROOT / "saves/open-fire-first-battle.vedette",), "Open Fire is not played on a map."),
        (("ruins", "--ruleset", "open-fire"), "Open Fire is not played on maps."),
    ):
        told = vedette("map", "picture", *words)
        assert (told.code, told.err.strip()) == (2, said)


def test_a_bad_map_is_not_edited(vedette: Vedette, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("cols = 5\nrows = ?\n", encoding="utf-8")
    said = vedette("map", "edit", bad)
    assert said.code == 2
    assert "at line 2, column 8" in said.err


def test_no_map_begins_in_a_file_that_windows_could_not_have(vedette: Vedette, tmp_path: Path) -> None:
    assert all(vedette("map", "edit", name).code == 2 for name in (tmp_path / "con.toml", "a:b"))
