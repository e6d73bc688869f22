"""Lines of text in pieces: cleaned, measured in cells, shortened and wrapped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby, zip_longest
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len, chop_cells, set_cell_size

HARMFUL = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that steer a terminal or turn text around; they are never shown."""


WITH_IDS = 44
"""From this many cells on ids of rules stand beside what they are about; where there are fewer, only in the page of rules."""

LEAST = 14  # cells that what was done has at least, before what came of it

_IDS = re.compile(r" ?\((?:[A-Z]{2,3}-[A-Z0-9.-]+(?:, )?)+\)")


class Piece(Struct, frozen=True):
    """Some text in one style. `role` names styles (several, with blanks); `target` is what a click on it means."""

    text: str
    role: str = ""
    target: str = ""


class Line(Struct, frozen=True):
    """One row: pieces from left to right on a ground of one style."""

    pieces: tuple[Piece, ...] = ()
    ground: str = ""
    target: str = ""

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    @property
    def width(self) -> int:
        """How many cells the pieces take."""
        return sum(cell_len(piece.text) for piece in self.pieces)


Said = Piece | str | tuple[str, str] | tuple[str, str, str]
"""A piece, or its text alone, with its role, and with what a click on it means."""


def pieces(said: Iterable[Said]) -> Iterator[Piece]:
    for one in said:
        yield one if isinstance(one, Piece) else Piece(one) if isinstance(one, str) else Piece(*one)


def line(*said: Said, ground: str = "", target: str = "") -> Line:
    return Line(tuple(pieces(said)), ground, target)


def spread(
    left: Iterable[Said], right: Iterable[Said], width: int, ground: str = "", target: str = ""
) -> Line:
    """A row with pieces at both of its ends; the left ones are cut where both don't fit."""
    return Line(ends(left, right, width), ground, target)


def rows_of(text: str, width: int, role: str = "", hang: int = 0, lead: str = "") -> list[Line]:
    """A text in as many rows as it takes, each behind a `lead`; later ones hang below the first."""
    return [line((lead + row, role)) for row in wrap(clean(text), width - len(lead), hang)]


def in_rows(cells: Sequence[Iterable[Said]], across: int) -> list[Line]:
    """Cells as rows, so many beside each other."""
    return [
        line(*(piece for cell in cells[i : i + across] for piece in cell))
        for i in range(0, len(cells), across)
    ]


def flowing(cells: Iterable[Sequence[Said]], width: int, gap: int) -> list[Line]:
    """Cells as rows, as many beside each other as fit; each ends with a gap, which may stand over at the end of a row."""
    rows: list[list[Piece]] = []
    used = 0
    for cell in cells:
        made = line(*cell)
        size = made.width
        if not rows or used + size > width + gap:
            rows.append([])
            used = 0
        rows[-1] += made.pieces
        used += size
    return [Line(tuple(row)) for row in rows]


def joined(cells: Iterable[tuple[str, str]]) -> Iterator[Piece]:
    """Signs with their styles as pieces, neighbours of one style as one."""
    for style, some in groupby(cells, itemgetter(1)):
        yield Piece("".join([sign for sign, _ in some]), style)


def framed(row: Line) -> list[Line]:
    """A row with a free one of its ground above and below it."""
    free = Line(ground=row.ground)
    return [free, row, free]


def beside(columns: Sequence[Sequence[Line]], width: int, gap: int) -> list[Line]:
    """Columns of so many cells beside each other; what the ground of a row and a click on it are is that of its pieces."""
    made = []
    for cells in zip_longest(*columns, fillvalue=Line()):
        row: list[Piece] = []
        for i, cell in enumerate(cells):
            if i:
                row.append(Piece(" " * (i * (width + gap) - Line(tuple(row)).width)))
            row += (
                Piece(one.text, f"{cell.ground} {one.role}".strip(), one.target or cell.target)
                for one in cell.pieces
            )
        made.append(Line(tuple(row)))
    return made


def clean(text: str) -> str:
    """The text without control and direction characters; line breaks and tabs become blanks."""
    if text.isprintable():
        return text
    shown = (" " if char in "\n\r\t\v\f" else char for char in text)
    return "".join(char for char in shown if unicodedata.category(char) not in HARMFUL)


def fit(text: str, width: int) -> str:
    """The text in at most `width` cells, with an ellipsis where something is cut off."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


def with_result(text: str, room: int) -> str:
    """An action in so many cells: what came of it, behind the last colon, is not cut off, but who and whom."""
    what, colon, came = text.rpartition(": ")
    kept = room - cell_len(colon + came)
    is_kept = cell_len(text) <= room or kept < LEAST or ". " in what
    return text if is_kept else f"{fit(what, kept)}{colon}{came}"


def pad(text: str, width: int) -> str:
    """The text in exactly `width` cells."""
    fitted = fit(text, width)
    return fitted + " " * (width - cell_len(fitted))


def filled(said: Iterable[Said], width: int, role: str = "") -> tuple[Piece, ...]:
    """Pieces in exactly `width` cells on the ground of a style: what is too long is cut, the rest filled up."""
    made: list[Piece] = []
    left = width
    for one in said:  # many in a row after every key: a piece is taken as it is
        piece = one if isinstance(one, Piece) else Piece(one) if isinstance(one, str) else Piece(*one)
        whole = clean(piece.text)
        text = fit(whole, left)
        if text:
            as_it_is = text == piece.text and not role
            made.append(piece if as_it_is else Piece(text, f"{role} {piece.role}".strip(), piece.target))
            left -= cell_len(text)
        if text != whole:
            break
    return (*made, Piece(" " * left, role)) if left > 0 else tuple(made)


def whole(text: str, width: int) -> str:
    """As many of the parts of a text, which dots keep apart, as fit whole; at least the first, cut where it must be."""
    while cell_len(text) > width and " · " in text:
        text = text.rpartition(" · ")[0]
    return fit(text, width)


def ends(left: Iterable[Said], right: Iterable[Said], width: int, role: str = "") -> tuple[Piece, ...]:
    """Pieces at both ends of a row of exactly `width` cells; the left ones are cut where both don't fit."""
    tail = tuple(pieces(right))
    room = width - sum(cell_len(piece.text) for piece in tail)
    return (*filled(left, room, role), *filled(tail, width - max(0, room), role))


def lit(shown: Line, blocks: str = "") -> Line:
    """The same line with its pieces reversed; of these `blocks` alone where some are named."""
    made = (
        replace(piece, role=f"{piece.role} reverse")
        if piece.text.strip() and (not blocks or set(piece.text) <= set(blocks))
        else piece
        for piece in shown.pieces
    )
    return replace(shown, pieces=tuple(made))


def rule(title: str, width: int, right: str = "", role: str = "dim") -> Line:
    """The heading of a block: its title in capitals, a rule, and a word at its end."""
    head = f"{clean(title).upper()} "
    tail = f" {clean(right)}" if right and cell_len(head) + cell_len(right) + 4 <= width else ""
    dashes = "─" * max(0, width - cell_len(head) - cell_len(tail))
    return line((fit(head, width), role), (dashes, "edge"), (tail, "dim"))


@lru_cache(maxsize=4096)  # the same log lines and weapons are painted again after every key
def without_ids(text: str) -> str:
    """A sentence without the ids of rules in brackets."""
    return _IDS.sub("", text)


def cut_line(line: Line, start: int, end: int) -> Iterator[Piece]:
    """What stands in some cells of a line, on its ground."""
    at = 0
    for piece in line.pieces:
        if at >= end:
            return
        behind = at + cell_len(piece.text)
        is_whole = start <= at and behind <= end
        if is_whole and not line.ground:
            yield piece
        elif start < behind:
            text = piece.text if is_whole else set_cell_size(piece.text, min(behind, end) - at)
            yield Piece(text[max(0, start - at) :], f"{line.ground} {piece.role}".strip(), piece.target)
        at = behind
    yield Piece(" " * (end - max(start, at)), line.ground)


@lru_cache(maxsize=1024)  # the same sentences are broken again after every key
def wrap(text: str, width: int, indent: int = 0) -> tuple[str, ...]:
    """The text in rows of at most `width` cells, broken at blanks; later rows are indented."""
    if cell_len(text) <= width:
        return (text,)
    rows: list[str] = []
    row, room = "", max(1, width - indent)
    words = (  # those that are too long cut into pieces; a wide sign is never cut
        filter(None, chop_cells(word, room)) if cell_len(word) > room else (word,) for word in text.split(" ")
    )
    for word in chain.from_iterable(words):
        joined = f"{row} {word}" if row.strip() else row + word
        if row.strip() and cell_len(joined) > width:
            rows.append(row)
            joined = " " * indent + word
        row = joined
    return (*rows, row)


def within(text: str, width: int, rows: int, indent: int = 0) -> tuple[str, ...]:
    """The text wrapped into at most so many rows; what is too long for them ends with an ellipsis."""
    made = wrap(text, width, indent)
    if len(made) <= rows:
        return made
    lead = " " * indent if rows > 1 else ""
    rest = " ".join(row.strip() for row in made[rows - 1 :])
    return (*made[: rows - 1], lead + fit(rest, width - len(lead)))[:rows]
