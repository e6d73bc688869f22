"""Sealed declarations on the screen: who may seal what, the form of it, and what a side has sealed itself.

Only the side that seals looks at these forms (`Action.secret`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from vedette.engine.checks import Check
from vedette.engine.errors import CommandError
from vedette.engine.record import replace
from vedette.engine.sealed import DECLARATION
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.attacks.opportunity import WATCHES, can_watch
from vedette.games.close_quarters.candidates import ready_weapons
from vedette.games.close_quarters.near import is_out
from vedette.games.close_quarters.opening import HEX, ON, hidden_hex, hidden_switch
from vedette.games.close_quarters.specs import COMMANDS
from vedette.games.close_quarters.state import Fight, Sealed
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.view.asked import hex_field, wanted
from vedette.games.close_quarters.view.board import board
from vedette.view.fields import Draft, chosen, plain, words_of
from vedette.view.forms import Filled, FormValidator, why_not
from vedette.view.hexes import distance, on_map
from vedette.view.vocabulary import Action, Detail, Field

KINDS = {"shield": "energy shield, on or off", "watch": "a hex that is watched"}

SWITCHED = {True: "on", False: "off"}

STOPPED_BY_SHIELDS = ("energy", "burning", "flame-thrower", "incendiary", "molotov")
"""Classes of weapons against which an energy shield stands (CQ-NRG-5, CQ-ARM-11)."""


# --- what is offered


def sealing_actions(game: Fight, by: str, gate: Check[Fight, Any]) -> tuple[Action, ...]:
    """What a character's side may seal for him, and what it has sealed, to be looked at and shown."""
    return tuple(_offered(game, by, gate))


def _offered(game: Fight, by: str, gate: Check[Fight, Any]) -> Iterator[Action]:
    side, kinds = game.units[by].side, sealable(game, by)
    if kinds:
        given = SimpleNamespace(do="seal", by=side, unit=by, what=next(iter(kinds)))
        refusal = why_not(COMMANDS, gate, game, given)
        yield Action("seal", by, "Seal a declaration", "b", refusal, form=True, secret=True)
    if game.sides[side].sealed:
        yield Action("reveal", by, "What we have sealed", "h", form=True, secret=True)


def sealable(game: Fight, name: str) -> Mapping[str, str]:
    """The kinds of declaration that make sense for a character now."""
    character = game.units[name]
    if game.phase == "between" or game.outcome or is_out(game, name):
        return {}
    fits = {
        "shield": bool(character.energy_shield)
        and not character.energy_shield_broken
        and not sealed_shield(game, name),
        "watch": game.options.opportunity_fire and game.phase == "action" and game.actor == name,
    }
    return {kind: label for kind, label in KINDS.items() if fits[kind]}


def sealed_shield(game: Fight, name: str) -> bool:
    """CQ-ARM-15: whether it is kept secret if his shield is on."""
    sealed = game.sides[game.units[name].side].sealed
    return any(entry.what == "shield" and entry.unit == name for entry in sealed)


# --- the forms


def seal(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """What kind of declaration, and what it says: neither is shown again."""
    character = validator.state.units[by]
    kind = wanted("what", "Declaration", "c", draft, plain(sealable(validator.state, by)))
    said, secret = _watch(validator.state, by, draft) if kind.value == "watch" else _shield(draft)
    fields = [kind, *said, replace(secret, secret=True)]
    words = words_of("seal", character.side, [kind, *said]) | {"unit": by}
    if secret.value is not None:
        words |= {DECLARATION: {secret.name: secret.value}}
    return Filled(fields, words, board=board(validator.state, side=character.side))


def _shield(draft: Draft) -> tuple[list[Field], Field]:
    """CQ-ARM-15: on or off, whichever it is now."""
    return [], chosen(ON, "It is", "i", draft, plain(SWITCHED), required=True, hint="from now on")


def _watch(game: Fight, by: str, draft: Draft) -> tuple[list[Field], Field]:
    """CQ-OPT-13: weapon and way of watching are seen by everybody; the hex is not."""
    character = game.units[by]
    weapon = wanted("weapon", "Weapon", "g", draft, plain(ready_weapons(character, can_watch)))
    mode = chosen("mode", "How", "o", draft, plain(WATCHES), default="opportunity")
    where = hex_field(game, HEX, "Hex", "h", draft, hint="four digits, or a click")
    return [weapon, mode], replace(where, start=character.hex)


def reveal(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """What the side has sealed, for its own eyes; nothing is picked beforehand, so that looking shows nobody anything."""
    game, side = validator.state, validator.state.units[by].side
    entries = {entry.id: _told(game, entry) for entry in game.sides[side].sealed}
    which = chosen("id", "Show everybody", "h", draft, plain(entries), required=True)
    return Filled([which], words_of("reveal", side, [which]))


def sealed_by(game: Fight, side: str) -> tuple[Detail, ...]:
    """What a side has sealed, for its own eyes."""
    return tuple(Detail("Sealed", _told(game, entry)) for entry in game.sides[side].sealed)


def _told(game: Fight, entry: Sealed) -> str:
    """A sealed declaration as its own side reads it."""
    name = game.units[entry.unit].name
    try:
        if entry.what == "watch":
            return f"{name} watches {hidden_hex(entry.box, entry.digest)}"
        return f"{name}: energy shield {SWITCHED[hidden_switch(entry.box, entry.digest)]}"
    except CommandError as error:
        return f"{name}: {error}"


# --- before the dice


def before_the_dice(game: Fight, words: Mapping[str, Any]) -> tuple[Detail, ...]:
    """CQ-ARM-15: in an attack with energy or fire, whose sealed shields should be shown before dice are rolled."""
    if not _meets_shields(game, words):
        return ()
    near = [
        entry for side in game.sides.values() for entry in side.sealed if _stands_between(game, entry, words)
    ]
    sides = {entry.unit: game.sides[game.units[entry.unit].side].name for entry in near}
    return tuple(
        Detail("Before the dice", f"{side} may show what is sealed for {game.units[unit].name}")
        for unit, side in sides.items()
    )


def _meets_shields(game: Fight, words: Mapping[str, Any]) -> bool:
    """Whether the weapon of a command is one that energy shields stop."""
    character = game.units.get(str(words["by"]))
    if character is None:
        return False
    watching = character.overwatch.weapon if words["do"] == "opportunity_fire" and character.overwatch else ""
    weapon = character.weapon(watching or str(words.get("weapon") or ""))
    return weapon is not None and any(figures(weapon).is_a(kind) for kind in STOPPED_BY_SHIELDS)


def _stands_between(game: Fight, entry: Sealed, words: Mapping[str, Any]) -> bool:
    """Whether it is a shield whose field may cover the target's hex, or the attacker's."""
    bearer, target = game.units[entry.unit], game.units.get(str(words.get("target") or ""))
    hexes = (game.units[words["by"]].hex, target.hex if target else str(words.get("hex") or ""))
    covered = (hex for hex in hexes if on_map(game.map, hex) and bearer.hex)
    return entry.what == "shield" and any(
        distance(bearer.hex, hex) <= number("field_reach") for hex in covered
    )
