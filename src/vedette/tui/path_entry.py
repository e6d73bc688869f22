"""Six keys for the six directions: how paths, hexes and facings are said on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vedette.tui.text import fit
from vedette.view.board import Board
from vedette.view.hexes import DIRECTIONS, Direction, column_and_row, direction_between, neighbour
from vedette.view.vocabulary import Choice, Field, Form

STEP_KEYS: Mapping[str, Direction] = {"q": "nw", "w": "n", "e": "ne", "a": "sw", "s": "s", "d": "se"}
"""The letters lie on the keyboard as the directions lie round a hex."""

ARROW_KEYS: Mapping[str, tuple[Direction, Direction]] = {
    "up": ("n", "n"),
    "down": ("s", "s"),
    "left": ("sw", "nw"),
    "right": ("se", "ne"),
}
"""What an arrow means in an odd column and in an even one: left and right go along the row."""

KEYS: Mapping[str, str] = {way: key for key, way in STEP_KEYS.items()}  # the letter of a direction

ROSE: tuple[tuple[Direction, ...], ...] = (("nw", "n", "ne"), ("sw", "s", "se"))
"""The directions as they lie on the keyboard."""

NAME = 4  # digits of a hex

ARROW = " → "


def steers(field: Field) -> bool:
    """Whether the six letters belong to a field: a path, a hex, a facing."""
    if field.kind == "choice":
        return bool(field.choices) and all(choice.value in DIRECTIONS for choice in field.choices)
    return field.kind in ("path", "hex")


def arrow_way(key: str, hex: str) -> Direction | None:
    """The direction that an arrow means on a hex; None for other keys."""
    return ARROW_KEYS[key][column_and_row(hex)[0] % 2 == 0] if key in ARROW_KEYS else None


def direction_of_key(field: Field, char: str) -> Direction | None:
    """The direction that a key means in a field; digits are the numbers of the directions in a path."""
    if char in STEP_KEYS:
        return STEP_KEYS[char]
    if field.kind == "path" and len(char) == 1 and char in "123456":
        return DIRECTIONS[int(char) - 1]
    return None


def walked(field: Field) -> tuple[str, ...]:
    """A path with the hex that it starts in."""
    start = (field.start,) if field.start else ()
    return (*start, *(field.value or ()))


def step_start(form: Form, field: Field) -> str:
    """The hex that the next step begins in."""
    if field.kind == "path":
        return next(iter(walked(field)[::-1]), "")
    figure = form.board.figure(form.by) if form.board else None
    return str(field.value or field.start or (figure.hex if figure else ""))


def step_way(form: Form, field: Field, choice: Choice) -> Direction | None:
    """The direction that a choice of a path lies in."""
    here = step_start(form, field)
    return direction_between(here, str(choice.value)) or None if here else None


def step_that_way(form: Form, field: Field, way: str) -> Choice | None:
    """The choice of a path that lies in a direction, or of a facing that is one."""
    here = step_start(form, field)
    wanted = way if field.kind == "choice" else neighbour(here, way) if here else None
    return next((choice for choice in field.choices if choice.value == wanted), None)


def no_step(form: Form, field: Field, way: str) -> str:
    """Why there is no choice in a direction."""
    here, board = step_start(form, field), form.board
    if board is not None and here and not board.next(here, way):
        return "The map ends there."
    return f"There is no step {way} from {here}."


def hex_typed(board: Board | None, text: str) -> str | None:
    return text if len(text) == NAME and (board is None or board.has(text)) else None


def path_written(hexes: Sequence[str], room: int) -> str:
    """A path in a line; where it is long its end."""
    kept = list(hexes)
    text = ARROW.join(kept)
    while len(text) > room and len(kept) > 1:
        kept = kept[1:]
        text = "…" + ARROW + ARROW.join(kept)
    return fit(text, room)
