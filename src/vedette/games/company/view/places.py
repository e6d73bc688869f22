"""The card of a location: what is rolled before the game, what comes up in each turn, and Groups that no player leads."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.games.company import groups
from vedette.games.company.building import named_traits
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import Stranger
from vedette.view.vocabulary import Detail

BEFORE, IN_PLAY = "CO-LOC-2", "CO-LOC-7"


def card(game: Skirmish) -> tuple[Detail, ...]:
    """CO-LOC-7: all of it that matters in play, which the table sees to."""
    place = groups.location(game)
    if place is None:
        return ()
    strangers = (f"{one.name}: {_numbers(game, one)}. The table moves it." for one in place.npc)
    said = (f"{place.name}: {place.text}", place.each, *strangers)
    return tuple(Detail(IN_PLAY, sentence) for sentence in said if sentence)


def setup_rolls(game: Skirmish) -> tuple[Detail, ...]:
    """CO-LOC-2: what is rolled before the first turn, and set on the counters."""
    place = groups.location(game)
    return (Detail(BEFORE, f"{place.name}: {place.rolls}"),) if place and place.rolls else ()


def of_the_location(game: Skirmish, reminders: tuple[Detail, ...]) -> Iterator[Detail]:
    """Reminders with what the card says in place of a reminder to look at it; nothing where there is no location."""
    told = {BEFORE: setup_rolls(game), IN_PLAY: card(game)}
    for reminder in reminders:
        yield from told.get(reminder.label, (reminder,))


def _numbers(game: Skirmish, one: Stranger) -> str:
    own = groups.edition(game)
    orders = {"Move": one.move_activation, "Attack": one.attack_activation}
    said = [f"{own.r} {one.r}", f"{own.resolve} {one.resolve}+", f"T {one.t}"]
    said += [f'MO {one.mo:g}"'] if one.mo else []
    said += [f"ME {one.me.cell}"] if one.me else []
    said += [f'MI {one.mi.hit}+, {one.mi.range:g}"'] if one.mi else []
    said += [f"{order} on {value}+" for order, value in orders.items() if value]
    return ", ".join((*said, *(name for name, _ in named_traits(one, game.edition))))
