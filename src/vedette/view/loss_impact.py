"""What a loss changes at the table: what its side has left, the score, who holds what, who is shaken by it, who can still act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from vedette.engine.grammar import the
from vedette.view.signs import Tone
from vedette.view.vocabulary import Card, StoryWords, Table

MATTERS: frozenset[Tone] = frozenset({"bad", "warn"})
"""How a condition is meant that is worth telling of others."""


class UnitLoss(Struct, frozen=True):
    """A unit before and after a command that cost it something."""

    before: Card
    after: Card


class TableChange(Struct, frozen=True):
    """Whom or what it is about, with the side whose colour that has, and how it is now."""

    name: str
    side: str
    text: str


def changes(before: Table, after: Table, words: StoryWords) -> tuple[TableChange, ...]:
    """What a command has changed besides who was lost, the most important first; nothing where nobody was."""
    was = {card.id: card for card in before.cards}
    if any(_is_gone(card) and not _is_gone(was.get(card.id, card)) for card in after.cards):
        return tuple(_changes(before, after, words))
    return ()


def _changes(before: Table, after: Table, words: StoryWords) -> Iterator[TableChange]:
    for side in after.sides:  # the units and models that it has left, where it has fewer
        had, has = ([card for card in table.cards if card.side == side.id] for table in (before, after))
        counted = ((words.units, _units(had), _units(has)), (words.models, _models(had), _models(has)))
        told = [f"{then} → {now} {word[now != 1]}" for word, then, now in counted if now < then]
        if told:
            yield TableChange(side.name, side.id, ", ".join(told))
    scores = {side.id: side.told for side in before.sides}
    for side in after.sides:
        if scores.get(side.id, side.told) != side.told:
            yield TableChange(side.name, side.id, f"{scores[side.id]} → {side.told}")
    holders = {mark.id: mark.side for mark in before.marks}
    names = {side.id: side.name for side in after.sides}
    for mark in after.marks:
        if mark.objective and mark.side != holders.get(mark.id, mark.side):
            holder = the(names.get(mark.side, ""))
            yield TableChange(
                mark.name, mark.side, f"held by {holder} now" if holder else "held by nobody now"
            )
    cards = {card.id: card for card in before.cards}
    for card in after.cards:  # who is in a worse state for it, or has another token beside it
        then = cards.get(card.id)
        if then is None or _is_gone(card):
            continue
        tokens = {token.name: token.count for token in then.tokens}
        more = [(token, token.count - tokens.get(token.name, 0)) for token in card.tokens]
        told = [f"+{number} {token.called(number)}" for token, number in more if number > 0]
        told += [badge.text for badge in card.badges if badge.tone in MATTERS and badge not in then.badges]
        if told:
            yield TableChange(card.name, card.side, ", ".join(told))
    ready = [
        (side.name, sum(card.side == side.id and card.standing == "ready" for card in after.cards))
        for side in after.sides
    ]
    if not after.outcome and any(number for _, number in ready):
        told = [f"{name} {number}" for name, number in ready]
        yield TableChange("Still to act", "", " · ".join(told))


def _is_gone(card: Card) -> bool:
    return card.standing == "gone"


def _units(cards: Sequence[Card]) -> int:
    return sum(not _is_gone(card) for card in cards)


def _models(cards: Sequence[Card]) -> int:
    """The models of units that have several; those of a side of single ones are its units."""
    models = [sum(pip.value > 0 for pip in card.pips) for card in cards]
    return sum(models) if any(len(card.pips) > 1 for card in cards) else 0
