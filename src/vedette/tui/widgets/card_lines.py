"""A unit's card as lines: four rows with its hit points in tall figures; three or two where space is short."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from vedette.tui.figures import tall, tall_width
from vedette.tui.text import Line, Piece, clean, ends, filled, fit, line
from vedette.view.signs import (
    CURSOR,
    GONE,
    LEFT,
    LOST,
    NO_TOKEN,
    PART,
    STANDING,
    TARGET,
    TOKEN,
    lit_cells,
    severity,
)
from vedette.view.vocabulary import Card, Detail, Pip, Token

Place = Literal["", "chosen", "target", "acting"]
"""What a card is for the players now: one of many, the one they look at, the one that is aimed at, or the one that acts."""

TALL_ROWS, PACKED = 4, 2
"""Rows of a card with tall figures, and of one in which everything stands in two."""

ROOMY = 28
"""From this width on a card may be tall, with a free cell between the sign and the name and one at the end."""

INDENT, GAP = 3, 2
"""Cells before everything but the name, and between two conditions."""

SLOT = 3
"""Cells of a model in the bar, at most."""

MOST_POINTS = 12
"""More hit points of a lone model than this are one bar."""

APART = 3
"""So many blocks at most have a gap between them on small cards too: three lives are not one."""

LETTERS = 4
"""A longer name of a value of the profile is a word, and no abbreviation."""

URGENT = ("bad", "warn", "good", "", "dim")
"""Conditions by their tone, what must be seen first."""

COUNTED = 5
"""A token with a higher limit than this shows a number instead of signs."""


_SHORTER = (
    (re.compile(r"(?<=[( ])[^()\d]+ (?=\d)"), ""),
    (re.compile(r" \((\d+)\)"), r"/\1"),
    (re.compile(r"^[\d.]+→"), ""),
)
"""How a number that others' numbers follow in brackets, or that has changed, is written in fewer cells."""


class Room(Struct, frozen=True):
    """How a card may spread: its width and rows."""

    width: int
    rows: int


@lru_cache(maxsize=400)  # the cards on the table, and some that a replay will come back to
def card_lines(
    card: Card, room: Room, place: Place, role: str, weapons: tuple[Detail, ...] = ()
) -> tuple[Line, ...]:
    """The card in that many rows and one for each weapon that it shows; `role` is the side's colour."""
    ground = "surface" if place == "chosen" or _acts(card, place) else ""
    if room.rows == PACKED:
        rows = [_head(card, room.width, place, role, total=True), _packed(card, room.width)]
    elif room.rows < TALL_ROWS:
        rows = [
            _head(card, room.width, place, role, total=True),
            _indented(bar(card, room.width), room.width),
            _indented(chips(card, room.width - INDENT), room.width),
        ]
    else:
        rows = [_head(card, room.width, place, role, total=False), *_tall_rows(card, room.width)]
    rows += [_weapon(weapon, room.width) for weapon in weapons]
    head, *body = rows
    return (
        Line(head.pieces, head.ground, card.id),
        *(Line(row.pieces, ground, card.id) for row in body),
    )


def gone_line(cards: tuple[Card, ...], width: int) -> Line:
    names = ", ".join(clean(card.name) for card in cards)
    return line((f" {GONE} ", "bad strong"), (fit(names, width - INDENT), "dim struck"), target=cards[-1].id)


def _head(card: Card, width: int, place: Place, role: str, *, total: bool) -> Line:
    acts = _acts(card, place)
    sign = TARGET if place == "target" else STANDING["active" if acts else card.standing]
    word = "ACTING" if acts else "TARGET" if place == "target" else ""
    value = card.called if total else ""
    lead = CURSOR if place in ("chosen", "acting") else " "
    close = width < ROOMY
    word = word if width >= cell_len(clean(card.name)) + 14 else ""
    tail = " ".join(filter(None, (word, value))) + ("" if close else " ")
    sign += "" if close else " "
    hurt = card.hurt if card.standing != "gone" else ""
    if acts:
        pieces = (Piece(f"{lead}{sign}{clean(card.name)}"),)
        return Line(ends(pieces, (Piece(f" {tail}"),), width, f"{role}-block"))
    ground = {"chosen": "chosen", "target": f"{role}-ground"}.get(place, "")
    can_act = card.standing in ("ready", "here")
    named = (
        f"{role} strong"
        if can_act or place == "target"
        else "dim struck"
        if card.standing == "gone"
        else "dim"
    )
    under = " under" if place == "target" else ""
    left = (
        Piece(lead, "key"),
        Piece(sign, f"{role} strong" if can_act or place == "target" else f"{role}"),
        Piece(clean(card.name), named + under),
    )
    ending = (
        Piece(f" {word}" if word else "", f"{role} strong"),
        Piece(f" {value}" if value else "", f"{hurt} strong" if can_act or hurt else "dim"),
        Piece("" if close else " "),
    )
    return Line(ends(left, ending, width, ground))


def _acts(card: Card, place: Place) -> bool:
    """Whether it acts: by the rules it is its turn, or its command is under way; who is aimed at is the target first."""
    return place == "acting" or (card.standing == "active" and place != "target")


def _tall_rows(card: Card, width: int) -> list[Line]:
    figure = card.called
    of = f"/{card.full} " if card.full and card.figure is None else " "
    role = _figure_role(card)
    rows = tall(figure)
    room = width - tall_width(figure) - len(of) - 1
    made = []
    for pieces, row, last in zip(
        (bar(card, room + 1), chips(card, room - INDENT), profile(card, room - INDENT)),
        rows,
        (False, False, True),
        strict=True,
    ):
        left = filled((Piece(" " * INDENT), *pieces), room)
        made.append(Line((*left, Piece(" "), Piece(row, role), Piece(of if last else " " * len(of), "dim"))))
    return made


def _figure_role(card: Card) -> str:
    """Hit points are ink while a unit is well; who has acted is dim, unless hurt."""
    return (
        f"{card.hurt} strong"
        if card.hurt
        else "dim"
        if card.standing in ("done", "away", "gone")
        else "strong"
    )


def _packed(card: Card, width: int) -> Line:
    """The bar, and as many chips as fit, in one row; the bar is set closer where more of them fit then."""
    blocks = len(card.pips) if len(card.pips) > 1 else min(card.full, MOST_POINTS)
    close = INDENT + 1 + (2 * blocks - 1 if blocks <= APART else blocks)
    wide = min(width // 2 + INDENT, width)
    left = width - Line(tuple(chips(card, width - close))).width
    models = bar(card, left if close <= left < wide else wide)
    room = width - INDENT - Line(tuple(models)).width - 1
    return _indented((*models, Piece(" "), *chips(card, room)), width)


def _indented(pieces: Sequence[Piece], width: int) -> Line:
    return Line(filled((Piece(" " * INDENT), *pieces), width))


def bar(card: Card, width: int) -> list[Piece]:
    """A block for each model, or each hit point of a lone one; where those have no room, one bar of all hit points. Lost ones come last."""
    room = max(0, width - INDENT - 1)
    if not card.full or not room:
        return []
    role = severity(card.value, card.full) or ("dim" if card.standing in ("done", "away") else "")
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
        left = lit_cells(pip.value, pip.full, cells)
        hurt = cells == 1 and 0 < pip.value < pip.full
        lasting = f"{role} strong" if pip.leader else role
        made += [
            Piece(gap if i else ""),
            Piece(PART if hurt else LEFT * left, lasting),
            Piece("" if hurt else LOST * (cells - left), "dim"),
        ]
    return [piece for piece in made if piece.text]


def chips(card: Card, width: int) -> list[Piece]:
    """Tokens and conditions, in words, what is worst first.

    Where not all have room, as many as have, and how many more there are; of a lone one what stands before its colon.
    """
    made: list[Piece] = []
    for token in card.tokens:
        if token.count:
            several = sum(1 for one in card.tokens if one.count) > 1 or token.limit > COUNTED
            made.append(Piece(f"{_count(token)}{f' {token.called(token.count)}' if several else ''}", "warn"))
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
        return f"{TOKEN}{token.count}"
    return TOKEN * token.count + NO_TOKEN * (token.limit - token.count)


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


def _weapon(weapon: Detail, width: int) -> Line:
    brief = clean(weapon.brief or weapon.text)
    left = (Piece(" " * INDENT), Piece(clean(weapon.label), "dim struck" if weapon.struck else ""))
    return Line(ends(left, (Piece(f" {fit(brief, width * 2 // 3)} ", "dim"),), width))
