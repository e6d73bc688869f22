"""The first screen: what was played last comes first, everything else is in one list, and saves are looked after."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tui.rooms import LITTLE_GAMES, Rooms, played, rooms
from vedette.engine.save_cards import SaveCard
from vedette.engine.session import Session, open_session
from vedette.registry import rulesets
from vedette.save_library import SaveLibrary
from vedette.tui.launch import make_app
from vedette.tui.save_lines import save_line, when
from vedette.tui.screens.sheet import SheetPage
from vedette.tui.widgets import save_preview
from vedette.tui.widgets.guide_strip import GuideStrip
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.save_preview import SavePreview

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


async def test_without_any_save_the_list_begins_with_a_first_battle(own: Path) -> None:
    async with rooms(own) as home:
        assert "First battle" in home.at
        assert "New map" in home.list


async def test_whoever_is_new_plays_a_first_battle_with_two_keys(own: Path, examples: Path) -> None:
    played(examples / "lesson.vedette", over=True)
    async with rooms(own, rulesets()) as home:
        assert "Welcome." in home.list
        assert "First battle" in home.at

        await home.press("enter", "enter")
        assert home.where == "TableScreen"
        assert "Welcome!" in home.one(GuideStrip).plain


async def test_an_example_is_played_in_a_copy(own: Path, examples: Path) -> None:
    example = played(examples / "lesson.vedette")
    before = example.read_bytes()
    async with rooms(own) as home:
        await home.press("end")
        assert "in a copy" in home.said

        await home.press("enter")
        assert home.where == "TableScreen"
        assert "The example stays as it is" in home.said

    assert example.read_bytes() == before
    assert (own / "lesson.vedette").read_bytes() == before


async def test_a_game_that_is_over_is_watched(own: Path, examples: Path) -> None:
    played(examples / "lesson.vedette", over=True)
    async with rooms(own) as home:
        await home.press("end")
        assert "Enter replays it" in home.said
        await home.press("enter")
        assert home.where == "ReplayScreen"


def read_late(monkeypatch: pytest.MonkeyPatch) -> Event:
    """The saves are read only once this is set."""
    known = Event()
    cards = SaveLibrary.cards

    def late(library: SaveLibrary) -> list[SaveCard]:
        known.wait()
        return cards(library)

    monkeypatch.setattr(SaveLibrary, "cards", late)
    return known


async def test_enter_waits_until_the_saves_are_known(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(own / "game.vedette")
    known = read_late(monkeypatch)
    app = make_app(LITTLE_GAMES, own)
    async with app.run_test() as pilot:
        home = Rooms(pilot, own)
        await pilot.press("enter")
        assert home.where == "HomeScreen"
        assert "Reading the saves" in home.list

        known.set()
        await home.settled()
        assert home.where == "TableScreen"
        assert "Ironclads" in home.one(Head).plain


async def test_a_game_that_is_over_does_not_come_first(own: Path) -> None:
    played(own / "game.vedette", over=True)
    async with rooms(own) as home:
        assert "New game" in home.at
        assert "OVER" in home.list
        assert "Ironclads   –    Verdant Line" in home.list


async def test_the_game_played_last_is_first_and_enter_goes_on_with_it(own: Path) -> None:
    played(own / "older.vedette", ("Bronze", "Iron"))
    os.utime(own / "older.vedette", (1, 1))
    played(own / "newer.vedette", ("Silver", "Gold"))
    async with rooms(own) as home:
        assert "Continue" in home.at
        assert "newer   Silver · Gold" in home.list

        await home.press("enter")
        assert "Silver" in home.one(Head).plain

        await home.press("q")
        assert home.where == "HomeScreen"
        await home.press("2")
        assert "Bronze" in home.one(Head).plain


async def test_a_game_that_was_opened_from_the_command_line_is_left_for_home(own: Path) -> None:
    path = played(own / "game.vedette")
    async with rooms(own, save=path) as table:
        assert table.where == "TableScreen"
        await table.press("q")
        assert table.where == "HomeScreen"
        assert "Continue" in table.at


async def test_a_damaged_save_says_why_and_can_be_replayed(own: Path) -> None:
    damaged(own / "torn.vedette")
    async with rooms(own, size=(120, 40)) as home:
        await _to(home, "torn")
        assert "damaged at line 3" in preview(home)

        await home.press("enter")
        assert home.where == "ReplayScreen"
        assert "damaged at line 3" in home.said


async def test_a_file_that_is_no_save_is_told_in_a_sentence(own: Path) -> None:
    own.mkdir()
    (own / "shopping.vedette").write_text("eggs\n")
    async with rooms(own) as home:
        await _to(home, "shopping")
        await home.press("enter")
        assert home.where == "HomeScreen"
        assert "shopping.vedette is not a save of Vedette" in home.said


@pytest.mark.posix
async def test_a_link_that_leads_nowhere_is_listed_beside_the_others(own: Path) -> None:
    played(own / "game.vedette")
    (own / "link.vedette").symlink_to(own / "nowhere")
    async with rooms(own, size=(120, 40)) as home:
        assert "Ironclads" in home.list
        await _to(home, "link")
        assert "link.vedette cannot be read" in preview(home)


async def test_a_save_that_another_vedette_has_open_is_told_in_a_sentence(own: Path) -> None:
    path = played(own / "game.vedette")
    other = open_session(LITTLE_GAMES, path)
    try:
        async with rooms(own) as home:
            await home.press("enter")
            assert home.where == "HomeScreen"
            assert "game.vedette is open in another " in home.said
    finally:
        other.close()


async def test_a_save_of_a_game_that_we_do_not_have_is_told_in_a_sentence(own: Path) -> None:
    played(own / "game.vedette")
    async with rooms(own, rulesets={}) as home:
        await home.press("enter")
        assert home.where == "SheetScreen"
        assert "which this Vedette does not know" in home.one(SheetPage).plain


@pytest.mark.posix
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
        row = next(y for y, text in enumerate(home.list.splitlines()) if "New game" in text)
        await home.pilot.click("Menu", offset=(10, row))
        assert "New game" in home.at
        await home.pilot.click("Menu", offset=(10, row))
        await home.settled()
        assert home.where == "NewGameScreen"


SALT_ROAD = SaveCard(
    Path("tuesday.vedette"),
    False,
    "open-fire",
    ("Reds", "Blues"),
    "round 2",
    date=NOW.isoformat(),
    mission="The Salt Road",
    rounds=4,
    points=(1, 12),
)


@pytest.mark.parametrize("width", [50, 60, 76, 96])
def test_a_game_is_its_mission_and_both_sides_face_their_score(width: int) -> None:
    row = save_line(SALT_ROAD, width, NOW)

    assert "The Salt Road" in row.text
    assert "Reds 1 : 12 Blues" in row.text
    assert "2 of 4" in row.text
    assert ("20:00" in row.text) is (width >= 76)
    assert row.width == width


def test_a_score_below_nothing_has_a_real_minus() -> None:
    assert "Reds 5 : −1 Blues" in save_line(replace(SALT_ROAD, points=(5, -1)), 76, NOW).text


def test_rows_of_a_list_have_the_score_in_the_same_column() -> None:
    unscored = replace(SALT_ROAD, points=(), sides=("The Reds of the Long Hill", "Blues"), rounds=0)
    rows = [save_line(card, 76, NOW).text for card in (SALT_ROAD, unscored)]

    assert rows[0].index(":") == rows[1].index("–")
    assert rows[0].index("Blues") == rows[1].index("Blues")


def test_a_game_that_is_over_says_who_has_won() -> None:
    won = replace(SALT_ROAD, outcome="blue", winner="Blues", points=(3, 3))
    roles = {piece.text.strip(): piece.role for piece in save_line(won, 76, NOW).pieces}

    assert roles["Blues"] == "second strong"
    assert roles["Reds"] == "first"


def test_an_example_says_who_beat_whom_and_how_long_it_took() -> None:
    card = replace(SALT_ROAD, example=True, outcome="blue", winner="Blues")

    assert save_line(card, 76, NOW).text.split() == "The Salt Road Reds lost to Blues 2 rounds".split()
    assert "Blues won" in save_line(replace(card, sides=("The Reds of the Hill", "Blues")), 50, NOW).text


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


def preview(home: Rooms) -> str:
    """What stands beside the list."""
    lines = home.screen.query("#beside LineWidget").results(LineWidget)
    return " ".join(word for one in lines if one.region.area for word in one.plain.split())


async def test_beside_the_list_is_the_save_at_hand_in_small(own: Path) -> None:
    played(own / "older.vedette", ("Bronze", "Iron"))
    os.utime(own / "older.vedette", (1, 1))
    played(own / "newer.vedette")
    async with rooms(own, size=(120, 40)) as home:
        shown = preview(home)
        assert "Verdant Line ▶ │ Act with a unit" in shown
        assert "Ironclads ends its turn" in shown
        assert all(one in shown for one in ("IRONCLADS", "Grenadiers", "Old Guard", "✔ newer.vedette"))

        await home.press("down")
        assert "BRONZE" in preview(home)
        assert "older.vedette" in preview(home)

        await home.press("down")
        assert "BRONZE" not in preview(home)
        assert "Choose the rules, a mission or a map" in preview(home)


async def test_keys_don_t_wait_for_a_preview_and_a_late_one_is_dropped(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n, name in enumerate(("one", "two", "three")):
        os.utime(played(own / f"{name}.vedette"), (9 - n, 9 - n))
    go_on, read = Event(), list[str]()
    usual = save_preview.preview_at

    def slow(library: SaveLibrary, card: SaveCard) -> SavePreview:
        read.append(card.name)
        go_on.wait()
        return usual(library, card)

    monkeypatch.setattr(save_preview, "preview_at", slow)
    app = make_app(LITTLE_GAMES, own)
    async with app.run_test(size=(120, 40)) as pilot:
        home = Rooms(pilot, own)
        while not read:
            await pilot.pause(0.01)
        await pilot.press("down", "down")
        assert "three" in home.at
        assert read == ["one"]

        go_on.set()
        await home.settled()
        assert read == ["one", "three"], "nobody looks at the second one any more"
        assert "three.vedette" in preview(home)


async def test_the_preview_of_a_damaged_save_says_so(own: Path) -> None:
    damaged(own / "torn.vedette")
    (own / "shopping.vedette").write_text("eggs\n")
    async with rooms(own, size=(120, 40)) as home:
        await _to(home, "torn")
        assert "torn.vedette is damaged at line 3." in preview(home)
        assert "IRONCLADS" in preview(home)

        await _to(home, "shopping")
        assert "shopping.vedette is not a save of Vedette" in preview(home)
        assert "IRONCLADS" not in preview(home)


async def test_a_save_with_changed_line_ends_is_played_on_in_a_copy(own: Path) -> None:
    path = played(own / "away.vedette")
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"\n", b"\r\n"))
    async with rooms(own, size=(160, 40)) as home:
        await _to(home, "away")
        assert "line endings of away.vedette were changed" in preview(home)
        await home.press("enter")
        assert home.where == "ReplayScreen"
        assert "line endings of away.vedette were changed" in home.said
        await home.press("enter")
        await home.press("enter")
        assert home.where == "TableScreen"
    assert path.with_name("away-mended.vedette").read_bytes().startswith(whole)


async def test_a_number_pressed_before_the_saves_are_known_is_not_lost(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.utime(played(own / "older.vedette", ("Bronze", "Iron")), (1, 1))
    played(own / "newer.vedette")
    known = read_late(monkeypatch)
    app = make_app(LITTLE_GAMES, own)
    async with app.run_test() as pilot:
        home = Rooms(pilot, own)
        await pilot.press("2")
        assert home.where == "HomeScreen"
        known.set()
        await home.settled()
        assert "Bronze" in home.one(Head).plain


async def test_a_number_without_a_game_is_told(own: Path) -> None:
    async with rooms(own) as home:
        await home.press("3")
        assert "There is no open game 3." in home.said


async def test_a_save_is_renamed(own: Path) -> None:
    path = played(own / "game.vedette")
    before = path.read_bytes()
    played(own / "other.vedette", over=True)
    async with rooms(own) as home:
        await home.press("R")
        await home.press("end", *"-2", "enter")
        assert "Renamed to game-2." in home.said
        assert "game-2" in home.list
        assert not path.exists()
        assert (own / "game-2.vedette").read_bytes() == before

        for keys, said in (
            ("other", "There is a other.vedette already."),
            ((".", "x"), "no dot in front"),
            (("a", "slash", "b"), "“/”"),
        ):
            await home.press("R", *keys, "enter")
            assert said in home.said
        assert (own / "game-2.vedette").read_bytes() == before


async def test_a_save_is_put_away_and_brought_back(own: Path) -> None:
    path = played(own / "game.vedette")
    before = path.read_bytes()
    async with rooms(own) as home:
        await home.press("u")
        assert "Nothing was put away." in home.said
        await home.press("d", "escape")
        assert path.exists()

        await home.press("d", "enter")
        assert "game is in the bin. u brings it back." in home.said
        assert "Continue" not in home.list
        assert not path.exists()
        assert (own / "bin" / "game.vedette").read_bytes() == before

        await home.press("u")
        assert "game is back." in home.said
        assert "game   Ironclads" in home.list
        assert path.read_bytes() == before


async def test_the_bin_keeps_saves_of_one_name(own: Path) -> None:
    for _ in range(2):
        played(own / "game.vedette")
        async with rooms(own) as home:
            await home.press("d", "enter")
    assert sorted(path.name for path in (own / "bin").glob("*.vedette")) == ["game-2.vedette", "game.vedette"]


async def test_what_another_vedette_has_open_keeps_its_name_and_place(own: Path) -> None:
    path = played(own / "game.vedette")
    other = open_session(LITTLE_GAMES, path)
    try:
        async with rooms(own) as home:
            await home.press("R", "x", "enter")
            assert "game.vedette is open in another " in home.said
            await home.press("d", "enter")
            assert "game.vedette is open in another " in home.said
    finally:
        other.close()
    assert path.exists()


async def test_an_example_keeps_its_name_and_place(own: Path, examples: Path) -> None:
    played(examples / "lesson.vedette")
    async with rooms(own) as home:
        for key in ("R", "d"):
            await home.press("end", key)
            assert "Examples stay as they are." in home.said
        await home.press("home", "R")
        assert "Choose a game to rename." in home.said


async def test_words_find_a_save(own: Path) -> None:
    played(own / "game.vedette")
    played(own / "tuesday.vedette", ("Bronze", "Iron"))
    async with rooms(own) as home:
        await home.press("slash", *"iron bro")
        assert "tuesday   Bronze" in home.list
        assert "Ironclads" not in home.list
        assert "New game" not in home.list

        await home.press(*"x")
        assert "No game has these words." in home.list

        await home.press("backspace", "enter", "enter")
        assert "BRONZE" in home.one(Head).plain

        await home.press("q", "escape")
        assert "Ironclads" in home.list


async def _to(home: Rooms, name: str) -> None:
    """Walk to the line of a save."""
    await home.press("home")
    while name not in home.at:
        before = home.at
        await home.press("down")
        assert home.at != before, f"{name} is not listed"


async def test_whoever_comes_back_from_a_new_game_can_go_on_with_it(tmp_path: Path) -> None:
    async with rooms(tmp_path, rulesets()) as home:
        await home.press("n", "enter")
        assert home.where == "TableScreen"
        await home.press("q")
        assert home.at.startswith("▸ Enter  Continue")


async def test_the_preview_tells_the_round_and_no_dot_behind_it(own: Path) -> None:
    played(own / "game.vedette")
    async with rooms(own, size=(160, 40)) as home:
        banner = home.one(Head).plain.splitlines()[0].rstrip()
        assert banner
        assert not banner.endswith("·")


async def test_a_long_save_that_was_given_up_can_be_opened_at_once(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(own / "game.vedette")
    opened, go_on, play = Event(), Event(), SaveLibrary.play

    def slow(library: SaveLibrary, path: Path) -> Session[Any]:
        session = play(library, path)
        opened.set()
        go_on.wait()
        return session

    monkeypatch.setattr(SaveLibrary, "is_long", lambda library, path: True)
    monkeypatch.setattr(SaveLibrary, "play", slow)
    async with rooms(own) as home:
        await home.pilot.press("enter")
        while not opened.is_set():
            await home.pilot.pause(0.01)
        await home.pilot.press("escape", "enter")
        go_on.set()
        await home.settled()
        assert home.where == "TableScreen"


async def test_a_save_that_is_brought_back_is_at_hand_again(own: Path) -> None:
    for n, name in enumerate(("one", "two", "three", "four")):
        os.utime(played(own / f"{name}.vedette"), (9 - n, 9 - n))
    async with rooms(own) as home:
        await _to(home, "three")
        await home.press("d", "enter")
        assert "three" not in home.at
        await home.press("u")
        assert "three" in home.at
