"""A save in a row: its name, who plays or who has won, how far they are, when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import cycle
from typing import TYPE_CHECKING

from msgspec.structs import replace

from vedette.engine.times import moment
from vedette.tui.sides import ROLES
from vedette.tui.text import Line, Piece, clean, ends, filled, fit, pad
from vedette.view.signs import CARE

if TYPE_CHECKING:
    from vedette.engine.save_cards import SaveCard
    from vedette.save_library import CharacterFile

KEY, GAP = 3, 2
"""Cells of the key before a row, and of the gap behind a name."""

NAMES = (18, 24)
"""Cells that a name takes at least and at most."""

SIDES = 22
"""Cells that the sides keep, before there are columns at the end of a row."""

STAND, DATE, GAME = 10, 13, 16
"""Cells of those columns: how far a game is, when it was played, by which rules."""

DOT = Piece(" · ", "dim")
"""Between sides."""

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def save_line(card: SaveCard, width: int, now: datetime, key: str = "") -> Line:
    """A row of the list; what matters least goes where there is no room."""
    name = _head(key, title(card), _name(width))
    if card.fault:
        return Line(filled([*name, _fault(card)], width))
    room, tail = width - KEY - _name(width) - GAP, list[Piece]()
    for text, size in _tail(card, now):
        if room - size >= SIDES:
            room -= size
            tail += ends((), (Piece(text, "dim"),), size)
    return Line(ends([*name, *sides(card, room)], tail, width))


def start_line(key: str, what: str, more: str, width: int) -> Line:
    """Something to begin, in the columns of a save."""
    return Line(filled([*_head(key, what, _name(width)), Piece(more, "dim")], width))


def continue_lines(card: SaveCard, width: int, now: datetime, *, roomy: bool) -> tuple[Line, ...]:
    """The game to go on with: in three rows where there is room, else in two."""
    lead = Piece(" " * len("Enter  "))
    head = [Piece("Enter", "key"), Piece("  Continue", "strong")]
    name, far = Piece(clean(card.name), "strong"), Piece(f"   {progress_of(card)}")
    who = sides(card, width)
    date, game = (Piece(when(card.date, now), "dim"),), (Piece(ruleset_words(card.ruleset), "dim"),)
    rows = (
        (ends(head, date, width), ends((lead, name, far), (), width), ends((lead, *who), game, width))
        if roomy
        else (
            ends((*head, Piece("  "), name), date, width),
            ends((lead, *who, far), game, width),
        )
    )
    return tuple(map(Line, rows))


def character_line(kept: CharacterFile, width: int) -> Line:
    """A character's file in a row: its name, and who it is."""
    said = _fault(kept.card) if kept.card.fault else Piece(clean(kept.line))
    return Line(filled([*_head("", kept.card.name, width // 4), said], width))


def about(card: SaveCard, now: datetime) -> str:
    """A save in a sentence."""
    kind = "a first battle with a guide" if card.practice else ""
    parts = (
        progress_of(card),
        ruleset_words(card.ruleset),
        when(card.date, now),
        kind,
        card.origin,
        card.name,
    )
    return " · ".join(clean(part) for part in parts if part)


def title(card: SaveCard) -> str:
    """What a save is called: an example by what it shows, as the rules of its game stand beside it."""
    if not card.example:
        return card.name
    return card.name.removeprefix(f"{card.ruleset}-").replace("-", " ").capitalize()


def sides(card: SaveCard, room: int) -> list[Piece]:
    """Who plays, each in their colour; of a game that is over, who has beaten whom, or at least who has won."""
    named = [Piece(clean(name), role) for name, role in zip(card.sides, cycle(ROLES), strict=False)]
    if not card.winner:
        draw = "  a draw" if card.outcome else ""
        return [*_joined(_shortened(named, room - len(draw))), Piece(draw, "dim")]
    at = card.sides.index(card.winner)
    told = [named[at], Piece(" beat ", "dim"), *_joined(named[:at] + named[at + 1 :])]
    return told if Line(tuple(told)).width <= room else [named[at], Piece(" won", "dim")]


def progress_of(card: SaveCard) -> str:
    """How far the game is."""
    if card.outcome:
        return "over"
    return card.period or ("begun" if card.entries else "set-up")


def ruleset_words(id: str) -> str:
    """A ruleset's id as a name; the ruleset itself is not loaded for a list."""
    return clean(id).replace("-", " ").title()


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


def _tail(card: SaveCard, now: datetime) -> list[tuple[str, int]]:
    """The columns at the end of a row, first what matters most."""
    far, date, game = (
        (progress_of(card), STAND),
        (when(card.date, now), DATE),
        (ruleset_words(card.ruleset), GAME),
    )
    if card.example:
        return [game]
    return [date, game] if card.outcome else [far, date, game]


def _head(key: str, name: str, cells: int) -> list[Piece]:
    """The key of a row, and its name in so many cells."""
    return [Piece(pad(key, KEY), "key"), Piece(pad(clean(name), cells) + " " * GAP, "strong")]


def _fault(card: SaveCard) -> Piece:
    return Piece(f"{CARE} {clean(card.fault)}", "warn")


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


def _name(width: int) -> int:
    least, most = NAMES
    return max(least, min(most, width * 3 // 10))
