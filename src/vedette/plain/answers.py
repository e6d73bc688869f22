"""What is typed, as a choice among several, a number, faces of dice, or the value of a field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from vedette.engine.commands import shown
from vedette.engine.dice import Die, TypedTotal
from vedette.engine.errors import CommandError
from vedette.engine.figures import read_number
from vedette.engine.requests import Answer, DiceRequest
from vedette.plain.speech import WAYS, spoken
from vedette.view.hexes import DIRECTIONS, Direction
from vedette.view.vocabulary import Choice, Field

YES, NO = ("yes", "y", "true"), ("no", "n", "false")
NONE = "none"
"""Says nothing, where a field may be empty."""


def pick(text: str, labels: Sequence[str]) -> int | None:
    """The place of what is meant: by its number from 1, its words, or how they begin, where only one begins so."""
    if text.isascii() and text.isdigit() and len(text) < 6:
        return int(text) - 1 if 0 < int(text) <= len(labels) else None
    wanted = _plain(text)
    said = [_plain(label) for label in labels]
    if wanted in said:
        return said.index(wanted)
    begun = [place for place, label in enumerate(said) if wanted and label.startswith(wanted)]
    return begun[0] if len(begun) == 1 else None


def _plain(text: str) -> str:
    return spoken(text).casefold().rstrip(".")


def short(choice: Choice) -> str:
    """A choice in a few words: its name without its numbers."""
    return spoken(choice.columns[0] if choice.columns else choice.label.partition(": ")[0].partition("  ")[0])


def value_of(field: Field, text: str, *, by_id: bool = False) -> Any:
    """What is said of a field; None where it says nothing. Raises CommandError.

    `by_id`: choices are named as commands name them, where a number is no place in a list.
    """
    if text.casefold() == NONE and not field.required:
        return [] if field.kind == "many" else None
    if field.kind == "toggle":
        word = text.casefold()
        if word not in YES + NO:
            raise CommandError(f"{spoken(field.label)}: yes or no, not “{shown(text)}”.")
        return word in YES
    if field.kind == "number":
        return _number(field, text)
    if field.kind == "numbers":
        return [_number(field, word) for word in text.replace(",", " ").split()]
    if field.kind == "many":
        if text.casefold() == "all":
            return [choice.value for choice in field.choices]
        words = text.split(",") if "," in text or not re.fullmatch(r"[\d\s]+", text) else text.split()
        return list(dict.fromkeys(_one_of(field, word.strip(), by_id=by_id) for word in words))
    return _one_of(field, text, by_id=by_id) if field.kind == "choice" else text


def _one_of(field: Field, text: str, *, by_id: bool) -> Any:
    ids = [str(choice.value) for choice in field.choices]
    if text in ids and (by_id or not text.isdigit()):
        return field.choices[ids.index(text)].value
    labels = [short(choice) for choice in field.choices], [choice.label for choice in field.choices]
    place = next((place for some in labels if (place := pick(text, some)) is not None), None)
    if place is None:
        raise CommandError(f"{spoken(field.label)}: “{shown(text)}” is none of the choices.")
    return field.choices[place].value


def _number(field: Field, text: str) -> int | float:
    number = read_number(text.removesuffix('"').strip())
    if number is None:
        raise CommandError(f"{spoken(field.label)}: a number, not “{shown(text)}”.")
    return number


def direction_said(text: str) -> Direction | None:
    """A direction: `ne`, `north-east`, or its number from 1, clockwise from the north."""
    word = text.casefold().replace(" ", "-")
    named = next((way for way, name in WAYS.items() if word in (way, name, name.replace("-", ""))), None)
    if named is None and len(word) == 1 and word in "123456":
        return DIRECTIONS[int(word) - 1]
    return named


def faces_of(request: DiceRequest, text: str) -> tuple[int | None, ...] | TypedTotal:
    """Faces as they lie, with blanks or commas between; `total 8`; a `roll` behind them lets Vedette roll the rest.

    Raises CommandError.
    """
    words = text.replace(",", " ").replace("=", " ").casefold().split()
    if words[:1] == ["total"] and len(words) == 2 and isinstance(total := read_number(words[1]), int):
        return TypedTotal(total)
    rest = words[-1:] == ["roll"]
    words = words[:-1] if rest else words
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise CommandError(f"“{shown(text)}” is not an answer: type the faces, total and a number, or roll.")
    told = tuple(map(int, words))
    request_faces: Answer = tuple(Die(face) for face in told)
    if not rest or len(told) >= request.dice:
        request.check(request_faces)
        return told
    lowest, highest = request.pool.lowest, request.pool.highest
    wrong = next((face for face in told if not lowest <= face <= highest), None)
    if wrong is not None:
        raise CommandError(f"A D{request.pool.sides} shows {lowest} to {highest}, not {wrong}.")
    return (*told, *[None] * (request.dice - len(told)))
