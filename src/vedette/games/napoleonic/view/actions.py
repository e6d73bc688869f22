"""What a Unit, a group or a side may do now, and why not the rest; what it can still fire."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

from vedette.engine.checks import Refusal
from vedette.games.napoleonic import skirmishing
from vedette.games.napoleonic.firing import A_SINGLE
from vedette.games.napoleonic.phases import PHASE_CHECK, SETTLE, events_due, following
from vedette.games.napoleonic.specs import COMMANDS
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import group_of, phases
from vedette.games.napoleonic.units import profile, shots_left
from vedette.kit.words import could_still, count
from vedette.view.forms import action_of, concede_action, why_not
from vedette.view.vocabulary import Action


def actions(battle: Battle, by: str) -> tuple[Action, ...]:
    if battle.outcome:
        return ()
    return tuple(_of_side(battle, by) if by in battle.sides else _of_troops(battle, by))


def _of_side(battle: Battle, side: str) -> Iterator[Action]:
    """What is due first; the fire is ended for both sides, or for one."""
    if events_due(battle):
        yield _action(battle, SETTLE, side, "Enter the Special Event")
    if battle.phase == "skirmish" and battle.exchange != "marked":
        firing = [name for name in (side, battle.other(side)) if not battle.sides[name].fire_ended]
        both = len(firing) > 1
        yield _action(battle, "cease_fire", side, "End the fire of both sides" if both else "End the fire")
        for name in firing if both else ():
            yield _action(battle, "end_fire", name, f"{battle.sides[name].name}: no more fire")
    name = phases()[following(battle.phase)].name.lower()
    yield _action(battle, "next_phase", side, f"Next phase: {name}")
    yield concede_action(side)


def _of_troops(battle: Battle, unit: str) -> Iterator[Action]:
    if not battle.units[unit].on_table:
        return
    row = group_of(profile(battle, unit))
    titles = {
        "skirmish_fire": f"Skirmishers fire: {count(shots_left(battle, unit), 'shot')} left",
        "send_group": f"Send a {row.name} out" if row else "",
        "mark": "Mark lives, Hits, Drum, Flag",
    }
    for do, spec in COMMANDS.items():
        if spec.actor == "unit" and spec.is_offered(battle, unit):
            yield _action(battle, do, unit, titles.get(do, spec.title))


def fire_commands(battle: Battle, unit: str) -> tuple[str, ...]:
    """The fire commands for such a Unit or group in the phase of skirmish fire, its own fire first."""
    return tuple(do for do, spec in skirmishing.COMMANDS.items() if spec.is_offered(battle, unit))


def _action(battle: Battle, do: str, by: str, title: str) -> Action:
    refusal = refused_now(battle, do, by)
    form = COMMANDS[do].asks and do != "next_phase"
    fired_at = battle.phase == "skirmish" and battle.exchange != "marked"
    of_table = COMMANDS[do].of_table and fired_at  # else what the players' own rules bring is marked
    return action_of(COMMANDS, do, by, refusal, title=title, form=form, of_table=of_table)


def refused_now(battle: Battle, do: str, by: str) -> Refusal | None:
    """The first refusal that needs nothing but the action itself to be known; of fire, one shot of it."""
    bare = SimpleNamespace(do=do, by=by, shots=1)
    return why_not(COMMANDS, PHASE_CHECK, battle, bare, ("shots",))


def firing(battle: Battle) -> bool:
    return battle.phase == "skirmish" and battle.exchange != "marked" and not battle.outcome


def can_fire(battle: Battle, unit: str) -> bool:
    """Whether some fire of it is against no rule now."""
    return any(refused_now(battle, do, unit) is None for do in fire_commands(battle, unit))


def unspent(battle: Battle, do: str, by: str) -> str:
    """Who could still fire, before a side ends its fire, both do, or the phase is left."""
    if not firing(battle) or do not in ("end_fire", "cease_fire", "next_phase"):
        return ""
    own = [
        troop.name
        for name, troop in battle.units.items()
        if (do != "end_fire" or troop.side == by) and troop.on_table and can_fire(battle, name)
    ]
    return could_still(own, "fire")


WHY_NOT = {
    "NA-3.3.1.1": "no skirmishers",
    "NA-3.3.1.2.2": "no shot so formed",
    "NA-3.3.1.2.3": "groups out: no shot",
    "NA-3.3.1.2.4": "no skirmishers left",
    "NA-3.3.3.3.1": "no carbines",
    "NA-3.3.5": "Special Event due",
    "NA-3.3.6": "fire ended",
}
"""Why somebody can't shoot, short enough for a card; the list of actions has it in full."""


def silent(battle: Battle, unit: str) -> str:
    """Why it can fire nothing: the reason of its own shots, not of its gun."""
    troop = battle.units[unit]
    if profile(battle, unit).arm != "infantry" and not troop.group:
        arm = profile(battle, unit).arm
        return "guns fire in phase 2" if arm == "artillery" else f"{arm} has no skirmishers"
    first = (*fire_commands(battle, unit), "skirmish_fire")[0]
    refusal = refused_now(battle, first, unit)
    if refusal is None:
        return ""
    spent = troop.fired or troop.shots_fired
    if spent and refusal.rule not in ("NA-3.3.5", "NA-3.3.6"):
        return "all shots fired"
    lives = profile(battle, unit).lives - troop.lives
    if refusal.rule in ("NA-3.3.1.1", "NA-3.3.1.2.4") and lives and not troop.group:
        return f"{profile(battle, unit).fire} − {count(lives, 'life', 'lives')}: no skirmishers"
    return WHY_NOT.get(refusal.rule, refusal.rule)


def single_ones(ones: int) -> str:
    return A_SINGLE if ones == 1 else f"{ones} single 1s"
