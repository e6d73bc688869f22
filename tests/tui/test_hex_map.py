"""The map: what is drawn at each zoom, and how paths, hexes and targets are said on it."""

from __future__ import annotations

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
from vedette.tui.widgets.hex_lines import FAR, NEAR, RULER, ZOOMS, Drawing, Window, corner, hex_at, size
from vedette.tui.widgets.hex_map import HexMap, signs_on
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import PanelHost
from vedette.tui.widgets.roster import Roster
from vedette.view.board import Board, Cell, Edge, Figure, FireLine, Ground, Reach, doorways
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
    return [line.text.rstrip() for line in Drawing(scene, zoom, window).lines]


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


def styled(board: Board, zoom: Any = NEAR, **more: Any) -> list[list[tuple[str, str]]]:
    """Every cell of the drawing with its style."""
    scene = Scene(board, ROLES, **more)
    wide, high = size(scene, zoom)
    lines = Drawing(scene, zoom, Window(0, 0, wide + RULER, high + 1)).lines[1:]
    return [[(sign, piece.role) for piece in line.pieces for sign in piece.text][RULER:] for line in lines]


def styles(board: Board, hex: str, **more: Any) -> list[str]:
    """The style of the first cell of both rows of a hex."""
    x, y = corner(hex, NEAR)
    return [row[x][1] for row in styled(board, **more)[y : y + 2]]


def test_hexes_lie_without_gaps_and_even_columns_half_a_hex_lower() -> None:
    assert drawn(Board(3, 2, {"0201": Cell("water")})) == [
        "   01  02  03",
        "01▛   ▙   ▛   ▙",
        "  ▙   ▛≈ ≈▙   ▛",
        "02▛   ▙ ≈ ▛   ▙",
        "  ▙   ⡀   ⢀   ▛",
        "      ▙   ▛",
    ]


def test_the_outside_of_a_map_with_solid_rims_is_straight() -> None:
    rim = {
        hex: Cell("wall")
        for hex in (hex_name(col, row) for col in range(1, 6) for row in range(1, 5))
        if hex[:2] in ("01", "05") or hex[2:] in ("01", "04")
    }
    cells = styled(Board(5, 4, rim))

    outer = [*cells[0], *cells[-1], *(row[0] for row in cells), *(row[-1] for row in cells)]
    assert {style.split()[0] for _, style in outer} == {"hull"}


def test_a_door_is_a_free_hex_between_two_solid_ones() -> None:
    across = {hex: Cell("wall") for hex in ("0103", "0203", "0403", "0503")}
    board = Board(5, 5, {hex: Cell("wall") for hex in ("0302", "0304")})

    assert doorways(board) == {"0303"}
    assert doorways(Board(5, 5, across | {hex: Cell("wall") for hex in ("0303",)})) == set()
    assert styles(board, "0303") == ["doorway"] * 2


def test_every_cell_of_the_drawing_belongs_to_its_hex() -> None:
    for zoom in ZOOMS:
        for hex in ("0101", "0204", "0503"):
            x, y = corner(hex, zoom)
            there = {hex_at(x + i, y + j, zoom) for i in range(zoom.across) for j in range(zoom.down)}
            assert there == {hex}


def test_the_shape_of_a_figure_tells_how_it_is() -> None:
    """Both rows filled: standing; only the lower one: lying; the lower one quiet: hurt, on fire: burning."""
    block, floor = "first-block strong", "deck"
    cases: list[tuple[dict[str, Any], list[str], list[str]]] = [
        ({}, ["Al↗", "7  "], [block, "first-block  strong"]),
        ({"left": 11, "low": True}, ["Al↗", "11▄"], [block, "first-block  strong"]),
        ({"left": 6, "full": 10}, ["Al↗", "6  "], [block, "first-ground warn strong"]),
        (
            {"left": 3, "full": 10, "statuses": ("stunned",)},
            ["Al↗", "3 ✶"],
            [block, "first-ground bad strong"],
        ),
        ({"down": True}, ["7  ", "Al↗"], [f"{floor} first strong", block]),
        ({"statuses": ("burning",)}, ["Al↗", "7 ^"], [block, "fire warn strong"]),
        (
            {"standing": "gone", "alive": True},
            ["Al ", "KO "],
            ["first-ground first", "first-ground first strong"],
        ),
        ({"standing": "gone"}, ["Al ", "†  "], [f"{floor} dim struck", f"{floor} bad strong"]),
        ({"standing": "done"}, ["Al↗", "7  "], ["first-acted", "first-acted  strong"]),
    ]
    for more, text, roles in cases:
        board = Board(1, 1, figures=(figure("0101", **more),))
        assert cells(board, "0101") == text, more
        assert styles(board, "0101") == roles, more


def test_without_colours_the_second_side_has_brackets() -> None:
    board = Board(1, 1, figures=(figure("0101", side="blue"),))

    assert [row[RULER] for row in drawn(board, lined=True)[1:3]] == ["[", "["]


def test_two_in_a_hex_have_a_row_each_with_their_hits() -> None:
    one, two = figure("0101"), figure("0101", id="b", letters="Bo", side="blue", left=12)

    assert cells(Board(1, 1, figures=(one, two)), "0101") == ["Al7", "B12"]


def test_what_figures_stand_in_is_shown_though_they_fill_the_hex() -> None:
    one, two = figure("0101"), figure("0101", id="b", letters="Bo", side="blue", left=12)
    for cell, sign in (
        (Cell(smoke=1), "░"),
        (Cell(smoke=2), "▓"),
        (Cell(fire=True), "^"),
        (Cell(gas=True), "%"),
    ):
        board = Board(1, 1, {"0101": cell}, figures=(one,))
        x, y = corner("0101", NEAR)
        assert cells(board, "0101")[1] == f"7 {sign}"
        assert styled(replace(board, figures=(one, two)))[y][x + 3][0] == sign


@pytest.mark.parametrize("acts", [False, True])
@pytest.mark.parametrize("way", DIRECTIONS)
def test_a_figure_has_a_bar_on_the_side_it_faces_and_bars_on_both_when_it_acts(
    way: Any, *, acts: bool
) -> None:
    people = [figure("0202", facing=way, standing="active" if acts else "ready"), figure("0202", facing="")]
    faced, plain = (styled(Board(3, 3, figures=(one,))) for one in people)
    x, y = corner("0202", NEAR)
    bars = {
        (col - x, row - y): sign
        for row, (before, now) in enumerate(zip(plain, faced, strict=True))
        for col, ((_, _), (sign, style)) in enumerate(zip(before, now, strict=True))
        if "edge:ink-block" in style
    }
    rows = {"n": {(i, -1) for i in range(3)}, "s": {(i, 2) for i in range(3)}}
    side = {(3 if way[1:] == "e" else -1, int(way[0] == "s"))}
    rim = {(col, row) for col in (-1, 3) for row in (0, 1)} if acts else set()
    assert bars.keys() == rows.get(way, side) | rim
    if acts and way[1:]:
        assert {at for at, sign in bars.items() if sign == "█"} == side


def test_the_target_is_white_and_everyone_who_could_be_hit_has_a_chance() -> None:
    people = figure("0101", left=5), figure("0103", id="b")
    board = Board(1, 3, figures=people)
    chances = {"0101": "38%", "0103": "100%"}

    assert cells(board, "0101", target="b", chances=chances) == ["Al↗", "38%"]
    assert cells(board, "0103", target="b", chances=chances)[1] == "100"
    assert styles(board, "0103", target="b")[0] == "ink-block strong under"
    watched = replace(board, watched=frozenset({"0103"}))
    assert styles(watched, "0103", target="b", chances=chances)[1].startswith("warn-block")


@pytest.mark.parametrize(
    "kind",
    [Cell(one) for one in get_args(Ground)] + [Cell(fire=True), Cell(gas=True), Cell(smoke=1), Cell(smoke=2)],
)
def test_every_ground_has_a_pattern_of_its_own_without_colours(kind: Cell) -> None:
    full = [Cell(one) for one in get_args(Ground)]
    full += [Cell(fire=True), Cell(gas=True), Cell(smoke=1), Cell(smoke=2)]
    shown = [cells(Board(1, 1, {"0101": cell}), "0101", lined=True, filled=True) for cell in full]

    assert shown.count(cells(Board(1, 1, {"0101": kind}), "0101", lined=True, filled=True)) == 1


def test_what_lies_there_is_shown_and_a_live_grenade_with_its_fuse_on_gold() -> None:
    shown = {
        "'ri": Cell(thing="rifle"), "NOW": Cell(grenade="gas"), "¤2": Cell(smoke=1, grenade="smoke", due=2),
        "−3": Cell("pit", depth=3),
    }  # fmt: skip
    for text, cell in shown.items():
        board = Board(1, 1, {"0101": cell})
        assert cells(board, "0101")[1].strip() == text
        assert ("warn-block" in styles(board, "0101")[1]) == bool(cell.grenade)
    under = Board(1, 1, {"0101": Cell(grenade="gas", due=2)}, figures=(figure("0101"),))
    assert cells(under, "0101")[1] == "7¤2"
    assert cells(replace(under, figures=(figure("0101", left=12),)), "0101")[1] == "122"
    senseless = figure("0101", standing="gone", alive=True)
    assert cells(replace(under, figures=(senseless,)), "0101")[1] == "KO2"
    two = replace(under, figures=(figure("0101"), figure("0101", id="b")))
    assert "¤" in "".join(drawn(two))


@pytest.mark.parametrize("weight", [1, 2, 3, 4])
def test_walls_are_told_apart_by_their_height(weight: Any) -> None:
    for side in DIRECTIONS:
        before = styled(Board(3, 3))
        now = styled(Board(3, 3, edges=(Edge("0202", side, weight),)))
        drawn_there = [
            cell
            for old, new in zip(before, now, strict=True)
            for was, cell in zip(old, new, strict=True)
            if was != cell
        ]
        assert len(drawn_there) == (3 if side in ("n", "s") else 1), side
        assert all(("warn" in style) == (weight < 3) for _, style in drawn_there)
        thick = {sign for sign, _ in drawn_there} <= set("▀▚▞")
        assert thick == (weight == 4)


def test_a_wall_hides_no_name_on_the_far_map() -> None:
    board = Board(3, 3, edges=(Edge("0202", "n", 2),), figures=(figure("0202"),))

    assert cells(board, "0202", FAR) == ["Al"]
    assert cells(board, "0201", FAR) == ["▁▁"]
    assert cells(replace(board, figures=()), "0202", FAR) == ["▔▔"]


def test_a_wall_is_the_same_from_both_sides_and_the_heavier_one_stays() -> None:
    for way in DIRECTIONS:
        back = DIRECTIONS[(DIRECTIONS.index(way) + 3) % 6]
        other = Edge(neighbour("0202", way), back, 2)
        assert styled(Board(3, 3, edges=(Edge("0202", way, 2),))) == styled(Board(3, 3, edges=(other,)))
        both = (other, Edge("0202", way, 1))
        assert styled(Board(3, 3, edges=both)) == styled(Board(3, 3, edges=both[::-1]))


@pytest.mark.parametrize("lined", [False, True])
@pytest.mark.parametrize("hex", [hex_name(col, row) for col in (1, 2, 3, 4) for row in (1, 2, 3)])
def test_a_wall_is_drawn_over_figures(hex: str, *, lined: bool) -> None:
    """However the figure is marked, with nobody in it or somebody beyond the wall, and on the rim of the map too."""
    around = tuple(figure(neighbour(hex, way), id=way, facing="") for way in DIRECTIONS)
    marks: list[dict[str, Any]] = [
        {},
        {"standing": "active"},
        {"standing": "gone"},
        {"side": "blue", "down": True},
    ]
    marked = {"facing": "", **marks[int(hex) % len(marks)]}
    for side in DIRECTIONS:
        if side in ("nw", "sw") and hex.startswith("01"):
            continue  # the outer edge of the board
        for people in ((), (figure(hex, **marked),), (figure(hex, **marked), *around)):
            free, walled = (
                styled(Board(4, 3, edges=edges, figures=people), lined=lined)
                for edges in ((), (Edge(hex, side, 4),))
            )
            new = {
                now[0]
                for before, after in zip(free, walled, strict=True)
                for was, now in zip(before, after, strict=True)
                if was != now
            }
            assert new & set("▀▄█" if side in ("n", "s") else "▚▞█"), (side, people)


def test_a_line_of_fire_goes_from_middle_to_middle_and_stops_only_at_figures() -> None:
    hexes = ("0202", "0302", "0403", "0503")
    people = figure("0101", facing=""), figure("0302", id="b", facing=""), figure("0503", id="c", facing="")
    for there in (people[::2], people):
        board = Board(5, 4, figures=there, line=FireLine(hexes, start="0101"))
        shown = [
            (x, y)
            for y, row in enumerate(styled(board))
            for x, (sign, _) in enumerate(row)
            if "\u2803" <= sign <= "\u28ff"
        ]
        across = {x for x, _ in shown}
        taken = {x + i for one in there for x in [corner(one.hex, NEAR)[0]] for i in range(3)}
        first, last = corner("0101", NEAR)[0] + 3, corner("0503", NEAR)[0]
        assert across >= set(range(first, last)) - taken
        body = {
            (x + i, y + j)
            for one in there
            for x, y in [corner(one.hex, NEAR)]
            for i in range(3)
            for j in (0, 1)
        }
        assert not body & set(shown)


def test_a_line_of_fire_is_faint_behind_what_stops_it() -> None:
    hexes = ("0102", "0103", "0104")
    board = Board(1, 4, line=FireLine(hexes, "0103", start="0101"))
    column = [row[2] for row in styled(board)]

    assert column[4][0] == "✘"
    assert ["warn" in style for sign, style in column if "\u2803" <= sign <= "\u28ff"][
        :: len(column) - 4
    ] == [True, False]


def test_the_steps_of_a_path_have_their_arrow_and_what_they_cost() -> None:
    board = Board(2, 3, spent=(0, 3))
    path = ("0103", "0102")

    assert cells(board, "0102", path=path) == [" ↑ ", " 3 "]
    mover = replace(board, figures=(figure("0102"),))
    assert cells(mover, "0102", path=path, chosen="a") == ["Al↗", "3  "]
    assert [row.strip() for row in cells(mover, "0103", path=path, chosen="a")] == ["Al", "was"]


def test_areas_are_grounds_with_costs_only_where_there_are_no_colours() -> None:
    ways = {"0101": Reach(("0101",), 3, True), "0102": Reach(("0102",), 7, False), "0201": Reach((), 4, True)}
    board = Board(2, 2, threats=frozenset({"0201"}), reach=ways, blast={"0202": "2d6"})
    grounds = [styles(board, hex)[0].split()[0] for hex in ("0101", "0102", "0201", "0202")]

    assert grounds == ["reach", "far", "threat", "warn-ground"]
    assert [cells(board, hex)[1].strip() for hex in ("0101", "0102", "0202")] == ["", "", ""]
    assert [cells(board, hex, lined=True)[1].strip() for hex in ("0101", "0102")] == ["3", "7"]
    assert cells(board, "0201")[0] == "╱╱╱"
    assert "╱" not in "".join(drawn(board, threats=False))
    struck = replace(board, blast={"0201": "2d6"})
    assert styles(struck, "0201")[0].split()[0] == "warn-ground", "what one plans lies over threat zones"


def test_a_hex_that_answers_a_question_has_its_key() -> None:
    board = Board(1, 2)

    assert cells(board, "0101", steps={"0101": "w"})[0] == " w "
    assert cells(board, "0101", refused=frozenset({"0101"}))[0] == " ✘ "


def test_names_of_hexes_are_shown_everywhere_or_nowhere() -> None:
    assert "0101" not in "".join(drawn(Board(2, 2)))
    assert all(name in "".join(drawn(Board(2, 2), numbers=True)) for name in ("0101", "0202"))


def test_a_figure_outside_of_what_is_shown_has_a_flag_on_the_rim() -> None:
    board = Board(9, 9, figures=(figure("0104"), figure("0909", id="b", letters="Bo", side="blue")))
    shown = [line.text for line in Drawing(Scene(board, ROLES), NEAR, Window(8, 0, RULER + 13, 10)).lines]

    assert shown[7].startswith("04◀Al")
    assert shown[-1].endswith("Bo▶")


def test_from_far_away_each_hex_is_one_row_and_even_ones_lie_half_a_row_lower() -> None:
    board = Board(3, 2, {"0102": Cell(grenade="gas")}, figures=(figure("0201"), figure("0301", id="b")))
    rows = drawn(board, FAR)

    assert rows[0].split() == ["01", "02", "03"]
    assert rows[1].split() == ["01", "Al↗Al↗"]
    assert "¤" in rows[2]
    assert "▀" in drawn(Board(3, 2), FAR)[2]
    assert cells(Board(1, 1, figures=(figure("0101"),)), "0101", FAR, chances={"0101": "74%"}) == ["74"]


def test_a_part_of_the_board_is_that_part_of_the_drawing() -> None:
    session = skirmish()
    board = session.ruleset.view.table(session.state, None).board
    assert board is not None
    scene = Scene(replace(board, figures=()), ROLES)
    for zoom in ZOOMS:
        wide, high = size(scene, zoom)
        whole = [line.text for line in Drawing(scene, zoom, Window(0, 0, wide + RULER, high + 1)).lines]
        part = Drawing(scene, zoom, Window(12, 2, 30 + RULER, 8)).lines
        assert [line.text[RULER:].rstrip() for line in part[1:]] == [
            row[RULER + 12 : RULER + 42].rstrip() for row in whole[3:10]
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
            assert drawing.lines == Drawing(scene, zoom, window).lines


def test_a_hex_is_told_in_words() -> None:
    board = Board(
        1, 1, {"0101": Cell("broken", words="broken ground")}, (Edge("0101", "n", 2),),
        (figure("0101", posture="prone", note="3/9"),), frozenset({"0101"}),
    )  # fmt: skip

    assert board.told("0101") == ("0101 · Alice, prone, facing ↗ northeast, 3/9 · broken ground · wall n")


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
        await self.pilot.click(
            HexMap, offset=(x - window._left + RULER + window._margin + 2, y - window._top + 2)
        )
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
        assert all(one in text for one in ("Alice", "Ellen", "11/11", "m  Move", "Al↗"))
        assert at.sees(HexMap)
        assert at.sees(Roster)


async def test_everyone_is_listed_beside_the_map_in_the_order_they_act() -> None:
    async with yard((120, 40)) as at:
        roster = at.pilot.app.screen.query_one(Roster)
        signs = [row.split()[0] for row in roster.plain.splitlines()[1:]]
        assert signs[0] == "W◈"
        assert signs[-1] == "R†"
        assert len(signs) == len(at.session.state.units)


def test_signs_are_explained_only_while_they_matter() -> None:
    """Grounds while a move is planned; what is in hexes, and figures, while dice or a grenade wait; else nothing."""

    def told(board: Board, *, waits: bool) -> set[str]:
        return {
            words for _, group in signs_on(Scene(board, ROLES), is_waiting=waits) for _, _, words in group
        }

    burning = figure("0101", statuses=("burning",))
    board = Board(2, 2, {"0102": Cell(fire=True)}, figures=(burning, figure("0201", id="b", standing="gone")))
    assert told(board, waits=False) == set()
    assert told(board, waits=True) == {"fire", "burning", "dead"}
    assert "grenade, turns left" in told(replace(board, cells={"0102": Cell(grenade="gas")}), waits=False)
    moving = replace(board, reach={"0202": Reach(("0202",), 2, True)})
    assert told(moving, waits=False) == {"reached, may act"}


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
    """Where colours can't tell them from the floor they are filled, and what fills them can be seen in 16 colours."""
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    async with yard((120, 40)) as at:
        map = at.map
        board = Board(3, 3, {"0101": Cell("wall"), "0202": Cell("wall")})
        map.show(Scene(board, ROLES))
        assert (ROCK in map.plain) == filled
        style = map.role("hull grain")
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
        assert "Al↗" in at.map.plain
        assert "step" in text_of(at.pilot.app).splitlines()[-1]
        await at.press("enter")
        assert at.session.state.units["r1"].hex == "0603"


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


async def test_the_mouse_tells_what_it_is_over() -> None:
    async with yard((120, 40)) as at:
        x, y = corner("0905", at.map.zoom)
        await at.pilot.hover(
            HexMap, offset=(x - at.map._left + RULER + at.map._margin + 2, y - at.map._top + 2)
        )
        assert "0905   water to the knee" in at.map.plain
        assert at.map.scene is not None
        assert at.map.scene.at == "0505"


async def test_numbers_and_threat_zones_are_shown_or_not() -> None:
    async with yard((120, 40)) as at:
        assert "╱╱╱" in at.map.plain
        await at.press("H", "number_sign")
        assert "╱╱╱" not in at.map.plain
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
        assert "Bruce  kneeling" in at.map.plain
        await at.click("0905")
        assert "0905   water to the knee" in at.map.plain


async def test_it_zooms_scrolls_and_grows() -> None:
    async with yard() as at:
        assert at.map.zoom == NEAR
        await at.press("minus")
        assert at.map.zoom == FAR
        await at.press("Z", "plus")
        assert at.map.zoom == NEAR
        before = at.map.plain
        await at.press("shift+down")
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
        await at.press("M", "Z")
        shown = at.map.plain
        assert "01 02 03 04 05 06 07 08 09 10 11 12" in shown
        assert [f"{row:02} " in shown for row in range(1, 11)] == [True] * 10


async def test_the_wheel_scrolls() -> None:
    async with yard() as at:
        moved: list[tuple[int, int]] = []
        at.map.show(Scene(Board(30, 20), ROLES))
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
        assert "m  Move" in at.pilot.app.screen.query_one(PanelHost).plain


async def test_it_reads_alike_without_colour() -> None:
    """In black and white the second side has brackets on the map; around it all is the same."""
    async with yard((120, 40)) as at:
        await at.press("m", "w")
        texts = set()
        for theme in sorted(THEMES, key=lambda theme: theme == MONO):
            at.pilot.app.theme = theme.name
            await at.pilot.pause()
            beside = (row[at.map.region.right :] for row in text_of(at.pilot.app).splitlines())
            texts.add("\n".join(beside))
        assert len(texts) == 1
        assert "[" in at.map.plain


async def test_a_replay_has_the_map_as_well(tmp_path: Any) -> None:
    async with yard((120, 40)) as at:
        await at.press("m", "w", "enter")
        await at.pilot.app.push_screen(ReplayScreen(at.session, SaveLibrary({}, tmp_path)))
        await at.pilot.pause()
        assert "0504  Alice" in at.map.plain
        await at.press("home")
        assert "0505  Alice" in at.map.plain
