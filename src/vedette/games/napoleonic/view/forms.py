"""What each command asks of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from vedette.engine.common import CONCEDE
from vedette.games.napoleonic.phase_check import PHASE_CHECK
from vedette.games.napoleonic.reminders import REMINDERS
from vedette.games.napoleonic.specs import COMMANDS
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import TABLES, formations
from vedette.games.napoleonic.units import lives_max, profile
from vedette.games.napoleonic.view.fire_forms import fire_form
from vedette.view.asked import declared
from vedette.view.fields import Draft, chosen, numeric, toggle
from vedette.view.forms import Filled, FormValidator, concede_form
from vedette.view.vocabulary import Choice, Detail, Field, Form

FIRE = ("skirmish_fire", "gun_fire", "group_fire")


def form(battle: Battle, do: str, by: str, draft: Draft) -> Form:
    """The form of a command with a draft filled in."""
    validator = FormValidator(COMMANDS, PHASE_CHECK, battle)
    if do == CONCEDE:
        return concede_form(validator, by)
    reminders = reminders_of(battle, do, by)
    if do in FIRE:
        return fire_form(validator, do, by, draft, COMMANDS[do].title, reminders)
    asked = _BUILDERS[do](battle, by, draft) if do in _BUILDERS else declared(do)(validator, by, draft)
    words = {"do": do, "by": by, **asked.words}
    return validator.form(COMMANDS[do].title, asked.fields, words, lines=asked.lines, reminders=reminders)


def reminders_of(battle: Battle, do: str, by: str) -> tuple[Detail, ...]:
    """The rules that only eyes at the table can judge, as far as they concern this Unit or group."""
    group = battle.units[by].group if by in battle.units else ""
    others = ("NA-3.3.3" if group == "skirmish" else "NA-3.3.2") if group else "-"
    return tuple(
        Detail(rule, TABLES.rules()[rule].title)
        for rule in REMINDERS.get(do, ())
        if not rule.startswith(others)
    )


def _formation(battle: Battle, by: str, draft: Draft) -> Filled:
    """The formations of its arm."""
    arm, now = profile(battle, by).arm, battle.units[by].formation
    rows = [row for row in formations().values() if arm in row.arms and row.id != now]
    choices = tuple(Choice(row.id, row.name) for row in rows)
    field = chosen("formation", "Formation", "f", draft, choices, required=True)
    lines = (Detail("When it may", "is the business of your rules of movement (NA-T.2)"),)
    return Filled([field], {"formation": field.value} if field.value else {}, lines)


def _mark(battle: Battle, by: str, draft: Draft) -> Filled:
    """What other chapters did: only what is different is marked."""
    fields = list(_markers(battle, by, draft))
    words = {field.name: field.value for field in fields if _is_said(battle, by, field)}
    return Filled(fields, words)


def _markers(battle: Battle, by: str, draft: Draft) -> Iterator[Field]:
    unit, arm = battle.units[by], profile(battle, by).arm
    now = f"now {unit.lives} of {lives_max(battle, by)}"
    yield numeric("lives", "Lives", "i", draft, hint=now)
    yield numeric("hits", "Hits", "h", draft, hint=f"now {unit.hits}")
    if not unit.group:
        yield toggle("drum", "Trumpet" if arm == "cavalry" else "Drum", "d", draft, now=unit.drum)
        yield toggle("flag", "Flag", "f", draft, now=unit.flag)
        if arm == "infantry":
            yield toggle("regimental_gun", "Regimental Gun", "g", draft, now=unit.regimental_gun)
        if arm == "cavalry":
            yield toggle("carbines", "Carbines", "c", draft, now=unit.carbines)
        yield numeric("ammo", "Ammunition", "a", draft, hint=f"now {unit.ammo}", advanced=True)
    yield toggle(
        "lost", "Lost", "o", draft, hint="off the table" + ("" if unit.group else ", with its groups")
    )
    yield Field("reason", "Reason", "r", "text", draft.get("reason"), hint="if you like")


def _is_said(battle: Battle, by: str, field: Field) -> bool:
    """Whether a field says anything that is not so already."""
    if field.name == "lost":
        return bool(field.value)
    if field.kind == "toggle":
        return bool(field.value != getattr(battle.units[by], field.name))
    return field.value not in (None, getattr(battle.units[by], field.name, None))


_BUILDERS: Mapping[str, Callable[[Battle, str, Draft], Filled]] = {
    "formation": _formation,
    "mark": _mark,
}
