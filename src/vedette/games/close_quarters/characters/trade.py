"""Buying, selling and the spoils (CQ-ITM-9, CQ-ITM-10, CQ-SCN-7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import CommandSpec, shown
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters.characters.acquiring import (
    called,
    check_acquired,
    has_room,
    with_thing,
)
from vedette.games.close_quarters.characters.carrying import LOAD, PLACES, Build
from vedette.games.close_quarters.characters.commands import Buy, Claim, Sell
from vedette.games.close_quarters.characters.fitting import fed_by, fitted, owned_weapon, within_bounds
from vedette.games.close_quarters.characters.places import (
    SETS,
    SLOTS,
    changed,
    changed_weapon,
    place_of,
    swapped,
    without_weapon,
)
from vedette.games.close_quarters.facts import equipment as facts
from vedette.games.close_quarters.known import PACKS
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import SPENT, items, number, price
from vedette.games.close_quarters.turn.phases import between_combats
from vedette.games.close_quarters.values.arms import full_ammo
from vedette.games.close_quarters.words import by_unit
from vedette.kit.words import count

PERCENT = 100


def affordable(one: Character, cost: int) -> Refusal | None:
    """CQ-ITM-9: money in hand."""
    if cost <= one.wealth:
        return None
    return Refusal("CQ-ITM-9", f"That costs {count(cost, 'credit')}; {one.name} has {one.wealth}.")


def paid(one: Character, cost: int) -> Character:
    """The character after paying; what he hasn't got isn't owed."""
    return replace(one, wealth=max(0, one.wealth - cost))


def spoils_of(game: Fight, by: str) -> tuple[str, ...]:
    """The spoils of a character's side."""
    return game.sides[game.units[by].side].spoils


def without_spoil(game: Fight, by: str, spoil: str) -> Fight:
    """The game with one such thing gone from the spoils of his side; raises CommandError where there is none."""
    left = list(spoils_of(game, by))
    if spoil not in left:
        raise CommandError(f"There is no such thing among the spoils: {shown(spoil)}.")
    left.remove(spoil)
    return game.with_side(game.units[by].side, spoils=tuple(left))


# --- buy


def _buy_understood(game: Fight, command: Buy) -> Buy:
    """A thing that there is, for a place that there is; or a reload for a weapon that takes it."""
    by_unit(game, command)
    one = game.units[command.by]
    check_acquired(one, command.type, command, command.quantity)
    if command.into is not None:
        weapon, row = owned_weapon(one, command.into), items().get(command.type)
        if row is None or row.spent or row.weapon != weapon.type or command.quantity > 1:
            raise CommandError(f"{called(command.type)}: that loads no {called(weapon.type)}.")
    return command


def cost_of(command: Any) -> int:
    """CQ-ITM-9: what a purchase comes to."""
    return (price(command.type) or 0) * getattr(command, "quantity", 1)


def _with_purchase(one: Character, command: Buy) -> Character:
    """The character with what he bought, not paid yet."""
    if command.into is not None:
        weapon = owned_weapon(one, command.into)
        return changed_weapon(one, replace(weapon, ammo=full_ammo(one, weapon)))
    return with_thing(one, command.type, command.id or "", command.place or "", command.quantity)


@check("CQ-ITM-9", reads=("type",))
def _can_pay(game: Fight, command: Any) -> Refusal | None:
    """The table's price, in hand."""
    return affordable(game.units[command.by], cost_of(command))


def _as_bought(game: Fight, command: Any) -> tuple[Build, ...]:
    """The character with what he bought; none while the command doesn't make sense yet."""
    try:
        _buy_understood(game, command)
    except CommandError:
        return ()
    return (Build(_with_purchase(game.units[command.by], command)),)


async def buy(play: Play[Fight], command: Buy) -> None:
    """CQ-ITM-9: a thing more, or a loaded weapon, and less money."""
    game = play.state
    one, cost = game.units[command.by], cost_of(command)
    bought = paid(_with_purchase(one, command), cost)
    fact = (
        facts.BoughtLoad(command.by, one_type(one, command.into), cost)
        if command.into is not None
        else facts.Bought(command.by, command.type, command.quantity, cost)
    )
    play.becomes(replace(game, units={**game.units, command.by: bought}), fact)


def one_type(one: Character, weapon: str) -> str:
    """The type of a weapon of his."""
    return owned_weapon(one, weapon).type


# --- claim


def _claim_understood(game: Fight, command: Claim) -> Claim:
    """Something that is among the spoils."""
    by_unit(game, command)
    without_spoil(game, command.by, command.spoil)
    check_acquired(game.units[command.by], command.spoil, command)
    return command


def _with_claim(one: Character, command: Claim) -> Character:
    return with_thing(one, command.spoil, command.id or "", command.place or "")


def _as_claimed(game: Fight, command: Any) -> tuple[Build, ...]:
    """The character with his share; none while the command doesn't make sense yet."""
    try:
        _claim_understood(game, command)
    except CommandError:
        return ()
    return (Build(_with_claim(game.units[command.by], command)),)


async def claim(play: Play[Fight], command: Claim) -> None:
    """CQ-SCN-7: spoils are kept, as if bought for nothing."""
    game = without_spoil(play.state, command.by, command.spoil)
    one = _with_claim(game.units[command.by], command)
    play.becomes(
        replace(game, units={**game.units, command.by: one}), facts.Claimed(command.by, command.spoil)
    )


# --- sell


def proceeds(type: str) -> int:
    """CQ-ITM-10: what a thing sells for, rounded down."""
    return (price(type) or 0) * number("sell_percent") // PERCENT


def parted_with(one: Character, what: str) -> tuple[Character, str]:
    """The character without a thing, and its type; what is fitted to it comes off first. Raises CommandError."""
    if what in SLOTS:
        return _without_slot(one, what)
    weapon = one.weapon(what)
    if weapon is not None:
        return without_weapon(fitted(one, what, ()), what), weapon.type
    return _without_item(one, what)


def _without_slot(one: Character, slot: str) -> tuple[Character, str]:
    """Armor, a shield or an energy shield gone; with the last set of armor its wear is forgotten."""
    type = getattr(one, slot)
    if not type:
        raise CommandError(f"{one.name} has no such thing: {slot.replace('_', ' ')}.")
    bare = changed(one, **{slot: ""})
    if slot == "energy_shield":
        return replace(bare, energy_shield_on=False, energy_shield_broken=False), type
    if slot in SETS and not any(getattr(bare, place) for place in SETS):
        return replace(bare, armor_worn=0, shielding_worn=0), type
    return bare, type


def _without_item(one: Character, what: str) -> tuple[Character, str]:
    """An item gone; a pack that feeds a weapon is disconnected first, and may be spent then."""
    if what not in items() or not place_of(one, what):
        raise CommandError(f"{one.name} has no such thing: {shown(what)}.")
    feeding = fed_by(one, what) if what in PACKS else []
    if feeding and getattr(one, place_of(one, what)).count(what) <= len(feeding):
        weapon = feeding[-1]
        one = fitted(one, weapon.id, [thing for thing in weapon.fitted if thing != what])
    sold = what if place_of(one, what) else f"{SPENT}{what}"
    return within_bounds(swapped(one, sold)), sold


def _sell_understood(game: Fight, command: Sell) -> Sell:
    """Something that he has, or that is among the spoils."""
    by_unit(game, command)
    if bool(command.what) == bool(command.spoil):
        raise CommandError("Sold is something that he has, or one of the spoils, and not both.")
    if command.spoil:
        without_spoil(game, command.by, command.spoil)
    else:
        parted_with(game.units[command.by], command.what)
    return command


@forbids("CQ-ITM-10", reads=("what",))
def _can_be_sold(game: Fight, command: Any) -> str | None:
    """What is broken for good isn't sold."""
    one = game.units[command.by]
    weapon = one.weapon(command.what)
    shield = command.what == "energy_shield" and one.energy_shield_broken
    if shield or (weapon and weapon.broken == "permanent"):
        return "That is broken for good: nobody buys it."
    return None


async def sell(play: Play[Fight], command: Sell) -> None:
    """CQ-ITM-10, CQ-SCN-7: three quarters of the price, for him."""
    game = play.state
    if command.spoil:
        game, type = without_spoil(game, command.by, command.spoil), command.spoil
        one = game.units[command.by]
    else:
        one, type = parted_with(game.units[command.by], command.what)
    gain = proceeds(type)
    play.becomes(
        replace(game, units={**game.units, command.by: replace(one, wealth=one.wealth + gain)}),
        facts.Sold(command.by, type, gain, bool(command.spoil)),
    )


TRADE_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "buy": CommandSpec(
        Buy,
        "Buy",
        "unit",
        buy,
        _buy_understood,
        (between_combats("CQ-ITM-9"), *has_room("type"), _can_pay),
        rules=("CQ-ITM-9",),
        parts=_as_bought,
        part_checks=(*PLACES, LOAD),
        key="b",
    ),
    "sell": CommandSpec(
        Sell,
        "Sell",
        "unit",
        sell,
        _sell_understood,
        (between_combats("CQ-ITM-10"), _can_be_sold),
        rules=("CQ-ITM-10", "CQ-SCN-7"),
        key="f",
    ),
    "claim": CommandSpec(
        Claim,
        "Claim",
        "unit",
        claim,
        _claim_understood,
        (between_combats("CQ-ITM-15"), *has_room("spoil")),
        rules=("CQ-SCN-7", "CQ-ITM-15"),
        parts=_as_claimed,
        part_checks=(*PLACES, LOAD),
        key="z",
    ),
}
