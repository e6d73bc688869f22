"""A correction before it is made: what was told and what should have been, what came of it, and what becomes of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vedette.engine.corrections import Verdict
from vedette.engine.record import record
from vedette.tui.text import Line, Piece, clean, filled, fit, line, rule, wrap
from vedette.tui.widgets.dice_lines import Place, Tiles
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.correcting import LaterLine

LABEL = 12
"""Cells before the dice, and before what was and what is now."""

VERDICTS: Mapping[Verdict, tuple[str, str]] = {
    "holds": ("✔", "good"),
    "asked again": ("?", "warn"),
    "falls away": ("✘", "bad"),
    "waits": ("…", "dim"),
}
"""The sign and the colour of what becomes of a line."""


@record
class Told:
    """What is corrected: who told it, of which entry, the question; dice or options, as they were and as they are typed."""

    who: str
    role: str
    n: int
    title: str
    needs: str = ""
    sides: int = 0
    before: tuple[Place, ...] = ()
    now: tuple[Place, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    chosen: str = ""


@record
class Effects:
    """What would come of it: was and now, the later lines, their summary; `fault` is what stands against it."""

    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    later: tuple[LaterLine, ...] = ()
    summary: str = ""
    fault: str = ""


class CorrectionPage(LineWidget):
    """Draws a correction; a page that is too long is scrolled."""

    DEFAULT_CSS = """
    CorrectionPage { padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: Told | None = None
        self._effects = Effects()
        self._roles: Mapping[str, str] = {}
        self._letters: Mapping[str, str] = {}

    def show(
        self, told: Told | None, effects: Effects, roles: Mapping[str, str], letters: Mapping[str, str]
    ) -> None:
        """Show a correction; the letters stand for the sides."""
        self._told, self._effects, self._roles, self._letters = told, effects, roles, letters
        self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """What was told, what comes of it, what becomes of the rest."""
        if self._told is None:
            return [line(("Nothing has been rolled yet.", "dim"))]
        return [*_told(self._told, width), *self._came(width), *self._later(width)]

    def _came(self, width: int) -> Iterator[Line]:
        effects = self._effects
        if effects.fault:
            yield Line()
            yield from (line((row, "bad")) for row in wrap(clean(effects.fault), width))
            return
        if not effects.summary:
            return
        yield Line()
        for label, rows, role in (("was", effects.was, "dim"), ("now", effects.now, "strong")):
            yield from _labelled(label, "; ".join(rows) or "nothing comes of it", role, width)

    def _later(self, width: int) -> Iterator[Line]:
        """Every later line that can be judged; first those that do not hold: they are what has to be decided about."""
        effects = self._effects
        if not effects.summary or effects.fault:
            return
        yield Line()
        yield rule("What came after", width)
        yield from (line((row, "strong")) for row in wrap(effects.summary, width))
        judged = [one for one in effects.later if one.verdict != "waits"]
        for one in sorted(judged, key=lambda one: one.verdict == "holds"):
            sign, role = VERDICTS[one.verdict]
            letter = self._letters.get(one.who, " ")
            pieces = [
                Piece(f"{sign} ", role),
                Piece(f"{one.n:>4} ", "dim"),
                Piece(f"{letter} ", self._roles.get(one.who, "")),
                Piece(f"{clean(one.text)}  ", "struck dim" if one.verdict == "falls away" else ""),
                Piece(one.verdict, role),
            ]
            yield Line(filled(pieces, width))
            if one.why:
                yield from (line(" " * 9, (row, "dim")) for row in wrap(clean(one.why), width - 9))


def _told(told: Told, width: int) -> Iterator[Line]:
    yield rule("What was told", width, f"line {told.n}", "strong")
    yield line(
        (f" {clean(told.who)} ", f"{told.role}-block" if told.role else "strong"),
        " ",
        (fit(clean(told.title), width), "strong"),
    )
    if told.needs:
        yield from (line((row, "dim")) for row in wrap(clean(told.needs), width))
    if told.before:
        yield Line()
        yield from _dice("as told", told.before, told.sides, width)
        yield from _dice("as it lay", told.now, told.sides, width)
    for key, label in told.options:
        at = key == told.chosen
        yield line(
            (f" {key} ", "key"),
            (fit(clean(label), width - 3), "strong" if at else ""),
            ground="chosen" if at else "",
        )


def _dice(label: str, places: Sequence[Place], sides: int, width: int) -> Iterator[Line]:
    tiles = Tiles(places, sides).best(width - LABEL, 5)
    for i, row in enumerate(tiles):
        head = label if i == min(1, len(tiles) - 1) else ""
        yield Line((Piece(head.ljust(LABEL), "strong" if label != "as told" else "dim"), *row.pieces))


def _labelled(label: str, text: str, role: str, width: int) -> Iterator[Line]:
    for i, row in enumerate(wrap(clean(text), width - LABEL)):
        yield line(((label if i == 0 else "").ljust(LABEL), "dim"), (row, role))
