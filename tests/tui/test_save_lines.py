"""Saves in the list at home, whatever their first lines say."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tui.rooms import played, rooms
from tests.tui.test_text import HOSTILE
from vedette.engine.chain import with_checksum
from vedette.engine.save_cards import SaveCard
from vedette.tui.save_lines import about, sides, when
from vedette.tui.widgets.menu import Menu

HERE = timezone(timedelta(hours=2))
NOW = datetime(2026, 7, 3, 12, 0, tzinfo=HERE)

BEYOND = ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "0001-01-01", "9999-12-31"]
"""Dates that no calendar has in another place of the world."""


@pytest.mark.parametrize(
    ("date", "said"),
    [
        ("2026-07-03T08:05:00+00:00", "today 10:05"),
        ("2026-07-02T23:30:00+00:00", "today 01:30"),
        ("2026-07-02T08:05:00+00:00", "yest. 10:05"),
        ("2026-03-01T08:05:00+00:00", "1 Mar"),
        ("1995-03-01T08:05:00+00:00", "1 Mar 1995"),
        ("9999-12-30T00:00:00+00:00", "30 Dec 9999"),
        ("1969-07-20T20:17:00", "20 Jul 1969"),
        ("0001-01-02T00:00:00", "2 Jan 1"),
        ("", ""),
        ("yesterday", ""),
        ("2026-07-03T25:05:00", ""),
        ("2026-02-30T00:00:00+00:00", ""),
        *[(date, "") for date in BEYOND[:2]],
    ],
)
def test_a_time_is_told_as_people_say_it(date: str, said: str) -> None:
    assert when(date, NOW) == said


@pytest.mark.parametrize("date", BEYOND)
@pytest.mark.parametrize("hours", [-12, 0, 14])
def test_a_date_beyond_the_calendar_is_no_fault(date: str, hours: int) -> None:
    when(date, datetime(2026, 7, 3, tzinfo=timezone(timedelta(hours=hours))))
    when("2026-07-03T08:05:00+00:00", datetime(1, 1, 1, tzinfo=HERE))


def first_line(path: Path, **changes: Any) -> None:
    """Another first line for a save, with a right checksum, and nothing behind it."""
    header = json.loads(path.read_bytes().splitlines()[0])
    header.pop("sum")
    path.write_bytes(with_checksum(json.dumps({**header, **changes}).encode(), b"")[0])


ODD: list[dict[str, Any]] = [
    *[{"created": date} for date in (*BEYOND, "", "x" * 10_000, HOSTILE)],
    {"ruleset": HOSTILE},
    {"ruleset": "x" * 10_000},
    {"setup": {"sides": [{"id": ["x"], "name": {"a": 1}}] * 50}},
    {"setup": {"sides": [{"id": HOSTILE, "name": HOSTILE}]}},
    {"setup": {"sides": {"red": 1}}},
    {"setup": {"sides": json.loads("[" * 100 + "]" * 100)}},
    {"setup": {}},
    {"seed": 10**400},
    {"revision": -(10**30)},
]


@pytest.mark.parametrize("columns", [110, pytest.param(120, marks=pytest.mark.thorough)])
async def test_saves_with_odd_first_lines_are_listed_and_no_end_of_the_screen(
    tmp_path: Path, columns: int
) -> None:
    names = [f"odd{number:02}" for number in range(len(ODD))]
    for name, odd in zip(names, ODD, strict=True):
        first_line(played(tmp_path / f"{name}.vedette"), **odd)
    async with rooms(tmp_path, size=(columns, 40)) as home:
        menu = home.one(Menu)
        seen = set()
        for _ in range(len(ODD) + 5):
            seen |= {name for name in names if name in home.at}
            card = menu.at
            await home.press("r")
            if home.where != "HomeScreen":
                await home.press("escape")
            assert home.where == "HomeScreen", card
            await home.press("down")
        assert len(seen) >= len(names) - 1  # one of them is the game to go on with, and named otherwise


def test_long_names_of_sides_are_cut_alike_and_short_ones_stay_whole() -> None:
    card = SaveCard(Path("x.vedette"), False, sides=("Colony Defense Team", "Rebels"))
    told = sides(card, 22)

    assert "".join(piece.text for piece in told) == "Colony Defen… · Rebels"
    both = replace(card, sides=("The Red Hands of the Hill", "The Blue Hands of the Hill"))
    assert "".join(piece.text for piece in sides(both, 22)) == "The Red… · The Blue H…"


def test_a_long_name_is_told_last_and_never_hides_when_it_was_played() -> None:
    card = SaveCard(Path(f"{'long-' * 30}.vedette"), False, "open-fire", period="round 2", date="2026-03-01")
    assert about(card, NOW).startswith("round 2 · Open Fire · 1 Mar · long-")


async def test_a_damaged_save_says_what_is_wrong_and_what_enter_does_in_one_row_each(tmp_path: Path) -> None:
    path = played(tmp_path / "broken.vedette", turns=3)
    whole = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([*whole[:6], "nonsense\n", *whole[6:]]), encoding="utf-8", newline="")
    async with rooms(tmp_path) as home:
        while "broken" not in home.at:
            await home.press("down")
        offered, fault = home.said.splitlines()

    assert offered.startswith("Enter replays what can still be read")
    assert fault.startswith("broken.vedette is damaged at line 7")
