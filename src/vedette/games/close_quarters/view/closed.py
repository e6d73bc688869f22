"""Which commands are refused whatever their forms say, so that they stand under "not now".

Only weapon and target or partner are tried, each with each, and how a firer shows himself. A check that reads
anything else has no say here: what passes may still be refused in the form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from vedette.engine.checks import Refusal
from vedette.games.close_quarters.attacks.held import EXPOSES
from vedette.games.close_quarters.attacks.opportunity import hexes_to_fire_into, who_can_be_fired_at
from vedette.games.close_quarters.commands_table import COMMANDS
from vedette.games.close_quarters.near import friends_beside
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.values.arms import Arm
from vedette.games.close_quarters.view.area_forms import can_watch, fires_automatically, grenades_at_hand
from vedette.games.close_quarters.view.asked import bare
from vedette.games.close_quarters.view.fire_forms import (
    EXPOSING,
    drawn,
    guns,
    is_flame_thrower,
    throwables,
)
from vedette.games.close_quarters.view.people import ready_weapons
from vedette.games.close_quarters.words import HANDS
from vedette.view.asked import asked_of
from vedette.view.forms import Scales, Words

Offered = Callable[[Fight, str], Iterable[str]]
"""What a form offers to somebody in one of its fields."""


def _in_hand(fits: Callable[[Arm], bool]) -> Offered:
    return lambda game, by: ready_weapons(game.units[by], fits)


def _in_hand_or_bare(game: Fight, by: str) -> Iterable[str]:
    return (*game.units[by].ready, HANDS)


WEAPONS: Mapping[str, Offered] = {
    "shoot": guns,
    "throw": throwables,
    "throw_grenade": grenades_at_hand,
    "flame": _in_hand(is_flame_thrower),
    "sweep_fire": _in_hand(fires_automatically),
    "sweep": _in_hand(lambda arm: arm.is_a("sweeper")),
    "overwatch": _in_hand(can_watch),
    "attack": _in_hand_or_bare,
    "aim": _in_hand_or_bare,
    "staff": _in_hand(lambda arm: arm.is_a("staff")),
    "reload": _in_hand(lambda arm: bool(arm.rounds)),
    "clear_jam": _in_hand(lambda arm: arm.missile),
}
"""The weapons that each command is tried with."""

PARTNERS: Mapping[str, Offered] = {"exchange": friends_beside}
"""The friends that each is tried with."""

FIRED = ("shoot", "throw")
"""What may be done with a weapon from the belt (CQ-OPT-10), and over a wall (CQ-ENV-10)."""


def closed(scales: Scales[Fight], do: str, by: str) -> Refusal | None:
    """Why a command is refused whatever its form says; None where some draft of it may pass."""
    if do == "opportunity_fire":
        return _nobody_to_fire_at(scales, by)
    refusals = []
    for words, filled in _drafts(scales.state, do, by):
        refusal = scales.weigh(words, filled).refusal
        if refusal is None:
            return None
        refusals.append(refusal)
    plain = (refusal for refusal in refusals if refusal.rule != EXPOSES)
    return next(plain, next(iter(refusals), None))


def _tried(do: str) -> Mapping[str, Offered]:
    """The fields that a command is tried in, and what its form offers there."""
    asked = asked_of(COMMANDS[do].model)
    target = asked["target"].among if "target" in asked else None
    fields = {"weapon": WEAPONS.get(do), "target": target, "partner": PARTNERS.get(do)}
    return {name: offered for name, offered in fields.items() if offered}


def _drafts(game: Fight, do: str, by: str) -> Iterator[tuple[Words, set[str]]]:
    """Every weapon with every target, and which fields are said by that."""
    fields = {name: offered(game, by) for name, offered in _tried(do).items()}
    ways: list[Words] = [{}, *({"expose": way} for way in EXPOSING)] if do in FIRED else [{}]
    for values, way in product(product(*fields.values()), ways if fields else ()):
        words: Words = {**dict(zip(fields, values, strict=True)), **way}
        if do in FIRED:
            words |= {"quick": False, **drawn(game.units[by], words["weapon"])}
        yield {**_filler(game, do, by), **bare(do, by), **words}, {*words}


def _filler(game: Fight, do: str, by: str) -> Words:
    """What a command can't be read without; it isn't judged."""
    here = game.units[by].hex or "0101"
    return {
        "throw_grenade": {"hex": here},
        "sweep_fire": {"first": here, "last": here},
        "overwatch": {"hex": here},
        "staff": {"effect": "disarm"},
        "throw_foe": {"to": here},
        "exchange": {"give": next(iter(game.units[by].ready), ""), "take": ""},
    }.get(do, {})


# --- opportunity fire


def _nobody_to_fire_at(scales: Scales[Fight], by: str) -> Refusal | None:
    """CQ-OPT-13: why he can't fire at who has just moved or left cover, if so; what is sealed isn't looked into."""
    game = scales.state
    there = who_can_be_fired_at(game, by)
    if not there:
        done = "moved" if game.phase == "movement" else "left cover"
        return Refusal("CQ-OPT-13", f"No enemy has just {done}.", absolute=True)
    words = bare("opportunity_fire", by)
    watch = game.units[by].overwatch
    if watch is not None and not watch.hex:
        return None
    refusals = [
        scales.weigh({**words, "target": name, "hex": hex}).refusal
        for name in there
        for hex in hexes_to_fire_into(game, by, name)
    ]
    return None if None in refusals else next(iter(refusals), None)
