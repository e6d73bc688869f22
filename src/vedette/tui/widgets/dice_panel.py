"""The dice panel: who rolls what and why, every modifier, the faces, and what came of them; and what else a replay tells of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace

from textual.message import Message

from vedette.engine.dice import Dice, Roll, SummedPool, TypedTotal
from vedette.engine.requests import DiceRequest
from vedette.tui.figures import tall as tall_rows
from vedette.tui.sides import Sides
from vedette.tui.table_memory import TypedFaces
from vedette.tui.text import WITH_IDS, Line, Said, clean, flowing, line, rows_of, rule, spread
from vedette.tui.widgets import dice_lines as lines
from vedette.tui.widgets.outlook_lines import Foreseen, Parties, lost_words, outlook_lines
from vedette.tui.widgets.panel_host import Acknowledged, Back, BadKey, Panel, Result
from vedette.view import dice_text as say
from vedette.view.dice_entry import DiceEntry, TotalEntry, legend
from vedette.view.dice_text import by_die, faces_needed
from vedette.view.outlook import WORTH_TELLING
from vedette.view.signs import Tone
from vedette.view.vocabulary import USUAL_WORDS, StoryWords

TUMBLES, FALL = 5, 2
"""How often all dice are seen tumbling, and how many come to rest from one look to the next."""

DUEL = 2  # an attack and its defence
FIRST_SUMS, MOST_SUMS = 4, 8  # rows of the number needed and its parts that yield last, and at most
ODDS_LEAST = 4  # rows of the odds that are worth fewer dice above
ROUND_ODDS = 5  # rows round the bars
KEPT = 10  # rows that tall dice leave to odds that may come
LONGEST = 6  # cells of a key below the dice, at most


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
    stands: bool = False
    """Whether the dice are waited for that go on with what the last one came to."""

    def tumbling(self, step: int, before: int) -> RollsPanel | None:
        """The rolls with those dice elsewhere that Vedette has rolled and that don't lie still yet."""
        fallen = max(0, step - TUMBLES) * FALL
        fresh = (lines.tumbling(roll, step, fallen) for roll in self.rolls[before:])
        tumbled = (*self.rolls[:before], *fresh)
        return replace(self, rolls=tumbled) if tumbled != self.rolls else None

    def draw(self, width: int, height: int) -> list[Line]:
        """The dice of as many of them as there is room for, of the last ones before those that led to them; the others in a row each."""
        for least, rows in self.ways(width):
            made = lines.squeezed(rows, height, least)
            if made is not None:
                return made
        return [self._row(roll, width) for roll in self.rolls][-height:] if height > 0 else []

    def ways(self, width: int) -> Iterator[tuple[int, lines.Ranked]]:
        """The rolls, the fullest way first, and down to which rank its rows may yield for it."""
        many = len(self.rolls)
        if all(self.tiles(roll).may_be_large(width) for roll in self.rolls[-DUEL:]):
            yield lines.APART, self.rows(width, many - DUEL, tall=True)
        for told in sorted({0, max(0, many - DUEL), max(0, many - 1)}):
            yield lines.WITHIN if told or many <= DUEL else lines.OVER, self.rows(width, told)

    def rows(self, width: int, told: int, *, tall: bool = False) -> lines.Ranked:
        """So many rolls in a row each, then the dice of the others under their headings."""
        made: list[tuple[int, Line]] = [(0, self._row(roll, width)) for roll in self.rolls[: max(0, told)]]
        for roll in self.rolls[max(0, told) :]:
            made += [(lines.WITHIN, Line())] if made else []
            heads = lines.heading(roll.title, self.role(roll.side), roll.pool, width, self.came(roll))
            made += [(0, row) for row in heads]
            wide = width >= WITH_IDS  # else one row may not hold the sum
            sums = lines.reckoning_row(roll.pool, width, 2 - wide, say.sources(roll), remarked=wide)
            made += [(lines.APART, row) for row in sums or [Line()]]
            tiles = self.tiles(roll)
            shown = tiles.large(width) if tall else tiles.small(width, 1)
            shown = [line(("typed as a total", "dim"))] if roll.typed else shown
            made += [(0 if row.pieces else lines.WITHIN, row) for row in shown]
            if held := roll.pool.row_of(roll.total):
                made += [(0, row) for row in rows_of(f"{held.name}: {held.text}", width, "strong")]
        return made

    def _row(self, roll: Roll, width: int) -> Line:
        """A roll in one row: what it was, its faces apart from each other, what came; without the dice where it is short."""
        came: list[Said] = []
        for said, tone in self.came(roll):
            came.append((f"{', ' if came else '  '}{said}", lines.ROLES.get(tone, tone)))
        title = clean(roll.title), f"{self.role(roll.side)} strong"
        faces = f"  {say.faces_told(roll)}"
        for said in (f"  {say.pool_words(roll.pool)} {say.needed(roll.pool)}{faces}", faces):
            if line(title, said, *came).width <= width:
                return spread([title, (said, "dim")], came, width)
        return spread([title], came, width)

    def tiles(self, roll: Roll) -> lines.Tiles:
        places = lines.rolled(roll, costs=roll.why in self.says.saves)
        return lines.Tiles(places, roll.pool.sides, self.labels(roll.side, len(roll.dice)))

    def came(self, roll: Roll) -> Sequence[tuple[str, Tone]]:
        """What a roll came to; hits stand while they are saved."""
        told = say.counts(roll, self.says)
        if self.stands and roll.why in self.says.hits:
            return [(f"{told[0][0]} {'stands' if roll.successes == 1 else 'stand'}", told[0][1])]
        return told

    @property
    def says(self) -> StoryWords:
        return self.sides.words or USUAL_WORDS

    def role(self, side: str) -> str:
        return self.sides.roles.get(side, "first" if side else "")

    def labels(self, side: str, dice: int) -> list[str]:
        """In a pool of both sides each die bears its side's name."""
        both = [self.sides.names[role] for role in self.sides.roles]
        return both if not side and dice == len(both) else []


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
        foresees: bool = False,
        thrown: Collection[int] = (),
    ) -> None:
        """Wait for the faces of a pool, or its total; `recalled` is what was told before an undo, `typed` what is there already.

        `foreseen` is what was known to come of the command, `parties` are who gave it and at whom; `is_guarded` while
        Enter only acknowledges the die before them; where it `foresees`, odds may come later, and have their rows kept. Vedette throws the dice at the places that are `thrown`.
        """
        self._parties, self._is_guarded, self.foreseen = parties, is_guarded, foreseen
        self._kept = KEPT if foresees else 0
        self._ask, self._before = request, RollsPanel(rolls, sides, stands=True)
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
        """Who rolls against whom, the pools before this one, its dice with their keys, and below them what may still come."""
        width = min(width, lines.WIDEST)
        over = [(lines.OVER, row) for row in self._parties.over(width)] if self._parties else []
        odds = len(self.foreseen.outlook.losses) + ROUND_ODDS if self.foreseen else 0
        before, many = self._before, len(self._before.rolls)
        tiles = [before.tiles(roll) for roll in before.rolls[-1:]] + [self._tiles]
        ways = []
        if all(one.may_be_large(width) for one in tiles):
            ways.append((lines.APART, many - 1, max(odds, self._kept)))
        ways += [(lines.WITHIN, told, min(odds, ODDS_LEAST)) for told in sorted({0, max(0, many - 1)})]
        ways.append((lines.WITHIN, many, 0))
        rows: list[tuple[int, Line]] = []
        for least, told, kept in ways:
            tall = least == lines.APART
            led = before.rows(width, told, tall=tall) if many else []
            rows = [*over, *led, *([(lines.WITHIN, Line())] if led else []), *self._now(width, tall=tall)]
            for most in range(max(odds, kept), kept - 1, -1):  # a bar is worth more than a free row
                made = lines.squeezed(rows, height - most, least)
                if made is not None:
                    return [*made, *self._odds(width, height - len(made))]
        return [row for yields, row in rows if not yields][-height:]

    def _odds(self, width: int, rows: int) -> list[Line]:
        """What may still come, under what stands already; below it what is expected now, and was before the dice."""
        foreseen = self.foreseen
        if foreseen is None:
            return []
        seen, why, says = foreseen.outlook, self._ask.why, self._before.says
        last = self._before.rolls[-1:]
        stands = [said for roll in last if roll.why in says.hits for said, _ in self._before.came(roll)]
        typed = [(face, self._place(i)) for i, face in enumerate(self._entry.places) if face is not None]
        failed = sum(self._ask.pool.mark(face, at) == "failure" for face, at in typed)
        if typed and why in says.saves:
            stands.append(f"{failed} failed" if failed else f"{len(typed)} saved")
        told = " · ".join(filter(None, (foreseen.told, seen.kind)))
        role = f"{self._before.role(foreseen.side)} strong" if foreseen.side else "dim"
        heads = [rule(foreseen.name or "Outcome", width, ", ".join(stands), role), line((told, "dim"))]
        mean, before = f"{seen.average}", f"before the dice {foreseen.before}" if foreseen.before else ""
        foot: list[Said] = [("expected ", "dim"), (f"{mean} {lost_words(seen)}", "strong")]
        foot += [(f"   {before}", "dim")] if before else []
        if line(*foot).width > width:
            foot = [("expected ", "dim"), (mean, "strong"), (f", {before}", "dim")]
        foot = foot if seen.expected >= WORTH_TELLING else []
        hide: list[Said] = [("  O", "key"), (" hide odds", "dim")]
        below = [spread(foot, hide if line(*foot, *hide).width <= width else [], width)]
        if rows < len(seen.losses) + ROUND_ODDS:
            heads, below = heads[1:] if rows > ODDS_LEAST else [], below if foot and rows > ODDS_LEAST else []
        else:
            below.insert(0, Line())
        bars = outlook_lines(seen, foreseen.name, width, rows - 1 - len(below), heads)
        return [Line(), *bars, *below] if bars else []

    def _place(self, i: int) -> int:
        """The place in the pool of a die that is typed."""
        return self._ask.again[i] if self._ask.roll else i

    def _now(self, width: int, *, tall: bool) -> lines.Ranked:
        """The open pool: what is asked for, the sum of the number needed, the dice, the keys."""
        request, entry, pool, total = self._ask, self._entry, self._ask.pool, self._total
        left = sum(face is None for face in entry.places)
        came: list[tuple[str, str]] = [] if total else [(f"{left} to come", "key")] if left else []
        again = len(request.again)
        role = self._before.role(request.side)
        made = [(0, row) for row in lines.heading(request.title, role, pool, width, came, again)]
        sums = lines.reckoning_row(pool, width, MOST_SUMS)
        made += [(0 if i < FIRST_SUMS else lines.APART, row) for i, row in enumerate(sums)]
        made += [] if sums else [(lines.APART, Line())]
        if total:
            beside = ("", "in all" if isinstance(pool, SummedPool) else f"of {pool.dice}", "typed as a total")
            made += [
                (0, line(("▌ ", "key"), (f"{row}  ", "strong"), (words, "dim")))
                for row, words in zip(tall_rows(total.digits or "?"), beside, strict=True)
            ]
        else:
            tiles = self._tiles
            shown = tiles.large(width) if tall else tiles.small(width, 1)
            made += [(0 if row.pieces else lines.WITHIN, row) for row in shown]
        return [*made, (lines.AIR, Line()), *((0, row) for row in self._hints(width))]

    @property
    def _tiles(self) -> lines.Tiles:
        """The dice as far as they are typed; in a re-roll among those that stay."""
        request, entry, pool = self._ask, self._entry, self._ask.pool
        costs = request.why in self._before.says.saves
        places = lines.rolled(request.roll, costs=costs) if request.roll else []
        for i, face in enumerate(entry.places):
            at = self._place(i)
            place = lines.Place(
                face,
                mark="" if face is None else pool.mark(face, at),
                earlier=(request.roll.dice[at].face,) if request.roll else (),
                cursor=i == min(entry.cursor, len(entry.places) - 1),
                faint=bool(entry.recalled) and not entry.touched,
                typing=entry.digits if i == entry.cursor else "",
                need=faces_needed(pool, at) if face is None and by_die(pool) else "",
                costs=costs,
                again=request.roll is not None and face is None,
            )
            places[at : at + 1] = [place]
        return lines.Tiles(places, pool.sides, self._before.labels(request.side, len(entry.places)))

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

    def _hints(self, width: int) -> list[Line]:
        """The keys of the faces; what is said of faces from before an undo."""
        entry, pool, total = self._entry, self._ask.pool, self._total
        if total:
            if isinstance(self._recalled, TypedTotal) and total.total == self._recalled.number:
                said = "Same total as before: Enter keeps it · F rolls afresh · # types each die"
                return rows_of(said, width, "dim")
            other = "Not the same result as before: it will be marked · " if self._recalled else ""
            what = "What do the dice add up to" if isinstance(pool, SummedPool) else "How many dice succeed"
            return rows_of(f"{other}{what}? {total.wanted} · Enter confirms · # types each die", width, "dim")
        if entry.recalled and not entry.touched:
            faces = " ".join(map(str, entry.recalled))
            same = rows_of(f"Same faces as before: {faces}", width, "warn")
            return [*same, *rows_of("Enter keeps them · F rolls afresh · or type others", width, "dim")]
        rolls = "Enter twice rolls" if self._is_guarded and not entry.touched else "Enter rolls"
        keys = [*legend(pool.sides, pool.lowest), rolls, *([] if self._ask.no_total else ["# total"])]
        keys = keys if len("  ".join(keys)) < width else keys[1:]  # the footer says the first one alone
        keys += ["the other side's is rolled"] if entry.rolled else []
        cells: list[list[Said]] = []
        for one in keys:
            key, _, does = one.partition(" ")
            role = "key" if len(key) < LONGEST else "dim"
            cells.append([(key, role), (f" {does}".rstrip() + "  ", "dim")])
        marked = "Other faces than before: they will be marked"
        return [*(rows_of(marked, width, "warn") if entry.recalled else []), *flowing(cells, width, 2)]
