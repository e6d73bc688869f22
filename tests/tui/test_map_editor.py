"""Maps drawn on the screen, by keys and with the mouse."""

from __future__ import annotations

from pathlib import Path

from tests.tui.rooms import Rooms, rooms
from vedette.engine import library
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import Fight
from vedette.tui.screens.map_editor import MapEditorScreen
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.hex_lines import RULER, corner
from vedette.tui.widgets.hex_map import HEAD, PADDING, HexMap
from vedette.tui.widgets.paint_map import BrushList, PaintMap
from vedette.tui.widgets.panel_host import PanelHost

GAMES = {RULESET.id: RULESET}
SIZE = (120, 40)


def maps() -> Path:
    return library.user_folder() / "rulesets/close-quarters/maps"


def text(at: Rooms) -> str:
    """The file as it would be now."""
    screen = at.screen
    assert isinstance(screen, MapEditorScreen)
    return screen._editor.text(screen._edited.now, "yard")


def over(map: PaintMap, hex: str) -> tuple[int, int]:
    """The middle of the upper row of a hex."""
    x, y = corner(hex, map.zoom)
    return PADDING + map._margin + RULER + x - map._left + 1, HEAD + y - map._top


async def typed(at: Rooms, words: str) -> None:
    """Words in place of those that stand in the dialog."""
    await at.press(
        "home", "shift+end", "delete", *("space" if char == " " else char for char in words), "enter"
    )


async def test_a_map_that_is_drawn_by_keys_is_played_on(tmp_path: Path) -> None:
    async with rooms(tmp_path, GAMES, size=SIZE) as at:
        await at.press("m", "R")
        await typed(at, "8 5")
        await at.press("1", "p", "s", "s", "p")  # a zone down the first column
        await at.press("k", "d")  # a wall of 1 m on the side to the south-east
        await at.press("2", "right", "right", "right", "right", "right", "right", "space", "w", "space")
        await at.press("S")
        await typed(at, "The yard")
        assert "Saved as" in at.said
        assert "1   _" in (maps() / "the-yard.toml").read_text(encoding="utf-8")

        await at.press("escape", "n", "m", *"5")  # the fifth map: ours come first
        assert "the yard" in at.one(PanelHost).plain.lower()
        board = at.one(HexMap).scene
        assert board is not None
        assert [figure.hex for figure in board.board.figures] == ["0102", "0702"]

        await at.press("enter")
        assert at.where == "TableScreen"
        game = at.app.game
        assert game is not None
        assert isinstance(game.state, Fight)
        assert (game.state.map.cols, game.state.map.rows) == (8, 5)
        assert [(wall.hex, wall.side) for wall in game.state.map.walls] == [("0103", "se")]


async def test_new_game_opens_the_editor_and_takes_the_map(tmp_path: Path) -> None:
    async with rooms(tmp_path, GAMES, size=SIZE) as at:
        await at.press("n", "m", "space")
        assert at.where == "MapEditorScreen"
        await at.press("i", "space", "S")
        await typed(at, "Pond")
        await at.press("escape")
        assert at.where == "NewGameScreen"
        assert "Pond" in at.one(PanelHost).plain


async def test_strokes_are_taken_back_and_done_again(tmp_path: Path) -> None:
    async with rooms(tmp_path, GAMES, size=SIZE) as at:
        await at.press("m")
        empty = text(at)
        await at.press("r", "space", "d", "space")
        drawn = text(at)
        assert drawn.count("#") == empty.count("#") + 2
        await at.press("u", "u")
        assert text(at) == empty
        await at.press("u")
        assert "nothing to undo" in at.said
        await at.press("y", "y")
        assert text(at) == drawn


async def test_the_mouse_draws_on_hexes_and_on_sides(tmp_path: Path) -> None:
    async with rooms(tmp_path, GAMES, size=SIZE) as at:
        await at.press("m", "r")
        map = at.one(PaintMap)
        assert await at.pilot.click(PaintMap, offset=over(map, "0101"))
        await at.settled()
        assert map.scene is not None
        assert map.scene.cell("0101").solid
        await at.press("k")
        assert await at.pilot.click(PaintMap, offset=over(map, "0302"))
        await at.settled()
        assert 'hexes = ["0302"]\nsides = ["n"]' in text(at)

        row = next(i for i, line in enumerate(at.one(BrushList).plain.splitlines()) if "deep water" in line)
        await at.pilot.click(BrushList, offset=(5, row))
        await at.settled()
        assert "ankle-deep water" in at.said


async def test_a_file_is_written_over_only_after_a_question(tmp_path: Path) -> None:
    maps().mkdir(parents=True)
    file = maps() / "yard.toml"
    file.write_text('# by hand\ndrawn = """\n_   _\n  _\n"""\n', encoding="utf-8")
    async with rooms(tmp_path, GAMES, size=SIZE) as at:
        await at.press("m", "i", "space", "S")
        await typed(at, "Yard")
        assert at.where == "Confirm"
        await at.press("escape")
        assert file.read_text(encoding="utf-8").startswith("# by hand")
        await at.press("S", "enter")
        assert 'name = "Yard"' in file.read_text(encoding="utf-8")
        await at.press("d", "space", "S")
        assert "Saved as" in at.said


async def test_a_map_of_ours_keeps_its_name(tmp_path: Path) -> None:
    async with rooms(tmp_path, GAMES, size=SIZE) as at:
        await at.press("m", "S")
        await typed(at, "Ruins")
        assert "There is a map “ruins” already" in at.said
        await at.press("R")
        await typed(at, "many")
        assert "two numbers" in at.said
        await at.press("R")
        await typed(at, "1 1")
        assert "2 to 99" in at.said
        assert "20 columns" in at.one(Banner).plain


async def test_what_is_not_saved_is_not_lost_by_one_key(tmp_path: Path) -> None:
    async with rooms(tmp_path, GAMES) as at:
        await at.press("m", "j", "space")
        assert "On which side?" in at.said
        await at.press("w", "escape")
        assert at.where == "Confirm"
        await at.press("escape")
        assert at.where == "MapEditorScreen"
        await at.press("escape", "enter")
        assert at.where == "HomeScreen"


async def test_a_stroke_that_begins_where_nothing_changes_is_taken_back_alone(tmp_path: Path) -> None:
    async with rooms(tmp_path, GAMES, size=SIZE) as at:
        await at.press("m", "r")
        map = at.one(PaintMap)
        first, second = over(map, "0101"), over(map, "0103")
        assert await at.pilot.click(PaintMap, offset=first)
        await at.settled()
        once = text(at)
        await at.pilot.mouse_down(PaintMap, offset=first)
        await at.pilot.hover(PaintMap, offset=second)
        await at.pilot.mouse_up(PaintMap, offset=second)
        await at.settled()
        assert map.scene is not None
        assert map.scene.cell("0101").solid
        assert text(at) != once
        await at.press("u")
        assert text(at) == once
