"""The map: what is drawn at each zoom, and how paths, hexes and targets are said on it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from rich.color import ColorSystem
from textual import events
from textual.pilot import Pilot

from tests.seen import text_of
from tests.tui.little import little
from tests.tui.skirmish import SKIRMISH, skirmish
from vedette.engine.session import Session
from vedette.save_library import SaveLibrary
from vedette.tui.app import VedetteApp
from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import MAP, SHEETS, TABLE
from vedette.tui.screens.replay import ReplayScreen
from vedette.tui.theme import MONO, THEMES
from vedette.tui.widgets.cards import CardWall
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_lines import body_lines, closing_line
from vedette.tui.widgets.form_panel import FormPanel
from vedette.tui.widgets.hex_lines import (
    CLOSE,
    FAR,
    FARTHEST,
    NEAR,
    RULER,
    ZOOMS,
    Drawing,
    Window,
    corner,
    hex_at,
    size,
)
from vedette.tui.widgets.hex_map import HexMap, Legend, signs_on
from vedette.tui.widgets.hex_scene import Scene, tile
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.roster import Roster
from vedette.view.board import Board, Cell, Edge, Figure, FireLine, Ground, Reach, shade
from vedette.view.hexes import DIRECTIONS, direction_between, hex_name, neighbour
from vedette.view.signs import ROCK
from vedette.view.vocabulary import Field, Form

ROLES = {"red": "first", "blue": "second"}
WHOLE = Window(0, 0, 60, 20)
SIZES = [(80, 24), (120, 40), (200, 60)]


def figure(hex: str, **more: Any) -> Figure:
    given = {
        "id": "a",
        "name": "Alice",
        "letters": "Al",
        "side": "red",
        "standing": "ready",
        "facing": "ne",
        "left": 7,
    }
    return Figure(hex=hex, **{**given, **more})


def drawn(board: Board, zoom: Any = NEAR, **more: Any) -> list[str]:
    scene = Scene(board, ROLES, **more)
    wide, high = size(scene, zoom)
    window = Window(0, 0, wide + RULER, high + 1)
    return [line.text.rstrip() for line in Drawing(scene, zoom, window).lines()]


def cells(board: Board, hex: str, zoom: Any = NEAR, **more: Any) -> list[str]:
    """The rows of one hex, without its right edge."""
    x, y = corner(hex, zoom)
    rows = drawn(board, zoom, **more)[y + 1 : y + 1 + zoom.down]
    return [row.ljust(x + RULER + zoom.across)[x + RULER : x + RULER + zoom.across - 1] for row in rows]


@pytest.mark.parametrize(
    ("hex", "beside"),
    [
        ("0101", ["0100", "0200", "0201", "0102", "0001", "0000"]),
        ("0201", ["0200", "0301", "0302", "0202", "0102", "0101"]),
        ("0303", ["0302", "0402", "0403", "0304", "0203", "0202"]),
        ("0402", ["0401", "0502", "0503", "0403", "0303", "0302"]),
    ],
)
def test_neighbours_are_those_of_the_rulebook(hex: str, beside: list[str]) -> None:
    assert [neighbour(hex, way) for way in DIRECTIONS] == beside
    assert [direction_between(hex, one) for one in beside] == list(DIRECTIONS)


def test_a_board_ends_at_its_edge() -> None:
    board = Board(3, 2)

    assert board.next("0101", "n") == ""
    assert board.next("0101", "se") == "0201"
    assert [board.has(hex) for hex in ("0302", "0303", "0402", "3", "x101", "")] == [True] + [False] * 5


def test_hexes_lie_without_gaps_and_even_columns_half_a_hex_lower() -> None:
    assert drawn(Board(3, 2), lined=True) == [
        "     01   02   03",
        "01 ╱    ╲    ╱    ╲",
        "   ╲▁▁▁▁╱    ╲▁▁▁▁╱",
        "02 ╱    ╲▁▁▁▁╱    ╲",
        "   ╲▁▁▁▁╱    ╲▁▁▁▁╱",
        "        ╲▁▁▁▁╱",
    ]
    assert "▛" in drawn(Board(3, 2))[1]


def test_no_two_neighbours_have_the_same_shade() -> None:
    for hex in ("0303", "0404", "0507"):
        assert shade(hex) not in {shade(neighbour(hex, way)) for way in DIRECTIONS}


def test_every_cell_of_the_drawing_belongs_to_its_hex() -> None:
    for zoom in ZOOMS:
        for hex in ("0101", "0204", "0503"):
            x, y = corner(hex, zoom)
            there = {hex_at(x + i, y + j, zoom) for i in range(zoom.across) for j in range(zoom.down)}
            assert there == {hex}


def test_a_figure_has_letters_a_facing_its_hits_and_the_brackets_of_its_side_without_colours() -> None:
    rows: dict[tuple[str, str], dict[str, Any]] = {
        (" Al↗", " 7  "): {},
        ("◈Al↗", "11  "): {"standing": "active", "left": 11},
        (" Al↙", " 7▄»"): {"facing": "sw", "low": True, "statuses": ("dodging",)},
        (" al↑", " 7✶*"): {"facing": "n", "down": True, "statuses": ("stunned", "burning", "engaged")},
        (" al ", " †  "): {"standing": "gone"},
    }
    for shown, more in rows.items():
        assert tuple(cells(Board(1, 1, figures=(figure("0101", **more),)), "0101")) == shown
    other = Board(1, 1, figures=(figure("0101", side="blue"),))
    assert drawn(other, lined=True)[1:] == ["01 [ Al↗]", "   [ 7  ]", ""]
    assert cells(other, "0101", target="a")[0] == "◎Al↗"
    assert cells(other, "0101", chosen="a")[0] == "▸Al↗"


def test_two_in_a_hex_are_its_two_halves_each_with_its_hits() -> None:
    one, two = figure("0101"), figure("0101", id="b", letters="Bo", side="blue", left=12)

    assert cells(Board(1, 1, figures=(one, two)), "0101") == ["AlBo", " 712"]
    assert cells(Board(1, 1, figures=(one, two, replace(two, id="c"))), "0101") == ["AlBo", " 7+ "]


@pytest.mark.parametrize("zoom", ZOOMS)
def test_whoever_is_unconscious_is_not_drawn_as_dead(zoom: Any) -> None:
    dead, senseless = (
        "".join(drawn(Board(1, 1, figures=(figure("0101", standing="gone", alive=alive),)), zoom))
        for alive in (False, True)
    )
    assert ("†" in dead, "‡" in dead) == (True, False)
    assert ("†" in senseless, "‡" in senseless) == (False, True)


def test_lost_hits_are_seen_on_the_bar_below_a_figure() -> None:
    board = Board(1, 1, figures=(figure("0101", left=5, full=10),))
    row = Drawing(Scene(board, ROLES), NEAR, Window(0, 0, 9, 3)).lines()[2]

    assert [(piece.text, piece.role) for piece in row.pieces[2:4]] == [
        (" 5", "first-block strong"), ("  ", "first-ground strong"),
    ]  # fmt: skip


def test_every_facing_has_its_arrow() -> None:
    boards = [Board(1, 1, figures=(figure("0101", facing=way),)) for way in DIRECTIONS]

    assert "".join(cells(board, "0101")[0][3] for board in boards) == "↑↗↘↓↙↖"


def test_every_ground_has_a_pattern_of_its_own() -> None:
    full = [Cell(kind) for kind in get_args(Ground)]
    full += [Cell(fire=True), Cell(gas=True), Cell(smoke=1), Cell(smoke=2)]
    patterns = [cells(Board(1, 1, {"0101": cell}), "0101", lined=True, filled=True) for cell in full]

    assert len({tuple(rows) for rows in patterns}) == len(full)
    assert patterns[3] == ["≈ ≈ ", " ≈ ≈"]


def test_what_lies_there_is_told_and_a_live_grenade_with_its_fuse() -> None:
    shown = {
        "'rif": Cell(thing="rifle"), "¤now": Cell(grenade="gas"), "░¤2░": Cell(smoke=1, grenade="smoke", due=2),
    }  # fmt: skip
    for text, cell in shown.items():
        assert cells(Board(1, 1, {"0101": cell}), "0101")[1] == text


def test_a_figure_hides_nothing_that_lies_in_its_hex() -> None:
    one = figure("0101")

    assert cells(Board(1, 1, {"0101": Cell(grenade="gas")}, figures=(one,)), "0101")[0] == "¤Al↗"
    assert cells(Board(1, 1, {"0101": Cell("water")}, figures=(one,)), "0101")[0] == "≈Al↗"
    acts = replace(one, standing="active")
    assert cells(Board(1, 1, {"0101": Cell(fire=True)}, figures=(acts,)), "0101")[1] == " 7* "


@pytest.mark.parametrize("zoom", [NEAR, CLOSE])
@pytest.mark.parametrize(("weight", "level", "upright"), [(1, "╌", "╎"), (2, "▔", "│"), (3, "▀", "┃")])
def test_walls_are_told_apart_by_their_signs(zoom: Any, weight: Any, level: str, upright: str) -> None:
    for side in DIRECTIONS:
        text = "\n".join(drawn(Board(3, 3, edges=(Edge("0202", side, weight),)), zoom, lined=True))
        wanted = level * (zoom.across - 1) if side in ("n", "s") else upright
        assert text.count(wanted[0]) == (len(wanted) if side in ("n", "s") else zoom.down // 2), (side, text)


def test_a_wall_is_the_same_from_both_sides_and_the_heavier_one_stays() -> None:
    for way in DIRECTIONS:
        back = DIRECTIONS[(DIRECTIONS.index(way) + 3) % 6]
        other = Edge(neighbour("0202", way), back, 2)
        assert drawn(Board(3, 3, edges=(Edge("0202", way, 2),))) == drawn(Board(3, 3, edges=(other,)))
        both = (other, Edge("0202", way, 1))
        assert drawn(Board(3, 3, edges=both)) == drawn(Board(3, 3, edges=both[::-1]))


@pytest.mark.parametrize("lined", [False, True])
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize(
    "hex",
    [
        pytest.param(hex_name(col, row), marks=pytest.mark.thorough if (col + row) % 2 else [])
        for col in (1, 2, 3, 4)
        for row in (1, 2, 3)
    ],
)
def test_a_wall_is_drawn_whoever_stands_in_the_hex(hex: str, zoom: Any, *, lined: bool) -> None:
    """However the figure is marked, with nobody in it or somebody beyond the wall, and on the rim of the map too."""
    around = tuple(figure(neighbour(hex, way), id=way) for way in DIRECTIONS)
    marks: list[dict[str, Any]] = [
        {},
        {"standing": "active"},
        {"standing": "gone"},
        {"side": "blue", "down": True},
    ]
    marked = marks[int(hex) % len(marks)]  # every mark in some hex, at every zoom
    crowds = [(), (figure(hex, **marked),), (figure(hex, **marked), *around)]
    for side in DIRECTIONS:
        for people in crowds:
            scenes = [
                Scene(Board(4, 3, edges=edges, figures=people), ROLES, lined=lined)
                for edges in ((), (Edge(hex, side, 3),))
            ]
            wide, high = size(scenes[1], zoom)
            beyond = 2 * zoom.down
            window = Window(0, -beyond, wide + RULER, 1 + beyond + high + beyond)
            free, walled = (Drawing(scene, zoom, window).lines() for scene in scenes)
            around_it = (*walled[1 : 1 + beyond], *walled[-beyond:])
            assert not any(row.text.strip() for row in around_it), side
            was, now = (
                [(sign, piece.role) for row in rows for piece in row.pieces for sign in piece.text]
                for rows in (free, walled)
            )
            new = {after[0] for before, after in zip(was, now, strict=True) if before != after}
            assert ("▀" if side in ("n", "s") else "┃") in new, (side, people)


def test_two_walls_that_meet_beside_a_figure_have_a_corner() -> None:
    edges = tuple(Edge("0202", side, 3) for side in ("nw", "n", "ne"))
    shown = drawn(Board(3, 3, edges=edges, figures=(figure("0202"),)))
    assert any("┏▀Al↗┓" in row for row in shown)


def test_a_step_to_where_somebody_is_has_its_key_or_its_cross() -> None:
    board = Board(1, 1, figures=(figure("0101", down=True),))

    assert cells(board, "0101", refused=frozenset({"0101"}))[0] == "✘al↗"
    assert cells(board, "0101", steps={"0101": "w"})[0] == "wal↗"


def test_a_line_of_fire_shows_where_it_is_stopped() -> None:
    hexes = ("0102", "0103", "0104")
    free, stopped = FireLine(hexes), FireLine(hexes, "0103")

    assert [cells(Board(1, 4, line=free), hex)[0].strip() for hex in hexes] == ["━━"] * 3
    assert [cells(Board(1, 4, line=stopped), hex)[0].strip() for hex in hexes] == ["━━", "✘", "┄┄"]


def test_the_legend_explains_a_line_of_fire_only_where_one_is_drawn() -> None:
    hexes = ("0102", "0103", "0104")

    def told(line: FireLine, *there: str) -> set[str]:
        board = Board(1, 4, line=line, figures=tuple(figure(hex) for hex in there))
        return {words for _, _, words in signs_on(Scene(board, ROLES))} & {"line of fire", "line stopped"}

    assert told(FireLine(hexes), "0104") == {"line of fire"}
    assert told(FireLine(hexes[-1:]), "0104") == set()
    assert told(FireLine(hexes, "0103"), "0104") == {"line of fire"}
    assert told(FireLine(hexes, "0103")) == {"line of fire", "line stopped"}


def test_a_path_is_arrows_with_what_it_costs_and_its_hexes_are_named() -> None:
    scene = {"path": ("0103", "0102"), "steps": {"0101": "w"}, "refused": frozenset({"0202"})}
    board = Board(2, 3, spent=(0, 3))

    shown = [[row.strip() for row in cells(board, hex, **scene)] for hex in ("0103", "0102", "0101", "0202")]
    assert shown == [["0103", "•"], ["0102", "↑3"], ["w", ""], ["✘", ""]]


def test_reach_tells_its_cost_and_threat_zones_where_it_ends() -> None:
    ways = {"0101": Reach(("0101",), 3, True), "0102": Reach(("0102",), 7, False), "0201": Reach((), 4, True)}
    board = Board(2, 2, threats=frozenset({"0201"}), reach=ways)

    assert [cells(board, hex)[1].strip() for hex in ("0101", "0102", "0201")] == ["3", "7", "stop"]
    assert cells(board, "0201")[0] == "╱ ╱ "
    grounds = [
        tile(Scene(board).spot(hex), NEAR.across).ground.split("-")[0] for hex in ("0101", "0102", "0201")
    ]
    assert grounds == ["reach", "floor", "threat"]
    assert "╱" not in "".join(drawn(board, threats=False))


def test_names_of_hexes_stand_where_they_matter_or_everywhere() -> None:
    assert "0101" not in "".join(drawn(Board(2, 2)))
    assert cells(Board(2, 2), "0102", cursor="0102")[0] == "0102"
    assert all(cells(Board(2, 2), hex, numbers=True)[0] == hex for hex in ("0101", "0202"))


def test_from_far_away_each_hex_is_one_row_and_even_ones_lie_half_a_row_lower() -> None:
    board = Board(3, 2, {"0102": Cell(grenade="gas")}, figures=(figure("0201"), figure("0301", id="b")))
    rows = drawn(board, FAR)

    assert rows[0].split() == ["01", "02", "03"]
    assert rows[1].split() == ["01", "A↗", "A↗"]
    assert "¤" in rows[2]
    assert "▄" in drawn(Board(3, 2), FAR)[1]
    assert "▀" in drawn(Board(3, 2), FAR)[3]
    wrestlers = (figure("0101"), figure("0101", id="b", letters="Bo", side="blue"))
    assert cells(Board(1, 1, figures=wrestlers), "0101", FAR) == ["AB"]
    assert cells(Board(1, 1, figures=wrestlers[:1]), "0101", FAR, chances={"0101": "74%"}) == ["74"]


def test_from_farthest_away_a_hex_is_a_cell_and_what_is_said_of_it_goes_on_in_the_next() -> None:
    board = Board(
        4, 1, figures=(figure("0101"), figure("0301", side="blue")), reach={"0201": Reach((), 10, False)}
    )

    assert drawn(board, FARTHEST, chosen="a")[:2] == ["   01  03", "01  A↗10A↗▄"]
    assert drawn(board, FARTHEST, lined=True)[1].startswith("01  A↗10A↗")


@pytest.mark.parametrize("zoom", [FAR, FARTHEST])
@pytest.mark.parametrize(("ground", "sign"), [("water", "≈"), ("mud", ","), ("pit", "╲╱"), ("broken", ".")])
def test_from_afar_every_hex_shows_the_pattern_of_its_ground(zoom: Any, ground: Ground, sign: str) -> None:
    everywhere = {hex_name(col, row): Cell(ground) for col in (1, 2, 3) for row in (1, 2)}
    rows = drawn(Board(3, 2, everywhere), zoom, lined=True)

    assert [row.count(sign) for row in rows[1:3]] == [3, 3]


def test_from_close_by_names_postures_and_hits_can_be_read() -> None:
    one = figure("0101", posture="kneeling", full=11)

    assert cells(Board(1, 1, figures=(one,)), "0101", CLOSE) == [
        " Alice   ",
        " 7/11    ",
        "↗kneeling",
        "         ",
    ]
    other = replace(one, down=True, statuses=("aiming",))
    assert cells(Board(1, 1, figures=(other,)), "0101", CLOSE)[::3] == [" alice   ", " aiming  "]


def test_a_part_of_the_board_is_that_part_of_the_drawing() -> None:
    session = skirmish()
    board = session.ruleset.view.table(session.state, None).board
    assert board is not None
    scene = Scene(board, ROLES)
    for zoom in (NEAR, CLOSE):
        wide, high = size(scene, zoom)
        whole = [line.text for line in Drawing(scene, zoom, Window(0, 0, wide + RULER, high + 1)).lines()]
        part = Drawing(scene, zoom, Window(13, 5, 30 + RULER, 10)).lines()
        assert [line.text[RULER:] for line in part[1:]] == [
            row[RULER + 13 : RULER + 43] for row in whole[6:15]
        ]


def test_only_what_changed_is_drawn_again_and_nothing_is_forgotten() -> None:
    session = skirmish()
    table, form = session.ruleset.view.table, session.ruleset.view.form
    board = table(session.state, None).board
    walked = form(session.state, "walk", "r1", {"path": ["0504", "0603"]}).board
    shot = form(session.state, "shoot", "r1", {"target": "b1"}).board
    assert board is not None
    assert walked is not None
    assert shot is not None
    scenes = [
        Scene(board, ROLES, "r1"),
        Scene(walked, ROLES, "r1", path=("0505", "0504", "0603"), steps={"0604": "s"}),
        Scene(shot, ROLES, "r1", target="b1", cursor="0101"),
        Scene(board, ROLES, "r2", numbers=True),
        Scene(board, ROLES, "r2", refused=frozenset({"0502"})),
    ]
    for zoom in ZOOMS:
        window, drawing = Window(0, 0, 70, 30), None
        for scene in (*scenes, *scenes[::-1]):
            drawing = Drawing(scene, zoom, window, drawing)
            assert drawing.lines() == Drawing(scene, zoom, window).lines()


def test_a_hex_is_told_in_words() -> None:
    board = Board(
        1, 1, {"0101": Cell("broken", words="broken ground")}, (Edge("0101", "n", 2),),
        (figure("0101", posture="prone", note="3/9"),), frozenset({"0101"}),
    )  # fmt: skip

    assert board.told("0101") == ("0101 · Alice, prone, facing ne ↗, 3/9 · broken ground · wall n")


def walk(**draft: Any) -> FormEntry:
    state = skirmish().state
    return FormEntry(lambda said: SKIRMISH.view.form(state, "walk", "r1", said), lambda target: {}, draft)


def press(entry: FormEntry, *keys: str) -> list[str]:
    return [entry.key(key, key if len(key) == 1 else "") for key in keys]


def rows(entry: FormEntry, width: int = 80) -> str:
    return "\n".join(line.text for line in body_lines(entry, width)[0])


def test_six_letters_and_six_digits_walk() -> None:
    letters, digits = walk(), walk()
    press(letters, "w", "e", "d", "a")
    press(digits, "1", "2", "3", "5")

    assert letters.draft == digits.draft == {"path": ["0504", "0603", "0704", "0604"]}
    assert "0505 → 0504 → 0603 → 0704 → 0604 · 4 of 4 spent" in rows(letters)


def test_steps_are_taken_back() -> None:
    entry = walk()
    press(entry, "w", "e", "backspace")
    assert entry.draft == {"path": ["0504"]}
    press(entry, "backspace", "backspace")
    assert entry.draft == {}


def test_the_next_steps_lie_as_their_keys_do_and_say_what_they_cost() -> None:
    entry = walk()
    shown = rows(entry).splitlines()

    assert shown[1].strip().startswith("✘q nw 0404 Somebody")
    assert [one in shown[1] for one in ("w n 0504 · 1 of 4", "e ne 0604")] == [True, True]
    assert [one in shown[2] for one in ("a sw 0405", "s s 0506", "d se 0605")] == [True, True, True]
    assert all(len(row) <= 40 for row in rows(entry, 40).splitlines())


def test_a_refused_step_says_why_and_is_never_taken_by_the_same_key() -> None:
    entry = walk()
    press(entry, "w", "a")  # from 0504 south-west: 0404, where Zork lies
    assert entry.draft == {"path": ["0504"]}
    assert "LG-MOV-2: Somebody stands there." in rows(entry)
    press(entry, "a")
    assert entry.draft == {"path": ["0504"]}, "nothing can be carried out there"

    assert press(entry, "enter") == [""], "the step is missing: that is no move yet"

    press(entry, "w", "w", "w", "s")
    assert "LG-MOV-1" in rows(entry)
    press(entry, "s", "s")
    assert len(entry.draft["path"]) == 4
    assert "! steps there anyway" in rows(entry)
    assert entry.force_step()
    assert len(entry.draft["path"]) == 5
    assert entry.form.refusal is not None
    assert not entry.force_step()


def test_a_hex_that_is_pointed_at_gets_the_cheapest_way_there() -> None:
    ways = {"0603": Reach(("0504", "0603"), 2, True)}
    board = SKIRMISH.view.table(skirmish().state, None).board
    assert board is not None

    def fill(said: Mapping[str, Any]) -> Form:
        field = Field("path", "Path", "p", "path", said.get("path"), start="0505")
        return Form("walk", "r1", "Walk", (field,), board=replace(board, reach=ways))

    entry = FormEntry(fill, lambda target: {}, {})
    assert entry.point("0603", ())
    assert entry.draft == {"path": ["0504", "0603"]}
    entry.point("1010", ())
    assert "No legal way leads to 1010." in rows(entry)
    entry.point("0504", ())
    assert entry.draft == {"path": ["0504"]}


def test_the_map_ends_somewhere() -> None:
    state = skirmish().state
    units = {**state.units, "r1": replace(state.units["r1"], hex="0101")}
    edge = replace(state, units=units)
    entry = FormEntry(lambda said: SKIRMISH.view.form(edge, "walk", "r1", said), lambda target: {}, {})
    press(entry, "w")

    assert "The map ends there." in rows(entry)


def test_the_letters_of_a_path_are_no_letters_of_fields() -> None:
    assert not set(walk().letters.values()) & set("qweasd")


def test_a_facing_goes_by_the_same_letters() -> None:
    entry = walk()
    press(entry, "w", "f", "q")

    assert entry.draft == {"path": ["0504"], "facing": "nw"}
    assert "◉q nw" in rows(entry)
    assert entry.form.board is not None
    mover = entry.form.board.figure("r1")
    assert mover is not None
    assert (mover.hex, mover.facing) == ("0504", "nw")


def test_a_hex_is_walked_to_or_typed() -> None:
    state = skirmish().state
    entry = FormEntry(lambda said: SKIRMISH.view.form(state, "throw", "r1", said), lambda target: {}, {})
    press(entry, "e", "e")
    assert entry.draft == {"hex": "0704"}
    press(entry, "1", "0", "0")
    assert "100" in rows(entry)
    assert entry.draft == {}
    press(entry, "6")
    assert entry.draft == {"hex": "1006"}
    press(entry, "9", "9", "0", "1")
    assert entry.draft == {}


def test_a_hex_that_is_none_is_never_taken_for_the_one_before() -> None:
    """With a hex to begin with the form is ready, whatever is typed: Enter must not give what nobody said."""
    board = SKIRMISH.view.table(skirmish().state, None).board

    def fill(said: Mapping[str, Any]) -> Form:
        field = Field("hex", "Hex", "h", "hex", said.get("hex", "0506"), required=True)
        return Form("throw", "r1", "Throw", (field,), ready=True, board=board)

    entry = FormEntry(fill, lambda target: {}, {})
    assert press(entry, *"9901", "enter") == [""] * 5
    assert "9901 is not a hex of this map." in closing_line(entry.form, entry.half_typed, 40).text
    press(entry, "backspace")
    assert press(entry, "enter") == [""]
    assert press(entry, *["backspace"] * 3, *"0507", "enter")[-1] == "commit"
    assert entry.draft == {"hex": "0507"}


def test_no_key_of_the_map_means_something_else_at_the_table() -> None:
    bound = [name for key in (*TABLE.keys, *SHEETS.keys, *MAP.keys) for name in key.keys]

    assert len(bound) == len(set(bound))


class Yard:
    """A running skirmish."""

    def __init__(self, pilot: Pilot[None], session: Session[Any]) -> None:
        self.pilot = pilot
        self.session = session

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def click(self, hex: str) -> None:
        """On the second row of a hex."""
        scene, window = self.map.scene, self.map
        assert scene is not None
        x, y = corner(hex, window.zoom)
        await self.pilot.click(HexMap, offset=(x - window._left + RULER + 3, y - window._top + 2))
        await self.pilot.pause()

    @property
    def map(self) -> HexMap:
        return self.pilot.app.screen.query_one(HexMap)

    @property
    def draft(self) -> dict[str, Any]:
        panel = self.pilot.app.screen.query_one(PanelHost).panel
        assert isinstance(panel, FormPanel)
        return panel.entry.draft

    def sees(self, kind: type[Any]) -> bool:
        return any(shown.region for shown in self.pilot.app.screen.query(kind))


@asynccontextmanager
async def yard(size: tuple[int, int] = (80, 24), **setup: Any) -> AsyncIterator[Yard]:
    session = skirmish(**setup)
    async with VedetteApp(session).run_test(size=size) as pilot:
        await pilot.pause()
        yield Yard(pilot, session)


@pytest.mark.parametrize("size", SIZES)
async def test_map_sides_and_actions_are_seen_at_every_size(size: tuple[int, int]) -> None:
    async with yard(size) as at:
        text = text_of(at.pilot.app)
        assert all(one in text for one in ("Alice", "Ellen", "11/11", "Move…", "0505", "◈Al"))
        assert at.sees(HexMap)
        assert at.sees(Roster)


async def test_beside_the_map_stand_the_order_of_acting_and_what_the_signs_on_it_mean() -> None:
    async with yard((120, 40)) as at:
        roster, legend = at.pilot.app.screen.query_one(Roster), at.pilot.app.screen.query_one(Legend)
        signs = [row.split()[0] for row in roster.plain.splitlines()[1:]]
        assert signs[0] == "▸W◈"
        assert signs[-1] == "R†"
        assert "threat zone" in legend.plain
        assert "mud" not in legend.plain


@pytest.mark.parametrize(
    ("given", "filled"),
    [
        ({}, False),
        ({"NO_COLOR": "1"}, True),
        ({"VEDETTE_GLYPHS": "plain"}, True),
        ({"TERM": "linux", "COLORTERM": ""}, True),
    ],
)
async def test_solid_hexes_are_seen_without_colours_of_their_own(
    given: dict[str, str], *, filled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where colours can't tell them from the floor, map and legend fill them; and what fills them can be seen in 16 colours."""
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    async with yard((120, 40)) as at:
        screen = at.pilot.app.screen
        map, legend = screen.query_one(HexMap), screen.query_one(Legend)
        assert map.scene is not None
        board = Board(3, 3, {"0101": Cell("wall"), "0202": Cell("wall")})
        map.show(Scene(board, ROLES))
        legend.show(Scene(board, ROLES))
        assert (ROCK in map.plain, ROCK in legend.plain) == (filled, filled)
        style = map.role("wall-0 grain")
        assert style.color is not None
        assert style.bgcolor is not None
        if "COLORTERM" in given:
            painted = {one.downgrade(ColorSystem.STANDARD).number for one in (style.color, style.bgcolor)}
            assert len(painted) == 2


async def test_without_a_board_there_is_no_map() -> None:
    async with yard(mapped=False) as at:
        assert not at.pilot.app.screen.query(HexMap)
        await at.press("M", "Z", "plus", "shift+up")
        assert at.sees(CardWall)
    async with VedetteApp(little()).run_test() as pilot:
        await pilot.pause()
        assert not pilot.app.screen.query(HexMap)


async def test_a_move_is_walked_on_the_map() -> None:
    async with yard() as at:
        await at.press("m", "w", "e")
        assert "◈Al↗" in at.map.plain
        assert " q  " in at.map.plain
        assert "step" in text_of(at.pilot.app).splitlines()[-1]
        await at.press("enter")
        assert at.session.state.units["r1"].hex == "0603"
        assert "0603 · Alice" in at.map.plain


async def test_a_path_is_clicked_and_cut() -> None:
    async with yard((120, 40)) as at:
        await at.press("m")
        await at.click("0504")
        await at.click("0603")
        assert at.draft == {"path": ["0504", "0603"]}
        await at.click("0209")
        assert at.draft == {"path": ["0504", "0603"]}
        await at.click("0504")
        assert at.draft == {"path": ["0504"]}


async def test_a_target_and_a_hex_are_clicked() -> None:
    async with yard((120, 40)) as at:
        await at.press("s")
        await at.click("1006")
        assert at.draft == {"target": "b2"}
        assert "✘" in at.map.plain
        await at.press("escape", "g")
        await at.click("0207")
        assert at.draft == {"hex": "0207"}


async def test_a_cursor_goes_over_the_map_and_picks() -> None:
    async with yard((120, 40)) as at:
        await at.press("m", "V", "w")
        assert "0504" in at.map.plain
        assert "cursor" not in at.draft
        keys = at.pilot.app.screen.query_one(KeyBar)
        assert "click" in keys.plain
        await at.press("enter")
        assert "step back" in keys.plain
        await at.press("e")
        assert at.draft == {"path": ["0504", "0603"]}
        await at.press("V", "escape", "escape", "V", "right")
        assert at.map.scene is not None
        assert at.map.scene.at == "0605"


@pytest.mark.parametrize("height", [25, 26, 27])
async def test_a_wall_below_the_board_comes_into_view_with_the_cursor(height: int) -> None:
    async with yard((120, height)) as at:
        scene = at.map.scene
        assert scene is not None
        rows = scene.board.rows
        board = replace(scene.board, edges=(Edge(hex_name(4, rows), "s", 3),))
        await at.press("M")
        for row in range(1, rows + 1):
            at.map.show(replace(scene, board=board, cursor=hex_name(4, row)))
            await at.pilot.pause()
        below = corner(hex_name(4, rows + 1), at.map.zoom)[1]
        assert below < at.map._top + at.map._room()[1]


async def test_a_board_that_is_much_larger_than_its_window_is_shown_in_small_as_well() -> None:
    async with yard((120, 40)) as at:
        assert "▀" * 12 not in at.map.plain
        await at.press("plus")
        rows = at.map.plain.splitlines()
        assert [row.endswith("▀" * 12) for row in rows[-6:]] == [True] * 5 + [False]
        left = at.map._left
        await at.pilot.click(HexMap, offset=(at.map.size.width - 10, len(rows) - 4))
        assert at.map._left != left


async def test_all_figures_of_a_wide_board_are_seen_on_a_small_terminal_and_one_of_them_from_near() -> None:
    async with yard() as at:
        figures = figure("0207"), figure("2104", id="b", letters="Bo", side="blue")
        at.map.show(Scene(Board(22, 14, figures=figures), ROLES, "b"))
        await at.pilot.pause()
        assert at.map.zoom == FARTHEST
        assert all(f"{letter}↗" in at.map.plain for letter in "AB")
        figures = figure("0107"), figure("4004", id="b", letters="Bo", side="blue")
        at.map.show(Scene(Board(40, 14, figures=figures), ROLES, "b"))
        await at.pilot.pause()
        assert at.map.zoom == NEAR
        assert "▸Bo↗" in at.map.plain
        assert "▀" * 13 in at.map.plain


async def test_the_edges_of_the_outer_hexes_need_no_room() -> None:
    async with yard((120, 40)) as at:
        figures = figure("0107"), figure("1604", id="b", letters="Bo", side="blue")
        at.map.show(Scene(Board(16, 12, figures=figures), ROLES, "b"))
        await at.pilot.pause()
        assert at.map.zoom == NEAR
        assert "Al↗" in at.map.plain
        assert "▸Bo↗" in at.map.plain


async def test_the_mouse_tells_what_it_is_over() -> None:
    async with yard((120, 40)) as at:
        x, y = corner("0905", at.map.zoom)
        await at.pilot.hover(HexMap, offset=(x - at.map._left + RULER + 2, y - at.map._top + 2))
        assert "0905 · water to the knee" in at.map.plain
        assert at.map.scene is not None
        assert at.map.scene.at == "0505"


async def test_numbers_and_threat_zones_are_shown_or_not() -> None:
    async with yard((120, 40)) as at:
        assert "╱ ╱" in at.map.plain
        await at.press("H", "number_sign")
        assert "╱ ╱" not in at.map.plain
        assert "0304" in at.map.plain


async def test_a_question_about_a_hex_is_answered_on_the_map() -> None:
    async with yard((120, 40)) as at:
        await at.press("f")
        assert " 3 " in at.map.plain
        await at.click("0504")
        assert at.session.state.units["r1"].hex == "0504"
        assert at.session.request is None


async def test_a_click_looks_at_somebody_or_at_a_hex() -> None:
    async with yard((120, 40)) as at:
        await at.click("0305")
        assert "Bruce, kneeling" in at.map.plain
        await at.click("0905")
        assert "0905 · water to the knee" in at.map.plain


async def test_it_zooms_scrolls_and_grows() -> None:
    async with yard() as at:
        assert at.map.zoom == NEAR
        await at.press("minus")
        assert at.map.zoom == FAR
        await at.press("minus", "plus", "plus", "plus")
        assert at.map.zoom == CLOSE
        await at.press("Z", "Z", "Z")
        assert at.map.zoom == NEAR
        before = at.map.plain
        await at.press("shift+down", "shift+left")
        assert at.map.plain != before
        await at.press("M")
        assert not at.sees(Roster)
        assert at.sees(PanelHost)
        assert at.map.size.height > 12
        await at.press("M")
        assert at.sees(Roster)


async def test_a_game_goes_on_while_the_roster_is_hidden() -> None:
    async with yard() as at:
        await at.press("M", "tab", "down")  # somebody far down the list, which has no room now
        await at.pilot.resize_terminal(200, 60)
        await at.press("tab", "tab")
        assert not at.sees(Roster)
        assert "Ellen" in text_of(at.pilot.app)


async def test_the_whole_map_can_be_seen_on_a_small_terminal() -> None:
    async with yard() as at:
        await at.press("M", "minus")
        shown = at.map.plain
        assert "01 02 03 04 05 06 07 08 09 10 11 12" in shown
        assert [f"{row:02} " in shown for row in range(1, 11)] == [True] * 10


async def test_the_wheel_scrolls() -> None:
    async with yard() as at:
        moved: list[tuple[int, int]] = []
        x, y = at.map.region.center
        for shift in (True, False):
            before = at.map._left, at.map._top
            wheel = events.MouseScrollDown(None, int(x), int(y), 0, 0, 0, shift, False, False)
            at.pilot.app.post_message(wheel)
            await at.pilot.pause()
            moved.append((at.map._left - before[0], at.map._top - before[1]))
        (right, down), (aside, below) = moved
        assert (right > 0, down) == (True, 0), "with Shift sideways alone"
        assert (aside, below > 0) == (0, True)


async def test_the_log_comes_up_where_it_has_no_room() -> None:
    async with yard() as at:
        await at.press("m", "w", "enter", "l")
        assert "Alice moves 1 hexes" in at.pilot.app.screen.query_one(GameLog).plain
        await at.press("escape")
        assert "Move…" in at.pilot.app.screen.query_one(PanelHost).plain


async def test_it_reads_alike_without_colour() -> None:
    """In black and white hexes are drawn with lines and the second side in brackets; else all is the same."""
    async with yard((120, 40)) as at:
        await at.press("m", "w")
        texts = set()
        for theme in sorted(THEMES, key=lambda theme: theme == MONO):
            at.pilot.app.theme = theme.name
            await at.pilot.pause()
            texts.add(re.sub(r"[▙▛╲╱▁▓\[\]]", " ", text_of(at.pilot.app)))
        assert len(texts) == 1
        assert "╲" in at.map.plain
        assert "[ El" in at.map.plain


async def test_a_replay_has_the_map_as_well(tmp_path: Any) -> None:
    async with yard((120, 40)) as at:
        await at.press("m", "w", "enter")
        await at.pilot.app.push_screen(ReplayScreen(at.session, SaveLibrary({}, tmp_path)))
        await at.pilot.pause()
        assert "0504 · Alice" in at.map.plain
        await at.press("home")
        assert "0505 · Alice" in at.map.plain
