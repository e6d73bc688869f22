"""A map drawn on the screen: brushes for grounds, walls and zones, with keys and the mouse, and the file that comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from vedette.engine.errors import VedetteError
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import DRAWING
from vedette.tui.messages import OpenHelp
from vedette.tui.path_entry import STEP_KEYS, arrow_way
from vedette.tui.screens.dialogs import AskText, Confirm
from vedette.tui.text import clean
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.hex_scene import Scene
from vedette.tui.widgets.paint_map import BrushList, PaintMap
from vedette.tui.widgets.prompt import Prompt
from vedette.view.editors import Brush, Edited
from vedette.view.map_files import OpenedMap
from vedette.view.signs import Tone

FIRST = "0101"
"""The hex on which the cursor begins."""

SIDES = "q w e a s d puts it on that side, a click on the nearest one"


class MapEditorScreen(BaseScreen[str | None]):
    """Dismissed with the id of the map that was saved, or with None."""

    DEFAULT_CSS = """
    MapEditorScreen {
        & > #body { height: 1fr; }
        & BrushList { width: 32; }
    }
    """

    def __init__(self, opened: OpenedMap) -> None:
        super().__init__()
        self._opened = opened
        self._editor = opened.editor
        self._edited = Edited(opened.drawn)
        self._stroked = False
        self._brush = self._editor.brushes[0]
        self._at = FIRST
        self._pen = False
        self._named = opened.path is not None
        self._written: Path | None = None

    def compose(self) -> ComposeResult:
        yield Banner("Map", "")
        with Horizontal(id="body"):
            yield PaintMap()
            yield BrushList(self._editor)
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(DRAWING)
        self._show()

    def _show(self) -> None:
        board = self._editor.board(self._edited.now)
        self._at = self._at if board.has(self._at) else FIRST
        self.query_one(PaintMap).show(Scene(board, cursor=self._at))
        self.query_one(BrushList).show(self._brush.id)
        size = f"{board.cols} columns, {board.rows} rows"
        self.query_one(Banner).say(" · ".join((clean(self._editor.name(self._edited.now)), size)))
        pen = " · the pen is down: every step draws" if self._pen else ""
        how = SIDES if self._brush.on == "side" else f"Space draws it, so does the mouse{pen}"
        kept = "" if self._edited.is_kept else "Not saved yet: S saves it."
        self.query_one(Prompt).show(f"{self._brush.label} · {how}", kept)

    def _say(self, text: str, tone: Tone = "bad") -> None:
        self.query_one(Prompt).say(text, tone)

    # --- drawing

    def _change(self, drawn: Any, *, begun: bool = True) -> None:
        """Another map; what one stroke of the mouse does is taken back at once, wherever in it the first change comes."""
        self._stroked = self._stroked and not begun
        self._stroked |= self._edited.change(drawn, joined=self._stroked)
        self._show()

    def _paint(self, side: str = "", *, begun: bool = True) -> None:
        self._change(self._editor.paint(self._edited.now, self._brush.id, self._at, side), begun=begun)

    def _step(self, way: str) -> None:
        """The cursor to the next hex that way; a pen that is down draws there."""
        self._at = self._editor.board(self._edited.now).next(self._at, way) or self._at
        if self._pen and self._brush.on == "hex":
            self._paint()
        else:
            self._show()

    def _take(self, brush: Brush) -> None:
        self._brush = brush
        self._show()

    async def on_key(self, event: events.Key) -> None:
        char = event.character or ""
        brush = next((brush for brush in self._editor.brushes if brush.key == char), None)
        way = STEP_KEYS.get(char)
        key = next((key.id for key in DRAWING.keys if event.key in key.keys), "")
        if not (brush or way or key):
            return
        event.stop()
        event.prevent_default()
        self._say("")
        if key:
            await self.run_action(f"walk('{event.key}')" if key == "walk" else key)
        elif brush:
            self._take(brush)
        elif way and self._brush.on == "side":
            self._paint(way)
        elif way:
            self._step(way)

    def on_paint_map_painted(self, event: PaintMap.Painted) -> None:
        self._say("")
        self._at = event.hex
        self._paint(event.side, begun=event.begun)

    def on_brush_list_taken(self, event: BrushList.Taken) -> None:
        self._take(next(brush for brush in self._editor.brushes if brush.id == event.brush))

    def action_walk(self, key: str) -> None:
        if way := arrow_way(key, self._at):
            self._step(way)

    def action_draw(self) -> None:
        if self._brush.on == "side":
            self._say("On which side? Press q, w, e, a, s or d.")
        else:
            self._paint()

    def action_pen(self) -> None:
        self._pen = not self._pen
        if self._pen and self._brush.on == "hex":
            self._paint()
        else:
            self._show()

    def action_brush(self) -> None:
        brushes = self._editor.brushes
        self._take(brushes[(brushes.index(self._brush) + 1) % len(brushes)])

    def action_undo(self) -> None:
        self._travelled(self._edited.undo(), "There is nothing to undo.")

    def action_redo(self) -> None:
        self._travelled(self._edited.redo(), "There is nothing to redo.")

    def _travelled(self, moved: bool, nothing: str) -> None:
        if not moved:
            self._say(nothing)
            return
        self._stroked = False
        self._show()

    def action_zoom(self) -> None:
        self.query_one(PaintMap).zoom_by(1, around=True)

    def action_help(self) -> None:
        self.post_message(OpenHelp(DRAWING, board=True))

    # --- size, name, file

    async def action_size(self) -> None:
        board = self._editor.board(self._edited.now)

        def resize(given: str | None) -> None:
            try:
                if given:
                    self._change(self._editor.sized(self._edited.now, given))
            except VedetteError as error:
                self._say(str(error))

        above = "What does not fit any more is cut off on the right and below."
        await self.app.push_screen(
            AskText("Columns and rows", "such as 24 18", above, f"{board.cols} {board.rows}"), resize
        )

    async def action_name(self) -> None:
        await self._ask_name(saving=False)

    async def _ask_name(self, *, saving: bool) -> None:
        async def name(given: str | None) -> None:
            if not given:
                return
            self._named = True
            self._change(self._editor.rename(self._edited.now, given[:80]))
            if saving:
                await self.action_save()

        await self.app.push_screen(
            AskText("What is the map called?", "its name", start=self._editor.name(self._edited.now)), name
        )

    async def action_save(self) -> None:
        """Write the file; one that is there already only after a question."""
        if not self._named:
            await self._ask_name(saving=True)
            return
        try:
            path = self._opened.place(self._edited.now)
            self._write(path, over=path == self._written)
        except FileExistsError:

            def write_over(yes: bool | None) -> None:
                if yes:
                    self._write(path, over=True)

            question = f"There is a {path.name} already. Overwrite it? Comments in it will be lost."
            await self.app.push_screen(Confirm(question, "overwrite it"), write_over)
        except VedetteError as error:
            self._say(str(error))

    def _write(self, path: Path, *, over: bool) -> None:
        try:
            self._opened.save(self._edited.now, path, over=over)
        except VedetteError as error:
            self._say(str(error))
            return
        self._written, self._edited.kept = path, self._edited.now
        self._show()
        self._say(f"Saved as {path}", "good")

    async def action_back(self) -> None:
        if self._edited.is_kept:
            self._leave()
            return

        def leave(yes: bool | None) -> None:
            if yes:
                self._leave()

        await self.app.push_screen(Confirm("Discard what is not saved?", "discard"), leave)

    def _leave(self) -> None:
        """Back to where one came from, or out where the screen was opened on the map."""
        if len(self.app.screen_stack) > 1:
            _ = self.dismiss(self._written.stem if self._written else None)
        else:
            self.app.exit()
