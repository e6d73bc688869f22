"""report: a battle told afterwards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from vedette.engine.library import data_folder

SAVES = sorted((data_folder() / "saves").glob("*.vedette"))
YARD = next(path for path in SAVES if "yard" in path.name)
HOSTILE = "<script>alert('x')</script> | **B**"


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_every_example_is_told_in_all_three_forms(vedette: Vedette, save: Path, tmp_path: Path) -> None:
    """The numbers of the JSON stand on the page and in the Markdown."""
    told = vedette("report", save, "--json").json
    assert told["rounds"]
    for ending in ("html", "md"):
        path = tmp_path / f"r.{ending}"
        assert vedette("report", save, "-o", path).out == f"Written: {path}\n"
        text = path.read_text(encoding="utf-8")
        for side in told["sides"]:
            assert side["name"] in text
            assert f"{side['strength']['now']} of {side['strength']['full']} left" in text


def test_what_decided_a_game_is_told(vedette: Vedette) -> None:
    """The round in which the last Warden fell, the pay chest's three points, and what was overruled."""
    told = vedette("report", YARD, "--json").json
    assert told["result"] == "Victory for Gullet Row"
    assert [points for source, points in told["points"] if source == "Pay chest"] == [{"red": 3}]
    turning = {one["n"]: one for one in told["turning"]}
    assert "Bright Omo DESTROYED" in turning[181]["text"]
    assert "+3 for Pay chest" in turning[334]["why"]
    assert told["deeds"][0] == ["Ansa", ["Mother Brack DESTROYED", "Lark DESTROYED"]]
    assert [69, "Gate Nine overruled OF-MOV-1: The tape slipped on the railing: we call it there"] in told[
        "remarks"
    ]


def test_names_are_text_and_the_page_needs_nothing_else(vedette: Vedette, tmp_path: Path) -> None:
    assert vedette("new", "first-battle", "--save", "h", "--seed", 5).code == 0
    assert vedette("do", "h", "note", "red", f"text={HOSTILE!r}").code in (0, 2)
    path = tmp_path / "h.html"
    vedette("report", "h", "-o", path)
    page = path.read_text(encoding="utf-8")
    assert "<script" not in page
    assert not re.search(r"""(src|href)=["']?https?:""", page)
    assert "Content-Security-Policy" in page


def test_a_report_that_cannot_be_written_is_said_in_a_sentence(vedette: Vedette, tmp_path: Path) -> None:
    assert vedette("report", YARD, "-o", "r.pdf").err == "A report is an .html, .md or .json file.\n"
    told = vedette("report", YARD, "-o", tmp_path / "nowhere" / "r.html")
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "cannot be written" in told.err
