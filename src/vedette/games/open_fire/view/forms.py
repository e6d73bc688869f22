"""What each command asks of the table: inches, ranges, lines of sight, who stands where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.common import CONCEDE
from vedette.games.open_fire.lookup import inches
from vedette.games.open_fire.phase_check import PHASE_CHECK
from vedette.games.open_fire.reminders import REMINDERS
from vedette.games.open_fire.specs import COMMANDS
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import TABLES, number
from vedette.games.open_fire.units import has, profile
from vedette.games.open_fire.view.attack_form import attack_form
from vedette.games.open_fire.view.candidates import enemies_on_table, near_candidates
from vedette.games.open_fire.view.move_form import move_form
from vedette.view.fields import Draft, chosen, many, numeric, toggle, words_of
from vedette.view.forms import FormValidator, concede_form, first_possible
from vedette.view.vocabulary import Detail, Field, Form

Fields = list[Field]


def form(battle: Battle, do: str, by: str, draft: Draft) -> Form:
    """The form of a command with a draft filled in."""
    validator = FormValidator(COMMANDS, PHASE_CHECK, battle)
    if do == CONCEDE:
        return concede_form(validator, by)
    reminders = reminders_of(battle, do, by)
    if do in ("attack", "free_attack"):
        return attack_form(validator, do, by, draft, reminders)
    if do == "move":
        return move_form(validator, by, draft, reminders)
    fields, lines = _BUILDERS.get(do, _nothing)(validator, by, draft)
    words = words_of(do, by, fields)
    title = "Roll off for something else" if do == "roll_off" else COMMANDS[do].title
    return validator.form(title, fields, words, lines=lines, reminders=reminders)


def reminders_of(battle: Battle, do: str, by: str) -> tuple[Detail, ...]:
    """The rules that only eyes at the table can judge, as far as they concern this unit."""
    skip = set()
    if by in battle.units:
        skip |= set() if has(battle, by, "Vehicle") else {"OF-VEH-1", "OF-VEH-9"}
        skip |= {"OF-FRM-2"} if has(battle, by, "Skirmishers") else {"OF-USR-13"}
        if len(battle.units[by].living) == 1:
            skip |= {"OF-FRM-2", "OF-FRM-3", "OF-USR-13", "OF-MOV-3"}
    return tuple(
        Detail(rule, TABLES.rules()[rule].title) for rule in REMINDERS.get(do, ()) if rule not in skip
    )


def _nothing(validator: FormValidator[Battle], by: str, draft: Draft) -> tuple[Fields, tuple[Detail, ...]]:
    return [], ()


def _activate(validator: FormValidator[Battle], by: str, draft: Draft) -> tuple[Fields, tuple[Detail, ...]]:
    return [_near(validator.state, by, draft)], ()


def _near(battle: Battle, by: str, draft: Draft, *, advanced: bool = False) -> Field:
    """Who stands within 6 inches (OF-USR-4, OF-USR-8)."""
    names = {name: battle.units[name].name for name in near_candidates(battle, by)}
    within = number("near_within")
    return many("near", f"Within {within} inches", "n", draft, names, advanced=advanced)


def _deploy(validator: FormValidator[Battle], by: str, draft: Draft) -> tuple[Fields, tuple[Detail, ...]]:
    battle = validator.state
    own = [
        entry_point
        for entry_point in battle.book.mission.entry_points.values()
        if entry_point.side == battle.units[by].side
    ]
    fields: Fields = []
    if has(battle, by, "Ambush"):
        hint = f"anywhere more than {inches(number('ambush_beyond'))} from enemies"
        fields.append(toggle("ambush", "Ambush", "a", draft, hint=hint))
    if len(own) > 1 and not draft.get("ambush"):
        entries = {entry_point.id: entry_point.text or entry_point.id for entry_point in own}
        base = words_of("deploy", by, fields)
        choices = validator.choices(base, "entry", entries)
        fields.append(chosen("entry", "Entry point", "p", draft, choices, required=True))
    fields.append(numeric("distance", "Distance", "d", draft, unit='"', advanced=not draft.get("ambush")))
    if not draft.get("ambush"):
        enemies = {name: battle.units[name].name for name in enemies_on_table(battle, by)}
        fields.append(many("contacts", "In assault range of", "c", draft, enemies, advanced=True))
    if battle.units[by].stress:
        fields.append(_near(battle, by, draft))
    fields.append(toggle("blocked", "No room anywhere", "b", draft, advanced=True, hint="it is destroyed"))
    return _only_blocked(fields, draft), _entry_line(own)


def _only_blocked(fields: Fields, draft: Draft) -> Fields:
    """Where there is no room, nothing else is said."""
    return [field for field in fields if field.name == "blocked"] if draft.get("blocked") else fields


def _entry_line(own: list[Any]) -> tuple[Detail, ...]:
    if len(own) != 1:
        return ()
    return (Detail("Entry point", f"within {number('deploy_within')} inches of: {own[0].text or own[0].id}"),)


def _disembark(validator: FormValidator[Battle], by: str, draft: Draft) -> tuple[Fields, tuple[Detail, ...]]:
    battle = validator.state
    unit = battle.units[by]
    distance = numeric("distance", "Distance", "d", draft, unit='"', advanced=True)
    if by in battle.must_disembark:
        models = {n: f"{n} {profile(battle, by).models[n].name}" for n in unit.living}
        lost = many(
            "lost", "Models without a place", "l", draft, models, hint="lost; with the leader the whole unit"
        )
        return [lost, distance], ()
    enemies = {name: battle.units[name].name for name in enemies_on_table(battle, by)}
    fields = [many("contacts", "In assault range of", "c", draft, enemies, advanced=True), distance]
    if unit.stress:
        fields.append(_near(battle, by, draft))
    return fields, ()


def _ability(validator: FormValidator[Battle], by: str, draft: Draft) -> tuple[Fields, tuple[Detail, ...]]:
    abilities = profile(validator.state, by).abilities
    base = {"do": "ability", "by": by}
    choices = validator.choices(base, "ability", {ability.id: ability.name for ability in abilities.values()})
    field = chosen("ability", "Ability", "b", draft, choices, required=True, default=first_possible(choices))
    told = abilities.get(str(field.value))
    return [field], (Detail(told.name, told.text),) if told else ()


def _embark(validator: FormValidator[Battle], by: str, draft: Draft) -> tuple[Fields, tuple[Detail, ...]]:
    battle = validator.state
    transports = {
        name: unit.name
        for name, unit in battle.units.items()
        if unit.on_table
        and unit.side == battle.units[by].side
        and has(battle, name, "Transport")
        and name != by
    }
    choices = validator.choices({"do": "embark", "by": by}, "transport", transports)
    default = first_possible(choices)
    field = chosen("transport", "Transport", "t", draft, choices, required=True, default=default)
    return [field, numeric("distance", "Distance", "d", draft, unit='"', advanced=True)], ()


def _secure(validator: FormValidator[Battle], by: str, draft: Draft) -> tuple[Fields, tuple[Detail, ...]]:
    battle = validator.state
    objectives = battle.book.mission.objectives
    side = battle.units[by].side
    offered = {
        name: f"{objectives[name].name} ({objectives[name].type}, {objectives[name].vp} VP)"
        for name, objective in battle.objectives.items()
        if objective.status != "removed"
        and (objective.secured_by != side or objectives[name].type == "recover")
    }
    choices = validator.choices({"do": "secure", "by": by}, "objective", offered)
    default = first_possible(choices)
    return [
        chosen("objective", "Objective", "o", draft, choices, required=True, default=default),
        toggle("contested", f"An enemy is within {inches(number('contest_within'))} of it", "c", draft),
        numeric("distance", "Distance", "d", draft, unit='"', advanced=True),
    ], ()


def _lose_objective(
    validator: FormValidator[Battle], by: str, draft: Draft
) -> tuple[Fields, tuple[Detail, ...]]:
    battle = validator.state
    objectives = battle.book.mission.objectives
    offered = {
        name: objectives[name].name
        for name, objective in battle.objectives.items()
        if objective.status == "secured"
    }
    choices = validator.choices({"do": "lose_objective", "by": by}, "objective", offered)
    default = first_possible(choices)
    return [chosen("objective", "Objective", "o", draft, choices, required=True, default=default)], ()


def _roll_off(validator: FormValidator[Battle], by: str, draft: Draft) -> tuple[Fields, tuple[Detail, ...]]:
    return [Field("for", "For what", "f", "text", draft.get("for"), required=True)], ()


_BUILDERS: Mapping[str, Callable[[FormValidator[Battle], str, Draft], tuple[Fields, tuple[Detail, ...]]]] = {
    "activate": _activate,
    "deploy": _deploy,
    "disembark": _disembark,
    "ability": _ability,
    "embark": _embark,
    "secure": _secure,
    "lose_objective": _lose_objective,
    "roll_off": _roll_off,
}
