"""The form of a blow: with what, at whom, how strongly, and with a second weapon."""

from __future__ import annotations

from typing import Any

from vedette.games.close_quarters.arms import Arm, damage, figures, unarmed
from vedette.games.close_quarters.attacks.melee import before_the_blow, used_as
from vedette.games.close_quarters.attacks.to_hit import likeliest_first, roll_of
from vedette.games.close_quarters.candidates import BARE_HANDS, UNARMED, ready_weapons, targets
from vedette.games.close_quarters.derived import knows
from vedette.games.close_quarters.near import anybody, in_reach
from vedette.games.close_quarters.state import Character, Fight, Weapon
from vedette.games.close_quarters.view.asked import bare, said, wanted
from vedette.games.close_quarters.view.fire_forms import second_weapon, spot, strength
from vedette.view.fields import Draft, words_of
from vedette.view.forms import Filled, FormValidator, Words, graded
from vedette.view.vocabulary import Choice, Detail, Field


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
