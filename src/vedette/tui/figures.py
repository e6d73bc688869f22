"""Figures and letters three rows tall, of half blocks: what is called out aloud, to be read from a metre away."""

from __future__ import annotations

TALL = 3  # rows of a figure

_PIXELS = {
    "0": "111 101 101 101 111", "1": "010 110 010 010 111", "2": "111 001 111 100 111", "3": "111 001 111 001 111",
    "4": "101 101 111 001 001", "5": "111 100 111 001 111", "6": "111 100 111 101 111", "7": "111 001 001 001 001",
    "8": "111 101 111 101 111", "9": "111 101 111 001 111", "+": "000 010 111 010 000", "-": "000 000 111 000 000",
    "−": "000 000 111 000 000", "%": "101 001 010 100 101", "/": "001 001 010 100 100", ".": "0 0 0 0 1",
    " ": "00 00 00 00 00", "≤": "001 010 100 000 111", "–": "000 000 111 000 000", "?": "111 001 011 000 010",
    "A": "010 101 111 101 101", "B": "110 101 110 101 110", "C": "111 100 100 100 111", "D": "110 101 101 101 110",
    "E": "111 100 110 100 111", "F": "111 100 110 100 100", "G": "111 100 101 101 111", "H": "101 101 111 101 101",
    "I": "111 010 010 010 111", "J": "001 001 001 101 111", "K": "101 101 110 101 101", "L": "100 100 100 100 111",
    "M": "10001 11011 10101 10001 10001", "N": "1001 1101 1011 1001 1001", "O": "111 101 101 101 111",
    "P": "111 101 111 100 100", "Q": "111 101 101 111 001", "R": "110 101 110 101 101", "S": "111 100 111 001 111",
    "T": "111 010 010 010 010", "U": "101 101 101 101 111", "V": "101 101 101 101 010",
    "W": "10001 10001 10101 11011 10001", "X": "101 101 010 101 101", "Y": "101 101 010 010 010",
    "Z": "111 001 010 100 111",
}  # fmt: skip
"""Five rows of pixels each, a sixth above them stays empty."""

_HALVES = {"00": " ", "10": "▀", "01": "▄", "11": "█"}


def _rows(pixels: str) -> tuple[str, str, str]:
    rows = pixels.split()
    rows = ["0" * len(rows[0]), *rows]
    joined = ("".join(_HALVES[a + b] for a, b in zip(rows[i], rows[i + 1], strict=True)) for i in (0, 2, 4))
    first, second, third = joined
    return first, second, third


GLYPHS = {char: _rows(pixels) for char, pixels in _PIXELS.items()}
"""Each character as three rows; all rows of one are as wide as each other."""


def tall(text: str) -> list[str]:
    """A text in three rows; what has no glyph is left out."""
    glyphs = [GLYPHS[char] for char in text if char in GLYPHS]
    return [" ".join(glyph[row] for glyph in glyphs) for row in range(TALL)]


def can_be_tall(text: str, width: int) -> bool:
    """Whether every character has a glyph, and all of them fit into so many cells."""
    return set(text) <= GLYPHS.keys() and tall_width(text) <= width


def tall_width(text: str) -> int:
    return len(tall(text)[0])
