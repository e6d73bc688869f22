"""The page of carrying: hands, belt, back and pack, grips, loads, and what hangs on a weapon (CH 8)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.record import replace
from vedette.games.close_quarters.arms import Arm, figures, full_ammo, str_need
from vedette.games.close_quarters.characters.carrying import (
    CARRIED,
    KNIVES,
    appended,
    changed,
    changed_weapon,
    fitted,
    in_no_list,
)
from vedette.games.close_quarters.state import BAYONET, PACKS, SUPPORTS, Character, Weapon
from vedette.games.close_quarters.tables import ammunition, item, items, shields, shotguns, weapons
from vedette.games.close_quarters.view.building.yard import against_him, stepping
from vedette.view.builder import Line

PLACES = {"ready": "in hand", "belt": "belt", "slung": "back", "pack": "backpack"}

STOWED = {"ready": "in hand", "items": "on him", "pack": "backpack", "worn": "worn"}
"""Where an item may be, in the order in which it goes from place to place."""


def lines(character: Character) -> tuple[Line, ...]:
    """Each weapon with its place and what can be changed about it, the shield, the items."""
    faults = against_him(character)
    made = [*_weapons(character), *_shield(character), *_items(character)]
    return tuple(
        stepping(line, faults, _stepped(character, line.id, 1), _stepped(character, line.id, -1))
        for line in made
    )


def stepped(character: Character, line: str, step: int) -> Character:
    """Something one place on, or changed."""
    return _stepped(character, line, step) or character


def _stepped(character: Character, line: str, step: int) -> Character | None:
    what, _, id = line.partition(":")
    if what == "item":
        return _item_moved(character, id, step)
    if what == "shield":
        wanted = "slung" if step > 0 else "ready"
        return (
            replace(character, shield_held="slung" if step > 0 else "ready")
            if character.shield_held != wanted
            else None
        )
    what, _, part = what.partition("-with-")
    weapon = character.weapon(id)
    if weapon is None:
        return None
    if what == "fit":
        return _fitted(character, weapon, part, step)
    if what == "place":
        return _weapon_moved(character, id, step)
    return _weapon_changed(character, weapon, what, step)


# --- weapons


def _weapons(character: Character) -> Iterator[Line]:
    for weapon in character.weapons:
        arm = figures(weapon)
        where = next(place for place in CARRIED if weapon.id in getattr(character, place))
        yield Line(f"place:{weapon.id}", arm.name, PLACES[where], note="where it is carried", group="Weapons")
        if arm.hands > 1 or arm.damage2 or (arm.missile and arm.force == "recoil"):
            need = f"needs STR {str_need(character, weapon)} so"
            yield Line(f"grip:{weapon.id}", "  held in", _hands(weapon.grip), note=need, group="Weapons")
        yield from _load(character, weapon)
        if arm.use != "grenade":
            note = "practice weapons do no damage (CQ-SCN-15)"
            yield Line(f"quality:{weapon.id}", "  made for", _made_for(weapon), note=note, group="Weapons")
        yield from _fittings(character, weapon, arm)


def _hands(grip: int) -> str:
    return "both hands" if grip > 1 else "one hand"


def _made_for(weapon: Weapon) -> str:
    return "practice" if weapon.quality == "practice" else "combat"


def _load(character: Character, weapon: Weapon) -> Iterator[Line]:
    """CQ-ITM-13: loaded or not; shotguns also with what."""
    row = weapons()[weapon.type]
    if row.reload > 0 and not row.is_a("battery"):
        said = f"{weapon.ammo}/{full_ammo(character, weapon)}" if weapon.ammo else "empty"
        yield Line(
            f"load:{weapon.id}", "  loaded", said, f"{row.reload} cr", "a load is paid for", group="Weapons"
        )
    if weapon.type in shotguns():
        shells = ammunition()[weapon.ammo_type]
        yield Line(
            f"shells:{weapon.id}", "  shells", shells.name, note=f"damage {shells.damage}", group="Weapons"
        )


def _fittings(character: Character, weapon: Weapon, arm: Arm) -> Iterator[Line]:
    """What he has that may be fitted to it, or is."""
    things = [thing for thing in SUPPORTS if arm.is_a(thing) and _at_hand(character, thing)]
    things += [thing for thing in PACKS if arm.is_a("battery") and _at_hand(character, thing)]
    has_knife = any(figures(own).is_a(KNIVES) for own in character.weapons if own.id != weapon.id)
    things += [BAYONET] if arm.is_a("stocked") and has_knife else []
    for thing in dict.fromkeys((*weapon.fitted, *things)):
        on = thing in weapon.fitted
        name = items()[thing].name if thing in items() else "Bayonet"
        yield Line(
            f"fit-with-{thing}:{weapon.id}", f"  {name.lower()}", "fitted" if on else "off", group="Weapons"
        )


def _at_hand(character: Character, thing: str) -> bool:
    return thing in (*character.items, *character.pack, *character.worn)


def _weapon_moved(character: Character, id: str, step: int) -> Character | None:
    at = next(index for index, place in enumerate(CARRIED) if id in getattr(character, place)) + step
    return appended(in_no_list(character, id), id, CARRIED[at]) if 0 <= at < len(CARRIED) else None


def _weapon_changed(character: Character, weapon: Weapon, what: str, step: int) -> Character | None:
    """Another grip, load, ammunition or make; None where there is nothing that way."""
    made: Weapon = weapon
    if what == "grip":
        made = replace(weapon, grip=2 if step > 0 else 1)
    elif what == "load":
        made = replace(weapon, ammo=full_ammo(character, weapon) if step > 0 else 0)
    elif what == "quality":
        made = replace(weapon, quality="practice" if step > 0 else "normal")
    elif what == "shells":
        shells = list(ammunition())
        at = shells.index(weapon.ammo_type) + step
        made = replace(weapon, ammo_type=shells[at]) if 0 <= at < len(shells) else weapon
    return changed_weapon(character, made) if made != weapon else None


def _fitted(character: Character, weapon: Weapon, thing: str, step: int) -> Character | None:
    on = thing in weapon.fitted
    if on == (step > 0):
        return None
    wanted = (*weapon.fitted, thing) if step > 0 else tuple(own for own in weapon.fitted if own != thing)
    return fitted(character, weapon.id, wanted)


# --- the shield, and items


def _shield(character: Character) -> Iterator[Line]:
    if character.shield:
        said = {"ready": "in hand", "slung": "back"}.get(character.shield_held, character.shield_held)
        yield Line(
            "shield", shields()[character.shield].name, said, note="where it is carried", group="Shield"
        )


def _items(character: Character) -> Iterator[Line]:
    loose = (id for place in ("worn", "items", "pack", "ready") for id in getattr(character, place))
    things = dict.fromkeys(id for id in loose if not character.weapon(id))
    for id in things:
        where = [(getattr(character, place).count(id), said) for place, said in STOWED.items()]
        told = [f"{count} {said}" if sum(n for n, _ in where) > 1 else said for count, said in where if count]
        yield Line(f"item:{id}", items()[id].name, ", ".join(told), note="one place on", group="Items")


def _item_places(id: str) -> tuple[str, ...]:
    row = item(id)
    fits = {"ready": bool(row and row.hand), "worn": bool(row and row.worn)}
    return tuple(place for place in STOWED if fits.get(place, True))


def _item_moved(character: Character, id: str, step: int) -> Character | None:
    """One of them a place on: the first that can go that way."""
    places = _item_places(id)
    order = range(len(places)) if step > 0 else range(len(places) - 1, -1, -1)
    for at in order:
        if id in getattr(character, places[at]) and 0 <= at + step < len(places):
            left = list(getattr(character, places[at]))
            left.remove(id)
            return appended(changed(character, **{places[at]: tuple(left)}), id, places[at + step])
    return None
