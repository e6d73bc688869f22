"""What may come of a command as bars: the losses of the unit that is aimed at, and what else may become of whom."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from vedette.tui.text import Line, Piece, clean, ends, filled, fit, rule
from vedette.view.outlook import WORTH_TELLING, Chance, Outlook, likeliest, or_worse, percent, rarity

LEAST, TITLED = 2, 4
"""Rows without which it is not shown, and from which on it has a title."""

BAR = "▇"
ROLLED = " rolled "
"""The mark at what has come."""

BESIDE = 5
"""Cells between the title and what kind of numbers these are, which is not left out for a long name."""

LEAST_NAME = 8
"""Cells of a name that is cut, at least."""

OR_WORSE, SUMMED = "or worse", 50
"""The head of the column that adds up what is as bad or worse, and the cells from which on it is shown."""

OWN_RISK = "own risk "

SHORT = 44
"""Cells below which the foot spares words."""

LIKELY = 20
"""What is less likely than one in so many is told only where there is room for all of it."""


class Foreseen(Struct, frozen=True):
    """What was known to come of a command whose dice are looked at: of whom, and what of it `came`, once that is known.

    `told`: when it was known.
    """

    outlook: Outlook
    name: str
    came: Chance | None = None
    told: str = "before the dice"


def foreseen_lines(foreseen: Foreseen, width: int, rows: int) -> list[Line]:
    """The bars as they stood in the form, with a mark at what has come, and how rare that was."""
    return outlook_lines(
        foreseen.outlook,
        foreseen.name,
        width,
        rows,
        foreseen.came,
        "" if foreseen.came else foreseen.told,
    )


def outlook_lines(
    seen: Outlook, name: str, width: int, rows: int, came: Chance | None = None, told: str = ""
) -> list[Line]:
    """Whether the command comes to nothing, then the bars in so many rows at most, the worst first; below them what it comes to on average, and the own risk.

    `came` is marked; `told` stands at the end of the title, else the head of the column that adds up.
    """
    if not seen.losses:  # then what else may come are the bars
        seen = replace(seen, losses=seen.others, others=())
    if rows < LEAST or not (seen.losses or seen.fails):
        return []
    titled = rows >= TITLED
    fails = [] if came else [Line(filled(_failing(chance, width), width)) for chance in seen.fails]
    rows -= titled + len(fails)
    least = max(1, rows - len(seen.losses))
    foot = _foot(seen, width, least, came) if rows > LEAST or not seen.losses[1:] else []  # else no bar fits
    if len(foot) == least < rows - LEAST and not any(OWN_RISK in row.text for row in foot):
        more = _foot(seen, width, least + 1, came)  # the own risk is worth a row
        foot = more if OWN_RISK in more[-1].text else foot
    losses = likeliest(seen, rows - len(foot), came)
    sums = _sums(seen, losses) if titled and width >= SUMMED and not (told or seen.kind) else {}
    label = min(max((len(chance.text) for chance in losses), default=0), width // 2)
    number = max((len(percent(chance)) for chance in losses), default=0) + (len(OR_WORSE) + 2 if sums else 0)
    room = width - label - number - 3 - (len(ROLLED) if came else 0)
    told = told or seen.kind or (OR_WORSE if sums else "")
    title = [rule(_title(seen, clean(name), width - len(told) - BESIDE), width, told)] if titled else []
    bars = (
        _bar(chance, label, room, width, sums.get(i, "") if sums else None, marked=chance is came)
        for i, chance in enumerate(losses)
    )
    return [*title, *fails, *bars, *foot]


def _sums(seen: Outlook, losses: list[Chance]) -> dict[int, str]:
    """How likely each loss between the worst and none is, or a worse one; nothing where there is none between."""
    worse = or_worse(seen)
    return {
        i: percent(Chance("", share, share))
        for i, chance in enumerate(losses[:-1])
        if i and chance.lost and not chance.token and (share := worse.get((chance.word, chance.lost.start)))
    }


def _title(seen: Outlook, name: str, width: int) -> str:
    """Whose losses these are, and of what; the name is cut first, and left out where next to nothing of it would stay."""
    if not seen.measured:
        return fit(f"Outcome for {name}" if name else "Outcome", width)
    said = f": {seen.measured}"
    room = width - cell_len(said)
    return f"{fit(name, room)}{said}" if room >= min(LEAST_NAME, cell_len(name)) else seen.measured


def _bar(chance: Chance, label: int, room: int, width: int, summed: str | None, *, marked: bool) -> Line:
    """One row: what, how likely as a bar and as a number, perhaps with what is `summed` up; whether it was rolled."""
    strong = " strong" if chance.tone == "bad" else ""
    tone = chance.tone if chance.tone != "plain" else ""
    said = chance.text
    if cell_len(said) > label:
        said = chance.word or said.partition(",")[0]
    cells = max(round(room * chance.least), 1 if chance.least else 0)
    left = [
        Piece(fit(clean(said), label).ljust(label + 1), f"{tone}{strong}".strip()),
        Piece(BAR * cells, tone or "dim"),
        *([Piece(" "), Piece(ROLLED, "strong reverse")] if marked else []),
    ]
    column = [] if summed is None else [Piece(summed.rjust(len(OR_WORSE) + 2), "dim")]
    return Line(ends(left, [Piece(percent(chance), "strong"), *column], width))


def _foot(seen: Outlook, width: int, rows: int, came: Chance | None) -> list[Line]:
    """How rare it is what came, else what else may come; what is lost on average; each whole, or not at all."""
    made: list[list[Piece]] = []
    for part in _parts(seen, width, came):
        joined = [*made[-1], Piece("   "), *part] if made else part
        if made and Line(tuple(joined)).width <= width:
            made[-1] = joined
        elif len(made) < rows and (not made or Line(tuple(part)).width <= width):
            made.append(part)
    return [Line(filled(row, width)) for row in made]


def _parts(seen: Outlook, width: int, came: Chance | None) -> Iterator[list[Piece]]:
    """What the foot tells, what matters most first."""
    lost = " lost" if width >= SHORT else ""
    if came:
        yield [Piece(rarity(seen, came), "strong")]
    if seen.expected >= WORTH_TELLING:
        yield [Piece("expected ", "dim"), Piece(f"{seen.average}{lost}", "strong")]
    if came:
        return
    likely = [chance for chance in seen.others if chance.most * LIKELY >= 1]
    if risks := [f"{percent(chance)}: {chance.risk}" for chance in likely if chance.risk]:
        while cell_len(" · ".join(risks)) + len(OWN_RISK) > width and risks[1:]:
            risks.pop()
        yield [Piece(OWN_RISK, "dim"), Piece(" · ".join(risks), "warn strong")]
    others = [_other(chance, width) for chance in likely if not chance.risk]
    ifs = [[Piece(f"if {clean(choice)}", "dim")] for choice in seen.choices]
    spread = [[Piece(f"else {clean(seen.spread)}", "dim")]] if seen.spread else []
    yield from (*others[:1], *ifs[:1], *spread, *ifs[1:], *others[1:])


def _failing(chance: Chance, width: int) -> list[Piece]:
    """That the command comes to nothing; what follows from that where there is room."""
    said = f"{percent(chance)} "
    told = chance.text if cell_len(said + chance.text) <= width else chance.text.partition(" and ")[0]
    return [Piece(said, "strong"), Piece(fit(clean(told), width - cell_len(said)), chance.tone)]


def _other(chance: Chance, width: int) -> list[Piece]:
    """What else may come, and of whom; the name is cut first."""
    said = f"{percent(chance)} "
    name, colon, what = clean(chance.text).rpartition(": ")
    told = f"{fit(name, width - cell_len(f'{said}{colon}{what}'))}{colon}{what}"
    return [Piece(said, "strong"), Piece(told, chance.tone)]
