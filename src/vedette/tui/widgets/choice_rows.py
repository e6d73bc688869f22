"""The choices of a field: a row each, or beside each other where rows are scarce."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby, zip_longest
from typing import Any

from msgspec.structs import replace

from vedette.tui.form_entry import FormEntry
from vedette.tui.text import WITH_IDS, Line, Piece, clean, fit, line, pad, wrap
from vedette.view.outlook import Worth
from vedette.view.signs import BEFORE, CHOSEN, IN, OUT
from vedette.view.vocabulary import Choice, Field

INDENT = "     "

KEY = 6
"""Cells for the key and the sign before a choice."""

CUT = 2
"""Cells that a name may lose to the columns behind it."""

NAME = 14
"""Cells that a name keeps beside a number with its word, if it is so long; where there are fewer the number stands alone."""

MOST = 3
"""How many choices stand beside each other at the most."""


def chosen(field: Field) -> list[Any]:
    if field.kind == "many":
        return list(field.value or ())
    return [] if field.value is None else [field.value]


def choice_rows(
    entry: FormEntry, field: Field, width: int, worths: Mapping[Any, Worth] = {}, *, tight: bool
) -> list[Line]:
    """All choices with their keys; `tight` puts those that are possible beside each other, and cuts the other ones.

    `worths` are the numbers beside them.
    """
    made: list[Line] = []
    worths = _with_room(field, width, worths)
    for possible, run in groupby(enumerate(field.choices), key=lambda pair: pair[1].why_not is None):
        places = [i for i, _ in run]
        if tight and possible:
            across = _across([field.choices[i] for i in places], width - _column(worths))
            cells = [_choice(entry, field, i, width // across, worths) for i in places]
            made += [
                Line(tuple(piece for cell in cells[i : i + across] for piece in cell))
                for i in range(0, len(cells), across)
            ]
        else:
            made += [row for i in places for row in _with_reason(entry, field, i, width, worths, tight=tight)]
    return made


def row_at_hand(entry: FormEntry, field: Field, rows: list[Line]) -> int:
    """The row of the choice that is taken, or that the cursor is on; the first where there is none."""
    values = chosen(field)
    taken = (i for i, choice in enumerate(field.choices) if choice.value in values)
    index = entry.member if field.kind == "many" else next(taken, 0)
    target = _target(field, index)
    found = (i for i, row in enumerate(rows) if any(piece.target == target for piece in row.pieces))
    return next(found, 0)


def _target(field: Field, index: int) -> str:
    return f"choice:{field.name}:{index}"


def _across(choices: list[Choice], width: int) -> int:
    if any(choice.columns for choice in choices):
        return 1
    longest = max(len(clean(choice.label)) for choice in choices)
    return max(1, min(MOST, width // (longest + KEY + 1)))


def _with_room(field: Field, width: int, worths: Mapping[Any, Worth]) -> Mapping[Any, Worth]:
    """The numbers, without their words where these would cut the names."""
    longest = max(
        (len(choice.columns[0] if choice.columns else choice.label) for choice in field.choices), default=0
    )
    last = max(
        (len(choice.columns[-1]) + 1 for choice in field.choices if len(choice.columns) > 1), default=0
    )
    if KEY + min(longest, NAME) + last + _column(worths) <= width + CUT:
        return worths
    return {
        value: replace(one, text=one.brief, word=one.text.removeprefix(one.brief).strip())
        for value, one in worths.items()
    }


def _column(worths: Mapping[Any, Worth]) -> int:
    """Cells for the numbers, with a gap before them."""
    return max((len(one.text) + 2 for one in worths.values()), default=0)


def _choice(
    entry: FormEntry, field: Field, index: int, width: int, worths: Mapping[Any, Worth] = {}
) -> list[Piece]:
    """One choice in so many cells: its key, a sign where it is taken, its label, its number."""
    choice = field.choices[index]
    option = entry.keys_of(field)[index] or " "
    is_in = not field.secret and choice.value in chosen(field)
    before = field.kind != "many" and entry.remembered(field)
    taken = BEFORE if before else CHOSEN
    sign = (f"{IN} " if is_in else f"{OUT} ") if field.kind == "many" else (f"{taken} " if is_in else "  ")
    under = field.kind == "many" and index == entry.member
    role = "dim" if choice.why_not else "strong" if is_in and not before else "under" if under else ""
    target = _target(field, index)
    plain = field.kind == "choice" and isinstance(choice.value, str | int)  # of others there is no number
    own = worths.get(choice.value) if plain and choice.why_not is None else None
    number = clean(own.text).rjust(_column(worths)) if own else ""
    tail = _tail(field, choice.columns, width - KEY - len(number))
    named = choice.columns[0] if choice.columns else choice.label
    label = fit(clean(named), width - KEY - len(tail) - len(number))
    return [
        Piece(f"  {option} ", "dim" if choice.why_not else "key", target),
        Piece(sign, "dim" if before else "good strong", target),
        Piece(label, role, target),
        Piece(pad("", width - KEY - len(label) - len(tail) - len(number)), "", target),
        *([Piece(tail, role, target)] if tail else []),
        *([Piece(number, "strong", target)] if number else []),
    ]


def choice_heads(field: Field, width: int, worths: Mapping[Any, Worth]) -> str:
    """What stands over the columns of the choices, and over the numbers beside them where these stand without their word."""
    worths = _with_room(field, width, worths)
    column = _column(worths)
    words = {one.word.partition(" ")[0] for one in worths.values()} - {""}
    word = words.pop() if len(words) == 1 else ""
    return _tail(field, ("", *field.heads), width - KEY - column) + (
        word if len(word) < column else ""
    ).rjust(column)


def _tail(field: Field, columns: tuple[str, ...], room: int) -> str:
    """The columns behind the name, each as wide as it is in the longest row; the first go where names would be cut."""
    rows = [other.columns for other in field.choices if other.columns]
    if any(len(row) > 1 for row in rows):
        rows.append(("", *field.heads))
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    cells = list(zip(columns[1:], widths[1:], strict=False))
    names, *sizes = widths or [0]
    while len(cells) > 1 and min(names, NAME) + sum(sizes[-len(cells) :]) + len(cells) > room:
        cells = cells[1:]
    gap = "  " if names + sum(sizes) + 2 * len(sizes) <= room else " "
    return "".join(f"{gap}{clean(cell):>{width}}" for cell, width in cells)


def _with_reason(
    entry: FormEntry, field: Field, index: int, width: int, worths: Mapping[Any, Worth], *, tight: bool
) -> list[Line]:
    """A choice, and the rule against it: behind it where that fits or must do, else below; columns tell enough where rows are scarce."""
    why, target = field.choices[index].why_not, _target(field, index)
    if why is None:
        choice = field.choices[index]
        shown = _choice(entry, field, index, width, worths)
        label = () if choice.columns or worths else wrap(clean(choice.label), width - KEY)
        if len(label) > 1:
            shown = [*shown[:2], replace(shown[2], text=label[0])]
        notes = wrap(clean(choice.note), width - KEY) if choice.note else ()
        return [
            Line(tuple(shown), target=target),
            *(line((" " * KEY + row, shown[2].role), target=target) for row in label[1:]),
            *(line((" " * KEY + row, "dim"), target=target) for row in notes),
        ]
    *pieces, room = _choice(entry, field, index, width, worths)
    said = clean(f"{why.rule} {why.sentence}" if width >= WITH_IDS else why.sentence)
    if tight and len(field.choices[index].columns) > 1 and len(said) + 2 > len(room.text):
        return [Line((*pieces, Piece(room.text, "bad", target)), target=target)]
    if tight or len(said) + 2 <= len(room.text):
        return [Line((*pieces, Piece(fit(f"  {said}", len(room.text)), "bad", target)), target=target)]
    rows = wrap(said, width - len(INDENT) - 1)
    return [
        Line(tuple(pieces), target=target),
        *(line((INDENT + " " + row, "bad"), target=target) for row in rows),
    ]
