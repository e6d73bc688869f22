"""Batteries recharged, weapons and armor mended (CQ-ITM-8, CQ-WPN-18, CQ-ARM-20)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import CommandSpec, shown
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters.characters.commands import Recharge, Repair
from vedette.games.close_quarters.characters.fitting import owned_weapon
from vedette.games.close_quarters.characters.places import (
    SETS,
    changed_weapon,
    has_kit,
    place_of,
    swapped,
)
from vedette.games.close_quarters.characters.trade import PERCENT, affordable, paid
from vedette.games.close_quarters.facts import equipment as facts
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import RELOAD, SPENT, items, number, price
from vedette.games.close_quarters.turn.phases import between_combats
from vedette.games.close_quarters.values.arms import figures, full_ammo, skilled
from vedette.games.close_quarters.values.defence import defence
from vedette.games.close_quarters.weapon import Weapon
from vedette.games.close_quarters.words import by_unit, unit

TOOLS = "tool-kit"

# --- recharge


def _recharge_understood(game: Fight, command: Recharge) -> Recharge:
    """A weapon or an item of his."""
    by_unit(game, command)
    one = game.units[command.by]
    if bool(command.weapon) == bool(command.item):
        raise CommandError("Recharged is a weapon or an item, and not both.")
    if command.weapon:
        owned_weapon(one, command.weapon)
    elif command.item not in items() or not place_of(one, command.item):
        raise CommandError(f"{one.name} has no such thing: {shown(command.item)}.")
    return command


def recharge_cost(one: Character, command: Any) -> int:
    """CQ-ITM-8: credits for each battery that isn't full, in a weapon with its pack or in a drained pack."""
    weapon = one.weapon(getattr(command, "weapon", ""))
    if weapon is None:
        row = items().get(getattr(command, "item", ""))
        return number("recharge_cost") * (row.batteries if row else 0)
    missing, rounds = full_ammo(one, weapon) - weapon.ammo, figures(weapon).rounds
    return number("recharge_cost") * -(-missing // max(1, rounds))


@forbids("CQ-ITM-8", reads=("weapon",))
def _weapon_can_be_charged(game: Fight, command: Any) -> str | None:
    """A battery weapon that isn't full."""
    one = game.units[command.by]
    weapon = one.weapon(command.weapon)
    if weapon is None:
        return None
    arm = figures(weapon)
    if not arm.is_a("battery"):
        return f"There is no battery in this: {arm.name}."
    return f"This is full: {arm.name}." if weapon.ammo >= full_ammo(one, weapon) else None


@forbids("CQ-ITM-8", reads=("item",))
def _item_can_be_charged(game: Fight, command: Any) -> str | None:
    """A drained battery or pack."""
    row = items().get(command.item)
    if row is None or row.spent:
        return None
    return f"This is no drained battery: {row.name}."


@check("CQ-ITM-9")
def _can_pay_for_the_charge(game: Fight, command: Any) -> Refusal | None:
    """Money in hand."""
    one = game.units[command.by]
    return affordable(one, recharge_cost(one, command))


def charged(one: Character, command: Recharge) -> tuple[Character, str]:
    """The character with a full weapon, or a full battery in place of the drained one; and what that is."""
    weapon = one.weapon(command.weapon)
    if weapon is not None:
        full = replace(weapon, ammo=full_ammo(one, weapon))
        return changed_weapon(one, full), weapon.type
    row = items()[command.item]
    if not row.spent:
        return one, row.id
    new = f"{RELOAD}{row.weapon}" if row.weapon else row.id.removeprefix(SPENT)
    return swapped(one, row.id, new), new


async def recharge(play: Play[Fight], command: Recharge) -> None:
    """CQ-ITM-8: batteries are full again."""
    game = play.state
    one = game.units[command.by]
    cost = recharge_cost(one, command)
    full, type = charged(one, command)
    play.becomes(
        replace(game, units={**game.units, command.by: paid(full, cost)}),
        facts.Recharged(command.by, type, cost),
    )


# --- repair


def _repair_understood(game: Fight, command: Repair) -> Repair:
    """A weapon of somebody, or the armor that he wears."""
    by_unit(game, command)
    if bool(command.weapon) == bool(command.armor):
        raise CommandError("Repaired is a weapon or the armor, and not both.")
    if command.weapon:
        owned_weapon(game.units[unit(game, command.owner or command.by)], command.weapon)
    return command


def broken_weapon(game: Fight, command: Any) -> Weapon | None:
    """The weapon that is to be mended; None where it is armor, or not known yet."""
    owner = game.units.get(getattr(command, "owner", "") or command.by)
    return owner.weapon(getattr(command, "weapon", "")) if owner else None


def mending_cost(game: Fight, command: Any) -> int:
    """CQ-WPN-18, CQ-ARM-20: a quarter of the price, rounded up, for a smith's work or an armorer's."""
    weapon = broken_weapon(game, command)
    if weapon is not None:
        at_smith = weapon.broken == "permanent" and getattr(command, "smith", False)
        return _share(weapon.type) if at_smith else 0
    if not getattr(command, "armor", None):
        return 0
    one = game.units[command.by]
    return _share(*(worn for place in SETS if (worn := getattr(one, place))))


def _share(*things: str) -> int:
    """A quarter of the prices together, rounded up."""
    return -(-sum(price(thing) or 0 for thing in things) * number("repair_percent") // PERCENT)


@check("CQ-WPN-18", reads=("weapon",))
def _weapon_can_be_mended(game: Fight, command: Any) -> Refusal | None:
    """A temporary break takes skill and tools; a permanent one a smith, and a missile or energy weapon."""
    weapon, one = broken_weapon(game, command), game.units[command.by]
    if weapon is None:
        return None
    arm = figures(weapon)
    if not weapon.broken:
        return Refusal("CQ-WPN-18", f"Nothing is broken: {arm.name}.")
    if weapon.broken == "temporary":
        return _field_repair(one, weapon)
    if not (arm.missile or arm.is_a("energy")):
        return Refusal("CQ-WPN-18", f"This is broken for good: {arm.name}.")
    if not getattr(command, "smith", False):
        return Refusal("CQ-WPN-18", f"Only a weaponsmith mends this: {arm.name}.", "a smith")
    return None


def _field_repair(one: Character, weapon: Weapon) -> Refusal | None:
    """CQ-WPN-18: skill with the weapon, and a tool kit."""
    if not skilled(one, weapon):
        return Refusal("CQ-WPN-18", f"{one.name} has no skill with this: {figures(weapon).name}.")
    if not has_kit(one, TOOLS):
        return Refusal("CQ-WPN-18", f"{one.name} has no weapon tools.")
    return None


@forbids("CQ-ARM-20", reads=("armor",))
def _armor_can_be_mended(game: Fight, command: Any) -> str | None:
    """Only where armor wears out, and only what isn't more than half worn."""
    one = game.units[command.by]
    if not command.armor:
        return None
    if not game.options.degraded_armor:
        return "Armor doesn't wear out in this game."
    if not one.armor_worn:
        return f"{one.name}'s armor is as good as new."
    if one.armor_worn > number("mendable_times") * defence(game, one).plain:
        return f"{one.name}'s armor is more than half worn."
    return None


@check("CQ-ITM-9")
def _can_pay_for_the_mending(game: Fight, command: Any) -> Refusal | None:
    """Money in hand."""
    return affordable(game.units[command.by], mending_cost(game, command))


async def repair(play: Play[Fight], command: Repair) -> None:
    """CQ-WPN-18, CQ-ARM-20: a weapon works again, or armor is as good as new."""
    game, name = play.state, command.by
    cost, weapon = mending_cost(game, command), broken_weapon(game, command)
    game = game.with_unit(name, wealth=paid(game.units[name], cost).wealth)
    if weapon is None:
        play.becomes(game.with_unit(name, armor_worn=0), facts.ArmorMended(name, cost))
        return
    owner = command.owner or name
    play.becomes(game.with_weapon(owner, weapon.id, broken=""), facts.Mended(name, owner, weapon.type, cost))


REPAIRING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "recharge": CommandSpec(
        Recharge,
        "Recharge",
        "unit",
        recharge,
        _recharge_understood,
        (
            between_combats("CQ-ITM-8"),
            _weapon_can_be_charged,
            _item_can_be_charged,
            _can_pay_for_the_charge,
        ),
        rules=("CQ-ITM-8",),
        key="g",
    ),
    "repair": CommandSpec(
        Repair,
        "Repair",
        "unit",
        repair,
        _repair_understood,
        (
            between_combats("CQ-WPN-18"),
            _weapon_can_be_mended,
            _armor_can_be_mended,
            _can_pay_for_the_mending,
        ),
        rules=("CQ-WPN-18", "CQ-ARM-20"),
        key="p",
    ),
}
