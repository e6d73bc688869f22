"""Words that can be heard: the signs of the screen put into words, and lists, numbers and directions as people say them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from vedette.engine.checks import Refusal
from vedette.engine.text import joined
from vedette.view.hexes import ARROWS, Direction

WAYS: dict[Direction, str] = {
    "n": "north", "ne": "north-east", "se": "south-east", "s": "south", "sw": "south-west",
    "nw": "north-west",
}  # fmt: skip
"""The six ways out of a hex."""

_ARROWS = {arrow: WAYS[way] for way, arrow in ARROWS.items()}  # type: ignore[index]

_FILE = re.compile(r"[^\s.]\S*\.(?:vedette|html|toml|json)\b")
"""The name of a file of one word."""

_RULES = re.compile(r"\s*\((?:[A-Z]{2,3}-[A-Z0-9][A-Z0-9.-]*(?:,\s*)?)+\)")
"""Ids of rules in brackets: `why` tells them."""

_WORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"\b(?:nw|ne|sw|se|n|s) ?([↑↗↘↓↙↖])", r"\1"),
        (r"(?<![\d.])1(?:\"|″)", "1 inch"),
        (r"(\d)(?:\"|″)", r"\1 inches"),
        (r"(\d)\s*–\s*(\d)", r"\1 to \2"),
        (r"–(?= ?/)", "none"),
        (r"\s*–\s*", ", "),
        (r"(?<![\w)])[−-](?=\d)", "minus "),
        (r"(?<=\w)−(?=\d)", " minus "),
        (r"\s−\s", " minus "),
        (r"(\d)\+(?!\d)", r"\1 or more"),
        (r"(?<![\w)])\+(?=\d)", "plus "),
        (r"≤\s*(−?\d+)", r"\1 or less"),
        (r"≥\s*(−?\d+)", r"\1 or more"),
        (r"(?<![\w/])(\d+)/(\d+)(?![\w/])", r"\1 of \2"),
        (r"\s*·\s*", "; "),
        (r"\s*↦\s*", ", rolled again: "),
        (r"\.\s*→\s*", ". Possible: "),
        (r"\s*→\s*", " to "),
        (r"([\w)])\s*=\s*(\w)", r"\1 is \2"),
        (r"\s\+\s", " plus "),
        (r"\s*×\s*", " times "),
        (r"\s+%", "%"),
        (r"(\w)\s*✔", r"\1, success"),
        (r"(\w)\s*[✘✗]", r"\1, failure"),
        (r"✔", "success"),
        (r"[✘✗]", "failure"),
        (r"★", "critical"),
        (r"½", "one half"),
        (r"¼", "one quarter"),
        (r"[“”]", '"'),
        (r"[‘’]", "'"),
        (r"…", ""),
    )
)

_SHOUTED = re.compile(r"\b[A-Z]{5,}\b")
_KEPT = frozenset(" .,;:!?'\"()-+/%&_=#@[]{}*<>|~^$\\`")
"""What may stand in a line besides letters and digits: what is typed must be told as it is typed."""


def spoken(text: str) -> str:
    """A text without signs that are heard badly: arrows, marks of success, minus signs, marks of inches are words."""
    text = _SHOUTED.sub(lambda found: found[0].capitalize(), _RULES.sub("", text))
    for pattern, words in _WORDS:
        text = pattern.sub(words, text)
    said = "".join(_ARROWS.get(char, char) for char in text)
    return " ".join("".join(char if _can_be_heard(char) else " " for char in said).split())


def _can_be_heard(char: str) -> bool:
    return char in _KEPT or unicodedata.category(char)[0] in "LNM"


def spoken_sentence(text: str) -> str:
    """Words as a sentence of their own: a capital in front, unless it begins with the name of a file, and a full stop behind."""
    text = spoken(text)
    if not _FILE.match(text):
        text = f"{text[:1].upper()}{text[1:]}"
    return text and f"{text}{'' if text[-1] in '.?!:' else '.'}"


def spoken_list(words: Iterable[str], last: str = "and") -> str:
    """Things as people list them: `a, b and c`; where one has a comma of its own, `a and b, the second and c`."""
    told = list(words)
    return f" {last} ".join(told) if any("," in one for one in told) else joined(told, last)


def numbered(labels: Sequence[str], head: str = "", first: int = 1) -> list[str]:
    """Choices, each with the number that picks it: in one line, or a line for each where one has a comma or a stop inside."""
    told = [
        f"{number} {label.rstrip('.')}{'' if label.endswith('?') else '.'}"
        for number, label in enumerate(labels, first)
    ]
    if any(mark in label.rstrip(".") for label in labels for mark in (",", ". ")):
        return [head, *told] if head else told
    return [f"{head} {' '.join(told)}".strip()]


def refused(refusal: Refusal, *, rules: bool = True) -> str:
    """A rule's no: what is wrong, what would be right, how the text is read, and at the end whose rule it is."""
    said = spoken_sentence(refusal.sentence)
    if refusal.alternative:
        said += f" Possible: {spoken(refusal.alternative)}."
    if refusal.reading:
        said += f" {spoken_sentence(f'{refusal.reading.name}: {refusal.reading.text}')}"
    return (
        f"{said} {'Rule' if len(refusal.rules) == 1 else 'Rules'} {joined(refusal.rules)}." if rules else said
    )


def not_allowed(refusal: Refusal) -> str:
    return f"Not allowed: {refused(refusal)}"
