"""A correction before it is made: the dice as typed and as they lay, what came of them, and what becomes of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from vedette.engine.correction_forecast import Prospect
from vedette.engine.corrections import Correction
from vedette.engine.dice import Die, Roll, TypedTotal
from vedette.engine.requests import ChoiceRequest, DiceRequest
from vedette.engine.timeline import ChoiceEntry, CommandEntry, Entry, RollEntry
from vedette.kit.words import count
from vedette.pages.corrections import LETTERS, CorrectionTool
from vedette.tui.sides import called
from vedette.tui.text import (
    Line,
    Piece,
    Said,
    clean,
    filled,
    fit,
    framed,
    line,
    pad,
    rows_of,
    rule,
    spread,
    wrap,
)
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.cards import bar
from vedette.tui.widgets.dice_lines import Place, Tiles
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view import correcting
from vedette.view.action_log import given
from vedette.view.dice_text import needs, outcome, pool_words
from vedette.view.loss_impact import UnitLoss
from vedette.view.signs import GONE, TAKEN_BACK

LABEL = 6  # cells before what was and what is now
DICE = 15  # cells before the dice
BESIDE = 42  # cells before what the dice came to
NAME = 14  # cells of a side or a unit before its numbers
VERDICT = 13  # cells of what becomes of a line
NUMBERS = 9  # cells of the sign and the numbers of lines, `✔ 114-115`

WIDE, ROOMY = 60, 30
"""From how many cells on there are columns, and from how many rows on free ones between the blocks."""

MOST_LINES = 12  # rows of later lines, where there is room for more than that

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


class CorrectionHead(Banner):
    """Who is called upon and where the game stands; below it the roll at hand, and what of it is different now."""

    DEFAULT_CSS = "CorrectionHead { height: 2; padding: 0; }"

    def __init__(self, tool: CorrectionTool, roles: Mapping[str, str]) -> None:
        super().__init__(tool.title, "")
        self._tool, self._roles = tool, roles

    def draw(self, width: int, height: int) -> list[Line]:
        tool = self._tool
        side, _ = tool.controller.called
        role, name = self._roles.get(side, ""), tool.session.names().get(side, "")
        who = f"{called(clean(name), role)}│ " if role else " "
        where = clean(tool.controller.table.round)
        said = f"{who}Correct a roll: nothing changes before Enter"
        head = spread([said], [f"{where} "], width)
        block = f"{role}-block strong" if role else "ink-block strong"
        above = Line(tuple(replace(piece, role=block) for piece in head.pieces))
        if tool.entry is None:
            return [above, Line()]
        row, line_now = tool.row(tool.entry), f"log {tool.session.timeline.head} "
        left: list[Said] = [
            (f" {TAKEN_BACK} ", "warn strong"),
            (f"log {row.id}, {clean(row.cells[0])}", "warn strong"),
            (f"   {tool.misread}", ""),
        ]
        return [above, spread(left, [(line_now, "dim")], width, "warn-ground")]


class CorrectionPage(LineWidget):
    """Draws the entry that a tool has at hand, and what would come of a correction; a page that is too long is scrolled."""

    DEFAULT_CSS = "CorrectionPage { padding: 1 1 0 1; }"

    def __init__(self, tool: CorrectionTool, roles: Mapping[str, str], letters: Mapping[str, str]) -> None:
        super().__init__(id="about")
        self._tool, self._roles, self._letters = tool, roles, letters

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The roll, what comes of it, what becomes of the later lines, the score and the units, what Enter does."""
        tool, planned = self._tool, self._tool.planned
        if tool.entry is None:
            return [line(("Nothing has been rolled yet.", "dim"))]
        air = [Line()] if height >= ROOMY else []
        made = [*self._told(tool.entry, width), *air]
        if tool.fault:
            return [*made, *rows_of(tool.fault, width, "bad")]
        if planned is None:
            return [*made, line((tool.what_to_do, "dim"))]
        was, now = correcting.was_and_now(tool.session, planned)
        made.append(line(("─" * width, "edge")))
        made += _labelled("was", " · ".join(was) or "nothing comes of it", "dim", "dim", width)
        same = "the same" if now == was else " · ".join(now) or "nothing comes of it"
        made += _labelled("now", same, "strong", "strong", width)
        if asks := correcting.asked_on_the_way(planned):
            made += _labelled("asks", asks, "warn", "warn strong", width)
        commit = self._commit(planned, width, height)
        score = self._score(planned, width)
        units = self._units(correcting.units_after(tool.session, planned), width)
        room = height - len(made) - len(commit) - len(score) - len(air) * (1 + bool(score) + bool(units))
        if room - len(units) < len(self._folded(planned)) + 2:  # the cards tell it
            units = []
        later = self._later(planned, width, max(3, room - len(units)))
        for block in (later, score, units):
            made += [*air, *block] if block else []
        return [*made, *[Line()] * (height - len(made) - len(commit)), *commit]

    def _told(self, entry: Entry, width: int) -> Iterator[Line]:
        """Whose it is, the question; the dice as they were typed and as they lay, or the options."""
        tool, request = self._tool, self._tool.request
        title, wanted, options, chosen = given(tool.session, entry), "", [], None
        if isinstance(request, DiceRequest):
            title = f"{request.title}  {pool_words(request.pool)}"
            wanted = needs(request.pool)
        elif isinstance(request, ChoiceRequest) and isinstance(entry, ChoiceEntry):
            title, options = request.why, list(request.listed)
            chosen = entry.input.choice if tool.choice is None else tool.choice
        elif isinstance(entry, CommandEntry):
            wanted = tool.open_words(entry)
        who, role = tool.session.names().get(entry.who, "Both sides"), self._roles.get(entry.who, "")
        head = (f" {clean(who)} ", f"{role}-block" if role else "ink-block"), (f" {clean(title)}", "strong")
        beside = f"   {clean(wanted)}", "dim"
        fits = line(*head, beside).width <= width
        yield Line(filled((*head, beside) if fits else head, width))
        yield from () if fits else rows_of(wanted, width, "dim")
        if isinstance(request, DiceRequest) and isinstance(entry, RollEntry):
            yield from self._dice(request, entry, width)
        values = [option.value for option in options]
        at = values.index(chosen) if chosen in values else 0
        for i, (letter, option) in enumerate(zip(LETTERS, options, strict=False)):
            named = fit(clean(option.label), width - 3), "strong" if i == at else ""
            yield line((f" {letter} ", "key"), named, ground="chosen" if i == at else "")

    def _dice(self, request: DiceRequest, entry: RollEntry, width: int) -> Iterator[Line]:
        """Both rows of dice, each with what it came to; which die is different now."""
        before, now = self._places(request, entry)
        narrow = width < WIDE
        both = ("as typed", "", before, "dim"), ("as it lay", "type the face", now, "strong")
        for label, hint, places, style in both:
            tiles = Tiles(places, request.pool.sides).small(width - DICE)
            came = self._came(request, places)
            changed = self._tool.changed if hint else ""
            yield Line()
            for i in range(max(len(tiles), 2 if hint and not narrow else 1)):
                left = label if i == 0 else hint if i == 1 else ""
                row = list(tiles[i].pieces) if i < len(tiles) else []
                beside = (came, style) if i == 0 else (changed, "key")
                said: list[Said] = [(left.ljust(DICE), style if i == 0 else "dim"), *row]
                at = max(BESIDE, line(*said).width + 3)
                if at + len(beside[0]) <= width:
                    said = [*filled(said, at), beside]
                yield line(*said)

    def _came(self, request: DiceRequest, places: Sequence[Place]) -> str:
        """What the faces come to, where all are there and no others were kept."""
        faces = [place.face for place in places if place.face is not None]
        if request.roll is not None or len(faces) != len(places) or self._tool.dice is None:
            return ""
        roll = Roll(request.why, request.side, request.pool, tuple(map(Die, faces)))
        return outcome(roll, self._tool.session.ruleset.view.story)

    def _places(self, request: DiceRequest, entry: RollEntry) -> tuple[Sequence[Place], Sequence[Place]]:
        dice, answer = self._tool.dice, entry.input.answer
        if dice is None:
            typed = self._tool.total.digits if self._tool.total else ""
            number = answer.number if isinstance(answer, TypedTotal) else 0
            return (Place(number),), (Place(None, cursor=True, typing=typed),)
        then = [die.face for die in answer] if isinstance(answer, tuple) else []
        place = request.again if request.roll else range(len(then))
        costs = request.why in self._tool.session.ruleset.view.story.saves
        mark, pairs = request.pool.mark, zip(then, place, strict=True)
        before = [Place(face, mark(face, at), costs=costs) for face, at in pairs]
        now = [
            Place(
                face,
                "" if face is None else mark(face, at),
                cursor=i == min(dice.cursor, len(then) - 1),
                typing=dice.digits if i == dice.cursor else "",
                costs=costs,
            )
            for i, (face, at) in enumerate(zip(dice.places, place, strict=True))
        ]
        return before, now

    # --- what came after

    def _folded(self, planned: Correction[Any]) -> list[list[correcting.LaterLine]]:
        tool = self._tool
        later = correcting.later_lines(tool.session, planned, tool.found)
        return [[one] for one in later] if tool.opened else correcting.folded(later)

    def _later(self, planned: Correction[Any], width: int, room: int) -> list[Line]:
        """How many lines hold, change and fall away; then each that does not hold, and the rest as ranges."""
        tool, ranges = self._tool, self._folded(planned)
        made = [rule("What came after", width, count(len(planned.later), "line"))]
        tally: list[Said] = []
        for what, words in correcting.counted(planned, tool.found):
            sign, role, _ = VERDICTS[("waits", what) if what == "depends" else (what, "")]
            tally.append((f"{sign} {words}     ", f"{role} strong"))
        made.append(Line(filled(tally or [("Nothing came after it.", "dim")], width)))
        rows = [row for ranged in ranges for row in self._range(ranged, width)]
        folds = any(len(ranged) > 1 for ranged in ranges)
        room = min(room - len(made) - folds, max(MOST_LINES, room // 2))
        if len(rows) > room:  # first what does not hold: it is what has to be decided about
            ranges = sorted(ranges, key=lambda one: "holds" in (one[0].verdict, one[0].then))
            rows = [row for ranged in ranges for row in self._range(ranged, width)]
            rows[room - 1 :] = [line((f"  and {len(rows) - room + 1} more", "dim"))]
        if folds or tool.opened:
            words = " opens the lines that hold" if not tool.opened else " folds the lines that hold"
            rows.append(line(" " * (NUMBERS + 3), ("+", "key"), (words, "dim")))
        return [*made, *rows]

    def _range(self, lines: Sequence[correcting.LaterLine], width: int) -> Iterator[Line]:
        """A later line with what becomes of it, and why beside it where there is room; or several that hold."""
        one, last = lines[0], lines[-1]
        sign, role, words = VERDICTS[one.verdict, one.then]
        many, folds = len(lines) > 1, "falls away" in (one.verdict, one.then)
        numbers = f"{one.n}-{last.n}" if many else str(one.n)
        letter = " " if many else self._letters.get(one.who, " ")
        text = count(len(lines), "line") if many else clean(one.text)
        lead: list[Said] = [
            (f"{sign} ", f"{role} strong"),
            (numbers.rjust(NUMBERS - 2), "dim"),
            (f" {letter}", f"{self._roles.get(one.who, '')} strong"),
            ("│ ", "edge"),
        ]
        indent = NUMBERS + 4
        style = "dim" if many else "struck dim" if folds else ""
        verdict = ("hold" if many and words == "holds" else words), "dim" if many else role
        if width < WIDE:
            yield Line(filled((*lead, (f"{text}  ", style), verdict), width))
            why = wrap(clean(one.why), width - indent) if one.why else ()
            yield from (line(" " * indent, (row, "dim")) for row in why)
            return
        size = min(60, (width - indent - VERDICT - 2) * 3 // 5)
        rest = width - indent - size - VERDICT - 2
        why = wrap(clean(one.why), max(10, rest)) if one.why and not many else ("",)
        said = (pad(text, size), style), (f"  {pad(verdict[0], VERDICT)}", verdict[1]), (why[0], "dim")
        yield Line(filled((*lead, *said), width))
        yield from (line(" " * (width - rest), (row, "dim")) for row in why[1:])

    def _score(self, planned: Correction[Any], width: int) -> list[Line]:
        scores = correcting.scores_after(self._tool.session, planned)
        if not scores:
            return []
        made = [rule("Score afterwards", width)]
        size = max(NAME, *(len(clean(one.name)) + 2 for one in scores))
        for one in scores:
            name = pad(clean(one.name), size), f"{self._roles.get(one.side, '')} strong".strip()
            is_same = one.now == one.then
            change: list[Said] = [(one.now, ""), ("   no change", "dim")]
            if not is_same:
                change = [(one.now, ""), (" → ", "dim"), (one.then, "bad strong")]
            if line(name, *change).width <= width:
                made.append(line(name, *change))
            elif is_same:
                made.append(line(name, (one.now.partition(",")[0], ""), *change[1:]))
            else:
                then = fit(one.then, width - size), "bad strong"
                made.append(line(name, (fit(one.now, width - size), "dim")))
                made.append(line(" " * (size - 2), ("→ ", "dim"), then))
        return made

    def _units(self, losses: Sequence[UnitLoss], width: int) -> list[Line]:
        """Every unit that would have more or less than now, as its card shows it."""
        if not losses:
            return []
        made = [rule("Units", width)]
        for loss in losses:
            old, new = loss.before, loss.after
            gone = new.standing == "gone"
            left: Said = (GONE, "bad strong") if gone else (f"{new.value}", f"{new.hurt} strong")
            of = f"  {old.value}/{old.full} → ", ""
            cells = min(max(NAME, len(old.name) + 2), width // 3)
            name = pad(clean(old.name), cells), f"{self._roles.get(old.side, '')} strong"
            room = (width - line(name, of, left).width - 4) // 2
            blocks = [*bar(old, room), Piece(" → ", "dim"), *bar(replace(new, standing="here"), room)]
            fits = line(name, *blocks, of, left).width <= width
            made.append(line(name, *(blocks if fits else ()), of, left))
        return made

    def _commit(self, planned: Correction[Any], width: int, height: int) -> list[Line]:
        """What Enter does, and the other way."""
        head = self._tool.session.timeline.head
        said = f"  Correct it, and go on from {head}" if width >= WIDE else "  Correct it, and go on"
        enter, back = ((" Enter", "key"), (said, "good strong")), (("Esc", "key"), " leave it ")
        body = spread(enter, back, width, "good-ground")
        other = "go back to that roll instead, and play on from there"
        last = line((" z", "key"), f"  {fit(other, width - 4)}")
        return [*(framed(body) if height >= ROOMY else [body]), last]


def _labelled(label: str, text: str, role: str, label_role: str, width: int) -> Iterator[Line]:
    for i, row in enumerate(wrap(clean(text), width - LABEL)):
        yield line(((label if i == 0 else "").ljust(LABEL), label_role), (row, role))
