"""The dice panel: who rolls what and why, every modifier, the faces, and what came of them; and what else a replay tells of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from textual.message import Message

from vedette.engine.dice import Dice, Roll, SummedPool, TypedTotal
from vedette.engine.requests import DiceRequest
from vedette.tui.figures import TALL, tall
from vedette.tui.sides import Sides
from vedette.tui.table_memory import TypedFaces
from vedette.tui.text import NO_BREAK, Line, clean, fit, line, rows_of, rule, with_result
from vedette.tui.widgets import dice_lines as lines
from vedette.tui.widgets.outlook_lines import Foreseen, Parties, foreseen_lines
from vedette.tui.widgets.panel_host import Acknowledged, Back, BadKey, Panel, Result
from vedette.view.dice_entry import DiceEntry, TotalEntry, legend
from vedette.view.dice_text import by_die, faces_needed, faces_told, outcome, roll_words

MOST_ODDS = 12  # rows of the odds below the dice

TUMBLES, FALL = 5, 2
"""How often all dice are seen tumbling, and how many come to rest from one look to the next."""

CHAIN, CHAIN_DICE = 3, 3  # so many rolls of so few dice each are the rows of a chain of tests
DUEL = 2  # an attack and its defence

Way = Literal["told", "chained", "small", "tight", "large", "explained"]
"""How much is shown of a roll."""


@dataclass
class Entered(Message):
    """All faces of the pool are there."""

    faces: tuple[int, ...]


@dataclass
class EnteredTotal(Message):
    """What the dice of the pool came to, in place of their faces."""

    total: int


@dataclass
class Throw(Message):
    """The assistant is to roll what is not typed: `typed` has None where a face is missing."""

    typed: tuple[int | None, ...]
    afresh: bool = False


@dataclass(eq=False)
class RollsPanel(Panel):
    """Rolls that have been made, with as much about each as there is room for."""

    rolls: tuple[Roll, ...]
    sides: Sides

    def tumbling(self, step: int, before: int) -> RollsPanel | None:
        """The rolls with those dice elsewhere that Vedette has rolled and that don't lie still yet."""
        fallen = max(0, step - TUMBLES) * FALL
        fresh = (lines.tumbling(roll, step, fallen) for roll in self.rolls[before:])
        tumbled = (*self.rolls[:before], *fresh)
        return RollsPanel(tumbled, self.sides) if tumbled != self.rolls else None

    def draw(self, width: int, height: int) -> list[Line]:
        """Each as full as there is room: the last ones before those that led to them, and all told before any is large."""
        fullest = [self._ways(group)[-1] for group in reversed(self._groups()) for _ in group]
        shown = [self._shown(roll, width, way) for roll, way in zip(self.rolls, fullest, strict=True)]
        last, _ = self._groups()
        if sum(map(len, shown)) > height:
            shown = [self._shown(roll, width, "told") for roll in self.rolls]
            free = height - len(shown)
            ways = (
                (way, i) for group in self._groups() for way in self._ways(group) for i in reversed(group)
            )
            for way, i in ways:
                rows = self._shown(self.rolls[i], width, way)
                if len(rows) - len(shown[i]) <= free:
                    free -= len(rows) - len(shown[i])
                    shown[i] = rows
        if len(last) > DUEL and all(len(shown[i]) > 1 for i in last):
            title = lines.chain_title(self.rolls[last.start :], width)
            if sum(map(len, shown)) + len(title) <= height:
                shown[last.start] = [*title, *shown[last.start]]
        return [row for rows in shown for row in rows][-height:] if height > 0 else []

    def large(self, width: int) -> int:
        """Rows in which the last ones stand with large dice, and those that led to them in words."""
        last, before = self._groups()
        way: Way = "chained" if len(last) > DUEL else "tight"
        return len(before) + sum(len(self._shown(self.rolls[i], width, way)) for i in last)

    @property
    def told(self) -> int:
        """Rows in which all are told in words."""
        return len(self.rolls)

    def _groups(self) -> tuple[range, range]:
        """The rolls that matter most, an attack and its defence or a chain of tests at the end; and those that led to them."""
        pools = [roll.pool for roll in reversed(self.rolls)]
        few = [one.dice == 1 or (isinstance(one, SummedPool) and one.dice <= CHAIN_DICE) for one in pools]
        chain = (*few, False).index(False)
        at = max(0, len(few) - (chain if chain >= CHAIN else DUEL))
        return range(at, len(few)), range(at)

    def _ways(self, group: range) -> Sequence[Way]:
        """How a roll may be shown besides in words, the fullest way last; many tests of few dice as the rows of a chain."""
        if len(group) > DUEL and group.stop == len(self.rolls):
            return ("chained",)
        return "small", "tight", "large", "explained"

    def who(self, side: str) -> tuple[str, str]:
        """The name and the colour role of whoever rolls."""
        return self.sides.names.get(side, side), self.sides.roles.get(side, "first" if side else "")

    def labels(self, side: str, dice: int) -> list[str]:
        """In a pool of both sides each die bears its side's name."""
        both = [self.sides.names[role] for role in self.sides.roles]
        return both if not side and dice == len(both) else []

    def _shown(self, roll: Roll, width: int, way: Way) -> list[Line]:
        """Heading, the dice, and what is to be said of them; in one row what came of it goes before what it needed, and before what it was."""
        name, role = self.who(roll.side)
        if way == "told":
            told = (clean(roll_words(roll)), clean(roll_words(roll, brief=True)))
            short = with_result(f"{clean(roll.title)}: {outcome(roll) or faces_told(roll)}", width)
            return [line((fit(next((one for one in told if cell_len(one) <= width), short), width), "dim"))]
        if way == "chained":
            kind = lines.chain_kind(self.rolls[self._groups()[0].start :])
            return [*lines.chain_row(roll, role, width, kind), Line()]
        labels = self.labels(roll.side, len(roll.dice))
        way = "small" if len(roll.dice) > lines.MOST_LARGE else way
        if way == "small":
            tiles = lines.Tiles(lines.rolled(roll), roll.pool.sides, labels)
            rows = [line((f" {faces_told(roll)}", "strong"))] if roll.typed else tiles.small(width)
            came = outcome(roll)
        else:
            rows, came = lines.large_roll(roll, labels, width, tight=way == "tight")
            if way == "explained":
                rows = [*lines.reckoning_lines(roll.pool, width), *rows]
            elif way == "large":
                rows = [*lines.reckoning_row(roll.pool, width)[:1], *rows]
        remarks = lines.remark_lines(roll, width)
        made = [*lines.heading(roll.title, name, role, roll.pool, width, came=came), *rows, *remarks]
        if came and way in ("large", "explained") and not any(came in row.text for row in made):
            head = lines.heading(roll.title, name, role, roll.pool, width)  # it has no room for what came
            made = [*head, *rows, line((f" {came}", "strong")), *remarks]
        return made


@dataclass(eq=False)
class StoryPanel(Panel):
    """What a line of a replay tells: what came of it with its dice, else its sentences; and the bookmark of that number."""

    told: Sequence[str]
    came: Panel | None
    note: str = ""
    number: int = 0

    def draw(self, width: int, height: int) -> list[Line]:
        foot: list[Line] = []
        if self.number:
            quote = rows_of(f"“{self.note}”", width, "strong")
            foot = [rule(f"Bookmark {self.number}", width, "b edits", "warn"), *quote]
        room = height - len(foot) - bool(foot)
        if self.came is not None:
            made = list(self.came.draw(width, room))
        else:
            made = [row for said in self.told for row in rows_of(said, width, "", 2)]
        return [*made, *([Line()] if foot and made else []), *foot]


class DicePanel(Panel):
    """Takes the faces of the open pool, one key each; shows the pools before it where there is room."""

    def __init__(
        self,
        request: DiceRequest,
        rolls: tuple[Roll, ...],
        recalled: Dice,
        sides: Sides,
        typed: TypedFaces,
        foreseen: Foreseen | None = None,
        parties: Parties | None = None,
        *,
        is_guarded: bool = False,
        thrown: Collection[int] = (),
    ) -> None:
        """Wait for the faces of a pool, or its total; `recalled` is what was told before an undo, `typed` what is there already.

        `foreseen` is what was known to come of the command, `parties` are who gave it and at whom; `is_guarded` while
        Enter only acknowledges the die before them. Vedette throws the dice at the places that are `thrown`.
        """
        self._parties, self._is_guarded, self.foreseen = parties, is_guarded, foreseen
        self._ask, self._before = request, RollsPanel(rolls, sides)
        self._so_far, self._recalled = typed, recalled
        before: list[int] = []
        if not isinstance(recalled, TypedTotal):
            before = [die.face for die in recalled]
        elif typed.total is None and not typed.faces:
            typed.total = str(recalled.number)
        self._entry = DiceEntry(
            request.dice, request.pool.sides, before, request.pool.lowest, typed.faces, thrown
        )

    def draw(self, width: int, height: int) -> list[Line]:
        """Who rolls against whom; the open pool, as big as the room allows; the rolls that led to it have what is left."""
        head = self._parties.over(width, height) if self._parties else ()
        height -= len(head)
        now = self._now(width, height)
        room = height - len(now) - 1
        led = len(self._before.draw(width, room)) + 1 if self._before.rolls else 0
        rows = min(MOST_ODDS, max(room // 2, room - led) if led else room)
        odds = self._odds(width, rows)
        before = self._before.draw(width, room - len(odds)) if self._before.rolls else []
        if odds and before:  # what the rolls leave
            odds = self._odds(width, min(MOST_ODDS, room - len(before) - 1))
        return [*head, *before, *([Line()] if before else []), *now, *odds]

    def _odds(self, width: int, rows: int) -> list[Line]:
        bars = foreseen_lines(self.foreseen, width, rows) if self.foreseen else []
        return [Line(), *bars] if bars else []

    def _now(self, width: int, height: int) -> list[Line]:
        """What is asked for: with large dice beside those of the roll before, else beside that in words, else alone."""
        if self._total:
            return self._summed(self._total, width, height)
        made: list[Line] = []
        for led in (self._before.large(width), self._before.told, 0) if self._before.rolls else (0,):
            room = height - led - (1 if led else 0)
            made, large = self._pool(width, room)
            if large and len(made) <= room:
                break
        return made

    def tumbling(self, step: int, before: int) -> DicePanel | None:
        tumbled = copy(self)
        if rolls := self._before.tumbling(step, before):
            tumbled._before = rolls
        return tumbled if rolls else None

    def key(self, key: str, char: str) -> Result:
        if char == "#" and self._ask.no_total:
            return BadKey(self._ask.no_total)
        if char == "#":  # from the faces to their total, where that will do, and back
            self._so_far.total = "" if self._so_far.total is None else None
            return True
        total = self._total
        return self._total_key(total, key, char) if total else self._face_key(key, char)

    def _face_key(self, key: str, char: str) -> Result:
        entry = self._entry
        if entry.wants(char):
            return self._typed(entry.type(char))
        if key == "backspace":
            entry.back()
        elif key in ("left", "right"):
            entry.move(-1 if key == "left" else 1)
        elif key in ("enter", "space"):
            is_first = not entry.digits and not any(entry.places)
            return Acknowledged() if self._is_guarded and is_first else self._enter()
        elif key == "escape":
            return Back()
        elif key == "F":
            return Throw((None,) * len(entry.places), afresh=True)
        else:
            return False
        return True

    def no_use(self, char: str) -> str:
        """What these dice can come to."""
        total = self._total
        return f"These dice come to {total.wanted}, not {char}." if total else self._entry.type(char)

    def paste(self, text: str) -> Result:
        """Faces, or the total: all of them, or none where one of them cannot be."""
        if self._total:
            total = TotalEntry(self._ask.pool.totals, text.strip())
            if total.total is None:
                return BadKey(f"Type what the dice came to: {total.wanted}.")
            self._so_far.total = total.digits
            return True
        wrong = self._entry.paste(text)
        return BadKey(wrong) if wrong else self._done() if self._entry.full else True

    def click(self, target: str) -> Result:
        places = self._ask.again if self._ask.roll else range(len(self._entry.places))
        if target.isdecimal() and int(target) in places:
            self._entry.cursor = places.index(int(target))
        return True

    def _typed(self, sentence: str) -> Result:
        if sentence:
            return BadKey(sentence)
        return self._done() if self._entry.ended else True

    def _enter(self) -> Result:
        entry = self._entry
        if entry.digits:
            return self._typed(entry.finish_number())
        if entry.full:
            return self._done()
        return Throw(tuple(entry.places), afresh=isinstance(self._recalled, TypedTotal))

    def _done(self) -> Result:
        places = tuple(self._entry.places)
        faces = tuple(face for face in places if face is not None)
        return Entered(faces) if len(faces) == len(places) else Throw(places)

    @property
    def _total(self) -> TotalEntry | None:
        """The total, while one is typed in place of the faces."""
        digits = None if self._ask.no_total else self._so_far.total
        return None if digits is None else TotalEntry(self._ask.pool.totals, digits)

    def _total_key(self, total: TotalEntry, key: str, char: str) -> Result:
        if char.isdecimal() and char.isascii():
            sentence = total.type(char)
            self._so_far.total = total.digits
            return BadKey(sentence) if sentence else True
        if key in ("enter", "space"):
            missing = BadKey(f"Type what the dice came to: {total.wanted}.")
            return missing if total.total is None else EnteredTotal(total.total)
        if key == "backspace" and total.digits:
            self._so_far.total = total.digits[:-1]
        elif key in ("backspace", "escape"):
            self._so_far.total = None
        elif key == "F":
            return Throw((None,) * len(self._entry.places), afresh=True)
        else:
            return False
        return True

    def _summed(self, total: TotalEntry, width: int, height: int) -> list[Line]:
        pool = self._ask.pool
        name, role = self._before.who(self._ask.side)
        head = lines.heading(self._ask.title, name, role, pool, width)
        beside = ("", "in all" if isinstance(pool, SummedPool) else f"of {pool.dice}", "typed as a total")
        figure = [
            line(("▌ ", "key"), (f"{row}  ", "strong"), (words, "dim"))
            for row, words in zip(tall(total.digits or "?"), beside, strict=True)
        ]
        other = "Not the same result as before: it will be marked · " if self._recalled else ""
        what = "What do the dice add up to" if isinstance(pool, SummedPool) else "How many dice succeed"
        keys = f"{other}{what}? {total.wanted} · Enter confirms · # types each die"
        if isinstance(self._recalled, TypedTotal) and total.total == self._recalled.number:
            keys = (
                "Same total as before: Enter keeps it · F rolls afresh · or type another · # types each die"
            )
        asked = [*figure, *rows_of(keys, width, "dim")]
        reasons = [*lines.reckoning_lines(pool, width), Line()]
        if len(head) + len(reasons) + len(asked) > height:
            reasons = lines.reckoning_row(pool, width)
        return [*head, *reasons, *asked]

    def _pool(self, width: int, height: int) -> tuple[list[Line], bool]:
        """The open pool in so many rows, and whether its dice are as large as so many can be."""
        request, entry, pool = self._ask, self._entry, self._ask.pool
        name, role = self._before.who(request.side)
        head = lines.heading(request.title, name, role, pool, width, len(request.again))
        hints = self._hints(width)
        places = lines.rolled(request.roll) if request.roll else []  # in a re-roll among the dice that stay
        for i, face in enumerate(entry.places):
            at = request.again[i] if request.roll else i
            place = lines.Place(
                face,
                mark="" if face is None else pool.mark(face, at),
                earlier=(request.roll.dice[at].face,) if request.roll else (),
                cursor=i == min(entry.cursor, len(entry.places) - 1),
                faint=bool(entry.recalled) and not entry.touched,
                typing=entry.digits if i == entry.cursor else "",
                need=faces_needed(pool, at) if face is None and by_die(pool) else "",
            )
            places[at : at + 1] = [place]
        tiles = lines.Tiles(places, pool.sides, self._before.labels(request.side, len(entry.places)))
        reasons = lines.reckoning_lines(pool, width)
        spare = height - len(head) - len(hints)
        if len(reasons) + len(tiles.large(width)) > spare:
            reasons = lines.reckoning_row(pool, width)
        dice = tiles.best(width, spare - len(reasons))
        large = len(places) > lines.MOST_LARGE or len(dice) >= TALL
        blank = [Line()] if spare - len(reasons) - len(dice) > 1 else []
        return [*head, *reasons, *blank, *dice, *hints], large

    def _hints(self, width: int) -> list[Line]:
        request, entry = self._ask, self._entry
        keys = legend(request.pool.sides, request.pool.lowest)
        if not request.no_total:
            keys += f" · {'# the total'.replace(' ', NO_BREAK)}"
        if entry.recalled and not entry.touched:
            faces = " ".join(map(str, entry.recalled))
            said = [line(("Same faces as before: ", "warn"), (faces, "warn strong"))]
            if said[0].width > width:
                said = rows_of(f"Same faces as before: {faces}", width, "warn")
            return [*said, *rows_of("Enter keeps them · F rolls afresh · or type others", width, "dim")]
        typed = sum(place is not None for place in entry.places)
        if entry.recalled:
            marked = rows_of("Other faces than before: they will be marked", width, "warn")
            return [*marked, *rows_of(keys, width, "dim")]
        if typed:
            there = f"{typed} of {len(entry.places)}"
            return rows_of(f"{there} · ⌫ back · Enter rolls the rest · {keys}", width, "dim")
        if entry.rolled:
            keys += " · Vedette rolls the other side's"
        rolls = "Enter twice to roll" if self._is_guarded else "Enter: Vedette rolls"
        return rows_of(f"Type the faces: {keys} · {rolls}", width, "dim")
