"""A season: several saves together, of which a damaged one is named and left out."""

from __future__ import annotations

import json
import os
import shutil
from concurrent import futures
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Vedette
from vedette.cli import season
from vedette.cli.progress import MOST
from vedette.engine.library import data_folder
from vedette.engine.session import read_session
from vedette.registry import rulesets


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """The example games."""
    for path in (data_folder() / "saves").glob("*.vedette"):
        shutil.copy(path, tmp_path)
    return tmp_path


def rows(vedette: Vedette, league: Path) -> dict[str, dict[str, Any]]:
    return {row["player"]: row for row in vedette("season", league, "--json").json["league"]}


def test_the_league_counts_results_points_luck_and_time(vedette: Vedette, league: Path) -> None:
    told = vedette("season", league, "--json").json
    first = next(row for row in told["league"] if row["player"] == "The Boar")
    counted = {key: first[key] for key in ("player", "games", "won", "lost", "vp", "vp_against", "seconds")}
    assert counted == {
        "player": "The Boar", "games": 1, "won": 1, "lost": 0, "vp": 6, "vp_against": 2, "seconds": 1611,
    }  # fmt: skip
    luck = vedette("luck", league / "open-fire-hanging-yard.vedette", "--json", "--seconds", 0).json
    red = luck["sides"]["red"]
    expected = red["actual"] - float(Fraction(red["expected"]))
    assert rows(vedette, league)["Gullet Row"]["luck"] == pytest.approx(expected)
    assert [game["date"][:10] for game in told["games"]] == sorted(
        game["date"][:10] for game in told["games"]
    )
    best = next(unit for unit in told["units"] if unit["player"] == "Wardens")
    assert (best["name"], best["player"], best["destroyed"]) == ("Young Rattle", "Wardens", 2)
    text = vedette("season", league).out
    assert "Keelborn 1 – Wardens 3" in text
    assert "Young Rattle" in text


def test_who_played_a_side_is_said_in_a_file(vedette: Vedette, league: Path) -> None:
    (league / "season.toml").write_text('[players]\nAnn = ["the  BOAR", "Gullet Row"]\n')
    ann = rows(vedette, league)["Ann"]
    assert (ann["games"], ann["won"], ann["sides"]) == (2, 2, ["Gullet Row", "The Boar"])
    (league / "season.toml").write_text("[players]\nAnn = 3\n")
    assert vedette("season", league).code == 2


def test_a_damaged_save_is_named_and_left_out_and_a_copy_counts_once(vedette: Vedette, league: Path) -> None:
    yard = league / "open-fire-hanging-yard.vedette"
    vedette("branch", yard, 100, "-o", league / "half.vedette")
    boarding = league / "close-quarters-boarding.vedette"
    vedette("branch", boarding, read_session(rulesets(), boarding).timeline.head, "-o", league / "b.vedette")
    first = league / "open-fire-first-battle.vedette"
    shutil.copy(first, league / "open-fire-first-battle (conflicted copy).vedette")
    torn = league / "company-mill-road.vedette"
    data = torn.read_bytes()
    torn.write_bytes(data[:9000] + b"x" + data[9001:])
    (league / "nothing.vedette").write_text("{}\n")
    told = vedette("season", league, "--json").json
    assert {one["save"]: one["why"] for one in told["left_out"]} == {
        "company-mill-road.vedette": "company-mill-road.vedette is damaged at line 16. The 14 entries before it are good.",
        "b.vedette": "b.vedette is the same game as close-quarters-boarding.vedette, which is as long.",
        "half.vedette": "half.vedette is the same game as open-fire-hanging-yard.vedette, which goes on longer.",
        "open-fire-first-battle (conflicted copy).vedette": "open-fire-first-battle (conflicted copy).vedette is the same game as open-fire-first-battle.vedette, which is as long.",
        "nothing.vedette": "nothing.vedette is not a save of Vedette, or its first line is damaged.",
    }
    assert "The Boar" not in {row["player"] for row in told["league"]}


def test_of_two_copies_the_one_with_most_lines_counts(vedette: Vedette, tmp_path: Path) -> None:
    """Even if it stands further back."""
    one, other = tmp_path / "g.vedette", tmp_path / "g (copy of b).vedette"
    one.write_bytes((data_folder() / "saves/open-fire-hanging-yard.vedette").read_bytes())
    shutil.copy(one, other)
    assert vedette("undo", other, "--steps", 2).code == 0
    told = vedette("season", tmp_path, "--json").json
    assert [game["save"] for game in told["games"]] == [other.name]
    assert [left["save"] for left in told["left_out"]] == [one.name]


def test_the_page_needs_nothing_else_and_names_are_text(vedette: Vedette, league: Path) -> None:
    (league / "season.toml").write_text('[players]\n"<script>x</script>" = ["The Boar"]\n')
    page = league / "season.html"
    assert vedette("season", league, "-o", page).code == 0
    text = page.read_text()
    assert "default-src 'none'" in text
    assert "&lt;script&gt;x&lt;/script&gt;" in text
    assert "<script" not in text
    assert vedette("season", league, "-o", league / "season.json").code == 0
    assert json.loads((league / "season.json").read_text())["games"]


def test_what_makes_no_season_is_said_in_a_sentence(vedette: Vedette, tmp_path: Path) -> None:
    assert vedette("season", tmp_path).err == "There are no saves in this folder.\n"
    assert vedette("season", tmp_path / "x").err == f"There is no folder {tmp_path / 'x'}.\n"
    assert vedette("season", tmp_path, "-o", "x.md").err == "A season is an .html or .json file.\n"


def test_many_saves_are_read_by_several_processes(
    vedette: Vedette, league: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = vedette("season", league, "--json")
    made: list[int] = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers: int, **_: object) -> None:
            made.append(workers)
            super().__init__(2)

    monkeypatch.setattr(season, "FEW", 2)
    assert vedette("season", league, "--json").out == alone.out
    monkeypatch.setattr(os, "cpu_count", lambda: 128)
    monkeypatch.setattr(futures, "ProcessPoolExecutor", Pool)
    assert vedette("season", league, "--json").out == alone.out
    assert made == [MOST]
    assert MOST <= 61, "Windows waits for no more"
