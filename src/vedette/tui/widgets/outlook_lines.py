"""What may come of a command as bars: the losses of the unit that is aimed at, and what else may become of whom."""

from __future__ import annotations

from rich.cells import cell_len

from vedette.engine.record import record
from vedette.tui.text import Line, Piece, clean, ends, filled, fit, rule
from vedette.view.outlook import WORTH_TELLING, Chance, Outlook, likeliest, percent, rarity

LEAST, TITLED = 2, 4
"""Rows without which it is not shown, and from which on it has a title."""

BAR = "▇"
ROLLED = " rolled "
"""The mark at what has come."""

BESIDE = 5
"""Cells between the title and what kind of numbers these are, which is not left out for a long name."""

LEAST_NAME = 8
"""Cells of a name that is cut, at least."""

LIKELY = 20
"""What is less likely than one in so many is told only where there is room for all of it."""


@record
class Foreseen:
    """What was known to come of a command whose dice are looked at: of whom, and what of it `came`, once that is known."""

    outlook: Outlook
    name: str
    came: Chance | None = None


def foreseen_lines(foreseen: Foreseen, width: int, rows: int) -> list[Line]:
    """The bars as they stood in the form, with a mark at what has come, and how rare that was."""
    return outlook_lines(
        foreseen.outlook,
        foreseen.name,
        width,
        rows,
        foreseen.came,
        "" if foreseen.came else "before the dice",
    )


def outlook_lines(
    seen: Outlook, name: str, width: int, rows: int, came: Chance | None = None, told: str = ""
) -> list[Line]:
    """The bars in so many rows at most, the worst first; what it comes to on average, and the own risk.

    `came` is marked; `told` stands at the end of the title.
    """
    if rows < LEAST:
        return []
    titled, foot = rows >= TITLED, _foot(seen, width, came)
    losses = likeliest(seen, rows - titled - len(foot), came)
    said = max((len(chance.text) for chance in losses), default=0)
    label = min(said, width // 2)
    number = max((len(percent(chance)) for chance in losses), default=0)
    room = width - label - number - 3 - (len(ROLLED) if came else 0)
    told = told or seen.kind
    title = [rule(_title(seen, clean(name), width - len(told) - BESIDE), width, told)] if titled else []
    bars = (_bar(chance, label, room, width, marked=chance is came) for chance in losses)
    return [*title, *bars, *foot]


def _title(seen: Outlook, name: str, width: int) -> str:
    """Whose losses these are, and of what; the name is cut first, and left out where next to nothing of it would stay."""
    if not seen.measured:
        return fit(f"Outcome for {name}" if name else "Outcome", width)
    said = f": {seen.measured}"
    room = width - cell_len(said)
    return f"{fit(name, room)}{said}" if room >= min(LEAST_NAME, cell_len(name)) else seen.measured


def _bar(chance: Chance, label: int, room: int, width: int, *, marked: bool) -> Line:
    """One row: what, how likely as a bar, how likely as a number; whether it was rolled."""
    strong = " strong" if chance.tone == "bad" else ""
    tone = chance.tone if chance.tone != "plain" else ""
    cells = max(round(room * chance.least), 1 if chance.least else 0)
    left = [
        Piece(fit(clean(chance.text), label).ljust(label + 1), f"{tone}{strong}".strip()),
        Piece(BAR * cells, tone or "dim"),
        *([Piece(" "), Piece(ROLLED, "strong reverse")] if marked else []),
    ]
    return Line(ends(left, [Piece(percent(chance), "strong")], width))


def _other(chance: Chance, width: int) -> str:
    """What else may come, and of whom; the name is cut first."""
    name, colon, what = clean(chance.text).rpartition(": ")
    return f"{fit(name, width - cell_len(f'{percent(chance)} {colon}{what}'))}{colon}{what}"


def _foot(seen: Outlook, width: int, came: Chance | None) -> list[Line]:
    """How rare it is what came, else what else may come; what is lost on average; each whole, or not at all."""
    told = [[Piece(rarity(seen, came), "strong")]] if came else []
    if seen.expected >= WORTH_TELLING:
        told.append([Piece("expected ", "dim"), Piece(f"{seen.average} lost", "strong")])
    told += [
        [Piece(f"{percent(chance)} ", "strong"), Piece(_other(chance, width), chance.tone)]
        for chance in (() if came else seen.others)
        if chance.most * LIKELY >= 1
    ]
    told += [[Piece(f"if {clean(choice)}", "dim")] for choice in (() if came else seen.choices)]
    told += [[Piece(f"else {clean(seen.spread)}", "dim")]] if seen.spread else []
    pieces: list[Piece] = []
    for part in told:
        row = [*pieces, *([Piece("   ")] if pieces else []), *part]
        pieces = row if not pieces or Line(tuple(row)).width <= width else pieces
    return [Line(filled(pieces, width))] if pieces else []
