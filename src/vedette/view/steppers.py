"""What players correct by hand: a unit's values level by level, as a game declares them, and any tracked value as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vedette.engine.data import Row
from vedette.engine.figures import read_number
from vedette.view.vocabulary import Level, Stepper

Model = tuple[str, int, int]
"""The path of a model's hit points, those that are left, and those that it has at most."""


def words(label: str, path: str, now: Any, offered: Mapping[Any, str], key: str = "") -> Stepper:
    """A value that is one of those offered, with how each is shown; the present one is added where it is missing."""
    known = offered if now in offered else {now: str(now), **offered}
    levels = {value: Level(text, {path: value}) for value, text in known.items()}
    return at_level(label, levels, now, key)


def counter(label: str, path: str, now: int, most: int, key: str = "") -> Stepper:
    """A whole number from 0 on."""
    numbers = range(min(0, now), max(most, now) + 1)
    return words(label, path, now, {number: str(number) for number in numbers}, key)


def flag(label: str, path: str, now: bool, key: str = "") -> Stepper:
    """Yes or no."""
    return words(label, path, now, {False: "no", True: "yes"}, key)


def member(label: str, path: str, now: Sequence[str], one: str, key: str = "") -> Stepper:
    """Whether somebody is in a list of ids."""
    without = [other for other in now if other != one]
    return yes_or_no(label, {path: without}, {path: [*without, one]}, one in now, key)


def yes_or_no(label: str, no: Row, yes: Row, now: bool, key: str = "") -> Stepper:
    """Yes or no, where each writes more than the one value."""
    return at_level(label, {False: Level("no", no), True: Level("yes", yes)}, now, key)


def at_level(label: str, levels: Mapping[Any, Level], now: Any, key: str = "") -> Stepper:
    """A value that is now at one of these levels, to which nothing needs to be written."""
    kept = tuple(Level(level.label) if value == now else level for value, level in levels.items())
    return Stepper(label, kept, list(levels).index(now), key)


def pool(label: str, models: Sequence[Model], key: str = "") -> Stepper:
    """Hit points of models that nothing tells apart: who is hurt loses and regains first, the first model dies last."""
    now = tuple(hits for _, hits, _ in models)
    fewer, more = list(_walk(models, now, -1)), list(_walk(models, now, 1))
    levels = []
    for hits in (*fewer[::-1], now, *more):
        changed = {path: new for (path, old, _), new in zip(models, hits, strict=True) if new != old}
        levels.append(Level(str(sum(hits)), changed))
    return Stepper(label, tuple(levels), len(fewer), key)


def _walk(models: Sequence[Model], hits: tuple[int, ...], step: int) -> Iterator[tuple[int, ...]]:
    while True:
        hurt = [place for place, (_, _, most) in enumerate(models) if 0 < hits[place] < most]
        left = [place for place, (_, _, most) in enumerate(models) if 0 <= hits[place] + step <= most]
        if not hurt and not left:
            return
        # The worst hurt, else the last one alive or the first one dead.
        place = min(hurt, key=lambda place: hits[place]) if hurt else left[-1] if step < 0 else left[0]
        hits = (*hits[:place], hits[place] + step, *hits[place + 1 :])
        yield hits


# --- tracked values as people write them


def flatten(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of the state by its dotted path; lists of plain values stay whole."""
    if isinstance(data, Mapping):
        for key, item in data.items():
            yield from flatten(item, f"{path}.{key}" if path else str(key))
    elif isinstance(data, (list, tuple)) and data and isinstance(data[0], (Mapping, list, tuple)):
        for i, item in enumerate(data):
            yield from flatten(item, f"{path}.{i}")
    else:
        yield path, data


def written(value: Any) -> str:
    """A value as people type it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(written, value)) if isinstance(value, (list, tuple)) else str(value)


def read(text: str, old: Any) -> Any:
    """Text as a value like the old one; what doesn't fit is handed on as text, for the game to refuse."""
    text = text.strip()
    if isinstance(old, bool):
        yes, no = ("true", "yes", "1"), ("false", "no", "0")
        return True if text.lower() in yes else False if text.lower() in no else text
    if isinstance(old, (list, tuple)):
        return [_number(part.strip()) for part in text.split(",") if part.strip()]
    return _number(text) if isinstance(old, (int, float)) else text


def _number(text: str) -> int | float | str:
    number = read_number(text)
    return text if number is None else number
