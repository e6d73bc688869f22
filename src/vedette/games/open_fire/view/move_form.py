"""The form of a move, with its allowance and its cost as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vedette.games.open_fire.candidates import enemy_names
from vedette.games.open_fire.movement import cost_of, free_manoeuvres
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import advance_bonus, has, leader, rate_modifiers, skirmish
from vedette.kit.words import modifier_words
from vedette.view.fields import Draft, answered, chosen, many, numeric, toggle, words_of
from vedette.view.forms import FormValidator
from vedette.view.vocabulary import Choice, Detail, Field, Form

NEW_CONTACTS = "contacts"

STILL = "still with "
"""What the question about a contact is called, before the id of the enemy."""


def move_form(validator: FormValidator[Battle], by: str, draft: Draft, reminders: tuple[Detail, ...]) -> Form:
    """Inches first; what is seldom needed is folded away. The contacts that still are and the new ones stand in one list."""
    battle = validator.state
    fields = [] if draft.get("blocked") else [*_main(battle, by, draft), *_of_vehicles(battle, by, draft)]
    if fields:
        fields += [
            numeric("slow", "Inches in slow terrain", "s", draft, unit='"', advanced=True),
            numeric("up", "Levels climbed up", "p", draft, advanced=True),
            numeric("down", "Levels climbed down", "d", draft, advanced=True),
            numeric("barriers", "Barriers crossed", "r", draft, advanced=True),
            *(_of_skirmish(battle, by, draft) if skirmish(battle) else ()),
        ]
    if draft.get("blocked") or has(battle, by, "Aircraft"):
        hint = "it cannot fly its minimum and is destroyed"
        fields.append(toggle("blocked", "Blocked", "k", draft, advanced=True, hint=hint))
    asked = [field for field in fields if field.name.startswith(STILL)]
    words = words_of("move", by, [field for field in fields if field not in asked])
    if asked:
        still = [field.name.removeprefix(STILL) for field in asked if field.value]
        words[NEW_CONTACTS] = [*still, *words.get(NEW_CONTACTS, ())]
    return validator.form("Move", fields, words, lines=_lines(validator, by, words), reminders=reminders)


def _main(battle: Battle, by: str, draft: Draft) -> list[Field]:
    away, before, unit = bool(draft.get("off_table")), draft.get(NEW_CONTACTS), battle.units[by]
    enemies = enemy_names(battle, by)
    fields = [
        numeric("inches", "Inches", "i", draft, unit='"', required=not away),
        toggle("advance", "Advance move", "a", draft),
    ]
    if not away:  # OF-LAR-1: of each enemy that it is in contact with, whether it still is after the move
        known = {} if before is None else {STILL + one: one in before for one in unit.contacts}
        for one in unit.contacts:
            label = f'Still within {number("contact_range")}" of {battle.units[one].name}?'
            fields.append(answered(STILL + one, label, "s", {**known, **draft}))
        others = {one: name for one, name in enemies.items() if one not in unit.contacts}
        fields.append(many(NEW_CONTACTS, "New contact with", "c", draft, others, advanced=not others))
    hint = "on the way, if only for a moment"
    fields.append(many("left", "Broke contact with", "l", draft, enemies, advanced=True, hint=hint))
    return fields


def _of_vehicles(battle: Battle, by: str, draft: Draft) -> list[Field]:
    if not has(battle, by, "Vehicle"):
        return []
    hint = f"{free_manoeuvres(battle, by)} free, turns of up to {number('manoeuvre_degrees')} degrees"
    leaves = toggle("off_table", "Leaves the battlefield", "t", draft)
    backward = toggle("backward", "Backward", "b", draft)
    return [
        numeric("manoeuvres", "Manoeuvres", "o", draft, hint=hint),
        leaves if has(battle, by, "Aircraft") else backward,
    ]


def _of_skirmish(battle: Battle, by: str, draft: Draft) -> Iterator[Field]:
    hint, gaps = "inches of each gap, in order", draft.get("jumps")
    yield Field("jumps", "Gaps jumped", "j", "numbers", gaps, unit='"', hint=hint, advanced=True)
    new = [one for one in draft.get(NEW_CONTACTS) or () if one not in battle.units[by].contacts]
    if new:
        choices = tuple(Choice(other, battle.units[other].name) for other in new)
        yield chosen("rear_of", "From the rear arc of", "f", draft, choices)


def _lines(validator: FormValidator[Battle], by: str, words: dict[str, Any]) -> tuple[Detail, ...]:
    """The allowance with what it is made of, and what the move costs of it."""
    battle = validator.state
    command = validator.validate({"inches": 0, **words}).command
    if command is None or command.blocked:
        return ()
    cost = cost_of(battle, command)
    parts = [f"MOV {leader(battle, by).mov:g}"]
    parts += map(modifier_words, rate_modifiers(battle, by))
    if command.backward:
        parts.append("halved backward (OF-VEH-10)")
    if command.advance:
        parts.append(modifier_words(advance_bonus(battle, by)))
    return (
        Detail("May move", f'{cost.allowance:g}" = {", ".join(parts)}'),
        Detail("Costs", f'{cost.total:g}" of {cost.allowance:g}"'),
    )
