"""Plain data written as TOML; `tomllib` only reads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any


def toml_text(data: Mapping[str, Any]) -> str:
    """A file of data: values first, then lists of tables, each table under a heading of its own."""
    plain = {key: value for key, value in data.items() if not _is_tables(value)}
    parts = [_lines(plain)] if plain else []
    for key, rows in data.items():
        if _is_tables(rows):
            parts += [f"[[{_key(key)}]]\n{_lines(row)}" for row in rows]
    return "\n".join(parts)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _lines(row: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in row.items() if value is not None)


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("-", "").replace("_", "").isalnum() else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None)
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_value, value))}]"
    return _text(str(value))


def _text(value: str) -> str:
    """A basic string; JSON escapes what TOML wants escaped, but for one character."""
    whole = value.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")
