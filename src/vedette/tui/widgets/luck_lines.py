"""The luck of the table: a line on the score board, and a part of the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from vedette.engine.luck import Tally
from vedette.tui.text import Line, Piece, clean, ends, filled, fit, pad, rule
from vedette.view.luck import Lead, SideLuck, luck_words, more_words, percentile_words
from vedette.view.vocabulary import SideView

TITLE = " LUCK "
LEAST_SCALE, NAME = 11, 20
"""Cells that a scale takes at least, and a name on it at most."""

FULL = 10
"""Successes that fill half of a scale; where there are more, they do."""

COLUMN = 15
"""Cells of a scale in the list, where it is more than three times as wide."""


def lead_line(
    lead: Lead, name: str, role: str, remarks: Sequence[Piece], width: int, *, to_left: bool
) -> tuple[Piece, ...]:
    """Whom the dice favour and by how much, with a bar towards that side where there is room."""
    told = [
        Piece(f"{fit(clean(name), NAME)} ", role),
        Piece(more_words(lead.by), "strong"),
        Piece(" successes ", "dim"),
    ]
    room = width - len(TITLE) - sum(cell_len(piece.text) for piece in told)
    if remarks or room < LEAST_SCALE:
        short = [Piece(TITLE, "dim"), *told[:-1], Piece(" ")]
        taken = sum(cell_len(piece.text) for piece in (*remarks, *short))
        return ends(remarks, short if taken <= width else [], width, "panel")
    return filled(
        [Piece(TITLE, "dim"), *scale(-lead.by if to_left else lead.by, role, room - 1), Piece(" "), *told],
        width,
        "panel",
    )


def scale(luck: float, role: str, width: int) -> list[Piece]:
    """A bar from the middle: to the right for more than fair dice, to the left for less."""
    half = (width - 1) // 2
    cells = min(half, round(half * abs(luck) / max(FULL, abs(luck))))
    empty, full = Piece("─" * half, "edge"), (Piece("─" * (half - cells), "edge"), Piece("━" * cells, role))
    left = list(full) if luck < 0 else [empty]
    right = list(full)[::-1] if luck > 0 else [empty]
    return [*left, Piece("┃", "strong"), *right, Piece(" " * (width - 1 - 2 * half))]


def luck_lines(
    sides: Sequence[SideView], roles: Mapping[str, str], luck: Mapping[str, SideLuck], width: int, rows: int
) -> list[Line]:
    """Each side's successes against those of fair dice, by kind of roll; nothing where not all of it has room."""
    made = [rule("Luck", width, "against fair dice")]
    for side in sides:
        name, role = clean(side.name), f"{roles.get(side.id, '')} strong"
        for kind, tally in luck[side.id].kinds.items():
            made.append(_row(name, role, clean(kind), tally, width))
            name = ""
    return made if 1 < len(made) <= rows else []


def luck_in_short(luck: SideLuck, width: int) -> str:
    """A side's luck in a few words; "" where nothing was rolled that succeeds or fails."""
    if not luck.whole.rolls:
        return ""
    said = f" luck {luck_words(luck.whole)}"
    usual = f"{said}, {percentile_words(luck.whole)}"
    return usual if len(usual) <= width else said


def _row(name: str, role: str, kind: str, tally: Tally, width: int) -> Line:
    """What was rolled, what was to be expected, the difference as a number and as a bar."""
    who = Piece(pad(name, min(NAME, width // 4)), role)
    tone = "good" if tally.luck > 0 else "bad"
    said = [
        Piece(f"{tally.actual:>5}", "strong"),
        Piece(f" of {float(tally.expected):>5.1f}  ", "dim"),
        Piece(f"{luck_words(tally):>5} ", f"{tone} strong"),
    ]
    bar = scale(float(tally.luck), tone, COLUMN) if width > COLUMN * 3 else []
    return Line(ends([who, Piece(f" {kind}")], [*said, *bar], width))
