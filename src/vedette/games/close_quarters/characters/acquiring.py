"""Where a thing goes that somebody buys or takes from the spoils (CQ-ITM-9, CQ-ARM-2, CQ-ITM-4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vedette.engine.checks import Check, Refusal
from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.games.close_quarters.characters.places import SETS, appended, changed, with_weapon
from vedette.games.close_quarters.new_game import weapon_of
from vedette.games.close_quarters.rows import Kind
from vedette.games.close_quarters.setup import WeaponData
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import armor, items, kind_of, thing, weapons

HOMES: dict[Kind, tuple[str, ...]] = {
    "weapon": ("belt", "slung", "ready", "pack"),
    "item": ("items", "pack", "worn"),
    "shield": ("ready", "slung"),
    "armor": (),
    "energy_shield": (),
}
"""Where things of each kind may be put, the usual place first."""


def check_acquired(one: Character, type: str, command: Any, quantity: int = 1) -> None:
    """Raise CommandError unless the thing, the id and the place that a command names make sense together."""
    kind = kind_of(type)
    if kind is None:
        raise CommandError(f"There is no such thing: {shown(type)}.")
    if quantity > 1 and kind != "item":
        raise CommandError(f"One at a time: {shown(type)}.")
    if kind == "weapon" and not command.id:
        raise CommandError("A weapon needs an id of its own.")
    if kind != "weapon" and command.id:
        raise CommandError("Only weapons have ids of their own.")
    if command.id and one.weapon(command.id):
        raise CommandError(f"{one.name} has a weapon {command.id} already.")
    unworn = command.place == "worn" and kind == "item" and not items()[type].worn
    if unworn or (command.place and command.place not in HOMES[kind]):
        raise CommandError(f"{shown(type)} can't be put there: {command.place}.")


def slot_for(one: Character, type: str) -> str:
    """CQ-ARM-2, CQ-ITM-4: the free place of its own for armor, a shield or an energy shield; "" if it is taken."""
    kind = kind_of(type)
    if kind != "armor":
        return "" if getattr(one, f"{kind}") else f"{kind}"
    slots = ("helmet",) if armor()[type].kind == "helmet" else SETS
    return next((slot for slot in slots if not getattr(one, slot)), "")


def with_thing(one: Character, type: str, id: str, place: str, quantity: int = 1) -> Character:
    """The character with a thing more, as it is bought: weapons empty, batteries full; as he was without room for it."""
    kind = kind_of(type)
    if kind == "weapon":
        full = weapons()[type].is_a("battery")
        data = WeaponData(id=id, type=type, ammo=None if full else 0)
        return with_weapon(one, weapon_of(one, data), place or HOMES["weapon"][0])
    if kind == "item":
        for _ in range(quantity):
            one = appended(one, type, place or HOMES["item"][0])
        return one
    slot = slot_for(one, type)
    if not slot:
        return one
    one = changed(one, **{slot: type})
    return _with_shield_held(one, place) if kind == "shield" else one


def _with_shield_held(one: Character, place: str) -> Character:
    """A new shield is ready or slung as asked, else as the last one was, and never lies on the ground."""
    if place in ("ready", "slung"):
        return changed(one, shield_held=place)
    return replace(one, shield_held="ready") if one.shield_held == "dropped" else one


def has_room(field: str) -> tuple[Check[Fight, Any], ...]:
    """CQ-ARM-2, CQ-ITM-4: a third set, a second helmet, shield or energy shield has no place, agreed or not."""

    def full(game: Fight, command: Any) -> bool:
        one, type = game.units[command.by], getattr(command, field)
        return kind_of(type) in ("armor", "shield", "energy_shield") and not slot_for(one, type)

    def worn(game: Fight, command: Any) -> Refusal | None:
        if not full(game, command) or kind_of(getattr(command, field)) == "energy_shield":
            return None
        name = game.units[command.by].name
        return Refusal("CQ-ARM-2", f"{name} has no place left for that.", "sell the old one", absolute=True)

    def powered(game: Fight, command: Any) -> Refusal | None:
        if not full(game, command) or kind_of(getattr(command, field)) != "energy_shield":
            return None
        name = game.units[command.by].name
        return Refusal("CQ-ITM-4", f"{name} has an energy shield.", "sell the old one", absolute=True)

    return (Check(("CQ-ARM-2",), (field,), worn), Check(("CQ-ITM-4",), (field,), powered))


def called(type: str) -> str:
    """What a thing is called."""
    row = thing(type)
    return row.name if row else type
