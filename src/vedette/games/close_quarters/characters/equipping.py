"""Equipment rearranged between combats (CQ-ITM-15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import CommandSpec, shown
from vedette.engine.errors import CommandError
from vedette.engine.play import Play
from vedette.games.close_quarters.characters.carrying import (
    GRIPS,
    LOAD,
    PLACES,
    Build,
    fitted,
    owned_weapon,
    pack_fault,
    within_bounds,
)
from vedette.games.close_quarters.characters.commands import Equip
from vedette.games.close_quarters.characters.places import CARRIED, STOWED, changed, changed_weapon
from vedette.games.close_quarters.derived.arms import figures
from vedette.games.close_quarters.facts import equipment as facts
from vedette.games.close_quarters.known import BAYONET, SUPPORTS
from vedette.games.close_quarters.lookup import by_unit
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import items
from vedette.games.close_quarters.turn.phases import between_combats
from vedette.kit.schema import doubles

STOCKED = "stocked"
"""The class of guns that take a bayonet (CQ-POL-11)."""

LISTS = ("ready", "belt", "slung", "pack", "items", "worn")


def arranged(character: Character, command: Any) -> Character:
    """The character with his things as the command has them; raises CommandError where they don't add up."""
    for gun, wanted in command.fit.items():
        character = fitted(character, gun, wanted)
    before = _counted(character)
    for name, grip in command.grip.items():
        character = changed_weapon(character, replace(owned_weapon(character, name), grip=grip))
    given = {place: getattr(command, place) for place in LISTS}
    character = changed(character, **{place: things for place, things in given.items() if things is not None})
    if command.shield_held is not None:
        character = replace(character, shield_held=command.shield_held)
    _check_places(character, command)
    if _counted(character) != before:
        raise CommandError(
            f"{character.name} has more or fewer things afterwards: each must be in one place."
        )
    return within_bounds(character)


def _check_places(character: Character, command: Any) -> None:
    """Raise CommandError unless every weapon is in one place, and everything where such things can be."""
    instances = {weapon.id for weapon in character.weapons}
    placed = [thing for place in CARRIED for thing in getattr(character, place) if thing in instances]
    twice, nowhere = doubles(placed), sorted(instances - set(placed))
    if twice or nowhere:
        raise CommandError(f"{(twice or nowhere)[0]} must be in one place, and in no other.")
    for place in LISTS:
        for thing in getattr(command, place) or ():
            if thing in instances and place in CARRIED:
                continue
            row = items().get(thing)
            if row is None or place in ("belt", "slung") or (place == "worn" and not row.worn):
                raise CommandError(f"{shown(thing)} can't be there: {place}.")


def _counted(character: Character) -> Counter[str]:
    """How many of each item he has, in whatever place, or fitted."""
    instances = {weapon.id for weapon in character.weapons}
    loose = [thing for place in STOWED for thing in getattr(character, place) if thing not in instances]
    supports = [thing for weapon in character.weapons for thing in weapon.fitted if thing in SUPPORTS]
    return Counter([*loose, *supports])


def _understood(game: Fight, command: Equip) -> Equip:
    """Something is rearranged, and nothing is lost or found on the way."""
    by_unit(game, command)
    if command.model_fields_set <= {"do", "by"}:
        raise CommandError("equip: name what goes where.")
    arranged(game.units[command.by], command)
    return command


def _as_arranged(game: Fight, command: Any) -> tuple[Build, ...]:
    """The character afterwards, for the builder's checks; none while his things don't add up."""
    try:
        return (Build(arranged(game.units[command.by], command)),)
    except CommandError:
        return ()


@check("CQ-ITM-7", reads=("fit",))
def _packs_feed_one_weapon_each(game: Fight, command: Any) -> Refusal | None:
    """A battery pack feeds one weapon, from its own place; looked at where packs are fitted or moved."""
    moved = command.fit or command.items is not None or command.worn is not None
    builds = _as_arranged(game, command) if moved else ()
    return next((pack_fault(build.character) for build in builds), None)


@forbids("CQ-POL-11", reads=("fit",))
def _bayonets_fit(game: Fight, command: Any) -> str | None:
    """A bayonet is fixed to a gun with a stock."""
    character = game.units[command.by]
    for name, wanted in command.fit.items():
        weapon = character.weapon(name)
        if weapon and BAYONET in wanted and not figures(weapon).is_a(STOCKED):
            return f"This takes no bayonet: {figures(weapon).name}."
    return None


async def equip(play: Play[Fight], command: Equip) -> None:
    """CQ-ITM-15: what he owns, in its new places."""
    game = play.state
    character = arranged(game.units[command.by], command)
    play.commit(replace(game, units={**game.units, command.by: character}), facts.Rearranged(command.by))


EQUIPPING_COMMANDS: Mapping[str, CommandSpec[Fight]] = {
    "equip": CommandSpec(
        Equip,
        "Equip",
        "unit",
        equip,
        _understood,
        (between_combats("CQ-ITM-15"), _packs_feed_one_weapon_each, _bayonets_fit),
        rules=("CQ-ITM-7", "CQ-ITM-15"),
        parts=_as_arranged,
        part_checks=(GRIPS, *PLACES, LOAD),
        key="e",
    ),
}
