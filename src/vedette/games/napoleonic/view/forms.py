"""What each command asks of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from vedette.engine.common import CONCEDE
from vedette.games.napoleonic.firing import fire_pool, ones_waiting
from vedette.games.napoleonic.phases import PHASE_CHECK
from vedette.games.napoleonic.skirmishing import arithmetic, goes_aside, shot_readings, stopped_by_cavalry
from vedette.games.napoleonic.specs import COMMANDS
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import TABLES, number, plays
from vedette.games.napoleonic.units import in_order, is_cavalry, shots_left
from vedette.kit.words import modifier_words, remark_words
from vedette.view.asked import declared, reminded
from vedette.view.common_forms import reading_lines
from vedette.view.fields import Draft, chosen, listed_words, many, numeric, plain, toggle
from vedette.view.forms import Filled, FormValidator, Words, concede_form, first_possible
from vedette.view.vocabulary import Choice, Detail, Form, PlannedRoll

DIRECTIONS = {"front": "front", "left": "left flank", "right": "right flank", "rear": "rear"}

SAID = ("range", "protection", "direction", "shots", "cavalry", "facing_away")
"""The fields that are words of the command as they stand."""

FIRE = ("skirmish_fire", "gun_fire", "group_fire")


def form(battle: Battle, do: str, by: str, draft: Draft) -> Form:
    validator = FormValidator(COMMANDS, PHASE_CHECK, battle)
    if do == CONCEDE:
        return concede_form(validator, by, draft)
    asked = _fire(validator, do, by, draft) if do in FIRE else declared(do, sole=True)(validator, by, draft)
    group = battle.units[by].group if by in battle.units else ""
    others = ("NA-3.3.3" if group == "skirmish" else "NA-3.3.2") if group else "-"
    beside = (one for one in reminded(COMMANDS[do], TABLES.rules()) if not one.label.startswith(others))
    title = COMMANDS[do].title
    return validator.form(title, asked.fields, asked.words, lines=asked.lines, reminders=tuple(beside))


# --- the forms of fire: one target, or several among which the losses will be spread


def fire_draft(words: Mapping[str, Any]) -> Draft:
    """The words of an earlier fire as its form holds them: the first target, and those among which losses are spread."""
    said = {name: words[name] for name in SAID if name in words}
    at = words.get("at")
    target, *also = [at] if isinstance(at, str) else listed_words(at) or [""]
    return {"target": target, **({"also": also} if also else {}), **said}


DRAFTS = dict.fromkeys(FIRE, fire_draft)


def _fire(validator: FormValidator[Battle], do: str, by: str, draft: Draft) -> Filled:
    battle, own = validator.state, validator.state.units[by].side
    known = ((name, battle.units[name]) for name in in_order(battle))
    enemies = {name: unit.name for name, unit in known if unit.side != own and unit.on_table}
    said = {name: draft[name] for name in SAID if draft.get(name) not in (None, False)}
    stopped = do == "skirmish_fire" or stopped_by_cavalry(battle, by)
    if not stopped:
        said = {name: value for name, value in said.items() if name in ("range", "protection")}
    words: Words = {"do": do, "by": by}
    choices = tuple(  # the enemies, each with why not
        Choice(name, label, validator.validate({**words, "range": 0, **said, "at": name}, ("at",)).refusal)
        for name, label in enemies.items()
    )
    target = chosen("target", "Target", "t", draft, choices, required=True, default=first_possible(choices))
    also = (one for one in draft.get("also") or () if one in enemies)
    at: tuple[str, ...] = tuple(dict.fromkeys((target.value, *also))) if target.value else ()
    reach = f"up to {number('range')}"
    fields = [
        replace(target, argument="at"),
        numeric("range", "Range", "r", draft, unit="BD", required=True, hint=reach),
        numeric("protection", "Protection", "p", draft, hint="none"),
    ]
    if do in ("skirmish_fire", "gun_fire"):
        ways, gun = plain(DIRECTIONS), do == "gun_fire"
        fields.append(chosen("direction", "Direction", "d", draft, ways, default="front", advanced=gun))
    if do == "skirmish_fire":
        aside = goes_aside(battle, by, draft.get("direction", "front"))
        hint = "one" if aside else f"all {shots_left(battle, by)}"
        fields.append(numeric("shots", "Shots", "s", draft, hint=hint))
    if stopped:
        hint = "distance, if it faces you in the open"
        fields.append(numeric("cavalry", "Enemy cavalry", "c", draft, unit="BD", hint=hint))
        # before the target is chosen only if all targets are cavalry
        mounted = [is_cavalry(battle, name) for name in at or enemies]
        if any(mounted) if at else all(mounted):
            fields.append(toggle("facing_away", "It faces away", "a", draft))
    if others := {name: one for name, one in enemies.items() if name not in at[:1]}:
        hint = "their losses will be spread"
        fields.append(many("also", "And also at", "o", draft, others, advanced=True, hint=hint))
    words |= {"at": list(at)} if at else {}
    usual = {"direction": "front", "facing_away": False}  # goes without saying
    for field in fields:
        if field.name in SAID and field.value not in (None, usual.get(field.name)):
            words[field.name] = field.value
    return Filled(fields, words, tuple(_lines(battle, do, by, words, at)))


def _lines(battle: Battle, do: str, by: str, words: Words, at: tuple[str, ...]) -> Iterator[Detail]:
    """Where the shots come from, what a die needs, and what the table should not forget."""
    protection = words.get("protection", 0)
    protection = protection if isinstance(protection, int) else 0
    dice = number("gun_shots" if do == "gun_fire" else "group_shots")
    if do == "skirmish_fire":
        direction = words.get("direction", "front")
        for remark in arithmetic(battle, by):
            yield Detail(remark.name, remark.text, kind="sum", rules=remark.rules)
        yield from reading_lines(shot_readings(battle, by, direction))
        usual = 1 if goes_aside(battle, by, direction) else max(1, shots_left(battle, by))
        shots = words.get("shots", usual)
        dice = shots if isinstance(shots, int) else usual
    # The roll and what it needs; a Skirmish Group has its mother's Fire.
    pool = fire_pool(battle, by, at, dice, protection)
    if battle.units[by].group == "skirmish":
        good = [face for face in range(pool.lowest, pool.highest + 1) if pool.mark(face) == "success"]
        faces = f"a {good[0]}{f' to {good[-1]}' if good[1:] else ''} hits" if good else "no face hits"
        taken = (modifier_words(replace(one, value=pool.towards(one))) for one in pool.modifiers)
        parts = [f"Fire {pool.target} or lower (NA-3.3.2.4)", *taken, faces]
    else:
        single = "a single 1 waits there already" if protection and ones_waiting(battle, by, at) else ""
        parts = [single if protection else f"each {pool.target} is a Hit"]
    remarks = (f"{remark.name}: {remark_words(remark)}" for remark in pool.remarks)
    said = "; ".join(part for part in (f"{pool.dice} D{pool.sides}", *parts, *remarks) if part)
    yield PlannedRoll("To hit", said, side=battle.units[by].side, pool=pool, does="hits")
    yield from reading_lines(pool.readings)
    if battle.units[by].formation == "square" and plays(battle, "square_fronts", "one"):
        yield Detail("In Square", "which face is the front?")
    if not protection and any(battle.units[name].formation == "garrison" for name in at):
        yield Detail("In a building", "it gives Protection: which value?")
