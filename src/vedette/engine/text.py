"""Text from outside is data: it is shown as it is, or refused."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")
"""Letters that show nothing, so that a name of them would look empty."""

LONGEST_WORD = 200
"""Characters of a word that is quoted in a sentence."""

LONGEST_SENTENCE = 2000
"""Characters of a sentence for a player."""

BARRED = '/\\<>:"|?*'
"""Characters that no file name may contain."""

DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *([.:].*)?", re.IGNORECASE)
"""Names that Windows reserves, in every folder and with every ending."""

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
"""Unicode categories of control, formatting (bidi overrides among them) and line separators."""

LONGEST = 2000
"""Characters of a text that a value may have."""

LARGEST = 10**9
"""The largest number that anybody needs at a table."""


def clean(text: str) -> str:
    """The text, trimmed; raises ValueError where it holds characters that cannot be shown."""
    if not text.isprintable() or BLANK.search(text):  # else there can be none
        for character in text:
            if unicodedata.category(character) in HIDDEN or BLANK.match(character):
                raise ValueError(f"it holds a character that cannot be shown (U+{ord(character):04X})")
    return text.strip()


def require_text(text: str) -> str:
    """Like `clean`, and there must be something left."""
    text = clean(text)
    if not text:
        raise ValueError("it has no words")
    return text


def require_storable(value: T, depth: int = 4, longest: int = LONGEST) -> T:
    """A value from outside as it is; raises ValueError where a save could not keep it or a screen not show it."""
    _all_kept((value,), depth + 1, longest)
    return value


def _all_kept(values: Iterable[Any], depth: int, longest: int) -> None:
    """The same for many; whole saves go through here, so that it must be quick."""
    if not depth:
        raise ValueError("it is nested too deeply")
    for value in values:
        kind = type(value)
        if kind is str:
            if len(value) > longest:
                raise ValueError(f"it has more than {longest} characters")
            if not value.isprintable() or not (value.isascii() or BLANK.search(value) is None):
                clean(value)
        elif kind is int or kind is float:
            if not -LARGEST <= value <= LARGEST:  # what is no number at all fails this, too
                raise ValueError("it is not a number that a table needs")
        elif kind is list or kind is tuple:
            _all_kept(value, depth - 1, longest)
        elif kind is dict:
            _all_kept((*value, *value.values()), depth - 1, longest)
        elif value is not None and kind is not bool:
            raise ValueError("it is not a value that can be kept")


def is_plainly_storable(lines: bytes, depth: int) -> bool:
    """Whether one look at lines of JSON shows that `require_storable` would let through whatever stands in them.

    So it is with nearly every line, and it takes a tenth of the time; for many lines at once again a tenth. It may say no to what
    could be kept.
    """
    if not lines.isascii() or b"\\" in lines or b"\x7f" in lines:  # JSON lets nothing else be hidden
        return False
    digits = lines.translate(_ALIKE)
    if b"0000000000" in digits or b"0e" in digits:
        return False  # a number that may be too large, or has an exponent
    brackets = digits.translate(None, _NEITHER_TEXT_NOR_BRACKET).replace(b'""', b"")
    while brackets and depth:  # the innermost ones go, and a quotation mark stays where a text holds brackets
        brackets, depth = brackets.replace(b"[]", b""), depth - 1
    return not brackets


_ALIKE = bytes.maketrans(b"{}123456789E", b"[]000000000e")
_NEITHER_TEXT_NOR_BRACKET = bytes(sign for sign in range(256) if sign not in b'"[]')


def slug(text: str, longest: int | None = 40) -> str:
    """A name for a file out of any text: small letters, digits and hyphens, accents and apostrophes left out; "" where it has no letter and no digit."""
    plain = unicodedata.normalize("NFKD", text.lower())  # é is e with a mark
    bare = re.sub(r"['’\u0300-\u036f]", "", plain)
    made = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:longest].strip("-")
    return f"{made}-1" if DEVICES.fullmatch(made) else made


def file_name_fault(name: str) -> str:
    """Why some system would refuse this file name, in a sentence; "" if none does.

    Players copy their folders from one system to another, so the rules of Windows apply everywhere.
    """
    barred = next((mark for mark in BARRED if mark in name), "")
    if barred:
        return f"A name can't have a “{barred}” in it, because Windows doesn't allow that in file names."
    if name.endswith((".", " ")):
        return "A name can't end with a dot or a space, because Windows would drop it."
    if DEVICES.fullmatch(name):
        return f"Windows reserves the name “{name}”; choose another."
    return ""


def fit_file_name(name: str) -> str:
    """The name with hyphens in place of all that `file_name_fault` is about."""
    fit = re.sub(r"[. ]+$", "-", "".join("-" if mark in BARRED else mark for mark in name))
    device = DEVICES.fullmatch(fit)
    return f"{device[1]}-1{fit[device.end(1) :]}" if device else fit


def joined(words: Sequence[str], last: str = "and") -> str:
    """Words in a row, as in a sentence: `Ann, Bob and Cato`; `Ann, the elder; and Bob` where one of them has a comma."""
    parting, before = (", ", f" {last} ") if not any(", " in word for word in words) else ("; ", f"; {last} ")
    return before.join([parting.join(words[:-1]), words[-1]] if len(words) > 1 else words)


def sentence(text: str) -> str:
    """A sentence for a player that may quote anything: nothing hidden, and no word or whole of an endless length."""
    short = _LONG_WORD.sub(lambda found: f"{found[0][: LONGEST_WORD - 1]}…", visible(text))
    return short if len(short) <= LONGEST_SENTENCE else f"{short[: LONGEST_SENTENCE - 1]}…"


_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


def visible(text: str) -> str:
    """The text with everything hidden replaced, for surfaces that must show it all the same."""
    if text.isprintable():  # hidden text is not
        return text
    return "".join("�" if unicodedata.category(c) in HIDDEN else c for c in text)
