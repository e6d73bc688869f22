"""Facts whose sentence is a template: `@fact("{unit} readies the {type:thing}.")`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, TypeVar

from vedette.engine.facts import Fact, Moment, Names, verdict
from vedette.engine.grammar import agree, at_start, pronoun, the
from vedette.engine.text import joined
from vedette.kit.words import as_read, count, with_article

F = TypeVar("F", bound=Fact)

Ways = Mapping[str, Callable[[Any], str]]

WAYS: Ways = {
    "so": as_read,
    "capital": str.capitalize,
    "a": lambda name: with_article(name.lower()),
    "clause": lambda said: said.rstrip("."),
}
"""How else a value can be told, by the word behind the colon: a house rule before the full stop, a word with a capital, a thing as `a rifle`, a sentence without its full stop."""


def of_the_end(fact: Any) -> Moment:
    """What the end of a game means to the table."""
    return "" if fact.outcome == "draw" else "gain"


def fact(
    template: str,
    ways: Ways | None = None,
    *,
    moment: Moment | Callable[[Any], Moment] = "",
    headline: str = "",
    tale: str = "",
) -> Callable[[type[F]], type[F]]:
    """Make a class a fact that is told by a template: its fields stand in it, and it's the docstring.

    `{unit}` is an id or several, told by the names that people know and with their article; a number stands as it is.
    `{side:wins/win}` is the verb that goes with the name, `{unit:their}`, `{unit:them}` or `{unit:they}` its pronoun. `{hex:word}` is a word as
    it stands, or several, `{sides:first}` the name of the first of several, `{outcome:verdict}` who has won, `{points:# point}` a number of things, `{dice:# die/dice}` of things with a plural of their own.
    A game may know more `ways`.

    `{left:? with {left} left}` stands only where the field is something, and what follows a `|` where it is nothing;
    `{kind:=draw?a draw|a victory}` asks whether it is that word or number, `{hexes:=1?burns|burn}` whether it is one.

    `headline` is a template of the same kind for the short log, with bare names, and the sentence without its full stop where nothing is
    shorter; `moment` is what it means there, or tells it of the fact.
    `tale` is one for the battle report, where it is worth telling afterwards.
    """
    known = {**WAYS, **(ways or {})}

    def made(kind: type[F]) -> type[F]:
        kind.__doc__ = kind.__doc__ or template
        kind.sentence = _teller(template, known)  # type: ignore[method-assign]
        if headline or kind.headline is Fact.headline:
            kind.headline = _teller(headline or template.removesuffix("."), known, None)  # type: ignore[method-assign]
        if tale:
            kind.tale = _teller(tale, known, " ")  # type: ignore[method-assign]
        if moment:
            kind.moment = property(moment) if callable(moment) else moment  # type: ignore[method-assign, assignment]
        return kind

    return made


def _teller(template: str, ways: Ways, before: str | None = "") -> Any:
    """A method that tells a fact by a template, which goes on behind what stands `before` it; None where names stand bare."""
    return lambda fact, names: _filled(template, fact, names, ways, before)


def _filled(template: str, fact: Fact, names: Names, ways: Ways, before: str | None) -> str:
    said = ""
    for text, name, way in _parts(template):
        said += text
        if name:
            said += _told(fact, name, way, names, ways, None if before is None else before + said)
    return said


@cache
def _parts(template: str) -> Sequence[tuple[str, str, str]]:
    """The template as texts, each with the field behind it and how that is told."""
    return [(text, name or "", way or "") for text, name, way, _ in Formatter().parse(template)]


def _told(fact: Fact, name: str, way: str, names: Names, ways: Ways, before: str | None) -> str:
    value = getattr(fact, name)
    many = isinstance(value, list | tuple)
    if way.startswith(("?", "=")):
        wanted, then, otherwise = _choice(way)
        holds = str(len(value) if many else value) == wanted[1:] if wanted else bool(value)
        return _filled(then if holds else otherwise, fact, names, ways, before)
    if way.startswith("# "):
        return count(len(value) if many else value, *way[2:].split("/"))
    if way in ways:
        return ways[way](value)
    if way in ("they", "them", "their"):
        return way if many and len(value) != 1 else pronoun(names(value[0] if many else value), way)
    if "/" in way:
        one, several = way.split("/")
        lone = not many or len(value) == 1
        return agree(names(value[0] if many else value), one, several) if lone else several
    if way == "first":
        value, many = value[0], False
    if way == "verdict":
        return verdict(value, names)
    if way == "word":
        return ", ".join(value) if many else str(value)
    if isinstance(value, int | float):
        return str(value)
    called = [names(one) for one in value] if many else [names(value)]
    if before is not None:
        begins = not before or before.endswith(". ")
        called = [(at_start if begins and not n else the)(one) for n, one in enumerate(called)]
    return joined(called)


@cache
def _choice(way: str) -> tuple[str, str, str]:
    """What is asked, and the texts for yes and no: parted by the first `|` that stands in no field of its own."""
    wanted, _, texts = way.partition("?")
    deep = 0
    for place, sign in enumerate(texts):
        deep += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "|" and not deep:
            return wanted, texts[:place], texts[place + 1 :]
    return wanted, texts, ""
