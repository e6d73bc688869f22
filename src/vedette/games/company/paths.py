"""The values of a game by path: as cases and `vedette state` see them, derived ones included, and set by hand."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from vedette.engine.commands import shown
from vedette.engine.data import Table
from vedette.engine.errors import CommandError
from vedette.engine.plain import to_plain
from vedette.games.company.ambitions import met
from vedette.games.company.groups import (
    bloodied,
    edition,
    may_be_held_back,
    models_left,
    points,
    points_lost,
    profile,
    taken_off,
    under,
)
from vedette.games.company.phase_check import pending
from vedette.games.company.state import TURN, Skirmish
from vedette.games.company.tables import RULESET_ID, Role, number
from vedette.kit.tracked import put_tracked

_INTERNAL = ("captain_near",)


def paths(game: Skirmish) -> Table:
    """All paths of a game as plain data; of a Group the profile as printed, what is tracked, and what follows from it."""
    told = to_plain(game)
    for name, side in told["sides"].items():
        side |= {"points": points(game, name), "points_lost": points_lost(game, name)}
    for name, company in told["companies"].items():
        for one in company["ambitions"]:
            one["met"] = met(game, name, one["id"])
    for name, group in told["units"].items():
        printed = _printed(to_plain(profile(game, name)))
        tracked = {key: value for key, value in group.items() if key not in _INTERNAL}
        told["units"][name] = {**printed, **tracked, "bloodied": bloodied(game, name)}
        told["units"][name] |= {
            "resolve": printed.get("resolve", printed["r_max"]),
            "confused": under(game, name, "confuse"),
        }
        if profile(game, name).models_said:
            told["units"][name]["models_left"] = models_left(game, name)
    return {"ruleset": RULESET_ID, **told, "round": game.round, "pending": pending(game)}


def _printed(value: Any) -> Any:
    """A profile, or a part of it, without what it lacks: missiles, an engine's Attack number."""
    if not isinstance(value, dict):
        return value
    return {key: _printed(part) for key, part in value.items() if part is not None}


# --- setting tracked values by hand: which may be set, and what goes with them (4.6, section 5)

TRACKED_PATHS = re.compile(
    r"""
    turn | phase | active
    | sides\.[a-z0-9-]+\.(role|vp|shook|most_shaken)
    | counters\.[a-z0-9-]+ | first_blood | fs_lost
    | scenario\.(tokens|tokens_taken|tokens_destroyed|marked|ritual_done|final_turn)
    | companies\.[a-z0-9-]+\.(trait|points|points_lost|half_lost|ambition|ambition_done|reroll_used|captain_used
        |ambitions\.[0-9]+\.(revealed|met))
    | units\.[a-z0-9-]+\.(r|shaken|routed|deserted|in_play|activated|rallied|checked|must_rally|must_check
        |in_melee_with|defensive|warded|reserve|effects|taunts|used|escaped|carrying|move_on|fought|stirred)
    """,
    re.VERBOSE,
)

PRESET_PATHS = re.compile(rf"{TRACKED_PATHS.pattern} | companies\.[a-z0-9-]+\.ambitions", re.VERBOSE)
"""A game that begins in the middle says which ambitions were chosen, too."""


def adjusted(game: Skirmish, path: str, value: Any) -> Skirmish:
    """The game with a value set, and with what goes with it; raises CommandError.

    Nothing is tested, and nobody is Routed or Retreats.
    """
    changed = put_tracked(TRACKED_PATHS, game, path, value)
    match path.split("."):
        case ["phase"] if changed.phase in TURN:  # in a turn a side is active
            changed = replace(changed, outcome="", turn=max(1, changed.turn))
            if not changed.active:  # as the sides take turns (CO-SET-6, CO-TRN-2)
                first = changed.with_role(changed.book.scenario.first_role)
                if not first:
                    raise CommandError("Nobody knows yet who attacks: set the roles first.")
                whose = first if changed.turn % number("turns_per_round") else changed.other(first)
                changed = replace(changed, active=whose)
        case ["phase"]:  # else nobody; a game that is over has an outcome, and no other
            outcome = changed.leader if changed.phase == "over" else ""
            changed = replace(changed, active="", outcome=outcome)
        case ["sides", side, "role"]:
            changed = with_both_roles(changed, side)
        case ["units", unit, "in_melee_with"]:  # melees stay mutual: the other Groups follow
            enemies = changed.units[unit].in_melee_with
            for other in enemies:
                if other not in game.units:
                    raise CommandError(f"There is no Group {shown(other)}.")
            changed = game.with_mutual("in_melee_with", unit, enemies)
            melees_possible(changed, unit)
        case ["units", unit, "routed" | "deserted" | "escaped"] if value:
            changed = taken_off(changed, unit)
        case ["units", unit, "in_play"] if not value:
            changed = taken_off(changed, unit)
        case ["units", unit, "reserve"]:  # CO-DEP-1: as the sides deploy
            if not may_be_held_back(game):
                raise CommandError(f"{game.units[unit].name}: Groups are held back in setup only.")
            changed = changed.with_unit(unit, in_play=not value)
            group_possible(changed, unit)
        case ["units", unit, _]:
            group_possible(changed, unit)
    possible(changed)
    return changed


def with_both_roles(game: Skirmish, side: str) -> Skirmish:
    """Two sides, two roles: the other side has the other one."""
    others: dict[Role, Role] = {"": "", "attacker": "defender", "defender": "attacker"}
    return game.with_side(game.other(side), role=others[game.sides[side].role])


def possible(game: Skirmish) -> None:
    """Raise CommandError where the turn, the active side or a Company has a value that can't be."""
    _known(tuple(game.sides) if game.phase in TURN else ("",), game.active, "active")
    if game.turn < 0:
        raise CommandError("turn is never below 0.")
    for name, company in game.companies.items():
        _known(("", *game.book.ambitions), company.ambition, f"companies.{name}.ambition")
        if min(company.points, company.points_lost) < 0:
            raise CommandError("Points are never below 0.")


def group_possible(game: Skirmish, unit: str) -> None:
    """Raise CommandError where a Group has R, or is in play, as it can't."""
    group, most = game.units[unit], profile(game, unit).r_max
    if not 0 <= group.r <= most:
        raise CommandError(f"{group.name}: 0 to {most} {edition(game).r}, not {group.r}.")
    if group.in_play and (group.routed or group.deserted or group.escaped):
        raise CommandError(f"{group.name}: out of play, Routed, deserted or Escaped.")


def melees_possible(game: Skirmish, unit: str) -> None:
    """Raise CommandError unless its melees are with enemies in play, and theirs with it."""
    group = game.units[unit]
    for other in group.in_melee_with:
        _known(tuple(game.units), other, f"units.{unit}.in_melee_with")
        enemy = game.units[other]
        if not game.enemies(unit, other):
            raise CommandError(f"{enemy.name}: not an enemy of {group.name}.")
        if unit not in enemy.in_melee_with:
            raise CommandError(f"{group.name} and {enemy.name} must be in melee with each other.")
        if not (group.in_play and enemy.in_play):
            raise CommandError(f"{group.name} and {enemy.name} are not both in play.")


def _known(offered: tuple[str, ...], value: str, path: str) -> None:
    if value not in offered:
        known = ", ".join(one or "none" for one in offered)
        raise CommandError(f"{path} cannot be {shown(value) or 'none'}; there is: {known}.")
