"""The forms of blows: attack, sweep, staff, ramming, knocking down, throwing, and all that is done hand-to-hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.games.close_quarters.attacks.commands import Sweep
from vedette.games.close_quarters.attacks.melee import (
    before_the_blow,
    before_the_staff,
    before_the_sweep,
    used_as,
)
from vedette.games.close_quarters.derived.arms import Arm, damage, figures, unarmed
from vedette.games.close_quarters.derived.attributes import knows
from vedette.games.close_quarters.near import anybody, in_reach
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.view.asked import bare, hex_field, plain, said, wanted, words_of
from vedette.games.close_quarters.view.board import board
from vedette.games.close_quarters.view.breakdown import likeliest_first, odds, roll_of
from vedette.games.close_quarters.view.fire_forms import second_weapon, spot, strength
from vedette.games.close_quarters.view.people import UNARMED, around, ready_weapons, targets
from vedette.games.close_quarters.view.told import BARE_HANDS
from vedette.games.close_quarters.weapon import Weapon
from vedette.view.fields import Draft, chosen, toggle
from vedette.view.forms import Filled, FormValidator, Words, first_open, graded, open_first
from vedette.view.vocabulary import Choice, Detail, Field

EFFECTS = {"disarm": "disarm: saves on DEX, or drops it", "trip": "trip: saves on STR, or falls"}


def attack(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Target and weapon; strength to spare; a second weapon for who can use two."""
    game, character = validator.state, validator.state.units[by]
    weapon = _weapon(validator, by, draft)
    words = {**bare("attack", by), **said(weapon), **_club(character, weapon.value)}
    held = character.weapon(str(weapon.value or ""))
    more = [*strength(character, used_as(held), draft), *spot(game, draft)]
    words |= words_of("attack", by, more)
    target = _target(validator, words, by, draft)
    words |= said(target)
    second = _second(validator, words, character, draft)
    words |= words_of("attack", by, second)
    lines = (
        Detail("Damage", _damage(game, character, held)),
        *roll_of(validator, words, before_the_blow, "target", "weapon"),
    )
    return Filled([target, weapon, *more, *second], words, lines)


def sweep(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """With what; everybody in front is struck, each with his own chance."""
    game = validator.state
    offered = ready_weapons(game.units[by], lambda arm: arm.is_a("sweeper"))
    field = wanted("weapon", "Weapon", "w", draft, graded(validator, bare("sweep", by), "weapon", offered))
    words = words_of("sweep", by, [field])
    command = validator.validate(words).command if field.value else None
    blows = before_the_sweep(game, command) if isinstance(command, Sweep) and game.units[by].hex else {}
    return Filled(
        [field], words, tuple(Detail(game.units[name].name, odds(aim)) for name, aim in blows.items())
    )


def staff(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Whom, and whether to disarm or to trip."""
    game, character = validator.state, validator.state.units[by]
    weapon = wanted(
        "weapon", "Staff", "w", draft, plain(ready_weapons(character, lambda arm: arm.is_a("staff")))
    )
    words = words_of("staff", by, [weapon])
    filler = {"target": anybody(game, by)} | ({} if weapon.value else {"weapon": ""})
    effect = wanted("effect", "Effect", "e", draft, graded(validator, words, "effect", EFFECTS, filler))
    words |= said(effect)
    target = _plain_target(validator, words, by, draft)
    fields = [target, effect, weapon]
    words = words_of("staff", by, fields)
    return Filled(fields, words, roll_of(validator, words, before_the_staff, "target", "weapon"))


def throw_foe(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Whom, and into which hex beside him."""
    game = validator.state
    words = bare("throw_foe", by)
    target = _plain_target(validator, words, by, draft, {"to": game.units[by].hex or "0101"})
    words |= said(target)
    there = game.units.get(str(target.value or ""))
    to = _to(validator, words, there.hex if there else "", draft)
    fields = [target, to]
    return Filled(fields, words_of("throw_foe", by, fields), (), board(game, side=game.units[by].side))


def disengage(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Into which hex; outside hand-to-hand combat also which way he then faces."""
    game, character = validator.state, validator.state.units[by]
    fields = [_to(validator, bare("disengage", by), character.hex, draft)]
    if not character.hth:
        ways = plain({way: way for way in ("n", "ne", "se", "s", "sw", "nw")})
        fields.append(chosen("facing", "Facing", "f", draft, ways, default=character.facing))
    words = words_of("disengage", by, fields)
    if words.get("facing") == character.facing:
        del words["facing"]
    return Filled(fields, words, (), board(game, side=character.side))


def disarm(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Whom; the weapon is taken, unless it is to fall."""
    target = _plain_target(validator, bare("disarm", by), by, draft)
    drop = toggle("leave", "It falls instead", "f", draft, advanced=True)
    words = words_of("disarm", by, [target]) | ({"take": False} if drop.value else {})
    return Filled([target, drop], words)


def defend(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """With two weapons one may parry and the other strike."""
    character = validator.state.units[by]
    melee = ready_weapons(character, lambda arm: arm.use == "melee")
    words = bare("defend", by)
    choices = graded(validator, words, "parry", melee)
    field = chosen("parry", "Parry with one, strike with the other", "p", draft, choices)
    return Filled([field], words_of("defend", by, [field]))


def parries_with_one(character: Character) -> bool:
    """Whether defending asks anything: with Two Weapon Fighting and two weapons."""
    return (
        knows(character, "two-weapon-fighting")
        and len(ready_weapons(character, lambda arm: arm.use == "melee")) > 1
    )


# --- weapons


def _weapon(validator: FormValidator[Fight], by: str, draft: Draft) -> Field:
    """Melee weapons and bayonets in hand, bare hands, guns as clubs."""
    game, character = validator.state, validator.state.units[by]
    filler = {"target": anybody(game, by)}
    offered = {**ready_weapons(character, lambda arm: arm.use != "grenade"), UNARMED: BARE_HANDS}
    choices: list[Choice] = []
    for id, label in offered.items():
        words = {**bare("attack", by), **_club(character, id)}
        named = f"{label}{' as a club' if 'as_club' in words else ''}: {_damage(game, character, character.weapon(id))}"
        choices += graded(validator, words, "weapon", {id: named}, filler)
    choices.sort(key=lambda choice: _rank(character, choice))
    return wanted("weapon", "Weapon", "w", draft, choices)


def _rank(character: Character, choice: Choice) -> tuple[bool, int]:
    """Weapons before hands, hands before clubs; what a rule forbids last."""
    clubbed = bool(_club(character, choice.value))
    return choice.why_not is not None, 2 if clubbed else 1 if choice.value == UNARMED else 0


def _club(character: Character, id: Any) -> Words:
    """CQ-POL-10: a gun without a bayonet strikes as a club; hand-to-hand a small one fires."""
    weapon = character.weapon(str(id or ""))
    plain_gun = weapon is not None and figures(weapon).missile and used_as(weapon) is weapon
    return {"as_club": True} if plain_gun and not character.hth else {}


def _damage(game: Fight, character: Character, held: Weapon | None) -> str:
    if held is None:
        return unarmed(character).hth if character.hth else unarmed(character).punch
    club = bool(_club(character, held.id))
    used = used_as(held, club=club)
    if used is not None and character.hth and figures(used).is_a("knife"):
        return unarmed(character).knife_hth
    return damage(game, character, used or held)


def _second(validator: FormValidator[Fight], words: Words, character: Character, draft: Draft) -> list[Field]:
    """CQ-ATK-14: the second weapon, for who holds two, and whom it strikes."""
    others = {
        id: label for id, label in ready_weapons(character, _strikes).items() if id != words.get("weapon")
    }
    if not others or not words.get("weapon") or words["weapon"] == UNARMED or "target" not in words:
        return []
    return second_weapon(validator, words, others, in_reach(validator.state, words["by"]), draft)


def _strikes(arm: Arm) -> bool:
    return arm.use == "melee"


# --- targets


def _target(validator: FormValidator[Fight], words: Words, by: str, draft: Draft) -> Field:
    """Those in reach, by how likely they are hit."""

    def at(target: Any) -> Words:
        return {**words, "target": target}

    labels = targets(validator.state, by, in_reach(validator.state, by))
    filler = {} if "weapon" in words else {"weapon": UNARMED}
    choices = graded(validator, words, "target", labels, filler)
    return wanted("target", "Target", "t", draft, likeliest_first(validator, choices, at, before_the_blow))


def _plain_target(
    validator: FormValidator[Fight],
    words: Words,
    by: str,
    draft: Draft,
    filler: Mapping[str, Any] | None = None,
) -> Field:
    labels = targets(validator.state, by, in_reach(validator.state, by))
    return wanted(
        "target", "Target", "t", draft, open_first(graded(validator, words, "target", labels, filler))
    )


def _to(validator: FormValidator[Fight], words: Words, hex: str, draft: Draft) -> Field:
    """A hex around another one."""
    choices = graded(
        validator,
        words,
        "to",
        around(validator.state, hex),
        {"target": anybody(validator.state, words["by"])},
    )
    default = str(first_open(choices) or "")
    return hex_field(validator.state, "to", "To", "o", draft, choices, default=default)
