"""A board as SVG: for a picture file, and for pages that have a map in them.

The drawing names classes and no colours: `board_css` says what they look like in a palette. So a page may have it light
and dark, and a strict policy against inline styles. Everything is built as a tree: no name can be anything but text.
Sides are told apart by shapes as well as colours, grounds by patterns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import sqrt
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from vedette.engine.text import visible
from vedette.view.board import Board, Cell, Figure, doorways
from vedette.view.hexes import DIRECTIONS, Direction, column_and_row, hex_name
from vedette.view.palette import GRAINED, MAP_GROUNDS, SIDES, Palette, blended, side_roles
from vedette.view.signs import GRENADE

Point = tuple[float, float]

RADIUS = 30.0  # from the middle of a hex to its corners, in the units of the picture
HEIGHT = RADIUS * sqrt(3)
MARGIN = 34.0  # around the board, where the numbers of columns and rows stand
LINE = 20.0  # the height of a row of the list of figures
READABLE = 0.86
"""Pixels for each of those units at which the smallest words can still be read: a page has the map no smaller."""

CLOSEST = 330.0
"""The width of a part of the map at least: on a phone a hex is then 70 pixels wide."""

LISTED = 240.0  # the least width of that list's columns
CORNERS = tuple(
    (RADIUS * x, HEIGHT * y) for x, y in ((-0.5, -0.5), (0.5, -0.5), (1, 0), (0.5, 0.5), (-0.5, 0.5), (-1, 0))
)
"""The corners of a hex from its middle, clockwise from the upper left one."""

ENDS: Mapping[Direction, tuple[Point, Point]] = {
    way: (CORNERS[at], CORNERS[(at + 1) % 6]) for at, way in enumerate(DIRECTIONS)
}
"""Both ends of each side of a hex, from its middle."""

TURNS: Mapping[str, int] = {way: 60 * at for at, way in enumerate(DIRECTIONS)}
"""How far a facing is turned from the north, in degrees."""

PATTERNS: Mapping[str, tuple[float, str]] = {
    "wall": (8, "M0,8 L8,0 M-2,2 L2,-2 M6,10 L10,6"),
    "broken": (14, "M3,3 l2,3 M9,9 l3,-2 M11,2 l1,1 M3,11 l1,1"),
    "water": (16, "M0,8 q4,-5 8,0 t8,0"),
    "deep": (12, "M0,3 q3,-4 6,0 t6,0 M0,9 q3,-4 6,0 t6,0"),
    "mud": (14, "M3,4 l-1,3 M10,9 l-1,3 M11,2 l-1,2"),
    "snow": (14, "M3,4 h2 M4,3 v2 M10,10 h2 M11,9 v2"),
    "ice": (16, "M2,4 h6 M9,12 h6"),
    "pit": (10, "M2,2 L8,8 M8,2 L2,8"),
    "fire": (14, "M4,6 q-3,-3 0,-5 q0,3 2,2 q1,2 -2,3 M11,13 q-3,-3 0,-5 q0,3 2,2 q1,2 -2,3"),
    "gas": (14, "M3,4 a2,2 0 1 0 4,0 a2,2 0 1 0 -4,0 M9,11 a1.5,1.5 0 1 0 3,0 a1.5,1.5 0 1 0 -3,0"),
    "smoke": (6, "M1,1 h1.5 M4,4 h1.5"),
    "dense": (4, "M0.5,0.5 h1.5 M2.5,2.5 h1.5"),
    "threat": (12, "M0,12 L12,0"),
}
"""How grounds are filled: the size of a tile, and the strokes in it."""

SHAPES: Mapping[str, str] = {
    "first": "M0,-17 A17,17 0 1 1 0,17 A17,17 0 1 1 0,-17 Z",
    "second": "M-15,-15 H15 V15 H-15 Z",
    "third": "M0,-20 L20,0 L0,20 L-20,0 Z",
    "fourth": "M-10,-17 H10 L19,0 L10,17 H-10 L-19,0 Z",
}
"""The counter of a figure by its side, for eyes that don't tell the colours apart."""


def board_svg(
    board: Board, title: str, sides: Mapping[str, str], palette: Palette | None = None, *, named: bool = True
) -> str:
    """A board with its figures, and below it their names, where it is `named`.

    `sides` are the names of the sides by their ids, in their order. With a palette it is a file of its own; without one
    the page that it stands in has `board_css`.
    """
    roles = side_roles(sides)
    listed = list(listed_figures(board, sides)) if named else []
    wide = max(_middle(board.cols, 1)[0] + RADIUS + MARGIN, LISTED)
    board_high = _middle(2, board.rows)[1] + HEIGHT / 2 + MARGIN
    columns = max(1, int(wide // LISTED))
    in_column = -(-len(listed) // columns)
    high = board_high + LINE * in_column
    svg = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide:g} {high:g}", role="img")
    svg.set("class", "board")
    _add(svg, "title", text=title)
    size = 1 if palette else READABLE
    svg.set("width", f"{size * wide:g}")
    svg.set("height", f"{size * high:g}")
    if palette is not None:
        SubElement(svg, "style").text = board_css(palette)
        _add(svg, "rect", "beyond", width="100%", height="100%")
    drawn = _add(svg, "g", "board", id="board")
    _draw_grounds(drawn, board)
    _draw_lines(drawn, board)
    _draw_figures(drawn, board, roles)
    group = _add(svg, "g")
    for i, (side, style, said) in enumerate(listed):
        column, row = divmod(i, in_column)
        at = MARGIN / 2 + column * wide / columns, board_high + row * LINE
        _add(group, "text", f"{roles[side]} {style}" if style == "side" else style, said, **_xy(at))
    return ElementTree.tostring(svg, encoding="unicode") + "\n"


def board_css(palette: Palette) -> str:
    """What the classes of a board look like in a palette."""
    ink = palette["foreground"]
    grounds = {ground: f"fill: {palette[ground]}" for ground in MAP_GROUNDS}
    rules = {
        "beyond": f"fill: {palette['background']}",
        **grounds,
        "hex": f"stroke: {palette['edge']}; stroke-width: .6",
        "grain": f"fill: none; stroke: {blended(palette['deck'], ink, 2 * GRAINED)}; stroke-width: 1.1",
        "ruler": f"fill: {palette['faint']}; font: 13px sans-serif; text-anchor: middle",
        "thing": f"fill: {ink}; font: 13px sans-serif; text-anchor: middle",
        "zone": f"fill: {palette['success']}; font: bold 20px sans-serif; text-anchor: middle",
        "way": f"fill: none; stroke: {ink}; stroke-width: 3; stroke-linejoin: round",
        "shot": f"fill: none; stroke: {palette['warning']}; stroke-width: 3; stroke-dasharray: 7 4",
        "edge": "stroke-linecap: round",
        "edge-1": f"stroke: {palette['warning']}; stroke-width: 3; stroke-dasharray: 5 5",
        "edge-2": f"stroke: {palette['warning']}; stroke-width: 4",
        "edge-3": f"stroke: {ink}; stroke-width: 4",
        "edge-4": f"stroke: {ink}; stroke-width: 7",
        **{side: f"fill: {palette[side]}; stroke: {palette[side]}" for side in SIDES},
        "counter": f"stroke: {palette['on-filled']}; stroke-width: 1",
        "acting": f"stroke: {ink}; stroke-width: 3",
        "gone": f"fill: none; stroke: {palette['faint']}; stroke-dasharray: 3 2",
        "letters": f"fill: {palette['on-filled']}; font: bold 14px sans-serif; text-anchor: middle",
        "out": f"fill: {palette['faint']}; text-decoration: line-through",
        "lost": f"fill: {palette['on-filled']}; stroke: {palette['on-filled']}; opacity: .55",
        "name": f"fill: {ink}; font: 13px sans-serif",
        "side": "stroke: none; font: bold 14px sans-serif",
    }
    return "".join(f".board .{name} {{ {said} }}\n" for name, said in rules.items())


def box_round(hexes: Iterable[str]) -> str:
    """A box round some hexes with what is next to them, a little wider than it is high and never too close."""
    xs, ys = zip(*map(_at, hexes), strict=True)
    wide = max(max(xs) - min(xs) + 4 * RADIUS, CLOSEST)
    high = max(max(ys) - min(ys) + 3 * HEIGHT, CLOSEST * 0.6)
    left, top = (max(xs) + min(xs) - wide) / 2, (max(ys) + min(ys) - high) / 2
    return f"{max(0, left):.0f} {max(0, top):.0f} {wide:.0f} {high:.0f}"


def _add(parent: Element, tag: str, style: str = "", text: str = "", **more: str) -> Element:
    """An element; in words of a game or a person signs that cannot be shown are written out."""
    made = SubElement(parent, tag, {"class": style, **more} if style else more)
    made.text = visible(text) or None
    return made


def _middle(col: int, row: int) -> Point:
    """The middle of a hex; even columns stand half a hex lower."""
    lower = 0.0 if col % 2 else HEIGHT / 2
    return MARGIN + RADIUS * (1.5 * col - 0.5), MARGIN + HEIGHT * (row - 0.5) + lower


def _at(hex: str) -> Point:
    return _middle(*column_and_row(hex))


def _points(places: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _xy(at: Point, down: float = 0) -> dict[str, str]:
    return {"x": f"{at[0]:.1f}", "y": f"{at[1] + down:.1f}"}


# --- the ground


def _draw_grounds(svg: Element, board: Board) -> None:
    """Every hex with its ground and its patterns; what it is stands behind it in words.

    What has the same pattern is one shape: a printer is sent each pattern as a picture, which makes files of many megabytes of many.
    """
    defs = _add(svg, "defs")
    for name, (size, strokes) in PATTERNS.items():
        box = {"width": f"{size:g}", "height": f"{size:g}", "patternUnits": "userSpaceOnUse"}
        _add(_add(defs, "pattern", id=f"board-{name}", **box), "path", "grain", d=strokes)
    group, taken = _add(svg, "g"), {figure.hex for figure in board.figures}
    filled: dict[str, list[str]] = {}
    doors = doorways(board)
    for row, col in product(range(1, board.rows + 1), range(1, board.cols + 1)):
        hex, (x, y) = hex_name(col, row), _middle(col, row)
        cell, outline = board.cells.get(hex, Cell()), _points((x + dx, y + dy) for dx, dy in CORNERS)
        drawn = _add(group, "polygon", f"hex {'doorway' if hex in doors else _ground(cell)}", points=outline)
        _add(drawn, "title", text=board.told(hex))
        fillings = {
            cell.ground: cell.ground in PATTERNS,
            "fire": cell.fire,
            "gas": cell.gas,
            "dense" if cell.smoke > 1 else "smoke": cell.smoke,
            "threat": hex in board.threats,
        }
        for name, there in fillings.items():
            if there:
                filled.setdefault(name, []).append(f"M{outline}Z")
    for name, outlines in filled.items():
        shape = {"fill": f"url(#board-{name})", "d": "".join(outlines), "pointer-events": "none"}
        _add(group, "path", **shape)
    for hex, cell in board.cells.items():  # a live grenade with its turns, or the name of what was dropped
        said = f"{GRENADE}{cell.due or ''} {cell.grenade}" if cell.grenade else cell.thing
        if said and hex not in taken:
            _add(group, "text", "thing", said[:9], **_xy(_at(hex), 20))


def _ground(cell: Cell) -> str:
    over = {"hull": cell.solid, "fire": cell.fire, "gas": cell.gas, "smoke": cell.smoke}
    found = next((name for name, there in over.items() if there), cell.ground)
    return "deck" if found in ("clear", "broken") else found


def _draw_lines(svg: Element, board: Board) -> None:
    """The numbers of columns and rows, where sides begin, ways and lines of fire, and walls, the heavier ones over the others."""
    group = _add(svg, "g", "ruler")
    for col in range(1, board.cols + 1):
        _add(group, "text", "ruler", f"{col:02}", **_xy((_middle(col, 1)[0], 18)))
    for row in range(1, board.rows + 1):
        _add(group, "text", "ruler", f"{row:02}", **_xy((15, _middle(1, row)[1]), 4))
    group = _add(svg, "g")
    for hex, said in board.zones.items():
        _add(group, "text", "zone", said, **_xy(_at(hex), 7))
    if board.path:
        _add(group, "polyline", "way", points=_points(map(_at, board.path)))
    if board.line is not None and board.line.hexes:
        _add(group, "polyline", "shot", points=_points(map(_at, board.line.hexes)))
    group = _add(svg, "g")
    for edge in sorted(board.edges, key=lambda edge: edge.weight):
        x, y = _at(edge.hex)
        (x1, y1), (x2, y2) = ((x + dx, y + dy) for dx, dy in ENDS[edge.side])
        ends = {"x1": f"{x1:.1f}", "y1": f"{y1:.1f}", "x2": f"{x2:.1f}", "y2": f"{y2:.1f}"}
        wall = _add(group, "line", f"edge edge-{edge.weight}", **ends)
        _add(wall, "title", text=f"{edge.hex} {edge.side} · {edge.told}")


# --- figures


def _draw_figures(svg: Element, board: Board, roles: Mapping[str, str]) -> None:
    """Who stands where; several in one hex side by side, those who are out of it below the others."""
    there: dict[str, list[Figure]] = {}
    for figure in sorted(board.figures, key=lambda figure: figure.standing != "gone"):
        there.setdefault(figure.hex, []).append(figure)
    for hex, figures in there.items():
        living = [figure for figure in figures if figure.standing != "gone"] or figures[:1]
        x, y = _at(hex)
        size = 1 if len(living) == 1 else 0.62
        for place_in_hex, figure in enumerate(living):
            aside = 0.0 if len(living) == 1 else RADIUS * (place_in_hex - (len(living) - 1) / 2)
            group = _add(svg, "g", transform=f"translate({x + aside:.1f} {y:.1f}) scale({size:g})")
            _draw_counter(group, figure, roles.get(figure.side, SIDES[0]))


def _draw_counter(group: Element, figure: Figure, role: str) -> None:
    """A figure: the counter of its side, the way it faces, its letters, and a bar of what is left and what is lost of it."""
    _add(group, "title", text=figure.told)
    gone = figure.standing == "gone"
    style = "gone" if gone else f"{role} {'acting' if figure.standing == 'active' else 'counter'}"
    _add(group, "path", style, d=SHAPES[role])
    if figure.facing and not gone:
        _add(group, "path", role, d="M0,-29 L7,-20 H-7 Z", transform=f"rotate({TURNS[figure.facing]})")
    letters = figure.letters.lower() if figure.down or gone else figure.letters
    counted = figure.full and not gone
    _add(group, "text", "letters out" if gone else "letters", letters, y="-2" if counted else "4")
    if counted:
        _add(group, "text", "letters", f"{figure.left}", y="11")
        wide, box = 20.0, {"y": "13", "height": "3"}
        lost = wide * max(0, figure.full - figure.left) / figure.full
        _add(group, "rect", "letters", x=f"{-wide / 2:g}", width=f"{wide - lost:g}", **box)
        if lost:
            _add(group, "rect", "lost", x=f"{wide / 2 - lost:g}", width=f"{lost:g}", **box)


def listed_figures(board: Board, sides: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """The sides that have figures, each with those: whose side it is, its style, and its words."""
    for side, name in sides.items():
        own = [figure for figure in board.figures if figure.side == side]
        if own:
            yield side, "side", name
        for figure in own:
            style = "name out" if figure.standing == "gone" else "name"
            posture = f", {figure.posture}" if figure.posture else ""
            yield side, style, f"{figure.letters}  {figure.name} {figure.note}{posture}, {figure.hex}"
