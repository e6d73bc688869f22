"""A unit's sheet: everything about it in blocks of rows, to look at and to print."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Modifier
from vedette.engine.figures import signed


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
    return tuple(
        Reason(f"{modifier.title} {signed(modifier.value)}", modifier.rules) for modifier in modifiers
    )


def with_history(sheet: Sheet, told: list[tuple[str, str]]) -> Sheet:
    """The sheet with what has happened, by day, at its end."""
    rows: list[SheetRow] = []
    for day, sentence in told:
        same = any(row.label == day for row in rows)
        rows.append(SheetRow("" if same else day, sentence))
    return replace(sheet, blocks=(*sheet.blocks, Block("History", tuple(rows)))) if rows else sheet
