"""Words that the sentences of every game need: numbers of things, and lists of names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from vedette.engine.dice import Modifier, Remark
from vedette.engine.facts import Names
from vedette.engine.figures import signed
from vedette.engine.grammar import agree, the
from vedette.engine.text import joined


def count(number: int, what: str, more: str = "") -> str:
    """So many of a thing: `1 point`, `3 points`; `more` is the plural where an s won't do."""
    return f"{number} {what}" if number == 1 else f"{number} {more or f'{what}s'}"


def inches(number: float) -> str:
    """A distance in words: `1 inch`, `2.5 inches`."""
    return f"{number:g} inch" if number == 1 else f"{number:g} inches"


def with_article(thing: str) -> str:
    """A thing as it is first spoken of: `a rifle`, `an assault rifle`, `a utility knife`."""
    return f"{'an' if _VOWEL.match(thing) else 'a'} {thing}"


_VOWEL = re.compile("(?!uni|uti|us|eu|one)[aeiou]", re.IGNORECASE)
"""How a word begins that is spoken with a vowel at first."""


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """What somebody probably means who misspelt it, for the end of a sentence; "" where none is near."""
    names = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), names, 1, cutoff)
    return f"; the nearest is {names[close[0]]}" if close else ""


def listed(names: Names, ids: Sequence[str]) -> str:
    """What people call them: `Ann, Bob and the Wardens`."""
    return joined([the(names(one)) for one in ids])


def some(names: Sequence[str], most: int = 3) -> str:
    """So many of the names, and how many more there are: `Ann, Bob and 3 more`."""
    return joined(names if len(names) <= most else [*names[:most], f"{len(names) - most} more"])


def could_still(names: Sequence[str], verb: str) -> str:
    """Who could still do something before it is too late, in a sentence; "" where nobody could."""
    return f"{some(names)} could still {verb}." if names else ""


def whose(name: str) -> str:
    """The name of who has something: `Ann's`, `the Wardens'`."""
    said = the(name)
    return f"{said}'" if said.endswith("s") else f"{said}'s"


def only_looks(name: str, *, listens: bool = False) -> str:
    """What the others are told before something of one side's alone is shown, or read out."""
    verb = agree(name, "looks", "look") + (agree(name, " and listens", " and listen") if listens else "")
    return f"Only {the(name)} {verb} now."


def as_read(reading: str) -> str:
    """The house rules that a sentence rests on, to stand before its full stop; "" without any."""
    return f" (house rule: {reading.removesuffix('.')})" if reading else ""


def with_reading(sentence: str, reading: str) -> str:
    """The sentence, and how the text is read where that mattered."""
    return f"{sentence.removesuffix('.')}{as_read(reading)}." if reading else sentence


def modifier_words(modifier: Modifier) -> str:
    """A modifier with its value and rules; what players said themselves has none."""
    rules = f" ({', '.join(modifier.rules)})" if modifier.rules else ""
    return f"{modifier.name} {signed(modifier.value)}{rules}"


def remark_words(remark: Remark) -> str:
    """A reason with its rules."""
    return f"{remark.text} ({', '.join(remark.rules)})" if remark.rules else remark.text


def cut(text: str, most: int) -> str:
    """A text of so many characters at most."""
    return text if len(text) <= most else text[: most - 1].rstrip(" ,") + "…"
