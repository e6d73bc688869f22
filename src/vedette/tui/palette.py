"""Textual's command palette over a table: every action, with why not where it is not possible, units, keys and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from msgspec import Struct
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider, SearchIcon
from textual.content import Content

from vedette.tui.text import clean
from vedette.view.vocabulary import Action

POSSIBLE, UNIT, NOT_NOW, KEY, NAMED, TOLD = 1.0, 0.9, 0.8, 0.7, 0.6, 0.4
"""What comes first: actions that are possible, units, actions that are not, keys, rules by their name, rules by their text."""


class Offer(Struct, frozen=True):
    """Something to find: its name, what is said below it, and what choosing it does."""

    score: float
    name: str
    said: str
    choose: Callable[[], object]

    @property
    def shown(self) -> Content:
        below = ("\n", (self.said, "$faint")) if self.said else ()
        return Content.assemble((self.name, "bold"), *below)


def action_offers(actions: Iterable[Action], pick: Callable[[Action], object]) -> Iterator[Offer]:
    for action in actions:
        why_not = clean(str(action.why_not or ""))
        yield Offer(NOT_NOW if why_not else POSSIBLE, clean(action.title), why_not, partial(pick, action))


class Palette(CommandPalette):
    """Textual's, with a sign before the words that every terminal has, in a colour that can be seen."""

    DEFAULT_CSS = "Palette SearchIcon { color: $foreground; }"

    def on_mount(self) -> None:
        self.query_one(SearchIcon).icon = ":"


def palette(actions: tuple[Offer, ...], others: tuple[Offer, ...]) -> Palette:
    """The palette over all of these; without words it lists the actions."""

    class Found(Provider):
        async def search(self, query: str) -> Hits:
            wanted = clean(query).lower().split()
            for offer in (*actions, *others):
                score = _score(offer, wanted)
                if score:
                    yield Hit(score, offer.shown, offer.choose, text=offer.name)

        async def discover(self) -> Hits:
            for offer in actions:
                yield DiscoveryHit(offer.shown, offer.choose, text=offer.name)

    return Palette(
        [Found], placeholder="an action, a unit by part of its name, or a rule by any of its words"
    )


def _score(offer: Offer, wanted: list[str]) -> float:
    """How soon it comes; 0 where a word is missing, less where one stands only in what is said below the name."""
    name = offer.name.lower()
    whole = f"{name} {offer.said.lower()}"
    if not all(word in whole for word in wanted):
        return 0
    return offer.score if all(word in name for word in wanted) else min(offer.score, TOLD)
