"""The first screen: what was played last comes first, and everything else is in one list."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest

from tests.tui.rooms import LITTLE_GAMES, Rooms, played, rooms
from vedette.engine.saves import SaveCard
from vedette.engine.session import open_session
from vedette.tui.launch import make_app
from vedette.tui.save_library import SaveLibrary
from vedette.tui.save_lines import save_line, when
from vedette.tui.widgets.header import Header

NOW = datetime(2026, 5, 17, 20, 0, tzinfo=UTC)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The players' save folder; nobody has made it yet."""
    return tmp_path / "own"


def damaged(path: Path) -> Path:
    """A save whose third line does not fit its checksum."""
    lines = played(path).read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"r2"', b'"r3"')
    path.write_bytes(b"".join(lines))
    return path


async def test_without_any_save_the_list_begins_with_a_new_game(own: Path) -> None:
    async with rooms(own) as home:
        assert "Play a first battle" in home.at
        assert "Keys and rules" in home.list


async def test_whoever_is_new_plays_a_first_battle_with_two_keys(own: Path, examples: Path) -> None:
    played(examples / "lesson.vedette", over=True)
    async with rooms(own) as home:
        assert "Welcome." in home.list
        assert "Play a first battle" in home.at

        await home.press("enter")
        assert home.where == "NewGameScreen"


async def test_an_example_is_played_in_a_copy(own: Path, examples: Path) -> None:
    example = played(examples / "lesson.vedette")
    before = example.read_bytes()
    async with rooms(own) as home:
        await home.press("down")
        assert "in a copy" in home.said

        await home.press("enter")
        assert home.where == "TableScreen"
        assert "The example stays as it is" in home.said

    assert example.read_bytes() == before
    assert (own / "lesson.vedette").read_bytes() == before


async def test_a_game_that_is_over_is_watched(own: Path, examples: Path) -> None:
    played(examples / "lesson.vedette", over=True)
    async with rooms(own) as home:
        await home.press("down")
        assert "Enter replays it" in home.said
        await home.press("enter")
        assert home.where == "ReplayScreen"


async def test_enter_waits_until_the_saves_are_known(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(own / "game.vedette")
    known = Event()
    cards = SaveLibrary.cards

    def late(shelf: SaveLibrary) -> list[SaveCard]:
        known.wait()
        return cards(shelf)

    monkeypatch.setattr(SaveLibrary, "cards", late)
    app = make_app(LITTLE_GAMES, own)
    async with app.run_test() as pilot:
        home = Rooms(pilot, own)
        await pilot.press("enter")
        assert home.where == "HomeScreen"
        assert "Looking into the saves" in home.list

        known.set()
        await home.settled()
        assert home.where == "TableScreen"
        assert "Ironclads" in home.one(Header).plain


async def test_a_game_that_is_over_does_not_come_first(own: Path) -> None:
    played(own / "game.vedette", over=True)
    async with rooms(own) as home:
        assert "New game" in home.at
        assert "over" in home.list


async def test_the_game_played_last_is_first_and_enter_goes_on_with_it(own: Path) -> None:
    played(own / "older.vedette", ("Bronze", "Iron"))
    os.utime(own / "older.vedette", (1, 1))
    played(own / "newer.vedette", ("Silver", "Gold"))
    async with rooms(own) as home:
        assert "Silver" in home.at
        assert "Gold" in home.at

        await home.press("enter")
        assert "Silver" in home.one(Header).plain

        await home.press("q")
        assert home.where == "HomeScreen"
        await home.press("down", "down", "down", "enter")
        assert "Bronze" in home.one(Header).plain


async def test_a_game_that_was_opened_from_the_command_line_is_left_for_home(own: Path) -> None:
    path = played(own / "game.vedette")
    async with rooms(own, save=path) as table:
        assert table.where == "TableScreen"
        await table.press("q")
        assert table.where == "HomeScreen"
        assert "Ironclads" in table.at


async def test_a_damaged_save_says_why_and_can_be_replayed(own: Path) -> None:
    damaged(own / "torn.vedette")
    async with rooms(own, size=(120, 40)) as home:
        assert "torn.vedette is damaged at line 3." in home.list
        await home.press("down")
        assert "damaged at line 3" in home.said

        await home.press("enter")
        assert home.where == "ReplayScreen"
        assert "damaged at line 3" in home.said


async def test_a_file_that_is_no_save_is_told_in_a_sentence(own: Path) -> None:
    own.mkdir()
    (own / "shopping.vedette").write_text("eggs\n")
    async with rooms(own) as home:
        await home.press("down", "enter")
        assert home.where == "HomeScreen"
        assert "shopping.vedette is no save of Vedette" in home.said


async def test_what_is_no_file_is_told_beside_the_others(own: Path) -> None:
    played(own / "game.vedette")
    (own / "folder.vedette").mkdir()
    (own / "link.vedette").symlink_to(own / "nowhere")
    os.mkfifo(own / "pipe.vedette")
    async with rooms(own, size=(120, 40)) as home:
        assert "Ironclads" in home.at
        assert "folder.vedette is no save" in home.list
        assert "link.vedette cannot be read" in home.list
        assert "pipe.vedette is no save" in home.list


async def test_a_save_that_another_vedette_has_open_is_told_in_a_sentence(own: Path) -> None:
    path = played(own / "game.vedette")
    other = open_session(LITTLE_GAMES, path)
    try:
        async with rooms(own) as home:
            await home.press("enter")
            assert home.where == "HomeScreen"
            assert "game.vedette is open in another Vedette. Close it there first." in home.said
    finally:
        other.close()


async def test_a_save_of_a_game_that_we_do_not_have_is_told_in_a_sentence(own: Path) -> None:
    played(own / "game.vedette")
    async with rooms(own, rulesets={}) as home:
        await home.press("enter")
        assert "which this Vedette does not know" in home.said


async def test_names_of_files_and_sides_are_data(own: Path) -> None:
    played(own / "[b]x[b] \x1b[31m.vedette", ("[red]Rouge[/red]", "[@click=app.exit]Blue"))
    async with rooms(own, size=(120, 40)) as home:
        assert "[b]x[b] [31m" in home.list
        assert "[red]Rouge[/red]" in home.list
        assert "[@click=app.exit]Blue" in home.list


async def test_any_save_is_replayed_with_a_key(own: Path) -> None:
    played(own / "game.vedette")
    async with rooms(own) as home:
        await home.press("r")
        assert home.where == "ReplayScreen"
        await home.press("escape")
        assert home.where == "HomeScreen"


async def test_a_click_goes_to_a_line_and_another_one_opens_it(own: Path) -> None:
    played(own / "game.vedette")
    async with rooms(own) as home:
        row = next(y for y, text in enumerate(home.list.splitlines()) if "Keys and rules" in text)
        await home.pilot.click("Menu", offset=(10, row))
        assert "Keys and rules" in home.at
        await home.pilot.click("Menu", offset=(10, row))
        await home.settled()
        assert home.where == "HelpScreen"


def test_a_row_keeps_to_its_width_and_leaves_out_what_matters_least() -> None:
    card = SaveCard(Path("tuesday.vedette"), False, "open-fire", ("Reds", "Blues"), 2, date=NOW.isoformat())
    wide, narrow = save_line(card, 110, NOW).text, save_line(card, 60, NOW).text

    assert all(word in wide for word in ("tuesday", "Reds – Blues", "round 2", "today", "Open Fire"))
    assert all(word in narrow for word in ("tuesday", "Reds – Blues", "round 2"))
    assert "Open Fire" not in narrow
    for width in (40, 60, 76, 110):
        assert save_line(card, width, NOW).width <= width


@pytest.mark.parametrize(
    ("date", "said"),
    [
        ("2026-05-17T08:05:00+00:00", "today 08:05"),
        ("2026-05-16T23:59:00+00:00", "yest. 23:59"),
        ("2026-01-02T12:00:00+00:00", "2 Jan"),
        ("2024-12-31T12:00:00+00:00", "31 Dec 2024"),
        ("once upon a time", ""),
    ],
)
def test_dates_are_said_as_people_say_them(date: str, said: str) -> None:
    assert when(date, NOW) == said
