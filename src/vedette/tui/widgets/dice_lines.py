"""Dice as tiles: large where there is room, small where there is not; and what is said of a roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from vedette.engine.dice import Count, Low, Pool, Roll, Sum, Tests, Total
from vedette.engine.figures import number
from vedette.tui.figures import TALL, tall, tall_width
from vedette.tui.text import (
    WITH_IDS,
    Line,
    Said,
    clean,
    filled,
    fit,
    flowing,
    in_rows,
    line,
    pad,
    rows_of,
    spread,
    wrap,
)
from vedette.view import dice_text as say
from vedette.view.roll_explanation import decided
from vedette.view.signs import FAILURE, SUCCESS

PIPPED = 6  # the die that shows pips

PIPS: Mapping[int, Sequence[str]] = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
PIPS_WIDTH = 7
"""Cells of a D6 behind its bar."""

TIGHT_PIPS = 5  # the same where rows are short, and no gap before the next one
MOST_LARGE = 12  # more dice than this stand in small tiles
MANY = 40  # from this many on each face stands once, with its count
LABEL = 12  # cells that a name under a die may take
SHORT = 8  # cells that the reason of a roll takes at least
INDENT = 5  # cells before the name of a modifier, where its value stands


class Place(Struct, frozen=True):
    """A die to draw: its face (None: not there yet, and which it needs), how it is read, what it replaced."""

    face: int | None
    mark: str = ""
    source: str = ""
    earlier: tuple[int, ...] = ()
    cursor: bool = False
    faint: bool = False
    typing: str = ""
    need: str = ""

    @property
    def shown(self) -> str:
        """What stands on the die."""
        return self.typing or ("" if self.face is None else str(self.face))


class Tiles(Struct, frozen=True):
    """The dice of a pool as tiles: figures three rows tall, pips on a D6; small ones where there are many."""

    places: Sequence[Place]
    sides: int
    labels: Sequence[str] = ()

    def best(self, width: int, rows: int) -> list[Line]:
        if len(self.places) <= MOST_LARGE:
            for made in (self.large(width), self.tight(width)):
                if len(made) <= rows:
                    return made
        return self.small(width)

    def large(self, width: int) -> list[Line]:
        """Tiles of three rows with their marks below, as many beside each other as fit."""
        labels = (min(LABEL, cell_len(label)) + 1 for label in self.labels)
        return self._in_rows(width, self._inner, max(self._inner + 2, *labels, 1), TALL + 1)

    def tight(self, width: int) -> list[Line]:
        """The same close together: the bar and the ground of each say how it fell; below it only what it replaced or still needs."""
        inner = TIGHT_PIPS if self.sides == PIPPED else self._inner
        told = self.labels or any(place.earlier or place.need for place in self.places)
        return self._in_rows(width, inner, inner + 1, TALL + 1 if told else TALL)

    def _in_rows(self, width: int, inner: int, cell: int, height: int) -> list[Line]:
        per = max(1, width // cell)
        tiles = [self._tile(i, place, inner, cell) for i, place in enumerate(self.places)]
        rows = range(height)
        return [
            line(*(piece for tile in tiles[start : start + per] for piece in tile[row]))
            for start in range(0, len(tiles), per)
            for row in rows
        ]

    def small(self, width: int) -> list[Line]:
        """Tiles of one row; of very many dice that are all there, each face once with its count."""
        if len(self.places) >= MANY and all(place.face is not None for place in self.places):
            kinds = sorted(
                Counter((place.face or 0, place.mark) for place in self.places).items(), reverse=True
            )
            words = [
                (f"{face}{say.MARKS[mark][0].strip()} ×{n}   ", _role(mark)) for (face, mark), n in kinds
            ]
            return in_rows([[word] for word in words], max(1, width // max(len(text) for text, _ in words)))
        return flowing([_small(place, i) for i, place in enumerate(self.places)], width, 0)

    @property
    def _inner(self) -> int:
        return PIPS_WIDTH if self.sides == PIPPED else max(tall_width("8" * len(str(self.sides))), PIPS_WIDTH)

    def _tile(self, i: int, place: Place, inner: int, cell: int) -> list[list[Said]]:
        """The face in three rows; below it what the die means, and the faces that it replaced, or whose it is."""
        ground, bar, bar_role = _look(place)
        face: Sequence[str] = tall(place.shown) if place.shown else [""] * TALL
        if self.sides == PIPPED and place.face in PIPS and not place.typing:
            face = PIPS[place.face or 0]
        style, gap = f"{ground} {_face_role(place)}", " " * (cell - inner - 1)
        rows: list[list[Said]] = [
            [(bar, f"{ground} {bar_role}", str(i)), (row.center(inner), style, str(i)), gap] for row in face
        ]
        if i < len(self.labels):
            return [*rows, [(pad(clean(self.labels[i]), cell), "dim")]]
        sign, role = say.MARKS[place.mark]
        earlier = "".join(f"{face}→" for face in place.earlier)
        text = place.need or f"{sign}{say.SOURCES.get(place.source, '')}"
        left = max(0, (inner + 1 - len(earlier) - len(text.rstrip())) // 2)
        said = text.ljust(cell - left - len(earlier)), "dim" if place.need else f"{role} strong"
        return [*rows, [" " * left, (earlier, "dim struck"), said]]


def _look(place: Place) -> tuple[str, str, str]:
    """The ground of a tile, the bar at its left and the colour of the bar: violet where it is typed now."""
    if place.cursor:
        return "surface", "▌", "key"
    if place.face is None or place.faint:
        return "surface", "▏", "edge"
    if place.mark in ("success", "critical"):
        return "good-ground", "▌", "good"
    return "surface", "▏", "edge" if place.mark else "strong"


def _small(place: Place, i: int) -> list[Said]:
    sign, role = say.MARKS[place.mark]
    earlier = "".join(f"{face}→" for face in place.earlier)
    ground = _look(place)[0]
    mark = f"{place.need or sign.strip()}{say.SOURCES.get(place.source, '')}"
    return [
        ("▌" if place.cursor else " ", f"{ground} key"),
        (earlier, "dim struck"),
        (place.shown or "·", f"{ground} {_face_role(place)}", str(i)),
        (f"{mark} ", f"{ground} {'dim' if place.need else role}"),
        " ",
    ]


def _face_role(place: Place) -> str:
    return "dim" if place.faint else _role(place.mark)


def _role(mark: str) -> str:
    return {"critical": "good strong", "success": "good strong", "failure": "bad strong"}.get(mark, "strong")


def rolled(roll: Roll) -> list[Place]:
    dice = zip(roll.dice, roll.marks, strict=True)
    return [Place(die.face, mark, die.source, die.earlier) for die, mark in dice]


def tumbling(roll: Roll, step: int, fallen: int) -> Roll:
    """The roll while dice that Vedette rolled still tumble: all but the first few, which have fallen."""
    lowest, sides, dice = roll.pool.lowest, roll.pool.sides, list(roll.dice)
    for place, die in enumerate(dice):
        if die.source != "typed" and place >= fallen:
            dice[place] = replace(die, face=lowest + (die.face + 7 * place + 5 * step + 3) % sides)
    return replace(roll, dice=tuple(dice))


def heading(
    why: str, name: str, role: str, pool: Pool, width: int, again: int = 0, came: str = ""
) -> list[Line]:
    """Who rolls what, why, which faces are wanted, and at its end what came; `again` dice of it where it is a re-roll.

    Where the row is short the side's name goes first; where it is shorter still, the dice have a row of their own.
    """
    wanted, why = say.needs(pool), clean(why)
    said = f" re-roll {again} of {pool.dice}" if again else f" {say.pool_words(pool)}", "strong"
    tail = [(f" {came}", "strong")] if came else []
    ground = f"{role}-block" if role else "ink-block"
    left = width - line(said, f"  {wanted}" if wanted else "").width - cell_len(why) - 2
    if left < 0:  # as many words of what is wanted as fit, else as it is called out
        room = width - line(said, *tail).width
        short = wanted.removesuffix(" after modifiers").partition(" in all")[0]
        told = (wanted, short, f"needs {say.needed(pool)}") if wanted else ()
        fits = next((f"  {words}" for words in told if cell_len(words) + 2 <= room), "")
        head = spread([(f" {fit(why, width - 2)} ", ground)], [], width)
        return [head, spread([said, (fits, "key")], tail, width)]
    if left < line(*tail).width:
        tail = []
    left -= line(*tail).width
    side = f"{clean(name)}: " if name and left >= cell_len(clean(name)) + 2 else ""
    shown = (f" {side}{why} ", ground), said, (f"  {wanted}" if wanted else "", "key")
    return [spread(shown, tail, width)]


class RollTally(Struct, frozen=True):
    """What a roll comes to: a figure to be called out, its style, and up to two words beside it."""

    figure: str
    role: str
    words: tuple[str, str]

    @property
    def width(self) -> int:
        """Cells that it takes, with one free at its end."""
        return tall_width(self.figure) + max(cell_len(word) for word in self.words) + 2

    @property
    def rows(self) -> list[tuple[Said, ...]]:
        """The figure in its three rows, with the words in the lower two."""
        rows = zip(tall(self.figure), ("", *self.words), strict=True)
        return [((f"{row} ", self.role), (word, "dim")) for row, word in rows]


def tally(roll: Roll) -> RollTally | None:
    """The successes of a pool, or its sum; None where the faces say it themselves."""
    pool, dice = roll.pool, roll.pool.dice
    if isinstance(pool, Tests | Count | Low):
        role = "good strong" if roll.successes else "bad strong"
        more = f"{roll.criticals} critical" if roll.criticals else ""
        return RollTally(str(roll.successes), role, (f"of {dice}", more)) if dice > 1 else None
    if isinstance(pool, Sum | Total) and (dice > 1 or pool.modifier):
        # the sum that is called out has its modifiers, but where they are in the number that the dice are held against
        total = roll.total + (pool.modifier if isinstance(pool, Sum) and pool.target is None else 0)
        role = "good strong" if pool.succeeds(roll.total) else "bad strong"
        return RollTally(number(total), role, (outcome_sign(roll), ""))
    return None


def outcome_sign(roll: Roll) -> str:
    """Whether a sum does what it should, in a word; nothing where it is only compared."""
    pool = roll.pool
    if pool.target is None or (isinstance(pool, Sum) and pool.compared):
        return ""
    good = pool.succeeds(roll.total) if isinstance(pool, Sum) else roll.total >= pool.target
    return f"{'✔' if good else '✘'} {say.needed(pool)}"


def large_roll(
    roll: Roll, labels: Sequence[str], width: int, *, tight: bool = False
) -> tuple[list[Line], str]:
    """The tiles of a roll, and beside them what it comes to; where that would cost rows it is given back in words instead."""
    came = tally(roll)
    if came and roll.typed:
        return [line(" ", *row) for row in came.rows], ""
    tiles = Tiles(rolled(roll), roll.pool.sides, labels)
    draw = tiles.tight if tight else tiles.large
    made = draw(width)
    if came is None:
        return made, ""
    at = width - came.width
    left = draw(max(1, at - 1))
    if max(row.width for row in left) >= at or len(left) > len(made):
        return made, say.outcome(roll)
    told = zip(left[:TALL], came.rows, strict=True)
    return [*(line(*filled(tile.pieces, at), *row) for tile, row in told), *left[TALL:]], ""


def chain_kind(rolls: Sequence[Roll]) -> str:
    """What all of some tests are, where their titles say it behind the name of who takes them; "" where they differ."""
    kinds = {roll.title.partition(": ")[2] for roll in rolls}
    return kinds.pop() if len(kinds) == 1 else ""


def chain_title(rolls: Sequence[Roll], width: int) -> list[Line]:
    """Over several tests of a kind: what they are, why where all have one reason, and how many hold and fail."""
    kind = chain_kind(rolls)
    signs = [outcome_sign(roll)[:1] for roll in rolls]
    if not kind or not all(signs):
        return []
    first, *others = (roll.pool.remarks for roll in rolls)
    shared = [remark.text for remark in first if all(remark in remarks for remarks in others)]
    why = f": {'; '.join(shared)}" if shared else ""
    held, failed = signs.count(SUCCESS), signs.count(FAILURE)
    tally = (f" {held} {SUCCESS} ", "good strong"), (f" {failed} {FAILURE} ", "bad strong")
    said = fit(f" {clean(kind).upper()}{clean(why)}", width - line(*tally).width), "strong"
    return [spread([said], tally, width, "bad-ground" if failed else "good-ground")]


def chain_row(roll: Roll, role: str, width: int, kind: str = "") -> list[Line]:
    """A test among several, in three rows: what it is and needs, its dice, what they come to; its `kind` is told already."""
    tiles = Tiles(rolled(roll), roll.pool.sides).large(width)[:TALL] or [Line()] * TALL
    came, said = tally(roll), say.outcome(roll)
    end: list[tuple[Said, ...]] = came.rows if came else [("",), ((said, "strong"),), ("",)]
    dice = max(line.width for line in tiles)
    reasons = say.reckoning(roll.pool)
    parts = [f"{value} {reason}" for value, reason, _ in reasons if value and not say.is_base(value)]
    told = (
        (clean(roll.title.removesuffix(f": {kind}")), f"{role} strong"),
        (say.needs(roll.pool), "key"),
        (clean(" ".join(parts)), "dim"),
    )
    left = max(SHORT, width - dice - (came.width if came else cell_len(said)) - 1)
    return [
        line(*filled([one], left), *filled(tile.pieces, dice + 1), *row)
        for one, tile, row in zip(told, tiles, end, strict=True)
    ]


def reckoning_lines(pool: Pool, width: int) -> list[Line]:
    """Every modifier with its name and rules, one in a row; what is said besides may take more rows."""
    made: list[Line] = []
    for value, reason, ids in say.reckoning(pool):
        rules = ids if width >= WITH_IDS else ""
        if not value:  # a remark: its rules stand at the end of its last row or below it
            rows = [" " * INDENT + row for row in wrap(clean(reason), max(SHORT, width - INDENT - 2))]
            if rules and cell_len(rows[-1]) + len(rules) + 3 > width:
                rows.append("")
            made += [line(row) for row in rows]
            gap = " " * max(1, width - cell_len(rows[-1]) - len(rules) - 2)
            made[-1] = line(rows[-1], gap, (rules, "dim")) if rules else made[-1]
            continue
        name = fit(clean(reason), max(8, width - len(value) - len(rules) - 6))
        role = "strong" if say.is_base(value) else say.modifier_tone(value, pool)
        gap = " " * max(1, width - len(value.rjust(4)) - len(name) - len(rules) - 2)
        made.append(line((f"{value.rjust(4)} ", role), name, gap, (rules, "dim")))
    return made


def reckoning_row(pool: Pool, width: int) -> list[Line]:
    """The modifiers in running text, where rows are short."""
    shown = 3 if width >= WITH_IDS else 2
    parts = [" ".join(part for part in one[:shown] if part) for one in say.reckoning(pool)]
    return [line((row, "dim")) for row in wrap(" · ".join(parts), width)] if parts else []


def remark_lines(roll: Roll, width: int) -> list[Line]:
    """What decided it, and how near it was; and where the faces came from, if not from real dice alone."""
    remarks = (*rows_of(decided(roll), width, "warn", lead=" "), *rows_of(say.sources(roll), width, "dim"))
    return [row for row in remarks if row.text.strip()]
