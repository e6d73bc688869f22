"""A save in a row: its mission, both sides facing their score, how far they are, when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import cycle
from typing import TYPE_CHECKING

from msgspec.structs import replace

from vedette.engine import figures
from vedette.engine.times import moment
from vedette.tui.sides import ROLES
from vedette.tui.text import Line, Piece, clean, ends, filled, fit, pad, spread
from vedette.view.signs import CARE

if TYPE_CHECKING:
    from vedette.engine.save_cards import SaveCard
    from vedette.save_library import CharacterFile

KEY, ROUND, DATE = 2, 6, 7
"""Cells of the key before a row, and at its end of how far the game is and of when it was played."""

NAMES, NAME_OF = (17, 28), (17, 76)
"""Cells that a mission takes at least and at most, and its share of a row."""

FIRST_OF, SCORE = (19, 34), 8
"""The share of the first side of the room of both, and the cells between them: their points, or a dash."""

DATED = 70
"""From how many cells on a row says when the game was played."""

CALLED = {"company": "Flagrant Factions"}
"""Rulesets that are called otherwise than their ids."""

DOT = Piece(" · ", "dim")
"""Between sides."""

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def save_line(card: SaveCard, width: int, now: datetime, key: str = "") -> Line:
    """A row of the list. An example says who beat whom, and how long it took."""
    if card.fault:
        said = Piece(f"{CARE} {clean(card.fault)}", "warn")
        return Line(filled([*_head(key, card.name, width), said], width))
    far, last = card.progress.removeprefix("round "), short_date(card.date, now)
    if card.example:
        word, _, number = card.period.partition(" ")
        far, last = "", f"{number} {word}{'' if number == '1' else 's'}" if number else ""
    tail = [Piece(f" {pad('' if card.outcome else far, ROUND)}")]
    tail += [Piece(f" {last:>{DATE}}", "dim")] if width >= DATED else []
    head = _head(key, mission(card), width, "" if card.example or card.outcome else "strong")
    room = width - Line((*head, *tail)).width
    told = sides(card, room) if card.example or len(card.sides) != 2 else _facing(card, room)
    return spread([*head, *told], tail, width)


def start_line(key: str, what: str, more: str, width: int) -> Line:
    return Line(filled([*_head(key, what, width), Piece(more, "dim")], width))


def continue_lines(card: SaveCard, width: int, now: datetime, call: str) -> tuple[Line, ...]:
    """The game to go on with; its last row says who must decide what, as soon as that is known."""
    lead = Piece(" " * len("Enter  "))
    both = sides(card, width)
    if len(card.sides) == 2 and card.points:
        (one, other), (first, second) = _named(card), map(figures.number, card.points)
        both = [replace(one, role=f"{one.role} strong"), Piece(f" {first} : {second} ", "strong")]
        both += [replace(other, role=f"{other.role} strong")]
    rows = (
        ends((Piece("Enter", "key"), Piece("  Continue", "strong")), (Piece(when(card.date, now)),), width),
        filled((lead, Piece(f"{mission(card)}   ", "strong"), *both, Piece(f"   {card.progress}")), width),
        filled((lead, Piece(clean(call) or ruleset_words(card.ruleset))), width),
    )
    return tuple(map(Line, rows))


def character_line(kept: CharacterFile, width: int) -> Line:
    fault = kept.card.fault
    said = Piece(f"{CARE} {clean(fault)}", "warn") if fault else Piece(clean(kept.line))
    return Line(filled([*_head("", kept.card.name, width), said], width))


def about(card: SaveCard, now: datetime) -> str:
    kind = "a first battle with a guide" if card.practice else ""
    parts = (card.progress, ruleset_words(card.ruleset), when(card.date, now), kind, card.origin, card.name)
    return " · ".join(clean(part) for part in parts if part)


def mission(card: SaveCard) -> str:
    """What a save is called: by what is played, else by its file."""
    return clean(card.mission or card.name)


def sides(card: SaveCard, room: int) -> list[Piece]:
    """Who plays, each in their colour; of a game that is over, who has beaten whom, or at least who has won."""
    named = _named(card)
    if not card.winner:
        draw = "  a draw" if card.outcome else ""
        return [*_joined(_shortened(named, room - len(draw))), Piece(draw, "dim")]
    at = card.sides.index(card.winner)
    told = [named[at], Piece(" beat ", "dim"), *_joined(named[:at] + named[at + 1 :])]
    if len(named) == 2 and at:
        told = [named[0], Piece(" lost to ", "dim"), named[1]]
    return told if Line(tuple(told)).width <= room else [named[at], Piece(" won", "dim")]


def ruleset_words(id: str) -> str:
    """What a ruleset is called, by its id; the ruleset itself is not loaded for a list."""
    return CALLED.get(id) or clean(id).replace("-", " ").title()


def when(date: str, now: datetime) -> str:
    """A time as people say it; "" where it is none, or none that this calendar has here."""
    try:
        then = moment(date).astimezone(now.tzinfo)
    except (ValueError, OverflowError):
        return ""
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{'yest.' if days else 'today'} {then:%H:%M}"
    year = "" if then.year == now.year else f" {then.year}"
    return f"{then.day} {MONTHS[then.month - 1]}{year}"


def short_date(date: str, now: datetime) -> str:
    """The same in a column: of today the hour, of other years the month, `Mar '25`."""
    day, *rest = when(date, now).split() or [""]
    if len(rest) > 1:
        return f"{rest[0]} '{rest[1][-2:]}"
    return rest[0] if day == "today" else day if day == "yest." else " ".join([day, *rest])


def _facing(card: SaveCard, room: int) -> list[Piece]:
    """Both sides towards their points; of a game that is over, the winner stands out."""
    share, of = FIRST_OF
    named, cells = _named(card), (room - SCORE) * share // of
    roles = [
        "dim" if card.winner and side != card.winner else f"{piece.role} strong"
        for side, piece in zip(card.sides, named, strict=True)
    ]
    one, other = (
        replace(piece, role=role if card.winner == side else piece.role)
        for side, piece, role in zip(card.sides, named, roles, strict=True)
    )
    score = [Piece("   –    ", "dim")]
    if len(card.points) == len(named):
        first, second = map(figures.number, card.points)
        score = [Piece(f" {first}", roles[0]), Piece(" : ", "dim"), Piece(f"{second:<3}", roles[1])]
        cells -= len(first) - 1
    text = fit(one.text, cells)
    return [Piece(" " * (cells - Line((Piece(text),)).width)), replace(one, text=text), *score, other]


def _named(card: SaveCard) -> list[Piece]:
    return [Piece(clean(name), role) for name, role in zip(card.sides, cycle(ROLES), strict=False)]


def _head(key: str, name: str, width: int, role: str = "strong") -> list[Piece]:
    (least, most), (share, of) = NAMES, NAME_OF
    cells = max(least, min(most, width * share // of))
    return [Piece(pad(key, KEY), "key"), Piece(f"{pad(clean(name), cells)} ", role)]


def _shortened(named: Sequence[Piece], room: int) -> list[Piece]:
    """Names that are joined in so many cells: where not all are whole, the long ones are cut alike."""
    left, made = room - len(DOT.text) * (len(named) - 1), dict[int, Piece]()
    by_length = sorted(range(len(named)), key=lambda at: len(named[at].text))
    for count, at in enumerate(by_length):
        made[at] = replace(named[at], text=fit(named[at].text, left // (len(named) - count)))
        left -= Line((made[at],)).width
    return [made[at] for at in range(len(named))]


def _joined(named: Sequence[Piece]) -> list[Piece]:
    return [piece for i, side in enumerate(named) for piece in ((DOT, side) if i else (side,))]
