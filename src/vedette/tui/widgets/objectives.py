"""What lies on the table: objectives with owner and worth, on the score board or as a list; and what else is to be known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from vedette.tui.sides import initials
from vedette.tui.text import Line, Piece, clean, ends, filled, fit, rule, spread
from vedette.view.signs import FREE_OBJECTIVE, OBJECTIVE
from vedette.view.vocabulary import Mark, Table

IN_TWO, COLUMNS = 4, 3
"""Up to so many objectives the board has two columns, up to twice three of three; further ones are counted."""

MOST_WIDE = 78  # cells in which the columns of the board lie at most

SIGN, STATE = 3, 18
"""Cells before a name, and before the state of an objective in the list."""


class Objectives(Struct, frozen=True):
    """The marks of a table with the colours and initials of the sides."""

    marks: Sequence[Mark]
    roles: Mapping[str, str]
    letters: Mapping[str, str]

    @staticmethod
    def of(table: Table, roles: Mapping[str, str]) -> Objectives:
        """Of a game on a map only its objectives: smoke, fire and grenades are seen there."""
        marks = [mark for mark in table.marks if mark.objective or table.board is None]
        return Objectives(marks, roles, initials({side.id: side.name for side in table.sides}))

    def on_board(self, width: int) -> list[tuple[Piece, ...]]:
        """Two rows: the objectives in columns, then what each side has of one thing, then whatever else has room."""
        shown = [mark for mark in self.marks if mark.objective]
        across = IN_TWO // 2 if len(shown) <= IN_TWO else COLUMNS
        room = (min(width, MOST_WIDE) - 2) // across
        cells = [self._cell(mark, room, across < COLUMNS) for mark in shown]
        if len(cells) > 2 * across:
            more = Piece(f" {len(cells) - 2 * across + 1} more", "dim")
            cells[2 * across - 1 :] = [filled([more], room, "panel")]
        rows = [
            filled([piece for cell in cells[i : i + across] for piece in cell], width, "panel")
            for i in range(0, len(cells), across)
        ]
        for name, marks in self._shared().items():  # the last side's at the right
            texts = [list(_told(clean(mark.text))) for mark in marks]
            left = [Piece(f" {name.upper()} ", "dim"), *(one for text in texts[:-1] for one in text)]
            rows.append(ends(left, [*texts[-1], Piece(" ")], width, "panel"))
        if rest := self.brief(width):
            rows.append(filled(rest, width, "panel"))
        return [*rows, *[filled([], width, "panel")] * 2][:2]

    def listed(self, width: int) -> list[Line]:
        """A row for each objective: whose it is, what has become of it, what it is worth; those that are done with last."""
        shown = sorted((mark for mark in self.marks if mark.objective), key=lambda mark: mark.done)
        rows = []
        for mark in shown:
            sign, name, worth = self._parts(mark)
            role = self.roles.get(mark.side, "")
            named = filled([*filled([sign], SIGN), Piece(fit(name.text, STATE - SIGN - 1), name.role)], STATE)
            left = [*named, Piece(mark.state, role or "dim")]
            rows.append(spread(left, [Piece(f"{worth} ", "strong")], width))
        made = [rule("Objectives", width, "VP"), *rows] if rows else []
        for title, marks in self._shared().items():
            made.append(rule(title, width))
            for mark in marks:
                sign = Piece(f"{self.letters[mark.side]}  ", f"{self.roles[mark.side]} strong")
                made.append(Line(filled([sign, *_told(clean(mark.text))], width)))
        return made

    def brief(self, width: int) -> list[Piece]:
        """What not every side has and is no objective: whole names, as many as have room, and how many more there are; where all have room what is told of them, too."""
        others = [mark for mark in self.marks if not (mark.objective or self._is_shared(mark))]
        named: list[tuple[Piece, ...]] = []
        for mark in others:
            letter = f" {self.letters[mark.side]}" if mark.side in self.letters else ""
            name = Piece(f" {clean(mark.name)} ", "dim struck" if mark.done else "strong")
            named.append((Piece(letter, f"{self.roles.get(mark.side, '')} strong"), name))
        texts = (Piece(f"{clean(mark.text)} " if mark.text else "", "dim") for mark in others)
        whole = [piece for name, text in zip(named, texts, strict=True) for piece in (*name, text)]
        if Line(tuple(whole)).width <= width:
            return whole
        for shown in range(len(others), 0, -1):
            made = [piece for one in named[:shown] for piece in one]
            made += [Piece(f" {len(others) - shown} more ", "dim")] if shown < len(others) else []
            if Line(tuple(made)).width <= width:
                return made
        return []

    def _is_shared(self, mark: Mark) -> bool:
        alike = [other.side for other in self.marks if other.name == mark.name and not other.objective]
        return bool(mark.side) and len(alike) == len(set(alike)) == len(self.letters)

    def _shared(self) -> Mapping[str, Sequence[Mark]]:
        found: dict[str, list[Mark]] = {}
        for mark in self.marks:
            if not mark.objective and self._is_shared(mark):
                found.setdefault(clean(mark.name), []).append(mark)
        return found

    def _cell(self, mark: Mark, width: int, unit: bool) -> tuple[Piece, ...]:
        sign, name, worth = self._parts(mark)
        kind = clean(mark.text).removeprefix(worth) if unit else ""
        room = width - len(sign.text) - len(worth) - len(kind) - 3
        value = Piece(f" {worth}", "strong"), Piece(kind, "dim")
        return filled([Piece(" "), sign, Piece(fit(name.text, room), name.role), *value], width, "panel")

    def _parts(self, mark: Mark) -> tuple[Piece, Piece, str]:
        """Its sign with the owner's initial, its name, and the number that it is worth."""
        role = self.roles.get(mark.side, "")
        sign = f"{OBJECTIVE}{self.letters.get(mark.side, '')} " if mark.side else f"{FREE_OBJECTIVE} "
        number = re.match(r"\d+", clean(mark.text))
        return (
            Piece(sign, f"{role} strong" if role else "dim"),
            Piece(clean(mark.name), "dim" if mark.done else ""),
            number.group() if number else "",
        )


def _told(text: str) -> Iterator[Piece]:
    """A text whose first number is what counts."""
    number, rest = re.match(r"(\d*)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]  # matches anything
    yield Piece(number, "strong")
    yield Piece(rest, "dim")
