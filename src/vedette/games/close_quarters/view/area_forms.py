"""The forms of attacks on hexes: grenades, sweeping fire and opportunity fire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from vedette.engine.play import Play
from vedette.engine.record import replace
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.attacks.opportunity import (
    before_opportunity_fire,
    hexes_to_fire_into,
    who_can_be_fired_at,
)
from vedette.games.close_quarters.attacks.to_hit import roll_of
from vedette.games.close_quarters.attacks.weapon_checks import (
    FUSES,
    LAUNCHER,
    carried_grenades,
    has_fuse,
    nearest_in_front,
)
from vedette.games.close_quarters.candidates import weapon_words
from vedette.games.close_quarters.damage.blow import EXPLOSIVE, explode
from vedette.games.close_quarters.hexes import distance, on_map
from vedette.games.close_quarters.sealing.opening import known_hex
from vedette.games.close_quarters.state import Character, Fight, Grenade, Weapon
from vedette.games.close_quarters.view.asked import bare, hex_field, said, wanted
from vedette.games.close_quarters.view.board import blast, board, fire_line
from vedette.view.board import Board
from vedette.view.fields import Draft, chosen, plain, words_of
from vedette.view.forms import Filled, FormValidator, Words, graded
from vedette.view.view import Procedure
from vedette.view.vocabulary import Field


def opportunity_fire(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Who has just moved or left cover, and in which hex he is fired at; the one nearest to the watched hex first."""
    game, character = validator.state, validator.state.units[by]
    there = {name: game.units[name].name for name in who_can_be_fired_at(game, by)}
    name = wanted("target", "Target", "t", draft, plain(there))
    target = str(name.value or "")
    words: Words = {**bare("opportunity_fire", by), **said(name)}
    watched = known_hex(game, by)
    way = [hex for hex in hexes_to_fire_into(game, by, target) if on_map(game.map, hex)] if target else []
    ordered = sorted(way, key=lambda one: distance(one, watched)) if watched else way
    choices = graded(
        validator, words, "hex", {hex: _off(hex, watched) for hex in ordered}, {"target": target}
    )
    hex = wanted("hex", "Fired at in", "h", draft, choices)
    fields = [hex, name, *_grenade_at_mover(character, draft)]
    words = words_of("opportunity_fire", by, fields)
    lines = roll_of(validator, words, before_opportunity_fire, "target", "hex") if watched else ()
    return Filled(fields, words, lines, board_to(game, by, hex, fields))


def _grenade_at_mover(character: Character, draft: Draft) -> list[Field]:
    """CQ-GRN-4: of who watches with a grenade when it goes off; with a launcher also which one."""
    held = character.weapon(character.overwatch.weapon) if character.overwatch else None
    if held is None or not figures(held).is_a(LAUNCHER):
        return fuse_of(held, draft)
    grenade = grenade_field(character, draft)
    return [grenade, *fuse_of(character.weapon(str(grenade.value or "")), draft)]


def grenade_field(character: Character, draft: Draft) -> Field:
    """Which of the grenades that he carries the launcher fires."""
    carried = {held.id: weapon_words(character, held) for held in carried_grenades(character)}
    return wanted("grenade", "Grenade", "n", draft, plain(carried))


def fuse_of(held: Weapon | None, draft: Draft) -> list[Field]:
    """CQ-GRN-4: when a grenade goes off; a molotov bursts at once."""
    if not has_fuse(held):
        return []
    return [chosen("fuse", "Goes off", "f", draft, plain(FUSES), default="turn")]


def into_hex(game: Fight, by: str, draft: Draft) -> Field:
    """Anywhere; the hex of the nearest enemy in front to begin with."""
    return hex_field(game, "hex", "Into hex", "h", draft, default=nearest_in_front(game, by))


def _off(hex: str, watched: str) -> str:
    hexes = distance(hex, watched) if watched else 0
    return f"{hex}, {hexes} off the watched hex" if hexes else f"{hex}, the watched hex"


def board_to(game: Fight, by: str, where: Field, fields: Sequence[Field] = ()) -> Board:
    """The map with the line to the hex, and where a grenade among the fields would hurt."""
    hex = str(where.value or "")
    made = board(game, side=game.units[by].side, line=fire_line(game, by, hex) if hex else None, cursor=hex)
    held = _explosive(game.units[by], (field.value for field in fields))
    return replace(made, blast=blast(game, hex, figures(held))) if hex and held is not None else made


def sets_off(game: Fight, words: Mapping[str, Any]) -> Procedure[Fight] | None:
    """CQ-GRN-5: the blast in the hex that a command names, whenever it goes off; None where nothing does."""
    by, hex = str(words.get("by")), str(words.get("hex", ""))
    held = _explosive(game.units[by], words.values()) if hex and by in game.units else None
    if held is None:
        return None

    async def goes_off(play: Play[Fight]) -> None:
        await explode(play, Grenade("explosive", hex=hex, weapon=held, by=by), hex)

    return goes_off


def _explosive(character: Character, named: Iterable[Any]) -> Weapon | None:
    """The grenade that bursts, of the weapons that are named."""
    weapons = (character.weapon(value) for value in named if isinstance(value, str))
    return next((one for one in weapons if one is not None and figures(one).is_a(EXPLOSIVE)), None)
