"""What a loss changes at the table: what its side has left, the score, who holds what, who is shaken by it, who can still act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from vedette.engine.grammar import the
from vedette.view.signs import Tone
from vedette.view.vocabulary import Card, Mark, StoryWords, Table

MATTERS: frozenset[Tone] = frozenset({"bad", "warn"})
"""How a condition is meant that is worth telling of others."""


class TableChange(Struct, frozen=True):
    """Whom or what it is about, with the side whose colour that has, and how it is now."""

    name: str
    side: str
    text: str


def changes(before: Table, after: Table, words: StoryWords) -> tuple[TableChange, ...]:
    """What a command has changed besides who was lost, the most important first; nothing where nobody was."""
    was = {card.id: card for card in before.cards}
    if not any(_is_gone(card) and not _is_gone(was.get(card.id, card)) for card in after.cards):
        return ()
    return (
        *_forces(before, after, words),
        *_scores(before, after),
        *_marks(before, after),
        *_others(was, after),
        *_to_act(after),
    )


def _is_gone(card: Card) -> bool:
    return card.standing == "gone"


def _forces(before: Table, after: Table, words: StoryWords) -> Iterator[TableChange]:
    """The units and models that a side has left, where it has fewer."""
    for side in after.sides:
        had, has = ([card for card in table.cards if card.side == side.id] for table in (before, after))
        told = [
            f"{then} → {now} {word[now != 1]}"
            for word, then, now in (
                (words.units, _there(had), _there(has)),
                (words.models, _models(had), _models(has)),
            )
            if now < then
        ]
        if told:
            yield TableChange(side.name, side.id, ", ".join(told))


def _there(cards: Iterable[Card]) -> int:
    return sum(not _is_gone(card) for card in cards)


def _models(cards: Sequence[Card]) -> int:
    """The models of units that have several; those of a side of single ones are its units."""
    models = [sum(pip.value > 0 for pip in card.pips) for card in cards]
    return sum(models) if any(len(card.pips) > 1 for card in cards) else 0


def _scores(before: Table, after: Table) -> Iterator[TableChange]:
    had = {side.id: side.score for side in before.sides}
    for side in after.sides:
        if had.get(side.id, side.score) != side.score:
            yield TableChange(side.name, side.id, f"{had[side.id]} → {side.score}")


def _marks(before: Table, after: Table) -> Iterator[TableChange]:
    """Objectives that somebody else holds now, or nobody."""
    had: dict[str, Mark] = {mark.id: mark for mark in before.marks}
    names = {side.id: side.name for side in after.sides}
    for mark in after.marks:
        if mark.objective and mark.side != had.get(mark.id, mark).side:
            holder = the(names.get(mark.side, ""))
            yield TableChange(
                mark.name, mark.side, f"held by {holder} now" if holder else "held by nobody now"
            )


def _others(was: dict[str, Card], after: Table) -> Iterator[TableChange]:
    """Who is in a worse state for it, or has another token beside it."""
    for card in after.cards:
        then = was.get(card.id)
        if then is None or _is_gone(card):
            continue
        tokens = {token.name: token.count for token in then.tokens}
        told = [
            f"+{more} {token.called(more)}"
            for token in card.tokens
            if (more := token.count - tokens.get(token.name, 0)) > 0
        ]
        told += [badge.text for badge in card.badges if badge.tone in MATTERS and badge not in then.badges]
        if told:
            yield TableChange(card.name, card.side, ", ".join(told))


def _to_act(after: Table) -> Iterator[TableChange]:
    """How many of each side can still act in this round."""
    ready = {
        side: sum(card.side == side.id and card.standing == "ready" for card in after.cards)
        for side in after.sides
    }
    if not after.outcome and any(ready.values()):
        told = " · ".join(f"{side.name} {number}" for side, number in ready.items())
        yield TableChange("Still to act", "", told)
