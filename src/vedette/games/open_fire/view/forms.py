"""What each command asks of the table: inches, ranges, lines of sight, who stands where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.common import CONCEDE
from vedette.games.open_fire.candidates import enemies_on_table, near_candidates
from vedette.games.open_fire.lookup import inches
from vedette.games.open_fire.phase_check import PHASE_CHECK
from vedette.games.open_fire.reminders import REMINDERS
from vedette.games.open_fire.specs import COMMANDS
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import TABLES, number
from vedette.games.open_fire.units import has, profile
from vedette.games.open_fire.view.attack_form import attack_form
from vedette.games.open_fire.view.move_form import move_form
from vedette.view.asked import declared
from vedette.view.fields import Draft, chosen, many, numeric, toggle, words_of
from vedette.view.forms import FormValidator, concede_form
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
    if do in _BUILDERS:
        fields, lines = _BUILDERS[do](validator, by, draft)
        words = words_of(do, by, fields)
    else:
        filled = declared(do, sole=True)(validator, by, draft)
        fields, lines, words = filled.fields, filled.lines, filled.words
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


_BUILDERS: Mapping[str, Callable[[FormValidator[Battle], str, Draft], tuple[Fields, tuple[Detail, ...]]]] = {
    "deploy": _deploy,
    "disembark": _disembark,
}
