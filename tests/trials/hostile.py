"""Text that would steer a terminal, break a page, or take more room than anybody has; and where it is put."""

from __future__ import annotations

import copy
import unicodedata
from collections.abc import Iterator
from typing import Any

from vedette.engine.text import HIDDEN

TEXTS = {
    "escape": "Zq\x1b[2J\x1b[31mk",
    "osc": "Zq\x1b]52;c;QUFB\x07k",
    "c1": "Zq\x9b2Jk",
    "bell": "Zq\x07k",
    "line feed": "Zq\nk",
    "carriage return": "Zq\rk",
    "tab": "Zq\tk",
    "delete": "Zq\x7fk",
    "nul": "Zq\x00k",
    "override": "Zq\u202ek",
    "isolate": "Zq\u2067k",
    "mark": "Zq\u200e\u061c\u180ek",
    "zero width": "Zq\u200b\u2060\ufeffk",
    "joined": "Zq👨\u200d👩\u200d👧k",
    "separator": "Zq\u2028k",
    "private": "Zq\ue000k",
    "tags": "Zq\U000e0041\U000e0042k",
    "surrogate": "Zq\ud800k",
    "soft hyphen": "Zq\u00adk",
    "interlinear": "Zq\ufff9a\ufffbk",
    "no character": "Zq\uffff\ufdd0k",
    "close": "Zq[/]k",
    "bold": "Zq[bold]k[/bold]",
    "click": "[@click=app.quit]Zqk[/]",
    "zalgo": "Zq" + "\u0301\u0336\u035c" * 60 + "k",
    "combining": "\u0301\u0301\u0301",
    "wide": "Zq龍龍龍龍龍龍龍龍龍龍k",
    "emoji": "Zq👍🏽🏳️🇩🇪🇩❤️k",
    "hangul": "Zq\u1112\u1161\u11ab\u115f\u3164k",
    "right to left": "Zqשלום عربي k",
    "odd blanks": "Zq\u00a0\u2003k",
    "format": "Zq{0.__class__}%s%(x)n{{7*7}}${x}",
    "html": "Zq<script>alert(1)</script>&amp;\"'>k",
    "template": "Zq{% raw %}{{ 7*7 }}{% endraw %}k",
    "80": "Zq" + "W" * 78,
    "10000": "Zq" + "x" * 10_000,
    "empty": "",
    "blank": "   ",
}

BRACKETS = ("close", "bold", "click", "html", "format", "template")
"""Those of which every character has to be seen as it is."""

HARMFUL = HIDDEN - {"Co"}
"""What steers a terminal or turns text around; a sign for private use is only odd."""


def harm(text: str) -> set[str]:
    """What no terminal should get; lines end."""
    return {char for char in text if unicodedata.category(char) in HARMFUL and char != "\n"}


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where texts stand."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, (list, tuple)):
        for index, value in enumerate(data):
            yield from leaves(value, (*path, index))
    elif isinstance(data, str):
        yield path


def field(path: tuple[Any, ...]) -> str:
    """A place without its numbers: what is true of one unit's name is true of all."""
    return ".".join("#" if isinstance(part, int) else str(part) for part in path)


def put(data: Any, path: tuple[Any, ...], text: str) -> Any:
    """The data with another text at a place."""
    made = copy.deepcopy(data)
    place = made
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = text
    return made
