"""A map drawn by lines: a brush, and the hexes or ways where it draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.kit.words import count
from vedette.plain.answers import direction_said
from vedette.plain.map import around, hex_line
from vedette.plain.speech import WAYS, spoken, spoken_sentence
from vedette.plain.talk import CancelledError, Talk
from vedette.plain.words import Dialogue, Word, by_name
from vedette.view.board import Board
from vedette.view.editors import Brush, Edited
from vedette.view.map_files import OpenedMap

HOW = (
    "A brush and hexes draw there, such as 1 0503 0504; after a hex directions go on from it, such as 1 0503 n ne. "
    "With a brush for walls, directions are the sides of the hex. Also map, hex, size, name, undo, save and help."
)
"""How to draw."""

LONGEST_NAME = 80


class MapTalk(Dialogue):
    """A map; `saved` is where it was written, None while it is not."""

    def __init__(self, opened: OpenedMap, talk: Talk) -> None:
        super().__init__(talk)
        self._opened = opened
        self._editor = opened.editor
        self._drawn: Edited[Any] = Edited(opened.drawn)
        self._named = opened.path is not None
        self._at = ""
        self.saved: Path | None = None

    @property
    def _board(self) -> Board:
        return self._editor.board(self._drawn.now)

    def hold(self) -> None:
        self.tell("")
        self.brushes("")
        self.talk.teach(HOW)
        super().hold()

    # --- drawing

    def take(self, line: str) -> None:
        brush, places = self._brush(line)
        if not places:
            raise CommandError(f"{spoken(brush.label)}: say the hexes where it draws, such as 0503.")
        drawn, at, done = self._drawn.now, self._at, list[str]()
        for word in places:
            way = direction_said(word)
            if way and not at:
                raise CommandError("Say a hex first; directions go on from it.")
            if way is None or brush.on == "hex":
                at = self._board.next(at, way) if way else word
            if not self._board.has(at):
                raise CommandError(f"“{shown(word)}” is not a hex of this map.")
            if brush.on == "hex" or way:
                drawn = self._editor.paint(drawn, brush.id, at, way or "")
                done.append(f"{at} {WAYS[way]}" if way and brush.on == "side" else at)
        self._at = at
        changed = self._drawn.change(drawn)
        self.talk.say(spoken_sentence(f"{brush.label}: {', '.join(done)}") if changed else "Nothing changes.")

    def _brush(self, line: str) -> tuple[Brush, list[str]]:
        """The brush that a line begins with: by its key, or by its words; and the rest of the line."""
        words = line.split()
        for brush in self._editor.brushes:
            label = spoken(brush.label).casefold().split()
            if [word.casefold() for word in words[: len(label)]] == label:
                return brush, words[len(label) :]
        found = next((brush for brush in self._editor.brushes if words and brush.key == words[0]), None)
        if found is None:
            raise CommandError(f"“{shown(line)}” begins with no brush and no word; brushes tells them.")
        return found, words[1:]

    def brushes(self, rest: str) -> None:
        groups: dict[str, list[str]] = {}
        for brush in self._editor.brushes:
            groups.setdefault(brush.group, []).append(f"{brush.key} {spoken(brush.label)}")
        self.talk.say(
            *(spoken_sentence(f"{group or 'Brushes'}: {', '.join(told)}") for group, told in groups.items())
        )

    def undo(self, rest: str) -> None:
        self._travelled(self._drawn.undo, "There is nothing to undo.")

    def redo(self, rest: str) -> None:
        self._travelled(self._drawn.redo, "There is nothing to redo.")

    def _travelled(self, move: Callable[[], bool], nothing: str) -> None:
        before = list(self._lines())
        if not move():
            raise CommandError(nothing)
        now = list(self._lines())
        gone = (f"No longer {line}" for line in before if line not in now)
        self.talk.say(*gone, *(line for line in now if line not in before))

    # --- looking

    def tell(self, rest: str) -> None:
        self.talk.say(*self._lines())

    def _lines(self) -> Iterator[str]:
        """The map's name and size, then ground by ground where it is, zones and walls."""
        board = self._board
        size = f"{count(board.cols, 'column')} and {count(board.rows, 'row')}"
        yield spoken_sentence(f"{self._editor.name(self._drawn.now)}: {size}")
        zones = {brush.sign: brush.label for brush in self._editor.brushes if brush.sign}
        drawn: dict[str, list[str]] = {}
        for place, cell in board.cells.items():
            drawn.setdefault(cell.words or cell.ground, []).append(place)
        for place, zone in board.zones.items():
            drawn.setdefault(zones.get(zone, zone), []).append(place)
        for edge in board.edges:
            drawn.setdefault(edge.told, []).append(f"{edge.hex} {WAYS[edge.side]}")
        yield from (spoken_sentence(f"{what}: {', '.join(sorted(places))}") for what, places in drawn.items())

    def hex(self, rest: str) -> None:
        if not self._board.has(rest):
            raise CommandError(f"“{shown(rest)}” is not a hex of this map.")
        self.talk.say(hex_line(self._board, rest, "", lambda place: ""), *around(self._board, rest))

    # --- size, name, file

    def size(self, rest: str) -> None:
        self._drawn.change(self._editor.sized(self._drawn.now, rest or self.ask("Columns and rows?")))
        self.tell("")

    def name(self, rest: str) -> None:
        name = rest or self.ask("What is the map called?")
        if name:
            self._drawn.change(self._editor.rename(self._drawn.now, name[:LONGEST_NAME]))
            self._named = True
            self.talk.say(spoken_sentence(self._editor.name(self._drawn.now)))

    def save(self, rest: str) -> None:
        if not self._named:
            self.name(rest)
        path = self._opened.place(self._drawn.now)
        try:
            self._opened.save(self._drawn.now, path, over=path == self.saved)
        except FileExistsError:
            if not self.talk.sure(
                f"There is a {path.name} already. Overwrite it? Comments in it will be lost."
            ):
                self.talk.say("Nothing is saved.")
                return
            self._opened.save(self._drawn.now, path, over=True)
        self.saved, self._drawn.kept = path, self._drawn.now
        self.talk.say(f"Saved as {path}")

    def leave(self, rest: str) -> None:
        if not (self._drawn.is_kept or self.talk.sure("Discard what is not saved?")):
            return
        if self.saved is None:
            raise CancelledError
        self.over = True


MapTalk.words = by_name(
    (
        Word("brushes", "", "what can be drawn.", MapTalk.brushes),
        Word("map", "", "everything that is drawn.", MapTalk.tell),
        Word("hex", "HEX", "what is in a hex and around it.", MapTalk.hex),
        Word("size", "[COLUMNS ROWS]", "how many columns and rows the map has.", MapTalk.size),
        Word("name", "[NAME]", "what the map is called.", MapTalk.name),
        Word("undo", "", "take the last line back.", MapTalk.undo),
        Word("redo", "", "do it again.", MapTalk.redo),
        Word("save", "[NAME]", "write the map's file.", MapTalk.save),
        Word("stop", "", "leave the map.", MapTalk.leave),
        Word("cancel", "", "the same.", MapTalk.leave),
        Word("help", "[WORD]", "these words.", MapTalk.help),
    )
)
