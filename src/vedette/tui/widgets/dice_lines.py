"""Dice as tiles: tall where there are few, small where there are more; and what is said of a roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, product

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from vedette.engine.dice import Pool, Roll
from vedette.tui.figures import TALL, tall, tall_width
from vedette.tui.text import WITH_IDS, Line, Said, clean, filled, fit, flowing, line, rows_of, spread
from vedette.view import dice_text as say

PIPPED = 6  # the die that shows pips

PIPS: Mapping[int, Sequence[str]] = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
INNER = 7
"""Cells of a tall die behind its bar."""

FEW = 6  # so many dice of the larger pool at most are tall
WIDEST = 80  # cells that dice and what they come to spread over, at most
ACROSS = 13  # small dice in a row, at most
MANY = 40  # from this many on each face stands once, with its count
LABEL = 16  # cells that a name under a die may take
SHORT = 8  # cells that the reason of a roll takes at least


class Place(Struct, frozen=True):
    """A die to draw: its face (None: not there yet, and which it needs), how it is read, what it replaced.

    `costs`: where it fails something is lost. `again`: it is to be rolled again.
    """

    face: int | None
    mark: str = ""
    source: str = ""
    earlier: tuple[int, ...] = ()
    cursor: bool = False
    faint: bool = False
    typing: str = ""
    need: str = ""
    costs: bool = False
    again: bool = False

    @property
    def shown(self) -> str:
        return self.typing or ("" if self.face is None else str(self.face))

    @property
    def look(self) -> tuple[str, str, str]:
        """The ground of the tile, and the roles of its bar and of what stands on it."""
        if self.faint:
            return "surface", "edge", "dim"
        if self.face is None and not self.typing:
            return "surface", "key strong" if self.cursor else "edge", "key strong" if self.cursor else "edge"
        bar = "key strong" if self.cursor else "edge"
        if self.mark in ("success", "critical"):
            return "good-ground", bar if self.cursor else "good strong", "good strong"
        if self.mark == "failure":
            return ("bad-ground", bar, "bad strong") if self.costs else ("surface", bar, "dim")
        return "surface", bar, "strong"

    @property
    def bar(self) -> str:
        return "┃" if self.cursor else "▌" if self.look[0] == "good-ground" else "│"


class Tiles(Struct, frozen=True):
    """The dice of a pool as tiles: figures three rows tall, pips on a D6; or small ones, two rows each with their mark.

    `labels` name whose each die is, in a pool of both sides.
    """

    places: Sequence[Place]
    sides: int
    labels: Sequence[str] = ()

    def best(self, width: int, rows: int) -> list[Line]:
        large = self.large(width) if self.may_be_large(width) else []
        return large if 0 < len(large) <= rows else self.small(width)

    def may_be_large(self, width: int) -> bool:
        """Whether all of them have room beside each other as tall ones."""
        return len(self.places) <= FEW and len(self.places) * self._cell(width) - 1 <= width

    def large(self, width: int) -> list[Line]:
        cell = self._cell(width)
        tiles = [self._tile(i, place, cell) for i, place in enumerate(self.places)]
        return [line(*(piece for tile in tiles for piece in tile[row])) for row in range(TALL + 1)]

    def small(self, width: int, gap: int = 0) -> list[Line]:
        """Small tiles with a free cell behind each, so many free rows below each row; of very many dice each face once with its count."""
        if len(self.places) >= MANY and all(place.face is not None for place in self.places):
            faces = Counter((place.face or 0, place.mark) for place in self.places)
            marks = {(place.face or 0, place.mark): place for place in self.places}
            each = enumerate(sorted(faces.items(), reverse=True))
            bare = [(replace(marks[kind], source="", earlier=()), i, f" ×{many}") for i, (kind, many) in each]
        else:
            names = [f" {fit(clean(name), LABEL)} " for name in self.labels] or [""] * len(self.places)
            bare = [(place, i, name) for i, (place, name) in enumerate(zip(self.places, names, strict=False))]
        cells = [(*self._small(i, place), more) for place, i, more in bare]
        size = max((line(*face, more).width for face, _, more in cells), default=1) + 1
        across = max(1, min((width + 1) // size, ACROSS))
        made: list[Line] = []
        for start in range(0, len(cells), across):
            row = cells[start : start + across]
            made += [Line()] * gap if made else []
            for one in ([[*face, more] for face, _, more in row], [mark for _, mark, _ in row]):
                tiles = (filled(said, size - (said is one[-1])) for said in one)
                made.append(Line(tuple(chain.from_iterable(tiles))))
        return made

    @property
    def _digits(self) -> int:
        return max(2, len(str(self.sides)))

    def _cell(self, width: int) -> int:
        """The cells of a tall tile with the free ones behind it."""
        least = max(INNER, tall_width("8" * len(str(self.sides)))) + 2
        names = max((cell_len(clean(label)) for label in self.labels), default=0) + 1
        return max(least, min(names, LABEL, width // max(1, len(self.labels))))

    def _tile(self, i: int, place: Place, cell: int) -> list[list[Said]]:
        """The face in three rows; below it what the die means, and the faces that it replaced, or whose it is."""
        inner = max(INNER, tall_width("8" * len(str(self.sides))))
        ground, bar, role = place.look
        face: Sequence[str] = tall(place.shown) if place.shown else [""] * (TALL - 1) + ["▁" * 3]
        if self.sides == PIPPED and place.face in PIPS and not place.typing:
            face = PIPS[place.face or 0]
        gap = " " * (cell - inner - 1)
        rows: list[list[Said]] = [
            [(place.bar, f"{ground} {bar}", str(i)), (row.center(inner), f"{ground} {role}", str(i)), gap]
            for row in face
        ]
        if i < len(self.labels):
            return [*rows, [(fit(clean(self.labels[i]), cell - 1).ljust(cell), "dim")]]
        earlier = "".join(f"{face}→" for face in place.earlier)
        text = f"{place.need}{_sign(place)}"
        left = max(0, (inner + 1 - cell_len(earlier) - cell_len(text)) // 2)
        said = text.ljust(cell - left - cell_len(earlier)), "dim" if place.need else role
        return [*rows, [" " * left, (earlier, "dim struck"), said]]

    def _small(self, i: int, place: Place) -> tuple[list[Said], list[Said]]:
        """The face, and below it the mark on the same ground: of a die that was rolled again the face that it had."""
        ground, bar, role = place.look
        edge = place.bar, f"{ground} {bar}", str(i)
        upper, lower = (place.shown, role), (_sign(place), role)
        if place.earlier and place.again:
            upper = str(place.earlier[-1]), "dim struck"
        elif place.earlier:
            lower = str(place.earlier[-1]), "dim struck"
        elif place.face is None:
            lower = place.need[: self._digits] or "▁" * self._digits, role
        face, mark = ((said.rjust(self._digits), f"{ground} {how}", str(i)) for said, how in (upper, lower))
        return [edge, face], [edge, mark]


def _sign(place: Place) -> str:
    if place.again:
        return say.AGAIN
    return f"{say.SOURCES.get(place.source, '')}{say.MARKS[place.mark][0].strip()}"


def rolled(roll: Roll, *, costs: bool = False) -> list[Place]:
    """The dice of a roll; where the faces came from is said at each where not all of them came from there."""
    dice, mixed = zip(roll.dice, roll.marks, strict=True), len({die.source for die in roll.dice}) > 1
    return [
        Place(die.face, mark, die.source if mixed else "", die.earlier, costs=costs) for die, mark in dice
    ]


def tumbling(roll: Roll, step: int, fallen: int) -> Roll:
    """The roll while dice that Vedette rolled still tumble: all but the first few, which have fallen."""
    lowest, sides, dice = roll.pool.lowest, roll.pool.sides, list(roll.dice)
    for place, die in enumerate(dice):
        if die.source != "typed" and place >= fallen:
            dice[place] = replace(die, face=lowest + (die.face + 7 * place + 5 * step + 3) % sides)
    return replace(roll, dice=tuple(dice))


def heading(
    why: str, role: str, pool: Pool, width: int, came: Sequence[tuple[str, str]] = (), again: int = 0
) -> list[Line]:
    """Who rolls what, which faces are wanted, and at its end what came; `again` dice of it where it is a re-roll.

    Where the row is short the words around the number go first; where it is shorter still, the dice have a row of their own.
    """
    block = f" {fit(clean(why), width - 2)} ", f"{role}-block" if role else "ink-block"
    dice = (f" re-roll {again} of {pool.dice}" if again else f" {say.pool_words(pool)}"), "strong"
    wanted, short = say.needs(pool), say.needed(pool)
    needed: list[list[Said]] = [[(f"  {short}" if wanted and short else "", "strong")]]
    if wanted and width >= WITH_IDS:
        lead, _, faces = wanted.partition("needs ")
        needed.insert(0, [(f"   {lead or 'needs '}", "dim"), (faces, "strong")])
    loud = [one for one in came if one[1] in ("good", "bad", "key")] or came
    tails = [_listed(came), _listed(loud[-1:])]
    for above in ([], [line(block)]):
        first = [] if above else [block]
        for tail, number in product(tails, needed):
            if line(*first, dice, *number, *tail).width <= width:
                return [*above, spread([*first, dice, *number], tail, width)]
    return [line(block), spread([dice], tails[-1], width)]


def _listed(came: Sequence[tuple[str, str]]) -> list[Said]:
    return [
        piece
        for i, (said, tone) in enumerate(came)
        for piece in ((", ", "dim") if i else " ", (said, ROLES.get(tone, tone)))
    ]


ROLES = {"good": "good strong", "bad": "bad strong", "plain": "strong"}


def reckoning_row(
    pool: Pool, width: int, rows: int = 1, sources: str = "", *, remarked: bool = True
) -> list[Line]:
    """The number needed as a sum, `8+ SKL  −2 Obstructed`, in so many rows, and where the faces came from; why it is so stands behind `w`.

    What is `remarked` of the roll matters until it is made.
    """
    cells, remarks = list[list[Said]](), list[Line]()
    for value, reason, _ in say.reckoning(pool):
        role = "strong" if say.is_base(value) else say.modifier_tone(value, pool)
        shown = fit(clean(reason), width - cell_len(value) - 1)
        if value:
            cells.append([(f"{value} ", role), (shown, "dim"), "   "])
        else:
            remarks += rows_of(reason, width, "dim")
    cells += [[(sources, "dim"), "   "]] if sources else []
    made = [Line(filled(row.pieces[:-1], width)) for row in flowing(cells, width, 3)]
    return [*made, *(remarks if remarked else ())][:rows]


Ranked = Sequence[tuple[int, Line]]
"""Rows with how readily each yields where there are too many: those of 0 never do, the highest first."""

AIR, APART, OVER, WITHIN = 4, 3, 2, 1
"""How readily rows yield: free ones round a sum and a strip, those between a heading and its dice, the duel over all, those between dice."""


def squeezed(rows: Ranked, height: int, least: int = WITHIN) -> list[Line] | None:
    """The rows without those that yield, down to a rank, as far as they must; None where they are too many even so."""
    for rank in range(AIR + 1, least - 1, -1):
        left = [row for yields, row in rows if yields < rank]
        if len(left) <= height:
            return left
    return None
