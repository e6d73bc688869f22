"""correct: a misread roll, a choice or a command told anew."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Vedette
from vedette.engine.library import data_folder
from vedette.engine.session import Session, open_session
from vedette.registry import rulesets

ROUTED = 94
"""The roll that routs River Road Riders on the mill road."""


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """The Hanging Yard: Sudden Finn hits Young Teck at 311, who fails the killing test at 312 with a 3."""
    copy = tmp_path / "yard.vedette"
    shutil.copy(data_folder() / "saves" / "open-fire-hanging-yard.vedette", copy)
    return copy


def test_what_would_hold_is_told_before_anything_changes(vedette: Vedette, save: Path) -> None:
    before = save.read_bytes()
    told = vedette("correct", save, 312, "--dice", 2, "--dry-run")
    assert told.out.splitlines()[-1] == "16 later lines: 16 hold"
    plain = vedette("correct", save, 312, "--dice", 2, "--dry-run", "--json").json
    assert plain["was"] == plain["now"]
    assert {line["verdict"] for line in plain["later"]} == {"holds"}
    assert save.read_bytes() == before


def test_a_line_that_comes_out_differently_does_not_hold(vedette: Vedette, tmp_path: Path) -> None:
    """It is played again, and what changed is told with the line."""
    battle = tmp_path / "battle.vedette"
    shutil.copy(data_folder() / "saves" / "open-fire-first-battle.vedette", battle)
    dice = 83, "--dice", "7,2,5,6,1"
    later = vedette("correct", battle, *dice, "--dry-run", "--json").json["later"]
    (changed,) = (line for line in later if line["verdict"] != "holds")
    assert (changed["n"], changed["verdict"]) == (98, "changes")
    before, _, after = changed["why"].partition(" → ")
    assert "1 hit" in before
    assert "nobody was left" in after
    assert f"{len(later) - 1} hold, 1 comes out differently" in vedette("correct", battle, *dice).out


def test_what_is_scored_afterwards_names_objectives_and_what_would_be_counted(
    vedette: Vedette, save: Path, tmp_path: Path
) -> None:
    battle = tmp_path / "battle.vedette"
    shutil.copy(data_folder() / "saves" / "open-fire-first-battle.vedette", battle)
    told = vedette("correct", battle, 102, "--dice", 8, "--dry-run").out.splitlines()[-1]
    assert "Way house held by the Wardens becomes held by nobody" in told
    mill = tmp_path / "mill.vedette"
    shutil.copy(data_folder() / "saves" / "company-mill-road.vedette", mill)
    session: Session[Any] = open_session(rulesets(), mill)
    session.goto(ROUTED)
    session.close()
    told = vedette("correct", mill, ROUTED, "--dice", ",".join("1" * 12), "--dry-run").out.splitlines()[-1]
    assert "The Boar 0 VP, 1 if it ended now becomes 0 VP, 0 if it ended now" in told


def test_a_face_that_changes_nothing_later_leaves_the_same_game(vedette: Vedette, save: Path) -> None:
    stood = vedette("state", save, "--json").json
    assert vedette("correct", save, 312, "--dice", 2).code == 0
    now = vedette("state", save, "--json").json
    assert now["sides"] == stood["sides"]
    assert [unit["models"] for unit in now["units"].values()] == [
        unit["models"] for unit in stood["units"].values()
    ]
    assert vedette("verify", save).code == 0
    assert " line 312." in vedette("log", save, "--all").out
    said = "corrected the killing test in line 312, which had been told as 3. Line 336."
    assert said in vedette("report", save, "--seconds", 0).out


def test_what_follows_waits_for_the_question_that_is_asked_now(vedette: Vedette, save: Path) -> None:
    """With a 12 Young Teck lives, and has to defend; with that answer everything that holds follows."""
    assert vedette("correct", save, 312, "--dice", 12).code == 4
    assert "Defence" in vedette("answer", save, "--dice", "").out
    assert "Young Teck" in vedette("answer", save, "--dice", "12").out
    assert vedette("verify", save).code == 0
    assert "Note: Rematch on the Tide Bell" in vedette("log", save).out


def test_a_command_that_no_rule_allows_any_more_falls_away_with_its_rule(
    vedette: Vedette, save: Path
) -> None:
    """Had Sudden Finn missed, Young Teck would live, and Little Bram would not be alone in the assault later."""
    told = vedette("correct", save, 311, "--dice", "1,1,1,1", "--dry-run", "--json").json
    fallen = [line for line in told["later"] if line["verdict"] == "falls away"]
    assert all(line["why"].startswith("OF") for line in fallen)
    assert told["now"] != told["was"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((312, "--dice", "13"), "A D12 shows 1 to 12, not 13.\n"),
        ((312, "--dice", "3"), "That is what was told then: nothing changes.\n"),
        ((312, "--dice", "3,4"), "1 die was rolled there, not 2.\n"),
        ((312, "--choose", "x"), "Entry 312 is corrected with dice.\n"),
        ((311, "range=9"), "Entry 311 is corrected with dice.\n"),
        ((310, "--dice", "3"), "Entry 310 is a command: it is corrected with key=value.\n"),
        ((999, "--dice", "3"), "There is no entry 999 on the way to where the game stands.\n"),
        ((310, "range=abc"), "attack: range must be a number.\n"),
        ((334, "by=nobody"), "end_round is given by a side: red or blue.\n"),
        (
            (335, "text=a\u202eb"),
            "No save could keep this: it holds a character that cannot be shown (U+202E).\n",
        ),
        ((312,), "A correction is --dice, --choose, or the words of a command as key=value.\n"),
    ],
)
def test_what_makes_no_correction_is_said_in_a_sentence(
    vedette: Vedette, save: Path, words: tuple[object, ...], said: str
) -> None:
    before = save.read_bytes()
    told = vedette("correct", save, *words)
    assert (told.code, told.err) == (2, said)
    assert save.read_bytes() == before


def cut_off(vedette: Vedette, save: Path, *correction: object, lines: int) -> None:
    """Only so many lines of a correction reach the disk."""
    before = save.read_bytes().count(b"\n")
    assert vedette("correct", save, *correction).code == 0
    save.write_bytes(b"".join(save.read_bytes().splitlines(keepends=True)[: before + lines]))


def test_a_correction_that_was_cut_off_says_so_wherever_the_game_is_looked_at(
    vedette: Vedette, save: Path
) -> None:
    stood = vedette("state", save, "--json").json
    told = vedette("log", save, "--json").json
    cut_off(vedette, save, 312, "--dice", 5, lines=4)
    for command in (
        ["state"],
        ["log"],
        ["replay"],
        ["verify"],
        ["luck"],
        ["correct", 312, "--dice", 5, "--dry-run"],
    ):
        said = vedette(command[0], save, *command[1:])
        assert said.code == 0
        assert said.err.count("correction of line 312 ") == 1
    assert vedette("state", save, "--json").json == stood
    assert vedette("log", save, "--json").json == told
    marked = [one["kind"] for one in vedette("log", save, "--all", "--json").json]
    assert marked[-4:] == ["left out"] * 4
    assert vedette("log", save, "--all").out.count("was not written completely") == 4
    redone = vedette("redo", save)
    assert redone.code == 3
    assert "correction of line 312 " in redone.err


@pytest.mark.parametrize(
    ("correction", "lines"),
    [
        ([312, "--dice", "5"], 6),
        ([312, "--dice", "5"], 1),
        ([309, "value=1"], 2),
        ([309, "value=1"], 1),
    ],
)
def test_what_is_offered_makes_the_correction_again(
    vedette: Vedette, save: Path, tmp_path: Path, correction: list[object], lines: int
) -> None:
    """The command that is printed, as far as what it told was written; else with a word to fill in."""
    whole = tmp_path / "whole.vedette"
    shutil.copy(save, whole)
    assert vedette("correct", whole, *correction).code == 0
    cut_off(vedette, save, *correction, lines=lines)
    offered = vedette("state", save).err.splitlines()[-1]
    words = shlex.split(offered[offered.index("vedette correct ") :])[1:]
    assert words[:3] == ["correct", str(save), str(correction[0])]
    if lines == 1:
        assert words[3:] in (["--dice", "FACES"], ["KEY=VALUE"])
        return
    assert vedette(*words).code == 0
    assert vedette("state", save, "--json").out == vedette("state", whole, "--json").out
    assert vedette("state", save).err == ""


def test_a_season_counts_a_correction_that_was_cut_off_as_not_made(vedette: Vedette, save: Path) -> None:
    before = vedette("season", save.parent, "--json").json["league"]
    cut_off(vedette, save, 312, "--dice", 5, lines=5)
    after = vedette("season", save.parent, "--json").json["league"]
    without = [{key: value for key, value in row.items() if key != "seconds"} for row in before]
    assert [{key: value for key, value in row.items() if key != "seconds"} for row in after] == without
