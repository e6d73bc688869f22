"""Fights to be looked at, and what is seen of them: for tests of cards, actions and forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.close_quarters.fights import fight, one
from vedette.games.close_quarters.state import Character, Fight, Weapon
from vedette.games.close_quarters.view.actions import actions, form
from vedette.games.close_quarters.view.cards import card, details
from vedette.tui.form_entry import FormEntry
from vedette.view.vocabulary import Field, Form, PlannedRoll

RIFLE = Weapon(id="rifle", type="rifle", ammo=6, grip=2)
AUTO = Weapon(id="auto", type="automatic-rifle", ammo=25, grip=2)
SWORD = Weapon(id="sword", type="broadsword")
KNIFE = Weapon(id="knife", type="fighting-knife")
GRENADE = Weapon(id="frag", type="fragmentation-grenade")

ARMED: Mapping[str, Any] = {"skills": ("shoulderarms", "sword", "thrown-weapons")}


def man(side: str, hex: str, *weapons: Weapon, ready: int = 1, **more: Any) -> Character:
    """Somebody with weapons, the first ones of them in hand, the others on the belt."""
    ids = tuple(weapon.id for weapon in weapons)
    return one(side, hex, **{**ARMED, "weapons": weapons, "ready": ids[:ready], "belt": ids[ready:], **more})


def duel(phase: str = "action", **more: Any) -> Fight:
    """Ann with a rifle at 0303, looking south-east at Cid, six hexes away."""
    units = {
        "ann": man("red", "0303", RIFLE, KNIFE, dex=12, facing="se"),
        "cid": man("blue", "0906", SWORD, facing="nw"),
    }
    return fight(units, phase, **more)


def contact(**more: Any) -> Fight:
    """Ann with a sword, face to face with Cid."""
    units = {
        "ann": man("red", "0303", SWORD, KNIFE, dex=12, facing="s", **more),
        "cid": man("blue", "0304", SWORD, facing="n"),
    }
    return fight(units)


def told(game: Fight, name: str) -> dict[str, str]:
    """What a card says when it is opened."""
    return {detail.label: detail.text for detail in details(game, name)}


def badges(game: Fight, name: str) -> list[str]:
    return [badge.text for badge in card(game, name).badges]


def offered(game: Fight, by: str) -> list[str]:
    return [action.do for action in actions(game, by)]


FIGHTING = frozenset({"shoot", "aim", "dodge", "attack", "slam", "attempt_hth", "defend", "disengage"})
"""Commands of which a situation allows some and never all."""


def in_order(game: Fight, by: str, *wanted: str) -> bool:
    """Whether all these are offered in this order; others may stand between them."""
    return [do for do in offered(game, by) if do in wanted] == [*wanted]


def field(made: Form, name: str) -> Field:
    return next(one for one in made.fields if one.name == name)


def labels(one: Field) -> list[str]:
    return [choice.label for choice in one.choices]


def reasons(made: Form) -> dict[str, str]:
    """What the rolls of a form are made of: values by their titles, remarks and readings by their names."""
    pools = [line.pool for line in made.lines if isinstance(line, PlannedRoll)]
    values = {modifier.title: f"{modifier.value:+g}" for pool in pools for modifier in pool.modifiers}
    said = {one.name: one.text for pool in pools for one in (*pool.remarks, *pool.readings)}
    return {**values, **said}


def lines(made: Form) -> dict[str, str]:
    return {detail.label: detail.text for detail in made.lines}


def pressed(game: Fight, do: str, by: str, *keys: str) -> Form:
    """A form after some keys, as the screen takes them."""
    entry = FormEntry(lambda draft: form(game, do, by, draft), lambda target: {}, {})
    for key in keys:
        entry.key(key, key if len(key) == 1 else None)
    return entry.form
