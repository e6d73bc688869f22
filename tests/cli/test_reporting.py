"""report: a battle told afterwards."""

from __future__ import annotations

import json
import re
import sys
from html import unescape
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from msgspec.structs import replace

from tests.cli.conftest import Vedette
from tests.conftest import ROOT
from vedette.engine.chain import with_checksum
from vedette.engine.library import data_folder
from vedette.engine.session import read_session
from vedette.registry import rulesets
from vedette.view.replay_cursor import ReplayCursor
from vedette.view.report import battle_report
from vedette.view.report_pages import report_html, report_markdown, strength_chart

SAVES = sorted((data_folder() / "saves").glob("*.vedette"))
FIRST, YARD, BOARDING, DUEL = (
    next(path for path in SAVES if name in path.name) for name in ("first", "yard", "boarding", "duel")
)
AT_ONCE = "--seconds", 0
"""Without looking for what was at stake, which takes its time."""

HOSTILE = "<script>alert('x')</script> | **B**"


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_every_example_is_told_in_all_three_forms(vedette: Vedette, save: Path, tmp_path: Path) -> None:
    """The numbers of the JSON stand on the page and in the Markdown."""
    told = vedette("report", save, *AT_ONCE, "--json").json
    assert told["rounds"]
    for ending in ("html", "md"):
        path = tmp_path / f"r.{ending}"
        assert vedette("report", save, *AT_ONCE, "-o", path).out == f"Written: {path}\n"
        text = unescape(path.read_text(encoding="utf-8"))
        for side in told["sides"]:
            assert side["name"] in text
            assert f"{side['strength']['now']} of {side['strength']['full']} left" in text


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_lines_have_the_numbers_of_the_log_everywhere(vedette: Vedette, save: Path) -> None:
    """Report, replay, log and where the game stands: undone lines keep their numbers."""
    told = vedette("report", save, *AT_ONCE, "--json").json
    last = vedette("log", save, "--json").json[-1]["n"]
    frames = ReplayCursor(read_session(rulesets(), save)).frames
    assert told["lines"] == last == frames[-1].n
    assert all(turn["n"] in {frame.n for frame in frames} for turn in told["turning"])
    assert f"line {last}," in vedette("show", save).out


def test_what_decided_a_game_is_told(vedette: Vedette) -> None:
    """Who brought whom down, the points of the pay chest, the luckiest roll, and what was overruled."""
    told = vedette("report", YARD, *AT_ONCE, "--json").json
    assert told["result"] == "Victory for Gullet Row"
    assert [points for source, points in told["points"] if source == "Pay chest"] == [{"red": 3}]
    turning = {turn["n"]: turn for turn in told["turning"]}
    assert turning[334]["text"] == "Gullet Row scored 3 VP for the pay chest."
    assert (turning[334]["points_before"], turning[334]["points_after"]) == (
        {"red": 1, "blue": 2},
        {"red": 4, "blue": 2},
    )
    deeds = {deed["unit"]: deed for deed in told["deeds"]}
    assert deeds["Ansa"] == {
        "unit": "Ansa",
        "side": "blue",
        "dealt": 5,
        "felled": ["Mother Brack", "Lark"],
        "lost": 3,
    }
    remark = (
        "Gate Nine overruled OF-MOV-1 (The leader moves up to its rate): “The tape slipped on the railing: "
    )
    assert [69, f"{remark}we call it there”."] in told["remarks"]


def test_a_round_is_told_in_a_paragraph(vedette: Vedette) -> None:
    """Attacks on one unit are one sentence, what follows from what stands together, and no name stands twice in a sentence."""
    rounds = {told["name"]: told for told in vedette("report", FIRST, *AT_ONCE, "--json").json["rounds"]}
    assert rounds["Round 2 of 4"]["text"] == (
        "Both sides paid dearly. Captain Edrit Sool secured the way house and fell to the Corks and the Ladder Gang. "
        "The Ladder Gang, who had accounted for Captain Edrit Sool, fell to First Relief and Young Rattle. "
        "Morning Watch cost Second Relief two models. Second Relief attacked in vain. "
        "By the end the Keelborn had half of their strength left, the Wardens two thirds."
    )
    assert rounds["Round 3 of 4"]["notes"] == ["Half time. Tea."]
    assert rounds["Round 4 of 4"]["text"].endswith("That decided it: 3 to 1 for the Wardens.")


def test_luck_is_weighted_by_what_was_at_stake(vedette: Vedette, tmp_path: Path) -> None:
    told = vedette("report", DUEL, "--json", "--seconds", 60).json
    for side in told["sides"]:
        assert side["stakes"].keys() == {"lost", "likely", "luck"}
        assert side["stakes"]["lost"] >= 0
    path = tmp_path / "r.html"
    vedette("report", DUEL, "-o", path, "--seconds", 60)
    assert "Weighted by what was at stake" in path.read_text("utf-8")
    assert vedette("report", DUEL, *AT_ONCE, "--json").json["sides"][0]["stakes"] is None


@pytest.mark.parametrize("command", ["report", "luck"])
def test_seconds_have_a_default(vedette: Vedette, command: str) -> None:
    assert vedette(command, DUEL).code == 0


def test_names_are_text_and_the_page_needs_nothing_else(vedette: Vedette, tmp_path: Path) -> None:
    """Not even where the army, a unit and a remark have the names of elements."""
    save = tmp_path / "h.vedette"
    assert vedette("new", "first-battle", "--save", save, "--seed", 5).code == 0
    assert "22 of 22 left" in vedette("report", save, *AT_ONCE).out
    assert vedette("do", save, "note", "red", f"text={HOSTILE}").code == 0
    report = replace(battle_report(read_session(rulesets(), save)), title=HOSTILE)
    sides = (
        replace(side, name=HOSTILE, units=tuple(replace(unit, name=HOSTILE) for unit in side.units))
        for side in report.sides
    )
    report = replace(report, sides=tuple(sides))
    page, text = report_html(report), report_markdown(report)
    assert "<script" not in page
    assert "&lt;script&gt;alert" in page
    assert not re.search(r"""(src|href)=["']?https?:|url\((?!#)""", page)
    assert "Content-Security-Policy" in page
    assert not re.search(r"(?<!\\)<script", text)
    assert "| **B**" not in text


def test_the_page_about_it_names_every_key_of_the_json(vedette: Vedette) -> None:
    told, page = (
        vedette("report", YARD, *AT_ONCE, "--json").json,
        (ROOT / "docs" / "report.md").read_text("utf-8"),
    )
    rows = [row for row in page.splitlines() if row.startswith("| `")]
    assert {name for row in rows for name in re.findall("`(\\w+)`", row.split("|")[1])} == told.keys()
    for name in ("sides", "rounds", "curve", "turning", "deeds"):
        row = next(row for row in rows if f"`{name}`" in row.split("|")[1])
        assert told[name][0].keys() <= set(re.findall("`(\\w+)`", row))


def test_the_map_at_the_end_is_part_of_the_page(vedette: Vedette, tmp_path: Path) -> None:
    """Light and dark, with everybody on it; a game without a map has none."""
    boarding, yard = (report_html(battle_report(read_session(rulesets(), save))) for save in (BOARDING, YARD))
    assert 'class="board"' in boarding
    assert "Kuro Tan 8/8, standing, 1005" in boarding
    assert "prefers-color-scheme: dark" in boarding
    assert 'class="board"' not in yard


def test_where_it_is_served_turning_points_lead_to_the_replay() -> None:
    report = battle_report(read_session(rulesets(), YARD), "yard")
    assert '<a href="/replay#334">' in report_html(report, replay="/replay")
    assert "vedette replay yard --at 334" in report_html(report)


def test_the_replay_begins_at_a_line(vedette: Vedette) -> None:
    assert "line 9" not in vedette("replay", FIRST, "--at", 100).out
    assert vedette("replay", FIRST, "--at", 100, "--json").json[0]["entries"][0]["n"] <= 100
    assert vedette("replay", FIRST, "--at", 1000).err == (
        "There is no line 1000 in this game: the last one is 171.\n"
    )


def test_a_report_that_cannot_be_written_is_said_in_a_sentence(vedette: Vedette, tmp_path: Path) -> None:
    assert (
        vedette("report", YARD, *AT_ONCE, "-o", "r.pdf").err == "A report is an .html, .md or .json file.\n"
    )
    told = vedette("report", YARD, *AT_ONCE, "-o", tmp_path / "nowhere" / "r.html")
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "cannot be written" in told.err


def test_charts_leave_no_finder_behind_that_every_import_would_warn_of() -> None:
    report_html(battle_report(read_session(rulesets(), SAVES[0])))
    assert all(hasattr(finder, "find_spec") for finder in sys.meta_path)


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_names_of_rounds_leave_each_other_room_on_a_phone(save: Path) -> None:
    """Where the letters of a chart are 20 units high and about half as wide."""
    chart = fromstring(strength_chart(battle_report(read_session(rulesets(), save))))
    axis = next(group for group in chart.iter() if "axis x" in group.get("class", ""))
    names = [one for one in axis.iter() if one.tag.endswith("text") and one.text]
    for one, other in pairwise(names):
        room = float(other.get("x", "")) - float(one.get("x", ""))
        assert room >= 5 * len(f"{one.text} {other.text} ")  # each is in the middle of its place


@pytest.mark.parametrize(
    "created", ["0001-01-01T00:00:00", "9999-12-31", "1969-07-20T20:17:00", "", "# once"]
)
def test_any_day_in_the_first_line_can_be_told(vedette: Vedette, tmp_path: Path, created: str) -> None:
    save = tmp_path / "odd.vedette"
    header = json.loads(FIRST.read_bytes().splitlines()[0])
    del header["sum"]
    save.write_bytes(with_checksum(json.dumps({**header, "created": created}).encode(), b"")[0])
    for ending in ("html", "md"):
        assert vedette("report", save, "-o", tmp_path / f"r.{ending}").code == 0


def test_every_round_of_an_example_is_numbered_below_the_curve() -> None:
    report = battle_report(read_session(rulesets(), YARD))
    axis = re.findall(r">(?:Round )?(\d)</text>", strength_chart(report).partition("turning points")[0])
    assert [number for number in axis if int(number)][: len(report.rounds)] == ["1", "2", "3", "4", "5", "6"]
