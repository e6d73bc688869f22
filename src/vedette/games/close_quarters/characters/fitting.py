"""What is fitted to weapons, and taken off again: supports, bayonets, battery packs (CH 8; CQ-ITM-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vedette.engine.checks import Refusal
from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.games.close_quarters.characters.places import (
    KITS,
    appended,
    changed,
    changed_weapon,
    swapped,
    with_weapon,
    without_weapon,
)
from vedette.games.close_quarters.known import BAYONET, FITTED, PACKS, SUPPORTS
from vedette.games.close_quarters.new_game import weapon_of
from vedette.games.close_quarters.setup import WeaponData
from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.tables import SPENT, items
from vedette.games.close_quarters.values.arms import figures, full_ammo
from vedette.games.close_quarters.weapon import Weapon
from vedette.kit.schema import doubles

KNIVES = "bayonet-knife"
"""The class of what serves as a bayonet."""


def fitted(one: Character, gun: str, wanted: Sequence[str]) -> Character:
    """The character with just that fitted to a weapon of his; raises CommandError for what isn't there.

    First what is no longer wanted comes off, then what is new goes on.
    """
    weapon = owned_weapon(one, gun)
    unknown = [thing for thing in wanted if thing not in FITTED]
    if unknown:
        raise CommandError(f"{shown(unknown[0])} can't be fitted to a weapon.")
    if doubles([thing for thing in wanted if thing not in PACKS]):
        raise CommandError("A thing is fitted once.")
    for thing in weapon.fitted:
        if thing not in wanted:
            one = _taken_off(one, gun, thing)
    for thing in wanted:
        if thing not in weapon.fitted:
            one = _put_on(one, gun, thing)
    return changed_weapon(one, replace(owned_weapon(one, gun), fitted=tuple(wanted)))


def owned_weapon(one: Character, name: str) -> Weapon:
    """A weapon of his by its id; raises CommandError."""
    weapon = one.weapon(name)
    if weapon is None:
        raise CommandError(f"{one.name} has no weapon {shown(name)}.")
    return weapon


def _put_on(one: Character, gun: str, thing: str) -> Character:
    if thing in SUPPORTS:
        return _with_support(one, thing)
    if thing == BAYONET:
        return _with_bayonet(one, gun)
    return _connected(one, gun, thing)


def _taken_off(one: Character, gun: str, thing: str) -> Character:
    if thing in SUPPORTS:
        return appended(one, thing, "items")
    if thing == BAYONET:
        return _with_knife_back(one, gun)
    return _disconnected(one, gun, thing)


def _with_support(one: Character, thing: str) -> Character:
    """A bipod or tripod leaves the items, or the backpack."""
    place = next((place for place in KITS if thing in getattr(one, place)), None)
    if place is None:
        raise CommandError(f"{one.name} has no {thing} to fit.")
    left = list(getattr(one, place))
    left.remove(thing)
    return changed(one, **{place: tuple(left)})


def _with_bayonet(one: Character, gun: str) -> Character:
    """His first knife that will do leaves his weapons; the gun keeps its type."""
    knife = next((own for own in one.weapons if own.id != gun and figures(own).is_a(KNIVES)), None)
    if knife is None:
        raise CommandError(f"{one.name} has no knife to fit.")
    weapon = owned_weapon(one, gun)
    return changed_weapon(without_weapon(one, knife.id), replace(weapon, bayonet=knife.type))


def _with_knife_back(one: Character, gun: str) -> Character:
    """The bayonet comes back to the end of the belt, under the gun's name."""
    data = WeaponData(id=free_id(one, f"{gun}-{BAYONET}"), type=owned_weapon(one, gun).bayonet)
    return with_weapon(one, weapon_of(one, data), "belt")


def free_id(one: Character, id: str) -> str:
    """The id, with a number behind it where he has such a weapon already."""
    taken = {weapon.id for weapon in one.weapons}
    numbered = (f"{id}-{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (id, *numbered) if name not in taken)


def _home(pack: str) -> str:
    """Where a pack is that feeds a weapon: on the belt, or worn."""
    return "worn" if items()[pack].worn else "items"


def _connected(one: Character, gun: str, pack: str) -> Character:
    """CQ-ITM-7: a full pack adds its shots."""
    if pack not in getattr(one, _home(pack)):
        raise CommandError(f"{one.name} has no {pack} to connect.")
    weapon = owned_weapon(one, gun)
    shots = figures(weapon).rounds * items()[pack].batteries
    return changed_weapon(one, replace(weapon, ammo=weapon.ammo + shots))


def _disconnected(one: Character, gun: str, pack: str) -> Character:
    """CQ-ITM-7: what is above the weapon's own rounds goes, and a pack that isn't full is spent."""
    weapon = owned_weapon(one, gun)
    rounds = figures(weapon).rounds
    shots = max(0, weapon.ammo - rounds)
    if shots < rounds * items()[pack].batteries and pack in getattr(one, _home(pack)):
        one = swapped(one, pack, f"{SPENT}{pack}")
    return changed_weapon(one, replace(weapon, ammo=min(weapon.ammo, rounds)))


def within_bounds(one: Character) -> Character:
    """CQ-ITM-7: no weapon holds more than itself and the packs that feed it now."""
    weapons = (replace(own, ammo=min(own.ammo, full_ammo(one, own))) for own in one.weapons)
    return replace(one, weapons=tuple(weapons))


def fed_by(one: Character, pack: str) -> list[Weapon]:
    """The weapons that a kind of pack feeds."""
    return [weapon for weapon in one.weapons if pack in weapon.fitted]


def pack_fault(one: Character) -> Refusal | None:
    """CQ-ITM-7: a pack feeds one weapon that takes batteries, and a weapon has one pack."""
    for weapon in one.weapons:
        arm, packs = figures(weapon), [thing for thing in weapon.fitted if thing in PACKS]
        if packs and not arm.is_a("battery"):
            return Refusal("CQ-ITM-7", f"This takes no battery: {arm.name}.")
        if len(packs) > 1:
            return Refusal("CQ-ITM-7", f"This has a pack already: {arm.name}.")
    for pack in PACKS:
        if len(fed_by(one, pack)) > getattr(one, _home(pack)).count(pack):
            return Refusal("CQ-ITM-7", f"A {items()[pack].name.lower()} feeds one weapon.")
    return None
