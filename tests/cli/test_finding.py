"""Finding and sharing: the log by unit, rule and kind, bookmarks, and branches as saves of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from vedette.engine.library import data_folder


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """The Mill Road, which has three branches; one ends with line 83."""
    copy = tmp_path / "mill.vedette"
    shutil.copy(data_folder() / "saves" / "company-mill-road.vedette", copy)
    return copy


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("--find", "kind:attack kind:lost"), [200]),
        (("--find", "unit:quay kind:move"), [19, 20, 48, 49, 77, 78]),
        (("--find", "unit:quay kind:move", "--since", "3"), [77, 78]),
        (("--find", "unit:door-ward kind:attack rule:CO-ATK-5"), [98, 116, 153, 170]),
        (("--find", "TITHE barns"), [216]),
        (("--find", "unit:the-hart nobody said this"), []),
    ],
)
def test_the_log_is_searched_by_words_unit_rule_and_kind(
    vedette: Vedette, save: Path, words: tuple[str, ...], found: list[int]
) -> None:
    assert [entry["n"] for entry in vedette("log", save, *words, "--json").json] == found


def test_what_nothing_is_called_is_said_with_what_there_is(vedette: Vedette, save: Path) -> None:
    told = vedette("log", save, "--find", "unit:quai")
    assert told.code == 2
    assert told.err.startswith("Nothing here is unit:quai. There is: clan-of-the-long-scree, ")
    assert vedette("log", save, "--since", 9).err == "Round 9 was not played: the game is in round 6.\n"


def test_bookmarks_are_put_listed_and_found(vedette: Vedette, save: Path) -> None:
    assert vedette("bookmark", save, 131, "it turned [red]here[/]").out == "Bookmarked line 131.\n"
    assert "⚑ it turned [red]here[/]" in vedette("bookmark", save).out
    assert [entry["n"] for entry in vedette("log", save, "--find", "kind:bookmark", "--json").json] == [131]
    assert vedette("bookmark", save, 131, "--remove", "--json").json == []
    assert vedette("bookmark", save, 131).err == "A bookmark is a note to a line, or --remove.\n"


def test_a_branch_is_a_save_of_its_own_that_says_where_it_comes_from(
    vedette: Vedette, save: Path, tmp_path: Path
) -> None:
    listed = vedette("branch", save, "--json").json
    assert [(one["n"], one["apart"], one["here"]) for one in listed] == [
        (17, 2, False),
        (83, 5, False),
        (216, 0, True),
    ]
    vedette("bookmark", save, 82, "the other way")
    place = tmp_path / "other.vedette"
    assert vedette("branch", save, 83, "-o", place).code == 0
    assert vedette("verify", place).code == 0
    then, now = (vedette("state", file, *at).json for file, at in ((save, ("--at", 83)), (place, ())))
    assert then == now
    assert "A branch of mill up to its line 83." in vedette("show", place).out
    assert vedette("show", place, "--json").json["origin"] == {"save": "mill", "line": 83}
    assert "the other way" in vedette("log", place).out
    assert vedette("show", save, "--json").json["origin"] is None
    assert vedette("branch", save, 83, "-o", place).err == "There is a other.vedette already.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((83,), "A branch is written with its last line and a file: vedette branch SAVE N -o FILE.\n"),
        ((999, "-o", "x.vedette"), "There is no line 999 that a branch could end with.\n"),
    ],
)
def test_what_makes_no_branch_is_said_in_a_sentence(
    vedette: Vedette, save: Path, words: tuple[object, ...], said: str
) -> None:
    told = vedette("branch", save, *words)
    assert (told.code, told.err) == (2, said)
    assert not Path("x.vedette").exists()
