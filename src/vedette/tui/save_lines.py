"""A save in a row: its name, who plays, how far they are, when."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from vedette.tui.text import Line, Piece, clean, fit, line, pad

if TYPE_CHECKING:
    from vedette.engine.saves import SaveCard
    from vedette.tui.save_library import Kept

WIDEST = 124
"""Cells that a row takes at most, so that the eye does not lose it."""

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def save_line(card: SaveCard, width: int, now: datetime) -> Line:
    """A row of the list; the date goes first where there is no room, then the ruleset."""
    width = min(width, WIDEST)
    tail = [stand(card)]
    if width >= 74:
        tail.append(when(card.date, now))
    if width >= 100:
        tail.append(ruleset_words(card.ruleset))
    sizes = (10, 13, 16)[: len(tail)]
    room = width - sum(sizes) - len(sizes)
    name = max(14, room * 2 // 5)
    if card.fault:
        said = fit(clean(card.fault), width - name - 4)
        return line((pad(clean(card.name), name), "strong"), ("  ! ", "warn"), (said, "warn"))
    pieces = [
        Piece(pad(clean(card.name), name), "strong"),
        Piece("  " + pad(clean(sides(card)), room - name - 2)),
    ]
    pieces += [Piece(" " + pad(text, size), "dim") for text, size in zip(tail, sizes, strict=True)]
    return Line(tuple(pieces))


def character_line(kept: Kept, width: int) -> Line:
    """A character's file in a row: its name, and who it is."""
    width = min(width, WIDEST)
    name = min(24, max(14, width // 4))
    if kept.card.fault:
        said = fit(clean(kept.card.fault), width - name - 4)
        return line((pad(clean(kept.card.name), name), "strong"), ("  ! ", "warn"), (said, "warn"))
    return line((pad(clean(kept.card.name), name), "strong"), f"  {fit(clean(kept.line), width - name - 2)}")


def about(card: SaveCard, now: datetime) -> str:
    """A save in a sentence."""
    parts = (stand(card), ruleset_words(card.ruleset), card.name, when(card.date, now))
    return " · ".join(clean(part) for part in parts if part)


def sides(card: SaveCard) -> str:
    """Who plays."""
    return " – ".join(card.sides)


def stand(card: SaveCard) -> str:
    """How far the game is."""
    if card.outcome:
        return "over"
    if card.round:
        return f"round {card.round}"
    return "begun" if card.entries else "set-up"


def ruleset_words(id: str) -> str:
    """A ruleset's id as a name; the ruleset itself is not loaded for a list."""
    return id.replace("-", " ").title()


def when(date: str, now: datetime) -> str:
    """A time as people say it; "" where it is none, or none that this calendar has here."""
    try:
        then = datetime.fromisoformat(date).astimezone(now.tzinfo)
    except (ValueError, OverflowError):
        return ""
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{'yest.' if days else 'today'} {then:%H:%M}"
    year = "" if then.year == now.year else f" {then.year}"
    return f"{then.day} {MONTHS[then.month - 1]}{year}"
