"""All cards of one side: four rows with hit points in tall figures for each unit; three or two where space is short."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from textual.message import Message

from vedette.tui.figures import TALL, tall, tall_width
from vedette.tui.text import Line, Piece, clean, ends, filled, fit, line, lit, spread
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view import signs
from vedette.view.vocabulary import Card, Detail, Pip, Token

Place = Literal["", "chosen", "target", "acting"]
"""What a card is for the players now: one of many, the one they look at, the one that is aimed at, or the one that acts."""

TALL_ROWS, PACKED = 4, 2  # rows of a card with tall figures, and of one in which everything stands in two

ROOMY = 28
"""From this width on a card may be tall, with a free cell between the sign and the name and one at the end."""

SPREADS = ((TALL_ROWS, 1), (TALL_ROWS, 0), (3, 0), (PACKED, 1), (PACKED, 0))
"""Rows of a card and free ones below it, from the roomiest on."""

WEAPONS = 4  # weapons that an opened card shows at most
BLOCKS = f"{signs.LEFT}{signs.PART}{signs.LOST}▀▄█ "  # what bars and tall figures are made of
INDENT, GAP = 3, 2  # cells before everything but the name, and between two conditions
SLOT = 3  # cells of a model in the bar, at most
MOST_POINTS = 12  # more hit points of a lone model than this are one bar
APART = 3  # so many blocks at most have a gap between them on small cards too: three lives are not one
LETTERS = 4  # a longer name of a value of the profile is a word, and no abbreviation
URGENT = ("bad", "warn", "good", "", "dim")  # conditions by their tone, what must be seen first
COUNTED = 5  # a token with a higher limit than this shows a number instead of signs

_SHORTER = (
    (re.compile(r"(?<=[( ])[^()\d]+ (?=\d)"), ""),
    (re.compile(r" \((\d+)\)"), r"/\1"),
    (re.compile(r"^[\d.]+→"), ""),
)
"""How a number that others' numbers follow in brackets, or that has changed, is written in fewer cells."""


class CardWall(LineWidget):
    """The cards of a side, always in the order of its army; those who are out of it share the last line."""

    DEFAULT_CSS = """
    CardWall { width: 22; }
    """

    @dataclass
    class CardChosen(Message):
        """A card was clicked."""

        unit: str

    def __init__(self, role: str, *, id: str | None = None) -> None:
        """Take the colour role of the side, `first` or `second`."""
        super().__init__(id=id)
        self._side_role = role
        self._cards: tuple[Card, ...] = ()
        self._chosen = self._target = self._acting = ""
        self._details: Callable[[str], Sequence[Detail]] = lambda unit: ()

    def show(
        self,
        cards: tuple[Card, ...],
        chosen: str,
        target: str = "",
        acting: str = "",
        *,
        details: Callable[[str], Sequence[Detail]],
    ) -> None:
        """Put the side's cards up; `target` is the unit that is aimed at by the `acting` one, `details` what an opened card tells besides."""
        self._cards, self._chosen, self._target, self._details = cards, chosen, target, details
        self._acting = acting
        self.redraw()
        rows = [row for row, line in enumerate(self._lines) if chosen and line.target == chosen]
        if rows:
            self.show_row(rows[0], rows[-1])

    def flash_units(self, units: Collection[str]) -> None:
        """The bars and the tall figures of units that have just been hurt, briefly."""
        self.flash({y: lit(row, BLOCKS) for y, row in enumerate(self._visible_lines) if row.target in units})

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The cards as roomy as their number allows; the one that is looked at shows its weapons."""
        here = tuple(card for card in self._cards if card.standing != "gone")
        gone = tuple(card for card in self._cards if card.standing == "gone")
        foot = [gone_line(gone, width)] if gone else []
        room = height - len(foot) - bool(foot)
        ways = (
            (rows, gap)
            for rows, gap in SPREADS
            if (width >= ROOMY or rows == PACKED) and len(here) * (rows + gap) - gap <= room
        )
        rows, gap = next(ways, SPREADS[-1])
        left = height - len(here) * (rows + gap) - len(foot)
        places: dict[str, Place] = {self._chosen: "chosen", self._target: "target", self._acting: "acting"}
        made: list[Line] = []
        for card in here:
            opened = card.id in (self._chosen, self._target, self._acting) or card.standing == "active"
            most = max(0, min(left, WEAPONS)) if opened and rows == TALL_ROWS else 0
            details = self._details(card.id) if most else ()
            weapons = tuple(detail for detail in details if detail.kind == "weapon")[:most]
            lines = card_lines(card, Room(width, rows), places.get(card.id, ""), self._side_role, weapons)
            left -= len(lines) - rows
            made += [*lines, *[Line()] * gap]
        return [*made, *foot]

    def clicked(self, target: str) -> None:
        self.post_message(self.CardChosen(target))


class Room(Struct, frozen=True):
    """How a card may spread: its width and rows."""

    width: int
    rows: int


@lru_cache(maxsize=400)  # the cards on the table, and some that a replay will come back to
def card_lines(
    card: Card, room: Room, place: Place, role: str, weapons: tuple[Detail, ...] = ()
) -> tuple[Line, ...]:
    """The card in that many rows and one for each weapon that it shows; `role` is the side's colour."""
    width = room.width
    body: list[Line] = []
    if room.rows == PACKED:  # the bar is set closer where more chips fit beside it then
        blocks = len(card.pips) if len(card.pips) > 1 else min(card.full, MOST_POINTS)
        close = INDENT + 1 + (2 * blocks - 1 if blocks <= APART else blocks)
        wide = min(width // 2 + INDENT, width)
        left = width - line(*chips(card, width - close)).width
        models = bar(card, left if close <= left < wide else wide)
        said = chips(card, width - INDENT - line(*models).width - 1)
        body = [_indented((*models, Piece(" "), *said), width)]
    elif room.rows < TALL_ROWS:
        body = [_indented(bar(card, width), width), _indented(chips(card, width - INDENT), width)]
    else:
        of = f"/{card.full} " if card.full and card.figure is None else " "
        at = width - tall_width(card.called) - len(of) - 1
        parts = (bar(card, at + 1), chips(card, at - INDENT), profile(card, at - INDENT))
        done = card.standing in ("done", "away", "gone")
        style = f"{card.hurt} strong" if card.hurt else "dim" if done else "strong"
        rows = [(*filled((" " * INDENT, *part), at), Piece(" ")) for part in parts]
        body = with_figure(rows, card.called, of, style)
    for weapon in weapons:
        label = clean(weapon.label), "dim struck" if weapon.struck else ""
        brief = fit(clean(weapon.brief or weapon.text), width * 2 // 3)
        body.append(spread([" " * INDENT, label], [(f" {brief} ", "dim")], width))
    acts = place == "acting" or (card.standing == "active" and place != "target")
    head = _head(card, width, place, role, acts=acts, total=room.rows < TALL_ROWS)
    ground = "surface" if place == "chosen" or acts else ""
    return replace(head, target=card.id), *(Line(row.pieces, ground, card.id) for row in body)


def with_figure(
    rows: Sequence[Sequence[Piece]], figure: str, of: str, style: str, ground: str = ""
) -> list[Line]:
    """Three rows with a tall figure at their end, behind its last row what it is `of`."""
    last = (" " * len(of),) * (TALL - 1) + (of,)
    return [
        Line((*row, Piece(tall_row, f"{ground} {style}".strip()), Piece(end, f"{ground} dim".strip())))
        for row, tall_row, end in zip(rows, tall(figure), last, strict=True)
    ]


def gone_line(cards: tuple[Card, ...], width: int) -> Line:
    names = ", ".join(clean(card.name) for card in cards)
    return line(
        (f" {signs.GONE} ", "bad strong"), (fit(names, width - INDENT), "dim struck"), target=cards[-1].id
    )


def _head(card: Card, width: int, place: Place, role: str, *, acts: bool, total: bool) -> Line:
    free = " " if width >= ROOMY else ""
    aimed = place == "target"
    sign = f"{signs.TARGET if aimed else signs.STANDING['active' if acts else card.standing]}{free}"
    word = "ACTING" if acts else "TARGET" if aimed else ""
    word = word if width >= cell_len(clean(card.name)) + 14 else ""
    value = card.called if total else ""
    lead = signs.CURSOR if place in ("chosen", "acting") else " "
    if acts:
        tail = " ".join(filter(None, (word, value)))
        said = f"{lead}{sign}{clean(card.name)}"
        return Line(ends([said], [f" {tail}{free}"], width, f"{role}-block"))
    hurt = card.hurt if card.standing != "gone" else ""
    can_act = card.standing in ("ready", "here")
    strong = f"{role} strong" if can_act or aimed else ""
    named = strong or ("dim struck" if card.standing == "gone" else "dim")
    left = [(lead, "key"), (sign, strong or role), (clean(card.name), f"{named}{' under' if aimed else ''}")]
    right = [
        (f" {word}" if word else "", f"{role} strong"),
        (f" {value}" if value else "", f"{hurt} strong" if can_act or hurt else "dim"),
        (free, ""),
    ]
    return Line(ends(left, right, width, {"chosen": "chosen", "target": f"{role}-ground"}.get(place, "")))


def _indented(pieces: Sequence[Piece], width: int) -> Line:
    return Line(filled((" " * INDENT, *pieces), width))


def bar(card: Card, width: int) -> list[Piece]:
    """A block for each model, or each hit point of a lone one; where those have no room, one bar of all hit points. Lost ones come last."""
    room = max(0, width - INDENT - 1)
    if not card.full or not room:
        return []
    role = signs.severity(card.value, card.full) or ("dim" if card.standing in ("done", "away") else "")
    points = (Pip(int(point < card.value), 1) for point in range(card.full))
    pips = card.pips if len(card.pips) > 1 else tuple(points) if card.full <= MOST_POINTS else ()
    pips = tuple(sorted(pips, key=lambda pip: pip.value <= 0))
    sizes: list[int] = []
    for most in (SLOT, 2, 1):
        sizes = [most * (min(pip.full, 2) if len(card.pips) > 1 else 1) for pip in pips]
        if sum(sizes) + len(pips) - 1 <= room:
            break
    if not pips or sum(sizes) > room:
        pips, sizes = (Pip(card.value, card.full),), [min(max(card.full, SLOT), room)]
    made: list[Piece] = []
    gap = " " if sum(sizes) + len(pips) - 1 <= room else ""
    for i, (pip, cells) in enumerate(zip(pips, sizes, strict=True)):
        left = signs.lit_cells(pip.value, pip.full, cells)
        hurt = cells == 1 and 0 < pip.value < pip.full
        lasting = f"{role} strong" if pip.leader else role
        made += [
            Piece(gap if i else ""),
            Piece(signs.PART if hurt else signs.LEFT * left, lasting),
            Piece("" if hurt else signs.LOST * (cells - left), "dim"),
        ]
    return [piece for piece in made if piece.text]


def chips(card: Card, width: int) -> list[Piece]:
    """Tokens and conditions, in words, what is worst first.

    Where not all have room, as many as have, and how many more there are; of a lone one what stands before its colon.
    """
    made: list[Piece] = []
    several = sum(1 for one in card.tokens if one.count) > 1
    for token in card.tokens:
        if token.count:
            called = f" {token.called(token.count)}" if several or token.limit > COUNTED else ""
            made.append(Piece(f"{_count(token)}{called}", "warn"))
    made += [Piece(clean(one.text), "" if one.tone == "plain" else one.tone) for one in card.badges]
    if not made:
        return []
    first, *rest = sorted(made, key=lambda chip: URGENT.index(chip.role))
    shown, used = [first], cell_len(first.text)
    for chip in rest:
        cells = GAP + cell_len(chip.text)
        if used + cells + cell_len(_more(len(made) - 1 - len(shown))) <= width:
            shown.append(chip)
            used += cells
    more = _more(len(made) - len(shown))
    if used + cell_len(more) > width:
        return [replace(first, text=first.text.partition(":")[0])]
    spaced = [piece for chip in shown for piece in (Piece(" " * GAP), chip)][1:]
    return [*spaced, Piece(more, "dim")] if more else spaced


def _more(hidden: int) -> str:
    return f", {hidden} more" if hidden else ""


def _count(token: Token) -> str:
    if token.limit > COUNTED or token.count > token.limit:
        return f"{signs.TOKEN}{token.count}"
    return signs.TOKEN * token.count + signs.NO_TOKEN * (token.limit - token.count)


def profile(card: Card, width: int) -> list[Piece]:
    """The profile, names faint and values in ink; a word and its value stand apart.

    Where room is short, numbers of other models lose the names of whose they are, `8 (7)`, then the brackets, `8/7`;
    then of a changed number what it was before, and then the last values go.
    """
    stats = card.stats
    for pattern, kept in _SHORTER:
        if sum(cell_len(name) + cell_len(value) + 1 for name, value in stats) > width + 1:
            stats = tuple((name, pattern.sub(kept, value)) for name, value in stats)
    value_role = "dim" if card.standing in ("done", "away", "gone") else ""
    made: list[Piece] = []
    for name, value in stats:
        said = f"{' ' if made else ''}{name}{' ' if len(name) > LETTERS else ''}"
        width -= cell_len(said) + cell_len(value)
        if width < 0:
            break
        made += [Piece(said, "dim"), Piece(value, value_role)]
    return made
