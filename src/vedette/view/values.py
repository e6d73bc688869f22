"""Tracked values as people write them: the state flattened to paths, and text read as a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vedette.engine.figures import read_number


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
        return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(
            text.lower(), text
        )
    if isinstance(old, (list, tuple)):
        return [_number(part.strip()) for part in text.split(",") if part.strip()]
    return _number(text) if isinstance(old, (int, float)) else text


def _number(text: str) -> int | float | str:
    number = read_number(text)
    return text if number is None else number
