"""Names in sentences: the article, the verb and the pronoun of a side or a unit, as its data say or as its name suggests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Struct

from vedette.engine.data import Row
from vedette.engine.marks import PAST, SELDOM

Article = Literal["the", "none"]
Pronoun = Literal["they", "she", "he", "it"]


class Spoken(Struct, frozen=True, kw_only=True):
    """Base of sides and units in a state: what a sentence needs besides the name; None where the name suggests it."""

    article: Annotated[Article | None, SELDOM, PAST] = None
    plural: Annotated[bool | None, SELDOM, PAST] = None
    pronoun: Annotated[Pronoun | None, SELDOM, PAST] = None


SPOKEN = ("article", "plural", "pronoun")
"""The keys of it, in files and in states."""


class Name(str):
    """A name as its owners write it, which also knows how it stands in a sentence."""

    __slots__ = ("plural", "pronoun", "the")

    the: str
    plural: bool
    pronoun: Pronoun


def name_of(thing: Any, *, is_side: bool = False) -> Name:
    """The name of a side or a unit of a state; records of other rulesets need not be `Spoken`."""
    said = (getattr(thing, key, None) for key in SPOKEN)
    return _named(thing.name, is_side, *said)


@lru_cache(maxsize=1024)
def _named(
    text: str,
    is_side: bool = False,
    article: Article | None = None,
    plural: bool | None = None,
    pronoun: Pronoun | None = None,
) -> Name:
    bare = _THE.sub("", text)
    core = _TAIL.sub("", bare).partition(", ")[0]
    head = core.partition(" of ")[0].split()[-1:] or [""]
    several = bool(_SEVERAL.search(head[0]) or _PEOPLES.fullmatch(core) or " and " in core)
    common = is_side and (several or head[0].lower() in BODIES) and not _POSSESSIVE.search(core)
    with_the = article == "the" or (article is None and (bare != text or common or _ORDINAL.match(core)))
    name = Name(text)
    name.the = f"the {bare}" if with_the else text if article else bare if bare != text else text
    name.plural = several if plural is None else plural
    name.pronoun = pronoun or "they"
    return name


BODIES = frozenset(
    "army band battalion battery brigade clan company crew division force gang garrison group guard horde legion militia party "
    "patrol picket platoon police regiment squad squadron team tribe troop union unit warband watch".split()
)
"""Bodies of people whose name is singular, and takes an article where a side has it: `the Gullet Row Crew`."""

_THE = re.compile(r"^the\s+(?=\S)", re.IGNORECASE)
_TAIL = re.compile(r"(?:\s+\([^()]*\)|\s+\d+)+$")
"""What makes a name distinct: `Boarders 2`, `The Ladder Gang (Wardens)`."""
_POSSESSIVE = re.compile(r"['’]s?(?=\s)")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)\b")
_PEOPLES = re.compile(r"\w+(?:ish|nese|guese)|French|Dutch|Swiss", re.IGNORECASE)
_SEVERAL = re.compile(
    r"[^\W\d_](?<![suiao’'])s$|(?:folk|people|born|children|foot|horse|men)$", re.IGNORECASE
)
"""Heads of names that are plural: `Rebels`, `Bowmen`, `Keelborn`; neither `Cross` nor `Marcus`."""


def _known(name: str) -> Name:
    """A bare text is taken for the name of a unit."""
    return name if isinstance(name, Name) else _named(name)


def place_name(text: str) -> Name:
    """The name of an objective or a place: a common noun takes an article, `the way house`, and no other does, `Hill 203`."""
    name = Name(text)
    common = text[1:].islower() and text.replace(" ", "").replace("-", "").isalpha()
    name.the = f"the {text[0].lower()}{text[1:]}" if common else text
    name.plural, name.pronoun = _known(text).plural, "it"
    return name


def the(name: str) -> str:
    """A name inside a sentence: `the Wardens`, `Gate Nine`."""
    return _known(name).the


def at_start(name: str) -> str:
    """The same where a sentence begins: `The Wardens`."""
    said = the(name)
    return f"{said[:1].upper()}{said[1:]}" if said.startswith("the ") else said


def in_a_sentence(title: str) -> str:
    """A title behind other words: `move`, but `Self-Destruct`, whose word has another capital."""
    first = title.partition(" ")[0]
    return f"{title[:1].lower()}{title[1:]}" if first[1:] == first[1:].lower() else title


WORDINGS: Mapping[str, Row] = {
    f"{article}-{'many' if plural else 'one'}": {"article": article, "plural": plural}
    for plural in (True, False)
    for article in ("the", "none")
}
"""The ways in which a name can stand in a sentence, as files say them."""


def wordings(name: str, said: Row, *, is_side: bool = False) -> tuple[str, dict[str, str]]:
    """How a name stands in a sentence by what a file says, and a sentence for each way: “Now the Wardens win”."""
    given = (said.get(key) for key in SPOKEN)
    now = _named(name, is_side, *given)
    one, many = ("wins", "win") if is_side else ("holds", "hold")
    told: dict[str, str] = {}
    for way, keys in WORDINGS.items():
        named = _named(name, is_side, **keys)
        told[way] = f"Now {the(named)} {agree(named, one, many)}."
    sentence = f"Now {the(now)} {agree(now, one, many)}."
    return next(way for way, sample in told.items() if sample == sentence), told


_FORMS: Mapping[Pronoun, tuple[str, str, str]] = {
    "they": ("they", "them", "their"), "she": ("she", "her", "her"), "he": ("he", "him", "his"), "it": ("it", "it", "its"),
}  # fmt: skip


def pronoun(name: str, case: str) -> str:
    """What stands for a name that was said before, in the case of `they`, `them` or `their`."""
    forms = _FORMS[_known(name).pronoun]
    return forms[_FORMS["they"].index(case)]


def agree(name: str, one: str, many: str) -> str:
    """The verb or other word that goes with a name: `wins` or `win`, `its` or `their`."""
    return many if _known(name).plural else one
