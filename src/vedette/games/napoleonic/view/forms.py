"""What each command asks of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from vedette.engine.common import CONCEDE
from vedette.games.napoleonic.phases import PHASE_CHECK
from vedette.games.napoleonic.skirmishing import goes_aside, shot_readings, stopped_by_cavalry
from vedette.games.napoleonic.specs import COMMANDS
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import TABLES, number, plays
from vedette.games.napoleonic.units import in_order, is_cavalry, shots_left
from vedette.games.napoleonic.view.lines import arithmetic_lines, group_lines, plain_lines, reading_lines
from vedette.view.asked import declared, reminded
from vedette.view.fields import Draft, chosen, listed_words, many, numeric, toggle
from vedette.view.forms import FormValidator, concede_form, first_possible
from vedette.view.vocabulary import Choice, Detail, Field, Form

DIRECTIONS = {"front": "front", "left": "left flank", "right": "right flank", "rear": "rear"}

SAID = ("range", "protection", "direction", "shots", "cavalry", "facing_away")
"""The fields that are words of the command as they stand."""


def fire_form(
    validator: FormValidator[Battle],
    do: str,
    by: str,
    draft: Draft,
    title: str,
    reminders: tuple[Detail, ...],
) -> Form:
    """One target, or several among which the losses will be spread."""
    target = _target(validator, do, by, draft)
    at = _at(target, draft)
    fields = [target, *_fields(validator.state, do, by, draft, at)]
    words = {"do": do, "by": by, **({"at": list(at)} if at else {}), **_said(fields)}
    lines = _lines(validator.state, do, by, words, at)
    return validator.form(title, fields, words, lines=lines, reminders=reminders)


def fire_draft(words: Mapping[str, Any]) -> Draft:
    """The words of an earlier fire as its form holds them: the first target, and those among which losses are spread."""
    said = {name: words[name] for name in SAID if name in words}
    at = words.get("at")
    target, *also = [at] if isinstance(at, str) else listed_words(at) or [""]
    return {"target": target, **({"also": also} if also else {}), **said}


def _fields(battle: Battle, do: str, by: str, draft: Draft, at: tuple[str, ...]) -> Iterator[Field]:
    most = number("range")
    yield numeric("range", "Range", "r", draft, unit="BD", required=True, hint=f"up to {most}")
    yield numeric("protection", "Protection", "p", draft, hint="none")
    if do == "skirmish_fire":
        yield from _of_skirmishers(battle, by, draft, at)
    if do == "gun_fire":
        yield _direction(draft, advanced=True)
    if stopped_by_cavalry(battle, by):
        yield from _cavalry(battle, by, draft, at)
    others = {name: one for name, one in _enemies(battle, by).items() if name not in at[:1]}
    if others:
        yield many(
            "also", "And also at", "o", draft, others, advanced=True, hint="their losses will be spread"
        )


def _of_skirmishers(battle: Battle, by: str, draft: Draft, at: tuple[str, ...]) -> Iterator[Field]:
    yield _direction(draft, advanced=False)
    left = shots_left(battle, by)
    aside = goes_aside(battle, by, draft.get("direction", "front"))
    yield numeric("shots", "Shots", "s", draft, hint="one" if aside else f"all {left}")
    yield from _cavalry(battle, by, draft, at)


def _cavalry(battle: Battle, by: str, draft: Draft, at: tuple[str, ...]) -> Iterator[Field]:
    """The facing of cavalry; before the target is chosen only if all targets are cavalry."""
    yield numeric("cavalry", "Facing cavalry at", "c", draft, unit="BD", hint="in the open that way, if any")
    if any(is_cavalry(battle, name) for name in at) or (
        not at and all(is_cavalry(battle, name) for name in _enemies(battle, by))
    ):
        yield toggle("facing_away", "It faces away", "a", draft)


def _direction(draft: Draft, *, advanced: bool) -> Field:
    choices = tuple(Choice(value, label) for value, label in DIRECTIONS.items())
    return chosen("direction", "Direction", "d", draft, choices, default="front", advanced=advanced)


def _enemies(battle: Battle, by: str) -> dict[str, str]:
    """The enemies on the table, in their order."""
    own = battle.units[by].side
    known = ((name, battle.units[name]) for name in in_order(battle))
    return {name: unit.name for name, unit in known if unit.side != own and unit.on_table}


def _target(validator: FormValidator[Battle], do: str, by: str, draft: Draft) -> Field:
    """The enemies, each with why not."""
    said = {name: draft[name] for name in SAID if draft.get(name) not in (None, False)}
    if do != "skirmish_fire" and not stopped_by_cavalry(validator.state, by):
        said = {name: value for name, value in said.items() if name in ("range", "protection")}
    words: dict[str, Any] = {"do": do, "by": by, "range": 0, **said}
    choices = tuple(
        Choice(name, label, validator.validate({**words, "at": name}, ("at",)).refusal)
        for name, label in _enemies(validator.state, by).items()
    )
    target = chosen("target", "Target", "t", draft, choices, required=True, default=first_possible(choices))
    return replace(target, argument="at")


def _at(target: Field, draft: Draft) -> tuple[str, ...]:
    """The target, and those among which its losses are spread."""
    offered = {choice.value for choice in target.choices}
    also = (one for one in draft.get("also") or () if one in offered)
    return tuple(dict.fromkeys((target.value, *also))) if target.value else ()


def _said(fields: list[Field]) -> dict[str, Any]:
    """What was said, and nothing that goes without saying."""
    given = {field.name: field.value for field in fields if field.name in SAID}
    usual = {"direction": "front", "facing_away": False}
    return {name: value for name, value in given.items() if value not in (None, usual.get(name))}


def _lines(
    battle: Battle, do: str, by: str, words: dict[str, Any], at: tuple[str, ...]
) -> tuple[Detail, ...]:
    """Where the shots come from, what a die needs, and what the table should not forget."""
    protection = words.get("protection", 0)
    protection = protection if isinstance(protection, int) else 0
    lines: tuple[Detail, ...] = ()
    if do == "skirmish_fire":
        read = shot_readings(battle, by, words.get("direction", "front"))
        lines = (*arithmetic_lines(battle, by), *reading_lines(read))
    if battle.units[by].group == "skirmish":
        lines += group_lines(battle, by, at, protection)
    else:
        lines += plain_lines(battle, by, at, _dice(battle, do, by, words), protection)
    return (*lines, *_questions(battle, by, at, protection))


def _dice(battle: Battle, do: str, by: str, words: dict[str, Any]) -> int:
    """How many dice the draft would roll."""
    if do == "skirmish_fire":
        aside = goes_aside(battle, by, words.get("direction", "front"))
        usual = 1 if aside else max(1, shots_left(battle, by))
        shots = words.get("shots", usual)
        return shots if isinstance(shots, int) else usual
    return number("gun_shots" if do == "gun_fire" else "group_shots")


def _questions(battle: Battle, by: str, at: tuple[str, ...], protection: int) -> Iterator[Detail]:
    if battle.units[by].formation == "square" and plays(battle, "square_fronts", "one"):
        yield Detail("In Square", "which face is the front?")
    if not protection and any(battle.units[name].formation == "garrison" for name in at):
        yield Detail("In a building", "it gives Protection: which value?")


# --- what each command asks of the table

FIRE = ("skirmish_fire", "gun_fire", "group_fire")

DRAFTS = dict.fromkeys(FIRE, fire_draft)
"""How earlier commands stand in these forms."""


def form(battle: Battle, do: str, by: str, draft: Draft) -> Form:
    """The form of a command with a draft filled in."""
    validator = FormValidator(COMMANDS, PHASE_CHECK, battle)
    if do == CONCEDE:
        return concede_form(validator, by, draft)
    reminders = reminders_of(battle, do, by)
    if do in FIRE:
        return fire_form(validator, do, by, draft, COMMANDS[do].title, reminders)
    asked = declared(do, sole=True)(validator, by, draft)
    return validator.form(
        COMMANDS[do].title, asked.fields, asked.words, lines=asked.lines, reminders=reminders
    )


def reminders_of(battle: Battle, do: str, by: str) -> tuple[Detail, ...]:
    """The rules that only eyes at the table can judge, as far as they concern this Unit or group."""
    group = battle.units[by].group if by in battle.units else ""
    others = ("NA-3.3.3" if group == "skirmish" else "NA-3.3.2") if group else "-"
    told = reminded(COMMANDS[do], TABLES.rules())
    return tuple(detail for detail in told if not detail.label.startswith(others))
