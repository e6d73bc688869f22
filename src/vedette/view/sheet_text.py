"""A sheet as plain text: labels in a column, values beside them, reasons below; 80 columns."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from vedette.engine.text import visible
from vedette.view.sheet import Sheet, SheetRow

WIDTH = 80
LABEL = 26
"""Columns of the text, and of its labels."""

INDENT = 4
"""Columns that reasons stand in from the values."""


def sheet_text(sheet: Sheet) -> str:
    """The whole sheet; it ends with a line break."""
    return "\n".join(visible(line).rstrip() for line in _lines(sheet)) + "\n"


def _lines(sheet: Sheet) -> Iterator[str]:
    yield sheet.title
    yield "=" * min(WIDTH, len(sheet.title))
    yield from wrap(sheet.subtitle, WIDTH)
    for block in sheet.blocks:
        yield ""
        yield block.title
        yield "-" * len(block.title)
        for row in block.rows:
            yield from _row(row)


def _row(row: SheetRow) -> Iterator[str]:
    """A label and its value; a single reason goes behind them where there is room, several stand below."""
    label = row.label.ljust(LABEL)
    if len(row.label) >= LABEL:
        label = f"{row.label}  "
    words = [reason.words for reason in row.reasons]
    if len(words) == 1 and len(label) + len(row.value) + len(words[0]) + 2 <= WIDTH:
        yield f"{label}{row.value}  {words[0]}"
        return
    if len(label) + len(row.value) > WIDTH and len(label) > LABEL:
        yield label
        label = " " * LABEL
    first, *rest = _wrapped(row.value, WIDTH - len(label)) or [""]
    yield label + first
    yield from (" " * LABEL + line for line in rest)
    for reason in words:
        yield from (" " * (LABEL + INDENT) + line for line in _wrapped(reason, WIDTH - LABEL - INDENT))


def _wrapped(text: str, width: int) -> list[str]:
    """Rows of a text; ids of rules stay whole."""
    return wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)
