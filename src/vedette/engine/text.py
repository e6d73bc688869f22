"""Text from outside is data: it is shown as it is, or refused."""

from __future__ import annotations

import math
import unicodedata
from typing import Any

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
"""Unicode categories of control, formatting (bidi overrides among them) and line separators."""

LONGEST = 2000
"""Characters of a text that a value may have."""

LARGEST = 10**9
"""The largest whole number that anybody needs at a table."""


def clean(text: str) -> str:
    """The text, trimmed; raises ValueError where it holds characters that cannot be shown."""
    for character in text:
        if unicodedata.category(character) in HIDDEN:
            raise ValueError(f"it holds a character that cannot be shown (U+{ord(character):04X})")
    return text.strip()


def said(text: str) -> str:
    """Like `clean`, and there must be something left."""
    text = clean(text)
    if not text:
        raise ValueError("it has no words")
    return text


def kept(value: Any, depth: int = 4) -> Any:
    """A value from outside as it is; raises ValueError where a save could not keep it or a screen not show it."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            raise ValueError(f"it has more than {LONGEST} characters")
        clean(value)
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise ValueError("it is too large a number")
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError("it is no finite number")
    elif isinstance(value, (list, tuple, dict)):
        if not depth:
            raise ValueError("it is nested too deeply")
        for item in (*value, *value.values()) if isinstance(value, dict) else value:
            kept(item, depth - 1)
    elif value is not None and not isinstance(value, (bool, int, float)):
        raise ValueError("it is no value that can be kept")
    return value


def visible(text: str) -> str:
    """The text with everything hidden replaced, for surfaces that must show it all the same."""
    return "".join("�" if unicodedata.category(c) in HIDDEN else c for c in text)
