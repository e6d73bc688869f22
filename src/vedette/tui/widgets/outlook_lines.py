"""What may come of a command as bars: the losses of the unit that is aimed at, and what else may become of whom."""

from __future__ import annotations

from vedette.tui.text import Line, Piece, clean, ends, filled, fit, rule
from vedette.view.outlook import WORTH_TELLING, Chance, Outlook, percent

LEAST, TITLED = 2, 4
"""Rows without which it is not shown, and from which on it has a title."""

BAR = "▇"
NUMBER = 9
"""Cells of a chance, such as `60–74 %`."""

LIKELY = 20
"""What is less likely than one in so many is told only where there is room for all of it."""


def outlook_lines(seen: Outlook, name: str, width: int, rows: int) -> list[Line]:
    """The bars in so many rows at most, the worst first; what it comes to on average, and the own risk."""
    if rows < LEAST:
        return []
    titled, foot = rows >= TITLED, _foot(seen, width)
    losses = _chosen(seen.losses, rows - titled - len(foot))
    said = max((len(chance.text) for chance in losses), default=0)
    label = min(said, width // 2)
    room = width - label - NUMBER - 2
    exact = "" if seen.exact else "not all of it yet"
    title = [rule(f"Outcome{f' for {name}' if name else ''}", width, exact)] if titled else []
    return [*title, *(_bar(chance, label, room, width) for chance in losses), *foot]


def _chosen(losses: tuple[Chance, ...], rows: int) -> list[Chance]:
    """The likeliest of them, in their order."""
    likeliest = sorted(losses, key=lambda chance: -chance.most)[:rows]
    return [chance for chance in losses if chance in likeliest]


def _bar(chance: Chance, label: int, room: int, width: int) -> Line:
    """One row: what, how likely as a bar, how likely as a number."""
    strong = " strong" if chance.tone == "bad" else ""
    tone = chance.tone if chance.tone != "plain" else ""
    cells = max(round(room * chance.least), 1 if chance.least else 0)
    left = [
        Piece(fit(clean(chance.text), label).ljust(label + 1), f"{tone}{strong}".strip()),
        Piece(BAR * cells, tone or "dim"),
    ]
    return Line(ends(left, [Piece(percent(chance), "strong")], width))


def _foot(seen: Outlook, width: int) -> list[Line]:
    """What is lost on average, and what else is likely; whatever has no room is cut."""
    pieces: list[Piece] = []
    if seen.expected >= WORTH_TELLING:
        pieces += [Piece("expected ", "dim"), Piece(f"{seen.expected:.1f} lost", "strong"), Piece("   ")]
    for chance in seen.others:
        if chance.most * LIKELY >= 1:
            pieces += [
                Piece(f"{percent(chance)} ", "strong"),
                Piece(clean(chance.text), chance.tone),
                Piece("   "),
            ]
    for choice in seen.choices:
        pieces.append(Piece(f"if {clean(choice)}   ", "dim"))
    return [Line(filled(pieces, width))] if pieces else []
