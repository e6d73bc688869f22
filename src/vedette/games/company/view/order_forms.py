"""The forms of orders, Reckless checks and tests, with what they would roll: what decides most comes first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.games.company.groups import has, profile
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import Spell, spells
from vedette.games.company.view.fields import DENIED, UNSEEN, difficult, inches, unseen
from vedette.games.company.view.lines import (
    activation_line,
    blow_lines,
    shoot_line,
    spell_line,
    test_lines,
)
from vedette.view.fields import NONE, Draft, chosen, toggle, words_of
from vedette.view.forms import Filled, FormValidator, first_possible
from vedette.view.vocabulary import Choice, Detail, Field


def move(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """The inches are optional: they are only measured where somebody wants them checked."""
    game = validator.state
    mo = profile(game, by).mo
    fields = [inches(draft, "Inches", required=False, hint=f'at most {mo:g}"'), difficult(draft)]
    if has(game, by, "defensive"):
        fields.append(toggle("formation", "Form up (+1 T)", "f", draft))
        if draft.get("formation"):
            fields.append(toggle("in_cover", "It would stand in cover", "c", draft))
            fields.append(toggle("in_difficult", "It would stand in difficult terrain", "t", draft))
    lines = (*activation_line(game, by, "move"), Detail("May move", f'{mo:g}" (CO-MOV-1)'))
    return Filled(fields, words_of("move", by, fields), lines)


def shoot(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """A target, its distance, and whether it is behind cover."""
    game = validator.state
    mi = profile(game, by).mi
    hint = f'at most {mi.range:g}"' if mi else ""
    target = _target(validator, "shoot", by, draft)
    fields = [
        target,
        inches(draft, hint=hint),
        toggle("cover", "Behind cover", "c", draft),
        unseen(draft),
    ]
    lines = activation_line(game, by, "shoot")
    if mi and target.value:
        hit = shoot_line(game, by, target.value, cover=bool(draft.get("cover")))
        lines = (hit, *lines, *test_lines(game, target.value))
    return Filled(fields, words_of("shoot", by, fields, DENIED), lines)


def attack(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """A target; in melee nothing else needs to be said."""
    target = _target(validator, "attack", by, draft)
    fields = [target, *_approach(validator.state, by, draft), *_covers(draft)]
    lines = _melee_lines(validator.state, by, target, draft)
    return Filled(fields, words_of("attack", by, fields, DENIED), lines)


def reckless(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """The enemy that it must try to attack, or that none is in reach."""
    game = validator.state
    target = _target(validator, "reckless", by, draft)
    free = validator.validate({"do": "reckless", "by": by}).refusal
    target = chosen(
        "target",
        "Must try to Attack",
        "t",
        draft,
        (*target.choices, Choice(NONE, f'nobody is within {profile(game, by).mo:g}"', free)),
        default=target.value,
        required=True,
    )
    fields = [target]
    if target.value != NONE:
        fields += [*_approach(game, by, draft), *_covers(draft)]
    lines = _melee_lines(game, by, target, draft, check=True)
    return Filled(fields, words_of("reckless", by, fields, DENIED), lines)


def _approach(game: Skirmish, by: str, draft: Draft) -> list[Field]:
    """How far away the target is, unless they are in melee already."""
    if game.units[by].in_melee_with:
        return []
    return [inches(draft, hint=f'at most {profile(game, by).mo:g}"'), difficult(draft), unseen(draft)]


def _covers(draft: Draft) -> list[Field]:
    return [
        toggle("cover", "It is behind cover", "c", draft),
        toggle("own_cover", "We are behind cover from it", "b", draft, advanced=True),
    ]


def _melee_lines(
    game: Skirmish, by: str, target: Field, draft: Draft, *, check: bool = False
) -> tuple[Detail, ...]:
    """The blows of both sides, the activation, and the tests that the blows may bring."""
    activation = activation_line(game, by, "attack", check=check)
    if target.value in (None, NONE) or profile(game, by).me is None:
        return activation
    cover, own_cover = bool(draft.get("cover")), bool(draft.get("own_cover"))
    blows = blow_lines(game, by, target.value, cover=cover, own_cover=own_cover)
    return (*blows, *activation, *test_lines(game, by, target.value))


def _target(validator: FormValidator[Skirmish], do: str, by: str, draft: Draft) -> Field:
    """The enemies in play, each with why not."""
    game = validator.state
    words: dict[str, Any] = {"do": do, "by": by, "inches": 0, **_said(draft, "inches", "difficult")}
    if draft.get(UNSEEN):
        words["sees"] = False
    choices = validator.choices(words, "target", _in_play(game, by, enemies=True))
    return chosen("target", "Target", "t", draft, choices, default=first_possible(choices), required=True)


def _said(draft: Draft, *names: str) -> dict[str, Any]:
    return {name: draft[name] for name in names if draft.get(name) is not None}


def _in_play(game: Skirmish, by: str, *, enemies: bool) -> Mapping[Any, str]:
    return {
        name: group.name
        for name, group in game.units.items()
        if group.in_play and game.enemies(by, name) is enemies
    }


def cast(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """A spell of its list, a target that it is for, and the distance."""
    own = profile(validator.state, by).spells
    choices = tuple(Choice(one, f"{spells()[one].name}: {spells()[one].text}") for one in own)
    spell = chosen("spell", "Spell", "p", draft, choices, default=first_possible(choices), required=True)
    fields = [spell, *(_spell_fields(validator, by, spells()[spell.value], draft) if spell.value else ())]
    words = words_of("cast", by, fields, DENIED)
    lines = activation_line(validator.state, by, "cast")
    if words.get("target"):
        lines += _spell_lines(validator.state, by, spells()[spell.value], words)
    return Filled(fields, words, lines)


def _spell_lines(game: Skirmish, by: str, spell: Spell, words: Mapping[str, Any]) -> tuple[Detail, ...]:
    """A spell's dice, and the test that it may bring."""
    target, cover = words["target"], bool(words.get("cover"))
    hit = (spell_line(game, by, spell, target, cover=cover),) if spell.dice else ()
    return (*hit, *(test_lines(game, target) if spell.dice or spell.test else ()))


def _spell_fields(validator: FormValidator[Skirmish], by: str, spell: Spell, draft: Draft) -> list[Field]:
    """Whom the spell is for; the caster itself is at no distance."""
    words = {"do": "cast", "by": by, "spell": spell.id, "inches": 0}
    offered = validator.choices(
        words, "target", _in_play(validator.state, by, enemies=spell.target == "enemy")
    )
    choices = tuple(choice for choice in offered if spell.self or choice.value != by)
    target = chosen("target", "Target", "t", draft, choices, default=first_possible(choices), required=True)
    fields = [target]
    if target.value != by:
        fields.append(inches(draft, hint=f'at most {spell.range:g}"'))
        fields += [unseen(draft)] if spell.sight else []
    if spell.cover:
        fields.append(toggle("cover", "Behind cover", "c", draft))
    return fields


def summon(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """A Group of the reserve, and how far from the Summoner it is placed."""
    game = validator.state
    reserve = {
        name: unit.name
        for name, unit in game.units.items()
        if profile(game, name).reserve and not game.enemies(by, name) and not unit.in_play
    }
    choices = validator.choices({"do": "summon", "by": by, "inches": 0}, "group", reserve)
    group = chosen(
        "group", "From reserve", "r", draft, choices, default=first_possible(choices), required=True
    )
    fields = [group, inches(draft, "Distance from the Summoner")]
    return Filled(fields, words_of("summon", by, fields), activation_line(game, by, "summon"))


def test(validator: FormValidator[Skirmish], by: str, draft: Draft) -> Filled:
    """Any Group in play, the reason, and the R that it loses; given by a side or for a Group."""
    game = validator.state
    offered = tuple(Choice(name, unit.name) for name, unit in game.units.items() if unit.in_play)
    group = chosen(
        "group", "Group", "g", draft, offered, default=by if by in game.units else None, required=True
    )
    lost = Field("lost", "R lost", "o", "number", draft.get("lost"), unit="R", hint="none unless said")
    reason = Field("reason", "Reason", "r", "text", draft.get("reason"), required=True)
    words = words_of("test", group.value or by, [lost, reason])
    lines = test_lines(game, group.value) if group.value else ()
    return Filled([group, reason, lost], words, lines)
