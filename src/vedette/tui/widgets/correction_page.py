"""A correction before it is made: what was told and what should have been, what came of it, and what becomes of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from vedette.engine.correction_forecast import Prospect
from vedette.tui.text import Line, Piece, clean, ends, filled, fit, line, pad, rule, wrap
from vedette.tui.widgets.dice_lines import Place, Tiles
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view.correcting import Counted, Fate, LaterLine, ScoreAfter

LABEL = 12
"""Cells before the dice, and before what was and what is now."""

TALL_TILES = 3
"""From so many rows on the dice are large ones, and their label stands at the middle of the first."""

WORDS = 13
"""Cells of what becomes of a line, where that has a column of its own."""

WIDE, TALL = 60, 30
"""From how many cells on there are columns, and from how many rows on air between the blocks."""

VERDICTS: Mapping[tuple[Fate, Prospect], tuple[str, str, str]] = {
    ("holds", ""): ("✔", "good", "holds"),
    ("changes", ""): ("✔", "warn", "differs"),
    ("asked again", ""): ("?", "warn", "asked again"),
    ("falls away", ""): ("✘", "bad", "falls away"),
    ("waits", "holds"): ("✔", "good", "can be played"),
    ("waits", "depends"): ("?", "warn", "depends on it"),
    ("waits", "falls away"): ("✘", "bad", "falls anyway"),
    ("waits", ""): ("…", "dim", "waits"),
}
"""The sign, the colour and the words of what becomes of a line, and of one that waits whatever the answer is."""

COUNTS: Mapping[Counted, tuple[str, str]] = {
    "holds": ("✔", "good"),
    "changes": ("✔", "warn"),
    "asked again": ("?", "warn"),
    "falls away": ("✘", "bad"),
    "depends": ("?", "warn"),
    "waits": ("…", "dim"),
}
"""The sign and the colour of lines that are counted."""

KEYS = (
    ("Enter", "✔ Correct it, and play again all that holds", "good"),
    ("z", "go back to there instead, and play on", ""),
)
"""What can be done with a correction."""


class Corrected(Struct, frozen=True):
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


class Effects(Struct, frozen=True):
    """What would come of it: was and now, the later lines, how many fare how, the scores; `fault` stands against it.

    `known` is false while nothing has been told anew.
    """

    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    later: tuple[LaterLine, ...] = ()
    counts: tuple[tuple[Counted, str], ...] = ()
    asks: str = ""
    scores: tuple[ScoreAfter, ...] = ()
    fault: str = ""
    known: bool = False


class CorrectionPage(LineWidget):
    """Draws a correction; a page that is too long is scrolled."""

    DEFAULT_CSS = """
    CorrectionPage { padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: Corrected | None = None
        self._effects = Effects()
        self._roles: Mapping[str, str] = {}
        self._letters: Mapping[str, str] = {}

    def show(
        self, told: Corrected | None, effects: Effects, roles: Mapping[str, str], letters: Mapping[str, str]
    ) -> None:
        """Show a correction; the letters stand for the sides."""
        self._told, self._effects, self._roles, self._letters = told, effects, roles, letters
        self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """What was told, what comes of it, as many later lines as there is room for, the score, what can be done."""
        if self._told is None:
            return [line(("Nothing has been rolled yet.", "dim"))]
        air = [Line()] if height >= TALL else []
        above = [*_told(self._told, width), *air, *self._came(width)]
        if not self._effects.known:
            return above
        below = [*self._counts(width), *air, *self._score(width), *air, *_keys(width)]
        room = max(3, height - len(above) - len(below) - len(air) - 1)
        lines = len(self._effects.later)
        head = rule("What came after", width, f"{lines} line{'' if lines == 1 else 's'}", "strong")
        return [*above, *air, head, *self._later(width, room), *below]

    def _came(self, width: int) -> Iterator[Line]:
        effects = self._effects
        if effects.fault:
            yield from (line((row, "bad")) for row in wrap(clean(effects.fault), width))
        elif effects.known:
            now = ("the same",) if effects.now == effects.was else effects.now
            for label, rows, role in (("was", effects.was, "dim"), ("now", now, "strong")):
                yield from _labelled(label, " · ".join(rows) or "nothing comes of it", role, width)
            if effects.asks:
                yield from _labelled("asks", effects.asks, "warn", width)

    def _later(self, width: int, room: int) -> Iterator[Line]:
        """First the lines that do not hold: they are what has to be decided about; then the others, in their order."""
        later = sorted(self._effects.later, key=lambda one: "holds" in (one.verdict, one.then))
        rows = [row for one in later for row in self._row(one, width)]
        if len(rows) <= room:
            yield from rows
            return
        yield from rows[: room - 1]
        yield line((f"  and {len(rows) - room + 1} more", "dim"))

    def _row(self, one: LaterLine, width: int) -> Iterator[Line]:
        """A later line with what becomes of it, and why: beside it where there is room."""
        sign, role, words = VERDICTS[one.verdict, one.then]
        struck = "struck dim" if "falls away" in (one.verdict, one.then) else ""
        letter = Piece(f"{self._letters.get(one.who, ' ')} ", self._roles.get(one.who, ""))
        lead = (Piece(f"{sign} ", role), Piece(f"{one.n:>4} ", "dim"), letter)
        if width < WIDE:
            yield Line(filled((*lead, Piece(f"{clean(one.text)}  ", struck), Piece(words, role)), width))
            yield from (line(" " * 9, (row, "dim")) for row in wrap(clean(one.why), width - 9) if one.why)
            return
        text = width - 9 - WORDS - 2
        text = text if not one.why else min(text, width * 2 // 5)
        rest = width - 9 - text - WORDS - 2
        why = wrap(clean(one.why), rest) if one.why else ("",)
        head = (Piece(pad(clean(one.text), text), struck), Piece(f"  {pad(words, WORDS)}", role))
        yield Line(filled((*lead, *head, Piece(why[0], "dim")), width))
        yield from (line(" " * (width - rest), (row, "dim")) for row in why[1:])

    def _counts(self, width: int) -> Iterator[Line]:
        """How many lines fare how; that nothing is erased."""
        pieces: list[Piece] = []
        for what, words in self._effects.counts:
            sign, role = COUNTS[what]
            pieces.append(Piece(f"{sign} {words}   ", role))
        pieces = pieces or [Piece("Nothing came after it.   ", "dim")]
        yield Line(filled((*pieces, Piece("nothing is erased", "dim")), width))

    def _score(self, width: int) -> Iterator[Line]:
        scores = self._effects.scores
        if not scores:
            return
        yield rule("Score afterwards", width)
        pieces: list[Piece] = []
        for one in scores:
            pieces.append(Piece(clean(one.name), self._roles.get(one.side, "")))
            changed = (Piece(f"  {one.now} "), Piece("becomes ", "bad"), Piece(f"{one.then}    ", "strong"))
            pieces += changed if one.now != one.then else (Piece(f"  {one.now}, no change    "),)
        yield Line(filled(pieces, width))


def _keys(width: int) -> Iterator[Line]:
    for key, what, role in KEYS:
        leave = (Piece("Esc", "key"), Piece(" leave it ", "")) if role else ()
        yield Line(
            ends((Piece(f" {key:<6}", "key"), Piece(what, role)), leave, width), "chosen" if role else ""
        )


def _told(told: Corrected, width: int) -> Iterator[Line]:
    yield rule("The roll" if told.before else "What was given", width, f"line {told.n}", "strong")
    head = [
        Piece(f" {clean(told.who)} ", f"{told.role}-block" if told.role else "strong"),
        Piece(f" {clean(told.title)}", "strong"),
    ]
    needs, used = clean(told.needs), sum(len(piece.text) for piece in head)
    if used + len(needs) + 2 <= width:
        yield Line(filled((*head, Piece(f"  {needs}", "dim")), width))
    else:
        yield Line(filled(head, width))
        yield from (line((row, "dim")) for row in wrap(needs, width))
    if told.before:
        yield Line()
        yield from _dice("as it was", told.before, told.sides, width)
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
        head = label if i == (1 if len(tiles) >= TALL_TILES else 0) else ""
        yield Line((Piece(head.ljust(LABEL), "strong" if label != "as it was" else "dim"), *row.pieces))


def _labelled(label: str, text: str, role: str, width: int) -> Iterator[Line]:
    for i, row in enumerate(wrap(clean(text), width - LABEL)):
        yield line(((label if i == 0 else "").ljust(LABEL), "dim"), (row, role))
