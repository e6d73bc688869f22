"""A correction before it is made: what was told and what should have been, what came of it, and what becomes of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vedette.engine.correction_forecast import Prospect
from vedette.engine.corrections import Correction
from vedette.engine.dice import TypedTotal
from vedette.engine.requests import ChoiceRequest, DiceRequest
from vedette.engine.timeline import ChoiceEntry, CommandEntry, Entry, RollEntry
from vedette.kit.words import count
from vedette.pages.corrections import LETTERS, CorrectionTool
from vedette.tui.text import Line, Said, clean, filled, fit, line, pad, rows_of, rule, spread, wrap
from vedette.tui.widgets.dice_lines import Place, Tiles
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view import correcting
from vedette.view.action_log import given
from vedette.view.command_line import as_typed
from vedette.view.dice_text import needs, pool_words

LABEL = 12  # cells before the dice, and before what was and what is now

TALL_TILES = 3
"""From so many rows on the dice are large ones, and their label stands at the middle of the first."""

WORDS = 13  # cells of what becomes of a line, where that has a column of its own

WIDE, TALL = 60, 30
"""From how many cells on there are columns, and from how many rows on air between the blocks."""

VERDICTS: Mapping[tuple[correcting.Fate, Prospect], tuple[str, str, str]] = {
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

KEYS = (
    ("Enter", "✔ Correct it, and play again all that holds", "good"),
    ("z", "go back to there instead, and play on", ""),
)
"""What can be done with a correction."""


class CorrectionPage(LineWidget):
    """Draws the entry that a tool has at hand, and what would come of a correction; a page that is too long is scrolled."""

    DEFAULT_CSS = """
    CorrectionPage { padding: 0 1; }
    """

    def __init__(self, tool: CorrectionTool, roles: Mapping[str, str], letters: Mapping[str, str]) -> None:
        """Show a tool; the letters stand for the sides."""
        super().__init__(id="about")
        self._tool, self._roles, self._letters = tool, roles, letters

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """What was told, what comes of it, as many later lines as there is room for, the score, what can be done."""
        tool = self._tool
        if tool.entry is None:
            return [line(("Nothing has been rolled yet.", "dim"))]
        air = [Line()] if height >= TALL else []
        above = [*self._told(tool.entry, width), *air]
        if tool.fault:
            return [*above, *rows_of(tool.fault, width, "bad")]
        if tool.planned is None:
            return above
        was, now = correcting.was_and_now(tool.session, tool.planned)
        above += _labelled("was", " · ".join(was) or "nothing comes of it", "dim", width)
        same = "the same" if now == was else " · ".join(now) or "nothing comes of it"
        above += _labelled("now", same, "strong", width)
        if asks := correcting.asked_on_the_way(tool.planned):
            above += _labelled("asks", asks, "warn", width)
        tally: list[Said] = []
        for what, words in correcting.counted(tool.planned, tool.found):
            sign, role, _ = VERDICTS[("waits", what) if what == "depends" else (what, "")]
            tally.append((f"{sign} {words}   ", role))
        tally = tally or [("Nothing came after it.   ", "dim")]
        below = [spread([*tally, ("nothing is erased", "dim")], [], width), *air]
        below += [*self._score(tool.planned, width), *air]
        for key, said, role in KEYS:
            leave: list[Said] = [("Esc", "key"), " leave it "] if role else []
            below.append(
                spread([(f" {key:<6}", "key"), (said, role)], leave, width, "chosen" if role else "")
            )
        later = correcting.later_lines(tool.session, tool.planned, tool.found)
        room = max(3, height - len(above) - len(below) - len(air) - 1)
        head = rule("What came after", width, count(len(later), "line"), "strong")
        # first the lines that do not hold: they are what has to be decided about; then the others, in their order
        later = sorted(later, key=lambda one: "holds" in (one.verdict, one.then))
        rows = [row for one in later for row in self._row(one, width)]
        if len(rows) > room:
            rows[room - 1 :] = [line((f"  and {len(rows) - room + 1} more", "dim"))]
        return [*above, *air, head, *rows, *below]

    def _told(self, entry: Entry, width: int) -> Iterator[Line]:
        """Who told it, the question; the dice or the options, as they were and as they are told now."""
        tool, request = self._tool, self._tool.request
        title, needed, options, chosen = given(tool.session, entry), "", [], None
        if isinstance(request, DiceRequest):
            title = request.title
            needed = " · ".join(filter(None, (pool_words(request.pool), needs(request.pool))))
        elif isinstance(request, ChoiceRequest) and isinstance(entry, ChoiceEntry):
            title, options = request.why, list(request.listed)
            chosen = entry.input.choice if tool.choice is None else tool.choice
        elif isinstance(entry, CommandEntry):
            needed = as_typed(entry.input.words)
        what = "The roll" if isinstance(request, DiceRequest) else "What was given"
        yield rule(what, width, f"line {entry.n}", "strong")
        who, role = tool.session.names().get(entry.who, "Both sides"), self._roles.get(entry.who, "")
        head = (f" {clean(who)} ", f"{role}-block" if role else "strong"), (f" {clean(title)}", "strong")
        beside = f"  {clean(needed)}", "dim"
        fits = line(*head, beside).width <= width
        yield Line(filled((*head, beside) if fits else head, width))
        yield from () if fits else rows_of(needed, width, "dim")
        if isinstance(request, DiceRequest) and isinstance(entry, RollEntry):
            before, now = self._places(request, entry)
            yield Line()
            yield from _dice("as it was", before, request.pool.sides, width)
            yield from _dice("as it lay", now, request.pool.sides, width)
        values = [option.value for option in options]
        at = values.index(chosen) if chosen in values else 0
        for i, (letter, option) in enumerate(zip(LETTERS, options, strict=False)):
            yield line(
                (f" {letter} ", "key"),
                (fit(clean(option.label), width - 3), "strong" if i == at else ""),
                ground="chosen" if i == at else "",
            )

    def _places(self, request: DiceRequest, entry: RollEntry) -> tuple[Sequence[Place], Sequence[Place]]:
        """The dice as they were told, and as they are told now."""
        dice, answer = self._tool.dice, entry.input.answer
        if dice is None:
            typed = self._tool.total.digits if self._tool.total else ""
            number = answer.number if isinstance(answer, TypedTotal) else 0
            return (Place(number),), (Place(None, cursor=True, typing=typed),)
        then = [die.face for die in answer] if isinstance(answer, tuple) else []
        place = request.again if request.roll else range(len(then))
        before = [
            Place(face, request.pool.mark(face, at), faint=True) for face, at in zip(then, place, strict=True)
        ]
        now = [
            Place(
                face,
                "" if face is None else request.pool.mark(face, at),
                earlier=(old,) if face not in (old, None) else (),
                cursor=i == min(dice.cursor, len(then) - 1),
                typing=dice.digits if i == dice.cursor else "",
            )
            for i, (face, old, at) in enumerate(zip(dice.places, then, place, strict=True))
        ]
        return before, now

    def _row(self, one: correcting.LaterLine, width: int) -> Iterator[Line]:
        """A later line with what becomes of it, and why: beside it where there is room."""
        sign, role, words = VERDICTS[one.verdict, one.then]
        struck = "struck dim" if "falls away" in (one.verdict, one.then) else ""
        letter = f"{self._letters.get(one.who, ' ')} ", self._roles.get(one.who, "")
        lead = (f"{sign} ", role), (f"{one.n:>4} ", "dim"), letter
        if width < WIDE:
            yield Line(filled((*lead, (f"{clean(one.text)}  ", struck), (words, role)), width))
            yield from (line(" " * 9, (row, "dim")) for row in wrap(clean(one.why), width - 9) if one.why)
            return
        text = width - 9 - WORDS - 2
        text = text if not one.why else min(text, width * 2 // 5)
        rest = width - 9 - text - WORDS - 2
        why = wrap(clean(one.why), rest) if one.why else ("",)
        head = (pad(clean(one.text), text), struck), (f"  {pad(words, WORDS)}", role)
        yield Line(filled((*lead, *head, (why[0], "dim")), width))
        yield from (line(" " * (width - rest), (row, "dim")) for row in why[1:])

    def _score(self, planned: Correction[Any], width: int) -> Iterator[Line]:
        scores = correcting.scores_after(self._tool.session, planned)
        if not scores:
            return
        yield rule("Score afterwards", width)
        said: list[Said] = []
        for one in scores:
            said.append((clean(one.name), self._roles.get(one.side, "")))
            changed = f"  {one.now} ", ("becomes ", "bad"), (f"{one.then}    ", "strong")
            said += changed if one.now != one.then else (f"  {one.now}, no change    ",)
        yield Line(filled(said, width))


def _dice(label: str, places: Sequence[Place], sides: int, width: int) -> Iterator[Line]:
    tiles = Tiles(places, sides).best(width - LABEL, 5)
    for i, row in enumerate(tiles):
        head = label if i == (1 if len(tiles) >= TALL_TILES else 0) else ""
        yield line((head.ljust(LABEL), "strong" if label != "as it was" else "dim"), *row.pieces)


def _labelled(label: str, text: str, role: str, width: int) -> Iterator[Line]:
    for i, row in enumerate(wrap(clean(text), width - LABEL)):
        yield line(((label if i == 0 else "").ljust(LABEL), "dim"), (row, role))
