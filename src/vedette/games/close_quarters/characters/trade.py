"""Buying, selling, spoils, charging and mending between combats (CQ-ITM, CQ-SCN-7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec.structs import replace

from vedette.engine.checks import Check, WhyNot, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact, Moment, Names
from vedette.engine.play import Play
from vedette.games.close_quarters import derived, tables
from vedette.games.close_quarters.arms import figures, full_ammo, new_weapon, skilled
from vedette.games.close_quarters.candidates import Count, by_unit, naming, unit, weapon, weapon_words
from vedette.games.close_quarters.characters import carrying
from vedette.games.close_quarters.characters.carrying import LOAD, PLACES, SETS, Place, affordable, built
from vedette.games.close_quarters.state import PACKS, Character, Fight, Weapon, without
from vedette.games.close_quarters.tables import BATTERY, RELOAD, SPENT, Kind
from vedette.games.close_quarters.telling import fact, thing_named
from vedette.games.close_quarters.turn.order import between_combats, offered_in
from vedette.kit.schema import Id
from vedette.kit.words import count
from vedette.view.asked import Asked
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()


# --- where a thing goes that somebody buys or takes from the spoils


HOMES: dict[Kind, tuple[str, ...]] = {
    "weapon": ("belt", "slung", "ready", "pack"),
    "item": ("items", "pack", "worn"),
    "shield": ("ready", "slung"),
    "armor": (),
    "energy_shield": (),
}
"""Where things of each kind may be put, the usual place first."""


def check_acquired(character: Character, type: str, command: Any, quantity: int = 1) -> None:
    """Raise CommandError unless the thing, the id and the place that a command names make sense together."""
    kind = tables.kind_of(type)
    if kind is None:
        raise CommandError(f"There is no such thing: {shown(type)}.")
    if quantity > 1 and kind != "item":
        raise CommandError(f"One at a time: {shown(type)}.")
    if kind == "weapon" and not command.id:
        raise CommandError("A weapon needs an id of its own.")
    if kind != "weapon" and command.id:
        raise CommandError("Only weapons have ids of their own.")
    if command.id and character.weapon(command.id):
        raise CommandError(f"{character.name} has a weapon {command.id} already.")
    unworn = command.place == "worn" and kind == "item" and not tables.items()[type].worn
    if unworn or (command.place and command.place not in HOMES[kind]):
        raise CommandError(f"{shown(type)} can't be put there: {command.place}.")


def slot_for(character: Character, type: str) -> str:
    """CQ-ARM-2, CQ-ITM-4: the free place of its own for armor, a shield or an energy shield; "" if it is taken."""
    kind = tables.kind_of(type)
    slots: tuple[str, ...] = SETS if kind == "armor" else (f"{kind}",)
    if kind == "armor" and tables.armor()[type].kind == "helmet":
        slots = ("helmet",)
    return next((slot for slot in slots if not getattr(character, slot)), "")


def with_thing(character: Character, type: str, id: str, place: str, quantity: int = 1) -> Character:
    """The character with a thing more, as it is bought: weapons empty, batteries full; as he was without room for it."""
    kind = tables.kind_of(type)
    if kind == "weapon":
        full = tables.weapons()[type].is_a(BATTERY)
        made = new_weapon(character, id, type)
        made = made if full else replace(made, ammo=0)
        return carrying.with_weapon(character, made, place or HOMES["weapon"][0])
    if kind == "item":
        for _ in range(quantity):
            character = carrying.appended(character, type, place or HOMES["item"][0])
        return character
    slot = slot_for(character, type)
    character = replace(character, **{slot: type}) if slot else character
    if slot == "shield":  # ready or slung as asked, else as the last one was, and never on the ground
        held = place or ("ready" if character.shield_held == "dropped" else character.shield_held)
        character = replace(character, shield_held=held)
    return character


def as_acquired(type: str) -> str:
    """A thing as it is bought or claimed: a weapon that fires comes without ammunition (CQ-ITM-9)."""
    row = tables.weapons().get(type)
    empty = row is not None and row.rounds and not row.is_a(BATTERY)
    return f"{thing_named(type)}{' (no ammunition)' if empty else ''}"


def has_room(field: str) -> tuple[Check[Fight, Any], ...]:
    """CQ-ARM-2, CQ-ITM-4: a third set, a second helmet, shield or energy shield has no place, agreed or not."""

    def taken(rule: str, sentence: str, *kinds: Kind) -> Check[Fight, Any]:
        @forbids(rule, reads=(field,), alternative="sell the old one", overridable=False)
        def test(game: Fight, command: Any) -> str | None:
            character, type = game.units[command.by], getattr(command, field)
            if tables.kind_of(type) not in kinds or slot_for(character, type):
                return None
            return f"{character.name} {sentence}."

        return test

    return (
        taken("CQ-ARM-2", "has no place left for that", "armor", "shield"),
        taken("CQ-ITM-4", "has an energy shield", "energy_shield"),
    )


# --- buying, selling and the spoils


def paid(character: Character, cost: int) -> Character:
    """The character after paying; what he hasn't got isn't owed."""
    return replace(character, wealth=max(0, character.wealth - cost))


def spoils_of(game: Fight, by: str) -> tuple[str, ...]:
    return game.sides[game.units[by].side].spoils


def without_spoil(game: Fight, by: str, spoil: str) -> Fight:
    """The game with one such thing gone from the spoils of his side; raises CommandError where there is none."""
    spoils = spoils_of(game, by)
    if spoil not in spoils:
        raise CommandError(f"There is no such thing among the spoils: {shown(spoil)}.")
    return game.with_side(game.units[by].side, spoils=without(spoils, spoil))


class Buy(Command):
    """Buy a thing at the table's price."""

    type: str
    quantity: Count = 1
    id: Annotated[Id | None, "of a weapon"] = None
    place: Place | None = None
    into: Annotated[str | None, "the weapon that is loaded with it"] = None


def _buy_understood(game: Fight, command: Buy) -> Buy:
    by_unit(game, command)
    character = game.units[command.by]
    check_acquired(character, command.type, command, command.quantity)
    if command.into is not None:
        weapon, row = carrying.owned_weapon(character, command.into), tables.items().get(command.type)
        if row is None or row.spent or row.weapon != weapon.type or command.quantity > 1:
            what, whose = thing_named(command.type), thing_named(weapon.type)
            raise ForbiddenError(f"{what}: does not load the {whose}.")
    return command


def cost_of(game: Fight, command: Any) -> int:
    """CQ-ITM-9: what a purchase comes to."""
    return (tables.price(command.type) or 0) * getattr(command, "quantity", 1)


def _with_purchase(game: Fight, command: Buy) -> Character:
    """The character with what he bought, not paid yet; raises CommandError."""
    character = game.units[_buy_understood(game, command).by]
    if command.into is not None:
        weapon = carrying.owned_weapon(character, command.into)
        return carrying.changed_weapon(character, replace(weapon, ammo=full_ammo(character, weapon)))
    return with_thing(character, command.type, command.id or "", command.place or "", command.quantity)


@fact(
    "{unit} buys for {cost:# credit}: {quantity:=1?|{quantity} × }{type:acquired}.",
    headline="{unit} buys {quantity:=1?|{quantity} × }{type:brief} for {cost:# credit}",
    acquired=as_acquired,
)
class Bought(Fact, frozen=True):
    unit: str
    type: str
    quantity: int
    cost: int


@fact(
    "{unit} loads it for {cost:# credit}: {type:named}.",
    headline="{unit} loads the {type:brief} for {cost:# credit}",
)
class BoughtLoad(Fact, frozen=True):
    unit: str
    type: str
    cost: int


@COMMANDS.add(
    Buy,
    "Buy",
    _buy_understood,
    (between_combats("CQ-ITM-9"), *has_room("type"), affordable("wealth", cost_of, "type")),
    rules=("CQ-ITM-9",),
    parts=built(_with_purchase),
    part_checks=(*PLACES, LOAD),
    key="b",
    offered=offered_in("between"),
)
async def buy(play: Play[Fight], command: Buy) -> None:
    """CQ-ITM-9: a thing more, or a loaded weapon, and less money."""
    by, game, cost = command.by, play.state, cost_of(play.state, command)
    bought = game.with_units({by: paid(_with_purchase(game, command), cost)})
    if command.into is None:
        play.commit(bought, Bought(by, command.type, command.quantity, cost))
    else:
        loaded = carrying.owned_weapon(game.units[by], command.into)
        play.commit(bought, BoughtLoad(by, loaded.type, cost))


class Claim(Command):
    """Claim a thing from the side's spoils."""

    spoil: str
    id: Annotated[Id | None, "of a weapon"] = None
    place: Place | None = None


def _claim_understood(game: Fight, command: Claim) -> Claim:
    by_unit(game, command)
    without_spoil(game, command.by, command.spoil)
    check_acquired(game.units[command.by], command.spoil, command)
    return command


def _with_claim(game: Fight, command: Claim) -> Character:
    character = game.units[_claim_understood(game, command).by]
    return with_thing(character, command.spoil, command.id or "", command.place or "")


@fact(
    "{unit} takes from the spoils: {type:acquired}.",
    headline="{unit} takes from the spoils: {type:acquired}",
    acquired=as_acquired,
)
class Claimed(Fact, frozen=True):
    unit: str
    type: str


@COMMANDS.add(
    Claim,
    "Claim",
    _claim_understood,
    (between_combats("CQ-ITM-15"), *has_room("spoil")),
    rules=("CQ-SCN-7", "CQ-ITM-15"),
    parts=built(_with_claim),
    part_checks=(*PLACES, LOAD),
    key="z",
    offered=offered_in("between", where=lambda game, by: bool(spoils_of(game, by))),
)
async def claim(play: Play[Fight], command: Claim) -> None:
    """CQ-SCN-7: spoils are kept, as if bought for nothing."""
    character = _with_claim(play.state, command)
    game = without_spoil(play.state, command.by, command.spoil)
    play.commit(game.with_units({command.by: character}), Claimed(command.by, command.spoil))


def proceeds(type: str) -> int:
    """CQ-ITM-10: what a thing sells for, rounded down."""
    return (tables.price(type) or 0) * tables.number("sell_percent") // 100


def parted_with(character: Character, what: str) -> tuple[Character, str]:
    """The character without a thing, and its type; what is fitted to it comes off first. Raises CommandError.

    With the last set of armor its wear is forgotten; a pack that feeds a weapon is disconnected first, and may be spent then.
    """
    if what in carrying.SLOTS:
        type = getattr(character, what)
        if not type:
            raise CommandError(f"{character.name} has no such thing: {what.replace('_', ' ')}.")
        bare = replace(character, **{what: ""})
        if what == "energy_shield":
            bare = replace(bare, energy_shield_on=False, energy_shield_broken=False)
        elif what in SETS and not any(getattr(bare, place) for place in SETS):
            bare = replace(bare, armor_worn=0, shielding_worn=0)
        return bare, type
    weapon = character.weapon(what)
    if weapon is not None:
        return carrying.without_weapon(carrying.fitted(character, what, ()), what), weapon.type
    check_owned(character, what)
    feeding = carrying.fed_by(character, what) if what in PACKS else []
    if feeding and getattr(character, carrying.place_of(character, what)).count(what) <= len(feeding):
        last = feeding[-1]
        character = carrying.fitted(character, last.id, [thing for thing in last.fitted if thing != what])
    sold = what if carrying.place_of(character, what) else f"{SPENT}{what}"
    return carrying.within_bounds(carrying.swapped(character, sold)), sold


def check_owned(character: Character, what: str) -> None:
    """Raise CommandError unless he has such an item."""
    if what not in tables.items() or not carrying.place_of(character, what):
        raise CommandError(f"{character.name} has no such thing: {shown(what)}.")


class Sell(Command):
    """Sell a thing for three quarters of the price."""

    what: Annotated[str, "something of one's own"] = ""
    spoil: Annotated[str, "something of the side's spoils"] = ""


@forbids("CQ-ITM-10", reads=("what",))
def _can_be_sold(game: Fight, command: Sell) -> str | None:
    character, weapon = game.units[command.by], game.units[command.by].weapon(command.what)
    shield = command.what == "energy_shield" and character.energy_shield_broken
    broken = shield or (weapon and weapon.broken == "permanent")
    return "That is broken for good: nobody buys it." if broken else None


@fact(
    "{unit} sells{spoil:? from the spoils} for {credits:# credit}: {type:named}.",
    headline="{unit} sells {type:brief} for {credits:# credit}",
)
class Sold(Fact, frozen=True):
    """A thing was sold; `spoil`: one of the side's."""

    unit: str
    type: str
    credits: int
    spoil: bool = False


@COMMANDS.add(
    Sell,
    "Sell",
    naming(
        "Sell something of your own or one of the spoils, not both.",
        what=lambda game, by, what: parted_with(game.units[by], what),
        spoil=without_spoil,
    ),
    (between_combats("CQ-ITM-10"), _can_be_sold),
    rules=("CQ-ITM-10", "CQ-SCN-7"),
    key="f",
    offered=offered_in("between"),
)
async def sell(play: Play[Fight], command: Sell) -> None:
    """CQ-ITM-10, CQ-SCN-7: three quarters of the price, for him."""
    game, by, type = play.state, command.by, command.spoil
    if type:
        game = without_spoil(game, by, type)
        character = game.units[by]
    else:
        character, type = parted_with(game.units[by], command.what)
    gain = proceeds(type)
    game = game.with_units({by: replace(character, wealth=character.wealth + gain)})
    play.commit(game, Sold(by, type, gain, bool(command.spoil)))


# --- batteries recharged, weapons and armor mended


def _with_a_battery(game: Fight, by: str) -> Mapping[str, str]:
    character = game.units[by]
    charged = (held for held in character.weapons if tables.weapons()[held.type].is_a(BATTERY))
    return {held.id: weapon_words(character, held) for held in charged}


def _drained(game: Fight, by: str) -> Mapping[str, str]:
    character = game.units[by]
    loose = (*character.items, *character.worn, *character.pack)
    return {id: thing_named(id) for id in loose if (row := tables.item(id)) and row.spent}


def credits_to_spend(game: Fight, by: str, command: Any) -> Iterator[Detail]:
    yield Detail("Credits", f"{game.units[by].wealth}")


class Recharge(Command):
    """Recharge the battery in a weapon, or a drained one."""

    weapon: Annotated[str, Asked("Thing", "t", _with_a_battery, joined="thing"), "with a battery"] = ""
    item: Annotated[str, Asked("Thing", "t", _drained, joined="thing"), "a drained battery"] = ""


def recharge_cost(game: Fight, command: Any) -> int:
    """CQ-ITM-8: credits for each battery that isn't full, in a weapon with its pack or in a drained pack."""
    character = game.units[command.by]
    weapon = character.weapon(getattr(command, "weapon", ""))
    if weapon is None:
        row = tables.items().get(getattr(command, "item", ""))
        return tables.number("recharge_cost") * (row.batteries if row else 0)
    missing, rounds = full_ammo(character, weapon) - weapon.ammo, figures(weapon).rounds
    return tables.number("recharge_cost") * -(-missing // max(1, rounds))


@forbids("CQ-ITM-8", reads=("weapon",))
def _weapon_can_be_charged(game: Fight, command: Recharge) -> str | None:
    character, weapon = game.units[command.by], game.units[command.by].weapon(command.weapon)
    if weapon is None:
        return None
    if not figures(weapon).is_a(BATTERY):
        return f"This has no battery: {figures(weapon).name}."
    return f"This is full: {figures(weapon).name}." if weapon.ammo >= full_ammo(character, weapon) else None


@forbids("CQ-ITM-8", reads=("item",))
def _item_can_be_charged(game: Fight, command: Recharge) -> str | None:
    row = tables.items().get(command.item)
    return f"This is not a drained battery: {row.name}." if row and not row.spent else None


@fact(
    "{unit} has this recharged for {cost:# credit}: {type:named}.",
    headline="{unit} recharges for {cost:# credit}",
)
class Recharged(Fact, frozen=True):
    unit: str
    type: str
    cost: int


def _has_batteries(game: Fight, by: str) -> bool:
    return any(SPENT in id for id in game.units[by].items) or bool(_with_a_battery(game, by))


@COMMANDS.add(
    Recharge,
    "Recharge",
    naming(
        "Recharge a weapon or an item, not both.",
        weapon=weapon,
        item=lambda game, by, item: check_owned(game.units[by], item),
    ),
    (
        between_combats("CQ-ITM-8"), _weapon_can_be_charged, _item_can_be_charged,
        affordable("wealth", recharge_cost),
    ),
    rules=("CQ-ITM-8",),
    key="g",
    lines=credits_to_spend,
    offered=offered_in("between", where=_has_batteries),
)  # fmt: skip
async def recharge(play: Play[Fight], command: Recharge) -> None:
    """CQ-ITM-8: batteries are full again."""
    by, cost, character = command.by, recharge_cost(play.state, command), play.state.units[command.by]
    weapon = character.weapon(command.weapon)
    if weapon is not None:
        type, full = weapon.type, replace(weapon, ammo=full_ammo(character, weapon))
        character = carrying.changed_weapon(character, full)
    else:
        row = tables.items()[command.item]
        type = row.id
        if row.spent:  # a full battery in place of the drained one
            type = f"{RELOAD}{row.weapon}" if row.weapon else row.id.removeprefix(SPENT)
            character = carrying.swapped(character, row.id, type)
    play.commit(play.state.with_units({by: paid(character, cost)}), Recharged(by, type, cost))


class Repair(Command):
    """Repair a broken weapon, or the worn armor."""

    weapon: str = ""
    owner: Annotated[str, "whose weapon it is"] = ""
    smith: Annotated[bool, "by a weaponsmith"] = False
    armor: Annotated[Literal[True] | None, "the worn armor instead"] = None


def _repair_understood(game: Fight, command: Repair) -> Repair:
    by_unit(game, command)
    if bool(command.weapon) == bool(command.armor):
        raise CommandError("Repair a weapon or the armor, not both.")
    if command.weapon:
        carrying.owned_weapon(game.units[unit(game, command.owner or command.by)], command.weapon)
    return command


def broken_weapon(game: Fight, command: Any) -> Weapon | None:
    """The weapon that is to be mended; None where it is armor, or not known yet."""
    owner = game.units.get(getattr(command, "owner", "") or command.by)
    return owner.weapon(getattr(command, "weapon", "")) if owner else None


def mending_cost(game: Fight, command: Any) -> int:
    """CQ-WPN-18, CQ-ARM-20: a quarter of the price, rounded up, for a smith's work or an armorer's."""
    weapon, things = broken_weapon(game, command), list[str]()
    if weapon is not None:
        at_smith = weapon.broken == "permanent" and getattr(command, "smith", False)
        things += [weapon.type] if at_smith else []
    elif getattr(command, "armor", None):
        things += [worn for place in SETS if (worn := getattr(game.units[command.by], place))]
    return -(-sum(tables.price(thing) or 0 for thing in things) * tables.number("repair_percent") // 100)


@forbids("CQ-WPN-18", reads=("weapon",))
def _weapon_can_be_mended(game: Fight, command: Any) -> WhyNot:
    """A temporary break takes skill and tools; a permanent one a smith, and a missile or energy weapon."""
    weapon, character = broken_weapon(game, command), game.units[command.by]
    if weapon is None:
        return None
    arm = figures(weapon)
    if not weapon.broken:
        return f"Nothing is broken: {arm.name}."
    if weapon.broken == "temporary":  # skill with the weapon, and a tool kit
        if not skilled(character, weapon):
            return f"{character.name} has no skill with this: {arm.name}."
        return None if carrying.has_kit(character, "tool-kit") else f"{character.name} has no weapon tools."
    if not (arm.missile or arm.is_a("energy")):
        return f"This is broken for good: {arm.name}."
    if not getattr(command, "smith", False):
        return f"Only a weaponsmith mends this: {arm.name}.", "a smith"
    return None


@forbids("CQ-ARM-20", reads=("armor",))
def _armor_can_be_mended(game: Fight, command: Repair) -> str | None:
    """Only where armor wears out, and only what isn't more than half worn."""
    character = game.units[command.by]
    if not command.armor:
        return None
    if not game.options.degraded_armor:
        return "Armor doesn't wear out in this game."
    if not character.armor_worn:
        return f"{character.name}'s armor is as good as new."
    if character.armor_worn > tables.number("mendable_times") * derived.defence(game, character).plain:
        return f"{character.name}'s armor is more than half worn."
    return None


class Mended(Fact, frozen=True):
    """A weapon works again; `cost` is the smith's."""

    moment: ClassVar[Moment] = "gain"

    unit: str
    owner: str
    type: str
    cost: int

    def sentence(self, names: Names) -> str:
        whose = "" if self.owner == self.unit else f" of {names(self.owner)}"
        price = f" for {count(self.cost, 'credit')}" if self.cost else ""
        return f"{names(self.unit)} sees to a weapon{whose}{price}: {thing_named(self.type)} works again."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} mends a weapon"


@fact(
    "{unit}'s armor is as good as new, for {cost:# credit}.",
    moment="gain",
    headline="{unit}: armor as good as new",
)
class ArmorMended(Fact, frozen=True):
    unit: str
    cost: int


@COMMANDS.add(
    Repair,
    "Repair",
    _repair_understood,
    (
        between_combats("CQ-WPN-18"), _weapon_can_be_mended, _armor_can_be_mended,
        affordable("wealth", mending_cost),
    ),
    rules=("CQ-WPN-18", "CQ-ARM-20"),
    reminders=("CQ-SKL-13",),
    key="p",
    offered=offered_in(
        "between",
        where=lambda game, by: game.units[by].armor_worn
        or any(it.broken for other in game.of(game.units[by].side) for it in game.units[other].weapons),
    ),
)  # fmt: skip
async def repair(play: Play[Fight], command: Repair) -> None:
    """CQ-WPN-18, CQ-ARM-20: a weapon works again, or armor is as good as new."""
    by, cost, weapon = command.by, mending_cost(play.state, command), broken_weapon(play.state, command)
    game = play.state.with_units({by: paid(play.state.units[by], cost)})
    if weapon is None:
        play.commit(game.with_unit(by, armor_worn=0), ArmorMended(by, cost))
        return
    owner = command.owner or by
    play.commit(game.with_weapon(owner, weapon.id, broken=""), Mended(by, owner, weapon.called, cost))
