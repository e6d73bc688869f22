"""What each command asks of the table."""

from __future__ import annotations

from msgspec.structs import replace

from vedette.engine.common import CONCEDE
from vedette.engine.grammar import the
from vedette.games.open_fire.candidates import enemy_names
from vedette.games.open_fire.movement import cost_of, free_manoeuvres
from vedette.games.open_fire.sequence import PHASE_CHECK
from vedette.games.open_fire.specs import COMMANDS
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import TABLES, number
from vedette.games.open_fire.units import advance_bonus, has, leader, may_advance, rate_modifiers, skirmish
from vedette.games.open_fire.view.actions import roll_off_title
from vedette.games.open_fire.view.attack_form import attack_draft, attack_form
from vedette.kit.words import modifier_words
from vedette.view.asked import declared, reminded
from vedette.view.fields import Draft, answered, chosen, many, numeric, plain, toggle, words_of
from vedette.view.forms import Filled, FormValidator, begun, concede_form
from vedette.view.vocabulary import Detail, Field, Form

FORMATION = frozenset({"OF-FRM-2", "OF-FRM-3", "OF-USR-13", "OF-MOV-3"})
"""Rules about the models of a unit, none of which concern a single one."""

KEPT_NEAR = "OF-OBJ-6"


def reminders_of(battle: Battle, do: str, by: str = "") -> tuple[Detail, ...]:
    """The rules that only eyes at the table can judge, as far as they concern whoever gives the command."""
    skip = {KEPT_NEAR}
    if by in battle.units:
        skip |= {"OF-TER-3"} if has(battle, by, "Vehicle") else {"OF-VEH-1", "OF-VEH-9"}
        foes = (one for one in battle.units if battle.units[one].side != battle.units[by].side)
        skip |= set() if any(has(battle, one, "Vehicle") for one in foes) else {"OF-VEH-6"}
        skip |= {"OF-FRM-2"} if has(battle, by, "Skirmishers") else {"OF-USR-13"}
        skip |= FORMATION if len(battle.units[by].living) == 1 else set()
    return reminded(COMMANDS[do], TABLES.rules(), skip)


def still_held(battle: Battle) -> tuple[Detail, ...]:
    """OF-OBJ-6: whether each Control objective is still held, before the round ends."""
    within = number("control_within")
    return tuple(
        Detail(
            KEPT_NEAR,
            f'Is a unit of {the(battle.side_name(objective.secured_by))} still within {within}" of {own.name}? '
            "If not, lose the objective first.",
        )
        for _, objective, own in battle.secured()
        if own.type == "control" and objective.secured_by
    )


# --- a move, with its allowance and its cost as they stand

NEW_CONTACTS = "contacts"

STILL = "still with "
"""What the question about a contact is called, before the id of the enemy."""


def _move(validator: FormValidator[Battle], by: str, draft: Draft) -> Filled:
    """Inches first; what is seldom needed is folded away. The contacts that still are and the new ones stand in one list."""
    battle, away, before = validator.state, bool(draft.get("off_table")), draft.get(NEW_CONTACTS)
    unit, enemies = battle.units[by], enemy_names(battle, by)
    flies, fields, asked = has(battle, by, "Aircraft"), list[Field](), list[Field]()
    if not draft.get("blocked"):
        fields.append(numeric("inches", "Inches", "i", draft, unit='"', required=not away))
        fields.append(toggle("advance", "Advance move", "a", draft, advanced=not may_advance(battle, by)))
        if not away:  # OF-LAR-1: of each enemy that it is in contact with, whether it still is after the move
            known = {} if before is None else {STILL + one: one in before for one in unit.contacts}
            for one in unit.contacts:
                label = f'Still within {number("contact_range")}" of {battle.units[one].name}?'
                asked.append(answered(STILL + one, label, "s", {**known, **draft}))
            others = {one: name for one, name in enemies.items() if one not in unit.contacts}
            met = many(NEW_CONTACTS, "New contact with", "c", draft, others, advanced=not others)
            fields += [*asked, met]
        hint = "on the way, if only for a moment"
        fields.append(many("left", "Broke contact with", "l", draft, enemies, advanced=True, hint=hint))
        if has(battle, by, "Vehicle"):
            degrees = number("manoeuvre_degrees")
            hint = f"{free_manoeuvres(battle, by)} free, turns of up to {degrees} degrees"
            leaves = toggle("off_table", "Leaves the table", "t", draft)
            fields.append(numeric("manoeuvres", "Manoeuvres", "o", draft, hint=hint))
            fields.append(leaves if flies else toggle("backward", "Backward", "b", draft))
        fields += [
            numeric("slow", "Inches in slow terrain", "s", draft, unit='"', advanced=True),
            numeric("up", "Levels climbed up", "p", draft, advanced=True),
            numeric("down", "Levels climbed down", "d", draft, advanced=True),
            numeric("barriers", "Barriers crossed", "r", draft, advanced=True),
        ]
        if skirmish(battle):
            hint, gaps = "inches of each gap, in order", draft.get("jumps")
            fields.append(
                Field("jumps", "Gaps jumped", "j", "numbers", gaps, unit='"', hint=hint, advanced=True)
            )
            new = {one: enemies[one] for one in before or () if one in enemies and one not in unit.contacts}
            if new:
                fields.append(chosen("rear_of", "From the rear arc of", "f", draft, plain(new)))
    if draft.get("blocked") or flies:
        hint = "it cannot fly its minimum and is destroyed"
        fields.append(toggle("blocked", "Blocked", "k", draft, advanced=True, hint=hint))
    words = words_of("move", by, [field for field in fields if field not in asked])
    if asked:
        still = [field.name.removeprefix(STILL) for field in asked if field.value]
        words[NEW_CONTACTS] = [*still, *words.get(NEW_CONTACTS, ())]
    command = validator.validate({"inches": 0, **words}).command
    if command is None or command.blocked:
        return Filled(fields, words)
    # The allowance with what it is made of, and what the move costs of it.
    cost, parts = cost_of(battle, command), [f"MOV {leader(battle, by).mov:g}"]
    parts += map(modifier_words, rate_modifiers(battle, by))
    if command.backward:
        parts.append("halved backward (OF-VEH-10)")
    if command.advance:
        parts.append(modifier_words(advance_bonus(battle, by)))
    may = Detail("May move", f'{cost.allowance:g}" = {", ".join(parts)}')
    return Filled(fields, words, (may, Detail("Costs", f'{cost.total:g}" of {cost.allowance:g}"')))


DRAFTS = {"attack": attack_draft, "free_attack": attack_draft}


def form(battle: Battle, do: str, by: str, draft: Draft) -> Form:
    validator = FormValidator(COMMANDS, PHASE_CHECK, battle)
    if do == CONCEDE:
        return concede_form(validator, by, draft)
    validator, first = begun(validator, do, by)
    reminders = reminders_of(validator.state, do, by)
    if do in DRAFTS:
        made = attack_form(validator, do, by, draft, reminders)
    else:
        filled = (_move if do == "move" else declared(do, sole=True))(validator, by, draft)
        title = roll_off_title(validator.state) if do == "roll_off" else COMMANDS[do].title
        made = validator.form(title, filled.fields, filled.words, lines=filled.lines, reminders=reminders)
    return replace(made, begins_with=first)
