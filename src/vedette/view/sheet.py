"""A unit's sheet: everything about it in blocks of rows, to look at and to print."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Modifier
from vedette.engine.figures import signed
from vedette.engine.text import visible

WIDTH = 80  # columns of a sheet as text
LABEL = 26  # columns of its labels
INDENT = 4  # columns that reasons stand in from the values


class Reason(Struct, frozen=True):
    """What stands behind a value, and the rules that say so; the rules alone where they say it all."""

    text: str
    rules: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The reason with its rules behind it."""
        rules = f"({', '.join(self.rules)})" if self.rules else ""
        return f"{self.text} {rules}".strip()


class SheetRow(Struct, frozen=True):
    """A line of the sheet: what it is, its value, and why the value is what it is."""

    label: str
    value: str = ""
    reasons: tuple[Reason, ...] = ()


class Block(Struct, frozen=True):
    """A part of the sheet under a heading."""

    title: str
    rows: tuple[SheetRow, ...]


class Sheet(Struct, frozen=True):
    """A whole sheet; `subtitle` is who this is in a line."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]


def because(*modifiers: Modifier) -> tuple[Reason, ...]:
    """Modifiers as reasons, each with its sign."""
    return tuple(Reason(f"{one.title} {signed(one.value)}", one.rules) for one in modifiers)


def with_history(sheet: Sheet, told: list[tuple[str, str]]) -> Sheet:
    """The sheet with what has happened, by day, at its end."""
    rows: list[SheetRow] = []
    for day, sentence in told:
        same = any(row.label == day for row in rows)
        rows.append(SheetRow("" if same else day, sentence))
    return replace(sheet, blocks=(*sheet.blocks, Block("History", tuple(rows)))) if rows else sheet


# --- as plain text


def sheet_text(sheet: Sheet) -> str:
    """The whole sheet in 80 columns: labels in a column, values beside them, reasons below."""
    lines = [sheet.title, "=" * min(WIDTH, len(sheet.title)), *wrap(sheet.subtitle, WIDTH)]
    for block in sheet.blocks:
        lines += ["", block.title, "-" * len(block.title)]
        for row in block.rows:
            lines += _row(row)
    return "\n".join(visible(line).rstrip() for line in lines) + "\n"


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
