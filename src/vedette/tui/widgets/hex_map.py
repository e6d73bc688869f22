"""The map: shows a board, keeps what matters in view, and tells which hex was clicked, or is pointed at; and what its signs mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace
from textual import events
from textual.message import Message

from vedette.tui.path_entry import STEP_KEYS, arrow_way
from vedette.tui.text import Line, Piece, Said, clean, line, rule, spread
from vedette.tui.widgets import hex_lines as lines
from vedette.tui.widgets.hex_colours import GroundWidget
from vedette.tui.widgets.hex_lines import RULER, Zoom
from vedette.tui.widgets.hex_scene import Scene
from vedette.view import signs
from vedette.view.board import Board
from vedette.view.signs import severity

PADDING = 1  # free cells on the left
HEAD = 1  # the row with the numbers of the columns
TALL = 24  # from how many rows on one of them tells about a hex that nobody points at

Sign = tuple[str, str, str]
"""A sign, the names of its style, and what it means."""

SIGN = 3  # cells of a sign


class HexMap(GroundWidget, can_focus=True):
    """A window on a board. While it has the keyboard a cursor is moved over it, and Enter is a click."""

    FOCUS_ON_CLICK = False
    DEFAULT_CSS = "HexMap { background: $background; padding: 0 0 0 1; }"

    @dataclass
    class HexClicked(Message):
        """A hex was clicked, or picked with the cursor."""

        hex: str

    @dataclass
    class HexPointed(Message):
        """The cursor is on another hex."""

        hex: str

    class Left(Message):
        """The cursor is left."""

    scene: Scene | None = None
    _zoom = lines.NEAR
    _numbers, _threats = False, True
    _pointed = ""
    _seen: tuple[str, ...] = ()
    _drawing: lines.Drawing | None = None
    _left = _top = 0

    @property
    def zoom(self) -> Zoom:
        return self._zoom

    def width_within(self, room: int) -> int:
        """The columns of the screen that it needs for as much of the board as there is room for: whole columns of hexes."""
        across = self.zoom.across
        cols = self.scene.board.cols if self.scene is not None else 0
        return min(cols, (room - RULER - PADDING - 1) // across) * across + 1 + RULER + PADDING

    @property
    def rows(self) -> int:
        """The rows of the screen that the whole board takes, with the numbers above it and the row below it."""
        return lines.size(self.scene, self.zoom)[1] + 2 if self.scene is not None else 0

    def show(self, scene: Scene) -> None:
        """Show a scene; it scrolls only where other hexes matter than before."""
        scene = self.as_drawn(replace(scene, numbers=self._numbers, threats=self._threats))
        if scene != self.scene:
            self.scene = scene
            if (matters := self._matters()) != self._seen:
                self._seen = matters
                self._reveal()
            self.redraw()

    def zoom_by(self, step: int, *, around: bool = False) -> None:
        """Nearer or farther; `around` goes on from one end to the other."""
        at, zooms = lines.ZOOMS.index(self.zoom) + step, lines.ZOOMS
        self._zoom = zooms[at % len(zooms) if around else max(0, min(at, len(zooms) - 1))]
        self._centre()
        self.redraw()

    def flip(self, *, numbers: bool = False, threats: bool = False) -> None:
        """Show what was hidden, or hide it."""
        self._numbers, self._threats = self._numbers ^ numbers, self._threats ^ threats
        self._again()

    def take_cursor(self) -> None:
        """The keyboard goes to a cursor, on the hex that is looked at."""
        scene = self.scene
        if scene is not None and self.region:
            self.focus(scroll_visible=False)
            self.post_message(self.HexPointed(scene.at or next(iter(_standing(scene.board)), "0101")))

    def move(self, across: int, down: int) -> None:
        zoom = self.zoom
        self._put(self._left + across * zoom.across, self._top + down * zoom.down, zoom)
        self.redraw()

    def scroll_rows(self, rows: int) -> None:
        self._put(self._left, self._top + rows, self.zoom)
        self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Line]:
        if self.scene is None:
            return ()
        self._put(self._left, self._top, self.zoom)
        foot = [self._foot(self.scene, width)] if self._has_foot else []
        window = lines.Window(self._left, self._top, width - self._margin, max(HEAD, height - len(foot)))
        self._drawing = lines.Drawing(self.scene, self.zoom, window, self._drawing)
        margin = Piece(" " * self._margin)
        shown = self._drawing.lines
        return [*(Line((margin, *row.pieces)) for row in shown), *foot] if self._margin else [*shown, *foot]

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._again()

    def on_resize(self) -> None:
        self._centre()
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        scene = self.scene
        if scene is None:
            return
        if event.key == "escape":
            self.post_message(self.Left())
        elif event.key == "enter":
            self.post_message(self.HexClicked(scene.at))
        else:
            way = STEP_KEYS.get(event.character or "")
            if not scene.board.has(scene.at) or not (way := way or arrow_way(event.key, scene.at)):
                return
            self.post_message(self.HexPointed(scene.board.next(scene.at, way) or scene.at))
        event.stop()
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        if hex := self._hex_under(event):
            event.stop()
            self.post_message(self.HexClicked(hex))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._point(self._hex_under(event))

    def on_leave(self, event: events.Leave) -> None:
        self._point("")

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        event.stop()
        self.move(1, 0)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        event.stop()
        self.move(-1, 0)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll_sideways(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll_sideways(event, -1)

    def _again(self) -> None:
        if self.scene is not None:
            self.show(self.scene)

    def _hex_under(self, event: events.MouseEvent) -> str:
        offset = event.get_content_offset(self)
        scene = self.scene
        if offset is None or scene is None or not HEAD <= offset.y < self._room()[1] + HEAD:
            return ""
        x = offset.x - RULER - self._margin
        if x < 0:
            return ""
        hex = lines.hex_at(x + self._left, offset.y - HEAD + self._top, self.zoom)
        return hex if scene.board.has(hex) else ""

    def _point(self, hex: str) -> None:
        if hex != self._pointed:
            self._pointed = hex
            self.redraw()

    def _scroll_sideways(self, event: events.MouseEvent, way: int) -> None:
        """With Shift; without it the wheel does what it does to all lines, whose handler comes after this one."""
        if event.shift:
            event.stop()
            event.prevent_default()
            self.move(way, 0)

    def _matters(self) -> tuple[str, ...]:
        """The hexes to keep in view, the most important last: both ends of a shot, where a new path has come to, else all figures."""
        if self.scene is None:
            return ()
        scene, board = self.scene, self.scene.board
        if scene.cursor:
            return (scene.cursor,)
        if board.line is None and scene.path and scene.path != board.path:
            return (scene.path[0], scene.path[-1])
        figure = board.figure(scene.chosen)
        others = _standing(board) if board.line is None else board.line.hexes[-1:]
        return (*others, *((figure.hex,) if figure else ()))

    @property
    def _has_foot(self) -> bool:
        """Whether a row tells about the hex in question: where rows are few, only while one is pointed at."""
        return self.size.height >= TALL or self.has_focus or bool(self._pointed)

    @property
    def _margin(self) -> int:
        """Free cells on the left of a board that is narrower than the map."""
        wide = lines.size(self.scene, self.zoom)[0] if self.scene is not None else 0
        return max(0, self.size.width - RULER - wide) // 2

    def _room(self) -> tuple[int, int]:
        width, height = self.size
        return width - RULER, height - HEAD - self._has_foot

    def _fits(self, zoom: Zoom) -> bool:
        if self.scene is None:
            return False
        wide, high = lines.size(self.scene, zoom)
        width, height = self._room()
        return wide <= width and high <= height

    def _box(self, zoom: Zoom) -> tuple[int, int, int, int]:
        """The cells of all that matters, without the edges at its ends: left, top, right, bottom."""
        there = [hex for hex in self._seen if self.scene is not None and self.scene.board.has(hex)]
        corners = [lines.corner(hex, zoom) for hex in there] or [(0, 0)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return min(across), min(down), max(across) + zoom.across - 1, max(down) + zoom.down

    def _put(self, left: int, top: int, zoom: Zoom) -> None:
        """Look at a part, within the board and from the beginning of a hex on."""
        if self.scene is None:
            return
        wide, high = lines.size(self.scene, zoom)
        width, height = self._room()
        self._left = _within(left, wide - width, zoom.across)
        self._top = _within(top, high - height, zoom.down)

    def _reveal(self) -> None:
        """Scroll until all that matters is in view; where it has no room, the hex that matters most."""
        zoom = self.zoom
        width, height = self._room()
        left, top, right, bottom = self._box(zoom)
        if right - left > width or bottom - top > height:
            self._seen = self._seen[-1:]
            zoom = self.zoom
            left, top, right, bottom = self._box(zoom)
        inside = self._left <= left and right <= self._left + width
        if not (inside and self._top <= top and bottom <= self._top + height):
            self._put((left + right - width) // 2, (top + bottom - height) // 2, zoom)

    def _centre(self) -> None:
        self._seen = self._matters()
        self._left = self._top = -(10**6)
        self._reveal()

    def _foot(self, scene: Scene, width: int) -> Line:
        hex = self._pointed or scene.at
        told: list[Said] = [(hex, "strong")]
        for figure in scene.figures.get(hex, ()):
            hurt = severity(figure.left, figure.full) if figure.full else ""
            told += [("  " + clean(figure.name), f"{scene.roles.get(figure.side, '')} strong")]
            told += [(f"  {clean(figure.state)}", "")] if figure.state else []
            if figure.full:
                told += [(f"   {figure.left}", f"{hurt} strong"), (f"/{figure.full}", "dim")]
        crossed = scene.board.in_the_way() if scene.board.figure(scene.target) else ""
        moving = scene.mover is not None and hex == scene.mover.hex and bool(scene.board.spent)
        zone = "in an enemy's threat zone" if hex in scene.board.threats else "in no threat zone"
        parts = scene.board.ground_words(hex), crossed, zone if moving else scene.look(hex)
        aimed = scene.board.figure(scene.target)  # then what lies between comes first
        words = " · ".join(filter(None, parts[::-1] if aimed and aimed.hex == hex else parts))
        tail: list[Said] = [(" V", "key"), (" look ", "dim")] if self.can_focus else []
        return spread([*told, (f"   {clean(words)}", "")], tail, width, "panel")


def _standing(board: Board) -> tuple[str, ...]:
    return tuple(dict.fromkeys(figure.hex for figure in board.figures if figure.standing != "gone"))


def _within(start: int, last: int, span: int) -> int:
    """A start between 0 and the last that is needed, at the beginning of a hex."""
    return max(0, min(-(-start // span) * span, -(-last // span) * span))


class Legend(GroundWidget):
    """What the signs on the map mean, where somebody has to know it now: grounds while a move is planned, figures and what is in hexes while dice or a grenade wait."""

    DEFAULT_CSS = "Legend { padding: 0 1; }"

    _groups: tuple[tuple[str, tuple[Sign, ...]], ...] = ()
    _scene: Scene | None = None
    _is_waiting = False

    def show(self, scene: Scene, *, is_waiting: bool) -> None:
        """Explain what is on a scene; `is_waiting`: dice are asked for."""
        self._scene, self._is_waiting = scene, is_waiting
        found = tuple(group for group in signs_on(self.as_drawn(scene), is_waiting=is_waiting) if group[1])
        if found != self._groups:
            self._groups = found
            self.redraw()

    @property
    def rows(self) -> int:
        return sum(len(group) + 2 for _, group in self._groups)

    def notify_style_update(self) -> None:
        """Other colours, or none: then grounds have other patterns."""
        super().notify_style_update()
        if self._scene is not None:
            self.show(self._scene, is_waiting=self._is_waiting)

    def draw(self, width: int, height: int) -> Sequence[Line]:
        made: list[Line] = []
        for title, group in self._groups:
            made += [Line(), rule(title, width)]
            made += [
                line((sign[:SIGN].ljust(SIGN), role), (f" {words}", "dim")) for sign, role, words in group
            ]
        return made[:height]


def signs_on(scene: Scene, *, is_waiting: bool) -> Iterator[tuple[str, tuple[Sign, ...]]]:
    """The signs on a scene under their headings."""
    board, cells = scene.board, scene.board.cells.values()
    if board.reach:
        reached = {reach.acts for reach in board.reach.values()}
        grounds: tuple[tuple[bool, Sign], ...] = (
            (True in reached, (" 5 " if scene.lined else "", "reach strong", "reached, may act")),
            (False in reached, (" 8 " if scene.lined else "", "far dim", "reached, no action")),
            (scene.threats and bool(board.threats), (signs.THREAT * 3, "threat bad", "threat: stops there")),
        )
        yield "Ground", tuple(sign for holds, sign in grounds if holds)
        return
    grenades = [cell.due for cell in cells if cell.grenade]
    if not (is_waiting or grenades):
        return
    smoke = {cell.smoke for cell in cells}
    due = f"{signs.GRENADE}{min(grenades, default=0) or ''}"
    there: tuple[tuple[bool, Sign], ...] = (
        (bool(grenades), (due, "warn-block", "grenade, turns left")),
        (bool(board.blast), (" · " if scene.lined else "", "warn-ground", "caught in the blast")),
        (1 in smoke, (signs.SMOKE * 3, "smoke haze", "smoke")),
        (max(smoke, default=0) > 1, (signs.DENSE * 3, "smoke haze", "thick smoke")),
        (any(cell.fire for cell in cells), (signs.GRAIN["fire"][0], "fire warn strong", "fire")),
        (any(cell.gas for cell in cells), (signs.GRAIN["gas"][0], "gas grain", "gas")),
    )
    yield "On the map", tuple(sign for holds, sign in there if holds)
    here = [figure for figure in board.figures if figure.standing != "gone"]
    out = [figure for figure in board.figures if figure.standing == "gone"]
    hurt = any(severity(one.left, one.full) for one in here if one.full)
    states = {status for figure in here for status in figure.statuses} - {"burning"}
    figures: tuple[tuple[bool, Sign], ...] = (
        (hurt, ("6", "first-ground warn strong", "hurt")),
        (any(one.down for one in here), ("Ab↗", "first-block strong", "lying, hits above it")),
        (any("burning" in one.statuses for one in here), ("5 ^", "fire warn strong", "burning")),
        (any(one.low for one in here), (signs.LOW, "strong", "kneeling")),
        *((status in states, (sign, "strong", status)) for status, sign in signs.FIGURES.items()),
        (any(one.alive for one in out), ("KO", "first-ground first strong", "unconscious")),
        (not all(one.alive for one in out), (signs.GONE, "bad strong", "dead")),
    )
    yield "Figures", tuple(sign for holds, sign in figures if holds)
