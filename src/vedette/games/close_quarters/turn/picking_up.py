"""Taking a thing from the ground: on the move (section 6.2), with `ready` and with `switch` (CQ-MOV-16, CQ-ITM-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from vedette.engine.checks import Refusal
from vedette.engine.play import Play
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.arms import new_weapon, shield_in_the_way, too_full
from vedette.games.close_quarters.facts import moving as facts
from vedette.games.close_quarters.state import Character, Dropped, Fight, Grenade, Weapon
from vedette.games.close_quarters.tables import number, weapons

T = TypeVar("T")


# --- what lies there


def lies_in(game: Fight, thing: str) -> str:
    """The hex in which a thing of that id lies; "" if it lies nowhere."""
    if thing in game.map.dropped:
        return game.map.dropped[thing].hex
    grenade = game.map.grenades.get(thing)
    return grenade.hex if grenade is not None else ""


def is_known(game: Fight, thing: str) -> bool:
    """Whether there is a thing of that id at all, on the map or with anybody."""
    if thing in game.map.dropped or thing in game.map.grenades:
        return True
    return any(
        character.weapon(thing) is not None or thing in (*character.ready, *character.items)
        for character in game.units.values()
    )


def is_live(game: Fight, thing: str) -> bool:
    """CQ-GRN-10: whether it is a live grenade; one that smokes already may be taken and thrown again."""
    grenade = game.map.grenades.get(thing)
    return grenade is not None and not grenade.lit


# --- hands


def too_much_in_hand(character: Character) -> Refusal | None:
    """CQ-ITM-1, CQ-WPN-9: why he can't hold all that is in `ready`, if so."""
    if not too_full(character):
        return None
    if shield_in_the_way(character):
        return Refusal("CQ-WPN-9", f"{character.name} has no hand left for the shield.", "sling the shield")
    return Refusal("CQ-ITM-1", f"{character.name} has no hand free for that.", "put something away")


# --- taking


def taken(game: Fight, by: str, thing: str) -> Fight:
    """The game with a thing from the ground in his hand; it keeps its id, unless he has one of that id himself."""
    if thing in game.map.dropped:
        return _taken_thing(game, by, thing, game.map.dropped[thing])
    return _taken_grenade(game, by, thing, game.map.grenades[thing])


def take(play: Play[Fight], by: str, thing: str) -> None:
    """He takes a thing from the ground, and is all rear this turn for bending down (CQ-MOV-16)."""
    game = taken(play.state, by, thing)
    game = game.with_unit(by, all_rear=True)
    play.commit(game, facts.PickedUp(by, _type_of(play.state, thing)))


def _taken_thing(game: Fight, by: str, thing: str, lying: Dropped) -> Fight:
    """A weapon is his own from now on; of any other thing only the type counts."""
    character = game.units[by]
    game = game.with_map(dropped=_without(game.map.dropped, thing))
    if lying.type not in weapons():
        return game.with_unit(by, ready=(*character.ready, lying.type))
    name = free_id(character, lying.by or by, thing)
    weapon = replace(lying.weapon, id=name) if lying.weapon else new_weapon(character, name, lying.type)
    return _in_hand(game, by, weapon)


def _taken_grenade(game: Fight, by: str, thing: str, lying: Grenade) -> Fight:
    """A grenade is held by him, and its cloud keeps its name."""
    character = game.units[by]
    name = free_id(character, lying.by or by, thing)
    held = {**_without(game.map.grenades, thing), name: replace(lying, hex="", held=by)}
    clouds = dict(game.map.clouds)
    if thing in clouds:
        clouds[name] = clouds.pop(thing)
    weapon = (
        replace(lying.weapon, id=name) if lying.weapon else new_weapon(character, name, _grenade_type(lying))
    )
    return _in_hand(game.with_map(grenades=held, clouds=clouds), by, weapon)


def _in_hand(game: Fight, by: str, weapon: Weapon) -> Fight:
    character = game.units[by]
    return game.with_unit(by, weapons=(*character.weapons, weapon), ready=(*character.ready, weapon.id))


def free_id(character: Character, owner: str, thing: str) -> str:
    """The id under which he has it: its own, or `<owner>-<id>` where he has one of that id (section 3)."""
    while character.weapon(thing) is not None:
        thing = f"{owner}-{thing}"
    return thing


def _type_of(game: Fight, thing: str) -> str:
    """The type of what lies there."""
    if thing in game.map.dropped:
        return game.map.dropped[thing].type
    return _grenade_type(game.map.grenades[thing])


def _grenade_type(grenade: Grenade) -> str:
    """The type of a grenade; of one that the set-up laid there, the first of its kind."""
    if grenade.weapon is not None:
        return grenade.weapon.type
    return next(row.id for row in weapons().values() if row.use == "grenade" and row.is_a(grenade.kind))


def _without(things: Mapping[str, T], name: str) -> dict[str, T]:
    return {other: one for other, one in things.items() if other != name}


# --- on the run


async def grabs(play: Play[Fight], by: str) -> bool:
    """CQ-MOV-16: whether he gets hold of a thing on the run; he has no action this turn either way."""
    result = await checks.save(
        play,
        by,
        "dex",
        number("pick_up_dice"),
        why="pick_up",
        rules=("CQ-MOV-16",),
        told=f"{play.state.units[by].name}: picking up on the run",
    )
    play.commit(play.state.with_unit(by, grabbed=True), facts.Grabbed(by, result.success))
    return result.success
