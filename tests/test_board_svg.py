"""A board as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

from tests.conftest import ROOT
from vedette.engine.session import read_session
from vedette.registry import rulesets
from vedette.view.board import Board, Cell, Edge, Figure, FireLine
from vedette.view.board_svg import board_css, board_svg
from vedette.view.palette import PALETTES

NS = "{http://www.w3.org/2000/svg}"
HOSTILE = '</text><script>alert("x")</script>&\x1b[2J'


def figure(id: str, hex: str, side: str, name: str = "Ann") -> Figure:
    return Figure(
        id=id, name=name, hex=hex, letters="An", side=side, standing="ready", facing="ne", left=3, full=9
    )


def picture(board: Board, title: str = "Yard", sides: dict[str, str] | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(
        board_svg(board, title, sides or {"red": "Red", "blue": "Blue"}, PALETTES["dark"])
    )


def test_every_hex_is_there_with_its_words_and_every_wall_on_its_edge() -> None:
    cells = {"0101": Cell("water", smoke=2, words="water, smoke"), "0202": Cell("wall")}
    drawn = picture(Board(3, 2, cells, (Edge("0101", "s", 3, "wall of 2 m"),), zones={"0301": "1"}))

    hexes = [one for one in drawn.iter(f"{NS}polygon") if one.get("class")]
    assert len(hexes) == 6
    assert [one.text for one in hexes[0]] == ["0101 · water, smoke · wall of 2 m s"]
    assert [one.get("class") for one in drawn.iter(f"{NS}line")] == ["edge edge-3"]
    fills = {one.get("fill") for one in drawn.iter(f"{NS}path")}
    assert {"url(#board-water)", "url(#board-dense)", "url(#board-wall)"} <= fills
    assert "1" in [one.text for one in drawn.iter(f"{NS}text")]


def test_names_are_text_whatever_stands_in_them() -> None:
    board = Board(2, 2, {"0201": Cell(thing=HOSTILE)}, figures=(figure("a", "0101", "red", HOSTILE),))
    drawn = picture(board, HOSTILE, {"red": HOSTILE})

    assert not list(drawn.iter(f"{NS}script"))
    assert any("<script>" in (one.text or "") for one in drawn.iter(f"{NS}text"))
    assert "\x1b" not in ElementTree.tostring(drawn, encoding="unicode")


def test_sides_are_told_apart_by_shapes_and_two_in_a_hex_stand_side_by_side() -> None:
    board = Board(
        2, 2, figures=(figure("a", "0101", "red"), figure("b", "0101", "blue")),
        path=("0101", "0102"), line=FireLine(("0101", "0201")),
    )  # fmt: skip
    drawn = picture(board)
    groups = [one for one in drawn.iter(f"{NS}g") if one.get("transform")]
    assert len({group.get("transform") for group in groups}) == 2
    assert len({group[1].get("d") for group in groups}) == 2
    assert len(list(drawn.iter(f"{NS}polyline"))) == 2


def test_a_page_may_have_it_without_colours_and_every_class_has_some() -> None:
    session = read_session(rulesets(), ROOT / "saves/close-quarters-boarding.vedette")
    table = session.ruleset.view.table(session.state, None)
    assert table.board is not None
    plain = board_svg(table.board, table.title, {side.id: side.name for side in table.sides})

    assert "style" not in plain
    assert "#" not in plain.replace("url(#board-", "").replace('id="board-', "")
    used = {name for one in ElementTree.fromstring(plain).iter() for name in one.get("class", "").split()}
    for palette in PALETTES.values():
        assert used - {"board"} <= {rule.split()[1].lstrip(".") for rule in board_css(palette).splitlines()}


def test_a_wall_that_the_game_has_no_words_for_is_told_by_its_height() -> None:
    drawn = picture(Board(3, 2, {}, (Edge("0101", "s", 3),)))

    assert [one.findtext(f"{NS}title") for one in drawn.iter(f"{NS}line")] == ["0101 s · high wall"]
