"""Text from outside is data: it is shown as it is, or refused."""

from __future__ import annotations

import unicodedata

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
"""Unicode categories of control, formatting (bidi overrides among them) and line separators."""


def clean(text: str) -> str:
    """The text, trimmed; raises ValueError where it holds characters that cannot be shown."""
    for character in text:
        if unicodedata.category(character) in HIDDEN:
            raise ValueError(f"it holds a character that cannot be shown (U+{ord(character):04X})")
    return text.strip()


def visible(text: str) -> str:
    """The text with everything hidden replaced, for surfaces that must show it all the same."""
    return "".join("�" if unicodedata.category(c) in HIDDEN else c for c in text)
