"""Setting tracked values by hand: which may be set, and what they may be. Nothing follows but derived values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from vedette.engine.checks import Refusal
from vedette.engine.errors import CommandError
from vedette.engine.patch import ABSENT, get, put
from vedette.engine.plain import faults as told
from vedette.engine.plain import to_plain
from vedette.games.close_quarters.derived import hits_left
from vedette.games.close_quarters.new_game import weapon_of
from vedette.games.close_quarters.setup import WeaponData, new_faults
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.terrain import solid
from vedette.kit.tracked import must_be_tracked, untracked

TRACKED_PATHS = re.compile(
    r"""
    round | active | initiative | move_order | settled | options\.gravity
    | map\.[a-z_]+(\..+)?
    | sides\.[a-z0-9-]+\.(leader|spoils|all_ran|fleeing)
    | units\.[a-z0-9-]+\.(?!name$|side$)[a-z0-9_]+(\.[a-z0-9_-]+)*
    """,
    re.VERBOSE,
)

_FIXED = re.compile(r"units\.[a-z0-9-]+\.weapons\.\d+\.(id|type|damage)")
"""Of a weapon: its id and type, and its damage, which is worked out."""

_ENTRY = re.compile(
    r"units\.[a-z0-9-]+\.(bonuses|dealt)\.[a-z0-9-]+"
    r"|map\.(terrain|pits|fires|clouds|grenades|dropped)\.[a-z0-9-]+"
)
"""Entries of tables, which may be new, and may go again."""

_WATCH = re.compile(r"units\.[a-z0-9-]+\.overwatch")
"""A watch, which may be set for who keeps none."""

_WEAPONS = re.compile(r"units\.([a-z0-9-]+)\.weapons")

_HITS = re.compile(r"units\.([a-z0-9-]+)\.hits_left")
"""Hits, as the table counts them; the state keeps the damage."""

MOST = 1_000_000
"""No number of the table is larger."""


WALLED = "CQ-ENV-11"


def hex_refused(game: Fight, path: str, value: Any) -> Refusal | None:
    """CQ-ENV-11: nobody is put into solid wall."""
    if path.startswith("units.") and path.endswith(".hex") and value and solid(game.map, value):
        return Refusal(WALLED, f"{value} is solid wall.")
    return None


def adjusted(game: Fight, path: str, value: Any) -> Fight:
    """The game with a value set; raises CommandError for a path or a value that makes no sense."""
    return all_adjusted(game, {path: value})


def all_adjusted(game: Fight, values: Mapping[str, Any]) -> Fight:
    """The game with several values set together: only what comes of them all must make sense."""
    changed = game
    for path, value in values.items():
        changed = _set(changed, path, value)
    wrong = next(new_faults(game, changed), None)
    if wrong is not None:
        raise CommandError(f"{', '.join(values)}: {wrong}.")
    return changed


def _set(game: Fight, path: str, value: Any) -> Fight:
    """The game with a value at a path that there is, of the right type."""
    must_be_tracked(TRACKED_PATHS, path)
    if _FIXED.fullmatch(path):
        raise untracked(path)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) > MOST:
        raise CommandError(f"{path}: {value} is more than any table holds.")
    hurt = _HITS.fullmatch(path)
    if hurt and hurt[1] in game.units:
        return _with_hits(game, hurt[1], path, value)
    if not _ENTRY.fullmatch(path) and (value == ABSENT or not _is_there(game, path, value)):
        raise CommandError(f"There is no {path} in this game.")
    owner = _WEAPONS.fullmatch(path)
    return _with_weapons(game, owner[1], path, value) if owner else put(game, path, value)


def _is_there(game: Fight, path: str, value: Any) -> bool:
    """Whether a value stands at a path, or may stand there though there is none now."""
    found = get(to_plain(game), path)
    begun = value is not None and _WATCH.fullmatch(path) is not None
    return found != ABSENT and (found is not None or begun)


def _with_hits(game: Fight, name: str, path: str, left: Any) -> Fight:
    """CQ-CHR-14: the game with so many hits left to a character: all others are lethal damage."""
    if type(left) is not int:
        raise CommandError(f"{path} must be a whole number.")
    character = game.units[name]
    return put(game, f"units.{name}.damage", character.damage + hits_left(character) - left)


def _with_weapons(game: Fight, name: str, path: str, value: Any) -> Fight:
    """The game with all weapons of a character as a game file writes them."""
    try:
        rows = TypeAdapter(list[WeaponData]).validate_python(value)
    except ValidationError as error:
        raise CommandError(f"{path}: {told(error)[0]}.") from error
    character = game.units[name]
    return game.with_unit(name, weapons=tuple(weapon_of(character, row) for row in rows))
