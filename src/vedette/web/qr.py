"""An address as a QR code out of signs, for a terminal and the phone that is held before it."""

from __future__ import annotations

import segno

HALVES = {(False, False): "█", (True, False): "▄", (False, True): "▀", (True, True): " "}
"""Two modules over each other, dark or not, in signs of light: the code is dark on a light ground, as readers want it."""

QUIET = 2
"""Modules of light ground around the code."""


def qr_lines(text: str) -> list[str]:
    """The rows of the code, to be written light on dark."""
    code = segno.make(text, error="l", micro=False)
    rows = [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return [
        "".join(HALVES[above, below] for above, below in zip(*rows[i : i + 2], strict=True))
        for i in range(0, len(rows), 2)
    ]
